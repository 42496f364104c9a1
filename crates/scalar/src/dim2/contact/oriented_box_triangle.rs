//! Oriented box and triangle: [convex polygons](super#), relative to the center of the box.

use super::polygon::{self, Polygon};
use super::{Contact, sorted, wide};
use crate::contact::Place;
use crate::dim2::{OrientedBox, Triangle};

/// The contact of an oriented box and a triangle: two points where an edge lies opposite an edge, one where two
/// vertices are nearest to each other. See [the module](super) for its meaning and bounds.
///
/// All is in the unit of the coordinates; the axis is taken as stored, and may have any length from `2^-20` to
/// `2^20`. Both touch where the depth is 0. The order of the vertices changes nothing. A half extent of zero makes a
/// box a segment, two make it a point; a triangle of zero area is its segment or its point. Where both are one point,
/// the normal is (1, 0).
///
/// ```
/// use scalar::dim2::{OrientedBox, Triangle, contact::oriented_box_triangle::contact};
///
/// let turned = OrientedBox { center: [0.0, 0.0], half_extents: [1.0, 3.0], axis: [0.0, 1.0] };
/// let standing = Triangle { a: [2.0, 0.5], b: [1.0, 6.0], c: [3.0, 6.0] };
/// let found = contact(&turned, &standing);
/// assert_eq!((found.normal, found.depth, found.points[0]), ([0.0, 1.0], 0.5, [2.0, 0.75]));
/// ```
pub fn contact(oriented_box: &OrientedBox, triangle: &Triangle) -> Contact {
    let origin = wide(oriented_box.center);
    let Triangle { a, b, c } = *triangle;
    let polygon = Polygon::triangle(sorted([wide(a), wide(b), wide(c)])).relative_to(&Place::new(origin));
    let found = polygon::contact(&Polygon::oriented_box(oriented_box, [0.0; 2]), &polygon).moved(origin);
    let OrientedBox { center: [cx, cy], half_extents: [hx, hy], axis: [ux, uy] } = *oriented_box;
    found.rounded(&[cx, cy, hx, hy, ux, uy, a[0], a[1], b[0], b[1], c[0], c[1]])
}
