//! Point and triangle by edge functions (cross-product article, D).
//!
//! ```text
//!         B            AP x AB, BP x BC and CP x CA are the edge functions of P: the sign of each is the
//!        / \           side of the edge that P lies on. Inside all have one sign; outside two differ.
//!       / P \
//!      A-----C
//! ```
//!
//! Corrected here: the article assumes clockwise vertices, so that inside is "none negative". Here either
//! winding is right: all three `>= 0`, or all three `<= 0`. If the triangle has zero area, the three sum to
//! zero, so they have one sign exactly if `P` lies on the line through the triangle, at any distance. So `P`
//! must also lie in the bounding box of the triangle, which takes only comparisons: what is left of the line
//! is the segment or point that the triangle is.

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

/// Whether the point lies in the bounding box of the triangle.
fn in_bounds(p: Point, t: &Triangle) -> bool {
    (0..2).all(|k| {
        let (a, b, c) = (t.a[k], t.b[k], t.c[k]);
        min(min(a, b), c) <= p[k] && p[k] <= max(max(a, b), c)
    })
}
