//! Capsule and axis-aligned box in space.

use scalar::dim3::{Aabb3, Capsule3};
use scalar::exact::{Decision, Exact as _};

use super::vector::{dot, largest_of_abs, sub, sum_of_abs, times};
use crate::dim2::interval::{max_of, min_of};
use crate::dim2::point_segment::{margin_across, margin_at_foot};
use crate::kernel::Predicate;
use crate::kernel::verdict::{Certified, Rounding};
use crate::lanes::Lanes;

/// The exact answer.
///
/// ```text
///     +-------+          Define    S and d, start and direction of the segment, mirrored so that d >= 0
///     |       |                    p and q, from S to the lower and the upper corner of the box
///     |       |  d                 rr, the squared radius
///     +-------o   /                in each plane (j, k):  o, the corner (p_j, q_k) or (q_j, p_k)
///              Q /                 that has the smaller  across = o_k d_j - o_j d_k, or -across
///               /
///              S         Solution  a hit exactly if
///                          meet    q >= 0 and d >= p in each coordinate, and across >= 0 in each plane,
///                   or     ends    an end is within the radius of the nearest point of the box,
///                   or     corners the foot of a corner lies between the ends, within the radius,
///                   or     edges   in a plane the foot Q of o lies between the ends, within the radius,
///                                  and the third coordinate of that point is one of the box
/// ```
///
/// The squared distance of `S + t d` from the box is convex in `t` and its derivative is continuous. Let it
/// be least, and above zero, at a `t` between the ends. What is nearest there depends on how many coordinates
/// are outside:
///
/// - *Three*: a corner of the box, whose foot it is. The derivative is zero, so the box is ahead in one
///   coordinate and behind in another one, unless their `d` is zero: the lowest and the highest corner need
///   no test.
/// - *Two*: an edge, a point in the plane of the two coordinates. The same says that it is one of two corners
///   there, which are on both sides of the path: it passes at most one of them on the outer side. If the `d`
///   of both is zero, go on or back until the third coordinate leaves the box, at a corner, or to an end.
/// - *One*: its `d` is zero. Go on if the box is above, or back if it is below, until another coordinate
///   leaves the box, at an edge that is tested, or to an end.
///
/// # Error budget
///
/// Define `A` as the sum of the absolute components of `p` and `q`, `D` as that of `d`, `P = p.p + q.q`, and
/// `e` as the sum of the two components of `d` in a plane. The length of `d` there is at most `e`.
///
/// | quantity | at most | error | in `S` |
/// |---|---|---|---|
/// | `p`, `q`; `d` is a column | `A`; `D` | 1; 0 | `S` |
/// | `inside`, the least `q` or `d - p` | | 1 `q`, or 1 `p` + 1: 1 `(A + D)`, see below | |
/// | `across`, the lesser of two differences of products | `A e / 2` | 2 + 1 = 3: 1.5 `A e` | `2 S^2` |
/// | `start` and `end`, from the nearest point to an end | `q`; `q + d` | 1; 1 `p` or `q`, and 1 | `S`; `2 S` |
/// | `rr - dot(end, end)`, the larger one | | 4 `(P + dd + rr)`, see below | `12 S^2` |
/// | the bound of `ends` | | **4.25** `(P + dd + rr)`, for 4 | (53 - 3.6) / 2: **24** bits |
/// | `along` of a corner of the box, `dot(corner, d)` | | 4, as of a point and a capsule | `3 S^2` |
/// | `margin_at_foot` | `F` | 20 `F`, of `dd (P + rr)` | `9 S^4` |
/// | the bound of `corners` | | **20.75** `dd (P + rr)`, for 20 | (53 - 3.2) / 4: **12** bits |
/// | `along` in a plane | `A e` | 2 + 1 = 3 | `2 S^2` |
/// | `length2`, and times `rr` | `e^2` | 2; 2 + 3 + 1 = 6 | `2 S^2`, `2 S^4` |
/// | `margin_across` | | 7 of `rr` or 8 of `P`, times `length2` | `4 S^4` |
/// | the bound of `edges` | | **8.5** `length2 (P + rr)`, for 8 | (53 - 2) / 4: **12** bits |
/// | `along * d` | `A e D` | 3 + 1 = 4 | `2 S^3` |
/// | `p * length2` | `A e D` | 1 + 2 + 1 = 4 | `2 S^3` |
/// | their difference | | 5 `A e D` | |
/// | the bound of `third` | | **8.5** `A e D`, for 5 and 3 | (53 - 1) / 3: **17** bits |
/// | the bound of `meet` in a plane | | **2.25** `A e`, for 1.5 and 0.5 | **26** bits |
/// | the bound of `meet` in a coordinate | | **1.25** `(A + D)`, for 1 | **26** bits |
///
/// **The least and the larger.** Where `d - p` is the least and `p < 0`, `q >= d - p`, so `A >= 2 |p| + d`; where
/// `p > 0`, `A >= 2 p`, as `q >= p`. `across` is of the corner `o` if that of the other one, `o'`, is no less.
/// Then `|o_k| d_j + |o_j| d_k` is at most the same of `o'` and `(|o_j| + |o'_j|) d_j + (|o_k| + |o'_k|) d_k`
/// together, which is what is left of `A e`.
///
/// Of `ends`, let the end be as near as the start, and `s` be the component of `start`. In a coordinate where
/// the box is ahead, `p = d + end`, so `4 (P + dd)` exceeds the error `8 end^2 + 2 end d` by
/// `14 end d + 12 d^2`, and `s^2 - end^2` is `2 end d + d^2`. Where `end` is zero, it exceeds none by `12 s^2`.
/// Where the path has passed the box, it falls short by at most `7 (end^2 - s^2)`. The sum of these is at most
/// that of `7 (s^2 - end^2)` of the others, as the end is as near. The start errs by 6 of a square of which
/// `P` has two.
///
/// **The choices.** A rounded `along` may put `Q` on the wrong side of an end, by 3 units of the size of `o`:
/// as far as that the path changes no distance in the plane by more than its bound. So if `Q` is left out, an
/// end is as near; or the third coordinate enters or leaves the box on that way, and a corner is as near. If
/// `Q` is wrongly taken, `third` is certain only if that coordinate is one of the box at the end, too: so its
/// bound has 3 units more.
///
/// The rounded `across` may choose the wrong corner if the path passes both of them by 3 units of its size at
/// most. If `Q = t d` is nearest, it nearly meets the box then, and `meet` must not be a certain miss. In this
/// plane it is none, as the path is on the inner side of the corner that was chosen. Both corners are `t d`, but
/// for errors, and their size is `2 t d_j d_k`: so `o_j` is off `t d_j` by a factor of `1 + 6 u d_k^2 / (d_j^2 +
/// d_k^2)` at most, and the same of `k`. So the path ends too early by at most `6 u d_j d_k^2 / (d_j^2 + d_k^2)`
/// in a coordinate, where `A + D` is `3 (d_j + d_k)`: with the error of `d - p`, 0.7 of it. In another plane,
/// which has the coordinate `i`, `A` has `q_i >= t d_i`, too, and the path passes the box by at most 0.5 of
/// its `A e`.
#[derive(Debug)]
pub struct Exact;

impl Predicate for Exact {
    const NAME: &'static str = "capsule3_aabb3/exact";
    type A = Capsule3;
    type B = Aabb3;

    fn resolve(capsule: &Capsule3, aabb: &Aabb3) -> Decision {
        capsule.decide(aabb)
    }

    #[inline(always)]
    fn size<L: Lanes>(&[sx, sy, sz, dx, dy, dz, r]: &[L; 7], &[x0, y0, z0, x1, y1, z1]: &[L; 6]) -> L {
        let (low, high) = (sub([x0, y0, z0], [sx, sy, sz]), sub([x1, y1, z1], [sx, sy, sz]));
        max_of([largest_of_abs(low), largest_of_abs(high), largest_of_abs([dx, dy, dz]), r])
    }

    #[inline(always)]
    fn decide<L: Lanes>(
        &[sx, sy, sz, dx, dy, dz, r]: &[L; 7],
        aabb: &[L; 6],
        rounding: &Rounding<L>,
    ) -> Certified<L::Mask> {
        is_near(&[sx, sy, sz, dx, dy, dz], aabb, r, rounding)
    }
}

/// Whether a segment is within `reach` of the box, which may be a sum of two radii: the budget of [`Exact`].
#[inline(always)]
pub(super) fn is_near<L: Lanes>(
    &[sx, sy, sz, dx, dy, dz]: &[L; 6],
    &[x0, y0, z0, x1, y1, z1]: &[L; 6],
    reach: L,
    rounding: &Rounding<L>,
) -> Certified<L::Mask> {
    let (s, rr) = ([sx, sy, sz], reach * reach);
    let Margins { d, p, q, dd, pd, qd, inside, ends, corners } =
        margins(sub([x0, y0, z0], s), sub([x1, y1, z1], s), [dx, dy, dz], rr);
    let (dd_all, away) = (dd[0] + dd[1] + dd[2], rounding.square(dot(p, p) + dot(q, q) + rr));
    let (a, along_all) = (sum_of_abs(p) + sum_of_abs(q), d[0] + d[1] + d[2]);
    let (a, along_all) = (rounding.length(a), rounding.length(along_all));

    let mut meet = Certified::at_least_zero(inside, rounding.bound(1.25, a + along_all, 26));
    let mut near = Certified::at_least_zero(ends, rounding.bound(4.25, away + dd_all, 24))
        | Certified::at_least_zero(corners, rounding.bound(20.75, rounding.square(dd_all) * away, 12));
    for i in 0..3 {
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        let (length2, e) = (dd[j] + dd[k], d[j] + d[k]);
        let (upper, lower) = (q[k] * d[j] - p[j] * d[k], q[j] * d[k] - p[k] * d[j]);
        let across = upper.min(lower);
        let along = L::select(upper.lt(lower), pd[j] + qd[k], qd[j] + pd[k]);
        let third = along * d[i];
        let third = (third - p[i] * length2).min(q[i] * length2 - third);
        let margin = margin_across(along, length2, rr * length2, across);
        let size = a * rounding.length(e);
        // Without a motion in the plane, the coordinates say it.
        let side = L::select(e.gt(e.splat(0.0)), across, e.splat(f32::MAX));
        meet = meet & Certified::at_least_zero(side, rounding.bound(2.25, size, 26));
        near = near
            | (Certified::at_least_zero(third, rounding.bound(8.5, size * along_all, 17))
                & Certified::at_least_zero(margin, rounding.bound(8.5, rounding.square(length2) * away, 12)));
    }
    near | meet
}

/// A segment and a box with its sides along the axes, mirrored so that the segment goes back in no
/// coordinate.
#[derive(Clone, Copy, Debug)]
pub(super) struct Margins<L: Lanes> {
    /// The direction.
    pub d: [L; 3],
    /// The way from the start to the lower corner.
    pub p: [L; 3],
    /// The way from the start to the upper corner.
    pub q: [L; 3],
    /// The products of the components: a square or a dot product is a sum of one for each coordinate.
    pub dd: [L; 3],
    pub pd: [L; 3],
    pub qd: [L; 3],
    /// Whether their projections intersect in each coordinate.
    pub inside: L,
    /// Whether an end is within the radius of the box.
    pub ends: L,
    /// Whether the foot of a corner is on the segment and within the radius.
    pub corners: L,
}

/// The margins, from the vectors from the start of the segment to the lower and the upper corner of the box,
/// its direction, and the square of the radius.
#[inline(always)]
pub(super) fn margins<L: Lanes>(low: [L; 3], high: [L; 3], direction: [L; 3], rr: L) -> Margins<L> {
    let (zero, least) = (rr.splat(0.0), rr.splat(f32::MIN));
    let (mut d, mut p, mut q) = (direction, low, high);
    for k in 0..3 {
        let ends = [low[k].flip_sign(d[k]), high[k].flip_sign(d[k])];
        (d[k], p[k], q[k]) = (d[k].abs(), min_of(ends), max_of(ends));
    }

    let (mut inside, mut start, mut end) = (-least, p, p);
    for k in 0..3 {
        inside = inside.min(q[k]).min(d[k] - p[k]);
        start[k] = p[k].max(-q[k]).max(zero);
        end[k] = (p[k] - d[k]).max(d[k] - q[k]).max(zero);
    }
    let ends = (rr - dot(start, start)).max(rr - dot(end, end));

    let (dd, pd, qd, pp, qq) = (times(d, d), times(p, d), times(q, d), times(p, p), times(q, q));
    let (dd_all, mut corners) = (dd[0] + dd[1] + dd[2], least);
    for n in 1..7 {
        let [x, y, z] = [n & 1, n >> 1 & 1, n >> 2];
        let along = ([pd, qd][x][0] + [pd, qd][y][1]) + [pd, qd][z][2];
        let square = ([pp, qq][x][0] + [pp, qq][y][1]) + [pp, qq][z][2];
        corners = corners.max(margin_at_foot(along, dd_all, rr - square));
    }
    Margins { d, p, q, dd, pd, qd, inside, ends, corners }
}
