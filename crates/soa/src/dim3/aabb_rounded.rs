//! An axis-aligned box and a box that has grown.

use scalar::dim3::{Aabb3, RoundedAabb3};
use scalar::exact::{Decision, Exact as _};

use super::point_sphere::within;
use super::vector::dot;
use crate::dim2::interval::max_of;
use crate::kernel::Predicate;
use crate::kernel::verdict::{Certified, Rounding};
use crate::lanes::Lanes;

/// The exact answer.
///
/// ```text
/// Define    d = max(min - max', min' - max, 0) in each coordinate, the way between the boxes
/// Solution  a hit exactly if  r^2 - d.d >= 0
/// ```
///
/// `d` is one difference in each coordinate, so the error budget is that of
/// [`point_sphere::Exact`](super::point_sphere::Exact).
#[derive(Debug)]
pub struct Exact;

impl Predicate for Exact {
    const NAME: &'static str = "aabb3_rounded_aabb3/exact";
    type A = Aabb3;
    type B = RoundedAabb3;

    fn resolve(aabb: &Aabb3, rounded: &RoundedAabb3) -> Decision {
        aabb.decide(rounded)
    }

    #[inline(always)]
    fn size<L: Lanes>(aabb: &[L; 6], &[x0, y0, z0, x1, y1, z1, r]: &[L; 7]) -> L {
        let [x, y, z] = way(aabb, &[x0, y0, z0, x1, y1, z1]);
        max_of([x, y, z, r])
    }

    #[inline(always)]
    fn decide<L: Lanes>(
        aabb: &[L; 6],
        &[x0, y0, z0, x1, y1, z1, r]: &[L; 7],
        rounding: &Rounding<L>,
    ) -> Certified<L::Mask> {
        let d = way(aabb, &[x0, y0, z0, x1, y1, z1]);
        within(dot(d, d), r * r, rounding)
    }
}

/// How far two boxes are apart in each coordinate.
#[inline(always)]
fn way<L: Lanes>(s: &[L; 6], t: &[L; 6]) -> [L; 3] {
    let (mut way, zero) = ([s[0]; 3], s[0].splat(0.0));
    for k in 0..3 {
        way[k] = (t[k] - s[3 + k]).max(s[k] - t[3 + k]).max(zero);
    }
    way
}
