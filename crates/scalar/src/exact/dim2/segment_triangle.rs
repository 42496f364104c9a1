//! Segment and triangle: disjoint if their bounding boxes are, or if one lies outside an edge of the other
//! ([`super::edge`]). The segment is its own edge, with two outer sides.
//!
//! With `P` the start and `d` the direction, the ends of the segment lie at `AB x AP` and `AB x AP + AB x d`
//! across the edge `AB`, and a vertex `V` at `d x PV` across the segment: of degree 2. The end `P + d` is a
//! sum, so that the bounding boxes are compared by formulas of degree 1.

use core::cmp::Ordering;

use super::edge::{all_outside, bounding_box, edges, intervals_intersect, winding};
use crate::dim2::{Aabb, Segment, Triangle};
use crate::exact::kleene::{all, and, any, not, or};
use crate::exact::number::Number;
use crate::exact::vector::{between, cross, vector};
use crate::exact::{Exact, decided_by};

/// Whether the segment and the triangle have a point in common.
///
/// ```
/// use scalar::{dim2::{Segment, Triangle}, exact::segment_triangle};
///
/// let triangle = Triangle { a: [0.0, 0.0], b: [0.0, 2.0], c: [2.0, 0.0] };
/// assert!(segment_triangle(&Segment { start: [1.0, 1.0], direction: [1.0, 0.0] }, &triangle)); // touches BC
/// assert!(!segment_triangle(&Segment { start: [1.0, 1.000_000_1], direction: [1.0, 0.0] }, &triangle));
/// ```
pub fn segment_triangle(segment: &Segment, triangle: &Triangle) -> bool {
    segment.decide(triangle).hit
}
decided_by!(intersect(Segment, Triangle));

fn intersect<N: Number>(segment: &Segment, t: &Triangle) -> Option<bool> {
    let (p, d) = (segment.start, vector::<N, 2>(segment.direction));
    let Aabb { min, max } = bounding_box(t);
    let bounds_intersect = all((0..2).map(|k| {
        let start = N::from_f32(p[k]);
        let end = start.plus(&d[k]);
        intervals_intersect(&[start, end], &[min[k], max[k]].map(N::from_f32))
    }));
    let outside_an_edge = || {
        let own = winding::<N>(t);
        any(edges(t).into_iter().map(|(a, b)| {
            let edge = between::<N, 2>(a, b);
            let start = cross(&edge, &between(a, p));
            all_outside(own, 2, |i| if i == 0 { start.sign() } else { start.plus(&cross(&edge, &d)).sign() })
        }))
    };
    let outside_the_segment = || {
        let vertices = [t.a, t.b, t.c];
        all_outside(Some(Ordering::Equal), 3, |i| cross(&d, &between(p, vertices[i])).sign())
    };
    and(bounds_intersect, || not(or(outside_the_segment(), outside_an_edge)))
}
