//! Sphere and sphere. Derivation: `scalar::dim3::sphere_sphere`.

use scalar::dim3::{Sphere, sphere_sphere};
use scalar::exact::{Decision, Exact as _};

use super::point_sphere::within;
use super::vector::{dot, sub};
use crate::dim2::interval::max_of;
use crate::kernel::verdict::{Certified, Rounding};
use crate::kernel::{Predicate, Published};
use crate::lanes::Lanes;

/// The squared distance of the centers against the squared sum of the radii; a NaN fails the comparison.
#[derive(Debug)]
pub struct SquaredDistance;

impl Published for SquaredDistance {
    const NAME: &'static str = "sphere_sphere/squared_distance";
    type A = Sphere;
    type B = Sphere;

    fn reference(s: &Sphere, t: &Sphere) -> bool {
        sphere_sphere::squared_distance(s, t)
    }

    #[inline(always)]
    fn lanes<L: Lanes>(&[sx, sy, sz, sr]: &[L; 4], &[tx, ty, tz, tr]: &[L; 4]) -> L::Mask {
        let d = sub([tx, ty, tz], [sx, sy, sz]);
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
/// The error budget is that of [`point_sphere::Exact`](super::point_sphere::Exact), with 3 units for `reach^2`.
#[derive(Debug)]
pub struct Exact;

impl Predicate for Exact {
    const NAME: &'static str = "sphere_sphere/exact";
    type A = Sphere;
    type B = Sphere;

    fn resolve(s: &Sphere, t: &Sphere) -> Decision {
        s.decide(t)
    }

    #[inline(always)]
    fn size<L: Lanes>(&[sx, sy, sz, sr]: &[L; 4], &[tx, ty, tz, tr]: &[L; 4]) -> L {
        max_of([(tx - sx).abs(), (ty - sy).abs(), (tz - sz).abs(), sr + tr])
    }

    #[inline(always)]
    fn decide<L: Lanes>(
        &[sx, sy, sz, sr]: &[L; 4],
        &[tx, ty, tz, tr]: &[L; 4],
        rounding: &Rounding<L>,
    ) -> Certified<L::Mask> {
        let d = sub([tx, ty, tz], [sx, sy, sz]);
        let reach = sr + tr;
        within(dot(d, d), reach * reach, rounding)
    }
}
