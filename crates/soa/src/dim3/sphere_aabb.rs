//! Sphere and axis-aligned box. Derivation: `scalar::dim3::sphere_aabb`.

use scalar::dim3::{Aabb3, Sphere, sphere_aabb};
use scalar::exact::{Decision, Exact as _};

use super::point_sphere::within;
use super::vector::dot;
use crate::dim2::disk_aabb::outside;
use crate::dim2::interval::max_of;
use crate::kernel::verdict::{Certified, Rounding};
use crate::kernel::{Predicate, Published};
use crate::lanes::{Lanes, no_nan};

/// The squared distance to the box's nearest point against the squared radius.
#[derive(Debug)]
pub struct NearestPoint;

impl Published for NearestPoint {
    const NAME: &'static str = "sphere_aabb3/nearest_point";
    type A = Sphere;
    type B = Aabb3;

    fn reference(sphere: &Sphere, aabb: &Aabb3) -> bool {
        sphere_aabb::nearest_point(sphere, aabb)
    }

    #[inline(always)]
    fn lanes<L: Lanes>(&[x, y, z, r]: &[L; 4], aabb: &[L; 6]) -> L::Mask {
        let [x0, y0, z0, x1, y1, z1] = *aabb;
        let d = from_nearest([x, y, z], aabb);
        // The differences are examined, not the coordinates: equal infinities differ by NaN, and `max` of a
        // NaN depends on the machine.
        let numbers = no_nan([x0 - x, x - x1, y0 - y, y - y1, z0 - z, z - z1].map(L::abs));
        dot(d, d).le(r * r) & numbers
    }
}

/// From the box's nearest point to a point, with the absolute values of the components.
#[inline(always)]
fn from_nearest<L: Lanes>([x, y, z]: [L; 3], &[x0, y0, z0, x1, y1, z1]: &[L; 6]) -> [L; 3] {
    [outside(x, x0, x1), outside(y, y0, y1), outside(z, z0, z1)]
}

/// The exact answer.
///
/// ```text
/// Define    d = max(min - C, C - max, 0) in each coordinate, from the box's nearest point to the center
/// Solution  a hit exactly if  r^2 - d.d >= 0
/// ```
///
/// `d` is one difference in each coordinate, so the error budget is that of
/// [`point_sphere::Exact`](super::point_sphere::Exact).
#[derive(Debug)]
pub struct Exact;

impl Predicate for Exact {
    const NAME: &'static str = "sphere_aabb3/exact";
    type A = Sphere;
    type B = Aabb3;

    fn resolve(sphere: &Sphere, aabb: &Aabb3) -> Decision {
        sphere.decide(aabb)
    }

    #[inline(always)]
    fn size<L: Lanes>(&[x, y, z, r]: &[L; 4], aabb: &[L; 6]) -> L {
        let d = from_nearest([x, y, z], aabb);
        max_of([d[0], d[1], d[2], r])
    }

    #[inline(always)]
    fn decide<L: Lanes>(&[x, y, z, r]: &[L; 4], aabb: &[L; 6], rounding: &Rounding<L>) -> Certified<L::Mask> {
        let d = from_nearest([x, y, z], aabb);
        within(dot(d, d), r * r, rounding)
    }
}
