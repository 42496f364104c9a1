//! Capsule and triangle: the segment starts in the triangle (of degree 2), or is within the radius of an edge
//! (of degree 4, [`crate::exact::near`]). A segment that starts outside meets the triangle at an edge.

use super::capsule_capsule::segments_are_near;
use super::edge::{contains, edges};
use crate::dim2::{Capsule, Segment, Triangle};
use crate::exact::kleene::{any, or};
use crate::exact::near::{Edge, Reach};
use crate::exact::number::Number;
use crate::exact::{Exact, decided_by};

/// Whether the capsule and the triangle have a point in common.
///
/// ```
/// use scalar::{dim2::{Capsule, Triangle}, exact::capsule_triangle};
///
/// let triangle = Triangle { a: [0.0, 0.0], b: [0.0, 2.0], c: [2.0, 0.0] };
/// let capsule = Capsule { start: [6.0, 3.0], direction: [4.0, 7.0], radius: 5.0 };
/// assert!(capsule_triangle(&capsule, &triangle)); // touches C
/// assert!(!capsule_triangle(&Capsule { radius: 4.999_999_5, ..capsule }, &triangle));
/// ```
pub fn capsule_triangle(capsule: &Capsule, triangle: &Triangle) -> bool {
    capsule.decide(triangle).hit
}
decided_by!(intersect(Capsule, Triangle));

fn intersect<N: Number>(capsule: &Capsule, t: &Triangle) -> Option<bool> {
    is_within::<N>(&capsule.segment(), t, Reach::of([capsule.radius]))
}

/// Whether a segment is within a distance of a triangle.
pub fn is_within<N: Number>(segment: &Segment, t: &Triangle, reach: Reach) -> Option<bool> {
    or(contains::<N>(t, segment.start), || {
        let segment = Edge::along(segment.start, segment.direction);
        any(edges(t).into_iter().map(|(a, b)| segments_are_near::<N>(&segment, &Edge::to(a, b), reach)))
    })
}
