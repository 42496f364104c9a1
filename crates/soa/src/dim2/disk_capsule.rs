//! Point or disk, and capsule. Derivation and error budget: [`segment_disk::Exact`](super::segment_disk::Exact).

use scalar::dim2::{Capsule, Disk, Point};
use scalar::exact::{Decision, Exact as _};

use super::interval::max_of;
use super::segment_disk::is_near;
use super::vector::sub;
use crate::kernel::Predicate;
use crate::kernel::verdict::{Certified, Rounding};
use crate::lanes::Lanes;

/// The exact answer for a point: whether it is within the radius of the segment of the capsule.
#[derive(Debug)]
pub struct PointExact;

/// The exact answer for a disk: whether its center is within the sum of both radii of the segment of the
/// capsule.
#[derive(Debug)]
pub struct DiskExact;

impl Predicate for PointExact {
    const NAME: &'static str = "point_capsule/exact";
    type A = Point;
    type B = Capsule;

    fn resolve(p: &Point, capsule: &Capsule) -> Decision {
        p.decide(capsule)
    }

    #[inline(always)]
    fn size<L: Lanes>(&[x, y]: &[L; 2], &[sx, sy, dx, dy, r]: &[L; 5]) -> L {
        max_of([(x - sx).abs(), (y - sy).abs(), dx.abs(), dy.abs(), r])
    }

    #[inline(always)]
    fn decide<L: Lanes>(
        &p: &[L; 2],
        &[sx, sy, dx, dy, r]: &[L; 5],
        rounding: &Rounding<L>,
    ) -> Certified<L::Mask> {
        is_near(sub(p, [sx, sy]), [dx, dy], r, rounding)
    }
}

impl Predicate for DiskExact {
    const NAME: &'static str = "disk_capsule/exact";
    type A = Disk;
    type B = Capsule;

    fn resolve(disk: &Disk, capsule: &Capsule) -> Decision {
        disk.decide(capsule)
    }

    #[inline(always)]
    fn size<L: Lanes>(&[x, y, q]: &[L; 3], &[sx, sy, dx, dy, r]: &[L; 5]) -> L {
        max_of([(x - sx).abs(), (y - sy).abs(), dx.abs(), dy.abs(), q + r])
    }

    #[inline(always)]
    fn decide<L: Lanes>(
        &[x, y, q]: &[L; 3],
        &[sx, sy, dx, dy, r]: &[L; 5],
        rounding: &Rounding<L>,
    ) -> Certified<L::Mask> {
        is_near(sub([x, y], [sx, sy]), [dx, dy], q + r, rounding)
    }
}
