//! The rows of an index that are nearest to a point.
//!
//! Best first: of all boxes that are open, the one nearest to the point is opened next, and the search ends
//! when none is nearer than the rows found (Hjaltason and Samet 1999, "Distance Browsing in Spatial
//! Databases"). The distances of the sixteen boxes of a group are computed at once. The boxes of rows are
//! tested in the same way, so few rows are measured.
//!
//! A box's distance is computed in `f32` and made smaller by more than its rounding and that of a row's
//! distance, which is a share of the lengths that enter it. None of them is far above the distance of the
//! point to the farther side of the box. So no row in a box is measured to be nearer than the number says.

use alloc::collections::BinaryHeap;
use alloc::vec::Vec;
use core::cmp::Reverse;

use scalar::dim2::{Aabb, Disk, Line, OrientedBox, Point, Ray, Segment, Triangle};
use scalar::dim3::{Aabb3, Line3, Point3, Ray3, Segment3, Sphere, Triangle3};
use scalar::float::sqrt64;

use super::bounds::Bounded;
use super::groups::{Groups, WIDTH, bits};
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
use crate::lanes::{Lanes, Mask, Register, Simd};
use crate::run::query::Query;

/// The row nearest to a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Nearest {
    /// The row.
    pub row: u32,
    /// How far the row's shape is from the point, in the unit of the coordinates; 0 where it touches the
    /// point.
    pub distance: f64,
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
        check_distance(within)?;
        let mut best = Best::new(1, within)?;
        self.packed.nearest(self.query.level(), point.values(), &mut best, &mut keep);
        Ok(best.rows.pop())
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
        let mut best = Best::new(k.min(self.len()), within)?;
        self.packed.nearest(self.query.level(), point.values(), &mut best, &mut |_| true);
        Ok(best.rows)
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
        let kind = match self.packed.rows {
            AnyPackedRows::Space(_) => ShapeKind::Point3,
            AnyPackedRows::Plane(_) | AnyPackedRows::None => ShapeKind::Point,
        };
        check_values(kind, point)?;
        check_distance(within)?;
        let mut best = Best::new(1, within)?;
        self.packed.nearest(self.query.level(), point, &mut best, &mut |_| true);
        Ok(best.rows.pop())
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
    /// Points of a task at least.
    const TASK: usize = 1 << 10;
    let mut all = with_capacity(points.len())?;
    all.resize(points.len(), None);
    let (threads, (columns, start)) = (query.threads(), points.raw());
    let dim = columns.len();
    let each = points.len().div_ceil(threads.tasks(points.len())).max(TASK);
    let tasks = all.chunks_mut(each).enumerate().collect();
    let outcomes = threads.map(tasks, |(task, results): (usize, &mut [Option<Nearest>])| {
        let (mut best, mut point) = (Best::new(1, within)?, [0.0; 3]);
        for (i, result) in results.iter_mut().enumerate() {
            point.iter_mut().zip(columns).for_each(|(x, column)| *x = column[start + task * each + i]);
            if point.iter().all(|x: &f32| x.is_finite()) {
                best.clear();
                packed.nearest(query.level(), &point[..dim], &mut best, &mut |_| true);
                *result = best.rows.first().copied();
            }
        }
        Ok(())
    });
    outcomes.into_iter().collect::<Result<(), _>>()?;
    Ok(all)
}

/// A search: the nearest rows so far, the nearest first, and what is open. Distances are squared until it ends.
struct Best {
    rows: Vec<Nearest>,
    open: BinaryHeap<Reverse<Open>>,
    /// Rows that are wanted.
    k: usize,
    within: f64,
    /// The squared distance that a row must not exceed.
    limit: f64,
}

/// A group of boxes that is to be searched: the bits of a squared distance, in the order of the number, that
/// nothing in the group is nearer than; then its height and its number. Of groups at the same distance the
/// lowest comes first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Open(u64);

impl Open {
    /// Bits of a group's number: sixteen rows, of `2^32`, are a group, but for the last one of a region.
    const GROUP: u32 = 29;

    #[inline(always)]
    fn new(distance: f32, height: usize, group: usize) -> Self {
        Self(u64::from(distance.to_bits()) << 32 | (height as u64) << Self::GROUP | group as u64)
    }

    /// The distance, the height and the group.
    #[inline(always)]
    fn parts(self) -> (f32, usize, usize) {
        let (height, group) = (self.0 as u32 >> Self::GROUP, self.0 as u32 % (1 << Self::GROUP));
        (f32::from_bits((self.0 >> 32) as u32), height as usize, group as usize)
    }
}

impl Best {
    fn new(k: usize, within: f32) -> Result<Self, Error> {
        let open = BinaryHeap::new();
        let mut best = Self { rows: with_capacity(k)?, open, k, within: f64::from(within), limit: 0.0 };
        best.clear();
        Ok(best)
    }

    fn clear(&mut self) {
        self.rows.clear();
        self.open.clear();
        let nothing = self.k == 0 || self.within < 0.0;
        self.limit = if nothing { -1.0 } else { self.within * self.within };
    }

    /// Takes a row, if it is one of the nearest.
    fn offer(&mut self, row: u32, distance: f64) {
        let place = self.rows.partition_point(|near| (near.distance, near.row) < (distance, row));
        if distance > self.limit || place == self.k {
            return;
        }
        self.rows.truncate(self.k - 1);
        self.rows.insert(place, Nearest { row, distance });
        if self.rows.len() == self.k {
            self.limit = self.rows[self.k - 1].distance;
        }
    }
}

impl AnyPacked {
    fn nearest(&self, level: Level, point: &[f32], best: &mut Best, keep: &mut dyn FnMut(u32) -> bool) {
        match &self.rows {
            AnyPackedRows::Plane(packed) => nearest(level, packed, point, best, keep),
            AnyPackedRows::Space(packed) => nearest(level, packed, point, best, keep),
            AnyPackedRows::None => {}
        }
        best.rows.iter_mut().for_each(|near| near.distance = sqrt64(near.distance));
    }
}

fn nearest<B: Shape>(
    level: Level,
    packed: &Packed<B>,
    point: &[f32],
    best: &mut Best,
    keep: &mut dyn FnMut(u32) -> bool,
) {
    let (Some(boxes), Some((top, root))) = (&packed.boxes, packed.tree.root()) else { return };
    let side = packed.side();
    // Height 0 are the boxes of rows, height 1 is the first level of the tree.
    best.open.push(Reverse(Open::new(0.0, top + 1, root)));
    at_level!(level, simd => while let Some(Reverse(open)) = best.open.pop() {
        let (distance, height, group) = open.parts();
        if f64::from(distance) > best.limit {
            break;
        }
        let groups = if height == 0 { boxes } else { packed.tree.level(height - 1) };
        let distances = distances(simd, groups, group, point);
        for bit in bits(within(simd, &distances, best.limit)) {
            if height > 0 {
                best.open.push(Reverse(Open::new(distances[bit], height - 1, group * WIDTH + bit)));
            } else if f64::from(distances[bit]) <= best.limit {
                let place = side.starts[group] as usize + bit;
                side.rows.distances(place..place + 1, point, &mut |row, distance| {
                    if distance <= best.limit && keep(row) {
                        best.offer(row, distance);
                    }
                });
            }
        }
    });
}

/// Numbers no larger than the squared distances of the boxes of a group to a point; NaN where there is no box.
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
            let far = below.abs().max(above.abs());
            let outside = (below.max(above) - far * simd.splat(ROUNDING)).max(zero);
            sum = sum + outside * outside;
            exists = exists & low[k].le(high[k]);
        }
        // What overflows is no nearer than the largest number.
        let less = (sum * simd.splat(SMALLER) - simd.splat(UNDERFLOW)).max(zero).min(simd.splat(f32::MAX));
        T::Lanes::select(exists, less, simd.splat(f32::NAN)).store(&mut distances[at..at + T::Lanes::LEN]);
    }
    distances
}

/// Which of these are no larger than a limit, as bits.
#[inline(always)]
fn within<T: Simd>(simd: T, distances: &[f32; WIDTH], limit: f64) -> u32 {
    // Not below the limit.
    let limit = simd.splat((limit as f32).next_up());
    let mut bits = 0;
    for at in (0..WIDTH).step_by(T::Lanes::LEN) {
        bits |= simd.load(&distances[at..]).le(limit).bits() << at;
    }
    bits
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
