//! A sphere and a shape with round corners: the center is within the sum of all radii of the shape without
//! round corners.

use super::{sphere_aabb, sphere_triangle};
use crate::dim3::{RoundedAabb3, RoundedCapsule3, RoundedSphere, RoundedTriangle3, Sphere};
use crate::exact::near::{Edge, Reach, point_is_near};
use crate::exact::number::Number;
use crate::exact::vector::{between, squared};
use crate::exact::{Exact, decided_by};

/// Whether the sphere and the rounded sphere have a point in common, of degree 2:
/// `|d|^2 <= (r1 + r2 + r3)^2`.
///
/// ```
/// use scalar::{dim3::{RoundedSphere, Sphere}, exact::sphere_rounded_sphere};
///
/// let rounded = RoundedSphere { center: [0.0; 3], radius: 3.0, border_radius: 1.0 };
/// assert!(sphere_rounded_sphere(&Sphere { center: [2.0, 3.0, 6.0], radius: 3.0 }, &rounded)); // touching
/// assert!(!sphere_rounded_sphere(&Sphere { center: [2.0, 3.0, 6.0], radius: 2.999_999_8 }, &rounded));
/// ```
pub fn sphere_rounded_sphere(sphere: &Sphere, rounded: &RoundedSphere) -> bool {
    sphere.decide(rounded).hit
}
decided_by!(meets_sphere(Sphere, RoundedSphere));

/// Whether the sphere and the rounded capsule have a point in common: as a sphere with all three radii and
/// the segment, of degree 4.
///
/// ```
/// use scalar::{dim3::{RoundedCapsule3, Sphere}, exact::sphere_rounded_capsule3};
///
/// let rounded = RoundedCapsule3 {
///     start: [0.0; 3],
///     direction: [8.0, 0.0, 0.0],
///     radius: 1.0,
///     border_radius: 1.0,
/// };
/// assert!(sphere_rounded_capsule3(&Sphere { center: [4.0, 3.0, 4.0], radius: 3.0 }, &rounded)); // touching
/// assert!(!sphere_rounded_capsule3(&Sphere { center: [4.0, 3.0, 4.0], radius: 2.999_999_8 }, &rounded));
/// ```
pub fn sphere_rounded_capsule3(sphere: &Sphere, rounded: &RoundedCapsule3) -> bool {
    sphere.decide(rounded).hit
}
decided_by!(meets_capsule(Sphere, RoundedCapsule3));

/// Whether the sphere and the rounded box have a point in common: as a sphere with both radii and the box, of
/// degree 2.
///
/// ```
/// use scalar::{dim3::{RoundedAabb3, Sphere}, exact::sphere_rounded_aabb3};
///
/// let rounded = RoundedAabb3 { min: [0.0; 3], max: [2.0, 1.0, 1.0], border_radius: 3.0 };
/// assert!(sphere_rounded_aabb3(&Sphere { center: [4.0, 4.0, 7.0], radius: 4.0 }, &rounded)); // touching
/// assert!(!sphere_rounded_aabb3(&Sphere { center: [4.0, 4.0, 7.0], radius: 3.999_999_8 }, &rounded));
/// ```
pub fn sphere_rounded_aabb3(sphere: &Sphere, rounded: &RoundedAabb3) -> bool {
    sphere.decide(rounded).hit
}
decided_by!(meets_aabb(Sphere, RoundedAabb3));

/// Whether the sphere and the rounded triangle have a point in common: as a sphere with both radii and the
/// triangle, of degree 6.
///
/// ```
/// use scalar::{dim3::{RoundedTriangle3, Sphere}, exact::sphere_rounded_triangle3};
///
/// let rounded = RoundedTriangle3 {
///     a: [0.0; 3],
///     b: [4.0, 0.0, 0.0],
///     c: [0.0, 4.0, 0.0],
///     border_radius: 2.0,
/// };
/// assert!(sphere_rounded_triangle3(&Sphere { center: [1.0, 1.0, 5.0], radius: 3.0 }, &rounded)); // touching
/// assert!(!sphere_rounded_triangle3(&Sphere { center: [1.0, 1.0, 5.0], radius: 2.999_999_8 }, &rounded));
/// ```
pub fn sphere_rounded_triangle3(sphere: &Sphere, rounded: &RoundedTriangle3) -> bool {
    sphere.decide(rounded).hit
}
decided_by!(meets_triangle(Sphere, RoundedTriangle3));

fn meets_sphere<N: Number>(sphere: &Sphere, rounded: &RoundedSphere) -> Option<bool> {
    let reach = Reach::of([sphere.radius, rounded.radius, rounded.border_radius]);
    squared(&between::<N, 3>(sphere.center, rounded.center)).at_most(&reach.squared())
}

fn meets_capsule<N: Number>(sphere: &Sphere, rounded: &RoundedCapsule3) -> Option<bool> {
    let reach = Reach::of([sphere.radius, rounded.radius, rounded.border_radius]);
    point_is_near::<N, 3>(sphere.center, &Edge::along(rounded.start, rounded.direction), reach)
}

fn meets_aabb<N: Number>(sphere: &Sphere, rounded: &RoundedAabb3) -> Option<bool> {
    let reach = Reach::of([sphere.radius, rounded.border_radius]);
    sphere_aabb::is_within::<N>(sphere.center, &rounded.aabb(), reach)
}

fn meets_triangle<N: Number>(sphere: &Sphere, rounded: &RoundedTriangle3) -> Option<bool> {
    let reach = Reach::of([sphere.radius, rounded.border_radius]);
    sphere_triangle::is_within::<N>(sphere.center, &rounded.triangle(), reach)
}
