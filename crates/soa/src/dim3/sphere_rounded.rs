//! A sphere and a sphere, capsule, box or triangle that has grown: as without growth, with the sum of all
//! radii.

use scalar::dim3::{RoundedAabb3, RoundedCapsule3, RoundedSphere, RoundedTriangle3, Sphere};
use scalar::exact::{Decision, Exact as _};

use super::point_sphere::within;
use super::vector::{dot, sub};
use super::{sphere_aabb, sphere_capsule, sphere_sphere, sphere_triangle};
use crate::dim2::segment_disk::is_near;
use crate::kernel::Predicate;
use crate::kernel::verdict::{Certified, Rounding};
use crate::lanes::Lanes;

/// The exact answer for a sphere that has grown: that of [`sphere_sphere`](sphere_sphere::Exact) with the sum
/// of all three radii, also its error budget.
#[derive(Debug)]
pub struct SphereExact;

/// The exact answer for a rounded capsule: that of [`segment_disk`](crate::dim2::segment_disk::Exact) with
/// the sum of all three radii, also its error budget.
#[derive(Debug)]
pub struct CapsuleExact;

/// The exact answer for a rounded box: that of [`sphere_aabb`](sphere_aabb::Exact) with the sum of both
/// radii, also its error budget.
#[derive(Debug)]
pub struct AabbExact;

/// The exact answer for a rounded triangle: that of [`sphere_triangle`](sphere_triangle::Exact) with the sum
/// of both radii, and 4.25 units for the vertices.
#[derive(Debug)]
pub struct TriangleExact;

impl Predicate for SphereExact {
    const NAME: &'static str = "sphere_rounded_sphere/exact";
    type A = Sphere;
    type B = RoundedSphere;

    fn resolve(sphere: &Sphere, rounded: &RoundedSphere) -> Decision {
        sphere.decide(rounded)
    }

    #[inline(always)]
    fn size<L: Lanes>(&[sx, sy, sz, p]: &[L; 4], &[tx, ty, tz, q, r]: &[L; 5]) -> L {
        sphere_sphere::Exact::size(&[sx, sy, sz, p + q], &[tx, ty, tz, r])
    }

    #[inline(always)]
    fn decide<L: Lanes>(
        &[sx, sy, sz, p]: &[L; 4],
        &[tx, ty, tz, q, r]: &[L; 5],
        rounding: &Rounding<L>,
    ) -> Certified<L::Mask> {
        let (d, reach) = (sub([tx, ty, tz], [sx, sy, sz]), (p + q) + r);
        within(dot(d, d), reach * reach, rounding)
    }
}

impl Predicate for CapsuleExact {
    const NAME: &'static str = "sphere_rounded_capsule3/exact";
    type A = Sphere;
    type B = RoundedCapsule3;

    fn resolve(sphere: &Sphere, rounded: &RoundedCapsule3) -> Decision {
        sphere.decide(rounded)
    }

    #[inline(always)]
    fn size<L: Lanes>(&[x, y, z, p]: &[L; 4], &[sx, sy, sz, dx, dy, dz, q, r]: &[L; 8]) -> L {
        sphere_capsule::SphereExact::size(&[x, y, z, p + q], &[sx, sy, sz, dx, dy, dz, r])
    }

    #[inline(always)]
    fn decide<L: Lanes>(
        &[x, y, z, p]: &[L; 4],
        &[sx, sy, sz, dx, dy, dz, q, r]: &[L; 8],
        rounding: &Rounding<L>,
    ) -> Certified<L::Mask> {
        is_near(sub([x, y, z], [sx, sy, sz]), [dx, dy, dz], (p + q) + r, rounding)
    }
}

impl Predicate for AabbExact {
    const NAME: &'static str = "sphere_rounded_aabb3/exact";
    type A = Sphere;
    type B = RoundedAabb3;

    fn resolve(sphere: &Sphere, rounded: &RoundedAabb3) -> Decision {
        sphere.decide(rounded)
    }

    #[inline(always)]
    fn size<L: Lanes>(&[x, y, z, q]: &[L; 4], &[x0, y0, z0, x1, y1, z1, r]: &[L; 7]) -> L {
        sphere_aabb::Exact::size(&[x, y, z, q + r], &[x0, y0, z0, x1, y1, z1])
    }

    #[inline(always)]
    fn decide<L: Lanes>(
        &[x, y, z, q]: &[L; 4],
        &[x0, y0, z0, x1, y1, z1, r]: &[L; 7],
        rounding: &Rounding<L>,
    ) -> Certified<L::Mask> {
        sphere_aabb::Exact::decide(&[x, y, z, q + r], &[x0, y0, z0, x1, y1, z1], rounding)
    }
}

impl Predicate for TriangleExact {
    const NAME: &'static str = "sphere_rounded_triangle3/exact";
    type A = Sphere;
    type B = RoundedTriangle3;

    fn resolve(sphere: &Sphere, rounded: &RoundedTriangle3) -> Decision {
        sphere.decide(rounded)
    }

    #[inline(always)]
    fn size<L: Lanes>(&[x, y, z, q]: &[L; 4], &[ax, ay, az, bx, by, bz, cx, cy, cz, r]: &[L; 10]) -> L {
        sphere_triangle::Exact::size(&[x, y, z, q + r], &[ax, ay, az, bx, by, bz, cx, cy, cz])
    }

    #[inline(always)]
    fn decide<L: Lanes>(
        &[x, y, z, q]: &[L; 4],
        &[ax, ay, az, bx, by, bz, cx, cy, cz, r]: &[L; 10],
        rounding: &Rounding<L>,
    ) -> Certified<L::Mask> {
        sphere_triangle::is_near([x, y, z], &[ax, ay, az, bx, by, bz, cx, cy, cz], q + r, 4.25, rounding)
    }
}
