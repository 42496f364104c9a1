//! Sphere and capsule: as [disk and capsule](crate::dim2::contact::disk_capsule).

use super::{Contact3, Wide, wide};
use crate::contact::Core;
use crate::dim2::contact::disk_capsule::to_core;
use crate::dim3::{Capsule3, Sphere};

/// The contact of a sphere and a capsule. See [the module](super) for its meaning and bounds.
///
/// All is in the unit of the coordinates. Both touch where the depth is 0. Which end of the capsule is its
/// start changes nothing, where both are `f32` values. Where the center lies on the segment, all directions
/// across it are equally short: the normal is the cross product of it with the axis to which it is least
/// parallel. A capsule of zero direction is a sphere; of concentric spheres the normal is (1, 0, 0), or
/// (-1, 0, 0) if the first sphere is the smaller one. Radii may be zero.
///
/// ```
/// use scalar::dim3::{Capsule3, Sphere, contact::sphere_capsule::contact};
///
/// let capsule = Capsule3 { start: [0.0; 3], direction: [8.0, 0.0, 0.0], radius: 1.0 };
/// let above = contact(&Sphere { center: [3.0, 0.0, 2.0], radius: 2.0 }, &capsule);
/// assert_eq!((above.normal, above.depth, above.point), ([0.0, 0.0, -1.0], 1.0, [3.0, 0.0, 0.5]));
/// let inside = contact(&Sphere { center: [3.0, 0.0, 0.0], radius: 2.0 }, &capsule);
/// assert_eq!((inside.normal, inside.depth, inside.point), ([0.0, 0.0, 1.0], 3.0, [3.0, 0.0, 0.5]));
/// let end = contact(&Sphere { center: [8.0, 3.0, 4.0], radius: 2.0 }, &capsule);
/// assert_eq!((end.normal, end.depth), ([0.0, -0.6, -0.8], -2.0)); // disjoint
/// ```
pub fn contact(sphere: &Sphere, capsule: &Capsule3) -> Contact3 {
    let core = Core::new(wide(capsule.start), wide(capsule.direction), capsule.radius.into());
    let (normal, depth, point) = to_core(wide(sphere.center), sphere.radius.into(), &core);
    Wide { normal, depth, point }.rounded(sphere, capsule)
}
