//! An axis-aligned box and a shape with round corners: the box is within its border radius of the box or
//! triangle without round corners.

use super::aabb_triangle;
use super::capsule_aabb::sides;
use super::edge::edges;
use crate::dim2::{Aabb, RoundedAabb, RoundedTriangle};
use crate::exact::kleene::{any, or};
use crate::exact::near::{Edge, EndsAreNear, Pair, Reach, boxes_are_near};
use crate::exact::number::Number;
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
    let reach = Reach::of([rounded.border_radius]);
    boxes_are_near::<N, 2>([aabb.min, aabb.max], [rounded.min, rounded.max], reach)
}

fn meets_triangle<N: Number>(aabb: &Aabb, rounded: &RoundedTriangle) -> Option<bool> {
    let (triangle, reach) = (rounded.triangle(), Reach::of([rounded.border_radius]));
    or(aabb_triangle::intersect::<N>(aabb, &triangle), || {
        any(sides(aabb).into_iter().flat_map(|[a, b]| {
            let side = Edge::to(a, b);
            edges(&triangle)
                .into_iter()
                .map(move |(c, d)| N::decide(&EndsAreNear(Pair { s: &side, t: &Edge::to(c, d), reach })))
        }))
    })
}
