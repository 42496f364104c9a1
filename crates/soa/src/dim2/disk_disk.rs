//! Disk and disk. Derivation: `scalar::dim2::disk_disk`.

use scalar::dim2::{Disk, disk_disk};
use scalar::exact::{Decision, Exact as _};

use super::point_disk::within;
use super::vector::{dot, sub};
use crate::kernel::verdict::{Certified, Rounding};
use crate::kernel::{Predicate, Published};
use crate::lanes::Lanes;

/// The squared distance of the centers against the squared sum of the radii; a NaN fails the comparison.
#[derive(Debug)]
pub struct SquaredDistance;

impl Published for SquaredDistance {
    const NAME: &'static str = "disk_disk/squared_distance";
    type A = Disk;
    type B = Disk;

    fn reference(s: &Disk, t: &Disk) -> bool {
        disk_disk::squared_distance(s, t)
    }

    #[inline(always)]
    fn lanes<L: Lanes>(&[sx, sy, sr]: &[L; 3], &[tx, ty, tr]: &[L; 3]) -> L::Mask {
        let d = sub([tx, ty], [sx, sy]);
        let reach = sr + tr;
        dot(d, d).le(reach * reach)
    }
}

/// The exact answer.
///
/// ```text
/// Define    d, from center to center;  reach = the sum of the radii
/// Solution  a hit exactly if  reach^2 - d.d >= 0
/// ```
///
/// The error budget is that of [`point_disk::Exact`](super::point_disk::Exact), with 3 units for `reach^2`.
#[derive(Debug)]
pub struct Exact;

impl Predicate for Exact {
    const NAME: &'static str = "disk_disk/exact";
    type A = Disk;
    type B = Disk;

    fn resolve(s: &Disk, t: &Disk) -> Decision {
        s.decide(t)
    }

    #[inline(always)]
    fn size<L: Lanes>(&[sx, sy, sr]: &[L; 3], &[tx, ty, tr]: &[L; 3]) -> L {
        (tx - sx).abs().max((ty - sy).abs()).max(sr + tr)
    }

    #[inline(always)]
    fn decide<L: Lanes>(
        &[sx, sy, sr]: &[L; 3],
        &[tx, ty, tr]: &[L; 3],
        rounding: &Rounding<L>,
    ) -> Certified<L::Mask> {
        let d = sub([tx, ty], [sx, sy]);
        let reach = sr + tr;
        within(dot(d, d), reach * reach, rounding)
    }
}
