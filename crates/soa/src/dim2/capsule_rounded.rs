//! A capsule and a capsule, box or triangle that has grown: as without growth, with the sum of all radii.

use scalar::dim2::{Capsule, RoundedAabb, RoundedCapsule, RoundedTriangle};
use scalar::exact::{Decision, Exact as _};

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
    const NAME: &'static str = "capsule_rounded_capsule/exact";
    type A = Capsule;
    type B = RoundedCapsule;

    fn resolve(capsule: &Capsule, rounded: &RoundedCapsule) -> Decision {
        capsule.decide(rounded)
    }

    #[inline(always)]
    fn size<L: Lanes>(&[sx, sy, ux, uy, p]: &[L; 5], &[tx, ty, vx, vy, q, r]: &[L; 6]) -> L {
        capsule_capsule::Exact::size(&[sx, sy, ux, uy, p + q], &[tx, ty, vx, vy, r])
    }

    #[inline(always)]
    fn decide<L: Lanes>(
        &[sx, sy, ux, uy, p]: &[L; 5],
        &[tx, ty, vx, vy, q, r]: &[L; 6],
        rounding: &Rounding<L>,
    ) -> Certified<L::Mask> {
        capsule_capsule::are_near(&[sx, sy, ux, uy], &[tx, ty, vx, vy], (p + q) + r, rounding)
    }
}

impl Predicate for AabbExact {
    const NAME: &'static str = "capsule_rounded_aabb/exact";
    type A = Capsule;
    type B = RoundedAabb;

    fn resolve(capsule: &Capsule, rounded: &RoundedAabb) -> Decision {
        capsule.decide(rounded)
    }

    #[inline(always)]
    fn size<L: Lanes>(&[sx, sy, dx, dy, q]: &[L; 5], &[x0, y0, x1, y1, r]: &[L; 5]) -> L {
        capsule_aabb::Exact::size(&[sx, sy, dx, dy, q + r], &[x0, y0, x1, y1])
    }

    #[inline(always)]
    fn decide<L: Lanes>(
        &[sx, sy, dx, dy, q]: &[L; 5],
        &[x0, y0, x1, y1, r]: &[L; 5],
        rounding: &Rounding<L>,
    ) -> Certified<L::Mask> {
        capsule_aabb::is_near([sx, sy], [dx, dy], &[x0, y0, x1, y1], q + r, rounding)
    }
}

impl Predicate for TriangleExact {
    const NAME: &'static str = "capsule_rounded_triangle/exact";
    type A = Capsule;
    type B = RoundedTriangle;

    fn resolve(capsule: &Capsule, rounded: &RoundedTriangle) -> Decision {
        capsule.decide(rounded)
    }

    #[inline(always)]
    fn size<L: Lanes>(&[sx, sy, dx, dy, q]: &[L; 5], &[ax, ay, bx, by, cx, cy, r]: &[L; 7]) -> L {
        capsule_triangle::Exact::size(&[sx, sy, dx, dy, q + r], &[ax, ay, bx, by, cx, cy])
    }

    #[inline(always)]
    fn decide<L: Lanes>(
        &[sx, sy, dx, dy, q]: &[L; 5],
        &[ax, ay, bx, by, cx, cy, r]: &[L; 7],
        rounding: &Rounding<L>,
    ) -> Certified<L::Mask> {
        capsule_triangle::is_near(&[sx, sy, dx, dy], &[ax, ay, bx, by, cx, cy], q + r, rounding)
    }
}
