//! Projection intervals in lanes: the interval of a few numbers on a line, by its ends. The reference is
//! `scalar::dim2::interval`.

use crate::lanes::{Lanes, no_nan};

/// The lanes in which two intervals have no point in common.
///
/// Which end a NaN leaves to an interval differs between machines ([`Lanes::min`]): the kernel must refuse
/// NaN itself.
#[inline(always)]
pub(crate) fn disjoint<L: Lanes, const N: usize, const M: usize>(s: [L; N], t: [L; M]) -> L::Mask {
    max_of(s).lt(min_of(t)) | max_of(t).lt(min_of(s))
}

/// [`disjoint`] where products may overflow: an interval with a NaN is disjoint from none.
#[inline(always)]
pub(crate) fn disjoint_unless_nan<L: Lanes, const N: usize, const M: usize>(s: [L; N], t: [L; M]) -> L::Mask {
    disjoint(s, t) & no_nan(s) & no_nan(t)
}

/// The signed overlap of two intervals: minus their distance if they are disjoint, zero if they touch, else
/// how far one must move to be disjoint.
#[inline(always)]
pub(crate) fn signed_overlap<L: Lanes, const N: usize, const M: usize>(s: [L; N], t: [L; M]) -> L {
    (max_of(s) - min_of(t)).min(max_of(t) - min_of(s))
}

/// [`signed_overlap`] with the interval from `-h` to `h`.
#[inline(always)]
pub(crate) fn overlap_around_zero<L: Lanes, const N: usize>(h: L, t: [L; N]) -> L {
    h - distance_from_zero(t)
}

/// The signed distance of zero from an interval: above zero if all numbers are above zero or all are below, not
/// negative if all are `>= 0` or all are `<= 0`.
#[inline(always)]
pub(crate) fn distance_from_zero<L: Lanes, const N: usize>(s: [L; N]) -> L {
    min_of(s).max(-max_of(s))
}

/// The smallest of some numbers: the lower end of their interval.
#[inline(always)]
pub(crate) fn min_of<L: Lanes, const N: usize>(s: [L; N]) -> L {
    let mut min = s[0];
    for &x in &s[1..] {
        min = min.min(x);
    }
    min
}

/// The largest of some numbers: the upper end of their interval.
#[inline(always)]
pub(crate) fn max_of<L: Lanes, const N: usize>(s: [L; N]) -> L {
    let mut max = s[0];
    for &x in &s[1..] {
        max = max.max(x);
    }
    max
}
