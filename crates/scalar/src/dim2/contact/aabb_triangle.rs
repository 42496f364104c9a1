//! Axis-aligned box and triangle: [convex polygons](super#).

use super::polygon::{self, Polygon};
use super::{Contact, sorted, wide};
use crate::dim2::{Aabb, Triangle};

/// The contact of an axis-aligned box and a triangle: two points where an edge lies opposite an edge, one where two
/// vertices are nearest to each other. See [the module](super) for its meaning and bounds.
///
/// All is in the unit of the coordinates. Both touch where the depth is 0. The order of the vertices changes nothing.
/// A box may be flat; a triangle of zero area is its segment or its point. Where both are one point, the normal is
/// (1, 0).
///
/// ```
/// use scalar::dim2::{Aabb, Triangle, contact::aabb_triangle::contact};
///
/// let floor = Aabb { min: [0.0, 0.0], max: [8.0, 4.0] };
/// let standing = Triangle { a: [6.0, 3.5], b: [4.0, 9.0], c: [8.0, 9.0] };
/// let found = contact(&floor, &standing);
/// assert_eq!((found.normal, found.depth, found.points[0]), ([0.0, 1.0], 0.5, [6.0, 3.75]));
///
/// let apart = Triangle { a: [11.0, 8.0], b: [12.0, 8.0], c: [12.0, 9.0] };
/// let found = contact(&floor, &apart);
/// assert_eq!((found.normal, found.depth, found.points[0]), ([0.6, 0.8], -5.0, [9.5, 6.0]));
/// assert!(found.depth1.is_nan());
/// ```
pub fn contact(aabb: &Aabb, triangle: &Triangle) -> Contact {
    let Triangle { a, b, c } = *triangle;
    let polygon = Polygon::triangle(sorted([wide(a), wide(b), wide(c)]));
    let columns = [aabb.min, aabb.max, a, b, c];
    polygon::contact(&Polygon::aabb(aabb), &polygon).rounded(columns.as_flattened())
}
