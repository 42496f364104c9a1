//! Sphere and triangle.
//!
//! ```text
//!            .---.            Define    e, the edges in turn;  p, from the start of each to the center C
//!           /  C  \                     m = AB x AC, normal to the face, if it is not flat
//!          |   |   |          Solution  C is above the face if m.(e x p) >= 0 for all edges:
//!     A-----\--Q--/-----C                 |QC| = |m.AC| / |m|,  normal = m / |m|, from C to the face
//!      \     '---'     /                else Q is the nearest point of an edge:
//!       `.           .'                   normal = CQ / |QC|
//!         `---------B                   depth = r - |QC|, and the point is midway between Q and C + r n
//! ```
//!
//! A triangle has no inside, so the depth is never more than the radius. Two normals cancel where they are
//! short, and are replaced:
//!
//! - `CQ` of a foot on an edge of length `L`, where `|QC| <= 2^-26 L`: by the normal of the face, toward it, or
//!   of a flat triangle by any vector across the edge, which may lead away from it. The overlap is more by up to
//!   `|QC|`, or `2 |QC|`.
//! - `m` of a triangle whose height is at most [`FLAT`] times its longest edge: it is taken for its edges.
//!   The overlap is more by up to the height.
//!
//! So the overlap is more by about `2^-26` of the longest edge, and of a flat triangle by up to `2^-24`: one of the
//! four units that it may be off by.

use super::{Contact3, Wide, along, cross, dot, midway, negated, sorted, sub, unit, wide};
use crate::closest::Of;
use crate::contact::Across;
use crate::dim3::{Sphere, Triangle3};
use crate::float::sqrt64;

/// A triangle whose height is at most this part of its longest edge is taken for its edges.
///
/// `m` is off by 4 units of `2^-53` times two edges, so at this height its direction is off by `2^-26`.
pub const FLAT: f64 = f32::EPSILON as f64 / 4.0;

/// The square of the part of an edge up to which a center counts as on it.
pub const NEAR: f64 = (f32::EPSILON as f64 / 8.0) * (f32::EPSILON as f64 / 8.0);

/// An edge's point that is nearest to the center.
#[derive(Clone, Copy)]
struct Nearest {
    squared: f64,
    /// From the center to it.
    to: [f64; 3],
    /// Whether the direction to it is lost in rounding.
    is_near: bool,
    e: [f64; 3],
    length2: f64,
}

/// The contact of a sphere and a triangle. See [the module](super) for its meaning and bounds.
///
/// A triangle of zero area is its segment or its point. Where the center lies on the triangle, the ways to
/// both of its sides are equally short: the sphere leaves to the side that sees the vertices
/// counter-clockwise when they are sorted by x, y and z. Across a segment the choice is one of the directions
/// normal to it, of two points (1, 0, 0).
///
/// ```
/// use scalar::dim3::{Sphere, Triangle3, contact::sphere_triangle::contact};
///
/// let floor = Triangle3 { a: [0.0; 3], b: [8.0, 0.0, 0.0], c: [0.0, 8.0, 0.0] };
/// let above = contact(&Sphere { center: [1.0, 2.0, 3.0], radius: 4.0 }, &floor);
/// assert_eq!((above.normal, above.depth, above.point), ([0.0, 0.0, -1.0], 1.0, [1.0, 2.0, -0.5]));
/// let edge = contact(&Sphere { center: [1.0, -3.0, 4.0], radius: 7.0 }, &floor);
/// assert_eq!((edge.normal, edge.depth), ([0.0, 0.6, -0.8], 2.0));
/// ```
pub fn contact(sphere: &Sphere, triangle: &Triangle3) -> Contact3 {
    let (center, r) = (wide(sphere.center), f64::from(sphere.radius));
    let [a, b, c] = sorted([wide(triangle.a), wide(triangle.b), wide(triangle.c)]);
    let m = cross(sub(b, a), sub(c, a));
    let (mm, height) = (dot(m, m), dot(m, sub(center, a)));

    let ends = [[a, b], [b, c], [c, a]];
    let edges = ends.map(|[x, y]| nearest_point(center, x, y));
    let longest2 =
        edges.iter().fold(0.0, |longest, edge| if edge.length2 > longest { edge.length2 } else { longest });
    let is_flat = mm <= FLAT * FLAT * (longest2 * longest2);
    let is_above = !is_flat && ends.iter().all(|&[x, y]| dot(m, cross(sub(y, x), sub(center, x))) >= 0.0);
    let [mut nearest, bc, ca] = edges;
    for edge in [bc, ca] {
        if edge.squared < nearest.squared {
            nearest = edge;
        }
    }

    // From the center to the face.
    let toward = if height < 0.0 { m } else { negated(m) };
    let Nearest { squared, to, is_near, e, .. } = nearest;
    let direction = if is_above || (is_near && !is_flat) {
        toward
    } else if is_near {
        Of::<3>::across(e)
    } else {
        to
    };
    let length = sqrt64(dot(direction, direction));
    let normal = if length > 0.0 { unit(direction, length) } else { [1.0, 0.0, 0.0] };
    let (distance, q) = if is_above {
        let distance = height.abs() * (1.0 / length);
        (distance, along(center, distance, normal))
    } else {
        (sqrt64(squared), [0, 1, 2].map(|k| center[k] + to[k]))
    };
    Wide { normal, depth: r - distance, point: midway(along(center, r, normal), q) }.rounded(sphere, triangle)
}

fn nearest_point(center: [f64; 3], x: [f64; 3], y: [f64; 3]) -> Nearest {
    let (e, p) = (sub(y, x), sub(center, x));
    let (along, length2) = (dot(p, e), dot(e, e));
    let (to, is_foot) = if along <= 0.0 {
        (sub(x, center), false)
    } else if along >= length2 {
        (sub(y, center), false)
    } else {
        // (p x e) x e / e.e, which cancels less than e p.e / e.e - p.
        let v = cross(cross(p, e), e);
        let inverse = 1.0 / length2;
        (v.map(|x| x * inverse), true)
    };
    let squared = dot(to, to);
    let is_near = squared == 0.0 || (is_foot && squared <= NEAR * length2);
    Nearest { squared, to, is_near, e, length2 }
}
