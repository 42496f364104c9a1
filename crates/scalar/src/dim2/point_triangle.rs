//! Point and triangle by edge functions (cross-product article, D).
//!
//! ```text
//!         B            AP x AB, BP x BC and CP x CA tell on which side of its edge P lies. Inside, all
//!        / \           three have the same sign; on an edge one is zero; outside, two of them differ.
//!       / P \
//!      A-----C
//! ```
//!
//! The source assumes clockwise vertices, so that inside means "none negative". Here either winding is accepted: all
//! three `>= 0`, or all three `<= 0`. If the triangle has zero area the three sum to zero, so both hold exactly
//! where `P` lies on the line through it, however far out: the mend is to ask also whether `P` lies in the
//! triangle's bounding box, which costs comparisons only and leaves the segment or point that the triangle is.

use super::vector::{cross, sub};
use super::{Point, Triangle};
use crate::float::{max, min};

/// Whether the point lies inside the triangle or on its edge.
///
/// ```
/// use scalar::dim2::{Triangle, point_triangle::edge_functions};
///
/// let triangle = Triangle { a: [0.0, 0.0], b: [0.0, 2.0], c: [2.0, 0.0] };
/// assert!(edge_functions([1.0, 1.0], &triangle)); // on the edge BC
/// assert!(!edge_functions([1.5, 1.0], &triangle));
///
/// let flat = Triangle { a: [0.0, 0.0], b: [1.0, 1.0], c: [2.0, 2.0] };
/// assert!(edge_functions([1.5, 1.5], &flat));
/// assert!(!edge_functions([3.0, 3.0], &flat)); // on its line, beyond its end
/// ```
pub fn edge_functions(p: Point, t: &Triangle) -> bool {
    let edges = [
        cross(sub(p, t.a), sub(t.b, t.a)), // AP x AB
        cross(sub(p, t.b), sub(t.c, t.b)), // BP x BC
        cross(sub(p, t.c), sub(t.a, t.c)), // CP x CA
    ];
    let right_of_all = edges.iter().all(|&e| e >= 0.0);
    let left_of_all = edges.iter().all(|&e| e <= 0.0);
    (right_of_all || left_of_all) && in_bounds(p, t)
}

/// Whether the point lies in the triangle's bounding box.
fn in_bounds(p: Point, t: &Triangle) -> bool {
    (0..2).all(|k| {
        let (a, b, c) = (t.a[k], t.b[k], t.c[k]);
        min(min(a, b), c) <= p[k] && p[k] <= max(max(a, b), c)
    })
}
