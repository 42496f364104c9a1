//! Point and disk: `|CP|^2 <= r^2`, of degree 2.

use crate::dim2::{Disk, Point};
use crate::exact::number::Number;
use crate::exact::vector::{between, squared};
use crate::exact::{Exact, decided_by};

/// Whether the point lies in the disk or on its circle.
///
/// ```
/// use scalar::{dim2::Disk, exact::point_disk};
///
/// let disk = Disk { center: [0.0, 0.0], radius: 5.0 };
/// assert!(point_disk(&[3.0, 4.0], &disk)); // on the circle
/// assert!(!point_disk(&[3.000_000_2, 4.0], &disk));
/// ```
pub fn point_disk(point: &Point, disk: &Disk) -> bool {
    point.decide(disk).hit
}
decided_by!(intersect(Point, Disk) at once);

#[expect(clippy::trivially_copy_pass_by_ref, reason = "all predicates take references")]
fn intersect<N: Number>(p: &Point, disk: &Disk) -> Option<bool> {
    let cp = between::<N, 2>(disk.center, *p);
    squared(&cp).at_most(&N::from_f32(disk.radius).squared())
}
