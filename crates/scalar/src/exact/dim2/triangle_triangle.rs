//! Triangle and triangle: disjoint if their bounding boxes are, or if one lies outside an edge of the other
//! ([`super::edge`]), by orientations of degree 2.

use super::edge::{all_outside, bounding_box, edges, side, winding};
use crate::dim2::{Triangle, aabb_aabb};
use crate::exact::kleene::{any, not, or};
use crate::exact::number::Number;
use crate::exact::{Exact, decided_by};

/// Whether the triangles have a point in common.
///
/// ```
/// use scalar::{dim2::Triangle, exact::triangle_triangle};
///
/// let t = Triangle { a: [0.0, 0.0], b: [0.0, 2.0], c: [2.0, 0.0] };
/// let touching = Triangle { a: [1.0, 1.0], b: [3.0, 1.0], c: [3.0, 3.0] };
/// let disjoint = Triangle { a: [1.0, 1.000_000_1], ..touching };
/// assert!(triangle_triangle(&t, &touching));
/// assert!(!triangle_triangle(&t, &disjoint));
/// ```
pub fn triangle_triangle(s: &Triangle, t: &Triangle) -> bool {
    s.decide(t).hit
}
decided_by!(intersect(Triangle, Triangle));

/// [`triangle_triangle`] in numbers of one stage.
pub fn intersect<N: Number>(s: &Triangle, t: &Triangle) -> Option<bool> {
    if !aabb_aabb::intervals(&bounding_box(s), &bounding_box(t)) {
        return Some(false);
    }
    not(or(outside_an_edge::<N>(s, t), || outside_an_edge::<N>(t, s)))
}

/// Whether `t` lies outside an edge of `s`.
fn outside_an_edge<N: Number>(s: &Triangle, t: &Triangle) -> Option<bool> {
    let (own, vertices) = (winding::<N>(s), [t.a, t.b, t.c]);
    any(edges(s).into_iter().map(|(a, b)| all_outside(own, 3, |i| side::<N>(a, b, vertices[i]))))
}
