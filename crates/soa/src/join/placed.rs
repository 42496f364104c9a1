//! Rows in an order of their own, region by region, with a tree of boxes above them.

use alloc::vec::Vec;
use core::ops::Range;

use super::bounds::{Bounded, boxes_of};
use super::groups::WIDTH;
use super::order::Order;
use super::region::Numbered;
use super::scatter::Scattered;
use super::tree::{Tree, around};
use crate::lanes::Simd;
use crate::level::{Level, at_level};
use crate::shape::Shape;
use crate::threads::Threads;

/// Rows in groups of neighbours.
pub(crate) struct Placed<S: Bounded> {
    rows: Vec<Numbered<S>>,
    /// Where each group begins, and where the last one ends. Each region begins a group.
    starts: Vec<u32>,
    pub(crate) tree: Tree<S::Bounds>,
}

/// Rows in groups, each row in one piece: a candidate is copied whole.
#[derive(Clone, Copy)]
pub(crate) struct Side<'a, S> {
    pub(crate) rows: &'a [Numbered<S>],
    /// Where each group begins, and where the last one ends.
    pub(crate) starts: &'a [u32],
}

impl<'a, S> Side<'a, S> {
    /// The number of groups.
    pub(crate) fn groups(self) -> usize {
        self.starts.len() - 1
    }

    /// The rows of a group.
    #[inline(always)]
    pub(crate) fn group(self, group: usize) -> &'a [Numbered<S>] {
        &self.rows[self.starts[group] as usize..self.starts[group + 1] as usize]
    }

    /// Some groups. Places are those of the whole.
    pub(crate) fn part(self, groups: Range<usize>) -> Self {
        Self { starts: &self.starts[groups.start..=groups.end], ..self }
    }

    /// Asks for the memory of a group.
    #[inline(always)]
    pub(crate) fn ask_for<T: Simd>(self, simd: T, group: usize)
    where
        S: Shape,
    {
        const LINE: usize = 64;
        for (row, _) in self.group(group).iter().step_by((LINE / size_of::<Numbered<S>>()).max(1)) {
            simd.prefetch(row.values());
        }
    }
}

/// A task's part of what is placed.
struct Part<'a, S> {
    regions: Range<usize>,
    /// The first place.
    start: usize,
    rows: &'a mut [Numbered<S>],
}

/// The groups of a task: where they begin, and the boxes around them.
struct Grouped<B> {
    starts: Vec<u32>,
    boxes: Vec<B>,
}

impl<S: Bounded> Placed<S> {
    /// All regions.
    pub(crate) fn new(level: Level, threads: Threads, regions: Scattered<Numbered<S>>) -> Self {
        let counts: Vec<usize> = (0..regions.buckets()).map(|region| regions.count(region)).collect();
        let tasks = regions.tasks(threads);
        let (mut rows, from) = regions.gather();
        let (mut left, mut start) = (&mut rows[..], 0);
        let parts = tasks.into_iter().map(|regions| {
            let len = counts[regions.clone()].iter().sum();
            start += len;
            Part { regions, start: start - len, rows: left.split_off_mut(..len).unwrap_or_default() }
        });
        let grouped = threads.map(parts.collect(), |part| part.fill(level, &counts, from.as_ref()));
        let mut starts: Vec<u32> = grouped.iter().flat_map(|task| task.starts.iter().copied()).collect();
        starts.push(rows.len() as u32);
        let boxes: Vec<_> = grouped.into_iter().flat_map(|task| task.boxes).collect();
        Self { rows, starts, tree: Tree::new(boxes.into_iter()) }
    }

    pub(crate) fn side(&self) -> Side<'_, S> {
        Side { rows: &self.rows, starts: &self.starts }
    }

    /// The number of rows.
    pub(crate) fn len(&self) -> usize {
        self.rows.len()
    }

    /// Takes the rows as they are now, by their numbers.
    pub(crate) fn refit(&mut self, row: impl Fn(usize) -> S) {
        for (slot, number) in &mut self.rows {
            *slot = row(*number as usize);
        }
        let side = self.side();
        let boxes = (0..side.groups()).map(|group| around::<S::Bounds>(&boxes_of(side.group(group))));
        self.tree = Tree::new(boxes);
    }
}

impl<S: Bounded> Part<'_, S> {
    /// Puts the rows of each region in order: rows that are in their places, or those of a bucket elsewhere.
    fn fill(
        self,
        level: Level,
        counts: &[usize],
        from: Option<&Scattered<Numbered<S>>>,
    ) -> Grouped<S::Bounds> {
        let (mut order, mut scratch) = (Order::new(), Vec::new());
        let mut grouped = Grouped { starts: Vec::new(), boxes: Vec::new() };
        let (mut left, mut start) = (self.rows, self.start);
        for region in self.regions {
            let rows = left.split_off_mut(..counts[region]).unwrap_or_default();
            scratch.clear();
            match from {
                Some(from) => from.copy(region, &mut scratch),
                None => scratch.extend_from_slice(rows),
            }
            order.put(level, &scratch, rows);
            at_level!(level, _simd => {
                for group in rows.chunks(WIDTH) {
                    grouped.starts.push(start as u32);
                    grouped.boxes.push(around::<S::Bounds>(&boxes_of(group)));
                    start += group.len();
                }
            });
        }
        grouped
    }
}
