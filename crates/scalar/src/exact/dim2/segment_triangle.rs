//! Segment and triangle: apart if their bounding boxes are, or if one lies beyond an edge of the other
//! ([`super::edge`]); the segment is its own edge, with two sides beyond it.
//!
//! With `P` the start and `d` the direction, the ends of the segment lie at `AB x AP` and `AB x AP + AB x d` across the
//! edge `AB`, and a vertex `V` at `d x PV` across the segment: of degree 2. The end `P + d` is a sum, so that the
//! bounding boxes are compared by formulas of degree 1.

use core::cmp::Ordering;

use super::edge::{around, beyond, edges, intervals_meet, winding};
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
decided_by!(meet(Segment, Triangle));

fn meet<N: Number>(segment: &Segment, t: &Triangle) -> Option<bool> {
    let (p, d) = (segment.start, vector::<N, 2>(segment.direction));
    let Aabb { min, max } = around(t);
    let bounds_meet = all((0..2).map(|k| {
        let start = N::from_f32(p[k]);
        let end = start.plus(&d[k]);
        intervals_meet(&[start, end], &[min[k], max[k]].map(N::from_f32))
    }));
    let beyond_an_edge = || {
        let own = winding::<N>(t);
        any(edges(t).into_iter().map(|(a, b)| {
            let edge = between::<N, 2>(a, b);
            let start = cross(&edge, &between(a, p));
            beyond(own, 2, |i| if i == 0 { start.sign() } else { start.plus(&cross(&edge, &d)).sign() })
        }))
    };
    let beyond_the_segment = || {
        let vertices = [t.a, t.b, t.c];
        beyond(Some(Ordering::Equal), 3, |i| cross(&d, &between(p, vertices[i])).sign())
    };
    and(bounds_meet, || not(or(beyond_the_segment(), beyond_an_edge)))
}
