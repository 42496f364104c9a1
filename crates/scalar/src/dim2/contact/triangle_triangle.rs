//! Two triangles: [convex polygons](super#) whose vertices are sorted, so that their order does not matter.

use super::polygon::{self, Polygon};
use super::{Contact, is_before, sorted, wide};
use crate::dim2::Triangle;

/// The contact of two triangles: two points where an edge lies opposite an edge, one where two vertices are
/// nearest to each other. See [the module](super) for its meaning and bounds.
///
/// A triangle of zero area is its segment or its point.
///
/// ```
/// use scalar::dim2::{Triangle, contact::triangle_triangle::contact};
///
/// let floor = Triangle { a: [0.0, 0.0], b: [8.0, 0.0], c: [4.0, -8.0] };
/// let lying = Triangle { a: [6.0, -1.0], b: [10.0, -1.0], c: [8.0, 4.0] };
/// let found = contact(&floor, &lying);
/// assert_eq!((found.normal, found.depth), ([0.0, 1.0], 1.0));
/// assert_eq!((found.points, found.depth1), ([[6.0, -0.5], [8.0, -0.5]], 1.0));
///
/// let apart = Triangle { a: [11.0, 4.0], b: [12.0, 4.0], c: [12.0, 5.0] };
/// let found = contact(&floor, &apart);
/// assert_eq!((found.normal, found.depth, found.points[0]), ([0.6, 0.8], -5.0, [9.5, 2.0]));
/// ```
pub fn contact(a: &Triangle, b: &Triangle) -> Contact {
    let [p, q] = [a, b].map(|t| sorted([wide(t.a), wide(t.b), wide(t.c)]));
    let found = if is_before(q.as_flattened(), p.as_flattened()) {
        polygon::contact(&Polygon::triangle(q), &Polygon::triangle(p)).negated()
    } else {
        polygon::contact(&Polygon::triangle(p), &Polygon::triangle(q))
    };
    let columns = [a.a, a.b, a.c, b.a, b.b, b.c];
    found.rounded(columns.as_flattened())
}
