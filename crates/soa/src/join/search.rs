//! A search: the left rows, task by task, against the tree of the right ones, and the narrow phase on what is
//! found.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::any::Any;
use core::cell::Cell;
use core::ops::Range;

use super::candidates::{Candidates, Found, Kept, LEFT_GROUPS, SearchInput, SelfJoin};
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
    /// Rows that are kept in an index.
    Kept(&'a Packed<B>),
    /// The right side itself: each pair of different rows once.
    Right,
}

/// What all tasks of a search have in common.
pub(crate) struct Search<'a, B: Shape> {
    pub(crate) query: Query,
    pub(crate) left: LeftSide<'a, B>,
    pub(crate) right: &'a Packed<B>,
    pub(crate) filter: PairFilter<'a>,
    /// Columns of left and right shapes.
    pub(crate) columns: [usize; 2],
    /// A self-join: the smaller row is on the left.
    pub(crate) is_self: bool,
    pub(crate) progress: &'a ProgressCounter<'a>,
}

/// What a task works with, to use it again: [`Working`] in the plane or in space.
#[derive(Default)]
pub(crate) struct Memory(Option<Box<dyn Any + Send + Sync>>);

struct Working<B: Shape> {
    candidates: Candidates<B>,
    narrow: Narrow,
}

/// A search in the plane or in space.
pub(crate) trait Tasks: Sync {
    /// Neighbouring regions, or groups, for each task.
    fn tasks(&self, threads: Threads) -> Vec<Range<usize>>;

    /// All of them.
    fn whole(&self) -> Range<usize>;

    /// The number of left rows of a task.
    fn rows(&self, task: &Range<usize>) -> usize;

    /// Calls `sink` with the candidates of a task, until it returns false.
    fn run(&self, task: Range<usize>, wanted: Wanted, memory: &mut Memory, sink: &mut HitSink);
}

impl<B: Shape> Tasks for Search<'_, B> {
    fn tasks(&self, threads: Threads) -> Vec<Range<usize>> {
        match &self.left {
            LeftSide::Regions(regions) => regions.tasks(threads),
            LeftSide::Kept(left) => split(left.side().groups(), threads.tasks(left.len())),
            LeftSide::Right => split(self.right.side().groups(), threads.tasks(self.right.len())),
        }
    }

    fn whole(&self) -> Range<usize> {
        match &self.left {
            LeftSide::Regions(regions) => 0..regions.regions(),
            LeftSide::Kept(left) => 0..left.side().groups(),
            LeftSide::Right => 0..self.right.side().groups(),
        }
    }

    fn rows(&self, task: &Range<usize>) -> usize {
        match &self.left {
            LeftSide::Regions(regions) => regions.rows(task),
            LeftSide::Kept(_) | LeftSide::Right => task.len() * WIDTH,
        }
    }

    fn run(&self, task: Range<usize>, wanted: Wanted, memory: &mut Memory, sink: &mut HitSink) {
        self.progress.start_task();
        let kept = memory.0.take().and_then(|kept| kept.downcast::<Working<B>>().ok());
        let mut working = kept
            .unwrap_or_else(|| Box::new(Working { candidates: Candidates::new(), narrow: Narrow::new() }));
        working.narrow.resize(self.columns);
        // In a self-join the left row of a pair is known when the pair is copied.
        let any = wanted == Wanted::Any && !self.is_self;
        let found = any.then_some([const { Cell::new(false) }; LEFT_GROUPS * WIDTH]);
        let mut worker = Worker { search: self, working: &mut working, found, unreported: 0 };
        let is_complete = match &self.left {
            LeftSide::Regions(regions) => {
                let mut reader = regions.reader();
                task.into_iter().all(|region| {
                    let rows = reader.read(self.query.level(), region);
                    self.progress.clock.end(Phase::Order);
                    worker.search(rows, None, sink)
                })
            }
            LeftSide::Kept(packed) => worker.search_kept(packed, task, sink),
            LeftSide::Right => worker.search_kept(self.right, task, sink),
        };
        if is_complete {
            self.progress.add(worker.unreported);
        }
        memory.0 = Some(working);
    }
}

struct Worker<'a, 'b, B: Shape> {
    search: &'a Search<'b, B>,
    working: &'a mut Working<B>,
    /// Of which left rows a hit is found, if one is enough.
    found: Option<Found>,
    /// Left rows that are done and not reported.
    unreported: usize,
}

impl<B: Shape> Worker<'_, '_, B> {
    /// Searches groups that were packed before.
    fn search_kept(&mut self, packed: &Packed<B>, groups: Range<usize>, sink: &mut HitSink) -> bool {
        let first = groups.start;
        self.search(packed.side().part(groups), Some(Kept { packed, first }), sink)
    }

    /// Searches all groups of a left side.
    fn search(&mut self, side: RowGroups<B>, kept: Option<Kept<B>>, sink: &mut HitSink) -> bool {
        (0..side.groups()).step_by(LEFT_GROUPS).all(|start| {
            let part = side.part(start..side.groups().min(start + LEFT_GROUPS));
            let kept = kept.map(|kept| Kept { first: kept.first + start, ..kept });
            let go_on = self.run(part, kept, sink);
            if go_on {
                self.unreported += (part.starts[part.groups()] - part.starts[0]) as usize;
                if self.unreported >= ProgressCounter::STEP {
                    self.search.progress.add(core::mem::take(&mut self.unreported));
                }
            }
            go_on
        })
    }

    fn run(&mut self, left: RowGroups<B>, kept: Option<Kept<B>>, sink: &mut HitSink) -> bool {
        let Search { query, filter, is_self, right, .. } = *self.search;
        let (boxes, found) = (right.boxes.as_ref(), self.found.as_ref());
        for found in found.into_iter().flatten() {
            found.set(false);
        }
        let own = if matches!(self.search.left, LeftSide::Right) {
            kept.map(|kept| SelfJoin { first: 0, start: kept.first })
        } else {
            None
        };
        let (tree, right) = (&right.tree, right.side());
        let has_margins = false;
        let sides = SearchInput { left, right, tree, boxes, kept, own, found, has_margins };
        let (Working { candidates, narrow }, clock) = (&mut *self.working, self.search.progress.clock);
        candidates.find(query.level(), &sides, &mut |lefts, rights| {
            clock.end(Phase::Search);
            let (a, b) = ((sides.left.rows, lefts), (sides.right.rows, rights));
            match (own, is_self) {
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
