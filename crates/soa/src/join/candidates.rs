//! The pairs of rows, one of each side, whose boxes intersect.
//!
//! ```text
//!    up to 32 left groups
//!        |   the box of all of them, down the tree
//!    near right groups                 the boxes of their rows are made here, unless an index keeps them
//!        |   the box of each left group
//!    left group, right group
//!        |   the boxes of sixteen left rows at once
//!    left row, right group
//!        |   the boxes of sixteen right rows at once
//!    left row, right row
//! ```
//!
//! Each step makes a list, so that the processor predicts where each loop ends.
//!
//! A few shapes lie far apart in a large index, and rays are long and thin: the box of a group of such rows
//! intersects many more boxes than the rows do. Then each row of the group descends the tree by itself.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::cell::Cell;
use core::ops::Range;

use super::bounds::Chosen;
use super::boxes::Boxes;
use super::groups::{BLOCK, FEW, Groups, WIDTH, intersects_mask, merge, splat};
use super::packed::{Packed, RowGroups};
use super::probe::Probe;
use super::tree::{Stack, Tree};
use crate::data::shape::Shape;
use crate::lanes::Simd;
use crate::lanes::level::{Level, at_level};

/// Left groups that are searched together, at most.
pub(crate) const LEFT_GROUPS: usize = 32;
/// Right groups that are searched together, at most.
const RIGHT_GROUPS: usize = 256;
/// Right groups near a left one, for each of its rows, beyond which the rows descend the tree one by one. A
/// descent visits some ten groups of boxes.
const NEAR_A_ROW: usize = 4;

/// Finds candidates.
pub(crate) struct Candidates<B: Shape> {
    block: Block,
    stack: Stack,
    /// Left groups that are not searched yet.
    pending: Vec<Range<usize>>,
    /// Boxes of left groups.
    left: Boxes<B>,
    /// Boxes of near right groups.
    right: Boxes<B>,
    /// Right groups whose boxes intersect the box of all left ones.
    near: Vec<u32>,
    /// Left groups, each with the number in `near` of a right one whose box intersects its own.
    groups: List,
    /// Left rows, each with the number in `near` of a right group whose box intersects its own.
    rows: List,
}

/// Pairs of numbers.
#[derive(Default)]
struct List {
    left: Vec<u32>,
    right: Vec<u32>,
    /// The number of pairs. Both lists are longer.
    len: usize,
}

impl List {
    /// Appends the pairs of one number and `first` plus the number of each bit that is set, of sixteen.
    #[inline(always)]
    fn push<T: Simd>(&mut self, simd: T, one: u32, first: u32, bits: u32, swapped: bool) {
        if self.left.len() < self.len + WIDTH {
            self.grow();
        }
        let (ones, others) =
            if swapped { (&mut self.right, &mut self.left) } else { (&mut self.left, &mut self.right) };
        let at = self.len;
        if let (Some(ones), Some(others)) = (ones[at..].first_chunk_mut(), others[at..].first_chunk_mut()) {
            *ones = [one; WIDTH];
            simd.write_set_bits(first, bits, others);
            self.len += bits.count_ones() as usize;
        }
    }

    #[inline(never)]
    fn grow(&mut self) {
        let len = 2 * self.left.len() + BLOCK;
        self.left.resize(len, 0);
        self.right.resize(len, 0);
    }

    #[inline(always)]
    fn iter(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        self.left[..self.len].iter().copied().zip(self.right[..self.len].iter().copied())
    }
}

/// Both sides of a search.
pub(crate) struct SearchInput<'a, B: Shape> {
    /// Up to [`LEFT_GROUPS`] groups.
    pub(crate) left: RowGroups<'a, B>,
    pub(crate) right: RowGroups<'a, B>,
    pub(crate) tree: &'a Tree<B>,
    /// The boxes of right rows, group by group, if an index keeps them.
    pub(crate) boxes: Option<&'a Groups<B>>,
    /// The boxes of the left groups, if they were made before.
    pub(crate) kept: Option<Kept<'a, B>>,
    /// In a self-join, where only one of two rows finds the other.
    pub(crate) own: Option<SelfJoin>,
    /// The left rows of which a hit is found, if one is enough.
    pub(crate) found: Option<&'a Found>,
    /// Whether kept boxes are larger than the rows in them.
    pub(crate) has_margins: bool,
}

/// Which rows of the same set are candidates with a left row: all but itself and those before it that are
/// left rows, too.
#[derive(Clone, Copy)]
pub(crate) struct SelfJoin {
    /// The first group of all left rows.
    pub(crate) first: usize,
    /// The first left group of this search.
    pub(crate) start: usize,
}

impl SelfJoin {
    /// Whether a right group may have candidates of a left group, which is counted from the start.
    #[inline(always)]
    fn allows(self, left: usize, right: usize) -> bool {
        right >= self.start + left || right < self.first
    }
}

/// The boxes of groups that were packed before.
#[derive(Clone, Copy)]
pub(crate) struct Kept<'a, B: Shape> {
    pub(crate) packed: &'a Packed<B>,
    /// The number of the first group.
    pub(crate) first: usize,
}

/// A mark for each left row.
pub(crate) type Found = [Cell<bool>; LEFT_GROUPS * WIDTH];

impl<B: Shape> SearchInput<'_, B> {
    /// Whether the left row of a place needs no more candidates.
    #[inline(always)]
    fn is_found(&self, place: u32) -> bool {
        self.found.is_some_and(|found| found[self.left_row(place)].get())
    }

    /// A hit of the left row of a place is found.
    #[inline(always)]
    pub(crate) fn set_found(&self, place: u32) {
        if let Some(found) = self.found {
            found[self.left_row(place)].set(true);
        }
    }

    #[inline(always)]
    fn left_row(&self, place: u32) -> usize {
        // It is less than that anyway; so the compiler knows it.
        (place - self.left.starts[0]) as usize % (LEFT_GROUPS * WIDTH)
    }
}

/// Candidates that are tested together: left and right places.
struct Block {
    left: Box<[u32; BLOCK]>,
    right: Box<[u32; BLOCK]>,
    len: usize,
    /// A block of more than this is full.
    most: usize,
}

/// Of the rows of a group from the place `start`, those after a row of the same set, if it is one of them.
#[inline(always)]
fn later(mask: u32, place: u32, start: u32) -> u32 {
    let lane = place.wrapping_sub(start);
    if lane < WIDTH as u32 { mask & (!1 << lane) } else { mask }
}

impl Block {
    /// Calls `sink` with all candidates if the block is full. Returns whether to go on.
    #[inline(always)]
    fn make_room(&mut self, sink: &mut dyn FnMut(&[u32], &[u32]) -> bool) -> bool {
        if self.len <= self.most {
            return true;
        }
        let len = core::mem::take(&mut self.len);
        sink(&self.left[..len], &self.right[..len])
    }

    /// Appends one left place with those of sixteen right ones whose bits are set. There must be room for
    /// sixteen.
    #[inline(always)]
    fn push<T: Simd>(&mut self, simd: T, left: u32, right: u32, bits: u32) {
        let at = self.len.min(BLOCK - WIDTH);
        let (lefts, rights) = (self.left[at..].first_chunk_mut(), self.right[at..].first_chunk_mut());
        if let (Some(lefts), Some(rights)) = (lefts, rights) {
            *lefts = [left; WIDTH];
            simd.write_set_bits(right, bits, rights);
        }
        self.len += bits.count_ones() as usize;
    }
}

impl<B: Shape> Candidates<B> {
    pub(crate) fn new() -> Self {
        Self {
            block: Block { left: bytemuck::zeroed_box(), right: bytemuck::zeroed_box(), len: 0, most: 0 },
            stack: Stack::new(),
            pending: Vec::new(),
            left: Boxes::new(),
            right: Boxes::new(),
            near: Vec::new(),
            groups: List::default(),
            rows: List::default(),
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
        let groups = sides.left.groups();
        self.find_left_boxes(level, sides);
        self.block.len = 0;
        self.pending.clear();
        self.pending.push(0..groups);
        while let Some(groups) = self.pending.pop() {
            let rows = sides.left.group(groups.start).len();
            let limit = if groups.len() > 1 { RIGHT_GROUPS } else { NEAR_A_ROW * rows };
            let has_all = at_level!(level, simd => self.find_near(simd, groups.clone(), sides, limit));
            // Where one hit of a row is enough, a short block tells soon whether there is one.
            self.block.most = match (sides.found, has_all) {
                (None, _) => BLOCK,
                (Some(_), true) => BLOCK / 4,
                (Some(_), false) => FEW,
            } - WIDTH;
            let go_on = if has_all {
                let near = core::mem::take(&mut self.near);
                self.right.copy_groups(sides.tree, near.iter().map(|&group| group as usize));
                if sides.boxes.is_none() {
                    let (starts, near) = (sides.right.starts, Chosen::These(&near));
                    sides.right.rows.boxes(level, starts, near, &mut self.right, false);
                }
                let go_on = at_level!(level, simd => {
                    self.find_groups(simd, groups.clone(), near.len());
                    self.find_rows(simd, &near, sides);
                    self.find_pairs(simd, &near, sides, sink)
                });
                self.near = near;
                go_on
            } else if groups.len() > 1 {
                let middle = groups.start + groups.len() / 2;
                self.pending.extend([groups.start..middle, middle..groups.end]);
                true
            } else {
                self.descend_by_row(level, groups.start, sides, sink)
            };
            if !go_on {
                return false;
            }
        }
        sink(&self.block.left[..self.block.len], &self.block.right[..self.block.len])
    }

    /// Makes the boxes of all left groups and of their rows, or copies those that exist.
    fn find_left_boxes(&mut self, level: Level, sides: &SearchInput<B>) {
        let (left, groups) = (sides.left, sides.left.groups());
        let Some(Kept { packed, first }) = sides.kept else {
            return left.rows.boxes(level, left.starts, Chosen::All, &mut self.left, true);
        };
        self.left.copy_groups(&packed.tree, first..first + groups);
        match &packed.boxes {
            Some(boxes) => self.left.rows.copy(boxes, first..first + groups),
            None => left.rows.boxes(level, left.starts, Chosen::All, &mut self.left, false),
        }
    }

    /// Lists the right groups whose boxes intersect the box of some left ones. Returns whether they are no
    /// more than `limit`; else only some are listed.
    #[inline(always)]
    fn find_near<T: Simd>(
        &mut self,
        simd: T,
        groups: Range<usize>,
        sides: &SearchInput<B>,
        limit: usize,
    ) -> bool {
        let mut all = self.left.groups.get(groups.start);
        for group in groups.clone() {
            all = merge(&all, &self.left.groups.get(group));
        }
        let near = &mut self.near;
        near.clear();
        sides.tree.visit(simd, &Probe::of_box(all), &mut self.stack, |group| {
            if sides.own.is_none_or(|own| own.allows(groups.start, group)) {
                near.push(group as u32);
            }
            near.len() <= limit
        })
    }

    /// Appends the pairs of each row of a left group, which descends the tree by itself. Returns whether to
    /// go on.
    fn descend_by_row(
        &mut self,
        level: Level,
        group: usize,
        sides: &SearchInput<B>,
        sink: &mut dyn FnMut(&[u32], &[u32]) -> bool,
    ) -> bool {
        let most = if sides.found.is_some() { WIDTH } else { RIGHT_GROUPS };
        let Self { block, stack, near, left, right, .. } = self;
        for (i, place) in sides.left.group(group).enumerate() {
            let probe = if sides.has_margins {
                Probe::of_box(left.rows.get(group * WIDTH + i))
            } else {
                sides.left.rows.probe(place)
            };
            let row = OneRow { probe, place: place as u32 };
            let mut go_on = true;
            near.clear();
            at_level!(level, simd => sides.tree.visit(simd, &row.probe, stack, |other| {
                if sides.own.is_none_or(|own| own.allows(group, other)) {
                    near.push(other as u32);
                }
                if near.len() == most {
                    go_on = row.find_pairs(level, near, sides, right, block, sink);
                    near.clear();
                }
                go_on && !sides.is_found(row.place)
            }));
            if !go_on || !row.find_pairs(level, near, sides, right, block, sink) {
                return false;
            }
        }
        true
    }

    /// Lists left groups with the near ones whose boxes intersect theirs.
    #[inline(always)]
    fn find_groups<T: Simd>(&mut self, simd: T, groups: Range<usize>, near: usize) {
        self.groups.len = 0;
        for group in groups {
            let of = splat(simd, &self.left.groups.get(group));
            for at in 0..near.div_ceil(WIDTH) {
                let mask = intersects_mask(simd, &self.right.groups, at, &of);
                self.groups.push(simd, group as u32, (at * WIDTH) as u32, mask, false);
            }
        }
    }

    /// Lists left rows with the near groups whose boxes intersect theirs.
    #[inline(always)]
    fn find_rows<T: Simd>(&mut self, simd: T, near: &[u32], sides: &SearchInput<B>) {
        self.rows.len = 0;
        for (group, other) in self.groups.iter() {
            if !sides.own.is_none_or(|own| own.allows(group as usize, near[other as usize] as usize)) {
                continue;
            }
            let of = splat(simd, &self.right.groups.get(other as usize));
            let mask = intersects_mask(simd, &self.left.rows, group as usize, &of);
            self.rows.push(simd, other, group * WIDTH as u32, mask, true);
        }
    }

    /// Appends left rows with the rows of near groups whose boxes intersect theirs, and calls `sink` with
    /// full blocks.
    #[inline(always)]
    fn find_pairs<T: Simd>(
        &mut self,
        simd: T,
        near: &[u32],
        sides: &SearchInput<B>,
        sink: &mut dyn FnMut(&[u32], &[u32]) -> bool,
    ) -> bool {
        let Self { left, right, rows, block, .. } = self;
        let (boxes, is_self) = (sides.boxes.unwrap_or(&right.rows), sides.own.is_some());
        for (row, other) in rows.iter() {
            let number = near[other as usize];
            let group = if sides.boxes.is_some() { number } else { other };
            let start = sides.right.starts[number as usize];
            let place = sides.left.starts[row as usize / WIDTH] + row % WIDTH as u32;
            if sides.is_found(place) {
                continue;
            }
            if !block.make_room(sink) {
                return false;
            }
            let of = splat(simd, &left.rows.get(row as usize));
            let mask = intersects_mask(simd, boxes, group as usize, &of);
            block.push(simd, place, start, if is_self { later(mask, place, start) } else { mask });
        }
        true
    }
}

/// A left row that descends the tree by itself.
struct OneRow<B> {
    probe: Probe<B>,
    place: u32,
}

impl<B: Shape> OneRow<B> {
    /// Appends the row with the rows of near groups whose boxes it may intersect. Returns whether to go on.
    #[inline(never)]
    fn find_pairs(
        &self,
        level: Level,
        near: &[u32],
        sides: &SearchInput<B>,
        right: &mut Boxes<B>,
        block: &mut Block,
        sink: &mut dyn FnMut(&[u32], &[u32]) -> bool,
    ) -> bool {
        let Self { probe, place } = self;
        if sides.boxes.is_none() {
            sides.right.rows.boxes(level, sides.right.starts, Chosen::These(near), right, false);
        }
        at_level!(level, simd => {
            let of = splat(simd, &probe.bounds);
            for (i, &number) in near.iter().enumerate() {
                if sides.is_found(*place) {
                    break;
                }
                if !block.make_room(sink) {
                    return false;
                }
                let (boxes, group) = sides.boxes.map_or((&right.rows, i), |boxes| (boxes, number as usize));
                let start = sides.right.starts[number as usize];
                let mask = probe.mask(simd, boxes, group, &of);
                let is_self = sides.own.is_some();
                block.push(simd, *place, start, if is_self { later(mask, *place, start) } else { mask });
            }
            true
        })
    }
}
