//! Point and axis-aligned box. Derivation: `scalar::dim3::point_aabb`.

use scalar::dim3::{Aabb3, Point3, point_aabb};

use crate::data::shape::is_finite;
use crate::kernel::Published;
use crate::lanes::Lanes;

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
