//! The rows of an index that are nearest to a point.
//!
//! Best first: of all boxes that are open, the one nearest to the point is searched next, and the search ends
//! when none is nearer than the rows found (Hjaltason and Samet 1999, "Distance Browsing in Spatial
//! Databases"). The distances of the sixteen boxes of a group are computed at once. The group is queued with
//! its nearest box only, and again with the next one when that is searched. The boxes of rows are tested in
//! the same way, so few rows are measured.
//!
//! A box's distance is computed in `f32` and made smaller by more than its rounding and that of a row's
//! distance, which is a share of the lengths that enter it. None of them is far above the distance of the
//! point to the farther side of the box. So no row in a box is measured to be nearer than the number says.

use alloc::collections::BinaryHeap;
use alloc::collections::binary_heap::PeekMut;
use alloc::vec::Vec;
use core::cmp::Reverse;

use scalar::dim2::{Aabb, Disk, Line, OrientedBox, Point, Ray, Segment, Triangle};
use scalar::dim3::{Aabb3, Line3, Point3, Ray3, Segment3, Sphere, Triangle3};
use scalar::float::sqrt64;

use self::neighbours::{MANY, of_all};
use super::bounds::Bounded;
use super::each_row::each_row;
use super::groups::{Groups, WIDTH};
use super::index::{AnyIndex, Index};
use super::packed::Packed;
use super::table::{AnyPacked, AnyPackedRows};
use crate::data::any::AnyView;
use crate::data::check::{check_row, check_values};
use crate::data::error::Error;
use crate::data::memory::with_capacity;
use crate::data::shape::{Shape, ShapeKind};
use crate::data::view::Rows;
use crate::lanes::level::{Level, at_level};
use crate::lanes::{Lanes, Register, Simd};
use crate::run::query::Query;

mod neighbours;

/// The row nearest to a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Nearest {
    /// The row.
    pub row: u32,
    /// How far the row's shape is from the point, in the unit of the coordinates; 0 where it touches the
    /// point.
    pub distance: f64,
}

impl Nearest {
    /// In a place without a row yet.
    const NONE: Self = Self { row: 0, distance: 0.0 };
}

/// A shape whose distance to a point is known.
pub trait Distance: Bounded {
    /// A point of the plane or of space.
    type Point: Shape;

    /// The squared distance to a point, in units of length squared, computed in `f64`. The shape is closed
    /// and filled, so it is 0 within it. The distance, its root, is within 2^-48 of the largest of the
    /// lengths that enter it: the differences of the coordinates, and a radius.
    fn squared_distance(&self, p: &Self::Point) -> f64;
}

impl<S: Distance> Index<S> {
    /// The row nearest to a point, if any is no farther than `within`: by distance in `f64`
    /// ([`Distance::squared_distance`]), the smaller row where that is equal.
    ///
    /// ```
    /// use soa::{Disks, join::Index};
    ///
    /// let disks = Disks::new([vec![0.0, 10.0], vec![0.0; 2], vec![1.0, 3.0]])?; // x, y, radius
    /// let index = Index::new(&disks)?;
    /// let nearest = index.nearest(&[5.0, 0.0], f32::INFINITY)?.unwrap();
    /// assert_eq!((nearest.row, nearest.distance), (1, 2.0));
    /// assert_eq!(index.nearest(&[5.0, 0.0], 1.5)?, None);
    /// # Ok::<(), soa::Error>(())
    /// ```
    ///
    /// # Errors
    /// A point that is not finite; a distance that is NaN.
    pub fn nearest(&self, point: &S::Point, within: f32) -> Result<Option<Nearest>, Error> {
        self.nearest_where(point, within, |_| true)
    }

    /// [`Index::nearest`] among the rows that `keep` says yes to: all but oneself, or those of another owner.
    ///
    /// ```
    /// use soa::{Index, Points};
    ///
    /// let points = [[0.0, 0.0], [3.0, 0.0], [7.0, 0.0]];
    /// let index = Index::new(&Points::from_shapes(&points)?)?;
    /// let neighbour = index.nearest_where(&points[1], f32::INFINITY, |row| row != 1)?.unwrap();
    /// assert_eq!((neighbour.row, neighbour.distance), (0, 3.0));
    /// # Ok::<(), soa::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Index::nearest`].
    pub fn nearest_where(
        &self,
        point: &S::Point,
        within: f32,
        mut keep: impl FnMut(u32) -> bool,
    ) -> Result<Option<Nearest>, Error> {
        check_row(point, 0)?;
        self.nearest_row(point.values(), within, &mut keep)
    }

    /// The `k` rows nearest to a point, no farther than `within`, the nearest first: by distance, then by
    /// row. Fewer if there are no more.
    ///
    /// ```
    /// use soa::{Index, Points};
    ///
    /// let index = Index::new(&Points::new([vec![0.0, 5.0, 1.0, -2.0], vec![0.0; 4]])?)?;
    /// let rows: Vec<u32> = index.nearest_k(&[0.2, 0.0], 2, f32::INFINITY)?.iter().map(|near| near.row).collect();
    /// assert_eq!(rows, [0, 2]);
    /// # Ok::<(), soa::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Index::nearest`]; no memory for the result.
    pub fn nearest_k(&self, point: &S::Point, k: usize, within: f32) -> Result<Vec<Nearest>, Error> {
        check_row(point, 0)?;
        check_distance(within)?;
        let k = k.min(self.len());
        let mut rows = with_capacity(k)?;
        rows.resize(k, Nearest::NONE);
        let (level, mut frontier) = (self.query.level(), Frontier::new());
        let point = point.values();
        let found = self.packed.nearest(level, point, within, &mut frontier, &mut rows, &mut |_| true);
        rows.truncate(found);
        Ok(rows)
    }

    /// [`Index::nearest`] of every point of a set: a nearest-neighbour join. Large sets run on the threads of
    /// the index's query.
    ///
    /// ```
    /// use soa::{Index, Points};
    ///
    /// let index = Index::new(&Points::new([vec![0.0, 5.0], vec![0.0; 2]])?)?;
    /// let nearest = index.nearest_join(&Points::new([vec![4.0, 100.0], vec![0.0; 2]])?, 10.0)?;
    /// assert_eq!(nearest[0].map(|near| (near.row, near.distance)), Some((1, 1.0)));
    /// assert_eq!(nearest[1], None);
    /// # Ok::<(), soa::Error>(())
    /// ```
    ///
    /// # Errors
    /// A distance that is NaN; no memory for the result. A point that is not finite has no nearest row.
    pub fn nearest_join(
        &self,
        points: &impl Rows<Shape = S::Point>,
        within: f32,
    ) -> Result<Vec<Option<Nearest>>, Error> {
        check_distance(within)?;
        nearest_join(self.query, &self.packed, &points.view().any(), within)
    }
}

impl AnyIndex {
    /// As [`Index::nearest`], for the coordinates of a point. A shape without a distance ([`Distance`]) is
    /// nowhere near.
    ///
    /// # Errors
    /// A point of another dimension, or one that is not finite; a distance that is NaN.
    pub fn nearest_any(&self, point: &[f32], within: f32) -> Result<Option<Nearest>, Error> {
        check_values(self.point_kind(), point)?;
        self.nearest_row(point, within, &mut |_| true)
    }

    /// As [`Index::nearest_join`].
    ///
    /// # Errors
    /// Rows that are no points, or points of another dimension; a distance that is NaN; no memory for the
    /// result.
    pub fn nearest_join_any(&self, points: &AnyView, within: f32) -> Result<Vec<Option<Nearest>>, Error> {
        let (shape, expected) = (points.kind(), self.point_kind());
        if shape != expected {
            return Err(Error::WrongShape { shape: shape.name(), expected: expected.name() });
        }
        check_distance(within)?;
        nearest_join(self.query, &self.packed, points, within)
    }

    /// Points of the dimension of its rows.
    fn point_kind(&self) -> ShapeKind {
        match self.packed.rows {
            AnyPackedRows::Space(_) => ShapeKind::Point3,
            AnyPackedRows::Plane(_) | AnyPackedRows::None => ShapeKind::Point,
        }
    }
}

impl<S> Index<S> {
    /// The nearest of the rows that `keep` says yes to.
    fn nearest_row(
        &self,
        point: &[f32],
        within: f32,
        keep: &mut dyn FnMut(u32) -> bool,
    ) -> Result<Option<Nearest>, Error> {
        check_distance(within)?;
        let mut nearest = [Nearest::NONE];
        let (level, mut frontier) = (self.query.level(), Frontier::new());
        let found = self.packed.nearest(level, point, within, &mut frontier, &mut nearest, keep);
        Ok((found > 0).then_some(nearest[0]))
    }
}

fn check_distance(within: f32) -> Result<(), Error> {
    if within.is_nan() { Err(Error::BadDistance) } else { Ok(()) }
}

fn nearest_join(
    query: Query,
    packed: &AnyPacked,
    points: &AnyView,
    within: f32,
) -> Result<Vec<Option<Nearest>>, Error> {
    let mut all = with_capacity(points.len())?;
    all.resize(points.len(), None);
    if points.len() >= MANY {
        of_all(query, packed, points, within, &mut all)?;
        return Ok(all);
    }
    let (level, memory) = (query.level(), || ([Nearest::NONE], Frontier::new()));
    each_row(query.threads(), points, &mut all, memory, |(nearest, frontier), point| {
        let found = packed.nearest(level, point, within, frontier, nearest, &mut |_| true);
        (found > 0).then_some(nearest[0])
    });
    Ok(all)
}

/// A search: the nearest rows so far.
pub(crate) struct Best<'a> {
    /// As many as are wanted. The nearest come first; their distances are squared until the search ends.
    rows: &'a mut [Nearest],
    /// How many rows there are so far.
    found: usize,
    /// The squared distance that a row must not exceed.
    limit: f64,
}

impl<'a> Best<'a> {
    fn new(rows: &'a mut [Nearest], within: f32) -> Self {
        let nothing = rows.is_empty() || within < 0.0;
        Self { rows, found: 0, limit: if nothing { -1.0 } else { square(within.into()) } }
    }

    /// Whether a row of this number may be one of the nearest, if it is no nearer than the squared distance
    /// `least`.
    #[inline(always)]
    pub(crate) fn may_take(&self, row: u32, least: f64) -> bool {
        let is_beyond = |last: &Nearest| (last.distance, last.row) < (least, row);
        least <= self.limit && !(self.found == self.rows.len() && self.rows.last().is_some_and(is_beyond))
    }

    /// Takes a row, if it is one of the nearest.
    pub(crate) fn offer(&mut self, row: u32, distance: f64) {
        let place =
            self.rows[..self.found].partition_point(|near| (near.distance, near.row) < (distance, row));
        if distance > self.limit || place == self.rows.len() {
            return;
        }
        self.found = self.rows.len().min(self.found + 1);
        self.rows[place..self.found].rotate_right(1);
        self.rows[place] = Nearest { row, distance };
        if self.found == self.rows.len() {
            self.limit = self.rows[self.found - 1].distance;
        }
    }

    /// The nearest row so far.
    fn first(&self) -> Option<Nearest> {
        self.rows[..self.found].first().copied()
    }

    /// The rows, with distances that are lengths.
    fn finish(self) -> &'a [Nearest] {
        let rows = &mut self.rows[..self.found];
        for near in rows.iter_mut() {
            near.distance = sqrt64(near.distance);
        }
        rows
    }
}

impl AnyPacked {
    /// Writes the nearest rows to `rows`, as many as it has room for, and returns how many there are.
    fn nearest(
        &self,
        level: Level,
        point: &[f32],
        within: f32,
        frontier: &mut Frontier,
        rows: &mut [Nearest],
        keep: &mut dyn FnMut(u32) -> bool,
    ) -> usize {
        let mut best = Best::new(rows, within);
        match &self.rows {
            AnyPackedRows::Plane(packed) => nearest(level, packed, point, frontier, &mut best, keep),
            AnyPackedRows::Space(packed) => nearest(level, packed, point, frontier, &mut best, keep),
            AnyPackedRows::None => None,
        };
        best.finish().len()
    }
}

/// What is open: boxes that are to be searched. Its memory serves one search after the other.
struct Frontier {
    groups: Vec<OpenGroup>,
    /// One entry for each group that has a box left: the distance of the nearest one, then the height and the
    /// number of the group in [`Frontier::groups`]. Of groups at the same distance the lowest comes first.
    queue: BinaryHeap<Reverse<u64>>,
}

/// A group of boxes, some of which are to be searched.
struct OpenGroup {
    boxes: SixteenBoxes,
    /// The number of the group on its level.
    group: usize,
    /// The level of the tree.
    level: usize,
}

/// The distances of the boxes of a group.
#[derive(Clone, Copy)]
struct SixteenBoxes {
    /// The bits of a number no larger than the squared distance, with the box's number in the last four; the
    /// largest number where there is no box, or where it is searched.
    keys: [u32; WIDTH],
}

impl SixteenBoxes {
    /// Bits of a box's number.
    const NUMBER: u32 = WIDTH as u32 - 1;

    #[inline(always)]
    fn new<T: Simd, B: Shape>(simd: T, boxes: &Groups<B>, group: usize, point: &[f32]) -> Self {
        let distances = distances(simd, boxes, group, point);
        let mut keys = [0; WIDTH];
        for i in 0..WIDTH {
            // As bits, numbers that are not negative are in order, with infinity and NaN after them.
            keys[i] = distances[i].to_bits() & !Self::NUMBER | i as u32;
        }
        Self { keys }
    }

    /// The key of the nearest box that is left.
    #[inline(always)]
    fn first(&self) -> u32 {
        self.keys.iter().fold(u32::MAX, |first, &key| first.min(key))
    }

    /// A box is searched.
    #[inline(always)]
    fn remove(&mut self, key: u32) {
        self.keys[(key & Self::NUMBER) as usize] = u32::MAX;
    }

    /// No key of a box that is no farther than this is larger.
    #[inline(always)]
    fn last_key(limit: f64) -> u32 {
        (limit as f32).next_up().to_bits() | Self::NUMBER
    }
}

impl Frontier {
    /// There is room for this many groups, which are enough for most searches.
    const GROUPS: usize = 32;
    /// Bits of the number of an open group.
    const SLOT: u32 = 28;

    fn new() -> Self {
        Self { groups: Vec::with_capacity(Self::GROUPS), queue: BinaryHeap::with_capacity(Self::GROUPS) }
    }

    #[inline(always)]
    fn entry(key: u32, level: usize, slot: usize) -> Reverse<u64> {
        let distance = u64::from(key & !SixteenBoxes::NUMBER);
        Reverse(distance << 32 | (level as u64) << Self::SLOT | slot as u64)
    }

    /// Opens a group of a level, whose boxes are around groups of `below`.
    #[inline(always)]
    fn open<T: Simd, B: Shape>(
        &mut self,
        simd: T,
        [boxes, below]: [&Groups<B>; 2],
        level: usize,
        group: usize,
        point: &[f32],
    ) {
        let boxes = SixteenBoxes::new(simd, boxes, group, point);
        let first = boxes.first();
        // It is likely to be opened next.
        below.prefetch(simd, (group * WIDTH + (first & SixteenBoxes::NUMBER) as usize).min(below.len() - 1));
        self.queue.push(Self::entry(first, level, self.groups.len()));
        self.groups.push(OpenGroup { boxes, group, level });
    }

    /// Removes the nearest of all boxes, unless it is beyond the limit: its level, its number, and the number
    /// of the next one in its group.
    #[inline(always)]
    fn next(&mut self, limit: f64) -> Option<(usize, usize, Option<usize>)> {
        let last = SixteenBoxes::last_key(limit);
        let mut top = self.queue.peek_mut()?;
        let slot = top.0 as usize % (1 << Self::SLOT);
        let OpenGroup { boxes, group, level } = &mut self.groups[slot];
        let key = boxes.first();
        if key > last {
            return None;
        }
        boxes.remove(key);
        let next = boxes.first();
        if next > last {
            PeekMut::pop(top);
        } else {
            *top = Self::entry(next, *level, slot);
        }
        let number = |key: u32| *group * WIDTH + (key & SixteenBoxes::NUMBER) as usize;
        Some((*level, number(key), (next <= last).then(|| number(next))))
    }
}

/// Finds the nearest rows, best first. Returns the group of the nearest one.
fn nearest<B: Shape>(
    level: Level,
    packed: &Packed<B>,
    point: &[f32],
    frontier: &mut Frontier,
    best: &mut Best,
    keep: &mut dyn FnMut(u32) -> bool,
) -> Option<usize> {
    let (boxes, (top, root)) = (packed.boxes.as_ref()?, packed.tree.root()?);
    let (side, tree) = (packed.side(), &packed.tree);
    let mut group_of_best = None;
    if best.limit < 0.0 {
        return None;
    }
    frontier.groups.clear();
    frontier.queue.clear();
    at_level!(level, simd => {
        let levels = |level: usize| {
            [tree.level(level), if level > 0 { tree.level(level - 1) } else { boxes }]
        };
        frontier.open(simd, levels(top), top, root, point);
        while let Some((height, group, next)) = frontier.next(best.limit) {
            if height > 0 {
                frontier.open(simd, levels(height - 1), height - 1, group, point);
                continue;
            }
            let start = side.starts[group] as usize;
            side.rows.prefetch(level, start..start + WIDTH);
            if let Some(next) = next {
                boxes.prefetch(simd, next);
            }
            let (mut rows, before) = (SixteenBoxes::new(simd, boxes, group, point), best.first());
            loop {
                let key = rows.first();
                if key > SixteenBoxes::last_key(best.limit) {
                    break;
                }
                rows.remove(key);
                let place = start + (key & SixteenBoxes::NUMBER) as usize;
                let least = f32::from_bits(key & !SixteenBoxes::NUMBER);
                side.rows.offer(place, point, least, best, keep);
            }
            if best.first() != before {
                group_of_best = Some(group);
            }
        }
    });
    group_of_best
}

/// Numbers no larger than the squared distances of the boxes of a group to a point; NaN where there is no
/// box.
#[inline(always)]
fn distances<T: Simd, B: Shape>(simd: T, boxes: &Groups<B>, group: usize, point: &[f32]) -> [f32; WIDTH] {
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
            let x = simd.splat(point[k]);
            let (below, above) = (low[k] - x, x - high[k]);
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

/// How far a number is from an interval.
fn outside(x: f64, low: f32, high: f32) -> f64 {
    if low.is_nan() { f64::NAN } else { (f64::from(low) - x).max(x - f64::from(high)).max(0.0) }
}

fn square(x: f64) -> f64 {
    x * x
}

fn dot<const N: usize>(u: [f64; N], v: [f64; N]) -> f64 {
    (0..N).map(|k| u[k] * v[k]).sum()
}

fn sub<const N: usize>(p: &[f32; N], q: &[f32; N]) -> [f64; N] {
    core::array::from_fn(|k| f64::from(p[k]) - f64::from(q[k]))
}

/// From a point, as seen from the start of a segment, to the part `least <= t <= most` of its line. A segment
/// without a direction is its start.
fn to_line<const N: usize>(p: [f64; N], direction: [f64; N], least: f64, most: f64) -> f64 {
    let length2 = dot(direction, direction);
    let t = if length2 > 0.0 { (dot(p, direction) / length2).max(least).min(most) } else { 0.0 };
    let rest: [f64; N] = core::array::from_fn(|k| p[k] - t * direction[k]);
    dot(rest, rest)
}

fn to_edges<const N: usize>(p: &[f32; N], corners: [&[f32; N]; 3]) -> f64 {
    let edge = |i: usize, j: usize| to_line(sub(p, corners[i]), sub(corners[j], corners[i]), 0.0, 1.0);
    edge(0, 1).min(edge(1, 2)).min(edge(2, 0))
}

/// The shapes of the plane and of space that have the same formulas.
macro_rules! distances {
    ($($dim:literal: $point:ty, $segment:ty, $ray:ty, $line:ty, $round:ty, $aabb:ty;)*) => {$(
        distances! { $point, $point, |s, p| {
            let d = sub(p, s);
            dot(d, d)
        }}
        distances! { $segment, $point, |s, p| to_line(sub(p, &s.start), s.direction.map(f64::from), 0.0, 1.0) }
        distances! { $ray, $point, |s, p| {
            to_line(sub(p, &s.start), s.direction.map(f64::from), 0.0, f64::INFINITY)
        }}
        distances! { $line, $point, |s, p| {
            to_line(sub(p, &s.start), s.direction.map(f64::from), f64::NEG_INFINITY, f64::INFINITY)
        }}
        distances! { $round, $point, |s, p| {
            let d = sub(p, &s.center);
            square((sqrt64(dot(d, d)) - f64::from(s.radius)).max(0.0))
        }}
        distances! { $aabb, $point, |s, p| {
            (0..$dim).map(|k| square(outside(f64::from(p[k]), s.min[k], s.max[k]))).sum()
        }}
    )*};
    ($shape:ty, $point:ty, |$s:ident, $p:ident| $distance:expr) => {
        impl Distance for $shape {
            type Point = $point;

            fn squared_distance(&self, $p: &$point) -> f64 {
                let $s = self;
                $distance
            }
        }
    };
}

distances! {
    2: Point, Segment, Ray, Line, Disk, Aabb;
    3: Point3, Segment3, Ray3, Line3, Sphere, Aabb3;
}

distances! { OrientedBox, Point, |s, p| {
    let d = sub(p, &s.center);
    let [ux, uy] = s.axis.map(f64::from);
    let length2 = ux * ux + uy * uy;
    let beyond = |along: f64, half: f32| square((along.abs() - f64::from(half)).max(0.0));
    let outside = beyond(dot(d, [ux, uy]), s.half_extents[0]) + beyond(dot(d, [-uy, ux]), s.half_extents[1]);
    // A box without an axis is the whole plane.
    if length2 > 0.0 { outside / length2 } else { 0.0 }
}}

distances! { Triangle, Point, |s, p| {
    let corners = [&s.a, &s.b, &s.c];
    let edge = |i: usize, j: usize| {
        let (d, e) = (sub(corners[j], corners[i]), sub(p, corners[i]));
        d[0] * e[1] - d[1] * e[0]
    };
    let edges = [edge(0, 1), edge(1, 2), edge(2, 0)];
    let within = edges.iter().all(|&e| e > 0.0) || edges.iter().all(|&e| e < 0.0);
    if within { 0.0 } else { to_edges(p, corners) }
}}

distances! { Triangle3, Point3, |s, p| {
    let corners = [&s.a, &s.b, &s.c];
    let normal = cross(sub(&s.b, &s.a), sub(&s.c, &s.a));
    let beside = |i: usize, j: usize| {
        dot(cross(sub(corners[j], corners[i]), sub(p, corners[i])), normal) > 0.0
    };
    if beside(0, 1) && beside(1, 2) && beside(2, 0) {
        square(dot(sub(p, &s.a), normal)) / dot(normal, normal)
    } else {
        to_edges(p, corners)
    }
}}

fn cross(u: [f64; 3], v: [f64; 3]) -> [f64; 3] {
    [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]
}
