//! Contacts in space: how to push any two of spheres, capsules, boxes of both kinds and triangles apart. All
//! that is said of [contacts in the plane](crate::dim2::contact) holds here: the normal points from the first
//! shape to the second, the depth is the least translation after which they only touch, minus the distance of
//! shapes that are disjoint, and the point is midway between both borders.
//!
//! A shape without an inside, as a triangle or a flat box, may still reach over another one: the depth is how
//! far it must move until a plane separates both. It is 0 for two that overlap in one plane.
//!
//! Let `u = 2^-24`, and `S` the largest distance between two points of the shapes:
//!
//! | number | of a sphere, two capsules or two axis-aligned boxes, may be off by | of a triangle, an oriented box, or a capsule and a box |
//! |---|---|---|
//! | depth | `u` times itself `+` [`CONTACT_ERROR`] `S` | `u` times itself `+` `u S` |
//! | `overlap(normal)` | is at most the true depth `+` `2 u S`, of two capsules `+ 4 u S` | `+ 4 u S` |
//! | length of the normal | `2 u` | `2 u` |
//! | the point | `4 u` times the sum of its largest coordinate and `S` | the same |
//!
//! There is one point; [`manifold`] finds up to four. Where faces lie on each other, or an edge lies along a
//! face, it is in the middle of one of them if both have that in common, else at a vertex or where two edges
//! cross. If none of those that are tried is common, it is midway between the two planes, but beside what
//! both have in common. That takes an edge that is exactly parallel to a face: of random pairs with whole
//! coordinates, small ones among them, it is so for 3 in 1,000 of oriented boxes and 1 in 1,000 of triangles.

use core::slice::from_ref;

use bytemuck::{Pod, Zeroable, cast_slice};

use super::Point3;
use crate::contact::Place;
#[cfg(doc)]
use crate::dim2::contact::CONTACT_ERROR;
use crate::float::canonical;
use crate::wide::{along, cross3 as cross, dot, is_finite, midway, sorted, sub, unit, wide};

pub mod aabb_aabb;
pub mod aabb_oriented_box;
pub mod aabb_triangle;
pub mod capsule_aabb;
pub mod capsule_capsule;
pub mod capsule_oriented_box;
pub mod capsule_triangle;
pub mod manifold;
pub mod oriented_box_oriented_box;
pub mod oriented_box_triangle;

mod polyhedron;
pub mod sphere_aabb;
pub mod sphere_capsule;
pub mod sphere_oriented_box;
pub mod sphere_sphere;
pub mod sphere_triangle;
pub mod triangle_triangle;

pub use polyhedron::{LEVEL, LOST};

/// How to push two shapes of space apart: see [the module](self). All NaN where they are farther apart than
/// the margin of the query, and where a value is not finite.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Default, Pod, Zeroable)]
pub struct Contact3 {
    /// The direction in which the second shape leaves the first one soonest, of length 1.
    pub normal: [f32; 3],
    /// How far it must move along the normal until both only touch; minus their distance where they are
    /// disjoint.
    pub depth: f32,
    /// Where both meet, midway between their borders.
    pub point: Point3,
}

impl Contact3 {
    /// The contact of the same shapes in the other order.
    #[must_use]
    pub fn exchanged(self) -> Self {
        Self { normal: self.normal.map(|x| canonical(-x)), ..self }
    }

    /// Whether there is a contact: whether it has numbers.
    pub fn is_some(&self) -> bool {
        !self.depth.is_nan()
    }

    /// The contact, or all NaN if the shapes are farther apart than `margin`.
    #[must_use]
    pub fn within(self, margin: f32) -> Self {
        let nan = f32::NAN;
        if self.depth >= -margin { self } else { Self { normal: [nan; 3], depth: nan, point: [nan; 3] } }
    }
}

/// A contact in `f64`.
#[derive(Clone, Copy)]
struct Wide {
    normal: [f64; 3],
    depth: f64,
    point: [f64; 3],
}

impl Wide {
    fn negated(self) -> Self {
        Self { normal: negated(self.normal), ..self }
    }

    /// The contact of what lies within a radius of the first shape.
    fn grown(self, radius: f64) -> Self {
        Self { depth: radius + self.depth, point: along(self.point, radius * 0.5, self.normal), ..self }
    }

    /// The contact of shapes that are relative to an origin.
    fn moved(self, origin: &Place<3>) -> Self {
        Self { point: along(origin.at, 1.0, self.point), ..self }
    }

    /// Rounded: all NaN if a value of one of the shapes is not finite.
    fn rounded<A: Pod, B: Pod>(self, a: &A, b: &B) -> Contact3 {
        let (a, b): (&[f32], &[f32]) = (cast_slice(from_ref(a)), cast_slice(from_ref(b)));
        let is_finite = is_finite(a) && is_finite(b);
        let round = |x: f64| canonical(if is_finite { x as f32 } else { f32::NAN });
        Contact3 { normal: self.normal.map(round), depth: round(self.depth), point: self.point.map(round) }
    }
}

fn negated(v: [f64; 3]) -> [f64; 3] {
    v.map(|x| -x)
}
