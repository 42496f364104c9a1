//! The search for the rows that are nearest to a point, down the tree.
//!
//! It goes depth first: it takes the boxes of a group from the nearest one on, until the next is farther
//! than the rows found (Roussopoulos, Kelley and Vincent 1995, "Nearest Neighbor Queries"). The
//! distances of the sixteen boxes of a group are computed at once. The boxes of rows are tested in the
//! same way, so few rows are measured.
//!
//! A box's distance is computed in `f32` and made smaller by more than its rounding and that of a row's
//! distance, which is a share of the lengths that enter it. None of them is far above the distance of the
//! point to the farther side of the box. So no row in a box is measured to be nearer than the number says.

use super::Best;
use crate::data::shape::Shape;
use crate::join::groups::{Groups, WIDTH};
use crate::join::packed::Packed;
use crate::lanes::level::{Level, at_level};
use crate::lanes::{Lanes, Register, Simd};

/// The way down a tree: on each level one group, some of whose boxes are searched.
pub(super) struct Descent<'a, B: Shape> {
    packed: &'a Packed<B>,
    /// From the root on.
    groups: [SixteenBoxes; LEVELS],
    /// How many there are.
    open: usize,
    /// A group of rows that comes before all; and the same until it has come.
    first: Option<usize>,
    next: Option<usize>,
}

/// No tree has more levels, as no index has more than `2^32` rows.
const LEVELS: usize = 8;

/// The distances of the boxes of a group.
#[derive(Clone, Copy)]
struct SixteenBoxes {
    /// The bits of a number no larger than the squared distance, with the box's number in the last four; the
    /// largest number where there is no box, or where it is searched.
    keys: [u32; WIDTH],
    /// The number of the group on its level.
    group: usize,
}

impl SixteenBoxes {
    /// Bits of a box's number.
    const NUMBER: u32 = WIDTH as u32 - 1;
    const NONE: Self = Self { keys: [u32::MAX; WIDTH], group: 0 };

    #[inline(always)]
    fn new<T: Simd, B: Shape>(simd: T, boxes: &Groups<B>, group: usize, around: [&[f32]; 2]) -> Self {
        let distances = distances(simd, boxes, group, around);
        let mut keys = [0; WIDTH];
        for i in 0..WIDTH {
            // As bits, numbers that are not negative are in order, with infinity and NaN after them.
            keys[i] = distances[i].to_bits() & !Self::NUMBER | i as u32;
        }
        Self { keys, group }
    }

    /// The nearest box that is left and no farther than the limit, which is not negative: its number in
    /// the group, and no more than its distance. It counts as searched.
    #[inline(always)]
    fn next(&mut self, limit: f32) -> Option<(usize, f32)> {
        let first = self.keys.iter().fold(u32::MAX, |first, &key| first.min(key));
        if first > limit.to_bits() | Self::NUMBER {
            return None;
        }
        let number = (first & Self::NUMBER) as usize;
        self.keys[number] = u32::MAX;
        Some((number, f32::from_bits(first & !Self::NUMBER)))
    }
}

impl<'a, B: Shape> Descent<'a, B> {
    /// At the root, if there are rows. The group `first` comes before all, if there is one.
    #[inline(always)]
    pub(super) fn new<T: Simd>(
        simd: T,
        packed: &'a Packed<B>,
        around: [&[f32]; 2],
        first: Option<usize>,
    ) -> Self {
        let groups = [SixteenBoxes::NONE; LEVELS];
        let mut new = Self { packed, groups, open: 0, first, next: first };
        if let Some((level, root)) = packed.tree.root() {
            new.groups[0] = SixteenBoxes::new(simd, packed.tree.level(level), root, around);
            new.open = 1;
        }
        new
    }

    /// The next group of rows whose box is no farther than the limit; the first one, however far.
    #[inline(always)]
    pub(super) fn next<T: Simd>(&mut self, simd: T, around: [&[f32]; 2], limit: f32) -> Option<usize> {
        if self.next.is_some() {
            return self.next.take();
        }
        let tree = &self.packed.tree;
        let levels = tree.root().map_or(0, |(top, _)| top + 1);
        if limit < 0.0 {
            return None;
        }
        while self.open > 0 {
            let boxes = &mut self.groups[(self.open - 1) % LEVELS];
            let Some((number, _)) = boxes.next(limit) else {
                self.open -= 1;
                continue;
            };
            let child = boxes.group * WIDTH + number;
            if self.open == levels {
                if self.first == Some(child) {
                    continue;
                }
                return Some(child);
            }
            let below = tree.level(levels - 1 - self.open);
            self.groups[self.open % LEVELS] = SixteenBoxes::new(simd, below, child, around);
            self.open += 1;
        }
        None
    }
}

/// Finds the nearest rows, beginning with the rows of the group `first`, if there is one. Returns the
/// group of the nearest ones.
pub(super) fn nearest<B: Shape>(
    level: Level,
    packed: &Packed<B>,
    point: &[f32],
    first: Option<usize>,
    best: &mut Best,
    keep: &mut dyn FnMut(u32) -> bool,
) -> Option<usize> {
    let (boxes, side, mut nearest) = (packed.boxes.as_ref()?, packed.side(), first);
    if best.limit < 0.0 {
        return None;
    }
    at_level!(level, simd => {
        let around = [point; 2];
        let mut descent = Descent::new(simd, packed, around, first);
        while let Some(group) = descent.next(simd, around, upper(best.limit)) {
            let (mut rows, before) = (SixteenBoxes::new(simd, boxes, group, around), best.limit);
            while let Some((row, least)) = rows.next(upper(best.limit)) {
                side.rows.offer(side.starts[group] as usize + row, point, least, best, keep);
            }
            if best.limit < before {
                nearest = Some(group);
            }
        }
    });
    nearest
}

/// A number of `f32` that is no smaller.
pub(super) fn upper(limit: f64) -> f32 {
    (limit as f32).next_up()
}

/// Numbers no larger than the squared distances of the boxes of a group to a box, which may be a point; NaN
/// where there is no box.
#[inline(always)]
pub(super) fn distances<T: Simd, B: Shape>(
    simd: T,
    boxes: &Groups<B>,
    group: usize,
    [from, to]: [&[f32]; 2],
) -> [f32; WIDTH] {
    /// The share of the distance to the farther side that rounding stays below.
    const ROUNDING: f32 = 4.0 * f32::EPSILON;
    /// What makes up for the rounding of squares and their sum.
    const SMALLER: f32 = 1.0 - 4.0 * f32::EPSILON;
    /// More than three squares gain by underflow.
    const UNDERFLOW: f32 = f32::MIN_POSITIVE;
    let dim = B::COLUMNS.len() / 2;
    let mut distances = [0.0; WIDTH];
    for at in (0..WIDTH).step_by(T::Lanes::LEN) {
        let boxes = boxes.load(simd, group, at);
        let (low, high) = boxes.as_ref().split_at(dim);
        let zero = simd.splat(0.0);
        let (mut sum, mut exists) = (zero, zero.eq(zero));
        for k in 0..dim {
            let (below, above) = (low[k] - simd.splat(to[k]), simd.splat(from[k]) - high[k]);
            // The smaller one is not above zero: less the distance to the farther side.
            let outside = (below.max(above) + below.min(above) * simd.splat(ROUNDING)).max(zero);
            sum = sum + outside * outside;
            exists = exists & low[k].le(high[k]);
        }
        // What overflows is no nearer than the largest number.
        let less = (sum * simd.splat(SMALLER) - simd.splat(UNDERFLOW)).max(zero).min(simd.splat(f32::MAX));
        T::Lanes::select(exists, less, simd.splat(f32::NAN)).store(&mut distances[at..at + T::Lanes::LEN]);
    }
    distances
}
