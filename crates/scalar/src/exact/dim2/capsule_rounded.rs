//! A capsule and a shape with round corners: the segment of the capsule is within the sum of all radii of the
//! shape without round corners.

use super::{capsule_aabb, capsule_capsule, capsule_triangle};
use crate::dim2::{Capsule, RoundedAabb, RoundedCapsule, RoundedTriangle};
use crate::exact::near::Reach;
use crate::exact::number::Number;
use crate::exact::{Exact, decided_by};

/// Whether the capsule and the rounded capsule have a point in common: as two capsules, one with both radii,
/// of degree 4.
///
/// ```
/// use scalar::{dim2::{Capsule, RoundedCapsule}, exact::capsule_rounded_capsule};
///
/// let rounded = RoundedCapsule {
///     start: [0.0, 0.0],
///     direction: [8.0, 0.0],
///     radius: 1.5,
///     border_radius: 0.5,
/// };
/// let above = Capsule { start: [4.0, 5.0], direction: [0.0, 9.0], radius: 3.0 };
/// assert!(capsule_rounded_capsule(&above, &rounded)); // touching
/// assert!(!capsule_rounded_capsule(&Capsule { radius: 2.999_999_8, ..above }, &rounded));
/// ```
pub fn capsule_rounded_capsule(capsule: &Capsule, rounded: &RoundedCapsule) -> bool {
    capsule.decide(rounded).hit
}
decided_by!(meets_capsule(Capsule, RoundedCapsule));

/// Whether the capsule and the rounded box have a point in common: as a capsule with both radii and the box,
/// of degree 4.
///
/// ```
/// use scalar::{dim2::{Capsule, RoundedAabb}, exact::capsule_rounded_aabb};
///
/// let rounded = RoundedAabb { min: [0.0, 0.0], max: [2.0, 1.0], border_radius: 2.0 };
/// let capsule = Capsule { start: [5.0, 5.0], direction: [1.0, 0.0], radius: 3.0 };
/// assert!(capsule_rounded_aabb(&capsule, &rounded)); // touches
/// assert!(!capsule_rounded_aabb(&Capsule { radius: 2.999_999_8, ..capsule }, &rounded));
/// ```
pub fn capsule_rounded_aabb(capsule: &Capsule, rounded: &RoundedAabb) -> bool {
    capsule.decide(rounded).hit
}
decided_by!(meets_aabb(Capsule, RoundedAabb));

/// Whether the capsule and the rounded triangle have a point in common: as a capsule with both radii and the
/// triangle, of degree 4.
///
/// ```
/// use scalar::{dim2::{Capsule, RoundedTriangle}, exact::capsule_rounded_triangle};
///
/// let rounded = RoundedTriangle { a: [0.0, 0.0], b: [0.0, 2.0], c: [2.0, 0.0], border_radius: 4.0 };
/// let capsule = Capsule { start: [6.0, 3.0], direction: [4.0, 7.0], radius: 1.0 };
/// assert!(capsule_rounded_triangle(&capsule, &rounded)); // touches
/// assert!(!capsule_rounded_triangle(&Capsule { radius: 0.999_999_9, ..capsule }, &rounded));
/// ```
pub fn capsule_rounded_triangle(capsule: &Capsule, rounded: &RoundedTriangle) -> bool {
    capsule.decide(rounded).hit
}
decided_by!(meets_triangle(Capsule, RoundedTriangle));

fn meets_capsule<N: Number>(capsule: &Capsule, rounded: &RoundedCapsule) -> Option<bool> {
    let reach = Reach::of([capsule.radius, rounded.radius, rounded.border_radius]);
    capsule_capsule::is_within::<N>(&capsule.segment(), &rounded.capsule().segment(), reach)
}

fn meets_aabb<N: Number>(capsule: &Capsule, rounded: &RoundedAabb) -> Option<bool> {
    let reach = Reach::of([capsule.radius, rounded.border_radius]);
    capsule_aabb::is_within::<N>(&capsule.segment(), &rounded.aabb(), reach)
}

fn meets_triangle<N: Number>(capsule: &Capsule, rounded: &RoundedTriangle) -> Option<bool> {
    let reach = Reach::of([capsule.radius, rounded.border_radius]);
    capsule_triangle::is_within::<N>(&capsule.segment(), &rounded.triangle(), reach)
}
