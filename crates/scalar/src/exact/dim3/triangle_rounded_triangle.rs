//! Triangle and triangle of space with a round border: the triangles have a point in common (of degree 3, as
//! in [`super::triangle_triangle`]), or a vertex of one is near the other (of degree 6,
//! [`super::sphere_triangle`]), or the insides of two edges are near each other (of degree 6,
//! [`super::capsule_capsule`]). Triangles that are disjoint are nearest to each other there.

use super::capsule_capsule::InsidesAreNear;
use super::capsule_triangle::edges;
use super::sphere_triangle::one_is_within;
use super::triangle_triangle;
use crate::dim3::{RoundedTriangle3, Triangle3};
use crate::exact::kleene::{any, or};
use crate::exact::near::{Edge, Pair, Reach};
use crate::exact::number::Number;
use crate::exact::{Exact, decided_by};

/// Whether the triangle and the rounded triangle have a point in common.
///
/// ```
/// use scalar::{dim3::{RoundedTriangle3, Triangle3}, exact::triangle3_rounded_triangle3};
///
/// let rounded = RoundedTriangle3 {
///     a: [0.0; 3],
///     b: [4.0, 0.0, 0.0],
///     c: [0.0, 4.0, 0.0],
///     border_radius: 5.0,
/// };
/// let above = Triangle3 { a: [1.0, 1.0, 5.0], b: [9.0, 1.0, 8.0], c: [1.0, 9.0, 8.0] };
/// assert!(triangle3_rounded_triangle3(&above, &rounded)); // touching
/// assert!(!triangle3_rounded_triangle3(&Triangle3 { a: [1.0, 1.0, 5.000_000_5], ..above }, &rounded));
/// ```
pub fn triangle3_rounded_triangle3(triangle: &Triangle3, rounded: &RoundedTriangle3) -> bool {
    triangle.decide(rounded).hit
}
decided_by!(intersect(Triangle3, RoundedTriangle3));

fn intersect<N: Number>(s: &Triangle3, rounded: &RoundedTriangle3) -> Option<bool> {
    let (t, reach) = (rounded.triangle(), Reach::of([rounded.border_radius]));
    let meet = triangle_triangle::intersect::<N>(s, &t);
    let near = || {
        or(one_is_within::<N, 3>([s.a, s.b, s.c], &t, reach), || {
            one_is_within::<N, 3>([t.a, t.b, t.c], s, reach)
        })
    };
    or(or(meet, near), || {
        any(edges(s).into_iter().flat_map(|(a, b)| {
            let edge = Edge::to(a, b);
            edges(&t)
                .into_iter()
                .map(move |(c, d)| N::decide(&InsidesAreNear(Pair { s: &edge, t: &Edge::to(c, d), reach })))
        }))
    })
}
