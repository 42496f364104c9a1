//! Disk and triangle.
//!
//! ```text
//!          .---.             Define    for each edge XY, e = XY, p = XC, Q the point of it nearest to C:
//!         /  C  \                        X if p.e <= 0,  Y if p.e >= e.e,  else the foot X + e p.e / e.e
//!    X---|---Q---|---Y                 the edge whose Q is nearest, with distance |QC|
//!     \   \     /   /
//!      \   '---'   /         Solution  outside: depth = r - |QC|,  inside: depth = r + |QC|
//!       \         /                    normal: of a foot, across e;  of a vertex, CQ / |QC|
//!        `.     .'                     point midway between Q and C + r n
//! ```
//!
//! The normal of a foot is not `CQ`, which cancels where `C` is near the edge, but `e` turned by 90 degrees:
//! from `C` to the line if `C` is outside, from the line to `C` if it is inside. The cross product `e x p`
//! says on which side of the line `C` is, and the area on which side of it the triangle is, for `C` on the
//! line. A center outside is nearest to an edge that it is beyond; the others are left out, as rounding could
//! take one of them at a sharp vertex.

use super::{Contact, Wide, cross, dot, midway, sorted, sub, unit, wide};
use crate::dim2::{Disk, Triangle};
use crate::float::sqrt64;

/// The edge's point that is nearest to the center.
#[derive(Clone, Copy)]
struct Nearest {
    squared: f64,
    /// Where it is a vertex; None at a foot.
    vertex: Option<[f64; 2]>,
    x: [f64; 2],
    e: [f64; 2],
    along: f64,
    across: f64,
    length2: f64,
}

/// The contact of a disk and a triangle: one point. See [the module](super) for its meaning and bounds.
///
/// The disk's center may lie in the triangle: then the disk leaves through the nearest edge. A triangle of
/// zero area is its segment or its point. A disk whose center lies on a segment leaves to the right of it,
/// seen from its end with the smaller x (then y); around a point, to the left along x.
///
/// ```
/// use scalar::dim2::{Disk, Triangle, contact::disk_triangle::contact};
///
/// let triangle = Triangle { a: [0.0, 0.0], b: [8.0, 0.0], c: [0.0, 8.0] };
/// let below = contact(&Disk { center: [3.0, -1.0], radius: 2.0 }, &triangle);
/// assert_eq!((below.normal, below.depth, below.points[0]), ([0.0, 1.0], 1.0, [3.0, 0.5]));
/// let inside = contact(&Disk { center: [3.0, 1.0], radius: 0.5 }, &triangle);
/// assert_eq!((inside.normal, inside.depth, inside.points[0]), ([0.0, 1.0], 1.5, [3.0, 0.75]));
/// let vertex = contact(&Disk { center: [-3.0, -4.0], radius: 2.0 }, &triangle);
/// assert_eq!((vertex.normal, vertex.depth), ([0.6, 0.8], -3.0)); // disjoint
/// ```
pub fn contact(disk: &Disk, triangle: &Triangle) -> Contact {
    let (center, r) = (wide(disk.center), f64::from(disk.radius));
    let [a, b, c] = sorted([wide(triangle.a), wide(triangle.b), wide(triangle.c)]);
    let area = cross(sub(b, a), sub(c, a));

    let edges = [[a, b], [b, c], [c, a]].map(|[x, y]| nearest_point(center, x, y));
    let is_beyond = |edge: &Nearest| if area < 0.0 { edge.across > 0.0 } else { edge.across < 0.0 };
    let beyond_any = edges.iter().any(is_beyond);
    let inside = area != 0.0 && !beyond_any;
    let squared = |edge: &Nearest| if beyond_any && !is_beyond(edge) { f64::INFINITY } else { edge.squared };
    let [mut nearest, bc, ca] = edges;
    for edge in [bc, ca] {
        if squared(&edge) < squared(&nearest) {
            nearest = edge;
        }
    }

    let Nearest { vertex, x, e, along, across, length2, .. } = nearest;
    let to_vertex = vertex.map(|q| sub(q, center));
    let to_vertex = to_vertex.filter(|d| dot(*d, *d) > 0.0);
    // To the left of the edge, or to the right.
    let toward = if across == 0.0 {
        area
    } else if inside {
        across
    } else {
        -across
    };
    let perpendicular = if toward < 0.0 { [e[1], -e[0]] } else { [-e[1], e[0]] };
    let direction = to_vertex.unwrap_or(perpendicular);
    let length = sqrt64(dot(direction, direction));
    let normal = if length > 0.0 { unit(direction, length) } else { [1.0, 0.0] };
    let distance = match vertex {
        Some(_) if to_vertex.is_some() => length,
        Some(_) => 0.0,
        None => across.abs() * (1.0 / length),
    };
    let q = vertex.unwrap_or_else(|| {
        let t = along / length2;
        [x[0] + e[0] * t, x[1] + e[1] * t]
    });
    let depth = if inside { r + distance } else { r - distance };
    Wide::single(normal, depth, midway(super::along(center, r, normal), q)).rounded(&[
        disk.center[0],
        disk.center[1],
        disk.radius,
        triangle.a[0],
        triangle.a[1],
        triangle.b[0],
        triangle.b[1],
        triangle.c[0],
        triangle.c[1],
    ])
}

fn nearest_point(center: [f64; 2], x: [f64; 2], y: [f64; 2]) -> Nearest {
    let (e, p, q) = (sub(y, x), sub(center, x), sub(center, y));
    let (along, across, length2) = (dot(p, e), cross(e, p), dot(e, e));
    let (squared, vertex) = if along <= 0.0 {
        (dot(p, p), Some(x))
    } else if along >= length2 {
        (dot(q, q), Some(y))
    } else {
        (across * across / length2, None)
    };
    Nearest { squared, vertex, x, e, along, across, length2 }
}
