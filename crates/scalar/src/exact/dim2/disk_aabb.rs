//! Disk and axis-aligned box by the point of the box nearest to the center, as in [`crate::dim2::disk_aabb`].
//!
//! In each coordinate, comparisons decide whether the center `C` lies below, within or above the interval of
//! the box. The nearest point `Q` accordingly has the coordinate `min`, that of `C`, or `max`. The disk hits
//! if `|QC|^2 <= r^2`, of degree 2.

use crate::dim2::{Aabb, Disk};
use crate::exact::near::Reach;
use crate::exact::number::Number;
use crate::exact::vector::{between, squared};
use crate::exact::{Exact, decided_by};
use crate::float::{max, min};

/// Whether the disk and the box have a point in common.
///
/// ```
/// use scalar::{dim2::{Aabb, Disk}, exact::disk_aabb};
///
/// let aabb = Aabb { min: [0.0, 0.0], max: [2.0, 1.0] };
/// assert!(disk_aabb(&Disk { center: [5.0, 5.0], radius: 5.0 }, &aabb)); // touches the corner (2, 1)
/// assert!(!disk_aabb(&Disk { center: [5.0, 5.0], radius: 4.999_999_5 }, &aabb));
/// ```
pub fn disk_aabb(disk: &Disk, aabb: &Aabb) -> bool {
    disk.decide(aabb).hit
}
decided_by!(intersect(Disk, Aabb) at once);

fn intersect<N: Number>(disk: &Disk, aabb: &Aabb) -> Option<bool> {
    is_within::<N>(disk.center, aabb, Reach::of([disk.radius]))
}

/// Whether a point is within a distance of the box.
pub fn is_within<N: Number>(c: [f32; 2], aabb: &Aabb, reach: Reach) -> Option<bool> {
    let nearest = [0, 1].map(|k: usize| min(max(c[k], aabb.min[k]), aabb.max[k]));
    squared(&between::<N, 2>(nearest, c)).at_most(&reach.squared())
}
