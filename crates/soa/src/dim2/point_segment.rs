//! Point and segment: squared distance (Redpoll) and closest point. Derivation:
//! `scalar::dim2::point_segment`.

use scalar::dim2::{Point, Segment, point_segment};

use super::vector::{cross, dot, sub};
use crate::kernel::{self, Measure};
use crate::lanes::{Lanes, select};

/// Squared distance of a point to a segment. All three cases are computed, and one is selected.
#[derive(Debug)]
pub struct SquaredDistance;

impl Measure for SquaredDistance {
    const NAME: &'static str = "point_segment/squared_distance";
    type A = Point;
    type B = Segment;
    type Out = f32;

    fn reference(p: &Point, segment: &Segment) -> f32 {
        point_segment::squared_distance(*p, segment)
    }

    #[inline(always)]
    fn lanes<L: Lanes>(&p: &[L; 2], &[x, y, dx, dy]: &[L; 4]) -> [L; 1] {
        let ap = sub(p, [x, y]);
        let ab = [dx, dy];
        let bp = sub(ap, ab);

        let along = dot(ap, ab);
        let length2 = dot(ab, ab);
        let across = cross(ap, ab);
        let beyond_a = along.le(along.splat(0.0));
        let beyond_b = along.gt(length2);
        let foot = across * across / length2;
        [L::select(beyond_a, dot(ap, ap), L::select(beyond_b, dot(bp, bp), foot))]
    }
}

impl kernel::SquaredDistance<Segment> for Point {
    type Kernel = SquaredDistance;
}

/// The closest point of a segment.
#[derive(Debug)]
pub struct ClosestPoint;

impl Measure for ClosestPoint {
    const NAME: &'static str = "point_segment/closest_point";
    type A = Point;
    type B = Segment;
    type Out = Point;

    fn reference(p: &Point, segment: &Segment) -> Point {
        point_segment::closest_point(*p, segment)
    }

    #[inline(always)]
    fn lanes<L: Lanes>(&p: &[L; 2], &[x, y, dx, dy]: &[L; 4]) -> [L; 2] {
        let (a, ab) = ([x, y], [dx, dy]);
        let t = parameter(dot(sub(p, a), ab), dot(ab, ab));
        [x + dx * t, y + dy * t]
    }
}

impl kernel::ClosestPoint<Segment> for Point {
    type Kernel = ClosestPoint;
}

/// The parameter of the closest point, from `AP.AB` and `AB.AB`: 0 at `A`, 1 at `B`. NaN where `AB.AB`
/// overflows.
#[inline(always)]
pub(crate) fn parameter<L: Lanes>(along: L, length2: L) -> L {
    let (zero, one) = (along.splat(0.0), along.splat(1.0));
    let t = L::select(along.ge(length2), one, along / length2);
    let t = L::select(along.le(zero), zero, t);
    L::select(length2.lt(zero.splat(f32::INFINITY)), t, zero.splat(f32::NAN))
}

/// The squared distance of `P` to the segment `AB`, and the squared radius `rr` to compare it with. Where the
/// foot of the perpendicular is nearest, both are multiplied by `AB.AB`, which saves the division.
///
/// Two numbers are selected and compared once, rather than three comparisons combined: AVX-512 has few units
/// for masks.
#[inline(always)]
pub(crate) fn distance_and_limit<L: Lanes>(ap: [L; 2], ab: [L; 2], bp: [L; 2], rr: L) -> [L; 2] {
    let along = dot(ap, ab);
    let length2 = dot(ab, ab);
    let across = cross(ap, ab);
    let beyond_a = along.le(along.splat(0.0));
    let beyond_b = along.gt(length2);
    let foot = [across * across, rr * length2];
    select(beyond_a, [dot(ap, ap), rr], select(beyond_b, [dot(bp, bp), rr], foot))
}

/// The margin of a disk or sphere at the foot of its center on an edge; the least number if the foot does not
/// lie between the ends.
///
/// ```text
/// Define    P, the center;  rr, the squared radius;  Q, the foot of P on the line AB
///           along = AP.AB;  length2 = AB.AB;  margin_a = rr - AP.AP
/// Solution  Q lies between A and B exactly if  0 < along < length2, and then
///           (rr - |QP|^2) length2 = margin_a length2 + along^2        as  |QP|^2 = AP.AP - along^2 / length2
/// ```
///
/// # Error budget
///
/// Define `m`, `l` and `a` by the errors of the operands: `m AP.AP + rr + 1` for `margin_a`, `l` for
/// `length2`, and `a |AP| |AB|` for `along`. The size is `F = max(AP.AP, rr) length2`, which is at least
/// `along^2`.
///
/// | quantity | at most | error |
/// |---|---|---|
/// | `margin_a * length2` | `F` | `m + 1 + l + 1` of `F` |
/// | `along * along` | `F` | `2 a + 1` of `F` |
/// | their sum | `F` | `m + l + 2 a + 4` of `F` |
///
/// `rr` may err by `n` as well, if `n` is at most `m` and `l + 2`: then `margin_a` errs by
/// `m AP.AP + n rr + 1`, and the sum of the first row is no larger.
///
/// Each kernel says what `F` is at most. The sum is `rr AB.AB - (AP x AB)^2`, so it is no larger than one of
/// the two.
///
/// **The choice.** A rounded `along` or `length2` may put `Q` on the wrong side of an end, if it lies within
/// a distance `e` of that end, `e <= 4 u (|AP| + |AB|)` or in space `5 u (|AP| + |AB|)`. No answer is wrong
/// then: `|QP|^2` differs from the squared distance to the end by `e^2` only, less than `150 u^2 W`. The end
/// has a margin of its own, which is certain only where it is more than `2 u W` in real arithmetic.
#[inline(always)]
pub(crate) fn margin_at_foot<L: Lanes>(along: L, length2: L, margin_a: L) -> L {
    let between = along.gt(along.splat(0.0)) & along.lt(length2);
    L::select(between, margin_a * length2 + along * along, along.splat(f32::MIN))
}

/// [`margin_at_foot`] by the cross product, where a kernel has that: of `along`, `length2`, the product
/// `reach = rr length2` and `across = AP x AB`.
///
/// ```text
/// (rr - |QP|^2) length2 = rr length2 - across^2        as  |QP| = |across| / |AB|
/// ```
///
/// # Error budget
///
/// With errors of `n` for `reach`, of itself, and of `c |AP| |AB|` for `across`:
///
/// | quantity | at most | error |
/// |---|---|---|
/// | `reach` | `F` | `n` of `F` |
/// | `across * across` | `F` | `2 c + 1` of `F` |
/// | their difference | `F` | `n reach + (2 c + 1) across^2`, and 1 of the larger one |
///
/// Each kernel says what that is at most. The choice of the foot is as harmless as above.
#[inline(always)]
pub(crate) fn margin_across<L: Lanes>(along: L, length2: L, reach: L, across: L) -> L {
    let between = along.gt(along.splat(0.0)) & along.lt(length2);
    L::select(between, reach - across * across, along.splat(f32::MIN))
}
