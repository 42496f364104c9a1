//! Capsule and oriented box: [convex hulls](super#), the capsule's a segment, relative to the center of the
//! box.

use super::polyhedron::{self, Segment, Solid};
use super::{Contact3, wide};
use crate::contact::{Core, Place};
use crate::dim3::{Capsule3, OrientedBox3};

/// The contact of a capsule and an oriented box. See [the module](super) for its meaning and bounds.
///
/// All is in the unit of the coordinates. Both touch where the depth is 0. Which end of the capsule is its
/// start changes nothing, where both are `f32` values. A capsule of zero direction is a sphere; its radius
/// may be zero.
///
/// The axes are taken as stored: the box is what lies between its three pairs of planes. They may have any
/// length from `2^-20` to `2^20`, and should be perpendicular up to rounding: where a vertex is nearest, an
/// angle that is off costs its square times the distance. A box whose axes do not span space has no contact:
/// all numbers are NaN.
///
/// A half extent of zero makes a box a rectangle, two make it a segment, three a point. Where the segment of
/// the capsule lies along a face, the point is below its middle, or as near to that as both have something in
/// common.
///
/// ```
/// use scalar::dim3::{Capsule3, OrientedBox3, contact::capsule_oriented_box::contact};
///
/// let axes = [[0.6, 0.8, 0.0], [-0.8, 0.6, 0.0], [0.0, 0.0, 1.0]];
/// let turned = OrientedBox3 { center: [0.0; 3], half_extents: [9.0, 9.0, 1.0], axes };
/// let lying = Capsule3 { start: [1.0, 0.0, 2.5], direction: [2.0, 4.0, 0.0], radius: 2.0 };
/// let found = contact(&lying, &turned);
/// assert_eq!((found.normal, found.depth, found.point), ([0.0, 0.0, -1.0], 0.5, [2.0, 2.0, 0.75]));
/// ```
pub fn contact(capsule: &Capsule3, oriented_box: &OrientedBox3) -> Contact3 {
    let core = Core::new(wide(capsule.start), wide(capsule.direction), capsule.radius.into());
    let origin = Place::new(wide(oriented_box.center));
    let segment = Segment::core(&core, &origin);
    let found = polyhedron::contact(&segment, &Solid::oriented_box(oriented_box, &origin));
    found.grown(core.radius).moved(&origin).rounded(capsule, oriented_box)
}
