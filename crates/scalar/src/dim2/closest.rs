//! The closest points of two shapes of the plane, and their distance.
//!
//! ```text
//!    .----------.
//!    |    a     |             Define    distance = min |B - A| over all points A of a and B of b
//!    |          P-----Q.      Solution  P on a and Q on b, which are as far apart;
//!    '----------'     | '.              where the shapes meet: distance 0, and P = Q, a point of both
//!                     | b  '.
//! ```
//!
//! **Choice.** Several pairs of points may be equally close, as of parallel edges, and many points be common
//! to both. Which are taken depends on the two shapes alone: an exchange of operands exchanges the points,
//! and the order of a triangle's vertices, or of a segment's ends where the start of either is the end of the
//! other, changes no bit.
//!
//! **Arithmetic.** All is computed in `f64` and rounded to `f32` at the end, so every finite row has a finite
//! answer, unless a distance is beyond `f32`: no square or product of `f32` values overflows or underflows.
//! Let `u = 2^-24`, and `S` the largest distance between two points of the shapes:
//!
//! | number | may be off by |
//! |---|---|
//! | distance | `u` times itself `+` [`CLOSEST_ERROR`] `S` |
//! | either point | `u` in each coordinate, `+` [`CLOSEST_ERROR`] `S`, from a point of its shape |
//! | the distance of both points | the sum of these from the true distance |
//!
//! A segment's end is its start plus its direction in `f64`: where that is rounded, `2^-53` times its largest
//! coordinate is to be added.
//!
//! A distance of 0 and touching are not the same: shapes that are apart by less than the bound may have 0,
//! and shapes that touch may be apart by as much. What is exact is [`crate::exact`].
//!
//! A triangle of zero area is its segment or its point, and so is a segment of zero direction or a box
//! without extent. The axis of an oriented box is taken as stored.
//!
//! Source: Ericson, Real-Time Collision Detection, sections 5.1.2 to 5.1.9.

use core::slice::from_ref;

use bytemuck::{Pod, Zeroable, cast_slice};

use super::{Aabb, Capsule, Disk, OrientedBox, Point, Segment, Triangle};
use crate::closest::{
    Block, Boxed, ClosestTo, Outline, Outlined, closest_to, inverse, of_boxes, of_outlines,
};
use crate::wide::{dot, sorted, sub, wide};

/// How far a distance may be off beside the rounding to `f32`, relative to the largest distance between two
/// points of the shapes.
///
/// In units of `2^-53`: vertices are relative to one of them and off by up to 2; a point of an edge by 3
/// more, as seen across the edge; its place along the edge by 8, which counts in full only where both points
/// are that near to each other. That is 13 for both points, and 13 more where shapes meet by less. The
/// corners of oriented boxes have 6. In the plane, a point between two centers is off by up to 17: a center by 6,
/// the cross product with an edge by 2, the depth by 3, the way to the last vertex by 4, and the sum by 2. So
/// shapes may be apart by up to 34 that are said to meet, and the other way round by 34 and the 26 of their edges.
pub const CLOSEST_ERROR: f64 = 64.0 * f64::EPSILON / 2.0;

/// The distance of two shapes and where they are closest: see [the module](self). All NaN where a value is
/// not finite.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Default, Pod, Zeroable)]
pub struct ClosestPair {
    /// Their distance, 0 where they meet; not its square, which would overflow.
    pub distance: f32,
    /// A point of the first shape.
    pub on_a: Point,
    /// The point of the second shape that is closest to it; the same one where they meet.
    pub on_b: Point,
}

impl ClosestPair {
    /// The closest points of the same shapes in the other order.
    #[must_use]
    pub fn exchanged(self) -> Self {
        Self { on_a: self.on_b, on_b: self.on_a, ..self }
    }
}

impl Boxed<2> for Point {
    fn block(&self) -> Block<2> {
        Block::round(wide(*self), 0.0)
    }
}

impl Boxed<2> for Disk {
    fn block(&self) -> Block<2> {
        Block::round(wide(self.center), self.radius.into())
    }
}

impl Boxed<2> for Aabb {
    fn block(&self) -> Block<2> {
        Block { min: wide(self.min), max: wide(self.max), radius: 0.0 }
    }
}

impl Outlined<2> for Point {
    fn outline(&self) -> Outline<2> {
        Outline::round(wide(*self), 0.0)
    }
}

impl Outlined<2> for Segment {
    fn outline(&self) -> Outline<2> {
        Outline::segment(wide(self.start), wide(self.direction))
    }
}

impl Outlined<2> for Disk {
    fn outline(&self) -> Outline<2> {
        Outline::round(wide(self.center), self.radius.into())
    }
}

impl Outlined<2> for Capsule {
    fn outline(&self) -> Outline<2> {
        Outline::segment(wide(self.start), wide(self.direction)).rounded(self.radius)
    }
}

impl Outlined<2> for Aabb {
    fn outline(&self) -> Outline<2> {
        let [w, h] = sub(wide(self.max), wide(self.min));
        Outline::four(wide(self.min), [[0.0, 0.0], [w, 0.0], [w, h], [0.0, h]])
    }
}

impl Outlined<2> for OrientedBox {
    fn outline(&self) -> Outline<2> {
        let ([hx, hy], u) = (wide(self.half_extents), wide(self.axis));
        let scale = inverse(dot(u, u));
        let (along, across) = (hx * scale, hy * scale);
        let (p, q) = ([u[0] * along, u[1] * along], [-u[1] * across, u[0] * across]);
        let corners = [
            [-p[0] - q[0], -p[1] - q[1]],
            [p[0] - q[0], p[1] - q[1]],
            [p[0] + q[0], p[1] + q[1]],
            [q[0] - p[0], q[1] - p[1]],
        ];
        Outline::four(wide(self.center), corners)
    }
}

impl Outlined<2> for Triangle {
    fn outline(&self) -> Outline<2> {
        Outline::triangle(sorted([wide(self.a), wide(self.b), wide(self.c)]))
    }
}

closest_to! { ClosestPair, of_boxes(block, block):
    Point, Point;
    Point, Disk;
    Disk, Point;
    Point, Aabb;
    Aabb, Point;
    Disk, Disk;
    Disk, Aabb;
    Aabb, Disk;
    Aabb, Aabb;
}

closest_to! { ClosestPair, of_outlines(outline, outline):
    Point, Segment;
    Segment, Point;
    Point, OrientedBox;
    OrientedBox, Point;
    Point, Triangle;
    Triangle, Point;
    Segment, Segment;
    Segment, Disk;
    Disk, Segment;
    Segment, Aabb;
    Aabb, Segment;
    Segment, OrientedBox;
    OrientedBox, Segment;
    Segment, Triangle;
    Triangle, Segment;
    Disk, OrientedBox;
    OrientedBox, Disk;
    Disk, Triangle;
    Triangle, Disk;
    Aabb, OrientedBox;
    OrientedBox, Aabb;
    Aabb, Triangle;
    Triangle, Aabb;
    OrientedBox, OrientedBox;
    OrientedBox, Triangle;
    Triangle, OrientedBox;
    Triangle, Triangle;
    Capsule, Point;
    Point, Capsule;
    Capsule, Segment;
    Segment, Capsule;
    Capsule, Disk;
    Disk, Capsule;
    Capsule, Capsule;
    Capsule, Aabb;
    Aabb, Capsule;
    Capsule, OrientedBox;
    OrientedBox, Capsule;
    Capsule, Triangle;
    Triangle, Capsule;
}
