//! Shadows: the intervals that shapes cast on a projection line (Marupeke B).

use crate::float::{max, min, no_nan};

/// Whether two shadows, each the interval of a few projected points, have no point in common.
///
/// The source asks four questions (is an end of one within the other); "one ends before the other begins" is their
/// negation. No NaN may come here.
pub(super) fn apart<const N: usize, const M: usize>(s: [f32; N], t: [f32; M]) -> bool {
    highest(s) < lowest(t) || highest(t) < lowest(s)
}

/// [`apart`] where products may overflow: shadows of which a point is NaN are not.
pub(super) fn told_apart<const N: usize, const M: usize>(s: [f32; N], t: [f32; M]) -> bool {
    apart(s, t) && no_nan(&s) && no_nan(&t)
}

/// Where the shadow of a few projected points begins.
pub(super) fn lowest<const N: usize>(s: [f32; N]) -> f32 {
    s.into_iter().reduce(min).unwrap_or(f32::INFINITY)
}

/// Where the shadow of a few projected points ends.
pub(super) fn highest<const N: usize>(s: [f32; N]) -> f32 {
    s.into_iter().reduce(max).unwrap_or(f32::NEG_INFINITY)
}
