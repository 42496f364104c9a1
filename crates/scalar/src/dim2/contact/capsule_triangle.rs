//! Capsule and triangle: as [capsule and box](super::capsule_aabb).

use super::polygon::{self, Polygon};
use super::{Contact, sorted, wide};
use crate::contact::Core;
use crate::dim2::{Capsule, Triangle};

/// The contact of a capsule and a triangle: two points where the segment of the capsule lies along an edge, or an
/// edge along it, one where an end is nearest to a vertex. See [the module](super) for its meaning and bounds.
///
/// All is in the unit of the coordinates. Both touch where the depth is 0. Neither the order of the vertices nor which
/// end of the capsule is its start changes anything, where both ends are `f32` values. A triangle of zero area is its
/// segment or its point, and a capsule of zero direction is a disk. Where both are one point, the normal is (1, 0).
///
/// ```
/// use scalar::dim2::{Capsule, Triangle, contact::capsule_triangle::contact};
///
/// let triangle = Triangle { a: [0.0, 0.0], b: [8.0, 0.0], c: [0.0, 8.0] };
/// let standing = Capsule { start: [3.0, -1.0], direction: [0.0, -6.0], radius: 2.0 };
/// let found = contact(&standing, &triangle);
/// assert_eq!((found.normal, found.depth, found.points[0]), ([0.0, 1.0], 1.0, [3.0, 0.5]));
///
/// let beside = Capsule { start: [-1.0, 9.0], direction: [0.0, -4.0], radius: 2.0 };
/// let found = contact(&beside, &triangle);
/// assert_eq!((found.normal, found.depth, found.depth1), ([1.0, 0.0], 1.0, 1.0));
/// let mut points = found.points;
/// points.sort_by(|p, q| p[1].total_cmp(&q[1]));
/// assert_eq!(points, [[0.5, 5.0], [0.5, 8.0]]);
/// ```
pub fn contact(capsule: &Capsule, triangle: &Triangle) -> Contact {
    let core = Core::new(wide(capsule.start), wide(capsule.direction), capsule.radius.into());
    let origin = core.ends[0];
    let Triangle { a, b, c } = *triangle;
    let polygon = Polygon::triangle(sorted([wide(a), wide(b), wide(c)])).relative_to(&origin);
    let found = polygon::contact(&Polygon::core(&core), &polygon).grown(core.radius, 0.0).moved(origin.at);
    let ([x, y], [dx, dy]) = (capsule.start, capsule.direction);
    found.rounded(&[x, y, dx, dy, capsule.radius, a[0], a[1], b[0], b[1], c[0], c[1]])
}
