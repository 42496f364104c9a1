//! Segment, ray or line and an oriented box by slabs, without a quotient.
//!
//! With `s_k = (start - center).axis_k` and `d_k = direction.axis_k`, the path lies in the slab `k` for the parameters
//! `t` with `|s_k + t d_k| <= h_k`: an interval, perhaps unbounded or empty. It meets the box exactly if these
//! intervals and the range of the path have a `t` in common. By Helly's theorem in one dimension they do exactly if any
//! two of them do.
//!
//! **Two slabs.** The slab `k` is the interval of radius `h_k / |d_k|` around `-s_k / d_k`, so `j` and `k` have a
//! parameter in common exactly if the middles are no farther apart than both radii. Times `|d_j d_k|`:
//!
//! ```text
//! |s_j d_k - s_k d_j| <= h_j |d_k| + h_k |d_j|
//! ```
//!
//! of degree 4. If `d_k = 0` alone, it says `|s_k| <= h_k`, as it must. If both are zero it says nothing: each slab
//! holds all `t` or none, and an empty one is found by the next step.
//!
//! **A slab and the range.** They have nothing in common if all of the range is above the slab, or all below. Above:
//! where the path begins `s_k > h_k`, where it ends `s_k + d_k > h_k`; where it goes on for ever `d_k` does not lead
//! back (`d_k >= 0` for the upper end, `d_k <= 0` for the lower one); and for a line, so that `d_k = 0`, also
//! `s_k > h_k`. Of degree 2. Below: the same with `-s_k` and `-d_k`.
//!
//! Nothing here asks the axes to have length 1, or to be perpendicular. A zero direction leaves `|s_k| <= h_k`.

use crate::dim2::OrientedBox;
use crate::dim2::segment_oriented_box::Reading;
use crate::exact::dyadic::Dyadic;
use crate::exact::kleene::{all, and, any, not};
use crate::exact::number::Number;
use crate::exact::operand::{Operand, finite};
use crate::exact::rounded::Rounded;
use crate::exact::vector::{between, cross, dot, vector};
use crate::exact::{Exact, Stage};

/// Whether the segment, ray or line and the box, with its axis as stored, have a point in common.
///
/// ```
/// use scalar::dim2::{Line, OrientedBox, Ray, Segment};
/// use scalar::exact::segment_oriented_box;
///
/// let square = OrientedBox { center: [0.0, 0.0], half_extents: [1.0, 1.0], axis: [1.0, 0.0] };
/// let (start, direction) = ([3.0, 1.0], [1.0, 0.0]); // away from the square, along its upper side
/// assert!(!segment_oriented_box(&Segment { start, direction }, &square));
/// assert!(!segment_oriented_box(&Ray { start, direction }, &square));
/// assert!(segment_oriented_box(&Line { start, direction }, &square));
/// assert!(!segment_oriented_box(&Line { start: [3.0, 1.000_000_1], direction }, &square));
/// ```
pub fn segment_oriented_box<R: Reading>(path: &R, oriented: &OrientedBox) -> bool {
    path.decide(oriented).hit
}

impl<R: Reading> Exact<OrientedBox> for R {
    fn attempt(&self, other: &OrientedBox, stage: Stage) -> Option<bool> {
        let (start, direction) = self.path();
        if !(finite(&start) && finite(&direction) && other.has_points()) {
            return Some(false);
        }
        match stage {
            Stage::Rounded => meet::<Rounded, R>(self, other),
            Stage::Integer => meet::<Dyadic, R>(self, other),
        }
    }
}

fn meet<N: Number, R: Reading>(path: &R, oriented: &OrientedBox) -> Option<bool> {
    let (start, direction) = path.path();
    let u = vector::<N, 2>(oriented.axis);
    let in_frame = |v: [N; 2]| [dot(&u, &v), cross(&u, &v)];
    let s = in_frame(between(oriented.center, start));
    slabs(Ends::of(R::START, R::END), &s, &in_frame(vector(direction)), &vector(oriented.half_extents))
}

/// Whether a path begins, at `t = 0`, and whether it ends, at `t = 1`. What ends begins.
#[derive(Clone, Copy)]
pub struct Ends {
    begins: bool,
    ends: bool,
}

impl Ends {
    /// Those of a range of parameters.
    pub fn of(start: f32, end: f32) -> Self {
        Self { begins: start.is_finite(), ends: end.is_finite() }
    }
}

/// Whether `s + t d` lies in all slabs for some `t` of the path.
pub fn slabs<N: Number, const K: usize>(path: Ends, s: &[N; K], d: &[N; K], h: &[N; K]) -> Option<bool> {
    let reached = all((0..K).map(|k| reaches(path, &s[k], &d[k], &h[k])));
    let pairs = || (0..K).flat_map(|k| (0..k).map(move |j| (j, k)));
    and(reached, || {
        all(pairs().map(|(j, k)| {
            let middles = s[j].times(&d[k]).minus(&s[k].times(&d[j]));
            middles.abs().at_most(&h[j].times(&d[k].abs()).plus(&h[k].times(&d[j].abs())))
        }))
    })
}

/// Whether `s + t d` lies in the slab for some `t` of the path.
fn reaches<N: Number>(Ends { begins, ends }: Ends, s: &N, d: &N, h: &N) -> Option<bool> {
    let zero = N::from_f32(0.0);
    let (minus_s, minus_d) = (zero.minus(s), zero.minus(d));
    not(any([(s, d), (&minus_s, &minus_d)].map(|(s, d)| {
        let at_start = if begins { h.below(s) } else { d.at_most(&zero) };
        let at_end = || if ends { h.below(&s.plus(d)) } else { zero.at_most(d) };
        let inner = || if begins { Some(true) } else { h.below(s) };
        and(and(at_start, at_end), inner)
    })))
}
