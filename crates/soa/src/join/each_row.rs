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
    each_task(threads, results, |first, results| {
        let (mut memory, mut row) = (memory(), [0.0; MAX_COLUMNS]);
        for (i, result) in results.iter_mut().enumerate() {
            if read_finite(rows, first + i, &mut row) {
                *result = search(&mut memory, &row[..rows.raw().0.len()]);
            }
        }
    });
}

/// Calls `work` with the results of each task, and the number of the first one.
pub(crate) fn each_task<T: Send>(threads: Threads, results: &mut [T], work: impl Fn(usize, &mut [T]) + Sync) {
    let each = results.len().div_ceil(threads.tasks(results.len())).max(TASK);
    let tasks = results.chunks_mut(each).enumerate().collect();
    threads.map(tasks, |(task, results): (usize, &mut [T])| work(task * each, results));
}

/// Copies a row of a view. Returns whether it is finite.
#[inline]
pub(crate) fn read_finite(rows: &AnyView, row: usize, to: &mut [f32; MAX_COLUMNS]) -> bool {
    let (columns, start) = rows.raw();
    let mut is_finite = true;
    for (x, column) in to.iter_mut().zip(columns) {
        *x = column[start + row];
        is_finite &= x.is_finite();
    }
    is_finite
}
