//! Point and axis-aligned box. Derivation: `scalar::dim3::point_aabb`.

use scalar::dim3::{Aabb3, Point3, point_aabb};

use super::vector::{dot, sub};
use crate::data::shape::is_finite;
use crate::dim2::point_aabb::clamp;
use crate::kernel::{self, Measure, Published};
use crate::lanes::{Lanes, no_nan, select};

/// Six comparisons, exact as they are, and as for two boxes
/// ([`aabb_aabb::Intervals`](super::aabb_aabb::Intervals)).
#[derive(Debug)]
pub struct Intervals;

impl Published for Intervals {
    const NAME: &'static str = "point3_aabb3/intervals";
    type A = Point3;
    type B = Aabb3;

    fn reference(p: &Point3, aabb: &Aabb3) -> bool {
        is_finite(p) && is_finite(aabb) && point_aabb::intervals(*p, aabb)
    }

    const FINITE_ONLY: bool = true;

    #[inline(always)]
    fn lanes<L: Lanes>(&[x, y, z]: &[L; 3], &[x0, y0, z0, x1, y1, z1]: &[L; 6]) -> L::Mask {
        x0.le(x) & x.le(x1) & y0.le(y) & y.le(y1) & z0.le(z) & z.le(z1)
    }
}

/// The closest point of a box.
#[derive(Debug)]
pub struct ClosestPoint;

impl Measure for ClosestPoint {
    const NAME: &'static str = "point3_aabb3/closest_point";
    type A = Point3;
    type B = Aabb3;
    type Out = Point3;

    fn reference(p: &Point3, aabb: &Aabb3) -> Point3 {
        point_aabb::closest_point(*p, aabb)
    }

    #[inline(always)]
    fn lanes<L: Lanes>(&p: &[L; 3], &[x0, y0, z0, x1, y1, z1]: &[L; 6]) -> [L; 3] {
        let numbers = no_nan([p[0], p[1], p[2], x0, y0, z0, x1, y1, z1]);
        select(numbers, clamp(p, [x0, y0, z0], [x1, y1, z1]), [x0.splat(f32::NAN); 3])
    }
}

impl kernel::ClosestPoint<Aabb3> for Point3 {
    type Kernel = ClosestPoint;
}

/// The squared distance to the closest point.
#[derive(Debug)]
pub struct SquaredDistance;

impl Measure for SquaredDistance {
    const NAME: &'static str = "point3_aabb3/squared_distance";
    type A = Point3;
    type B = Aabb3;
    type Out = f32;

    fn reference(p: &Point3, aabb: &Aabb3) -> f32 {
        point_aabb::squared_distance(*p, aabb)
    }

    #[inline(always)]
    fn lanes<L: Lanes>(p: &[L; 3], aabb: &[L; 6]) -> [L; 1] {
        let offset = sub(*p, ClosestPoint::lanes(p, aabb));
        [dot(offset, offset)]
    }
}

impl kernel::SquaredDistance<Aabb3> for Point3 {
    type Kernel = SquaredDistance;
}
