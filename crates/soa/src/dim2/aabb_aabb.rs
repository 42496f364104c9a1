//! Box and box, both axis-aligned. Derivation: `scalar::dim2::aabb_aabb`.

use scalar::dim2::{Aabb, aabb_aabb};

use crate::data::shape::is_finite;
use crate::kernel::Published;
use crate::lanes::Lanes;

/// Four comparisons, which round nothing: exact as they are. A NaN fails the comparison that it enters. An
/// infinity would pass as an unbounded box, so the query clears the rows that hold one
/// ([`Published::FINITE_ONLY`]).
#[derive(Debug)]
pub struct Intervals;

impl Published for Intervals {
    const NAME: &'static str = "aabb_aabb/intervals";
    type A = Aabb;
    type B = Aabb;

    fn reference(s: &Aabb, t: &Aabb) -> bool {
        is_finite(s) && is_finite(t) && aabb_aabb::intervals(s, t)
    }

    const FINITE_ONLY: bool = true;

    #[inline(always)]
    fn lanes<L: Lanes>(&[sx0, sy0, sx1, sy1]: &[L; 4], &[tx0, ty0, tx1, ty1]: &[L; 4]) -> L::Mask {
        sx0.le(tx1) & tx0.le(sx1) & sy0.le(ty1) & ty0.le(sy1)
    }
}
