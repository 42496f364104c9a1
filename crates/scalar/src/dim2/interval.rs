//! Projection intervals: the interval of a few numbers on a line, by its ends (Marupeke B).

use crate::float::{max, min, no_nan};

/// Whether two intervals, each of a few projected points, have no point in common. None of the numbers may be
/// NaN.
///
/// Marupeke tests four times whether an end of one lies within the other. "One ends before the other begins"
/// is the negation of that.
pub(crate) fn disjoint<const N: usize, const M: usize>(s: [f32; N], t: [f32; M]) -> bool {
    max_of(s) < min_of(t) || max_of(t) < min_of(s)
}

/// [`disjoint`] where products may overflow: an interval with a NaN is disjoint from none.
pub(crate) fn disjoint_unless_nan<const N: usize, const M: usize>(s: [f32; N], t: [f32; M]) -> bool {
    disjoint(s, t) && no_nan(&s) && no_nan(&t)
}

/// The smallest of some numbers: the lower end of their interval.
pub(super) fn min_of<const N: usize>(s: [f32; N]) -> f32 {
    s.into_iter().reduce(min).unwrap_or(f32::INFINITY)
}

/// The largest of some numbers: the upper end of their interval.
pub(super) fn max_of<const N: usize>(s: [f32; N]) -> f32 {
    s.into_iter().reduce(max).unwrap_or(f32::NEG_INFINITY)
}
