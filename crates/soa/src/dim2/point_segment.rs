//! Point and segment: squared distance (Redpoll). Derivation: `scalar::dim2::point_segment`.

use scalar::dim2::{Point, Segment, point_segment};

use super::vector::{cross, dot, sub};
use crate::kernel::Measure;
use crate::lanes::{Lanes, select};

/// Squared distance of a point to a segment; the three cases are all computed and one is selected.
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

/// The squared distance to a segment known by `AP`, `AB` and `BP`, and what it may be at most to be within the squared
/// radius `rr`: both times `AB.AB` where the foot is nearest, which saves the division.
///
/// Numbers are chosen here, and compared once: answers are the scarcer resource, since AVX-512 has few units for masks.
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

/// How much of a squared radius is left at the foot on a segment that is known by `AP`, `AB` and `rr - AP.AP`, times `AB.AB`; the
/// least number where there is no foot between the ends.
///
/// `rr AB.AB - (AP x AB)^2` is `(rr - AP.AP) AB.AB + (AP.AB)^2`.
///
/// With all of `AP.AP`, `AB.AB / 2` and `rr` at most `W`, the two terms are up to `2 W^2` each and carry 20 and 18 units of `W^2`,
/// their sum 4 more: 64 have room. Whether there is a foot may be judged wrongly where it lies within `4 u |AP|` of an end. It does not
/// matter then: the squared distances to the foot and to that end differ by `16 u^2 W`, and the end has a bound of 8 units.
#[inline(always)]
pub(crate) fn margin_at_foot<L: Lanes>(along: L, length2: L, left_at_a: L) -> L {
    let between = along.gt(along.splat(0.0)) & along.lt(length2);
    L::select(between, left_at_a * length2 + along * along, along.splat(f32::MIN))
}
