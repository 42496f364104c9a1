//! Oriented box and triangle: [convex hulls](super#), relative to the center of the box.

use super::polyhedron::{self, Solid, Triangle};
use super::{Contact3, sorted, wide};
use crate::contact::Place;
use crate::dim3::{OrientedBox3, Triangle3};

/// The contact of an oriented box and a triangle. See [the module](super) for its meaning and bounds.
///
/// All is in the unit of the coordinates. Both touch where the depth is 0. The order of the vertices changes
/// nothing. The axes are taken as stored: the box is what lies between its three pairs of planes. They may
/// have any length from `2^-20` to `2^20`, and should be perpendicular up to rounding: where a vertex is
/// nearest, an angle that is off costs its square times the distance. A box whose axes do not span space has
/// no contact: all numbers are NaN.
///
/// A half extent of zero makes a box a rectangle, two make it a segment, three a point. A triangle of zero
/// area is its segment or its point. Both in one plane, where they overlap, have depth 0.
///
/// ```
/// use scalar::dim3::{OrientedBox3, Triangle3, contact::oriented_box_triangle::contact};
///
/// let axes = [[0.6, 0.8, 0.0], [-0.8, 0.6, 0.0], [0.0, 0.0, 1.0]];
/// let turned = OrientedBox3 { center: [0.0, 0.0, -2.0], half_extents: [9.0, 9.0, 2.0], axes };
/// let standing = Triangle3 { a: [0.0, 1.0, -0.5], b: [-2.0, 1.0, 4.0], c: [2.0, 1.0, 4.0] };
/// let found = contact(&turned, &standing);
/// assert_eq!((found.normal, found.depth, found.point), ([0.0, 0.0, 1.0], 0.5, [0.0, 1.0, -0.25]));
/// ```
pub fn contact(oriented_box: &OrientedBox3, triangle: &Triangle3) -> Contact3 {
    let vertices = sorted([wide(triangle.a), wide(triangle.b), wide(triangle.c)]);
    let origin = Place::new(wide(oriented_box.center));
    let solid = Solid::oriented_box(oriented_box, &origin);
    polyhedron::contact(&solid, &Triangle::new(vertices, &origin))
        .moved(&origin)
        .rounded(oriented_box, triangle)
}
