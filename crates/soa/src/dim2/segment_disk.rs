//! Segment and disk (Redpoll). Derivation: `scalar::dim2::segment_disk`.

use scalar::dim2::{Disk, Segment, segment_disk};
use scalar::exact::{Decision, Exact as _};

use super::interval::max_of;
use super::point_segment::{distance_and_limit, margin_at_foot};
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

/// The exact answer.
///
/// ```text
///         P        Define    A and B, the ends;  P, the center;  rr, the squared radius
///         |                  Q, the foot of the perpendicular from P on AB
///    A----Q----B   Solution  a hit exactly if
///                              end    rr - |AP|^2 >= 0  or  rr - |BP|^2 >= 0,
///                     or       foot   Q lies between A and B, and rr - |QP|^2 >= 0
/// ```
///
/// As `BP = AP - AB`, `rr - |BP|^2` is `rr - |AP|^2` and `2 AP.AB - AB.AB`.
///
/// # Error budget
///
/// The table is for all kernels that call `is_near`.
///
/// Define `W = AP.AP + AB.AB + rr`, and `a`, `b` as the lengths of `AP` and `AB`. As `a^2 + b^2 <= W`, `F` of
/// `margin_at_foot` is at most `W^2 / 4`.
///
/// | quantity | at most | error | in `S` |
/// |---|---|---|---|
/// | `ap`; `ab` is a column | | 1; 0 | `S` |
/// | `apap = dot(ap, ap)` | `W` | products 3, sum 1: 4 | `2 S^2` |
/// | `rr = reach * reach` | `W` | 1; 3 if `reach` is a sum of two radii, 5 if of three | `S^2` |
/// | `margin_a = rr - apap` | `W` | 4 `apap` + 5 `rr` + 1: 6 `W` | `2 S^2` |
/// | `along = dot(ap, ab)` | `W / 2` | products 2, sum 1: 3 `a b` | `2 S^2` |
/// | `length2 = dot(ab, ab)` | `W` | products 1, sum 1: 2 | `2 S^2` |
/// | `along + along - length2` | | 6 `a b` + 2 `b^2` + 1: 8 `a b` + 3 `b^2` | `6 S^2` |
/// | `margin_b` | `2 W` | that + 5 `a^2` + 5 `rr` + 1: 6 `a^2` + 10 `a b` + 4 `b^2` + 5 `rr`, 10.1 `W` | `8 S^2` |
/// | the bound of both | | **10.75** `W`, for 10.1 | (53 - 3) / 2: **25** bits |
/// | `margin_at_foot` | `W^2 / 4` | 4 + 2 + 2 x 3 + 4 = 16 `F`: 4 `W^2` | `4 S^4` |
/// | its bound | | **4.25** `W^2`, for 4 | (53 - 2) / 4: **12** bits |
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
        max_of([(x - sx).abs(), (y - sy).abs(), dx.abs(), dy.abs(), r])
    }

    #[inline(always)]
    fn decide<L: Lanes>(
        &[sx, sy, dx, dy]: &[L; 4],
        &[x, y, r]: &[L; 3],
        rounding: &Rounding<L>,
    ) -> Certified<L::Mask> {
        is_near(sub([x, y], [sx, sy]), [dx, dy], r, rounding)
    }
}

/// Whether a point `P` is within `reach` of the segment `AB`, from `AP` and `AB`. The reach may be a sum of
/// three radii: the budget of [`Exact`].
#[inline(always)]
pub(crate) fn is_near<L: Lanes>(
    ap: [L; 2],
    ab: [L; 2],
    reach: L,
    rounding: &Rounding<L>,
) -> Certified<L::Mask> {
    let along = dot(ap, ab);
    let (apap, length2, rr) = (dot(ap, ap), dot(ab, ab), reach * reach);
    let w = rounding.square(apap + length2 + rr);

    let margin_a = rr - apap;
    let margin_b = margin_a + (along + along - length2);
    let ends = margin_a.max(margin_b);
    let foot = margin_at_foot(along, length2, margin_a);
    Certified::at_least_zero(ends, rounding.bound(10.75, w, 25))
        | Certified::at_least_zero(foot, rounding.bound(4.25, w * w, 12))
}
