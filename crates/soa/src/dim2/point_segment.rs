//! Point and segment: squared distance (s2). Derivation: `scalar::dim2::point_segment`.

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

    fn twin(p: &Point, segment: &Segment) -> f32 {
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
