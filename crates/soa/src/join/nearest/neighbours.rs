//! The nearest row to each point of a large set.
//!
//! The points are taken along Hilbert's curve, region by region as the left rows of a join, and sixteen
//! neighbours go down the tree together: a box is searched if it is near to the box around them. The box
//! of a row that is near to that box, too, is measured from all sixteen at once, a lane each: the row
//! lies between the nearest point of its box and the farthest. So most rows are out of the question when
//! all of a group were measured, and only those that are left are measured themselves, in `f64`. The
//! search goes depth first, without a queue, from the group that was nearest to the points before.
//!
//! Define `d` as the distance of a point to the nearest point of a box, `f` as that to the farthest, and
//! `s` as the error of the distance to the row in it, `2^-48 f` at most. For any `e`
//!
//! ```text
//!     (d - s)^2  >=  d^2 - 2 d s  >=  (1 - e) d^2 - s^2 / e
//!     (f + s)^2  <=  (1 + 2^-46) f^2
//! ```
//!
//! With `e = 2^-23` the first loses one more rounding, and `2^-73 f^2`: an error that is a number of the row.
//!
//! Neighbours that are far apart, beside the groups of the index, share nothing. They are searched for one by
//! one, in the same order.

use alloc::vec::Vec;
use core::ops::Range;

use scalar::float::{max, min};

use super::descent::{Descent, distances, nearest, upper};
use super::{Best, Nearest};
use crate::data::any::AnyView;
use crate::data::error::Error;
use crate::data::memory::with_capacity;
use crate::data::shape::Shape;
use crate::join::groups::{Groups, WIDTH, bits};
use crate::join::packed::{LeftRows, Packed, PackedRows, RowGroups};
use crate::join::progress::PhaseClock;
use crate::join::table::{AnyOps, AnyPacked, AnyPackedRows, RowOps, ops};
use crate::join::tree::extent;
use crate::lanes::level::{Level, at_level};
use crate::lanes::{Lanes, Mask, Register, Simd};
use crate::run::query::Query;

/// Points that are many, at least: to sort fewer takes longer than it saves.
pub(super) const MANY: usize = 256;

/// Rows that were measured and wait, at most, with those of a group: of points of one place all are as near.
const MEASURED: usize = 1024;

/// What makes up for the rounding of three squares, their sum and a product with this.
const LARGER: f32 = 1.0 + 8.0 * f32::EPSILON;

/// A point's number, and what is nearest to it.
type Found = (u32, Option<Nearest>);

/// Writes the nearest row to each point that is finite.
///
/// # Errors
/// No memory for them.
pub(super) fn of_all(
    query: Query,
    packed: &AnyPacked,
    points: &AnyView,
    within: f32,
    all: &mut [Option<Nearest>],
) -> Result<(), Error> {
    match (&packed.rows, ops(points.kind())) {
        (AnyPackedRows::Plane(packed), Some(AnyOps::Plane(ops))) => {
            sorted(query, ops, packed, points, within, all)
        }
        (AnyPackedRows::Space(packed), Some(AnyOps::Space(ops))) => {
            sorted(query, ops, packed, points, within, all)
        }
        // There are no such rows.
        _ => Ok(()),
    }
}

fn sorted<B: Shape>(
    query: Query,
    ops: &RowOps<B>,
    packed: &Packed<B>,
    points: &AnyView,
    within: f32,
    all: &mut [Option<Nearest>],
) -> Result<(), Error> {
    let (level, threads) = (query.level(), query.threads());
    let regions = (ops.scatter)(level, threads, PhaseClock::default(), points, 0, None);
    let tasks = regions.tasks(threads);
    let found = threads.map(tasks, |regions_of_task| task(level, packed, &*regions, regions_of_task, within));
    for found in found {
        for (point, near) in found? {
            all[point as usize] = near;
        }
    }
    Ok(())
}

/// What is nearest to the points of some regions.
fn task<B: Shape>(
    level: Level,
    packed: &Packed<B>,
    points: &dyn LeftRows<B>,
    regions: Range<usize>,
    within: f32,
) -> Result<Vec<Found>, Error> {
    let mut found = with_capacity(points.rows(&regions))?;
    let (mut reader, mut measured) = (points.reader(), Vec::new());
    // The group of the row that was nearest to the last point.
    let mut near = None;
    for region in regions {
        let side = reader.read(level, region);
        for group in 0..side.groups() {
            let mut sixteen = Sixteen::new(side, group, within);
            match near.filter(|&near| sixteen.are_close(packed, near)) {
                Some(first) => near = Some(together(level, packed, first, &mut measured, &mut sixteen)),
                None => {
                    for lane in 0..sixteen.len {
                        let (point, mut best) = (sixteen.points[lane], sixteen.best(lane));
                        near = nearest(level, packed, point, near, &mut best, &mut |_| true);
                        sixteen.found[lane] = best.found;
                    }
                }
            }
            found.extend(sixteen.finish());
        }
    }
    Ok(found)
}

/// Sixteen points, or fewer, and the rows that are nearest to them so far.
struct Sixteen<'a> {
    points: [&'a [f32]; WIDTH],
    numbers: [u32; WIDTH],
    len: usize,
    /// The coordinates of the points; in the places after the last point those of the first one.
    columns: [[f32; WIDTH]; 3],
    /// The box around them.
    low: [f32; 3],
    high: [f32; 3],
    nearest: [Nearest; WIDTH],
    /// How many rows there are for each point so far: one, or none.
    found: [usize; WIDTH],
    /// The squared distance that a row must not exceed, for each point.
    limits: [f64; WIDTH],
    /// A squared distance in `f32`, with room for its rounding, that a row must not exceed, for each
    /// point; less than any number in the places after the last point.
    reach: [f32; WIDTH],
}

impl<'a> Sixteen<'a> {
    /// The points of a group.
    fn new<B: Shape>(side: RowGroups<'a, B>, group: usize, within: f32) -> Self {
        let (places, mut none) = (side.group(group), [Nearest::NONE]);
        let limit = Best::new(&mut none, within).limit;
        let mut new = Self {
            points: [&[]; WIDTH],
            numbers: [0; WIDTH],
            len: places.len(),
            columns: [[0.0; WIDTH]; 3],
            low: [f32::INFINITY; 3],
            high: [f32::NEG_INFINITY; 3],
            nearest: [Nearest::NONE; WIDTH],
            found: [0; WIDTH],
            limits: [limit; WIDTH],
            reach: [f32::NEG_INFINITY; WIDTH],
        };
        for lane in 0..WIDTH {
            let place = places.start + if lane < new.len { lane } else { 0 };
            (new.points[lane], new.numbers[lane]) = side.rows.row(place);
            for (k, &x) in new.points[lane].iter().enumerate() {
                new.columns[k][lane] = x;
                (new.low[k], new.high[k]) = (min(new.low[k], x), max(new.high[k], x));
            }
            if lane < new.len {
                new.reach[lane] = upper(limit) * LARGER;
            }
        }
        new
    }

    /// Whether the points are about as close to each other as the rows of a group of the index.
    fn are_close<B: Shape>(&self, packed: &Packed<B>, group: usize) -> bool {
        /// How much larger the box around them may be.
        const APART: f64 = 3.0;
        let dim = B::COLUMNS.len() / 2;
        let around = B::from_values(|k| if k < dim { self.low[k] } else { self.high[k - dim] });
        extent(&around) <= APART * extent(&packed.tree.get(0, group))
    }

    /// The nearest row to a point so far.
    #[inline(always)]
    fn best(&mut self, lane: usize) -> Best<'_> {
        Best {
            rows: core::slice::from_mut(&mut self.nearest[lane]),
            found: self.found[lane],
            limit: self.limits[lane],
        }
    }

    /// The farthest that a row may be which is nearest to any of them.
    #[inline(always)]
    fn farthest(&self) -> f32 {
        self.reach.iter().fold(f32::NEG_INFINITY, |most, &reach| if reach > most { reach } else { most })
    }

    /// Measures the boxes of some rows of a group from all points. None of these needs a row that is
    /// farther than the farthest point of a box.
    #[inline(always)]
    fn measure<T: Simd, B: Shape>(
        &mut self,
        simd: T,
        boxes: &Groups<B>,
        group: usize,
        rows: u32,
        are_points: bool,
        measured: &mut [Measured],
    ) {
        let (dim, columns) = (B::COLUMNS.len() / 2, boxes.columns(group));
        for at in (0..WIDTH).step_by(T::Lanes::LEN) {
            let zero = simd.splat(0.0);
            let mut points = [zero; 3];
            for k in 0..dim {
                points[k] = simd.load(&self.columns[k][at..at + T::Lanes::LEN]);
            }
            let mut reach = simd.load(&self.reach[at..at + T::Lanes::LEN]);
            for (measured, row) in measured.iter_mut().zip(bits(rows)) {
                let (mut nearest, mut farthest) = (zero, zero);
                for k in 0..dim {
                    let below = simd.splat(columns[k * WIDTH + row]) - points[k];
                    if are_points {
                        nearest = nearest + below * below;
                        continue;
                    }
                    let above = points[k] - simd.splat(columns[(dim + k) * WIDTH + row]);
                    let (outside, farther) = (below.max(above).max(zero), below.min(above));
                    nearest = nearest + outside * outside;
                    farthest = farthest + farther * farther;
                }
                let farthest = if are_points { nearest } else { farthest };
                reach = reach.min(farthest * simd.splat(LARGER * LARGER) + simd.splat(measured.error));
                nearest.store(&mut measured.squared[at..at + T::Lanes::LEN]);
            }
            reach.store(&mut self.reach[at..at + T::Lanes::LEN]);
        }
    }

    /// The points that a row may be nearest to, as bits.
    #[inline(always)]
    fn may_take<T: Simd>(&self, simd: T, row: &Measured) -> u32 {
        let mut near = 0;
        for at in (0..WIDTH).step_by(T::Lanes::LEN) {
            let lanes = at..at + T::Lanes::LEN;
            let reach = simd.load(&self.reach[lanes.clone()]) + simd.splat(row.error);
            near |= simd.load(&row.squared[lanes]).le(reach).bits() << at;
        }
        near
    }

    /// Takes the rows that may be nearest to a point, and forgets all.
    #[inline(always)]
    fn take<T: Simd, B: Shape>(&mut self, simd: T, rows: &dyn PackedRows<B>, measured: &mut Vec<Measured>) {
        for row in measured.iter() {
            for lane in bits(self.may_take(simd, row)) {
                let (point, mut best) = (self.points[lane], self.best(lane));
                rows.offer(row.place as usize, point, 0.0, &mut best, &mut |_| true);
                let (found, limit) = (best.found, best.limit);
                (self.found[lane], self.limits[lane]) = (found, limit);
                self.reach[lane] = self.reach[lane].min(upper(limit) * LARGER);
            }
        }
        measured.clear();
    }

    /// The points' numbers, and what is nearest to them.
    fn finish(mut self) -> impl Iterator<Item = Found> {
        for lane in 0..self.len {
            self.best(lane).finish();
        }
        (0..self.len)
            .map(move |lane| (self.numbers[lane], (self.found[lane] > 0).then_some(self.nearest[lane])))
    }
}

/// A row whose box was measured from all points.
struct Measured {
    /// The squared distances of the points.
    squared: [f32; WIDTH],
    /// How much less those of the row may be.
    error: f32,
    place: u32,
}

/// Finds the nearest row to each of sixteen points, from the rows of the group `first` on. Returns the
/// group of the one nearest to the last point.
fn together<B: Shape>(
    level: Level,
    packed: &Packed<B>,
    first: usize,
    measured: &mut Vec<Measured>,
    sixteen: &mut Sixteen,
) -> usize {
    let Some(boxes) = &packed.boxes else { return first };
    let (side, dim, last) = (packed.side(), B::COLUMNS.len() / 2, sixteen.len - 1);
    let (low, high) = (sixteen.low, sixteen.high);
    let (around, mut group_of_last) = ([&low[..dim], &high[..dim]], first);
    at_level!(level, simd => {
        let (mut descent, mut limit) =
            (Descent::new(simd, packed, around, Some(first)), sixteen.farthest());
        while let Some(group) = descent.next(simd, around, limit) {
            let distances = distances(simd, boxes, group, around);
            let near = no_farther(simd, &distances, limit);
            if near == 0 {
                continue;
            }
            let (errors, are_points) = errors(simd, boxes, group, around);
            let (start, old) = (side.starts[group], measured.len());
            for row in bits(near) {
                let place = start + row as u32;
                measured.push(Measured { squared: [0.0; WIDTH], error: errors[row], place });
            }
            let (before, new) = (sixteen.reach[last], &mut measured[old..]);
            sixteen.measure(simd, boxes, group, near, are_points, new);
            // Boxes that are points say all; others are far larger than their rows.
            if !are_points || measured.len() > MEASURED {
                sixteen.take(simd, side.rows, measured);
            }
            if sixteen.reach[last] < before {
                group_of_last = group;
            }
            limit = sixteen.farthest();
        }
        sixteen.take(simd, side.rows, measured);
    });
    group_of_last
}

/// How much less than the squared distance of its box that of each row of a group may be, for all points of a
/// box; and whether the boxes of all rows are points.
#[inline(always)]
fn errors<T: Simd, B: Shape>(
    simd: T,
    boxes: &Groups<B>,
    group: usize,
    [from, to]: [&[f32]; 2],
) -> ([f32; WIDTH], bool) {
    /// `2^-70`: above the square of `2^-48` over `e`, for three axes and their rounding.
    const SHARE: f32 = f32::EPSILON * f32::EPSILON * f32::EPSILON * 0.5;
    /// More than three squares lose by underflow.
    const UNDERFLOW: f32 = 2.0 * f32::MIN_POSITIVE;
    let (dim, mut errors, mut extents) = (B::COLUMNS.len() / 2, [0.0; WIDTH], 0);
    for at in (0..WIDTH).step_by(T::Lanes::LEN) {
        let boxes = boxes.load(simd, group, at);
        let (low, high) = boxes.as_ref().split_at(dim);
        let mut sum = simd.splat(0.0);
        for k in 0..dim {
            let farther = (simd.splat(to[k]) - low[k]).max(high[k] - simd.splat(from[k]));
            sum = sum + farther * farther;
            extents |= low[k].lt(high[k]).bits();
        }
        let error = sum * simd.splat(SHARE) + simd.splat(UNDERFLOW);
        error.store(&mut errors[at..at + T::Lanes::LEN]);
    }
    (errors, extents == 0)
}

/// Which of sixteen distances are no larger than another one, as bits.
#[inline(always)]
fn no_farther<T: Simd>(simd: T, distances: &[f32; WIDTH], limit: f32) -> u32 {
    let mut near = 0;
    for at in (0..WIDTH).step_by(T::Lanes::LEN) {
        near |= simd.load(&distances[at..at + T::Lanes::LEN]).le(simd.splat(limit)).bits() << at;
    }
    near
}
