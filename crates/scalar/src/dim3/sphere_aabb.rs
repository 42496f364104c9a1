//! Sphere and axis-aligned box: the box's nearest point (Arvo), as for [disks](crate::dim2::disk_aabb).

use super::{Aabb3, Sphere};
use crate::float::{max, no_nan};

/// Whether the sphere and the box have a point in common.
///
/// ```
/// use scalar::dim3::{Aabb3, Sphere, sphere_aabb::nearest_point};
///
/// let aabb = Aabb3 { min: [0.0; 3], max: [2.0, 1.0, 1.0] };
/// assert!(nearest_point(&Sphere { center: [4.0, 4.0, 7.0], radius: 7.0 }, &aabb)); // touches (2, 1, 1)
/// assert!(!nearest_point(&Sphere { center: [4.0, 4.0, 7.0], radius: 6.75 }, &aabb));
/// ```
pub fn nearest_point(sphere: &Sphere, aabb: &Aabb3) -> bool {
    let (c, r) = (sphere.center, sphere.radius);
    let [dx, dy, dz] = [0, 1, 2].map(|k| max(max(aabb.min[k] - c[k], c[k] - aabb.max[k]), 0.0));
    // A difference that is NaN, as that of equal infinities, is no hit, although `max` may drop it.
    let [x, y, z] = [0, 1, 2].map(|k| [(aabb.min[k] - c[k]).abs(), (c[k] - aabb.max[k]).abs()]);
    dx * dx + dy * dy + dz * dz <= r * r && no_nan([x, y, z].as_flattened())
}
