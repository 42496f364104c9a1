//! Point or disk, and capsule: the center is within the radius, or within the sum of the radii, of the segment
//! of the capsule, as in [`super::segment_disk`] and of degree 4.

use crate::dim2::{Capsule, Disk, Point};
use crate::exact::near::{Edge, Reach, point_is_near};
use crate::exact::number::Number;
use crate::exact::{Exact, decided_by};

/// Whether the point lies in the capsule or on its border.
///
/// ```
/// use scalar::{dim2::Capsule, exact::point_capsule};
///
/// let capsule = Capsule { start: [0.0, 0.0], direction: [3e5, 4e5], radius: 6.0 };
/// assert!(point_capsule(&[15.0, 10.0], &capsule)); // on the border
/// assert!(!point_capsule(&[15.0, 9.999_999], &capsule));
/// ```
pub fn point_capsule(point: &Point, capsule: &Capsule) -> bool {
    point.decide(capsule).hit
}
decided_by!(point_intersects(Point, Capsule));

/// Whether the disk and the capsule have a point in common.
///
/// ```
/// use scalar::{dim2::{Capsule, Disk}, exact::disk_capsule};
///
/// let capsule = Capsule { start: [0.0, 0.0], direction: [8.0, 0.0], radius: 2.0 };
/// assert!(disk_capsule(&Disk { center: [4.0, 5.0], radius: 3.0 }, &capsule)); // touching
/// assert!(!disk_capsule(&Disk { center: [4.0, 5.0], radius: 2.999_999_8 }, &capsule));
/// ```
pub fn disk_capsule(disk: &Disk, capsule: &Capsule) -> bool {
    disk.decide(capsule).hit
}
decided_by!(disk_intersects(Disk, Capsule));

#[expect(clippy::trivially_copy_pass_by_ref, reason = "all predicates take references")]
fn point_intersects<N: Number>(point: &Point, capsule: &Capsule) -> Option<bool> {
    disk_intersects::<N>(&Disk { center: *point, radius: 0.0 }, capsule)
}

fn disk_intersects<N: Number>(disk: &Disk, capsule: &Capsule) -> Option<bool> {
    let segment = Edge::along(capsule.start, capsule.direction);
    point_is_near::<N, 2>(disk.center, &segment, Reach::of([disk.radius, capsule.radius]))
}
