//! Box and box, both axis-aligned. Derivation: `scalar::dim3::aabb_aabb`.

use scalar::dim3::{Aabb3, aabb_aabb};

use crate::data::shape::is_finite;
use crate::kernel::Published;
use crate::lanes::Lanes;

/// Six comparisons, which round nothing: exact as they are. A NaN fails the comparison that it enters. An
/// infinity would pass as an unbounded box, so the query clears the rows that hold one
/// ([`Published::FINITE_ONLY`]).
#[derive(Debug)]
pub struct Intervals;

impl Published for Intervals {
    const NAME: &'static str = "aabb3_aabb3/intervals";
    type A = Aabb3;
    type B = Aabb3;

    fn reference(s: &Aabb3, t: &Aabb3) -> bool {
        is_finite(s) && is_finite(t) && aabb_aabb::intervals(s, t)
    }

    const FINITE_ONLY: bool = true;

    #[inline(always)]
    fn lanes<L: Lanes>(s: &[L; 6], t: &[L; 6]) -> L::Mask {
        s[0].le(t[3]) & t[0].le(s[3]) & s[1].le(t[4]) & t[1].le(s[4]) & s[2].le(t[5]) & t[2].le(s[5])
    }
}
