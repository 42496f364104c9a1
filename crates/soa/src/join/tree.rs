//! A packed tree of the boxes of groups of rows: sixteen boxes to a group, whose box is in the next level.
//!
//! ```text
//!    level 1   [ 0 .. 15 ]                                    boxes of groups of level 0
//!                 |
//!    level 0   [ 0 .. 15 ] [ 16 .. 31 ] ...                   boxes of groups of rows
//!                 |
//!              rows 0 .. 15, rows 16 .. 31, ...
//! ```
//!
//! The box of group `g` of a level is number `g` of the next level. There are no pointers.

use alloc::vec;
use alloc::vec::Vec;

use super::groups::{Groups, WIDTH, bits, bounds_of_group, splat};
use super::probe::Probe;
use crate::data::shape::Shape;
use crate::lanes::Simd;

/// A packed tree of boxes `B`, whose columns are least coordinates and then largest ones.
pub(crate) struct Tree<B: Shape> {
    /// At least one level. The places after the last box are NaN, which intersects nothing.
    levels: Vec<Groups<B>>,
    /// Boxes of the first level.
    boxes: usize,
}

impl<B: Shape> Tree<B> {
    /// The tree above these boxes.
    pub(crate) fn new(boxes: impl ExactSizeIterator<Item = B>) -> Self {
        let len = boxes.len();
        let mut levels = vec![Groups::new(boxes)];
        while levels[levels.len() - 1].len() > 1 {
            let below = &levels[levels.len() - 1];
            let bounds = (0..below.len()).map(|group| bounds_of_group(&below.group(group)));
            levels.push(Groups::new(bounds));
        }
        Self { levels, boxes: len }
    }

    /// Replaces the box of a group of rows that has any, but not those around it.
    pub(crate) fn set(&mut self, group: usize, around: &B) {
        if !around.values()[0].is_nan() {
            self.levels[0].set(group, around);
        }
    }

    /// Makes the boxes of all levels but the first anew.
    pub(crate) fn refit(&mut self) {
        for level in 1..self.levels.len() {
            let (below, above) = self.levels.split_at_mut(level);
            let below = &below[level - 1];
            for group in 0..below.len() {
                above[0].set(group, &bounds_of_group(&below.group(group)));
            }
        }
    }

    /// The last level and its only group; None without boxes.
    pub(crate) fn root(&self) -> Option<(usize, usize)> {
        (self.boxes > 0).then(|| (self.levels.len() - 1, 0))
    }

    /// The boxes of a level.
    pub(crate) fn level(&self, level: usize) -> &Groups<B> {
        &self.levels[level]
    }

    /// A box of a level; NaN after the last one.
    pub(crate) fn get(&self, level: usize, number: usize) -> B {
        self.levels[level].get(number)
    }

    /// The sum of the finite sides of the boxes of groups of rows, which grows with the cost of a search.
    pub(crate) fn total_extent(&self) -> f64 {
        (0..self.boxes).map(|group| extent(&self.get(0, group))).sum()
    }

    /// Makes room for the boxes of more groups of rows.
    pub(crate) fn reserve(&mut self, mut more: usize) {
        for groups in &mut self.levels {
            more = more / WIDTH + 1;
            groups.reserve(more);
        }
        self.levels.reserve(1);
    }

    /// Replaces the box of a group of rows, or appends one, and the boxes around it. A group without rows,
    /// whose box is NaN, keeps the one that it had: only the last places of a level may be NaN.
    pub(crate) fn put(&mut self, group: usize, around: &B) {
        if around.values()[0].is_nan() {
            return;
        }
        self.boxes = self.boxes.max(group + 1);
        let (mut place, mut around) = (group, *around);
        for groups in &mut self.levels {
            if place / WIDTH == groups.len() {
                groups.resize(place / WIDTH + 1);
            }
            groups.set(place, &around);
            place /= WIDTH;
            around = bounds_of_group(&groups.group(place));
        }
        let last = &self.levels[self.levels.len() - 1];
        if last.len() > 1 {
            // It had one group so far, and has two.
            let first = bounds_of_group(&last.group(0));
            self.levels.push(Groups::new([first, around].into_iter()));
        }
    }

    /// Calls `found` with all groups of rows whose box the probe may intersect, until it returns false.
    /// Returns its last answer.
    #[inline(always)]
    pub(crate) fn visit<T: Simd>(
        &self,
        simd: T,
        probe: &Probe<B>,
        stack: &mut Stack,
        mut found: impl FnMut(usize) -> bool,
    ) -> bool {
        let of = splat(simd, &probe.bounds);
        let Some((level, group)) = self.root() else { return true };
        stack.start(level, group);
        while let Some((level, group)) = stack.pop() {
            for bit in bits(probe.mask(simd, &self.levels[level], group, &of)) {
                let child = group * WIDTH + bit;
                if level > 0 {
                    stack.push(level - 1, child);
                } else if !found(child) {
                    return false;
                }
            }
        }
        true
    }
}

/// The sum of the finite sides of a box.
pub(crate) fn extent<B: Shape>(around: &B) -> f64 {
    let (min, max) = around.values().split_at(B::COLUMNS.len() / 2);
    let sides = min.iter().zip(max).map(|(&min, &max)| f64::from(max) - f64::from(min));
    sides.filter(|side| side.is_finite()).sum()
}

/// Groups of a tree that are still to be visited.
///
/// A tree above `2^32` rows has at most eight levels, of at most `2^24` groups, and a visit leaves at most
/// fifteen groups of each open. Level and group share a word, so that a stack is made in a few stores.
pub(crate) struct Stack {
    groups: [u32; 128],
    len: usize,
}

impl Stack {
    pub(crate) fn new() -> Self {
        Self { groups: [0; 128], len: 0 }
    }

    /// Begins with one group of a level.
    #[inline(always)]
    pub(crate) fn start(&mut self, level: usize, group: usize) {
        self.len = 0;
        self.push(level, group);
    }

    #[inline(always)]
    pub(crate) fn push(&mut self, level: usize, group: usize) {
        self.groups[self.len % 128] = (level as u32) << 28 | group as u32;
        self.len += 1;
    }

    #[inline(always)]
    pub(crate) fn pop(&mut self) -> Option<(usize, usize)> {
        self.len = self.len.checked_sub(1)?;
        let group = self.groups[self.len % 128];
        Some(((group >> 28) as usize, (group & ((1 << 28) - 1)) as usize))
    }
}

#[cfg(test)]
mod tests {
    use scalar::dim2::Aabb;

    use super::*;

    #[test]
    fn the_extent_is_the_sum_of_the_finite_sides() {
        let aabb = Aabb { min: [-3.0, 1.0], max: [2.0, 5.0] };
        let endless = Aabb { min: [f32::NEG_INFINITY, 2.0], max: [7.0, 4.0] };
        assert_eq!(Tree::new([aabb, endless, aabb].into_iter()).total_extent(), 9.0 + 2.0 + 9.0);
    }
}
