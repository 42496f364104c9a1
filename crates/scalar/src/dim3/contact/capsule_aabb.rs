//! Capsule and axis-aligned box: [convex hulls](super#), the capsule's a segment, relative to the middle of
//! the box.

use super::polyhedron::{self, Segment, Solid};
use super::{Contact3, wide};
use crate::contact::Core;
use crate::dim3::{Aabb3, Capsule3};

/// The contact of a capsule and an axis-aligned box. See [the module](super) for its meaning and bounds.
///
/// All is in the unit of the coordinates. Both touch where the depth is 0. Which end of the capsule is its
/// start changes nothing, where both are `f32` values. A capsule of zero direction is a sphere; its radius
/// may be zero.
///
/// A box may be flat. Where the segment of the capsule lies along a face, the point is below its middle, or
/// as near to that as both have something in common.
///
/// ```
/// use scalar::dim3::{Aabb3, Capsule3, contact::capsule_aabb::contact};
///
/// let floor = Aabb3 { min: [-9.0, -9.0, -4.0], max: [9.0, 9.0, 0.0] };
/// let lying = Capsule3 { start: [1.0, 0.0, 1.5], direction: [2.0, 4.0, 0.0], radius: 2.0 };
/// let found = contact(&lying, &floor);
/// assert_eq!((found.normal, found.depth, found.point), ([0.0, 0.0, -1.0], 0.5, [2.0, 2.0, -0.25]));
///
/// let edge = Capsule3 { start: [12.0, 0.0, 4.0], direction: [0.0, 4.0, 0.0], radius: 4.0 };
/// let found = contact(&edge, &floor);
/// assert_eq!((found.normal, found.depth), ([-0.6, 0.0, -0.8], -1.0));
/// ```
pub fn contact(capsule: &Capsule3, aabb: &Aabb3) -> Contact3 {
    let core = Core::new(wide(capsule.start), wide(capsule.direction), capsule.radius.into());
    let origin = Solid::middle(aabb);
    let found = polyhedron::contact(&Segment::core(&core, &origin), &Solid::aabb(aabb, &origin));
    found.grown(core.radius).moved(&origin).rounded(capsule, aabb)
}
