//! Segment, ray or line and triangle: disjoint if their bounding boxes are, or if one lies outside an edge of
//! the other ([`super::edge`]). The path is its own edge, with two outer sides.
//!
//! With `P` the start and `d` the direction, the ends of the segment lie at `AB x AP` and `AB x AP + AB x d`
//! across the edge `AB`, and a vertex `V` at `d x PV` across the segment: of degree 2. The end `P + d` is a
//! sum, so that the bounding boxes are compared by formulas of degree 1.

use core::cmp::Ordering;

use super::edge::{all_outside, bounding_box, edges, on_an_outer_side, winding};
use super::segment_oriented_box::Ends;
use crate::LinearComponent;
use crate::dim2::{Aabb, Triangle};
use crate::exact::kleene::{any, not, or};
use crate::exact::number::Number;
use crate::exact::vector::{between, cross, vector};
use crate::exact::{Exact, decided_by};

/// Whether the segment, ray or line and the triangle have a point in common.
///
/// ```
/// use scalar::{dim2::{Ray, Segment, Triangle}, exact::segment_triangle};
///
/// let triangle = Triangle { a: [0.0, 0.0], b: [0.0, 2.0], c: [2.0, 0.0] };
/// assert!(segment_triangle(&Segment { start: [1.0, 1.0], direction: [1.0, 0.0] }, &triangle)); // touches BC
/// assert!(!segment_triangle(&Segment { start: [1.0, 1.000_000_1], direction: [1.0, 0.0] }, &triangle));
/// assert!(segment_triangle(&Ray { start: [-9.0, 2.0], direction: [1.0, 0.0] }, &triangle)); // touches B
/// ```
pub fn segment_triangle<R: LinearComponent<2>>(path: &R, triangle: &Triangle) -> bool {
    path.decide(triangle).hit
}
decided_by!(intersect(R: LinearComponent<2>, Triangle));

fn intersect<N: Number>(path: &impl LinearComponent<2>, t: &Triangle) -> Option<bool> {
    let (start, direction) = path.path();
    path_intersects::<N>(Ends::of(path.range()), start, direction, t)
}

/// Whether the path from `p` along `d`, which has these ends, and the triangle have a point in common.
///
/// Of a ray or a line the same is true: their difference with the triangle is a convex set whose edges, two
/// of them without an end, are parallel to the path and to edges of the triangle.
pub fn path_intersects<N: Number>(ends: Ends, p: [f32; 2], d: [f32; 2], t: &Triangle) -> Option<bool> {
    let d = vector::<N, 2>(d);
    let zero = N::from_f32(0.0);
    let Aabb { min, max } = bounding_box(t);
    let [low, high] = [between::<N, 2>(p, min), between::<N, 2>(max, p)];
    let outside_the_bounds = any((0..2).map(|k| {
        or(ends.keep_positive(&low[k], &zero.minus(&d[k])), || ends.keep_positive(&high[k], &d[k]))
    }));
    let outside_an_edge = || {
        let own = winding::<N>(t);
        any(edges(t).into_iter().map(|(a, b)| {
            let edge = between::<N, 2>(a, b);
            let (start, rate) = (cross(&edge, &between(a, p)), cross(&edge, &d));
            let right = || ends.keep_positive(&zero.minus(&start), &zero.minus(&rate));
            on_an_outer_side(own, right, || ends.keep_positive(&start, &rate))
        }))
    };
    let outside_the_path = || {
        let vertices = [t.a, t.b, t.c];
        all_outside(Some(Ordering::Equal), 3, |i| cross(&d, &between(p, vertices[i])).sign())
    };
    not(or(outside_the_bounds, || or(outside_the_path(), outside_an_edge)))
}
