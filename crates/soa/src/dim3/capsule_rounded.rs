//! A capsule and a capsule, box or triangle of space that has grown: as without growth, with the sum of all
//! radii.

use scalar::dim3::{Capsule3, RoundedAabb3, RoundedCapsule3, RoundedTriangle3};
use scalar::exact::{Decision, Exact as _};

use super::vector::sub;
use super::{capsule_aabb, capsule_capsule, capsule_triangle};
use crate::kernel::Predicate;
use crate::kernel::verdict::{Certified, Rounding};
use crate::lanes::Lanes;

/// The exact answer for a rounded capsule: that of [`capsule_capsule`](capsule_capsule::SegmentExact) with
/// the sum of all three radii, also its error budget.
#[derive(Debug)]
pub struct CapsuleExact;

/// The exact answer for a rounded box: that of [`capsule_aabb`](capsule_aabb::Exact) with the sum of both
/// radii, also its error budget.
#[derive(Debug)]
pub struct AabbExact;

/// The exact answer for a rounded triangle: that of [`capsule_triangle`](capsule_triangle::Exact) with the
/// sum of both radii, also its error budget.
#[derive(Debug)]
pub struct TriangleExact;

impl Predicate for CapsuleExact {
    const NAME: &'static str = "capsule3_rounded_capsule3/exact";
    type A = Capsule3;
    type B = RoundedCapsule3;

    fn resolve(capsule: &Capsule3, rounded: &RoundedCapsule3) -> Decision {
        capsule.decide(rounded)
    }

    #[inline(always)]
    fn size<L: Lanes>(&[sx, sy, sz, ux, uy, uz, p]: &[L; 7], &[tx, ty, tz, vx, vy, vz, q, r]: &[L; 8]) -> L {
        capsule_capsule::Exact::size(&[sx, sy, sz, ux, uy, uz, p + q], &[tx, ty, tz, vx, vy, vz, r])
    }

    #[inline(always)]
    fn decide<L: Lanes>(
        &[sx, sy, sz, ux, uy, uz, p]: &[L; 7],
        &[tx, ty, tz, vx, vy, vz, q, r]: &[L; 8],
        rounding: &Rounding<L>,
    ) -> Certified<L::Mask> {
        let (w, reach) = (sub([tx, ty, tz], [sx, sy, sz]), (p + q) + r);
        capsule_capsule::are_near(w, [ux, uy, uz], [vx, vy, vz], reach, rounding)
    }
}

impl Predicate for AabbExact {
    const NAME: &'static str = "capsule3_rounded_aabb3/exact";
    type A = Capsule3;
    type B = RoundedAabb3;

    fn resolve(capsule: &Capsule3, rounded: &RoundedAabb3) -> Decision {
        capsule.decide(rounded)
    }

    #[inline(always)]
    fn size<L: Lanes>(&[sx, sy, sz, dx, dy, dz, q]: &[L; 7], &[x0, y0, z0, x1, y1, z1, r]: &[L; 7]) -> L {
        capsule_aabb::Exact::size(&[sx, sy, sz, dx, dy, dz, q + r], &[x0, y0, z0, x1, y1, z1])
    }

    #[inline(always)]
    fn decide<L: Lanes>(
        &[sx, sy, sz, dx, dy, dz, q]: &[L; 7],
        &[x0, y0, z0, x1, y1, z1, r]: &[L; 7],
        rounding: &Rounding<L>,
    ) -> Certified<L::Mask> {
        capsule_aabb::is_near(&[sx, sy, sz, dx, dy, dz], &[x0, y0, z0, x1, y1, z1], q + r, rounding)
    }
}

impl Predicate for TriangleExact {
    const NAME: &'static str = "capsule3_rounded_triangle3/exact";
    type A = Capsule3;
    type B = RoundedTriangle3;

    fn resolve(capsule: &Capsule3, rounded: &RoundedTriangle3) -> Decision {
        capsule.decide(rounded)
    }

    #[inline(always)]
    fn size<L: Lanes>(
        &[sx, sy, sz, dx, dy, dz, q]: &[L; 7],
        &[ax, ay, az, bx, by, bz, cx, cy, cz, r]: &[L; 10],
    ) -> L {
        let triangle = [ax, ay, az, bx, by, bz, cx, cy, cz];
        capsule_triangle::Exact::size(&[sx, sy, sz, dx, dy, dz, q + r], &triangle)
    }

    #[inline(always)]
    fn decide<L: Lanes>(
        &[sx, sy, sz, dx, dy, dz, q]: &[L; 7],
        &[ax, ay, az, bx, by, bz, cx, cy, cz, r]: &[L; 10],
        rounding: &Rounding<L>,
    ) -> Certified<L::Mask> {
        let triangle = [ax, ay, az, bx, by, bz, cx, cy, cz];
        capsule_triangle::is_near(&[sx, sy, sz, dx, dy, dz], &triangle, q + r, rounding)
    }
}
