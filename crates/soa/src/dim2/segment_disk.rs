//! Segment and disk (s2). Derivation: `scalar::dim2::segment_disk`.

use scalar::dim2::{Disk, Segment, segment_disk};

use super::point_segment::distance_and_limit;
use super::vector::sub;
use crate::kernel::Predicate;
use crate::lanes::{Lanes, no_nan};

/// The squared distance of the center to the segment against the squared radius.
#[derive(Debug)]
pub struct SquaredDistance;

impl Predicate for SquaredDistance {
    const NAME: &'static str = "segment_disk/squared_distance";
    type A = Segment;
    type B = Disk;

    fn twin(segment: &Segment, disk: &Disk) -> bool {
        segment_disk::squared_distance(segment, disk)
    }

    #[inline(always)]
    fn lanes<L: Lanes>(&[sx, sy, dx, dy]: &[L; 4], &[x, y, r]: &[L; 3]) -> L::Mask {
        let ap = sub([x, y], [sx, sy]);
        let ab = [dx, dy];
        let [distance2, limit] = distance_and_limit(ap, ab, sub(ap, ab), r * r);
        distance2.le(limit) & no_nan([sx, sy, dx, dy, x, y, r])
    }
}
