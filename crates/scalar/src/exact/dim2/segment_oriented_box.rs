//! Segment, ray or line and an oriented box by slabs, without a quotient.
//!
//! With `s_k = (start - center).axis_k` and `d_k = direction.axis_k`, the path lies in the slab `k` for the
//! parameters `t` with `|s_k + t d_k| <= h_k`: an interval, which may be unbounded or empty. The path hits
//! the box exactly if these intervals and the range of the path have a `t` in common. By Helly's theorem in
//! one dimension they do exactly if each two of them do.
//!
//! **Two slabs.** The slab `k` is the interval of radius `h_k / |d_k|` around `-s_k / d_k`, so `j` and `k`
//! have a parameter in common exactly if the distance of the middles is at most the sum of the radii. Times
//! `|d_j d_k|`:
//!
//! ```text
//! |s_j d_k - s_k d_j| <= h_j |d_k| + h_k |d_j|
//! ```
//!
//! of degree 4. If `d_k = 0` alone, this is `|s_k| <= h_k`, as it must be. If both are zero, it holds always:
//! each slab has all `t` or none, and the next step finds one with none.
//!
//! **A slab and the range.** They have nothing in common if the path lies above the slab for all of its
//! range, `s_k + t d_k > h_k`, or below: a segment if both of its ends are there, a ray if it starts there
//! and does not go towards the slab, and a line if it is there and goes neither up nor down. All of degree 2.
//!
//! The axes need not have length 1, nor be perpendicular. For a zero direction `|s_k| <= h_k` is left.

use core::array::from_fn;
use core::cmp::Ordering;

use crate::LinearComponent;
use crate::dim2::OrientedBox;
use crate::exact::kleene::{all, all_of, and};
use crate::exact::number::Number;
use crate::exact::vector::{between, cross, dot, vector};
use crate::exact::{Exact, decided_by};

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
pub fn segment_oriented_box<R: LinearComponent<2>>(path: &R, oriented: &OrientedBox) -> bool {
    path.decide(oriented).hit
}
decided_by!(intersect(R: LinearComponent<2>, OrientedBox));

fn intersect<N: Number>(path: &impl LinearComponent<2>, oriented: &OrientedBox) -> Option<bool> {
    let (start, direction) = path.path();
    let u = vector::<N, 2>(oriented.axis);
    let in_frame = |v: [N; 2]| [dot(&u, &v), cross(&u, &v)];
    let s = in_frame(between(oriented.center, start));
    intersects_slabs(Ends::of(path.range()), &s, &in_frame(vector(direction)), &vector(oriented.half_extents))
}

/// Which ends a path has: a start, at `t = 0`, and an end, at `t = 1`. A path with an end has a start.
#[derive(Clone, Copy)]
pub struct Ends {
    pub has_start: bool,
    pub has_end: bool,
}

impl Ends {
    /// Those of a range of parameters.
    pub fn of((start, end): (f32, f32)) -> Self {
        Self { has_start: start.is_finite(), has_end: end.is_finite() }
    }

    /// Whether `s + t d > 0` for every parameter `t` of the path.
    ///
    /// It is if it is at both ends. Where there is no end, `d >= 0` replaces the condition of the end; where
    /// there is no start, `d <= 0` that of the start. For a line both together are `d = 0`, and `s > 0` is
    /// the third condition.
    pub fn keep_positive<N: Number>(self, s: &N, d: &N) -> Option<bool> {
        let zero = N::from_f32(0.0);
        let at_start = if self.has_start { s.is_positive() } else { d.at_most(&zero) };
        let at_end = || if self.has_end { s.plus(d).is_positive() } else { zero.at_most(d) };
        let between = || if self.has_start { Some(true) } else { s.is_positive() };
        and(and(at_start, at_end), between)
    }
}

/// Whether `s + t d` lies in all slabs for some `t` of the path.
#[inline]
pub fn intersects_slabs<N: Number, const K: usize>(
    ends: Ends,
    s: &[N; K],
    d: &[N; K],
    h: &[N; K],
) -> Option<bool> {
    let each = all_of(from_fn::<_, K, _>(|k| intersects_slab(ends, &s[k], &d[k], &h[k])));
    let pairs = || (0..K).flat_map(|k| (0..k).map(move |j| (j, k)));
    and(each, || {
        all(pairs().map(|(j, k)| {
            let middles = s[j].times(&d[k]).minus(&s[k].times(&d[j]));
            middles.abs().at_most(&h[j].times(&d[k].abs()).plus(&h[k].times(&d[j].abs())))
        }))
    })
}

/// Whether `s + t d` lies in the slab for some `t` of the path: it lies neither above nor below for all of
/// them.
#[inline]
fn intersects_slab<N: Number>(ends: Ends, s: &N, d: &N, h: &N) -> Option<bool> {
    let zero = N::from_f32(0.0);
    if ends.has_end {
        let end = s.plus(d);
        let (least, most) = (s.min(&end), s.max(&end));
        return least.max(&zero.minus(&most)).at_most(h);
    }
    // A ray that goes up must not start above, and a line that goes up or down lies in every slab.
    match (d.sign(), ends.has_start) {
        (Some(Ordering::Greater), true) => s.at_most(h),
        (Some(Ordering::Less), true) => zero.minus(s).at_most(h),
        (Some(Ordering::Greater | Ordering::Less), false) => Some(true),
        (Some(Ordering::Equal), _) => s.abs().at_most(h),
        (None, _) => s.abs().at_most(h).filter(|&starts_within| starts_within),
    }
}
