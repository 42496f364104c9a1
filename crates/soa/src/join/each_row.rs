//! A search in an index for each row of a set.

use crate::data::any::AnyView;
use crate::data::shape::MAX_COLUMNS;
use crate::run::threads::Threads;

/// Rows of a task at least.
const TASK: usize = 1 << 10;

/// Writes what `search` finds for each row of a view to the row's place in `results`. Those of rows that are not
/// finite stay as they are. Each task has memory of its own.
pub(crate) fn each_row<M, T: Send>(
    threads: Threads,
    rows: &AnyView,
    results: &mut [T],
    memory: impl Fn() -> M + Sync,
    search: impl Fn(&mut M, &[f32]) -> T + Sync,
) {
    let (columns, start) = rows.raw();
    let each = rows.len().div_ceil(threads.tasks(rows.len())).max(TASK);
    let tasks = results.chunks_mut(each).enumerate().collect();
    threads.map(tasks, |(task, results): (usize, &mut [T])| {
        let (first, mut memory, mut row) = (start + task * each, memory(), [0.0; MAX_COLUMNS]);
        let row = &mut row[..columns.len()];
        for (i, result) in results.iter_mut().enumerate() {
            row.iter_mut().zip(columns).for_each(|(x, column)| *x = column[first + i]);
            if row.iter().all(|x| x.is_finite()) {
                *result = search(&mut memory, row);
            }
        }
    });
}
