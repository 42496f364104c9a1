//! The pairs of rows, one of each side, whose boxes intersect.
//!
//! ```text
//!    up to 32 left groups
//!        |   the box of all of them, down the tree
//!    near right groups                 the boxes of their rows are made here: they are used many times while they are in cache
//!        |   the box of each left group
//!    left group, right group
//!        |   the boxes of sixteen left rows at once
//!    left row, right group
//!        |   the boxes of sixteen right rows at once
//!    left row, right row
//! ```
//!
//! Each step makes a list, so that the processor predicts where each loop ends.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::ops::Range;

use super::boxes::Boxes;
use super::groups::{BLOCK, WIDTH};
use super::packed::RowGroups;
use super::tree::{Tree, bits, intersects_mask, merge, splat};
use crate::data::shape::Shape;
use crate::lanes::Simd;
use crate::lanes::level::{Level, at_level};

/// Left groups that are searched together, at most.
pub(crate) const LEFT_GROUPS: usize = 32;
/// Right groups that are searched together, at most.
const RIGHT_GROUPS: usize = 256;

/// Finds candidates.
pub(crate) struct Candidates<B: Shape> {
    block: Block,
    stack: Vec<(usize, usize)>,
    /// Left groups that are not searched yet.
    pending: Vec<Range<usize>>,
    /// Boxes of left groups.
    left: Boxes<B>,
    /// Boxes of near right groups.
    right: Boxes<B>,
    /// Right groups whose boxes intersect the box of all left ones.
    near: Vec<u32>,
    /// Left groups, each with the number in `near` of a right one whose box intersects its own.
    groups: Vec<[u32; 2]>,
    /// Left rows, each with a right group whose box intersects its own.
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

/// Both sides of a search.
pub(crate) struct SearchInput<'a, B: Shape> {
    /// Up to [`LEFT_GROUPS`] groups.
    pub(crate) left: RowGroups<'a, B>,
    pub(crate) right: RowGroups<'a, B>,
    pub(crate) tree: &'a Tree<B>,
    /// In a self-join, where only later rows are candidates with a row: the number of the first left group.
    pub(crate) self_start: Option<usize>,
}

/// Candidates that are tested together: left and right places.
struct Block {
    left: Box<[u32; BLOCK]>,
    right: Box<[u32; BLOCK]>,
    len: usize,
}

impl Block {
    /// Appends one left place with those of sixteen right ones whose bits are set. There must be room for
    /// sixteen.
    #[inline(always)]
    fn push(&mut self, left: u32, right: u32, mut bits: u32) {
        let at = self.len.min(BLOCK - WIDTH);
        let (lefts, rights) = (&mut self.left[at..at + WIDTH], &mut self.right[at..at + WIDTH]);
        self.len += bits.count_ones() as usize;
        // Most rows intersect one or two of a group: two are written without a test.
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
            stack: Vec::new(),
            pending: Vec::new(),
            left: Boxes::new(),
            right: Boxes::new(),
            near: Vec::new(),
            groups: Vec::new(),
            rows: Vec::new(),
        }
    }

    /// Calls `sink` with blocks of candidates, left and right places in no order, until it returns false.
    /// Returns its last answer.
    pub(crate) fn find(
        &mut self,
        level: Level,
        sides: &SearchInput<B>,
        sink: &mut dyn FnMut(&[u32], &[u32]) -> bool,
    ) -> bool {
        let numbers: [u32; LEFT_GROUPS] = core::array::from_fn(|group| group as u32);
        let groups = sides.left.groups();
        sides.left.rows.boxes(level, sides.left.starts, &numbers[..groups], &mut self.left);
        self.block.len = 0;
        self.pending.clear();
        self.pending.push(0..groups);
        while let Some(groups) = self.pending.pop() {
            at_level!(level, simd => self.find_near(simd, groups.clone(), sides));
            if self.near.len() > RIGHT_GROUPS && groups.len() > 1 {
                let middle = groups.start + groups.len() / 2;
                self.pending.extend([groups.start..middle, middle..groups.end]);
                continue;
            }
            let near = core::mem::take(&mut self.near);
            for near in near.chunks(RIGHT_GROUPS) {
                sides.right.rows.boxes(level, sides.right.starts, near, &mut self.right);
                let go_on = at_level!(level, simd => {
                    self.find_groups(simd, groups.clone(), near.len());
                    self.find_rows(simd, near, sides);
                    self.find_pairs(simd, sides.self_start.is_some(), sink)
                });
                if !go_on {
                    return false;
                }
            }
            self.near = near;
        }
        sink(&self.block.left[..self.block.len], &self.block.right[..self.block.len])
    }

    /// Lists the right groups whose boxes intersect the box of some left ones.
    #[inline(always)]
    fn find_near<T: Simd>(&mut self, simd: T, groups: Range<usize>, sides: &SearchInput<B>) {
        let mut all = self.left.groups.get(groups.start);
        for group in groups.clone() {
            all = merge(&all, &self.left.groups.get(group));
        }
        let first = sides.self_start.map_or(0, |first| first + groups.start);
        let near = &mut self.near;
        near.clear();
        sides.tree.intersecting_groups(simd, &all, &mut self.stack, |group| {
            if group >= first {
                near.push(group as u32);
            }
        });
    }

    /// Lists left groups with the near ones whose boxes intersect theirs.
    #[inline(always)]
    fn find_groups<T: Simd>(&mut self, simd: T, groups: Range<usize>, near: usize) {
        self.groups.clear();
        for group in groups {
            let of = splat(simd, &self.left.groups.get(group));
            for at in 0..near.div_ceil(WIDTH) {
                let mask = intersects_mask(simd, &self.right.groups, at, &of);
                self.groups.extend(bits(mask).map(|bit| [group as u32, (at * WIDTH + bit) as u32]));
            }
        }
    }

    /// Lists left rows with the near groups whose boxes intersect theirs.
    #[inline(always)]
    fn find_rows<T: Simd>(&mut self, simd: T, near: &[u32], sides: &SearchInput<B>) {
        self.rows.clear();
        for &[group, other] in &self.groups {
            let number = near[other as usize] as usize;
            if sides.self_start.is_some_and(|first| number < first + group as usize) {
                continue;
            }
            let of = splat(simd, &self.right.groups.get(other as usize));
            let mask = intersects_mask(simd, &self.left.rows, group as usize, &of);
            let (place, start) = (sides.left.starts[group as usize], sides.right.starts[number]);
            self.rows.extend(bits(mask).map(|bit| RowAndGroup {
                row: group * WIDTH as u32 + bit as u32,
                place: place + bit as u32,
                group: other,
                start,
            }));
        }
    }

    /// Appends left rows with the rows of near groups whose boxes intersect theirs, and calls `sink` with
    /// full blocks.
    #[inline(always)]
    fn find_pairs<T: Simd>(
        &mut self,
        simd: T,
        is_self: bool,
        sink: &mut dyn FnMut(&[u32], &[u32]) -> bool,
    ) -> bool {
        let Self { left, right, rows, block, .. } = self;
        for &RowAndGroup { row, place, group, start } in &*rows {
            if block.len > BLOCK - WIDTH {
                if !sink(&block.left[..block.len], &block.right[..block.len]) {
                    return false;
                }
                block.len = 0;
            }
            let of = splat(simd, &left.rows.get(row as usize));
            let mut mask = intersects_mask(simd, &right.rows, group as usize, &of);
            let lane = place.wrapping_sub(start);
            if is_self && lane < WIDTH as u32 {
                mask &= !1 << lane;
            }
            block.push(place, start, mask);
        }
        true
    }
}
