//! Point or sphere, and capsule. Derivation and error budget:
//! [`segment_disk::Exact`](crate::dim2::segment_disk::Exact).

use scalar::dim3::{Capsule3, Point3, Sphere};
use scalar::exact::{Decision, Exact as _};

use super::vector::{largest_of_abs, sub};
use crate::dim2::interval::max_of;
use crate::dim2::segment_disk::is_near;
use crate::kernel::Predicate;
use crate::kernel::verdict::{Certified, Rounding};
use crate::lanes::Lanes;

/// The exact answer for a point: whether it is within the radius of the segment of the capsule.
#[derive(Debug)]
pub struct PointExact;

/// The exact answer for a sphere: whether its center is within the sum of both radii of the segment of the
/// capsule.
#[derive(Debug)]
pub struct SphereExact;

impl Predicate for PointExact {
    const NAME: &'static str = "point3_capsule3/exact";
    type A = Point3;
    type B = Capsule3;

    fn resolve(p: &Point3, capsule: &Capsule3) -> Decision {
        p.decide(capsule)
    }

    #[inline(always)]
    fn size<L: Lanes>(&p: &[L; 3], &[sx, sy, sz, dx, dy, dz, r]: &[L; 7]) -> L {
        max_of([largest_of_abs(sub(p, [sx, sy, sz])), largest_of_abs([dx, dy, dz]), r])
    }

    #[inline(always)]
    fn decide<L: Lanes>(
        &p: &[L; 3],
        &[sx, sy, sz, dx, dy, dz, r]: &[L; 7],
        rounding: &Rounding<L>,
    ) -> Certified<L::Mask> {
        is_near(sub(p, [sx, sy, sz]), [dx, dy, dz], r, rounding)
    }
}

impl Predicate for SphereExact {
    const NAME: &'static str = "sphere_capsule3/exact";
    type A = Sphere;
    type B = Capsule3;

    fn resolve(sphere: &Sphere, capsule: &Capsule3) -> Decision {
        sphere.decide(capsule)
    }

    #[inline(always)]
    fn size<L: Lanes>(&[x, y, z, q]: &[L; 4], &[sx, sy, sz, dx, dy, dz, r]: &[L; 7]) -> L {
        max_of([largest_of_abs(sub([x, y, z], [sx, sy, sz])), largest_of_abs([dx, dy, dz]), q + r])
    }

    #[inline(always)]
    fn decide<L: Lanes>(
        &[x, y, z, q]: &[L; 4],
        &[sx, sy, sz, dx, dy, dz, r]: &[L; 7],
        rounding: &Rounding<L>,
    ) -> Certified<L::Mask> {
        is_near(sub([x, y, z], [sx, sy, sz]), [dx, dy, dz], q + r, rounding)
    }
}
