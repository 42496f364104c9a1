//! Segment and disk (Redpoll). Derivation: `scalar::dim2::segment_disk`.

use scalar::dim2::{Disk, Segment, segment_disk};
use scalar::exact::{Decision, Exact as _};

use super::point_segment::{distance_and_limit, margin_at_foot};
use super::shadow::highest;
use super::vector::{dot, sub};
use crate::kernel::verdict::{Certified, Rounding};
use crate::kernel::{Predicate, Published};
use crate::lanes::{Lanes, no_nan};

/// The squared distance of the center to the segment against the squared radius.
#[derive(Debug)]
pub struct SquaredDistance;

impl Published for SquaredDistance {
    const NAME: &'static str = "segment_disk/squared_distance";
    type A = Segment;
    type B = Disk;

    fn reference(segment: &Segment, disk: &Disk) -> bool {
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

/// The exact answer: how much of the squared radius is left at the ends of the segment and at the foot between them.
///
/// At `B` it is more by `2 AP.AB - AB.AB` than at `A`, since `BP = AP - AB`. With `W = AP.AP + AB.AB + r^2` that is 6 units of `W` at
/// `A`, and 16 at `B`. For the foot see `margin_at_foot`. With components up to `S` they are at most `8 S^2` and `8 S^4`: 25 and 12 bits.
#[derive(Debug)]
pub struct Exact;

impl Predicate for Exact {
    const NAME: &'static str = "segment_disk/exact";
    type A = Segment;
    type B = Disk;

    fn resolve(segment: &Segment, disk: &Disk) -> Decision {
        segment.decide(disk)
    }

    #[inline(always)]
    fn size<L: Lanes>(&[sx, sy, dx, dy]: &[L; 4], &[x, y, r]: &[L; 3]) -> L {
        highest([(x - sx).abs(), (y - sy).abs(), dx.abs(), dy.abs(), r])
    }

    #[inline(always)]
    fn decide<L: Lanes>(
        &[sx, sy, dx, dy]: &[L; 4],
        &[x, y, r]: &[L; 3],
        rounding: &Rounding<L>,
    ) -> Certified<L::Mask> {
        let (ap, ab) = (sub([x, y], [sx, sy]), [dx, dy]);
        let along = dot(ap, ab);
        let (apap, length2, rr) = (dot(ap, ap), dot(ab, ab), r * r);
        let w = rounding.square(apap + length2 + rr);

        let at_a = rr - apap;
        let ends = at_a.max(at_a + (along + along - length2));
        let foot = margin_at_foot(along, length2, at_a);
        Certified::at_least_zero(ends, rounding.bound(20.0, w, 25))
            | Certified::at_least_zero(foot, rounding.bound(64.0, w * w, 12))
    }
}
