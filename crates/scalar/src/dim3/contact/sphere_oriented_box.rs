//! Sphere and oriented box: [convex hulls](super#), the sphere's a point, relative to the center of the box.

use super::polyhedron::{self, Solid, Vertex};
use super::{Contact3, wide};
use crate::contact::Place;
use crate::dim3::{OrientedBox3, Sphere};

/// The contact of a sphere and an oriented box. See [the module](super) for its meaning and bounds.
///
/// All is in the unit of the coordinates. Both touch where the depth is 0. The axes are taken as stored: the
/// box is what lies between its three pairs of planes. They may have any length from `2^-20` to `2^20`, and
/// should be perpendicular up to rounding: where a vertex is nearest, an angle that is off costs its square
/// times the distance. A box whose axes do not span space has no contact: all numbers are NaN.
///
/// The sphere's center may lie in the box: then the sphere leaves through the nearest side, of equally near
/// ones the first by the order of the axes. A half extent of zero makes a box a rectangle, two make it a
/// segment, three a point. The radius may be zero.
///
/// ```
/// use scalar::dim3::{OrientedBox3, Sphere, contact::sphere_oriented_box::contact};
///
/// let axes = [[0.6, 0.8, 0.0], [-0.8, 0.6, 0.0], [0.0, 0.0, 1.0]];
/// let turned = OrientedBox3 { center: [1.0, 2.0, 0.0], half_extents: [3.0, 4.0, 5.0], axes };
/// let above = contact(&Sphere { center: [1.0, 2.0, 6.0], radius: 2.0 }, &turned);
/// assert_eq!((above.normal, above.depth, above.point), ([0.0, 0.0, -1.0], 1.0, [1.0, 2.0, 4.5]));
/// let inside = contact(&Sphere { center: [1.0, 2.0, 4.0], radius: 2.0 }, &turned);
/// assert_eq!((inside.normal, inside.depth, inside.point), ([0.0, 0.0, -1.0], 3.0, [1.0, 2.0, 3.5]));
/// ```
pub fn contact(sphere: &Sphere, oriented_box: &OrientedBox3) -> Contact3 {
    let origin = Place::new(wide(oriented_box.center));
    let center = Vertex(Place::new(wide(sphere.center)).from(&origin));
    let found = polyhedron::contact(&center, &Solid::oriented_box(oriented_box, &origin));
    found.grown(sphere.radius.into()).moved(&origin).rounded(sphere, oriented_box)
}
