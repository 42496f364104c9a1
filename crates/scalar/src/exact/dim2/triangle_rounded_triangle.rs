//! Triangle and rounded triangle: the triangles have a point in common (of degree 2, as in
//! [`super::triangle_triangle`]), or a vertex of one is within the radius of an edge of the other (of degree
//! 4, [`crate::exact::near`]).

use super::edge::edges;
use super::triangle_triangle;
use crate::dim2::{RoundedTriangle, Triangle};
use crate::exact::kleene::{any, or};
use crate::exact::near::{Edge, EndsAreNear, Pair, Reach};
use crate::exact::number::Number;
use crate::exact::{Exact, decided_by};

/// Whether the triangle and the rounded triangle have a point in common.
///
/// ```
/// use scalar::{dim2::{RoundedTriangle, Triangle}, exact::triangle_rounded_triangle};
///
/// let rounded = RoundedTriangle { a: [0.0, 0.0], b: [0.0, 2.0], c: [2.0, 0.0], border_radius: 5.0 };
/// let touching = Triangle { a: [6.0, 3.0], b: [9.0, 3.0], c: [9.0, 9.0] };
/// assert!(triangle_rounded_triangle(&touching, &rounded)); // 3, 4, 5
/// assert!(!triangle_rounded_triangle(&Triangle { a: [6.0, 3.000_000_2], ..touching }, &rounded));
/// ```
pub fn triangle_rounded_triangle(triangle: &Triangle, rounded: &RoundedTriangle) -> bool {
    triangle.decide(rounded).hit
}
decided_by!(intersect(Triangle, RoundedTriangle));

fn intersect<N: Number>(s: &Triangle, rounded: &RoundedTriangle) -> Option<bool> {
    let (t, reach) = (rounded.triangle(), Reach::of([rounded.border_radius]));
    or(triangle_triangle::intersect::<N>(s, &t), || {
        any(edges(s).into_iter().flat_map(|(a, b)| {
            let edge = Edge::to(a, b);
            edges(&t)
                .into_iter()
                .map(move |(c, d)| N::decide(&EndsAreNear(Pair { s: &edge, t: &Edge::to(c, d), reach })))
        }))
    })
}
