//! Disk and disk. Derivation: `scalar::dim2::disk_disk`.

use scalar::dim2::{Disk, disk_disk};

use super::vector::{dot, sub};
use crate::kernel::Predicate;
use crate::lanes::Lanes;

/// The squared distance of the centers against the squared sum of the radii; a NaN fails the comparison.
#[derive(Debug)]
pub struct SquaredDistance;

impl Predicate for SquaredDistance {
    const NAME: &'static str = "disk_disk/squared_distance";
    type A = Disk;
    type B = Disk;

    fn twin(s: &Disk, t: &Disk) -> bool {
        disk_disk::squared_distance(s, t)
    }

    #[inline(always)]
    fn lanes<L: Lanes>(&[sx, sy, sr]: &[L; 3], &[tx, ty, tr]: &[L; 3]) -> L::Mask {
        let d = sub([tx, ty], [sx, sy]);
        let reach = sr + tr;
        dot(d, d).le(reach * reach)
    }
}
