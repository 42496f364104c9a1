//! Disk and axis-aligned box. Derivation: `scalar::dim2::disk_aabb`.

use scalar::dim2::{Aabb, Disk, disk_aabb};
use scalar::exact::{Decision, Exact as _};

use super::point_disk::within;
use crate::kernel::verdict::{Certified, Rounding};
use crate::kernel::{Predicate, Published};
use crate::lanes::{Lanes, no_nan};

/// The squared distance to the box's nearest point against the squared radius.
#[derive(Debug)]
pub struct NearestPoint;

impl Published for NearestPoint {
    const NAME: &'static str = "disk_aabb/nearest_point";
    type A = Disk;
    type B = Aabb;

    fn reference(disk: &Disk, aabb: &Aabb) -> bool {
        disk_aabb::nearest_point(disk, aabb)
    }

    #[inline(always)]
    fn lanes<L: Lanes>(&[x, y, r]: &[L; 3], &[x0, y0, x1, y1]: &[L; 4]) -> L::Mask {
        let (dx, dy) = (outside(x, x0, x1), outside(y, y0, y1));
        // The differences are examined, not the coordinates: equal infinities differ by NaN, and `max` of a
        // NaN depends on the machine.
        let numbers = no_nan([x0 - x, x - x1, y0 - y, y - y1].map(L::abs));
        (dx * dx + dy * dy).le(r * r) & numbers
    }
}

/// How far a coordinate lies outside an interval, or a zero, whose sign depends on the machine: callers
/// square it.
#[inline(always)]
pub(crate) fn outside<L: Lanes>(c: L, min: L, max: L) -> L {
    (min - c).max(c - max).max(c.splat(0.0))
}

/// The exact answer.
///
/// ```text
/// Define    d = max(min - C, C - max, 0) in each coordinate, from the box's nearest point to the center
/// Solution  a hit exactly if  r^2 - d.d >= 0
/// ```
///
/// `d` is one difference in each coordinate, so the error budget is that of
/// [`point_disk::Exact`](super::point_disk::Exact).
#[derive(Debug)]
pub struct Exact;

impl Predicate for Exact {
    const NAME: &'static str = "disk_aabb/exact";
    type A = Disk;
    type B = Aabb;

    fn resolve(disk: &Disk, aabb: &Aabb) -> Decision {
        disk.decide(aabb)
    }

    #[inline(always)]
    fn size<L: Lanes>(&[x, y, r]: &[L; 3], &[x0, y0, x1, y1]: &[L; 4]) -> L {
        outside(x, x0, x1).max(outside(y, y0, y1)).max(r)
    }

    #[inline(always)]
    fn decide<L: Lanes>(
        &[x, y, r]: &[L; 3],
        &[x0, y0, x1, y1]: &[L; 4],
        rounding: &Rounding<L>,
    ) -> Certified<L::Mask> {
        let (dx, dy) = (outside(x, x0, x1), outside(y, y0, y1));
        within(dx * dx + dy * dy, r * r, rounding)
    }
}
