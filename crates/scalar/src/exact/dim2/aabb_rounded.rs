//! An axis-aligned box and a shape with round corners: the box is within its border radius of the box or
//! triangle without round corners.

use super::aabb_triangle;
use super::capsule_aabb::sides;
use super::edge::edges;
use crate::dim2::{Aabb, RoundedAabb, RoundedTriangle};
use crate::exact::kleene::{any, or};
use crate::exact::near::{boxes_are_near, ends_are_near, squared_reach};
use crate::exact::number::Number;
use crate::exact::vector::between;
use crate::exact::{Exact, decided_by};

/// Whether the box and the rounded box have a point in common.
///
/// The square of the way between the boxes is at most that of the radius, of degree 2.
///
/// ```
/// use scalar::{dim2::{Aabb, RoundedAabb}, exact::aabb_rounded_aabb};
///
/// let rounded = RoundedAabb { min: [0.0, 0.0], max: [2.0, 1.0], border_radius: 5.0 };
/// assert!(aabb_rounded_aabb(&Aabb { min: [5.0, 5.0], max: [6.0, 6.0] }, &rounded)); // touching
/// assert!(!aabb_rounded_aabb(&Aabb { min: [5.0, 5.000_000_5], max: [6.0, 6.0] }, &rounded));
/// ```
pub fn aabb_rounded_aabb(aabb: &Aabb, rounded: &RoundedAabb) -> bool {
    aabb.decide(rounded).hit
}
decided_by!(meets_aabb(Aabb, RoundedAabb));

/// Whether the box and the rounded triangle have a point in common: box and triangle have
/// ([`aabb_triangle`](crate::exact::aabb_triangle), of degree 2), or a corner of one is near an edge of the other
/// (of degree 4).
///
/// ```
/// use scalar::{dim2::{Aabb, RoundedTriangle}, exact::aabb_rounded_triangle};
///
/// let rounded = RoundedTriangle { a: [0.0, 0.0], b: [0.0, 2.0], c: [2.0, 0.0], border_radius: 5.0 };
/// assert!(aabb_rounded_triangle(&Aabb { min: [6.0, 3.0], max: [7.0, 7.0] }, &rounded)); // touching
/// assert!(!aabb_rounded_triangle(&Aabb { min: [6.0, 3.000_000_2], max: [7.0, 7.0] }, &rounded));
/// ```
pub fn aabb_rounded_triangle(aabb: &Aabb, rounded: &RoundedTriangle) -> bool {
    aabb.decide(rounded).hit
}
decided_by!(meets_triangle(Aabb, RoundedTriangle));

fn meets_aabb<N: Number>(aabb: &Aabb, rounded: &RoundedAabb) -> Option<bool> {
    let rr = squared_reach::<N, 1>([rounded.border_radius]);
    boxes_are_near([aabb.min, aabb.max], [rounded.min, rounded.max], &rr)
}

fn meets_triangle<N: Number>(aabb: &Aabb, rounded: &RoundedTriangle) -> Option<bool> {
    let (triangle, rr) = (rounded.triangle(), squared_reach::<N, 1>([rounded.border_radius]));
    or(aabb_triangle::intersect::<N>(aabb, &triangle), || {
        any(sides(aabb).into_iter().flat_map(|[a, b]| {
            let rr = &rr;
            edges(&triangle)
                .into_iter()
                .map(move |(c, d)| ends_are_near(&between(a, c), &between(a, b), &between(c, d), rr))
        }))
    })
}
