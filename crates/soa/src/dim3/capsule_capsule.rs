//! Segment or capsule, and capsule.

use scalar::dim3::{Capsule3, Segment3};
use scalar::exact::{Decision, Exact as _};

use super::vector::{cross, dot, largest_of_abs, sub};
use crate::dim2::interval::{max_of, min_of};
use crate::dim2::point_segment::margin_at_foot;
use crate::kernel::Predicate;
use crate::kernel::verdict::{Certified, Rounding};
use crate::lanes::Lanes;

/// The exact answer for a segment and a capsule.
///
/// ```text
/// Define    A and u, start and direction of one segment;  C and v, of the other;  w = C - A;  n = u x v
///           rr, the square of the radius, or of the sum of both
///           A + s u and C + t v, the points of the two lines that are nearest to each other
/// Solution  a hit exactly if
///                      ends    rr - d.d >= 0 for d from an end of one to an end of the other,
///             or       foot    the foot Q of an end of one on the other lies between its ends, and the end is
///                              within the radius of Q,
///             or       insides s and t are above 0 and below 1, and  rr n.n - (w.n)^2 >= 0
/// ```
///
/// `scalar::exact::capsule3_capsule3` derives `s n.n`, `t n.n` and `n.n` from dot products. Parallel segments
/// have no `s` that is certain to be between; their ends decide.
///
/// # Error budget
///
/// Define `W = w.w + u.u + v.v + rr`, and `a`, `b`, `c` as the lengths of `w`, `u`, `v`. Where a radius is the
/// larger operand, its errors are fewer than those of the lengths in its place.
///
/// | quantity | at most | error | in `S` |
/// |---|---|---|---|
/// | `w`; `u`, `v` are columns | | 1; 0 | `S` |
/// | `ww`; `wu`, `wv`; `uu`, `vv`, `uv` | `a^2`; `a b`, `a c`; `b^2`, `c^2`, `b c` | 5; 4; 3 | `3 S^2` |
/// | `rr = reach * reach` | `W` | 1; 3 if `reach` is a sum of two radii, 5 if of three | `S^2` |
/// | `start_start = rr - ww` | `W` | 5 `ww` + 5 `rr` + 1 | `3 S^2` |
/// | `along_u = wu + wu - uu` | `2 a b + b^2` | 10 `a b` + 4 `b^2` | `9 S^2` |
/// | `end_start = start_start + along_u` | `(a + b)^2` | 7 `a^2` + 12 `a b` + 5 `b^2` | `12 S^2` |
/// | `start_end`, with `along_v` | `(a + c)^2` | the same with `c` | `12 S^2` |
/// | `along_u + (uv + uv)` | `2 a b + b^2 + 2 b c` | 12 `a b` + 5 `b^2` + 8 `b c` | `15 S^2` |
/// | `end_end`, with `start_end` | `(a + b + c)^2` | 8 `a^2` + 6 `b^2` + 6 `c^2` + 14 `a b` + 14 `a c` + 10 `b c`, 19.6 `W` | |
/// | the bound of `ends` | | **20.5** `W`, for 19.6 | (53 - 4) / 2: **24** bits |
/// | `wu + uv` | `b (a + c)` | `b` (5 `a` + 4 `c`) | `6 S^2` |
/// | `margin_at_foot` with `start_end` | | its operands 7 `a^2` + 12 `a c` + 5 `c^2` and 4 `(a + c)^2`, the square 11 `a^2` + 20 `a c` + 9 `c^2`, the sum 1, of `b^2`: | `36 S^4` |
/// | | | `b^2` (23 `a^2` + 42 `a c` + 19 `c^2`), 42.1 of `W^2 / 4`: 10.6 `W^2` | |
/// | the bound of `feet` | | **11.25** `W^2`, for 10.6 | (53 - 5.2) / 4: **11** bits |
/// | `nn = uu * vv - uv * uv` | `b^2 c^2` | 7 + 7 + 1: 15 | `9 S^4` |
/// | `s = wu * vv - wv * uv`; `t` | `a b c^2`; `a b^2 c` | 8 + 8 + 1: 17 | `18 S^4` |
/// | `nn - s` | `b c^2 (a + b)` | `b c^2` (16 `b` + 18 `a`): 5.1 `W^2` | |
/// | the bound of `insides` | | **5.5** `W^2`, for 5.1 | (53 - 4.2) / 4, as operands are at most `18 S^4`: **12** bits |
/// | `n = cross(u, v)` | its products | 2 | `2 S^2` |
/// | `height = dot(w, n)` | `a b c` | 6 of the products, which are at most `sqrt(2) a b c`: 8.5 `a b c` | `6 S^3` |
/// | `height * height` | `a^2 b^2 c^2` | 18 | `36 S^6` |
/// | `rr * nn` | `rr b^2 c^2` | 5 + 15 + 1 = 21 | `9 S^6` |
/// | their difference | | 22 of `(a^2 + rr) b^2 c^2`, which is `(W / 3)^3` at most | |
/// | the bound of `near` | | **23** `(W / 3)^3`, for 22 | (53 - 5.2) / 6: **7** bits |
#[derive(Debug)]
pub struct SegmentExact;

/// The exact answer for two capsules: as [`SegmentExact`], with the sum of both radii.
#[derive(Debug)]
pub struct Exact;

impl Predicate for SegmentExact {
    const NAME: &'static str = "segment3_capsule3/exact";
    type A = Segment3;
    type B = Capsule3;

    fn resolve(segment: &Segment3, capsule: &Capsule3) -> Decision {
        segment.decide(capsule)
    }

    #[inline(always)]
    fn size<L: Lanes>(&[sx, sy, sz, ux, uy, uz]: &[L; 6], &[tx, ty, tz, vx, vy, vz, r]: &[L; 7]) -> L {
        size([sx, sy, sz], [ux, uy, uz], [tx, ty, tz], [vx, vy, vz]).max(r)
    }

    #[inline(always)]
    fn decide<L: Lanes>(
        &[sx, sy, sz, ux, uy, uz]: &[L; 6],
        &[tx, ty, tz, vx, vy, vz, r]: &[L; 7],
        rounding: &Rounding<L>,
    ) -> Certified<L::Mask> {
        are_near(sub([tx, ty, tz], [sx, sy, sz]), [ux, uy, uz], [vx, vy, vz], r, rounding)
    }
}

impl Predicate for Exact {
    const NAME: &'static str = "capsule3_capsule3/exact";
    type A = Capsule3;
    type B = Capsule3;

    fn resolve(s: &Capsule3, t: &Capsule3) -> Decision {
        s.decide(t)
    }

    #[inline(always)]
    fn size<L: Lanes>(&[sx, sy, sz, ux, uy, uz, q]: &[L; 7], &[tx, ty, tz, vx, vy, vz, r]: &[L; 7]) -> L {
        size([sx, sy, sz], [ux, uy, uz], [tx, ty, tz], [vx, vy, vz]).max(q + r)
    }

    #[inline(always)]
    fn decide<L: Lanes>(
        &[sx, sy, sz, ux, uy, uz, q]: &[L; 7],
        &[tx, ty, tz, vx, vy, vz, r]: &[L; 7],
        rounding: &Rounding<L>,
    ) -> Certified<L::Mask> {
        are_near(sub([tx, ty, tz], [sx, sy, sz]), [ux, uy, uz], [vx, vy, vz], q + r, rounding)
    }
}

#[inline(always)]
fn size<L: Lanes>(s: [L; 3], u: [L; 3], t: [L; 3], v: [L; 3]) -> L {
    max_of([largest_of_abs(sub(t, s)), largest_of_abs(u), largest_of_abs(v)])
}

/// Whether two segments are within `reach` of each other: the budget of [`SegmentExact`].
#[inline(always)]
pub(super) fn are_near<L: Lanes>(
    w: [L; 3],
    u: [L; 3],
    v: [L; 3],
    reach: L,
    rounding: &Rounding<L>,
) -> Certified<L::Mask> {
    let (ww, uu, vv, rr) = (dot(w, w), dot(u, u), dot(v, v), reach * reach);
    let (wu, wv, uv) = (dot(w, u), dot(w, v), dot(u, v));
    let size = rounding.square((ww + rr) + (uu + vv));
    let size2 = size * size;

    let (along_u, along_v) = (wu + wu - uu, wv + wv + vv);
    let start_start = rr - ww;
    let (end_start, start_end) = (start_start + along_u, start_start - along_v);
    let end_end = start_end + (along_u + (uv + uv));
    let ends = max_of([start_start, end_start, start_end, end_end]);
    let feet = max_of([
        margin_at_foot(wu, uu, start_start),
        margin_at_foot(wu + uv, uu, start_end),
        margin_at_foot(-wv, vv, start_start),
        margin_at_foot(uv - wv, vv, end_start),
    ]);

    let (nn, insides) = insides(wu, wv, uu, vv, uv);
    let height = dot(w, cross(u, v));
    let near = rr * nn - height * height;
    let third = size * size.splat(1.0 / 3.0);
    Certified::at_least_zero(ends, rounding.bound(20.5, size, 24))
        | Certified::at_least_zero(feet, rounding.bound(11.25, size2, 11))
        | (Certified::above_zero(insides, rounding.bound(5.5, size2, 12))
            & Certified::at_least_zero(near, rounding.bound(23.0, rounding.cube(third), 7)))
}

/// `n.n`, and the margin of whether the points of the lines of two segments that are nearest to each other
/// lie inside both: from the dot products of the way `w` from start to start and the directions `u` and `v`.
#[inline(always)]
pub(super) fn insides<L: Lanes>(wu: L, wv: L, uu: L, vv: L, uv: L) -> (L, L) {
    let (nn, s, t) = (uu * vv - uv * uv, wu * vv - wv * uv, wu * uv - wv * uu);
    (nn, min_of([s, nn - s, t, nn - t]))
}
