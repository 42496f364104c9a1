//! Disk and disk: the distance of the centers and the sum of the radii (Marupeke A, for circumcircles).

use super::Disk;
use super::vector::{dot, sub};

/// Whether the disks have a point in common. Squares are compared, so that no root is needed.
///
/// ```
/// use scalar::dim2::{Disk, disk_disk::squared_distance};
///
/// let disk = Disk { center: [0.0, 0.0], radius: 2.0 };
/// assert!(squared_distance(&disk, &Disk { center: [3.0, 4.0], radius: 3.0 })); // touching
/// assert!(!squared_distance(&disk, &Disk { center: [3.0, 4.0], radius: 2.75 }));
/// ```
pub fn squared_distance(s: &Disk, t: &Disk) -> bool {
    let d = sub(t.center, s.center);
    let reach = s.radius + t.radius;
    dot(d, d) <= reach * reach
}
