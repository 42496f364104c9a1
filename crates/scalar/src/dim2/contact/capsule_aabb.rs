//! Capsule and axis-aligned box: the segment of the capsule and the box are [convex polygons](super#), relative to an
//! end of the segment.
//!
//! ```text
//!            .------------.         Define    n, the direction in which the segment XY and the box overlap least
//!           |   X-----Y    |
//!    .------|--P0-----P1---|-.      Solution  normal = n,  depth = r - (their distance) where they are disjoint,
//!    |       '----|-------'  |                            r + (their overlap) where they meet
//!    |          n V          |                P0, P1: the ends of the part of XY opposite a side, or of a side
//!    '-----------------------'                opposite XY, midway between both borders
//! ```

use super::polygon::{self, Polygon};
use super::{Contact, wide};
use crate::contact::Core;
use crate::dim2::{Aabb, Capsule};

/// The contact of a capsule and an axis-aligned box: two points where the segment of the capsule lies along a side
/// of the box, or a side along it, one where an end is nearest to a corner. See [the module](super) for its meaning
/// and bounds.
///
/// All is in the unit of the coordinates. Both touch where the depth is 0. The segment may cross the box: then the
/// capsule leaves through the side that is nearest, or across its own segment, if that is shorter. Which end of the
/// capsule is its start changes nothing, where both are `f32` values. A capsule of zero direction is a disk; boxes
/// may be flat, and radii zero. Where both are one point, the normal is (1, 0).
///
/// ```
/// use scalar::dim2::{Aabb, Capsule, contact::capsule_aabb::contact};
///
/// let floor = Aabb { min: [0.0, 0.0], max: [8.0, 4.0] };
/// let lying = Capsule { start: [2.0, 5.0], direction: [9.0, 0.0], radius: 2.0 };
/// let found = contact(&lying, &floor);
/// assert_eq!((found.normal, found.depth, found.depth1), ([0.0, -1.0], 1.0, 1.0));
/// let mut points = found.points;
/// points.sort_by(|p, q| p[0].total_cmp(&q[0]));
/// assert_eq!(points, [[2.0, 3.5], [8.0, 3.5]]);
///
/// let apart = Capsule { start: [11.0, 8.0], direction: [4.0, 3.0], radius: 2.0 };
/// let found = contact(&apart, &floor);
/// assert_eq!((found.normal, found.depth, found.points[0]), ([-0.6, -0.8], -3.0, [8.9, 5.2]));
/// assert!(found.depth1.is_nan());
/// ```
pub fn contact(capsule: &Capsule, aabb: &Aabb) -> Contact {
    let core = Core::new(wide(capsule.start), wide(capsule.direction), capsule.radius.into());
    let origin = core.ends[0];
    let polygon = Polygon::aabb(aabb).relative_to(&origin);
    let found = polygon::contact(&Polygon::core(&core), &polygon).grown(core.radius, 0.0).moved(origin.at);
    let ([x, y], [dx, dy], [x0, y0], [x1, y1]) = (capsule.start, capsule.direction, aabb.min, aabb.max);
    found.rounded(&[x, y, dx, dy, capsule.radius, x0, y0, x1, y1])
}
