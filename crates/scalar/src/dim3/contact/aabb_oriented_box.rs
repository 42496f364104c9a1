//! Axis-aligned and oriented box: [convex hulls](super#), relative to the center of the oriented one.

use super::polyhedron::{self, Solid};
use super::{Contact3, wide};
use crate::contact::Place;
use crate::dim3::{Aabb3, OrientedBox3};

/// The contact of an axis-aligned and an oriented box. See [the module](super) for its meaning and bounds.
///
/// All is in the unit of the coordinates. Both touch where the depth is 0. The axes are taken as stored: the
/// box is what lies between its three pairs of planes. They may have any length from `2^-20` to `2^20`, and
/// should be perpendicular up to rounding: where a vertex is nearest, an angle that is off costs its square
/// times the distance. A box whose axes do not span space has no contact: all numbers are NaN.
///
/// A box may be flat; flat ones that overlap in one plane have depth 0. Of directions that are equally short,
/// those of faces come first. Where faces lie on each other, the point is below the middle of one of them, or
/// as near to that as both have something in common.
///
/// ```
/// use scalar::dim3::{Aabb3, OrientedBox3, contact::aabb_oriented_box::contact};
///
/// let floor = Aabb3 { min: [-9.0, -9.0, -4.0], max: [9.0, 9.0, 0.0] };
/// let axes = [[0.6, 0.8, 0.0], [-0.8, 0.6, 0.0], [0.0, 0.0, 1.0]];
/// let standing = OrientedBox3 { center: [1.0, 2.0, 1.5], half_extents: [1.0, 2.0, 2.0], axes };
/// let found = contact(&floor, &standing);
/// assert_eq!((found.normal, found.depth, found.point), ([0.0, 0.0, 1.0], 0.5, [1.0, 2.0, -0.25]));
/// ```
pub fn contact(aabb: &Aabb3, oriented_box: &OrientedBox3) -> Contact3 {
    let origin = Place::new(wide(oriented_box.center));
    let (upright, turned) = (Solid::aabb(aabb, &origin), Solid::oriented_box(oriented_box, &origin));
    polyhedron::contact(&upright, &turned).moved(&origin).rounded(aabb, oriented_box)
}
