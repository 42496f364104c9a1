//! Segment and segment: disjoint if their bounding boxes are, or if one lies outside the other, on either
//! side ([`super::edge`]).
//!
//! With `u` and `v` the directions and `w` the vector from start to start, the ends of the second lie at
//! `u x w` and `u x w + u x v` across the first, and those of the first at `w x v` and `w x v - u x v` across
//! the second: of degree 2. The ends `start + direction` are sums, so that the bounding boxes are compared by
//! formulas of degree 1.

use super::edge::{all_outside, intervals_intersect};
use crate::dim2::Segment;
use crate::exact::kleene::{all, and, not, or};
use crate::exact::number::Number;
use crate::exact::vector::{between, cross, vector};
use crate::exact::{Exact, decided_by};
use core::cmp::Ordering;

/// Whether the segments have a point in common.
///
/// ```
/// use scalar::{dim2::Segment, exact::segment_segment};
///
/// let s = Segment { start: [0.0, 0.0], direction: [1.0, 0.0] };
/// let tiny = f32::from_bits(1);
/// // 1 + 2^-149 is no f32, but it is above 1.
/// assert!(segment_segment(&Segment { start: [1.0, 0.0], direction: [tiny, 0.0] }, &s));
/// assert!(!segment_segment(&Segment { start: [1.0, tiny], direction: [tiny, 0.0] }, &s));
/// assert!(!segment_segment(&Segment { start: [-1.0, 0.0], direction: [1.0, -tiny] }, &s));
/// ```
pub fn segment_segment(s: &Segment, t: &Segment) -> bool {
    s.decide(t).hit
}
decided_by!(intersect(Segment, Segment));

fn intersect<N: Number>(s: &Segment, t: &Segment) -> Option<bool> {
    let bounds_intersect = all((0..2).map(|k| intervals_intersect(&ends::<N>(s, k), &ends::<N>(t, k))));
    and(bounds_intersect, || {
        let (u, v) = (vector::<N, 2>(s.direction), vector::<N, 2>(t.direction));
        let w = between::<N, 2>(s.start, t.start);
        let both = cross(&u, &v);
        let (across_s, across_t) = (cross(&u, &w), cross(&w, &v));
        let either = Some(Ordering::Equal);
        not(or(all_outside(either, 2, |i| [&across_s, &across_s.plus(&both)][i].sign()), || {
            all_outside(either, 2, |i| [&across_t, &across_t.minus(&both)][i].sign())
        }))
    })
}

/// The coordinate `k` of both ends.
fn ends<N: Number>(s: &Segment, k: usize) -> [N; 2] {
    let start = N::from_f32(s.start[k]);
    let end = start.plus(&N::from_f32(s.direction[k]));
    [start, end]
}
