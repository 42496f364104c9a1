//! How far a long call is, for a progress bar, and the ends of its phases, for the benches.

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

/// A phase of a join on one thread. Those up to `Scatter` are for the right side first, then for the left
/// one; `Order` and `Groups` for each region, those from `Search` to `Collect` for each block of candidates.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// A sample of the rows, and the splitters of the regions.
    Sample,
    /// The region of each row.
    Regions,
    /// Rows copied to their regions.
    Scatter,
    /// The rows of a region sorted.
    Order,
    /// The boxes of right groups.
    Groups,
    /// The tree above them.
    Tree,
    /// Candidates by their boxes.
    Search,
    /// Candidates copied side by side.
    Copy,
    /// Their kernel.
    Kernel,
    /// Hits listed.
    Collect,
    /// Hits sorted.
    Sort,
}

/// A callback for the end of each phase. The benches time the phases by it: this crate reads no clock.
#[derive(Clone, Copy, Default)]
pub(crate) struct PhaseClock<'a>(pub(crate) Option<&'a (dyn Fn(Phase) + Sync)>);

impl PhaseClock<'_> {
    #[inline(always)]
    pub(crate) fn end(self, phase: Phase) {
        if let Some(ended) = self.0 {
            ended(phase);
        }
    }
}

/// Counts the rows that are done, on any thread.
pub(crate) struct ProgressCounter<'a> {
    pub(crate) rows: AtomicUsize,
    of: usize,
    report: Option<Report<'a>>,
    pub(crate) clock: PhaseClock<'a>,
}

impl<'a> ProgressCounter<'a> {
    /// Rows between two reports of a task.
    pub(crate) const STEP: usize = 1 << 14;

    pub(crate) fn new(of: usize, report: Option<Report<'a>>, clock: PhaseClock<'a>) -> Self {
        Self { rows: AtomicUsize::new(0), of, report, clock }
    }

    pub(crate) fn of(&self) -> usize {
        self.of
    }

    pub(crate) fn add(&self, rows: usize) {
        if rows == 0 {
            return;
        }
        self.report(self.rows.fetch_add(rows, Relaxed) + rows);
    }

    /// Reports at the start of a task, too: a callback that panics keeps the task from its work.
    pub(crate) fn start_task(&self) {
        self.report(self.rows.load(Relaxed));
    }

    fn report(&self, rows: usize) {
        if let Some(Report(report)) = self.report {
            report(Progress { rows, of: self.of });
        }
    }
}
