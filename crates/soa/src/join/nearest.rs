//! The rows of an index that are nearest to a point.
//!
//! The search goes down the tree depth first: it takes the boxes of a group from the nearest one on, until the next is
//! farther than the rows found (Roussopoulos, Kelley and Vincent 1995, "Nearest Neighbor Queries"). The distances of
//! the sixteen boxes of a group are computed at once. The boxes of rows are tested in the same way, so few rows are
//! measured.
//!
//! A box's distance is computed in `f32` and made smaller by more than its rounding and that of a row's
//! distance, which is a share of the lengths that enter it. None of them is far above the distance of the
//! point to the farther side of the box. So no row in a box is measured to be nearer than the number says.

use alloc::vec::Vec;

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
        let level = self.query.level();
        let found = self.packed.nearest(level, point.values(), within, &mut rows, &mut |_| true);
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
        let found = self.packed.nearest(self.query.level(), point, within, &mut nearest, keep);
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
    each_row(
        query.threads(),
        points,
        &mut all,
        || [Nearest::NONE],
        |nearest, point| {
            let found = packed.nearest(query.level(), point, within, nearest, &mut |_| true);
            (found > 0).then_some(nearest[0])
        },
    );
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
        rows: &mut [Nearest],
        keep: &mut dyn FnMut(u32) -> bool,
    ) -> usize {
        let mut best = Best::new(rows, within);
        match &self.rows {
            AnyPackedRows::Plane(packed) => nearest(level, packed, point, None, &mut best, keep),
            AnyPackedRows::Space(packed) => nearest(level, packed, point, None, &mut best, keep),
            AnyPackedRows::None => None,
        };
        best.finish().len()
    }
}

/// The way down a tree: on each level one group, some of whose boxes are searched.
struct Descent<'a, B: Shape> {
    packed: &'a Packed<B>,
    /// From the root on.
    groups: [SixteenBoxes; LEVELS],
    /// How many there are.
    open: usize,
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

    /// The nearest box that is left and no farther than the limit, which is not negative: its number in the group, and
    /// no more than its distance. It counts as searched.
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
    /// At the root, if there are rows.
    #[inline(always)]
    fn new<T: Simd>(simd: T, packed: &'a Packed<B>, around: [&[f32]; 2]) -> Self {
        let mut new = Self { packed, groups: [SixteenBoxes::NONE; LEVELS], open: 0 };
        if let Some((level, root)) = packed.tree.root() {
            new.groups[0] = SixteenBoxes::new(simd, packed.tree.level(level), root, around);
            new.open = 1;
        }
        new
    }

    /// The next group of rows whose box is no farther than the limit.
    #[inline(always)]
    fn next<T: Simd>(&mut self, simd: T, around: [&[f32]; 2], limit: f32) -> Option<usize> {
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
                return Some(child);
            }
            let below = tree.level(levels - 1 - self.open);
            self.groups[self.open % LEVELS] = SixteenBoxes::new(simd, below, child, around);
            self.open += 1;
        }
        None
    }
}

/// Finds the nearest rows, beginning with the rows of the group `first`, if there is one. Returns the group of the
/// nearest ones.
fn nearest<B: Shape>(
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
        let (around, mut is_first) = ([point; 2], first.is_some());
        let mut descent = Descent::new(simd, packed, around);
        while let Some(group) =
            if is_first { first } else { descent.next(simd, around, upper(best.limit)) }
        {
            if !is_first && first == Some(group) {
                continue;
            }
            is_first = false;
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
fn upper(limit: f64) -> f32 {
    (limit as f32).next_up()
}

/// Numbers no larger than the squared distances of the boxes of a group to a box, which may be a point; NaN
/// where there is no box.
#[inline(always)]
fn distances<T: Simd, B: Shape>(
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
