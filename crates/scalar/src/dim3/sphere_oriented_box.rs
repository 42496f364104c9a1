//! Sphere and oriented box: the box's nearest point (Ericson, Real-Time Collision Detection, section 5.1.4),
//! as for [axis-aligned boxes](super::sphere_aabb), in the frame of the box.
//!
//! ```text
//!      ______         Define    q_i = (C - center).axes[i], the coordinates of the center C in the frame of the box,
//!     /     /\                  which there is -h .. h
//!    /_____/  \ . C             e_i = max(|q_i| - h_i, 0), how far C is beyond the sides across an axis
//!    \     \  /       Solution  a hit exactly if  e_0^2 + e_1^2 + e_2^2 <= r^2
//!     \_____\/
//! ```
//!
//! The nearest point has the coordinates `q` clamped to `-h .. h`, and `e` is the way to it, if the axes are
//! perpendicular and of length 1. `crate::exact::sphere_oriented_box3` needs neither.

use super::vector::{dot, sub};
use super::{OrientedBox3, Sphere};
use crate::float::no_nan;

/// Whether the sphere and the box have a point in common, in `f32`, if the axes are perpendicular and of
/// length 1.
///
/// Touching counts. A radius of zero is a point; half extents of zero make the box a rectangle, a segment or
/// a point.
///
/// ```
/// use scalar::dim3::{OrientedBox3, Sphere, sphere_oriented_box::nearest_point};
///
/// // Turned about z by 45 degrees: reaches to x = 1.414.
/// let r = 0.5_f32.sqrt();
/// let axes = [[r, r, 0.0], [-r, r, 0.0], [0.0, 0.0, 1.0]];
/// let turned = OrientedBox3 { center: [0.0; 3], half_extents: [1.0; 3], axes };
/// assert!(nearest_point(&Sphere { center: [2.0, 0.0, 0.5], radius: 0.75 }, &turned));
/// assert!(!nearest_point(&Sphere { center: [2.0, 0.0, 0.5], radius: 0.5 }, &turned));
/// ```
pub fn nearest_point(sphere: &Sphere, oriented: &OrientedBox3) -> bool {
    let (h, r) = (oriented.half_extents, sphere.radius);
    let from_center = sub(sphere.center, oriented.center);
    let q = oriented.axes.map(|axis| dot(from_center, axis));
    let e = [0, 1, 2].map(|k: usize| if q[k].abs() > h[k] { q[k].abs() - h[k] } else { 0.0 });
    // A coordinate that is NaN is no hit, although the comparison drops it.
    dot(e, e) <= r * r && no_nan(&[q[0].abs(), q[1].abs(), q[2].abs(), h[0], h[1], h[2]])
}
