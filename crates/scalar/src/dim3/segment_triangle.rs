//! Segment, ray or line and a triangle in space (Möller and Trumbore, "Fast, Minimum Storage Ray/Triangle
//! Intersection", Journal of Graphics Tools 2(1), 1997).
//!
//! ```text
//!            C
//!           /|         Define    O and D, start and direction of the path
//!     O    / |                   E1 = AB,  E2 = AC,  T = AO
//!      \  /  |         Solution  the point O + t D of the path is the point A + u E1 + v E2 of the triangle
//!       \/---|                     t (-D) + u E1 + v E2 = T
//!       /\   |                   with u, v >= 0 and u + v <= 1, and t in the range of the path
//!      A--\--B
//!          D
//! ```
//!
//! Cramer's rule solves the three equations. With `P = D x E2` and `Q = T x E1`
//!
//! ```text
//! det = E1.P,    u = T.P / det,    v = D.Q / det,    t = E2.Q / det
//! ```
//!
//! The article divides by `det`, or leaves the division to rays that hit. Here nothing is divided: with the sign
//! of `det` on both sides, `u` is compared with `|det|`.
//!
//! `det` is zero where the path is parallel to the plane of the triangle. The article answers no, also for a
//! path in that plane; so does this function, and for a triangle of zero area, and for a zero direction. It is
//! [`crate::exact::segment3_triangle3`] that answers for those.

use super::Triangle3;
use super::vector::{cross, dot, sub};
use crate::LinearComponent;

/// Whether the segment, ray or line and the triangle have a point in common, in `f32`; no where they are
/// parallel.
///
/// ```
/// use scalar::dim3::{Line3, Segment3, Triangle3, segment_triangle::moller_trumbore};
///
/// let triangle = Triangle3 { a: [0.0, 0.0, 0.0], b: [4.0, 0.0, 0.0], c: [0.0, 4.0, 0.0] };
/// let (start, direction) = ([2.0, 2.0, 3.0], [0.0, 0.0, -3.0]); // down to the middle of an edge
/// assert!(moller_trumbore(&Segment3 { start, direction }, &triangle));
/// assert!(!moller_trumbore(&Segment3 { start, direction: [0.0, 0.0, -2.75] }, &triangle));
/// assert!(moller_trumbore(&Line3 { start, direction: [0.0, 0.0, 1.0] }, &triangle));
/// assert!(!moller_trumbore(&Line3 { start: [1.0, 1.0, 0.0], direction: [1.0, 0.0, 0.0] }, &triangle));
/// ```
pub fn moller_trumbore<R: LinearComponent<3>>(path: &R, triangle: &Triangle3) -> bool {
    let (o, d) = path.path();
    let (e1, e2) = (sub(triangle.b, triangle.a), sub(triangle.c, triangle.a));
    let t = sub(o, triangle.a);
    let (p, q) = (cross(d, e2), cross(t, e1));
    let det = dot(e1, p);
    let sign = 1.0_f32.copysign(det);
    let (u, v, along) = (dot(t, p) * sign, dot(d, q) * sign, dot(e2, q) * sign);
    let in_triangle = det != 0.0 && u >= 0.0 && v >= 0.0 && u + v <= det.abs();
    let (start, end) = path.range();
    in_triangle && (start.is_infinite() || along >= 0.0) && (end.is_infinite() || along <= det.abs())
}
