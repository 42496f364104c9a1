//! A disk and a disk, capsule, box or triangle that has grown: as without growth, with the sum of all radii.

use scalar::dim2::{Disk, RoundedAabb, RoundedCapsule, RoundedDisk, RoundedTriangle};
use scalar::exact::{Decision, Exact as _};

use super::disk_aabb::{self, outside};
use super::disk_triangle;
use super::interval::max_of;
use super::point_disk::within;
use super::segment_disk::is_near;
use super::vector::{dot, sub};
use crate::kernel::Predicate;
use crate::kernel::verdict::{Certified, Rounding};
use crate::lanes::Lanes;

/// The exact answer for a disk that has grown.
///
/// ```text
/// Define    d, from center to center;  reach = the sum of the three radii
/// Solution  a hit exactly if  reach^2 - d.d >= 0
/// ```
///
/// # Error budget
///
/// | quantity | at most | error | in `S` |
/// |---|---|---|---|
/// | `d` | `sqrt(distance2)` | 1 | `S` |
/// | `distance2 = dot(d, d)` | `distance2` | 4 | `2 S^2` |
/// | `reach` | | 2 | `S` |
/// | `reach2 = reach * reach` | `reach2` | 2 + 2 + 1 = 5 | `S^2` |
/// | `reach2 - distance2` | `distance2 + reach2` | 4 `distance2` + 5 `reach2` + 1: 6 of both | `2 S^2` |
/// | the bound | | **6.25** `(distance2 + reach2)`, for 6 | (53 - 1) / 2: **26** bits |
#[derive(Debug)]
pub struct DiskExact;

/// The exact answer for a rounded capsule: that of [`segment_disk`](super::segment_disk::Exact) with the sum
/// of all three radii, also its error budget.
#[derive(Debug)]
pub struct CapsuleExact;

/// The exact answer for a rounded box: that of [`disk_aabb`](super::disk_aabb::Exact) with the sum of both
/// radii, also its error budget.
#[derive(Debug)]
pub struct AabbExact;

/// The exact answer for a rounded triangle: that of [`disk_triangle`](super::disk_triangle::Exact) with the sum
/// of both radii, also its error budget.
#[derive(Debug)]
pub struct TriangleExact;

impl Predicate for DiskExact {
    const NAME: &'static str = "disk_rounded_disk/exact";
    type A = Disk;
    type B = RoundedDisk;

    fn resolve(disk: &Disk, rounded: &RoundedDisk) -> Decision {
        disk.decide(rounded)
    }

    #[inline(always)]
    fn size<L: Lanes>(&[sx, sy, p]: &[L; 3], &[tx, ty, q, r]: &[L; 4]) -> L {
        (tx - sx).abs().max((ty - sy).abs()).max((p + q) + r)
    }

    #[inline(always)]
    fn decide<L: Lanes>(
        &[sx, sy, p]: &[L; 3],
        &[tx, ty, q, r]: &[L; 4],
        rounding: &Rounding<L>,
    ) -> Certified<L::Mask> {
        let (d, reach) = (sub([tx, ty], [sx, sy]), (p + q) + r);
        let (distance2, reach2) = (dot(d, d), reach * reach);
        let bound = rounding.bound_of_sum(6.25, rounding.square(distance2 + reach2), 26);
        Certified::at_least_zero(reach2 - distance2, bound)
    }
}

impl Predicate for CapsuleExact {
    const NAME: &'static str = "disk_rounded_capsule/exact";
    type A = Disk;
    type B = RoundedCapsule;

    fn resolve(disk: &Disk, rounded: &RoundedCapsule) -> Decision {
        disk.decide(rounded)
    }

    #[inline(always)]
    fn size<L: Lanes>(&[x, y, p]: &[L; 3], &[sx, sy, dx, dy, q, r]: &[L; 6]) -> L {
        max_of([(x - sx).abs(), (y - sy).abs(), dx.abs(), dy.abs(), (p + q) + r])
    }

    #[inline(always)]
    fn decide<L: Lanes>(
        &[x, y, p]: &[L; 3],
        &[sx, sy, dx, dy, q, r]: &[L; 6],
        rounding: &Rounding<L>,
    ) -> Certified<L::Mask> {
        is_near(sub([x, y], [sx, sy]), [dx, dy], (p + q) + r, rounding)
    }
}

impl Predicate for AabbExact {
    const NAME: &'static str = "disk_rounded_aabb/exact";
    type A = Disk;
    type B = RoundedAabb;

    fn resolve(disk: &Disk, rounded: &RoundedAabb) -> Decision {
        disk.decide(rounded)
    }

    #[inline(always)]
    fn size<L: Lanes>(&[x, y, q]: &[L; 3], &[x0, y0, x1, y1, r]: &[L; 5]) -> L {
        disk_aabb::Exact::size(&[x, y, q + r], &[x0, y0, x1, y1])
    }

    #[inline(always)]
    fn decide<L: Lanes>(
        &[x, y, q]: &[L; 3],
        &[x0, y0, x1, y1, r]: &[L; 5],
        rounding: &Rounding<L>,
    ) -> Certified<L::Mask> {
        let (d, reach) = ([outside(x, x0, x1), outside(y, y0, y1)], q + r);
        within(dot(d, d), reach * reach, rounding)
    }
}

impl Predicate for TriangleExact {
    const NAME: &'static str = "disk_rounded_triangle/exact";
    type A = Disk;
    type B = RoundedTriangle;

    fn resolve(disk: &Disk, rounded: &RoundedTriangle) -> Decision {
        disk.decide(rounded)
    }

    #[inline(always)]
    fn size<L: Lanes>(&[x, y, q]: &[L; 3], &[ax, ay, bx, by, cx, cy, r]: &[L; 7]) -> L {
        disk_triangle::Exact::size(&[x, y, q + r], &[ax, ay, bx, by, cx, cy])
    }

    #[inline(always)]
    fn decide<L: Lanes>(
        &[x, y, q]: &[L; 3],
        &[ax, ay, bx, by, cx, cy, r]: &[L; 7],
        rounding: &Rounding<L>,
    ) -> Certified<L::Mask> {
        disk_triangle::is_near([x, y], &[ax, ay, bx, by, cx, cy], q + r, rounding)
    }
}
