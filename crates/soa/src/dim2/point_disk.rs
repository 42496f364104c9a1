//! Point and disk. Derivation: `scalar::dim2::point_disk`.

use scalar::dim2::{Disk, Point, point_disk};

use super::vector::{dot, sub};
use crate::kernel::Predicate;
use crate::lanes::Lanes;

/// The squared distance to the center against the squared radius; a NaN fails the comparison.
#[derive(Debug)]
pub struct SquaredDistance;

impl Predicate for SquaredDistance {
    const NAME: &'static str = "point_disk/squared_distance";
    type A = Point;
    type B = Disk;

    fn twin(p: &Point, disk: &Disk) -> bool {
        point_disk::squared_distance(*p, disk)
    }

    #[inline(always)]
    fn lanes<L: Lanes>(&p: &[L; 2], &[x, y, r]: &[L; 3]) -> L::Mask {
        let d = sub(p, [x, y]);
        dot(d, d).le(r * r)
    }
}
