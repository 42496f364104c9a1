//! Disk and disk: the distance of the centers is at most `r1 + r2`, `|d|^2 <= (r1 + r2)^2`, of degree 2.

use crate::dim2::Disk;
use crate::exact::number::Number;
use crate::exact::vector::{between, squared};
use crate::exact::{Exact, decided_by};

/// Whether the disks have a point in common.
///
/// ```
/// use scalar::{dim2::Disk, exact::disk_disk};
///
/// let disk = Disk { center: [0.0, 0.0], radius: 2.0 };
/// assert!(disk_disk(&disk, &Disk { center: [3.0, 4.0], radius: 3.0 })); // touching
/// assert!(!disk_disk(&disk, &Disk { center: [3.0, 4.0], radius: 2.999_999_8 }));
/// ```
pub fn disk_disk(s: &Disk, t: &Disk) -> bool {
    s.decide(t).hit
}
decided_by!(intersect(Disk, Disk) at once);

fn intersect<N: Number>(s: &Disk, t: &Disk) -> Option<bool> {
    let d = between::<N, 2>(s.center, t.center);
    let reach = N::from_f32(s.radius).plus(&N::from_f32(t.radius));
    squared(&d).at_most(&reach.squared())
}
