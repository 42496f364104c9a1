//! Point and triangle by three orientations, of degree 2.
//!
//! `P` lies in a triangle of area above zero exactly if it lies on the same side of the three edges, or on
//! them: all three orientations `>= 0`, or all three `<= 0`.
//!
//! The orientations add up to that of the triangle. If that is zero, they have the same sign only if all are
//! zero: `P` lies on the line through the triangle. The part of that line in the bounding box is the segment
//! or point that the triangle is.

use super::edge::contains;
use crate::dim2::{Point, Triangle};
use crate::exact::number::Number;
use crate::exact::{Exact, decided_by};

/// Whether the point lies in the triangle or on its edge.
///
/// ```
/// use scalar::{dim2::Triangle, exact::point_triangle};
///
/// let triangle = Triangle { a: [0.0, 0.0], b: [3e7, 1e7], c: [3e7, 0.0] };
/// assert!(point_triangle(&[3.0, 1.0], &triangle)); // on AB
/// assert!(!point_triangle(&[3.0, 1.000_000_1], &triangle));
/// ```
pub fn point_triangle(point: &Point, triangle: &Triangle) -> bool {
    point.decide(triangle).hit
}
decided_by!(intersect(Point, Triangle) at once);

#[expect(clippy::trivially_copy_pass_by_ref, reason = "all predicates take references")]
fn intersect<N: Number>(p: &Point, t: &Triangle) -> Option<bool> {
    contains::<N>(t, *p)
}
