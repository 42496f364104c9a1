//! Disk and oriented box: the box's nearest point (Ericson, Real-Time Collision Detection, section 5.1.4), as
//! for [axis-aligned boxes](super::disk_aabb), in the frame of the box.
//!
//! ```text
//!      ____          Define    q, the center C in the frame of the box: along the axis and across it
//!     /   /  . C               e_k = max(|q_k| - h_k, 0), how far C is beyond the sides across an axis
//!    /___/           Solution  a hit exactly if  e_x^2 + e_y^2 <= r^2
//! ```
//!
//! If the axis has length 1, the nearest point has the coordinates `q` clamped to `-h .. h`, and `e` is the
//! way to it. `crate::exact::disk_oriented_box` needs no such axis.

use super::vector::{cross, dot, sub};
use super::{Disk, OrientedBox};
use crate::float::no_nan;

/// Whether the disk and the box have a point in common, in `f32`, if the axis has length 1.
///
/// Touching counts. A radius of zero is a point; half extents of zero make the box a segment or a point.
///
/// ```
/// use scalar::dim2::{Disk, OrientedBox, disk_oriented_box::nearest_point};
///
/// // Turned by 45 degrees: reaches to x = 1.414.
/// let r = 0.5_f32.sqrt();
/// let turned = OrientedBox { center: [0.0; 2], half_extents: [1.0; 2], axis: [r, r] };
/// assert!(nearest_point(&Disk { center: [2.0, 0.0], radius: 0.75 }, &turned));
/// assert!(!nearest_point(&Disk { center: [2.0, 0.0], radius: 0.5 }, &turned));
/// ```
pub fn nearest_point(disk: &Disk, oriented: &OrientedBox) -> bool {
    let (h, u, r) = (oriented.half_extents, oriented.axis, disk.radius);
    let from_center = sub(disk.center, oriented.center);
    let q = [dot(u, from_center).abs(), cross(u, from_center).abs()];
    let e = [0, 1].map(|k: usize| if q[k] > h[k] { q[k] - h[k] } else { 0.0 });
    // A coordinate that is NaN is no hit, although the comparison drops it.
    dot(e, e) <= r * r && no_nan(&[q[0], q[1], h[0], h[1]])
}
