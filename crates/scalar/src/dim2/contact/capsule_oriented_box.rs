//! Capsule and oriented box: as [capsule and box](super::capsule_aabb).

use super::polygon::{self, Polygon};
use super::{Contact, wide};
use crate::contact::{Core, Place};
use crate::dim2::{Capsule, OrientedBox};

/// The contact of a capsule and an oriented box: two points where the segment of the capsule lies along a side of the
/// box, or a side along it, one where an end is nearest to a corner. See [the module](super) for its meaning and
/// bounds.
///
/// All is in the unit of the coordinates; the axis is taken as stored, and may have any length from `2^-20` to
/// `2^20`. Both touch where the depth is 0. Which end of the capsule is its start changes nothing, where both are
/// `f32` values. A half extent of zero makes a box a segment, two make it a point; a capsule of zero direction is a
/// disk. Where both are one point, the normal is (1, 0).
///
/// ```
/// use scalar::dim2::{Capsule, OrientedBox, contact::capsule_oriented_box::contact};
///
/// let turned = OrientedBox { center: [5.0, 0.0], half_extents: [2.0, 3.0], axis: [0.0, 1.0] };
/// let standing = Capsule { start: [1.0, -9.0], direction: [0.0, 10.0], radius: 1.5 };
/// let found = contact(&standing, &turned);
/// assert_eq!((found.normal, found.depth, found.depth1), ([1.0, 0.0], 0.5, 0.5));
/// let mut points = found.points;
/// points.sort_by(|p, q| p[1].total_cmp(&q[1]));
/// assert_eq!(points, [[2.25, -2.0], [2.25, 1.0]]);
/// ```
pub fn contact(capsule: &Capsule, oriented_box: &OrientedBox) -> Contact {
    let core = Core::new(wide(capsule.start), wide(capsule.direction), capsule.radius.into());
    let origin = core.ends[0];
    let center = Place::new(wide(oriented_box.center)).from(&origin);
    let polygon = Polygon::oriented_box(oriented_box, center);
    let found = polygon::contact(&Polygon::core(&core), &polygon).grown(core.radius, 0.0).moved(origin.at);
    let ([x, y], [dx, dy]) = (capsule.start, capsule.direction);
    let OrientedBox { center: [cx, cy], half_extents: [hx, hy], axis: [ux, uy] } = *oriented_box;
    found.rounded(&[x, y, dx, dy, capsule.radius, cx, cy, hx, hy, ux, uy])
}
