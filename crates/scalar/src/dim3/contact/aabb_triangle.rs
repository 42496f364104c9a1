//! Axis-aligned box and triangle: [convex hulls](super#), relative to the middle of the box.

use super::polyhedron::{self, Solid, Triangle};
use super::{Contact3, sorted, wide};
use crate::dim3::{Aabb3, Triangle3};

/// The contact of an axis-aligned box and a triangle. See [the module](super) for its meaning and bounds.
///
/// All is in the unit of the coordinates. Both touch where the depth is 0. The order
/// of the vertices changes nothing.
///
/// A box may be flat; a triangle of zero area is its segment or its point. Both in one plane, where they
/// overlap, have depth 0. Where the triangle lies on a face, or a face on it, the point is below the middle
/// of one of them, or as near to that as both have something in common.
///
/// ```
/// use scalar::dim3::{Aabb3, Triangle3, contact::aabb_triangle::contact};
///
/// let aabb = Aabb3 { min: [-9.0, -9.0, -4.0], max: [9.0, 9.0, 0.0] };
/// let standing = Triangle3 { a: [0.0, 1.0, -0.5], b: [-2.0, 1.0, 4.0], c: [2.0, 1.0, 4.0] };
/// let found = contact(&aabb, &standing);
/// assert_eq!((found.normal, found.depth, found.point), ([0.0, 0.0, 1.0], 0.5, [0.0, 1.0, -0.25]));
/// ```
pub fn contact(aabb: &Aabb3, triangle: &Triangle3) -> Contact3 {
    let vertices = sorted([wide(triangle.a), wide(triangle.b), wide(triangle.c)]);
    let origin = Solid::middle(aabb);
    let found = polyhedron::contact(&Solid::aabb(aabb, &origin), &Triangle::new(vertices, &origin));
    found.moved(&origin).rounded(aabb, triangle)
}
