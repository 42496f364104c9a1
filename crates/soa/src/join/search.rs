//! A search: the left rows, task by task, against the tree of the right ones, and the narrow phase on what is
//! found.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::cell::Cell;
use core::ops::Range;

use super::candidates::{Candidates, Found, LEFT_GROUPS, SearchInput};
use super::groups::WIDTH;
use super::narrow::{Narrow, PairFilter, Tested};
use super::packed::{LeftRows, Packed, RowGroups};
use super::progress::{Phase, ProgressCounter};
use crate::data::hits::set_bits;
use crate::data::shape::Shape;
use crate::run::query::Query;
use crate::run::threads::{Threads, split};

/// Receives candidates that were tested; returns whether to go on.
pub(crate) type HitSink<'a> = dyn FnMut(&Tested) -> bool + 'a;

/// Which hits of a left row matter.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Wanted {
    All,
    /// One of them: candidates after it may be left out.
    Any,
}

/// The left side.
pub(crate) enum LeftSide<'a, B: Shape> {
    /// Rows by region.
    Regions(Box<dyn LeftRows<B> + 'a>),
    /// The right side itself: each pair of different rows once.
    Right,
}

/// What all tasks of a search have in common.
pub(crate) struct Search<'a, B: Shape> {
    pub(crate) query: Query,
    pub(crate) left: LeftSide<'a, B>,
    pub(crate) right: &'a Packed<B>,
    pub(crate) filter: PairFilter,
    /// Columns of left and right shapes.
    pub(crate) columns: [usize; 2],
    /// A self-join: the smaller row is on the left.
    pub(crate) is_self: bool,
    pub(crate) progress: &'a ProgressCounter<'a>,
}

/// A search in the plane or in space.
pub(crate) trait Tasks: Sync {
    /// The number of left rows of a task.
    fn rows(&self, task: &Range<usize>) -> usize;

    /// Calls `sink` with the candidates of a task, until it returns false.
    fn run(&self, task: Range<usize>, wanted: Wanted, sink: &mut HitSink);
}

impl<B: Shape> Search<'_, B> {
    /// Neighbouring regions, or groups, for each task.
    pub(crate) fn tasks(&self, threads: Threads) -> Vec<Range<usize>> {
        match &self.left {
            LeftSide::Regions(regions) => regions.tasks(threads),
            LeftSide::Right => split(self.right.side().groups(), threads.tasks(self.right.len())),
        }
    }
}

impl<B: Shape> Tasks for Search<'_, B> {
    fn rows(&self, task: &Range<usize>) -> usize {
        match &self.left {
            LeftSide::Regions(regions) => regions.rows(task),
            LeftSide::Right => task.len() * WIDTH,
        }
    }

    fn run(&self, task: Range<usize>, wanted: Wanted, sink: &mut HitSink) {
        self.progress.start_task();
        let narrow = Narrow::new(self.columns[0], self.columns[1]);
        // In a self-join the left row of a pair is known when the pair is copied.
        let any = wanted == Wanted::Any && !self.is_self;
        let found = any.then_some([const { Cell::new(false) }; LEFT_GROUPS * WIDTH]);
        let mut worker = Worker { search: self, candidates: Candidates::new(), narrow, found, unreported: 0 };
        let is_complete = match &self.left {
            LeftSide::Regions(regions) => {
                let mut reader = regions.reader();
                task.into_iter().all(|region| {
                    let rows = reader.read(self.query.level(), region);
                    self.progress.clock.end(Phase::Order);
                    worker.search(rows, None, sink)
                })
            }
            LeftSide::Right => worker.search(self.right.side().part(task.clone()), Some(task.start), sink),
        };
        if is_complete {
            self.progress.add(worker.unreported);
        }
    }
}

struct Worker<'a, 'b, B: Shape> {
    search: &'a Search<'b, B>,
    candidates: Candidates<B>,
    narrow: Narrow,
    /// Of which left rows a hit is found, if one is enough.
    found: Option<Found>,
    /// Left rows that are done and not reported.
    unreported: usize,
}

impl<B: Shape> Worker<'_, '_, B> {
    /// Searches all groups of a left side. In a self-join `self_start` is the number of the first one.
    fn search(&mut self, side: RowGroups<B>, self_start: Option<usize>, sink: &mut HitSink) -> bool {
        (0..side.groups()).step_by(LEFT_GROUPS).all(|start| {
            let part = side.part(start..side.groups().min(start + LEFT_GROUPS));
            let go_on = self.run(part, self_start.map(|first| first + start), sink);
            if go_on {
                self.unreported += (part.starts[part.groups()] - part.starts[0]) as usize;
                if self.unreported >= ProgressCounter::STEP {
                    self.search.progress.add(core::mem::take(&mut self.unreported));
                }
            }
            go_on
        })
    }

    fn run(&mut self, left: RowGroups<B>, self_start: Option<usize>, sink: &mut HitSink) -> bool {
        let Search { query, filter, is_self, right, .. } = *self.search;
        let (boxes, found) = (right.boxes.as_ref(), self.found.as_ref());
        for found in found.into_iter().flatten() {
            found.set(false);
        }
        let sides = SearchInput { left, right: right.side(), tree: &right.tree, boxes, self_start, found };
        let (narrow, clock) = (&mut self.narrow, self.search.progress.clock);
        self.candidates.find(query.level(), &sides, &mut |lefts, rights| {
            clock.end(Phase::Search);
            let (a, b) = ((sides.left.rows, lefts), (sides.right.rows, rights));
            match (self_start, is_self) {
                (Some(_), _) => narrow.copy_sorted(a, b),
                (None, true) => narrow.copy_ascending(a, b),
                (None, false) => narrow.copy(a, b),
            }
            clock.end(Phase::Copy);
            let tested = narrow.test(query, filter);
            clock.end(Phase::Kernel);
            if sides.found.is_some() {
                set_bits(tested.bits()).for_each(|i| sides.set_found(lefts[i]));
            }
            let go_on = sink(&tested);
            clock.end(Phase::Collect);
            go_on
        })
    }
}
