//! Segment, ray or line and disk. Derivation of the published algorithm (Redpoll):
//! `scalar::dim2::segment_disk`.

use core::marker::PhantomData;

use scalar::LinearComponent;
use scalar::dim2::{Clip as Clip2, Disk, Line, Ray, Segment, segment_disk};
use scalar::exact::{Decision, Exact as _};

use super::point_segment::{distance_and_limit, margin_at_foot};
use super::segment_oriented_box::{ClipName, ExactName, NO_CLIP, clip_names};
use crate::kernel::verdict::{Certified, Rounding};
use crate::kernel::{Measure, Predicate, Published};
use crate::lanes::{Lanes, no_nan, select};
use crate::vector::{dot, start_and_direction, sub};

clip_names! {
    Segment, Disk, "segment_disk", "clip" => Clip;
    Ray, Disk, "ray_disk", "clip" => Clip;
    Line, Disk, "line_disk", "clip" => Clip;
}

/// The squared distance of the center to the segment against the squared radius.
#[derive(Debug)]
pub struct SquaredDistance;

impl Published for SquaredDistance {
    const NAME: &'static str = "segment_disk/squared_distance";
    type A = Segment;
    type B = Disk;

    fn reference(segment: &Segment, disk: &Disk) -> bool {
        segment_disk::squared_distance(segment, disk)
    }

    #[inline(always)]
    fn lanes<L: Lanes>(&[sx, sy, dx, dy]: &[L; 4], &[x, y, r]: &[L; 3]) -> L::Mask {
        let ap = sub([x, y], [sx, sy]);
        let ab = [dx, dy];
        let [distance2, limit] = distance_and_limit(ap, ab, sub(ap, ab), r * r);
        distance2.le(limit) & no_nan([sx, sy, dx, dy, x, y, r])
    }
}

/// The parameters in and out of a segment, ray or line `R`, and the first common point; all NaN without one.
#[derive(Debug)]
pub struct Clip<R>(PhantomData<R>);

impl<R: LinearComponent<2> + ClipName<Disk>> Measure for Clip<R> {
    const NAME: &'static str = R::CLIP;
    const IN_F64: bool = true;
    type A = R;
    type B = Disk;
    type Out = Clip2;

    fn reference(path: &R, disk: &Disk) -> Clip2 {
        segment_disk::clip(path, disk).unwrap_or(NO_CLIP)
    }

    #[inline(always)]
    fn lanes<L: Lanes>(path: &R::Of<L>, &[x, y, r]: &[L; 3]) -> [L; 4] {
        let ([t_enter, t_exit], [x, y]) = in_and_out::<R, L, 2>(path.as_ref(), [x, y], r);
        [t_enter, t_exit, x, y]
    }
}

/// The parameters in and out of the disk or sphere, and the first common point; all NaN without one. In lanes
/// of `f64`.
#[inline(always)]
pub(crate) fn in_and_out<R: LinearComponent<N>, L: Lanes, const N: usize>(
    path: &[L],
    center: [L; N],
    r: L,
) -> ([L; 2], [L; N]) {
    let [start, d] = start_and_direction(path);
    let (s, zero) = (sub(start, center), r.splat(0.0));
    let (along, length2) = (dot(s, d), dot(d, d));
    let mut across2 = zero;
    for i in 0..N {
        for j in i + 1..N {
            let across = s[i] * d[j] - s[j] * d[i];
            across2 = across2 + across * across;
        }
    }
    let rest = r * r * length2 - across2;
    let root = rest.sqrt();
    let [enter, exit] = [(-along - root) / length2, (root - along) / length2];
    let [first, last] = [zero.splat(R::START), zero.splat(R::END)];
    let enter = L::select(enter.gt(first), enter, first);
    let exit = L::select(exit.lt(last), exit, last);
    let most = zero.splat(f32::MAX);
    let passes = rest.ge(zero) & enter.le(exit) & enter.abs().le(most) & exit.abs().le(most);
    // A direction of zero is the point `start`.
    let is_point = length2.eq(zero);
    let stays = is_point & dot(s, s).le(r * r);
    let [enter, exit] = select(is_point, [zero, zero], [enter, exit]);
    let mut entry = start;
    for k in 0..N {
        entry[k] = entry[k] + enter * d[k];
    }
    let hit = (passes & !is_point) | stays;
    let nan = zero.splat(f32::NAN);
    (select(hit, [enter, exit], [nan; 2]), select(hit, entry, [nan; N]))
}

/// The exact answer, for a segment, ray or line `R`.
///
/// ```text
///         P        Define    A, the start;  B, the end of a segment;  P, the center;  rr, the squared radius
///         |                  Q, the foot of the perpendicular from P on the path
///    A----Q----B   Solution  a hit exactly if
///                              end    rr - |AP|^2 >= 0  or  rr - |BP|^2 >= 0,
///                     or       foot   Q lies on the path, and rr - |QP|^2 >= 0
/// ```
///
/// As `BP = AP - AB`, `rr - |BP|^2` is `rr - |AP|^2` and `2 AP.AB - AB.AB`. A ray has no end `B`, and `Q`
/// lies on it if `AP.AB > 0`, with `AB` as its direction. A line has `Q` unless its direction is zero.
///
/// # Error budget
///
/// The table is for segments, in the plane and in space, and for all kernels that call `is_near`.
///
/// Define `W = AP.AP + AB.AB + rr`, and `a`, `b` as the lengths of `AP` and `AB`. As `a^2 + b^2 <= W`, `F` of
/// `margin_at_foot` is at most `W^2 / 4`.
///
/// | quantity | at most | error in the plane | error in space | in `S` |
/// |---|---|---|---|---|
/// | `ap`; `ab` is a column | | 1; 0 | | `S` |
/// | `apap = dot(ap, ap)` | `W` | products 3, sum 1: 4 | one more sum: 5 | `3 S^2` |
/// | `rr = reach * reach` | `W` | 1; 3 if `reach` is a sum of two radii, 5 if of three | | `S^2` |
/// | `margin_a = rr - apap` | `W` | 4 `apap` + 5 `rr` + 1: 6 `W` | 5 `apap` + 5 `rr` + 1 | `3 S^2` |
/// | `along = dot(ap, ab)` | `W / 2` | products 2, sum 1: 3 `a b` | 4 `a b` | `3 S^2` |
/// | `length2 = dot(ab, ab)` | `W` | products 1, sum 1: 2 | 3 | `3 S^2` |
/// | `along + along - length2` | | 6 `a b` + 2 `b^2` + 1: 8 `a b` + 3 `b^2` | 10 `a b` + 4 `b^2` | `9 S^2` |
/// | `margin_b` | `2 W` | that + 5 `a^2` + 5 `rr` + 1: 6 `a^2` + 10 `a b` + 4 `b^2` + 5 `rr` | 7 `a^2` + 12 `a b` + 5 `b^2` | |
/// | the bound of both | | **10.75** `W`, for 10.1 | **12.75**, for 12.1 | (53 - 3) / 2: **25** bits, **24** |
/// | `margin_at_foot` | `W^2 / 4` | 4 + 2 + 2 x 3 + 4 = 16 `F`: 4 `W^2` | 5 + 3 + 2 x 4 + 4 = 20 `F`: 5 `W^2` | `9 S^4` |
/// | its bound | | **4.25** `W^2`, for 4 | **5.25**, for 5 | (53 - 3.2) / 4: **12** bits |
///
/// A ray or line may be much longer than its direction, so its bounds have the sizes of what they bound, and
/// not `W`; and its foot is taken to be ahead only where `along` is certain. Whether a direction is zero is
/// certain.
///
/// | quantity | at most | error in the plane | error in space | in `S` |
/// |---|---|---|---|---|
/// | `margin_a` | | 4 `apap` + 1 `rr` + 1: 5 (`apap + rr`) | 6 | `3 S^2` |
/// | its bound | | **5.25** (`apap + rr`) | **6.25** | (53 - 1) / 2: **26** bits, **25** |
/// | `along` | the product of the sums of absolute components | 3 | 4 | `3 S^2` |
/// | its bound | | **3.25** of that | **4.25** | **26** bits, **25** |
/// | `margin_a length2 + along^2` | `F = (apap + rr) length2` | 16 `F` | 20 `F` | `9 S^4` |
/// | its bound | | **16.75** `F` | **20.75** `F` | **12** bits |
#[derive(Debug)]
pub struct Exact<R>(PhantomData<R>);

impl<R: LinearComponent<2> + ExactName<Disk>> Predicate for Exact<R> {
    const NAME: &'static str = R::EXACT;
    type A = R;
    type B = Disk;

    fn resolve(path: &R, disk: &Disk) -> Decision {
        path.decide(disk)
    }

    #[inline(always)]
    fn size<L: Lanes>(path: &R::Of<L>, &[x, y, r]: &[L; 3]) -> L {
        size(path.as_ref(), [x, y], r)
    }

    #[inline(always)]
    fn decide<L: Lanes>(path: &R::Of<L>, &[x, y, r]: &[L; 3], rounding: &Rounding<L>) -> Certified<L::Mask> {
        path_is_near::<R, L, 2>(path.as_ref(), [x, y], r, rounding)
    }
}

/// The size of the operands.
#[inline(always)]
pub(crate) fn size<L: Lanes, const N: usize>(path: &[L], p: [L; N], reach: L) -> L {
    let mut size = reach;
    for k in 0..N {
        size = size.max((p[k] - path[k]).abs()).max(path[N + k].abs());
    }
    size
}

/// Whether a point is within `reach` of a segment, ray or line of these columns: the budget of [`Exact`].
#[inline(always)]
pub(crate) fn path_is_near<R: LinearComponent<N>, L: Lanes, const N: usize>(
    path: &[L],
    p: [L; N],
    reach: L,
    rounding: &Rounding<L>,
) -> Certified<L::Mask> {
    let [start, ab] = start_and_direction(path);
    let ap = sub(p, start);
    if R::END == 1.0 {
        return is_near(ap, ab, reach, rounding);
    }
    let (apap, length2, rr) = (dot(ap, ap), dot(ab, ab), reach * reach);
    let (along, margin_a) = (dot(ap, ab), rr - apap);
    let (w, zero) = (rounding.square(apap + rr), reach.splat(0.0));
    let (units, bits) = if N == 2 { ([5.25, 16.75, 3.25], 26) } else { ([6.25, 20.75, 4.25], 25) };
    let end = Certified::at_least_zero(margin_a, rounding.bound(units[0], w, bits));
    let line = Certified::at_least_zero(
        margin_a * length2 + along * along,
        rounding.bound(units[1], w * rounding.square(length2), 12),
    );
    let (mut beside, mut length) = (ap[0].abs(), ab[0].abs());
    for k in 1..N {
        (beside, length) = (beside + ap[k].abs(), length + ab[k].abs());
    }
    if R::START == 0.0 {
        let bound = rounding.bound(units[2], rounding.length(beside) * rounding.length(length), bits);
        return end | (Certified::above_zero(along, bound) & line);
    }
    let moves = length.gt(zero);
    end | Certified { hit: line.hit & moves, miss: line.miss | !moves }
}

/// Whether a point `P` is within `reach` of the segment `AB`, from `AP` and `AB`. The reach may be a sum of
/// three radii: the budget of [`Exact`].
#[inline(always)]
pub(crate) fn is_near<L: Lanes, const N: usize>(
    ap: [L; N],
    ab: [L; N],
    reach: L,
    rounding: &Rounding<L>,
) -> Certified<L::Mask> {
    let along = dot(ap, ab);
    let (apap, length2, rr) = (dot(ap, ap), dot(ab, ab), reach * reach);
    let w = rounding.square(apap + length2 + rr);

    let margin_a = rr - apap;
    let margin_b = margin_a + (along + along - length2);
    let ends = margin_a.max(margin_b);
    let foot = margin_at_foot(along, length2, margin_a);
    let ([of_ends, of_foot], bits) = if N == 2 { ([10.75, 4.25], 25) } else { ([12.75, 5.25], 24) };
    Certified::at_least_zero(ends, rounding.bound(of_ends, w, bits))
        | Certified::at_least_zero(foot, rounding.bound(of_foot, w * w, 12))
}
