//! A search: the left rows, task by task, against the tree of the right ones, and the narrow phase on what is found.

use alloc::vec::Vec;
use core::ops::Range;
use core::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use bytemuck::Zeroable;

use super::bounds::Bounded;
use super::candidates::{Candidates, Sides, TOGETHER};
use super::groups::WIDTH;
use super::narrow::Narrow;
use super::order::Order;
use super::placed::{Placed, Side};
use super::region::Numbered;
use super::scatter::{Scattered, split};
use super::{Progress, Report};
use crate::kernel::Overlap;
use crate::query::Query;
use crate::threads::Threads;

/// Takes left rows, right rows, and the bits of those that hit, and says whether to go on.
pub(crate) type Take<'a> = dyn FnMut(&[u32], &[u32], &[u8]) -> bool + 'a;

/// The left side.
pub(crate) enum Left<'a, A: Bounded> {
    /// Rows by region.
    Regions(&'a Scattered<Numbered<A>>),
    /// The right side itself: each pair of different rows once.
    Own(&'a Placed<A>),
}

/// What all tasks of a search have in common.
pub(crate) struct Search<'a, A: Bounded, B: Bounded> {
    pub(crate) query: Query,
    pub(crate) left: Left<'a, A>,
    pub(crate) right: &'a Placed<B>,
    pub(crate) wanted: Wanted<A, B>,
    pub(crate) done: &'a Done<'a>,
}

/// Which pairs are wanted.
#[derive(Clone, Copy)]
pub(crate) struct Wanted<A, B> {
    /// Left and right are one set: the smaller row on the left.
    pub(crate) own: bool,
    pub(crate) leave_out: Option<fn(&A, &B) -> bool>,
}

/// How many left rows are done, and who wants to know.
pub(crate) struct Done<'a> {
    pub(crate) rows: AtomicUsize,
    pub(crate) of: usize,
    pub(crate) report: Option<Report<'a>>,
}

impl Done<'_> {
    /// Rows between two reports.
    const STEP: usize = 1 << 14;

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

impl<A, B> Search<'_, A, B>
where
    A: Overlap<B> + Bounded,
    B: Bounded<Bounds = A::Bounds>,
{
    /// Neighbouring regions, or groups, for each task.
    pub(crate) fn tasks(&self, threads: Threads) -> Vec<Range<usize>> {
        match self.left {
            Left::Regions(regions) => regions.tasks(threads),
            Left::Own(placed) => split(placed.side().groups(), threads.tasks(placed.len())),
        }
    }

    /// Hands the candidates of a task to `take`, until it says stop.
    pub(crate) fn run(&self, task: Range<usize>, take: &mut Take) {
        let mut worker = Worker { candidates: Candidates::new(), narrow: Narrow::new() };
        let mut fresh = 0;
        let mut report = |rows: usize, last: bool| {
            fresh += rows;
            if fresh >= Done::STEP || last {
                self.done.add(core::mem::take(&mut fresh));
            }
        };
        let mut search = |side: Side<A>, own: Option<usize>| {
            (0..side.groups()).step_by(TOGETHER).all(|start| {
                let part = side.part(start..side.groups().min(start + TOGETHER));
                let go_on = worker.run(self, part, own.map(|first| first + start), take);
                if go_on {
                    report((part.starts[part.groups()] - part.starts[0]) as usize, false);
                }
                go_on
            })
        };
        let to_the_end = match self.left {
            Left::Regions(regions) => {
                let (mut order, mut scratch, mut rows) = (Order::new(), Vec::new(), Vec::new());
                task.into_iter().all(|region| {
                    let from = regions.bucket(region, &mut scratch);
                    rows.resize(from.len(), Zeroable::zeroed());
                    order.put(self.query.its_level(), from, &mut rows);
                    let len = rows.len() as u32;
                    let starts: Vec<u32> = (0..len).step_by(WIDTH).chain([len]).collect();
                    search(Side { rows: &rows, starts: &starts }, None)
                })
            }
            Left::Own(placed) => search(placed.side().part(task.clone()), Some(task.start)),
        };
        if to_the_end {
            report(0, true);
        }
    }
}

struct Worker<A: Bounded, B: Bounded> {
    candidates: Candidates<A::Bounds>,
    narrow: Narrow<A, B>,
}

impl<A, B> Worker<A, B>
where
    A: Overlap<B> + Bounded,
    B: Bounded<Bounds = A::Bounds>,
{
    fn run(&mut self, search: &Search<A, B>, left: Side<A>, own: Option<usize>, take: &mut Take) -> bool {
        let Wanted { own: ascending, leave_out } = search.wanted;
        let narrow = &mut self.narrow;
        let mut test = |lefts: &[u32], rights: &[u32]| {
            let (a, b) = ((left.rows, lefts), (search.right.side().rows, rights));
            if !ascending && leave_out.is_none() {
                narrow.copy(a, b, |_, _, left, right| Some((left, right)));
            } else {
                narrow.copy(a, b, |a, b, left, right| {
                    let pair = if own.is_some() { (left.min(right), left.max(right)) } else { (left, right) };
                    let wanted = !ascending || pair.0 < pair.1;
                    (wanted && !leave_out.is_some_and(|leave_out| leave_out(a, b))).then_some(pair)
                });
            }
            let (left, right, bits) = narrow.test(search.query);
            take(left, right, bits)
        };
        let (level, right) = (search.query.its_level(), search.right.side());
        self.candidates.left.fill(level, left, &(0..left.groups()));
        let sides = Sides {
            left: left.starts,
            right: right.starts,
            tree: &search.right.tree,
            fill: &|boxes, near| boxes.fill(level, right, &near.iter().map(|&group| group as usize)),
            own,
        };
        self.candidates.find(level, &sides, &mut test)
    }
}
