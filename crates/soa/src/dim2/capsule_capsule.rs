//! Segment or capsule, and capsule.

use scalar::dim2::{Capsule, Segment};
use scalar::exact::{Decision, Exact as _};

use super::interval::max_of;
use super::point_segment::margin_across;
use super::segment_segment;
use super::vector::{cross, dot, sub};
use crate::kernel::Predicate;
use crate::kernel::verdict::{Certified, Rounding};
use crate::lanes::Lanes;

/// The exact answer for a segment and a capsule.
///
/// ```text
///        u                Define    A and u, start and direction of one segment;  C and v, of the other
///     A------>                      w = C - A;  rr, the square of the radius, or of the sum of both
///      \  Q
///     w \ |              Solution  a hit exactly if
///        v| v                         meet   the segments have a point in common,
///     C------>              or        ends   rr - d.d >= 0 for d from an end of one to an end of the other,
///                           or        foot   the foot Q of an end of one on the other lies between its ends, and
///                                            the end is within the radius of Q
/// ```
///
/// The segments are nearest to each other where they meet, or at an end of one. "Meet" is
/// [`segment_segment::Exact`], with its own bounds. Of ends, `d` is `w`, `w - u`, `w + v` and `w - u + v`.
///
/// # Error budget
///
/// Define `W = w.w + u.u + v.v + rr`, and `a`, `b`, `c` as the lengths of `w`, `u`, `v`. So products of two
/// lengths are at most `W / 2`. Where a radius is the larger operand, its errors are fewer than those of the
/// lengths in its place.
///
/// | quantity | at most | error | in `S` |
/// |---|---|---|---|
/// | `w`; `u`, `v` are columns | | 1; 0 | `S` |
/// | `ww`; `uu`, `vv` | `a^2`; `b^2`, `c^2` | 4; 2 | `2 S^2` |
/// | `wu`, `wv`; `uv` | `a b`, `a c`; `b c` | 3; 2 | `2 S^2` |
/// | `rr = reach * reach` | `W` | 1; 3 if `reach` is a sum of two radii, 5 if of three | `S^2` |
/// | `start_start = rr - ww` | `W` | 4 `ww` + 5 `rr` + 1 | `2 S^2` |
/// | `along_u = wu + wu - uu` | `2 a b + b^2` | 8 `a b` + 3 `b^2` | `6 S^2` |
/// | `end_start = start_start + along_u` | `(a + b)^2` | 6 `a^2` + 10 `a b` + 4 `b^2`, 10.1 `W` | `8 S^2` |
/// | `start_end`, with `along_v` | `(a + c)^2` | the same with `c` | `8 S^2` |
/// | `along_u + (uv + uv)` | `2 a b + b^2 + 2 b c` | 10 `a b` + 4 `b^2` + 6 `b c` | `10 S^2` |
/// | `end_end`, with `start_end` | `(a + b + c)^2` | 7 `a^2` + 5 `b^2` + 5 `c^2` + 12 `a b` + 12 `a c` + 8 `b c`, 16.6 `W` | |
/// | the bound of `ends` | | **17.5** `W`, for 16.6 | (53 - 4) / 2: **24** bits |
/// | `across_u`, `across_v`; `both` | `a b`, `a c`; `b c` | 3; 2 | `2 S^2` |
/// | `across_u + both`, also `wu + uv` | `b (a + c)` | 3 `a b` + 2 `b c` + 1: `b` (4 `a` + 3 `c`) | `4 S^2` |
/// | `reach_u = rr * uu` | `b^2 rr` | 5 + 2 + 1 = 8 | `2 S^4` |
/// | the square of `across_u + both` | `b^2 (a + c)^2` | `b^2 (a + c)` (9 `a` + 7 `c`) | `16 S^4` |
/// | `margin_across` | | 9 `b^2 rr` + `b^2 (a + c)` (10 `a` + 8 `c`): 18.1 `b^2 (a^2 + c^2 + rr)`, 4.6 `W^2` | |
/// | the bound of `feet` | | **4.8** `W^2`, for 4.6 | (53 - 4) / 4: **12** bits |
///
/// The foot of an end may be put on the wrong side of an end by `u` (4 `a` + 2 `b` + 3 `c`), the square of which
/// is less than `30 u^2 W`: as for `margin_at_foot`, no answer is wrong then.
#[derive(Debug)]
pub struct SegmentExact;

/// The exact answer for two capsules: as [`SegmentExact`], with the sum of both radii.
#[derive(Debug)]
pub struct Exact;

impl Predicate for SegmentExact {
    const NAME: &'static str = "segment_capsule/exact";
    type A = Segment;
    type B = Capsule;

    fn resolve(segment: &Segment, capsule: &Capsule) -> Decision {
        segment.decide(capsule)
    }

    #[inline(always)]
    fn size<L: Lanes>(segment: &[L; 4], &[x, y, dx, dy, r]: &[L; 5]) -> L {
        segment_segment::Exact::size(segment, &[x, y, dx, dy]).max(r)
    }

    #[inline(always)]
    fn decide<L: Lanes>(
        segment: &[L; 4],
        &[x, y, dx, dy, r]: &[L; 5],
        rounding: &Rounding<L>,
    ) -> Certified<L::Mask> {
        are_near(segment, &[x, y, dx, dy], r, rounding)
    }
}

impl Predicate for Exact {
    const NAME: &'static str = "capsule_capsule/exact";
    type A = Capsule;
    type B = Capsule;

    fn resolve(s: &Capsule, t: &Capsule) -> Decision {
        s.decide(t)
    }

    #[inline(always)]
    fn size<L: Lanes>(&[sx, sy, ux, uy, q]: &[L; 5], &[tx, ty, vx, vy, r]: &[L; 5]) -> L {
        max_of([segment_segment::Exact::size(&[sx, sy, ux, uy], &[tx, ty, vx, vy]), q + r])
    }

    #[inline(always)]
    fn decide<L: Lanes>(
        &[sx, sy, ux, uy, q]: &[L; 5],
        &[tx, ty, vx, vy, r]: &[L; 5],
        rounding: &Rounding<L>,
    ) -> Certified<L::Mask> {
        are_near(&[sx, sy, ux, uy], &[tx, ty, vx, vy], q + r, rounding)
    }
}

/// Whether two segments are within `reach` of each other: the budget of [`SegmentExact`].
#[inline(always)]
pub(crate) fn are_near<L: Lanes>(
    s: &[L; 4],
    t: &[L; 4],
    reach: L,
    rounding: &Rounding<L>,
) -> Certified<L::Mask> {
    let (&[sx, sy, ux, uy], &[tx, ty, vx, vy]) = (s, t);
    let (u, v, w) = ([ux, uy], [vx, vy], sub([tx, ty], [sx, sy]));
    let (ww, uu, vv, rr) = (dot(w, w), dot(u, u), dot(v, v), reach * reach);
    let (wu, wv, uv) = (dot(w, u), dot(w, v), dot(u, v));
    let (across_u, across_v, both) = (cross(u, w), cross(w, v), cross(u, v));
    let size = rounding.square((ww + rr) + (uu + vv));

    let (along_u, along_v) = (wu + wu - uu, wv + wv + vv);
    let start_start = rr - ww;
    let (end_start, start_end) = (start_start + along_u, start_start - along_v);
    let end_end = start_end + (along_u + (uv + uv));
    let ends = max_of([start_start, end_start, start_end, end_end]);

    let (reach_u, reach_v) = (rr * uu, rr * vv);
    let feet = max_of([
        margin_across(wu, uu, reach_u, across_u),
        margin_across(wu + uv, uu, reach_u, across_u + both),
        margin_across(-wv, vv, reach_v, across_v),
        margin_across(uv - wv, vv, reach_v, across_v - both),
    ]);
    segment_segment::Exact::decide(s, t, rounding)
        | Certified::at_least_zero(ends, rounding.bound(17.5, size, 24))
        | Certified::at_least_zero(feet, rounding.bound(4.8, size * size, 12))
}
