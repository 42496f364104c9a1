//! The closest points of two shapes of space, and their distance. All that is said of [the
//! plane](crate::dim2::closest) holds here: the choice, finite answers, and what a distance of 0 means.
//!
//! Let `u = 2^-24`, and `S` the largest distance between two points of the shapes:
//!
//! | number | without triangles may be off by | with a triangle |
//! |---|---|---|
//! | distance | `u` times itself `+` [`CLOSEST_ERROR`] `S` | `u` times itself `+` `u S` |
//! | either point | `u` in each coordinate, `+` [`CLOSEST_ERROR`] `S`, from a point of its shape | the same |
//! | the distance of both points | the sum of these from the true distance | the same |
//!
//! Near a needle's face the foot of a point is lost in rounding, as its two edges are almost parallel. Then a
//! point of an edge takes its place, which is as near up to the needle's width: no more than `2^-26 S`.

use core::slice::from_ref;

use bytemuck::{Pod, Zeroable, cast_slice};

use super::{Aabb3, Capsule3, Point3, Segment3, Sphere, Triangle3};
use crate::closest::{
    Block, Boxed, ClosestTo, Outline, Outlined, closest_to, of_box_and_outline, of_boxes, of_outline_and_box,
    of_outlines,
};
#[cfg(doc)]
use crate::dim2::closest::CLOSEST_ERROR;
use crate::wide::{sorted, wide};

/// The distance of two shapes of space and where they are closest: see [the module](self). All NaN where a
/// value is not finite.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Default, Pod, Zeroable)]
pub struct ClosestPair3 {
    /// Their distance, 0 where they meet; not its square, which would overflow.
    pub distance: f32,
    /// A point of the first shape.
    pub on_a: Point3,
    /// The point of the second shape that is closest to it; the same one where they meet.
    pub on_b: Point3,
}

impl ClosestPair3 {
    /// The closest points of the same shapes in the other order.
    #[must_use]
    pub fn exchanged(self) -> Self {
        Self { on_a: self.on_b, on_b: self.on_a, ..self }
    }
}

impl Boxed<3> for Point3 {
    fn block(&self) -> Block<3> {
        Block::round(wide(*self), 0.0)
    }
}

impl Boxed<3> for Sphere {
    fn block(&self) -> Block<3> {
        Block::round(wide(self.center), self.radius.into())
    }
}

impl Boxed<3> for Aabb3 {
    fn block(&self) -> Block<3> {
        Block { min: wide(self.min), max: wide(self.max), radius: 0.0 }
    }
}

impl Outlined<3> for Point3 {
    fn outline(&self) -> Outline<3> {
        Outline::round(wide(*self), 0.0)
    }
}

impl Outlined<3> for Segment3 {
    fn outline(&self) -> Outline<3> {
        Outline::segment(wide(self.start), wide(self.direction))
    }
}

impl Outlined<3> for Sphere {
    fn outline(&self) -> Outline<3> {
        Outline::round(wide(self.center), self.radius.into())
    }
}

impl Outlined<3> for Capsule3 {
    fn outline(&self) -> Outline<3> {
        Outline::segment(wide(self.start), wide(self.direction)).rounded(self.radius)
    }
}

impl Outlined<3> for Triangle3 {
    fn outline(&self) -> Outline<3> {
        Outline::triangle(sorted([wide(self.a), wide(self.b), wide(self.c)]))
    }
}

closest_to! { ClosestPair3, of_boxes(block, block):
    Point3, Point3;
    Point3, Sphere;
    Sphere, Point3;
    Point3, Aabb3;
    Aabb3, Point3;
    Sphere, Sphere;
    Sphere, Aabb3;
    Aabb3, Sphere;
    Aabb3, Aabb3;
}

closest_to! { ClosestPair3, of_outlines(outline, outline):
    Point3, Segment3;
    Segment3, Point3;
    Point3, Triangle3;
    Triangle3, Point3;
    Segment3, Segment3;
    Segment3, Sphere;
    Sphere, Segment3;
    Segment3, Triangle3;
    Triangle3, Segment3;
    Sphere, Triangle3;
    Triangle3, Sphere;
    Triangle3, Triangle3;
    Capsule3, Point3;
    Point3, Capsule3;
    Capsule3, Segment3;
    Segment3, Capsule3;
    Capsule3, Sphere;
    Sphere, Capsule3;
    Capsule3, Capsule3;
    Capsule3, Triangle3;
    Triangle3, Capsule3;
}

closest_to! { ClosestPair3, of_outline_and_box(outline, block):
    Segment3, Aabb3;
    Capsule3, Aabb3;
    Triangle3, Aabb3;
}

closest_to! { ClosestPair3, of_box_and_outline(block, outline):
    Aabb3, Segment3;
    Aabb3, Capsule3;
    Aabb3, Triangle3;
}
