//! Point and axis-aligned box. Derivation: `scalar::dim2::point_aabb`.

use scalar::dim2::{Aabb, Point, point_aabb};

use super::vector::{dot, sub};
use crate::data::shape::is_finite;
use crate::kernel::{self, Measure, Published};
use crate::lanes::{Lanes, no_nan, select};

/// Four comparisons, exact as they are, and as for two boxes
/// ([`aabb_aabb::Intervals`](super::aabb_aabb::Intervals)).
#[derive(Debug)]
pub struct Intervals;

impl Published for Intervals {
    const NAME: &'static str = "point_aabb/intervals";
    type A = Point;
    type B = Aabb;

    fn reference(p: &Point, aabb: &Aabb) -> bool {
        is_finite(p) && is_finite(aabb) && point_aabb::intervals(*p, aabb)
    }

    const FINITE_ONLY: bool = true;

    #[inline(always)]
    fn lanes<L: Lanes>(&[x, y]: &[L; 2], &[x0, y0, x1, y1]: &[L; 4]) -> L::Mask {
        x0.le(x) & x.le(x1) & y0.le(y) & y.le(y1)
    }
}

/// The closest point of a box.
#[derive(Debug)]
pub struct ClosestPoint;

impl Measure for ClosestPoint {
    const NAME: &'static str = "point_aabb/closest_point";
    type A = Point;
    type B = Aabb;
    type Out = Point;

    fn reference(p: &Point, aabb: &Aabb) -> Point {
        point_aabb::closest_point(*p, aabb)
    }

    #[inline(always)]
    fn lanes<L: Lanes>(&p: &[L; 2], &[x0, y0, x1, y1]: &[L; 4]) -> [L; 2] {
        let numbers = no_nan([p[0], p[1], x0, y0, x1, y1]);
        select(numbers, clamp(p, [x0, y0], [x1, y1]), [x0.splat(f32::NAN); 2])
    }
}

impl kernel::ClosestPoint<Aabb> for Point {
    type Kernel = ClosestPoint;
}

/// The squared distance to the closest point.
#[derive(Debug)]
pub struct SquaredDistance;

impl Measure for SquaredDistance {
    const NAME: &'static str = "point_aabb/squared_distance";
    type A = Point;
    type B = Aabb;
    type Out = f32;

    fn reference(p: &Point, aabb: &Aabb) -> f32 {
        point_aabb::squared_distance(*p, aabb)
    }

    #[inline(always)]
    fn lanes<L: Lanes>(p: &[L; 2], aabb: &[L; 4]) -> [L; 1] {
        let offset = sub(*p, ClosestPoint::lanes(p, aabb));
        [dot(offset, offset)]
    }
}

impl kernel::SquaredDistance<Aabb> for Point {
    type Kernel = SquaredDistance;
}

/// Each coordinate of `p`, or the end of its interval beyond which it is. It is selected, as the zeros of
/// `min` and `max` differ between machines.
#[inline(always)]
pub(crate) fn clamp<L: Lanes, const N: usize>(p: [L; N], min: [L; N], max: [L; N]) -> [L; N] {
    let mut closest = p;
    for k in 0..N {
        closest[k] = L::select(p[k].lt(min[k]), min[k], L::select(p[k].gt(max[k]), max[k], p[k]));
    }
    closest
}
