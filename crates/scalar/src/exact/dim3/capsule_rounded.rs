//! A capsule and a shape of space with round corners: the segment of the capsule is within the sum of all
//! radii of the shape without round corners.

use super::{capsule_aabb, capsule_capsule, capsule_triangle};
use crate::dim3::{Capsule3, RoundedAabb3, RoundedCapsule3, RoundedTriangle3};
use crate::exact::near::Reach;
use crate::exact::number::Number;
use crate::exact::{Exact, decided_by};

/// Whether the capsule and the rounded capsule have a point in common: as two capsules, one with both radii,
/// of degree 6.
///
/// ```
/// use scalar::{dim3::{Capsule3, RoundedCapsule3}, exact::capsule3_rounded_capsule3};
///
/// let rounded = RoundedCapsule3 {
///     start: [-1.0, 0.0, 0.0],
///     direction: [3.0, 0.0, 0.0],
///     radius: 1.5,
///     border_radius: 0.5,
/// };
/// let above = Capsule3 { start: [0.0, -5.0, 5.0], direction: [0.0, 9.0, 0.0], radius: 3.0 };
/// assert!(capsule3_rounded_capsule3(&above, &rounded)); // touching
/// assert!(!capsule3_rounded_capsule3(&Capsule3 { radius: 2.999_999_8, ..above }, &rounded));
/// ```
pub fn capsule3_rounded_capsule3(capsule: &Capsule3, rounded: &RoundedCapsule3) -> bool {
    capsule.decide(rounded).hit
}
decided_by!(meets_capsule(Capsule3, RoundedCapsule3));

/// Whether the capsule and the rounded box have a point in common: as a capsule with both radii and the box,
/// of degree 6.
///
/// ```
/// use scalar::{dim3::{Capsule3, RoundedAabb3}, exact::capsule3_rounded_aabb3};
///
/// let rounded = RoundedAabb3 { min: [0.0; 3], max: [2.0, 1.0, 9.0], border_radius: 2.0 };
/// // It passes the edge from (2, 1, 0) to (2, 1, 9) through (5, 5), at a distance of 5.
/// let beside = Capsule3 { start: [9.0, 2.0, 4.0], direction: [-8.0, 6.0, 1.0], radius: 3.0 };
/// assert!(capsule3_rounded_aabb3(&beside, &rounded));
/// assert!(!capsule3_rounded_aabb3(&Capsule3 { radius: 2.999_999_8, ..beside }, &rounded));
/// ```
pub fn capsule3_rounded_aabb3(capsule: &Capsule3, rounded: &RoundedAabb3) -> bool {
    capsule.decide(rounded).hit
}
decided_by!(meets_aabb(Capsule3, RoundedAabb3));

/// Whether the capsule and the rounded triangle have a point in common: as a capsule with both radii and the
/// triangle, of degree 6.
///
/// ```
/// use scalar::{dim3::{Capsule3, RoundedTriangle3}, exact::capsule3_rounded_triangle3};
///
/// let rounded = RoundedTriangle3 {
///     a: [0.0; 3],
///     b: [4.0, 0.0, 0.0],
///     c: [0.0, 4.0, 0.0],
///     border_radius: 2.0,
/// };
/// let above = Capsule3 { start: [1.0, 1.0, 5.0], direction: [9.0, 9.0, 2.0], radius: 3.0 };
/// assert!(capsule3_rounded_triangle3(&above, &rounded)); // touching
/// assert!(!capsule3_rounded_triangle3(&Capsule3 { radius: 2.999_999_8, ..above }, &rounded));
/// ```
pub fn capsule3_rounded_triangle3(capsule: &Capsule3, rounded: &RoundedTriangle3) -> bool {
    capsule.decide(rounded).hit
}
decided_by!(meets_triangle(Capsule3, RoundedTriangle3));

fn meets_capsule<N: Number>(capsule: &Capsule3, rounded: &RoundedCapsule3) -> Option<bool> {
    let reach = Reach::of([capsule.radius, rounded.radius, rounded.border_radius]);
    capsule_capsule::is_within::<N>(&capsule.segment(), &rounded.capsule().segment(), reach)
}

fn meets_aabb<N: Number>(capsule: &Capsule3, rounded: &RoundedAabb3) -> Option<bool> {
    let reach = Reach::of([capsule.radius, rounded.border_radius]);
    capsule_aabb::is_within::<N>(&capsule.segment(), &rounded.aabb(), reach)
}

fn meets_triangle<N: Number>(capsule: &Capsule3, rounded: &RoundedTriangle3) -> Option<bool> {
    let reach = Reach::of([capsule.radius, rounded.border_radius]);
    capsule_triangle::is_within::<N>(&capsule.segment(), &rounded.triangle(), reach)
}
