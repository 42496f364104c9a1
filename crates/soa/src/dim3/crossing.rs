//! The vertical ray that goes up from a point, and a triangle: what parity counts to tell inside from outside.
//! Derivation: `scalar::exact::is_below`.

use scalar::dim3::{Aabb3, Point3, Triangle3};
use scalar::exact::{Decision, decide_crossing};

use super::aabb_triangle;
use super::orient::extent;
use super::vector::sub;
use crate::dim2::interval::{max_of, min_of};
use crate::dim2::vector::cross;
use crate::kernel::Predicate;
use crate::kernel::verdict::{Certified, Rounding};
use crate::lanes::{Lanes, Mask};

/// The exact answer for the point `min` of a box that reaches above the triangle.
///
/// ```text
/// Define    a, b, c, the corners of the triangle from P
///           ab, bc, ca, the cross products of a and b, b and c, c and a in x and y
///           those count of which one corner lies above P in y and the other one does not
///           odd, whether of these an odd number has P on the left, going up
/// Solution  a hit exactly if odd, and  az bc + bz ca + cz ab  has the sign of those that count
/// ```
///
/// None of the three that count, or two. If `odd` is true, they have one sign, or one of them is zero.
///
/// # Error budget
///
/// Define `X`, `Y` and `Z` as the sums of the absolute components of `a`, `b` and `c`.
///
/// | quantity | at most | error | in `S` |
/// |---|---|---|---|
/// | `a`, `b`, `c` | `X`, `Y`, `Z` | 1 | `S` |
/// | `ab`, `bc`, `ca` | their products, `X Y` together | products 3, difference 1: 4 | `2 S^2` |
/// | the bound | | **4.5** `X Y`, for 4 | (53 - 1) / 2: **26** bits |
/// | `height` | `X Y Z` | products 4 + 1 + 1 = 6, sums 2: 8 | `6 S^3` |
/// | the bound | | **8.5** `X Y Z`, for 8 | (53 - 2.6) / 3: **16** bits |
#[derive(Debug)]
pub struct Crossing;

impl Predicate for Crossing {
    const NAME: &'static str = "aabb3_triangle3/crossing";
    type A = Aabb3;
    type B = Triangle3;

    fn resolve(bounds: &Aabb3, triangle: &Triangle3) -> Decision {
        decide_crossing(&lower_corner(bounds), triangle)
    }

    #[inline(always)]
    fn size<L: Lanes>(bounds: &[L; 6], &[ax, ay, az, bx, by, bz, cx, cy, cz]: &[L; 9]) -> L {
        let [x, y, z] = [bounds[0], bounds[1], bounds[2]];
        (max_of([x, ax, bx, cx]) - min_of([x, ax, bx, cx]))
            .max(max_of([y, ay, by, cy]) - min_of([y, ay, by, cy]))
            .max(max_of([z, az, bz, cz]) - min_of([z, az, bz, cz]))
    }

    #[inline(always)]
    fn decide<L: Lanes>(
        bounds: &[L; 6],
        &[ax, ay, az, bx, by, bz, cx, cy, cz]: &[L; 9],
        rounding: &Rounding<L>,
    ) -> Certified<L::Mask> {
        let p = [bounds[0], bounds[1], bounds[2]];
        let [a, b, c] = [sub([ax, ay, az], p), sub([bx, by, bz], p), sub([cx, cy, cz], p)];
        let [x, y, z] = extent([a, b, c]);
        let in_plane = rounding.bound(4.5, rounding.length(x) * rounding.length(y), 26);
        let in_space = rounding.bound_of_volume(8.5, [x, y, z], 16);

        let zero = x.splat(0.0);
        let functions = [
            cross([a[0], a[1]], [b[0], b[1]]),
            cross([b[0], b[1]], [c[0], c[1]]),
            cross([c[0], c[1]], [a[0], a[1]]),
        ];
        // By comparisons of coordinates.
        let above = [ay.gt(p[1]), by.gt(p[1]), cy.gt(p[1])];
        let counts = [differ(above[0], above[1]), differ(above[1], above[2]), differ(above[2], above[0])];
        let (mut odd, mut signed, mut least) = (zero.lt(zero), zero, zero.splat(f32::INFINITY));
        for i in 0..3 {
            let (up, function) = (above[(i + 1) % 3], functions[i]);
            let left = (up & function.gt(zero)) | (!up & function.lt(zero));
            odd = differ(odd, counts[i] & left);
            signed = signed + L::select(counts[i], function, zero);
            least = least.min(L::select(counts[i], function.abs(), zero.splat(f32::INFINITY)));
        }
        let height = a[2] * functions[1] + b[2] * functions[2] + c[2] * functions[0];
        let is_above = Certified::above_zero(height.flip_sign(signed), in_space);
        let none = !(counts[0] | counts[1] | counts[2]);
        (Certified::sure(odd) & is_above).where_sure(least, in_plane) & Certified { hit: !none, miss: none }
    }
}

/// Whether the same point, `min` of the box, lies on the triangle: `aabb_triangle::Exact` of a box without size.
#[derive(Debug)]
pub struct OnFace;

impl Predicate for OnFace {
    const NAME: &'static str = "aabb3_triangle3/on_face";
    type A = Aabb3;
    type B = Triangle3;

    fn resolve(bounds: &Aabb3, triangle: &Triangle3) -> Decision {
        let min = lower_corner(bounds);
        aabb_triangle::Exact::resolve(&Aabb3 { min, max: min }, triangle)
    }

    #[inline(always)]
    fn size<L: Lanes>(bounds: &[L; 6], triangle: &[L; 9]) -> L {
        aabb_triangle::Exact::size(&point(bounds), triangle)
    }

    #[inline(always)]
    fn decide<L: Lanes>(bounds: &[L; 6], t: &[L; 9], rounding: &Rounding<L>) -> Certified<L::Mask> {
        aabb_triangle::Exact::decide(&point(bounds), t, rounding)
    }

    const HAS_QUICK_REJECT: bool = true;

    #[inline(always)]
    fn quick_reject<L: Lanes>(bounds: &[L; 6], triangle: &[L; 9]) -> L::Mask {
        aabb_triangle::Exact::quick_reject(&point(bounds), triangle)
    }
}

/// The lower corner of a box; NaN if the box is not finite, which touches nothing.
fn lower_corner(bounds: &Aabb3) -> Point3 {
    if bounds.max.iter().all(|x| x.is_finite()) { bounds.min } else { [f32::NAN; 3] }
}

/// The lower corners of boxes, as boxes.
#[inline(always)]
fn point<L: Lanes>(&[x, y, z, ..]: &[L; 6]) -> [L; 6] {
    [x, y, z, x, y, z]
}

/// The lanes in which one mask is set and the other is not.
#[inline(always)]
fn differ<M: Mask>(a: M, b: M) -> M {
    (a & !b) | (!a & b)
}
