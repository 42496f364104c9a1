//! The pairs of rows, one of each side, whose boxes meet.
//!
//! ```text
//!    up to 32 left groups
//!        |   the box around them all, down the tree
//!    right groups that are near        rows' boxes are made here: what is near is used many times, and then stays in cache
//!        |   the box around each left group
//!    left group, right group
//!        |   the boxes of sixteen left rows at once
//!    left row, right group
//!        |   the boxes of sixteen right rows at once
//!    left row, right row
//! ```
//!
//! Each step makes a list, so that no loop ends by surprise.
//!
//! Where left rows lie far apart for the right side, as a few shapes of a large index do, or are long and thin, as rays are, the box around
//! a group of them meets far more than they do. Then each row of the group goes down the tree by itself.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::ops::Range;

use super::boxes::Boxes;
use super::groups::{Groups, MOST, WIDTH};
use super::packed::RowGroups;
use super::probe::Probe;
use super::tree::{Stack, Tree, bits, intersects_mask, merge, splat};
use crate::data::shape::Shape;
use crate::lanes::Simd;
use crate::lanes::level::{Level, at_level};

/// Left groups that are looked at together, at most.
pub(crate) const TOGETHER: usize = 32;
/// Right groups that are looked at together, at most.
const NEAR: usize = 256;
/// Right groups near a left group, for each of its rows, beyond which the rows go down the tree one by one. A row that does so visits some
/// ten groups of boxes.
const NEAR_A_ROW: usize = 4;

/// Finds candidates.
pub(crate) struct Candidates<B: Shape> {
    block: Block,
    stack: Stack,
    /// Left groups that are not searched yet.
    waiting: Vec<Range<usize>>,
    /// Boxes of left groups.
    pub(crate) left: Boxes<B>,
    /// Boxes of near right groups.
    right: Boxes<B>,
    /// Right groups that may meet some of the left ones.
    near: Vec<u32>,
    /// Left groups, each with the number in `near` of a right one that it meets.
    groups: Vec<[u32; 2]>,
    /// Left rows, each with a right group that it meets.
    rows: Vec<RowAndGroup>,
}

/// A left row and a right group.
#[derive(Clone, Copy)]
struct RowAndGroup {
    /// The number of the row's box.
    row: u32,
    /// The row's place.
    place: u32,
    /// The number of the group's boxes.
    group: u32,
    /// The place of the group's first row.
    start: u32,
}

/// Both sides.
pub(crate) struct SearchInput<'a, B: Shape> {
    /// Up to [`TOGETHER`] groups.
    pub(crate) left: RowGroups<'a, B>,
    pub(crate) right: RowGroups<'a, B>,
    pub(crate) tree: &'a Tree<B>,
    /// The boxes of right rows, group by group, if they are kept.
    pub(crate) boxes: Option<&'a Groups<B>>,
    /// The sides are one, and only rows behind a row are candidates with it: the number of the first left group.
    pub(crate) own: Option<usize>,
}

/// Candidates that are handed over together: left and right places.
struct Block {
    left: Box<[u32; MOST]>,
    right: Box<[u32; MOST]>,
    len: usize,
}

/// The rows of a group from the place `start` that are behind a row of the same set, if it is one of them.
#[inline(always)]
fn behind(meets: u32, place: u32, start: u32) -> u32 {
    let lane = place.wrapping_sub(start);
    if lane < WIDTH as u32 { meets & (!1 << lane) } else { meets }
}

impl Block {
    /// Hands the candidates to `take` if there is no room for a group more. Returns whether it did not say stop.
    #[inline(always)]
    fn has_room(&mut self, take: &mut dyn FnMut(&[u32], &[u32]) -> bool) -> bool {
        if self.len <= MOST - WIDTH {
            return true;
        }
        let len = core::mem::take(&mut self.len);
        take(&self.left[..len], &self.right[..len])
    }

    /// Takes one left place with some of sixteen right ones, those of the bits. There must be room for all.
    #[inline(always)]
    fn push(&mut self, left: u32, right: u32, mut bits: u32) {
        let at = self.len.min(MOST - WIDTH);
        let (lefts, rights) = (&mut self.left[at..at + WIDTH], &mut self.right[at..at + WIDTH]);
        self.len += bits.count_ones() as usize;
        // Most rows meet one or two of a group: written whether they do or not.
        for i in 0..2 {
            lefts[i] = left;
            rights[i] = right + bits.trailing_zeros();
            bits &= bits.wrapping_sub(1);
        }
        for i in 2..WIDTH {
            if bits == 0 {
                break;
            }
            lefts[i] = left;
            rights[i] = right + bits.trailing_zeros();
            bits &= bits - 1;
        }
    }
}

impl<B: Shape> Candidates<B> {
    pub(crate) fn new() -> Self {
        Self {
            block: Block { left: bytemuck::zeroed_box(), right: bytemuck::zeroed_box(), len: 0 },
            stack: Stack::new(),
            waiting: Vec::new(),
            left: Boxes::new(),
            right: Boxes::new(),
            near: Vec::new(),
            groups: Vec::new(),
            rows: Vec::new(),
        }
    }

    /// Hands all candidates to `take`: blocks of left and right places, in no order; until it says stop. Returns whether it did not.
    pub(crate) fn find(
        &mut self,
        level: Level,
        sides: &SearchInput<B>,
        take: &mut dyn FnMut(&[u32], &[u32]) -> bool,
    ) -> bool {
        /// The left groups.
        const GROUPS: [u32; TOGETHER] = {
            let mut groups = [0; TOGETHER];
            let mut i = 0;
            while i < TOGETHER {
                groups[i] = i as u32;
                i += 1;
            }
            groups
        };
        let groups = sides.left.groups();
        sides.left.rows.boxes(level, sides.left.starts, &GROUPS[..groups], &mut self.left);
        self.block.len = 0;
        self.waiting.clear();
        self.waiting.push(0..groups);
        while let Some(groups) = self.waiting.pop() {
            let at_most =
                if groups.len() > 1 { NEAR } else { NEAR_A_ROW * sides.left.group(groups.start).len() };
            let has_all = at_level!(level, simd => self.find_near(simd, groups.clone(), sides, at_most));
            if !has_all && groups.len() > 1 {
                let middle = groups.start + groups.len() / 2;
                self.waiting.extend([groups.start..middle, middle..groups.end]);
                continue;
            }
            if !has_all {
                if !self.row_by_row(level, groups.start, sides, take) {
                    return false;
                }
                continue;
            }
            let near = core::mem::take(&mut self.near);
            for near in near.chunks(NEAR) {
                sides.right.rows.boxes(level, sides.right.starts, near, &mut self.right);
                let to_the_end = at_level!(level, simd => {
                    self.meeting_groups(simd, groups.clone(), near.len());
                    self.meeting_rows(simd, near, sides);
                    self.pairs(simd, sides.own.is_some(), take)
                });
                if !to_the_end {
                    return false;
                }
            }
            self.near = near;
        }
        take(&self.block.left[..self.block.len], &self.block.right[..self.block.len])
    }

    /// The right groups that the box around some left ones meets. Returns whether they are no more than `at_most`; else only some are found.
    #[inline(always)]
    fn find_near<T: Simd>(
        &mut self,
        simd: T,
        groups: Range<usize>,
        sides: &SearchInput<B>,
        at_most: usize,
    ) -> bool {
        let mut all = self.left.around(groups.start);
        for group in groups.clone() {
            all = merge(&all, &self.left.around(group));
        }
        let first = sides.own.map_or(0, |own| own + groups.start);
        let near = &mut self.near;
        near.clear();
        sides.tree.visit(simd, &Probe::of_box(all), &mut self.stack, |group| {
            if group >= first {
                near.push(group as u32);
            }
            near.len() <= at_most
        })
    }

    /// Takes each row of a left group down the tree. Returns whether `take` did not say stop.
    fn row_by_row(
        &mut self,
        level: Level,
        group: usize,
        sides: &SearchInput<B>,
        take: &mut dyn FnMut(&[u32], &[u32]) -> bool,
    ) -> bool {
        let first = sides.own.map_or(0, |own| own + group);
        for place in sides.left.group(group) {
            let probe = sides.left.rows.probe(place);
            let mut near = core::mem::take(&mut self.near);
            near.clear();
            at_level!(level, simd => sides.tree.visit(simd, &probe, &mut self.stack, |group| {
                if group >= first {
                    near.push(group as u32);
                }
                true
            }));
            let to_the_end = near.chunks(NEAR).all(|near| {
                if sides.boxes.is_none() {
                    sides.right.rows.boxes(level, sides.right.starts, near, &mut self.right);
                }
                at_level!(level, simd => self.pairs_of_row(simd, &probe, place as u32, near, sides, take))
            });
            self.near = near;
            if !to_the_end {
                return false;
            }
        }
        true
    }

    /// One left row with the rows of near groups that it meets.
    #[inline(always)]
    fn pairs_of_row<T: Simd>(
        &mut self,
        simd: T,
        probe: &Probe<B>,
        place: u32,
        near: &[u32],
        sides: &SearchInput<B>,
        take: &mut dyn FnMut(&[u32], &[u32]) -> bool,
    ) -> bool {
        let Self { right, block, .. } = self;
        let of = splat(simd, &probe.bounds);
        for (i, &number) in near.iter().enumerate() {
            if !block.has_room(take) {
                return false;
            }
            let (boxes, at) = sides.boxes.map_or((&right.rows, i), |boxes| (boxes, number as usize));
            let start = sides.right.starts[number as usize];
            let meets = probe.mask(simd, boxes, at, &of);
            block.push(place, start, if sides.own.is_some() { behind(meets, place, start) } else { meets });
        }
        true
    }

    /// Left groups with the near ones that they meet.
    #[inline(always)]
    fn meeting_groups<T: Simd>(&mut self, simd: T, groups: Range<usize>, near: usize) {
        self.groups.clear();
        for group in groups {
            let of = splat(simd, &self.left.around(group));
            for at in 0..near.div_ceil(WIDTH) {
                let meets = intersects_mask(simd, &self.right.around, at, &of);
                self.groups.extend(bits(meets).map(|bit| [group as u32, (at * WIDTH + bit) as u32]));
            }
        }
    }

    /// Left rows with the near groups that they meet.
    #[inline(always)]
    fn meeting_rows<T: Simd>(&mut self, simd: T, near: &[u32], sides: &SearchInput<B>) {
        self.rows.clear();
        for &[group, other] in &self.groups {
            let number = near[other as usize] as usize;
            if sides.own.is_some_and(|own| number < own + group as usize) {
                continue;
            }
            let of = splat(simd, &self.right.around(other as usize));
            let meets = intersects_mask(simd, &self.left.rows, group as usize, &of);
            let (place, start) = (sides.left.starts[group as usize], sides.right.starts[number]);
            self.rows.extend(bits(meets).map(|bit| RowAndGroup {
                row: group * WIDTH as u32 + bit as u32,
                place: place + bit as u32,
                group: other,
                start,
            }));
        }
    }

    /// Left rows with the rows of near groups that they meet.
    #[inline(always)]
    fn pairs<T: Simd>(&mut self, simd: T, own: bool, take: &mut dyn FnMut(&[u32], &[u32]) -> bool) -> bool {
        let Self { left, right, rows, block, .. } = self;
        for &RowAndGroup { row, place, group, start } in &*rows {
            if !block.has_room(take) {
                return false;
            }
            let of = splat(simd, &left.rows.get(row as usize));
            let meets = intersects_mask(simd, &right.rows, group as usize, &of);
            block.push(place, start, if own { behind(meets, place, start) } else { meets });
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use scalar::dim2::Aabb;

    use super::super::groups::Numbered;
    use super::super::packed::PackedRows;
    use super::*;

    const LEVEL: Level = Level::PORTABLE;

    /// Boxes that begin here and are so long, in groups of sixteen, and where the groups begin.
    fn row(boxes: impl ExactSizeIterator<Item = [f32; 2]>) -> (Vec<Numbered<Aabb>>, Vec<u32>) {
        let len = boxes.len() as u32;
        let aabb = |[x, length]: [f32; 2]| Aabb { min: [x, 0.0], max: [x + length, 1.0] };
        (boxes.map(aabb).zip(0..).collect(), (0..len).step_by(WIDTH).chain([len]).collect())
    }

    /// Giants of several groups, each with more groups of dwarfs than are looked at together.
    #[test]
    fn blocks_are_handed_over_when_they_are_full() {
        const DWARFS: u32 = 5_000;
        let (left, left_starts) = row((0..40).map(|i| [100.0 * i as f32, 5_000.0]));
        let (right, right_starts) = row((0..DWARFS).map(|i| [2.0 * i as f32, 1.0]));
        let tree = Tree::new(right.around(LEVEL, &right_starts, None).into_iter());
        let left = RowGroups { rows: &left, starts: &left_starts };
        let right = RowGroups { rows: &right, starts: &right_starts };
        let sides = SearchInput { left, right, tree: &tree, boxes: None, own: None };
        let mut candidates = Candidates::new();
        let (mut pairs, mut lengths) = (Vec::new(), Vec::new());
        let to_the_end = candidates.find(LEVEL, &sides, &mut |left, right| {
            pairs.extend(left.iter().copied().zip(right.iter().copied()));
            lengths.push(left.len());
            true
        });
        pairs.sort_unstable();
        let meet = |left: u32, right: u32| (100 * left..=100 * left + 5_000).contains(&(2 * right));
        let of =
            |left: u32| (0..DWARFS).filter(move |&right| meet(left, right)).map(move |right| (left, right));
        assert!(to_the_end && pairs == (0..40).flat_map(of).collect::<Vec<_>>());
        let last = lengths.pop();
        assert!(last.is_some_and(|last| last <= MOST));
        assert!(lengths.iter().all(|len| (MOST - WIDTH + 1..=MOST).contains(len)), "{lengths:?}");
        // Nobody is asked again who has said stop.
        let mut blocks = 0;
        let to_the_end = candidates.find(LEVEL, &sides, &mut |_, _| {
            blocks += 1;
            blocks < 3
        });
        assert_eq!((to_the_end, blocks), (false, 3));
    }
}
