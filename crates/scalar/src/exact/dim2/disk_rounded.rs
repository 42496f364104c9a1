//! A disk and a shape with round corners: the center is within the sum of all radii of the shape without round
//! corners.

use super::{disk_aabb, disk_triangle};
use crate::dim2::{Disk, RoundedAabb, RoundedCapsule, RoundedDisk, RoundedTriangle};
use crate::exact::near::{Edge, Reach, point_is_near};
use crate::exact::number::Number;
use crate::exact::vector::{between, squared};
use crate::exact::{Exact, decided_by};

/// Whether the disk and the rounded disk have a point in common: `|d|^2 <= (r1 + r2 + r3)^2`, of degree 2.
///
/// ```
/// use scalar::{dim2::{Disk, RoundedDisk}, exact::disk_rounded_disk};
///
/// let rounded = RoundedDisk { center: [0.0, 0.0], radius: 1.0, border_radius: 1.0 };
/// assert!(disk_rounded_disk(&Disk { center: [3.0, 4.0], radius: 3.0 }, &rounded)); // touching
/// assert!(!disk_rounded_disk(&Disk { center: [3.0, 4.0], radius: 2.999_999_8 }, &rounded));
/// ```
pub fn disk_rounded_disk(disk: &Disk, rounded: &RoundedDisk) -> bool {
    disk.decide(rounded).hit
}
decided_by!(meets_disk(Disk, RoundedDisk));

/// Whether the disk and the rounded capsule have a point in common: as a disk with all three radii and the
/// segment, of degree 4.
///
/// ```
/// use scalar::{dim2::{Disk, RoundedCapsule}, exact::disk_rounded_capsule};
///
/// let rounded = RoundedCapsule {
///     start: [0.0, 0.0],
///     direction: [8.0, 0.0],
///     radius: 1.0,
///     border_radius: 1.0,
/// };
/// assert!(disk_rounded_capsule(&Disk { center: [4.0, 5.0], radius: 3.0 }, &rounded)); // touching
/// assert!(!disk_rounded_capsule(&Disk { center: [4.0, 5.0], radius: 2.999_999_8 }, &rounded));
/// ```
pub fn disk_rounded_capsule(disk: &Disk, rounded: &RoundedCapsule) -> bool {
    disk.decide(rounded).hit
}
decided_by!(meets_capsule(Disk, RoundedCapsule));

/// Whether the disk and the rounded box have a point in common: as a disk with both radii and the box, of
/// degree 2.
///
/// ```
/// use scalar::{dim2::{Disk, RoundedAabb}, exact::disk_rounded_aabb};
///
/// let rounded = RoundedAabb { min: [0.0, 0.0], max: [2.0, 1.0], border_radius: 2.0 };
/// assert!(disk_rounded_aabb(&Disk { center: [5.0, 5.0], radius: 3.0 }, &rounded)); // touching
/// assert!(!disk_rounded_aabb(&Disk { center: [5.0, 5.0], radius: 2.999_999_8 }, &rounded));
/// ```
pub fn disk_rounded_aabb(disk: &Disk, rounded: &RoundedAabb) -> bool {
    disk.decide(rounded).hit
}
decided_by!(meets_aabb(Disk, RoundedAabb));

/// Whether the disk and the rounded triangle have a point in common: as a disk with both radii and the
/// triangle, of degree 4.
///
/// ```
/// use scalar::{dim2::{Disk, RoundedTriangle}, exact::disk_rounded_triangle};
///
/// let rounded = RoundedTriangle { a: [0.0, 0.0], b: [0.0, 2.0], c: [2.0, 0.0], border_radius: 4.0 };
/// assert!(disk_rounded_triangle(&Disk { center: [6.0, 3.0], radius: 1.0 }, &rounded)); // touching
/// assert!(!disk_rounded_triangle(&Disk { center: [6.0, 3.0], radius: 0.999_999_9 }, &rounded));
/// ```
pub fn disk_rounded_triangle(disk: &Disk, rounded: &RoundedTriangle) -> bool {
    disk.decide(rounded).hit
}
decided_by!(meets_triangle(Disk, RoundedTriangle));

fn meets_disk<N: Number>(disk: &Disk, rounded: &RoundedDisk) -> Option<bool> {
    let reach = Reach::of([disk.radius, rounded.radius, rounded.border_radius]);
    squared(&between::<N, 2>(disk.center, rounded.center)).at_most(&reach.squared())
}

fn meets_capsule<N: Number>(disk: &Disk, rounded: &RoundedCapsule) -> Option<bool> {
    let reach = Reach::of([disk.radius, rounded.radius, rounded.border_radius]);
    point_is_near::<N, 2>(disk.center, &Edge::along(rounded.start, rounded.direction), reach)
}

fn meets_aabb<N: Number>(disk: &Disk, rounded: &RoundedAabb) -> Option<bool> {
    let reach = Reach::of([disk.radius, rounded.border_radius]);
    disk_aabb::is_within::<N>(disk.center, &rounded.aabb(), reach)
}

fn meets_triangle<N: Number>(disk: &Disk, rounded: &RoundedTriangle) -> Option<bool> {
    let reach = Reach::of([disk.radius, rounded.border_radius]);
    disk_triangle::is_within::<N>(disk.center, &rounded.triangle(), reach)
}
