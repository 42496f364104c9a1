//! Disk and axis-aligned box: the box's nearest point (Arvo, "A Simple Method for Box-Sphere Intersection
//! Testing", Graphics Gems, 1990; Ericson, Real-Time Collision Detection, 5.2.5).
//!
//! In each coordinate the center `c` lies below, within or above the interval of the box, and its distance to
//! it is `max(min - c, c - max, 0)`. The disk hits if the sum of the squares of these distances is at most
//! `r^2`.

use super::{Aabb, Disk};
use crate::float::{max, no_nan};

/// Whether the disk and the box have a point in common.
///
/// ```
/// use scalar::dim2::{Aabb, Disk, disk_aabb::nearest_point};
///
/// let aabb = Aabb { min: [0.0, 0.0], max: [2.0, 1.0] };
/// assert!(nearest_point(&Disk { center: [5.0, 5.0], radius: 5.0 }, &aabb)); // touches the corner (2, 1)
/// assert!(!nearest_point(&Disk { center: [5.0, 5.0], radius: 4.75 }, &aabb));
/// ```
pub fn nearest_point(disk: &Disk, aabb: &Aabb) -> bool {
    let ([x, y], r) = (disk.center, disk.radius);
    let outside = |k: usize, c: f32| max(max(aabb.min[k] - c, c - aabb.max[k]), 0.0);
    let (dx, dy) = (outside(0, x), outside(1, y));
    // A difference that is NaN, as that of equal infinities, is no hit, although `max` may drop it.
    let sides = [aabb.min[0] - x, x - aabb.max[0], aabb.min[1] - y, y - aabb.max[1]];
    dx * dx + dy * dy <= r * r && no_nan(&sides.map(f32::abs))
}
