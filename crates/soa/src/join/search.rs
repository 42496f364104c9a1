//! A search: the left rows, task by task, against the tree of the right ones, and the narrow phase on what is found.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::ops::Range;

use super::candidates::{Candidates, SearchInput, TOGETHER};
use super::narrow::{Narrow, PairFilter};
use super::packed::{LeftRows, Packed, RowGroups};
use super::progress::ProgressCounter;
use crate::data::shape::Shape;
use crate::run::query::Query;
use crate::run::threads::{Threads, split};

/// Takes left rows, right rows, and the bits of those that hit, and says whether to go on.
pub(crate) type HitSink<'a> = dyn FnMut(&[u32], &[u32], &[u8]) -> bool + 'a;

/// The left side.
pub(crate) enum LeftSide<'a, B: Shape> {
    /// Rows by region.
    Regions(Box<dyn LeftRows<B> + 'a>),
    /// The right side itself: each pair of different rows once.
    Own,
}

/// What all tasks of a search have in common.
pub(crate) struct Search<'a, B: Shape> {
    pub(crate) query: Query,
    pub(crate) left: LeftSide<'a, B>,
    pub(crate) right: &'a Packed<B>,
    pub(crate) filter: PairFilter,
    /// Columns of left and right shapes.
    pub(crate) columns: [usize; 2],
    /// Left and right are one set: the smaller row on the left.
    pub(crate) ascending: bool,
    pub(crate) done: &'a ProgressCounter<'a>,
}

/// What is done in tasks, whatever boxes it works with.
pub(crate) trait Tasks: Sync {
    /// Hands the candidates of a task to `take`, until it says stop.
    fn run(&self, task: Range<usize>, take: &mut HitSink);
}

impl<B: Shape> Search<'_, B> {
    /// Neighbouring regions, or groups, for each task.
    pub(crate) fn tasks(&self, threads: Threads) -> Vec<Range<usize>> {
        match &self.left {
            LeftSide::Regions(regions) => regions.tasks(threads),
            LeftSide::Own => split(self.right.side().groups(), threads.tasks(self.right.len())),
        }
    }
}

impl<B: Shape> Tasks for Search<'_, B> {
    fn run(&self, task: Range<usize>, take: &mut HitSink) {
        let narrow = Narrow::new(self.columns[0], self.columns[1]);
        let mut worker = Worker { search: self, candidates: Candidates::new(), narrow, fresh: 0 };
        let to_the_end = match &self.left {
            LeftSide::Regions(regions) => {
                let mut reader = regions.reader();
                task.into_iter()
                    .all(|region| worker.search(reader.read(self.query.level(), region), None, take))
            }
            LeftSide::Own => worker.search(self.right.side().part(task.clone()), Some(task.start), take),
        };
        if to_the_end {
            self.done.add(worker.fresh);
        }
    }
}

struct Worker<'a, 'b, B: Shape> {
    search: &'a Search<'b, B>,
    candidates: Candidates<B>,
    narrow: Narrow,
    /// Left rows that are done and not reported.
    fresh: usize,
}

impl<B: Shape> Worker<'_, '_, B> {
    /// Searches all groups of a left side; `own` is the number of the first one, if it is the right side's.
    fn search(&mut self, side: RowGroups<B>, own: Option<usize>, take: &mut HitSink) -> bool {
        (0..side.groups()).step_by(TOGETHER).all(|start| {
            let part = side.part(start..side.groups().min(start + TOGETHER));
            let go_on = self.run(part, own.map(|first| first + start), take);
            if go_on {
                self.fresh += (part.starts[part.groups()] - part.starts[0]) as usize;
                if self.fresh >= ProgressCounter::STEP {
                    self.search.done.add(core::mem::take(&mut self.fresh));
                }
            }
            go_on
        })
    }

    fn run(&mut self, left: RowGroups<B>, own: Option<usize>, take: &mut HitSink) -> bool {
        let Search { query, filter, ascending, right, .. } = *self.search;
        let sides = SearchInput { left, right: right.side(), tree: &right.tree, own };
        let narrow = &mut self.narrow;
        self.candidates.find(query.level(), &sides, &mut |lefts, rights| {
            let (a, b) = ((sides.left.rows, lefts), (sides.right.rows, rights));
            match (own, ascending) {
                (Some(_), _) => narrow.copy_own(a, b),
                (None, true) => narrow.copy_ascending(a, b),
                (None, false) => narrow.copy(a, b),
            }
            let (left, right, bits) = narrow.test(query, filter);
            take(left, right, bits)
        })
    }
}
