//! An axis-aligned box and a box or triangle that has grown: they are within the border radius of the box or
//! triangle without it.

use super::capsule_capsule::InsidesAreNear;
use super::capsule_triangle::edges;
use super::sphere_triangle::one_is_within;
use super::{aabb_triangle, capsule_aabb, sphere_aabb};
use crate::dim3::{Aabb3, Point3, RoundedAabb3, RoundedTriangle3};
use crate::exact::kleene::{any, or};
use crate::exact::near::{Edge, Pair, Reach, boxes_are_near};
use crate::exact::number::Number;
use crate::exact::{Exact, decided_by};

/// Whether the box and the rounded box have a point in common: the square of the way between the boxes is at
/// most that of the radius, of degree 2.
///
/// ```
/// use scalar::{dim3::{Aabb3, RoundedAabb3}, exact::aabb3_rounded_aabb3};
///
/// let rounded = RoundedAabb3 { min: [0.0; 3], max: [2.0, 1.0, 1.0], border_radius: 7.0 };
/// let touching = Aabb3 { min: [4.0, 4.0, 7.0], max: [9.0; 3] }; // 2, 3, 6
/// assert!(aabb3_rounded_aabb3(&touching, &rounded));
/// assert!(!aabb3_rounded_aabb3(&Aabb3 { min: [4.0, 4.0, 7.000_000_5], ..touching }, &rounded));
/// ```
pub fn aabb3_rounded_aabb3(aabb: &Aabb3, rounded: &RoundedAabb3) -> bool {
    aabb.decide(rounded).hit
}
decided_by!(meets_aabb(Aabb3, RoundedAabb3));

/// Whether the box and the rounded triangle have a point in common: box and triangle have
/// ([`aabb3_triangle3`](crate::exact::aabb3_triangle3), of degree 3), or a vertex is near the box, a corner
/// near the triangle, or the inside of an edge of one near that of an edge of the other (of degree 6).
///
/// ```
/// use scalar::{dim3::{Aabb3, RoundedTriangle3}, exact::aabb3_rounded_triangle3};
///
/// let rounded = RoundedTriangle3 {
///     a: [0.0; 3],
///     b: [4.0, 0.0, 0.0],
///     c: [0.0, 4.0, 0.0],
///     border_radius: 5.0,
/// };
/// let above = Aabb3 { min: [1.0, 1.0, 5.0], max: [9.0; 3] };
/// assert!(aabb3_rounded_triangle3(&above, &rounded)); // touching
/// assert!(!aabb3_rounded_triangle3(&Aabb3 { min: [1.0, 1.0, 5.000_000_5], ..above }, &rounded));
/// ```
pub fn aabb3_rounded_triangle3(aabb: &Aabb3, rounded: &RoundedTriangle3) -> bool {
    aabb.decide(rounded).hit
}
decided_by!(meets_triangle(Aabb3, RoundedTriangle3));

fn meets_aabb<N: Number>(aabb: &Aabb3, rounded: &RoundedAabb3) -> Option<bool> {
    let reach = Reach::of([rounded.border_radius]);
    boxes_are_near::<N, 3>([aabb.min, aabb.max], [rounded.min, rounded.max], reach)
}

fn meets_triangle<N: Number>(aabb: &Aabb3, rounded: &RoundedTriangle3) -> Option<bool> {
    let (t, reach) = (rounded.triangle(), Reach::of([rounded.border_radius]));
    let meet = aabb_triangle::intersect::<N>(aabb, &t);
    let a_vertex =
        || any([t.a, t.b, t.c].into_iter().map(|vertex| sphere_aabb::is_within::<N>(vertex, aabb, reach)));
    let near = || or(a_vertex(), || one_is_within::<N, 8>(corners(aabb), &t, reach));
    or(or(meet, near), || {
        any(capsule_aabb::edges(aabb).into_iter().flat_map(|(a, b)| {
            let side = Edge::to(a, b);
            edges(&t)
                .into_iter()
                .map(move |(c, d)| N::decide(&InsidesAreNear(Pair { s: &side, t: &Edge::to(c, d), reach })))
        }))
    })
}

/// The corners of a box.
fn corners(aabb: &Aabb3) -> [Point3; 8] {
    core::array::from_fn(|n| [0, 1, 2].map(|k: usize| [aabb.min, aabb.max][n >> k & 1][k]))
}
