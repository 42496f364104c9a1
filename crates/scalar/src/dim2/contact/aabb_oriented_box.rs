//! Axis-aligned box and oriented box: [convex polygons](super#), relative to the center of the oriented one.

use super::polygon::{self, Polygon};
use super::{Contact, wide};
use crate::contact::Place;
use crate::dim2::{Aabb, OrientedBox};

/// The contact of an axis-aligned box and an oriented box: two points where an edge lies opposite an edge, one where
/// two corners are nearest to each other. See [the module](super) for its meaning and bounds.
///
/// All is in the unit of the coordinates; the axis is taken as stored, and may have any length from `2^-20` to
/// `2^20`. Both touch where the depth is 0. Boxes may be flat, or points. Where both are one point, the normal is
/// (1, 0).
///
/// ```
/// use scalar::dim2::{Aabb, OrientedBox, contact::aabb_oriented_box::contact};
///
/// let aabb = Aabb { min: [0.0, 0.0], max: [8.0, 4.0] };
/// let tilted = OrientedBox { center: [10.0, 1.0], half_extents: [1.0, 3.0], axis: [0.0, 1.0] };
/// let found = contact(&aabb, &tilted);
/// assert_eq!((found.normal, found.depth, found.depth1), ([1.0, 0.0], 1.0, 1.0));
/// let mut points = found.points;
/// points.sort_by(|p, q| p[1].total_cmp(&q[1]));
/// assert_eq!(points, [[7.5, 0.0], [7.5, 2.0]]);
/// ```
pub fn contact(aabb: &Aabb, oriented_box: &OrientedBox) -> Contact {
    let origin = wide(oriented_box.center);
    let polygon = Polygon::aabb(aabb).relative_to(&Place::new(origin));
    let found = polygon::contact(&polygon, &Polygon::oriented_box(oriented_box, [0.0; 2])).moved(origin);
    let ([x0, y0], [x1, y1]) = (aabb.min, aabb.max);
    let OrientedBox { center: [cx, cy], half_extents: [hx, hy], axis: [ux, uy] } = *oriented_box;
    found.rounded(&[x0, y0, x1, y1, cx, cy, hx, hy, ux, uy])
}
