//! Disk and axis-aligned box.
//!
//! ```text
//!        .---.                      outside: Q is C clamped to the box in each coordinate
//!       /  C  \                              normal = CQ / |CQ|,  depth = r - |CQ|
//!    .-|---Q---|------.             inside:  Q is the foot of C on the nearest side
//!    |  \     /       |                      normal from that side inwards,  depth = r + |CQ|
//!    |   '---'    max |             point    midway between Q and C + r n
//!    |                |
//!   min---------------'             as the disk leaves through that side, and the box against it
//! ```

use super::{Contact, Wide, along, dot, midway, sub, unit, wide};
use crate::dim2::point_aabb::clamp_each;
use crate::dim2::{Aabb, Disk};
use crate::float::sqrt64;

/// The contact of a disk and an axis-aligned box: one point. See [the module](super) for its meaning and
/// bounds.
///
/// The disk's center may lie in the box: then the disk leaves through the nearest side. Of sides that are
/// equally near the first one is taken of those at `min` x, `max` x, `min` y and `max` y. A box may be flat;
/// from one without any extent a concentric disk leaves to the left.
///
/// ```
/// use scalar::dim2::{Aabb, Disk, contact::disk_aabb::contact};
///
/// let aabb = Aabb { min: [0.0, 0.0], max: [8.0, 4.0] };
/// let above = contact(&Disk { center: [3.0, 5.0], radius: 2.0 }, &aabb);
/// assert_eq!((above.normal, above.depth, above.points[0]), ([0.0, -1.0], 1.0, [3.0, 3.5]));
/// let inside = contact(&Disk { center: [7.0, 2.0], radius: 0.5 }, &aabb);
/// assert_eq!((inside.normal, inside.depth, inside.points[0]), ([-1.0, 0.0], 1.5, [7.25, 2.0]));
/// let corner = contact(&Disk { center: [11.0, 8.0], radius: 2.0 }, &aabb);
/// assert_eq!((corner.normal, corner.depth), ([-0.6, -0.8], -3.0)); // disjoint
/// ```
pub fn contact(disk: &Disk, aabb: &Aabb) -> Contact {
    let (min, max) = (wide(aabb.min), wide(aabb.max));
    let (normal, depth, point) = to_box(wide(disk.center), f64::from(disk.radius), min, max);
    Wide::single(normal, depth, point).rounded(&[
        disk.center[0],
        disk.center[1],
        disk.radius,
        aabb.min[0],
        aabb.min[1],
        aabb.max[0],
        aabb.max[1],
    ])
}

/// Normal, depth and point, in the plane or in space.
pub(crate) fn to_box<const N: usize>(
    c: [f64; N],
    r: f64,
    min: [f64; N],
    max: [f64; N],
) -> ([f64; N], f64, [f64; N]) {
    let clamped = clamp_each(c, min, max);
    let d = sub(clamped, c);
    let distance = sqrt64(dot(d, d));
    let (normal, depth, q) = if distance > 0.0 {
        (unit(d, distance), r - distance, clamped)
    } else {
        let (mut nearest, mut normal, mut foot) = (f64::INFINITY, [0.0; N], c);
        for k in 0..N {
            for (gap, inward, at) in [(c[k] - min[k], 1.0, min[k]), (max[k] - c[k], -1.0, max[k])] {
                if gap < nearest {
                    (nearest, normal, foot) = (gap, [0.0; N], c);
                    (normal[k], foot[k]) = (inward, at);
                }
            }
        }
        (normal, r + nearest, foot)
    };
    (normal, depth, midway(along(c, r, normal), q))
}
