//! Sphere and axis-aligned box: as [disk and box](crate::dim2::contact::disk_aabb), with six sides.

use super::{Contact3, Wide, wide};
use crate::dim2::contact::disk_aabb::to_box;
use crate::dim3::{Aabb3, Sphere};

/// The contact of a sphere and an axis-aligned box. See [the module](super) for its meaning and bounds.
///
/// The sphere's center may lie in the box: then the sphere leaves through the nearest side. Of sides that are
/// equally near the first one is taken of those at `min` x, `max` x, `min` y, `max` y, `min` z and `max` z. A
/// box may be flat.
///
/// ```
/// use scalar::dim3::{Aabb3, Sphere, contact::sphere_aabb::contact};
///
/// let aabb = Aabb3 { min: [0.0; 3], max: [8.0; 3] };
/// let above = contact(&Sphere { center: [3.0, 4.0, 9.0], radius: 2.0 }, &aabb);
/// assert_eq!((above.normal, above.depth, above.point), ([0.0, 0.0, -1.0], 1.0, [3.0, 4.0, 7.5]));
/// let inside = contact(&Sphere { center: [3.0, 4.0, 7.0], radius: 2.0 }, &aabb);
/// assert_eq!((inside.normal, inside.depth, inside.point), ([0.0, 0.0, -1.0], 3.0, [3.0, 4.0, 6.5]));
/// ```
pub fn contact(sphere: &Sphere, aabb: &Aabb3) -> Contact3 {
    let (min, max) = (wide(aabb.min), wide(aabb.max));
    let (normal, depth, point) = to_box(wide(sphere.center), f64::from(sphere.radius), min, max);
    Wide { normal, depth, point }.rounded(sphere, aabb)
}
