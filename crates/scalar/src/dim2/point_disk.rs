//! Point and disk: the distance to the center and the radius.

use super::vector::{dot, sub};
use super::{Disk, Point};

/// Whether the point lies in the disk or on its circle. Squares are compared, so that no root is needed.
///
/// ```
/// use scalar::dim2::{Disk, point_disk::squared_distance};
///
/// let disk = Disk { center: [1.0, 1.0], radius: 5.0 };
/// assert!(squared_distance([4.0, 5.0], &disk)); // on the circle
/// assert!(!squared_distance([4.0, 5.5], &disk));
/// ```
pub fn squared_distance(p: Point, disk: &Disk) -> bool {
    let d = sub(p, disk.center);
    dot(d, d) <= disk.radius * disk.radius
}
