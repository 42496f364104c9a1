//! Two triangles: [convex hulls](super#), relative to a vertex of the first one.

use super::polyhedron::{self, Triangle};
use super::{Contact3, Wide, sorted, wide};
use crate::contact::Place;
use crate::dim3::Triangle3;
use crate::wide::is_before;

/// The contact of two triangles. See [the module](super) for its meaning and bounds.
///
/// All is in the unit of the coordinates. Both touch where the depth is 0. The order of the vertices
/// changes nothing.
///
/// Two triangles that pierce each other have a depth, although neither has an inside: it is how far one must
/// move until it is on one side of the other. Two that overlap in one plane leave it at once: the depth is 0,
/// the normal that of the plane. A triangle of zero area is its segment or its point; of two equal points the
/// normal is (1, 0, 0).
///
/// ```
/// use scalar::dim3::{Triangle3, contact::triangle_triangle::contact};
///
/// let floor = Triangle3 { a: [-9.0, -9.0, 0.0], b: [9.0, -9.0, 0.0], c: [0.0, 9.0, 0.0] };
/// let standing = Triangle3 { a: [0.0, 1.0, -0.5], b: [-2.0, 1.0, 4.0], c: [2.0, 1.0, 4.0] };
/// let found = contact(&floor, &standing);
/// assert_eq!((found.normal, found.depth, found.point), ([0.0, 0.0, 1.0], 0.5, [0.0, 1.0, -0.25]));
///
/// let in_plane = Triangle3 { a: [0.0, 0.0, 0.0], b: [2.0, 0.0, 0.0], c: [0.0, 30.0, 0.0] };
/// let found = contact(&floor, &in_plane);
/// assert_eq!((found.normal.map(f32::abs), found.depth), ([0.0, 0.0, 1.0], 0.0));
/// ```
pub fn contact(a: &Triangle3, b: &Triangle3) -> Contact3 {
    let [p, q] = [a, b].map(|t| sorted([wide(t.a), wide(t.b), wide(t.c)]));
    let found =
        if is_before(q.as_flattened(), p.as_flattened()) { ordered(q, p).negated() } else { ordered(p, q) };
    found.rounded(a, b)
}

fn ordered(a: [[f64; 3]; 3], b: [[f64; 3]; 3]) -> Wide {
    let origin = Place::new(a[0]);
    polyhedron::contact(&Triangle::new(a, &origin), &Triangle::new(b, &origin)).moved(&origin)
}
