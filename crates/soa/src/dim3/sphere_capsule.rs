//! Point or sphere, and capsule.

use scalar::dim3::{Capsule3, Point3, Sphere};
use scalar::exact::{Decision, Exact as _};

use super::vector::{dot, largest_of_abs, sub};
use crate::dim2::interval::max_of;
use crate::dim2::point_segment::margin_at_foot;
use crate::kernel::Predicate;
use crate::kernel::verdict::{Certified, Rounding};
use crate::lanes::Lanes;

/// The exact answer for a point.
///
/// ```text
///         P        Define    A and B, the ends of the segment;  P, the point, or the center of the sphere
///         |                  rr, the square of the radius, or of the sum of both
///    A----Q----B             Q, the foot of the perpendicular from P on AB
///
///                  Solution  a hit exactly if
///                              end    rr - |AP|^2 >= 0  or  rr - |BP|^2 >= 0,
///                     or       foot   Q lies between A and B, and rr - |QP|^2 >= 0
/// ```
///
/// As `BP = AP - AB`, `rr - |BP|^2` is `rr - |AP|^2` and `2 AP.AB - AB.AB`.
///
/// # Error budget
///
/// Define `W = AP.AP + AB.AB + rr`, and `a`, `b` as the lengths of `AP` and `AB`. As `a^2 + b^2 <= W`, `F` of
/// `margin_at_foot` is at most `W^2 / 4`.
///
/// | quantity | at most | error | in `S` |
/// |---|---|---|---|
/// | `ap`; `ab` is a column | | 1; 0 | `S` |
/// | `apap = dot(ap, ap)` | `W` | products 3, sums 2: 5 | `3 S^2` |
/// | `rr = reach * reach` | `W` | 1; 3 if `reach` is a sum of two radii, 5 if of three | `S^2` |
/// | `margin_a = rr - apap` | `W` | 5 `apap` + 5 `rr` + 1 | `3 S^2` |
/// | `along = dot(ap, ab)` | `W / 2` | products 2, sums 2: 4 `a b` | `3 S^2` |
/// | `length2 = dot(ab, ab)` | `W` | products 1, sums 2: 3 | `3 S^2` |
/// | `along + along - length2` | | 8 `a b` + 3 `b^2` + 1: 10 `a b` + 4 `b^2` | `9 S^2` |
/// | `margin_b` | `2 W` | that, 6 `a^2` and 1: 7 `a^2` + 12 `a b` + 5 `b^2`, 12.1 `W` | |
/// | the bound of both | | **12.75** `W`, for 12.1 | (53 - 3.2) / 2: **24** bits |
/// | `margin_at_foot` | `W^2 / 4` | 5 + 3 + 2 x 4 + 4 = 20 `F`: 5 `W^2` | `9 S^4` |
/// | its bound | | **5.25** `W^2`, for 5 | (53 - 3.2) / 4: **12** bits |
#[derive(Debug)]
pub struct PointExact;

/// The exact answer for a sphere: as [`PointExact`], with the sum of both radii.
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

/// Whether a point `P` is within `reach` of the segment `AB`, from `AP` and `AB`: the budget of [`PointExact`].
#[inline(always)]
pub(super) fn is_near<L: Lanes>(
    ap: [L; 3],
    ab: [L; 3],
    reach: L,
    rounding: &Rounding<L>,
) -> Certified<L::Mask> {
    let along = dot(ap, ab);
    let (apap, length2, rr) = (dot(ap, ap), dot(ab, ab), reach * reach);
    let w = rounding.square(apap + length2 + rr);

    let margin_a = rr - apap;
    let margin_b = margin_a + (along + along - length2);
    let ends = margin_a.max(margin_b);
    let foot = margin_at_foot(along, length2, margin_a);
    Certified::at_least_zero(ends, rounding.bound(12.75, w, 24))
        | Certified::at_least_zero(foot, rounding.bound(5.25, w * w, 12))
}
