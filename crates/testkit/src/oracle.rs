//! The true answer of every intersection test, in real arithmetic, for any finite `f32` coordinates.
//!
//! It is written from the definitions, with integers of any size, and shares neither code nor method with the
//! crates it checks: no separating axes, no edge functions, no error bounds. It is slow (microseconds a pair)
//! and plain.
//!
//! | question | method | where |
//! |---|---|---|
//! | two convex polygons, or segments, or points | the origin lies in the hull of all differences of their corners | [`hull`] |
//! | a disk or sphere and a shape of corners | the closest point, a fraction, against the radius | [`round`] |
//! | a segment, ray or line and an oriented box | the range of its parameter, clipped by each slab | [`slabs`] |
//!
//! All shapes are closed sets, so touching is a hit. A triangle of zero area is its segment or its point, a
//! radius of zero is a point, a direction of zero is the point `start`, also for a ray and a line. A segment
//! ends at `start + direction` in real arithmetic, rounded nowhere. An oriented box is its slabs with the
//! axes as stored, of whatever length. A row that is no shape (a NaN, an infinity, a negative radius or half
//! extent, an inverted box, an axis of zero) is the empty set: it touches nothing.
//!
//! ```
//! use scalar::dim2::{Disk, Triangle};
//! use testkit::oracle::{self, Oracle};
//!
//! let triangle = Triangle { a: [0.0, 0.0], b: [2.0, 2.0], c: [2.0, 0.0] };
//! let touching = Disk { center: [-3.0, -4.0], radius: 5.0 };
//! let short = Disk { radius: 5.0_f32.next_down(), ..touching };
//! assert!(touching.truth(&triangle) && !short.truth(&triangle));
//!
//! // The same for code that knows of the shapes only that they are shapes.
//! assert_eq!(oracle::truth(&triangle, &touching), Some(true));
//! assert_eq!(oracle::truth(&1.0_f32, &touching), None, "a number is not a set");
//! ```

use scalar::dim2::{Aabb, Disk, Line, OrientedBox, Point, Ray, Segment, Triangle};
use scalar::dim3::{Line3, OrientedBox3, Ray3, Segment3, Sphere, Triangle3};
use soa::Shape;

use crate::pairs;

pub mod hull;
pub mod integer;
pub mod round;
pub mod slabs;

/// A shape that has a true answer with a `B`.
pub trait Oracle<B: Shape>: Shape {
    /// Whether the two sets have a point in common.
    fn truth(&self, other: &B) -> bool;
}

/// The true answer for two shapes in either order; None for a pair that has no intersection test.
///
/// Every pair of shapes that a yes/no kernel of soa takes has an answer.
pub fn truth<A: Shape, B: Shape>(a: &A, b: &B) -> Option<bool> {
    pairs::ground_truth(A::KIND, B::KIND).map(|ground_truth| ground_truth.oracle(a.values(), b.values()))
}

/// A shape whose columns the oracle knows.
pub trait Body: Shape {
    /// The columns that are lengths: all but a box's axes.
    fn lengths(&self) -> &[f32] {
        self.values()
    }

    /// Whether the row is a set at all: finite numbers that keep the shape's rule.
    fn is_set(&self) -> bool {
        self.values().iter().all(|x| x.is_finite()) && self.broken_rule().is_none()
    }
}

impl Body for Point {}
impl Body for Segment {}
impl Body for Ray {}
impl Body for Line {}
impl Body for Disk {}
impl Body for Aabb {}
impl Body for Triangle {}
impl Body for Segment3 {}
impl Body for Ray3 {}
impl Body for Line3 {}
impl Body for Sphere {}
impl Body for Triangle3 {}

impl Body for OrientedBox {
    fn lengths(&self) -> &[f32] {
        &self.values()[..4]
    }
}

impl Body for OrientedBox3 {
    fn lengths(&self) -> &[f32] {
        &self.values()[..6]
    }
}

/// Says by which function each pair is answered, in both orders.
macro_rules! oracles {
    (same { $($same:ty => $self:path;)* } mixed { $($a:ty, $b:ty => $truth:path;)* }) => {
        $(
            impl Oracle<$same> for $same {
                fn truth(&self, other: &$same) -> bool {
                    self.is_set() && other.is_set() && $self(self, other)
                }
            }
        )*
        $(
            impl Oracle<$b> for $a {
                fn truth(&self, other: &$b) -> bool {
                    self.is_set() && other.is_set() && $truth(self, other)
                }
            }
            impl Oracle<$a> for $b {
                fn truth(&self, other: &$a) -> bool {
                    other.truth(self)
                }
            }
        )*
    };
}

oracles! {
    same {
        Aabb => hull::meet;
        Disk => round::disks_meet;
        OrientedBox => hull::meet;
        Segment => hull::meet;
        Triangle => hull::meet;
    }
    mixed {
        Point, Disk => round::point_in_disk;
        Point, Triangle => hull::meet;
        Segment, Disk => round::hull_meets_disk;
        Segment, OrientedBox => slabs::crosses;
        Ray, OrientedBox => slabs::crosses;
        Line, OrientedBox => slabs::crosses;
        Segment, Triangle => hull::meet;
        Disk, Aabb => round::disk_meets_hull;
        Disk, Triangle => round::disk_meets_hull;
        Aabb, Triangle => hull::meet;
        OrientedBox, Triangle => hull::meet;
        Segment3, OrientedBox3 => slabs::crosses;
        Ray3, OrientedBox3 => slabs::crosses;
        Line3, OrientedBox3 => slabs::crosses;
        Sphere, Triangle3 => round::sphere_meets_triangle;
    }
}
