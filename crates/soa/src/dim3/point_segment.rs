//! Point and segment in space: closest point and squared distance. Derivation: `scalar::dim3::point_segment`.

use scalar::dim3::{Point3, Segment3, point_segment};

use super::vector::{cross, dot, sub};
use crate::dim2::point_segment::parameter;
use crate::kernel::{self, Measure};
use crate::lanes::Lanes;

/// The closest point of a segment.
#[derive(Debug)]
pub struct ClosestPoint;

impl Measure for ClosestPoint {
    const NAME: &'static str = "point3_segment3/closest_point";
    type A = Point3;
    type B = Segment3;
    type Out = Point3;

    fn reference(p: &Point3, segment: &Segment3) -> Point3 {
        point_segment::closest_point(*p, segment)
    }

    #[inline(always)]
    fn lanes<L: Lanes>(&p: &[L; 3], &[x, y, z, dx, dy, dz]: &[L; 6]) -> [L; 3] {
        let (a, ab) = ([x, y, z], [dx, dy, dz]);
        let t = parameter(dot(sub(p, a), ab), dot(ab, ab));
        [x + dx * t, y + dy * t, z + dz * t]
    }
}

impl kernel::ClosestPoint<Segment3> for Point3 {
    type Kernel = ClosestPoint;
}

/// The squared distance of a point to a segment. All three cases are computed, and one is selected.
#[derive(Debug)]
pub struct SquaredDistance;

impl Measure for SquaredDistance {
    const NAME: &'static str = "point3_segment3/squared_distance";
    type A = Point3;
    type B = Segment3;
    type Out = f32;

    fn reference(p: &Point3, segment: &Segment3) -> f32 {
        point_segment::squared_distance(*p, segment)
    }

    #[inline(always)]
    fn lanes<L: Lanes>(&p: &[L; 3], &[x, y, z, dx, dy, dz]: &[L; 6]) -> [L; 1] {
        let (ap, ab) = (sub(p, [x, y, z]), [dx, dy, dz]);
        let bp = sub(ap, ab);
        let (along, length2, across) = (dot(ap, ab), dot(ab, ab), cross(ap, ab));
        let (zero, infinity) = (along.splat(0.0), along.splat(f32::INFINITY));
        let foot = dot(across, across) / length2;
        let squared = L::select(along.gt(length2), dot(bp, bp), foot);
        let squared = L::select(along.le(zero), dot(ap, ap), squared);
        [L::select(length2.lt(infinity), squared, zero.splat(f32::NAN))]
    }
}

impl kernel::SquaredDistance<Segment3> for Point3 {
    type Kernel = SquaredDistance;
}
