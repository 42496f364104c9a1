//! Segment and disk: the squared distance of the center to the segment (Redpoll) and the squared radius.

use super::point_segment::within;
use super::vector::sub;
use super::{Disk, Segment};
use crate::float::no_nan;

/// Whether the segment and the disk have a point in common.
///
/// ```
/// use scalar::dim2::{Disk, Segment, segment_disk::squared_distance};
///
/// let segment = Segment { start: [0.0, 0.0], direction: [4.0, 0.0] };
/// assert!(squared_distance(&segment, &Disk { center: [2.0, 1.0], radius: 1.0 })); // touching
/// assert!(!squared_distance(&segment, &Disk { center: [5.0, 1.0], radius: 1.0 }));
/// ```
pub fn squared_distance(segment: &Segment, disk: &Disk) -> bool {
    let Segment { start: s, direction: d } = *segment;
    let ([x, y], r) = (disk.center, disk.radius);
    let ap = sub(disk.center, s);
    no_nan(&[s[0], s[1], d[0], d[1], x, y, r]) && within(ap, d, sub(ap, d), r * r)
}
