//! How far a long call is, for a progress bar.

use core::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// How far a join is, or the building of an index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Rows that are done: left rows of a join.
    pub rows: usize,
    /// All rows.
    pub of: usize,
}

/// A callback for the progress.
#[derive(Clone, Copy)]
pub(crate) struct Report<'a>(pub(crate) &'a (dyn Fn(Progress) + Sync));

/// Counts the rows that are done, on any thread.
pub(crate) struct ProgressCounter<'a> {
    pub(crate) rows: AtomicUsize,
    of: usize,
    report: Option<Report<'a>>,
}

impl<'a> ProgressCounter<'a> {
    /// Rows between two reports of a task.
    pub(crate) const STEP: usize = 1 << 14;

    pub(crate) fn new(of: usize, report: Option<Report<'a>>) -> Self {
        Self { rows: AtomicUsize::new(0), of, report }
    }

    pub(crate) fn of(&self) -> usize {
        self.of
    }

    pub(crate) fn add(&self, rows: usize) {
        if rows == 0 {
            return;
        }
        let rows = self.rows.fetch_add(rows, Relaxed) + rows;
        if let Some(Report(report)) = self.report {
            report(Progress { rows, of: self.of });
        }
    }
}
