//! Shadows in lanes. The reference is `scalar::dim2::shadow`.

use crate::lanes::{Lanes, no_nan};

/// The lanes in which two shadows, each the interval of a few projected points, have no point in common.
///
/// Built on [`Lanes::min`], so the kernel must refuse NaN by itself.
#[inline(always)]
pub(crate) fn apart<L: Lanes, const N: usize, const M: usize>(s: [L; N], t: [L; M]) -> L::Mask {
    highest(s).lt(lowest(t)) | highest(t).lt(lowest(s))
}

/// [`apart`] where products may overflow: shadows of which a point is NaN are not. Which end a NaN leaves to a shadow differs
/// between machines.
#[inline(always)]
pub(crate) fn told_apart<L: Lanes, const N: usize, const M: usize>(s: [L; N], t: [L; M]) -> L::Mask {
    apart(s, t) & no_nan(s) & no_nan(t)
}

/// How much of two shadows is common, up to the whole of the shorter one or more: negative if they are apart, zero if they touch.
#[inline(always)]
pub(crate) fn common<L: Lanes, const N: usize, const M: usize>(s: [L; N], t: [L; M]) -> L {
    (highest(s) - lowest(t)).min(highest(t) - lowest(s))
}

/// Where the shadow of a few projected points begins.
#[inline(always)]
pub(crate) fn lowest<L: Lanes, const N: usize>(s: [L; N]) -> L {
    let mut lowest = s[0];
    for &x in &s[1..] {
        lowest = lowest.min(x);
    }
    lowest
}

/// Where the shadow of a few projected points ends.
#[inline(always)]
pub(crate) fn highest<L: Lanes, const N: usize>(s: [L; N]) -> L {
    let mut highest = s[0];
    for &x in &s[1..] {
        highest = highest.max(x);
    }
    highest
}
