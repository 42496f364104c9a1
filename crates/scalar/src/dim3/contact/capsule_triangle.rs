//! Capsule and triangle: [convex hulls](super#), the capsule's a segment, relative to a vertex of the
//! triangle.

use super::polyhedron::{self, Segment, Triangle};
use super::{Contact3, sorted, wide};
use crate::contact::{Core, Place};
use crate::dim3::{Capsule3, Triangle3};

/// The contact of a capsule and a triangle. See [the module](super) for its meaning and bounds.
///
/// All is in the unit of the coordinates. Both touch where the depth is 0. Which end of the capsule is its
/// start changes nothing, where both are `f32` values. A capsule of zero direction is a sphere; its radius
/// may be zero.
///
/// The order of the vertices changes nothing. A triangle of zero area is its segment or its point. Where the
/// segment of the capsule lies in the plane of the triangle and both overlap, the depth is the radius, and
/// the normal that of the plane. Where both are one point, the normal is (1, 0, 0).
///
/// ```
/// use scalar::dim3::{Capsule3, Triangle3, contact::capsule_triangle::contact};
///
/// let floor = Triangle3 { a: [-9.0, -9.0, 0.0], b: [9.0, -9.0, 0.0], c: [0.0, 9.0, 0.0] };
/// let lying = Capsule3 { start: [-1.0, 0.0, 1.5], direction: [2.0, 0.0, 0.0], radius: 2.0 };
/// let found = contact(&lying, &floor);
/// assert_eq!((found.normal, found.depth, found.point), ([0.0, 0.0, -1.0], 0.5, [0.0, 0.0, -0.25]));
/// ```
pub fn contact(capsule: &Capsule3, triangle: &Triangle3) -> Contact3 {
    let core = Core::new(wide(capsule.start), wide(capsule.direction), capsule.radius.into());
    let vertices = sorted([wide(triangle.a), wide(triangle.b), wide(triangle.c)]);
    let origin = Place::new(vertices[0]);
    let found = polyhedron::contact(&Segment::core(&core, &origin), &Triangle::new(vertices, &origin));
    found.grown(core.radius).moved(&origin).rounded(capsule, triangle)
}
