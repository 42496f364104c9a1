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

/// The exact answer.
///
/// ```text
/// Define    d = P - C, from the center to the point
/// Solution  a hit exactly if  r^2 - d.d >= 0
/// ```
///
/// # Error budget
///
/// The table is for all kernels that call `within`.
///
/// | quantity | at most | error | in `S` |
/// |---|---|---|---|
/// | `d` | `sqrt(distance2)` | 1 | `S` |
/// | `distance2 = dot(d, d)` | `distance2` | products 3, sum 1: 4 | `2 S^2` |
/// | `reach2 = r * r` | `reach2` | 1; 3 if `r` is a sum of two radii | `S^2` |
/// | `reach2 - distance2` | `distance2 + reach2` | 4 `distance2` + 3 `reach2` + 1: 5 of both | `2 S^2` |
/// | the bound | | **5.5** `(distance2 + reach2)`, for 5 | (53 - 1) / 2: **26** bits |
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

/// Whether a squared distance, with up to 4 units of error, is at most a squared radius or sum of radii, with
/// up to 3: the budget of [`Exact`].
#[inline(always)]
pub(crate) fn within<L: Lanes>(distance2: L, reach2: L, rounding: &Rounding<L>) -> Certified<L::Mask> {
    let bound = rounding.bound_of_sum(5.5, rounding.square(distance2 + reach2), 26);
    Certified::at_least_zero(reach2 - distance2, bound)
}
