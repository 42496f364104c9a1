//! Point and sphere. Derivation: `scalar::dim3::point_sphere`.

use scalar::dim3::{Point3, Sphere, point_sphere};
use scalar::exact::{Decision, Exact as _};

use super::vector::{dot, sub};
use crate::dim2::interval::max_of;
use crate::kernel::verdict::{Certified, Rounding};
use crate::kernel::{Predicate, Published};
use crate::lanes::Lanes;

/// The squared distance to the center against the squared radius; a NaN fails the comparison.
#[derive(Debug)]
pub struct SquaredDistance;

impl Published for SquaredDistance {
    const NAME: &'static str = "point3_sphere/squared_distance";
    type A = Point3;
    type B = Sphere;

    fn reference(p: &Point3, sphere: &Sphere) -> bool {
        point_sphere::squared_distance(*p, sphere)
    }

    #[inline(always)]
    fn lanes<L: Lanes>(&p: &[L; 3], &[x, y, z, r]: &[L; 4]) -> L::Mask {
        let d = sub(p, [x, y, z]);
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
/// The table is for all kernels of space that call `within`.
///
/// | quantity | at most | error | in `S` |
/// |---|---|---|---|
/// | `d` | `sqrt(distance2)` | 1 | `S` |
/// | `distance2 = dot(d, d)` | `distance2` | products 3, sums 2: 5 | `3 S^2` |
/// | `reach2 = r * r` | `reach2` | 1; 3 if `r` is a sum of two radii, 5 if of three | `S^2` |
/// | `reach2 - distance2` | `distance2 + reach2` | 5 `distance2` + 5 `reach2` + 1: 6 of both | `3 S^2` |
/// | the bound | | **6.5** `(distance2 + reach2)`, for 6 | (53 - 1.6) / 2: **25** bits |
#[derive(Debug)]
pub struct Exact;

impl Predicate for Exact {
    const NAME: &'static str = "point3_sphere/exact";
    type A = Point3;
    type B = Sphere;

    fn resolve(p: &Point3, sphere: &Sphere) -> Decision {
        p.decide(sphere)
    }

    #[inline(always)]
    fn size<L: Lanes>(&p: &[L; 3], &[x, y, z, r]: &[L; 4]) -> L {
        let d = sub(p, [x, y, z]);
        max_of([d[0].abs(), d[1].abs(), d[2].abs(), r])
    }

    #[inline(always)]
    fn decide<L: Lanes>(&p: &[L; 3], &[x, y, z, r]: &[L; 4], rounding: &Rounding<L>) -> Certified<L::Mask> {
        let d = sub(p, [x, y, z]);
        within(dot(d, d), r * r, rounding)
    }
}

/// Whether a squared distance, with up to 5 units of error, is at most a squared radius or sum of radii, with
/// as many: the budget of [`Exact`].
#[inline(always)]
pub(crate) fn within<L: Lanes>(distance2: L, reach2: L, rounding: &Rounding<L>) -> Certified<L::Mask> {
    let bound = rounding.bound_of_sum(6.5, rounding.square(distance2 + reach2), 25);
    Certified::at_least_zero(reach2 - distance2, bound)
}
