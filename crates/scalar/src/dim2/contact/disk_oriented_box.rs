//! Disk and oriented box: as [disk and axis-aligned box](super::disk_aabb), in the frame of the oriented one.
//!
//! ```text
//!             .---.                  Define    u, the axis over its length, v, u turned by 90 degrees
//!        v   /  C  \                           d, from the box's center to C,  c = (d.u, d.v)
//!         ^ .|--Q---|.
//!      .--|--+-.---' |               Solution  the contact of the disk around c and the box from -h to h,
//!      |  '-------> u|                         turned back: n = nx u + ny v,  and so is the point
//!      '-------------'
//! ```
//!
//! The corners are at `h / |axis|` along `u` and `v`. All that is turned is relative to the center.

use super::disk_aabb::to_box;
use super::{Contact, Wide, cross, dot, sub, unit, wide};
use crate::dim2::{Disk, OrientedBox};
use crate::float::sqrt64;

/// The contact of a disk and an oriented box: one point. See [the module](super) for its meaning and bounds.
///
/// All is in the unit of the coordinates; the axis is taken as stored, and may have any length from `2^-20` to
/// `2^20`. Both touch where the depth is 0. The disk's center may lie in the box: then the disk leaves through the
/// nearest side. Of sides that are equally near the first one is taken of those in the direction against the axis,
/// along it, and to its right and left. Half extents and the radius may be zero; from a box without any extent a
/// concentric disk leaves against the axis.
///
/// ```
/// use scalar::dim2::{Disk, OrientedBox, contact::disk_oriented_box::contact};
///
/// let turned = OrientedBox { center: [4.0, 2.0], half_extents: [2.0, 4.0], axis: [0.0, 1.0] };
/// let above = contact(&Disk { center: [3.0, 5.0], radius: 2.0 }, &turned);
/// assert_eq!((above.normal, above.depth, above.points[0]), ([0.0, -1.0], 1.0, [3.0, 3.5]));
/// let inside = contact(&Disk { center: [7.0, 2.0], radius: 0.5 }, &turned);
/// assert_eq!((inside.normal, inside.depth, inside.points[0]), ([-1.0, 0.0], 1.5, [7.25, 2.0]));
/// let corner = contact(&Disk { center: [11.0, 8.0], radius: 2.0 }, &turned);
/// assert_eq!((corner.normal, corner.depth), ([-0.6, -0.8], -3.0)); // disjoint
/// ```
pub fn contact(disk: &Disk, oriented_box: &OrientedBox) -> Contact {
    let (center, axis) = (wide(oriented_box.center), wide(oriented_box.axis));
    let length = sqrt64(dot(axis, axis));
    let u = unit(axis, length);
    let [hx, hy] = unit(wide(oriented_box.half_extents), length);
    let d = sub(wide(disk.center), center);
    let c = [dot(u, d), cross(u, d)];
    let (normal, depth, point) = to_box(c, f64::from(disk.radius), [-hx, -hy], [hx, hy]);
    let turned_back = |[x, y]: [f64; 2]| [x * u[0] - y * u[1], x * u[1] + y * u[0]];
    let found = Wide::single(turned_back(normal), depth, turned_back(point)).moved(center);
    let OrientedBox { center: [cx, cy], half_extents: [hx, hy], axis: [ux, uy] } = *oriented_box;
    found.rounded(&[disk.center[0], disk.center[1], disk.radius, cx, cy, hx, hy, ux, uy])
}
