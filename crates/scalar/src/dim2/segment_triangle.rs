//! Segment and triangle by edge functions: [`super::triangle_triangle`] with one side a segment.
//!
//! With `A` as the origin, define `P` and `d` as start and direction of the segment, and `Q = P + d`. Across
//! the edges `AB`, `CA` and `BC` the end `P` lies at `P x AB`, at `AC x P` and at their sum, `Q` likewise,
//! and the triangle from 0 to `AC x AB`. Across the segment its own line lies at 0 and the vertices at
//! `P x d`, `P x d + d x AB` and `P x d + d x AC`. The directions x and y separate a segment from a triangle
//! of zero area on the same line.

use super::interval::disjoint_unless_nan;
use super::vector::{cross, sub};
use super::{Segment, Triangle};
use crate::float::no_nan;

/// Whether the segment and the triangle have a point in common.
///
/// ```
/// use scalar::dim2::{Segment, Triangle, segment_triangle::edge_functions};
///
/// let triangle = Triangle { a: [0.0, 0.0], b: [0.0, 2.0], c: [2.0, 0.0] };
/// assert!(edge_functions(&Segment { start: [1.0, 1.0], direction: [1.0, 0.0] }, &triangle)); // touches BC
/// assert!(edge_functions(&Segment { start: [0.5, 0.5], direction: [0.25, 0.0] }, &triangle)); // within
/// assert!(!edge_functions(&Segment { start: [1.5, 1.0], direction: [1.0, 0.0] }, &triangle));
/// ```
pub fn edge_functions(segment: &Segment, t: &Triangle) -> bool {
    let d = segment.direction;
    let (u, v, p) = (sub(t.b, t.a), sub(t.c, t.a), sub(segment.start, t.a));
    let q = [p[0] + d[0], p[1] + d[1]];
    let own = [0.0, cross(v, u)];
    let ab = [cross(p, u), cross(q, u)];
    let ca = [cross(v, p), cross(v, q)];
    let bc = [ab[0] + ca[0], ab[1] + ca[1]];
    let across = cross(p, d);
    no_nan([segment.start, d, t.a, t.b, t.c].as_flattened())
        && !(disjoint_unless_nan(own, ab) || disjoint_unless_nan(own, ca) || disjoint_unless_nan(own, bc))
        && !disjoint_unless_nan([0.0], [across, across + cross(d, u), across + cross(d, v)])
        && (0..2).all(|k| !disjoint_unless_nan([p[k], q[k]], [0.0, u[k], v[k]]))
}
