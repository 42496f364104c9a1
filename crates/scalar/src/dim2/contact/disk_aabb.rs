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

use super::{Contact, Wide, dot, midway, sub, unit, wide};
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
    let (c, r, min, max) = (wide(disk.center), f64::from(disk.radius), wide(aabb.min), wide(aabb.max));
    let clamped = [0, 1].map(|k| {
        if c[k] < min[k] {
            min[k]
        } else if c[k] > max[k] {
            max[k]
        } else {
            c[k]
        }
    });
    let d = sub(clamped, c);
    let distance = sqrt64(dot(d, d));
    let (normal, depth, q) = if distance > 0.0 {
        (unit(d, distance), r - distance, clamped)
    } else {
        let mut nearest = (c[0] - min[0], [1.0, 0.0], [min[0], c[1]]);
        for side in [
            (max[0] - c[0], [-1.0, 0.0], [max[0], c[1]]),
            (c[1] - min[1], [0.0, 1.0], [c[0], min[1]]),
            (max[1] - c[1], [0.0, -1.0], [c[0], max[1]]),
        ] {
            if side.0 < nearest.0 {
                nearest = side;
            }
        }
        let (gap, normal, foot) = nearest;
        (normal, r + gap, foot)
    };
    let p = [c[0] + r * normal[0], c[1] + r * normal[1]];
    Wide::single(normal, depth, midway(p, q)).rounded(&[
        disk.center[0],
        disk.center[1],
        disk.radius,
        aabb.min[0],
        aabb.min[1],
        aabb.max[0],
        aabb.max[1],
    ])
}
