//! Point and disk. Derivation: `scalar::dim2::point_disk`.

use scalar::dim2::{Disk, Point, point_disk};
use scalar::exact::{Decision, Exact as _};

use super::vector::{dot, sub};
use crate::kernel::verdict::{Certified, Rounding};
use crate::kernel::{Predicate, Published};
use crate::lanes::Lanes;

/// The squared distance to the center against the squared radius; a NaN fails the comparison.
#[derive(Debug)]
pub struct SquaredDistance;

impl Published for SquaredDistance {
    const NAME: &'static str = "point_disk/squared_distance";
    type A = Point;
    type B = Disk;

    fn reference(p: &Point, disk: &Disk) -> bool {
        point_disk::squared_distance(*p, disk)
    }

    #[inline(always)]
    fn lanes<L: Lanes>(&p: &[L; 2], &[x, y, r]: &[L; 3]) -> L::Mask {
        let d = sub(p, [x, y]);
        dot(d, d).le(r * r)
    }
}

/// The exact answer: the sign of `r^2 - |d|^2`.
///
/// `r^2` carries one unit, `|d|^2` four, their difference one: 8 units of `r^2 + |d|^2` have room.
#[derive(Debug)]
pub struct Exact;

impl Predicate for Exact {
    const NAME: &'static str = "point_disk/exact";
    type A = Point;
    type B = Disk;

    fn resolve(p: &Point, disk: &Disk) -> Decision {
        p.decide(disk)
    }

    #[inline(always)]
    fn size<L: Lanes>(&p: &[L; 2], &[x, y, r]: &[L; 3]) -> L {
        let d = sub(p, [x, y]);
        d[0].abs().max(d[1].abs()).max(r)
    }

    #[inline(always)]
    fn decide<L: Lanes>(&p: &[L; 2], &[x, y, r]: &[L; 3], rounding: &Rounding<L>) -> Certified<L::Mask> {
        let d = sub(p, [x, y]);
        within(dot(d, d), r * r, rounding)
    }
}

/// Whether a squared distance, with up to four units of error, is at most a squared reach, with up to three.
#[inline(always)]
pub(crate) fn within<L: Lanes>(distance2: L, reach2: L, rounding: &Rounding<L>) -> Certified<L::Mask> {
    let bound = rounding.bound_of_sum(8.0, rounding.square(distance2 + reach2), 26);
    Certified::at_least_zero(reach2 - distance2, bound)
}
