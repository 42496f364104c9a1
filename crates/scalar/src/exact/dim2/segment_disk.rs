//! Segment and disk: an end lies in the disk, or the foot `Q` of the perpendicular lies strictly between the
//! ends and in the disk.
//!
//! ```text
//!    |AP|^2 <= r^2   or   |BP|^2 <= r^2   or   0 < AP.AB < AB.AB  and  (AP x AB)^2 <= r^2 AB.AB
//! ```
//!
//! of degree 4. `|QP| = |AP x AB| / |AB|`, see [`crate::dim2::point_segment`]. "Between" is strict: if the
//! foot is an end, the condition of that end decides. So a segment of zero direction has no foot, for which
//! `0 <= r^2 0` would hold.

use crate::dim2::{Disk, Segment};
use crate::exact::near::{Edge, Reach, point_is_near};
use crate::exact::number::Number;
use crate::exact::{Exact, decided_by};

/// Whether the segment and the disk have a point in common.
///
/// ```
/// use scalar::{dim2::{Disk, Segment}, exact::segment_disk};
///
/// let segment = Segment { start: [0.0, 0.0], direction: [3e5, 4e5] };
/// assert!(segment_disk(&segment, &Disk { center: [15.0, 10.0], radius: 6.0 })); // touching
/// assert!(!segment_disk(&segment, &Disk { center: [15.0, 10.0], radius: 5.999_999_5 }));
/// ```
pub fn segment_disk(segment: &Segment, disk: &Disk) -> bool {
    segment.decide(disk).hit
}
decided_by!(intersect(Segment, Disk));

fn intersect<N: Number>(segment: &Segment, disk: &Disk) -> Option<bool> {
    let edge = Edge::along(segment.start, segment.direction);
    point_is_near::<N, 2>(disk.center, &edge, Reach::of([disk.radius]))
}
