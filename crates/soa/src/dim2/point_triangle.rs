//! Point and triangle by edge functions (cross-product article, D). Derivation:
//! `scalar::dim2::point_triangle`.

use scalar::dim2::{Point, Triangle, point_triangle};
use scalar::exact::{Decision, Exact as _};

use super::interval::{distance_from_zero, max_of, min_of};
use super::vector::{cross, sub};
use crate::kernel::verdict::{Certified, Rounding};
use crate::kernel::{Predicate, Published};
use crate::lanes::Lanes;

/// Three edge functions and the bounding box. A NaN coordinate makes an edge function NaN, which is neither
/// `>= 0` nor `<= 0`, so the lane answers no.
#[derive(Debug)]
pub struct EdgeFunctions;

impl Published for EdgeFunctions {
    const NAME: &'static str = "point_triangle/edge_functions";
    type A = Point;
    type B = Triangle;

    fn reference(p: &Point, t: &Triangle) -> bool {
        point_triangle::edge_functions(*p, t)
    }

    #[inline(always)]
    fn lanes<L: Lanes>(&p: &[L; 2], &[ax, ay, bx, by, cx, cy]: &[L; 6]) -> L::Mask {
        let (a, b, c) = ([ax, ay], [bx, by], [cx, cy]);
        let zero = ax.splat(0.0);
        let ab = cross(sub(p, a), sub(b, a));
        let bc = cross(sub(p, b), sub(c, b));
        let ca = cross(sub(p, c), sub(a, c));
        let right_of_all = ab.ge(zero) & bc.ge(zero) & ca.ge(zero);
        let left_of_all = ab.le(zero) & bc.le(zero) & ca.le(zero);
        (right_of_all | left_of_all) & in_range(p[0], ax, bx, cx) & in_range(p[1], ay, by, cy)
    }
}

/// Whether `p` lies between the smallest and the largest of three coordinates, or is one of them.
#[inline(always)]
fn in_range<L: Lanes>(p: L, a: L, b: L, c: L) -> L::Mask {
    a.min(b).min(c).le(p) & p.le(a.max(b).max(c))
}

/// The exact answer.
///
/// ```text
///         B        Define    a = PA, b = PB, c = PC, and the edge functions  a x b,  b x c,  c x a
///        / \
///       / P \      Solution  a hit exactly if P lies in the bounding box of the triangle, and the edge
///      A-----C               functions are all >= 0 or all <= 0
/// ```
///
/// Where the area is zero, the edge functions have one sign only if all are zero: `P` lies on the line
/// through the triangle, and in the box it lies on the triangle.
///
/// # Error budget
///
/// Define `X` and `Y` as the sides of the bounding box. A `P` outside of it is a miss by comparisons alone, as
/// a rounded difference has the sign of the true one; inside no difference of coordinates exceeds them.
///
/// | quantity | at most | error | in `S` |
/// |---|---|---|---|
/// | `a`, `b`, `c` | `X`, `Y` | 1 | `S` |
/// | the products of `cross` | `X Y` | 1 + 1 + 1 = 3 | `S^2` |
/// | `cross(a, b)` | `X Y` | 3 + 3 + 1 = 7 `X Y` | `2 S^2` |
/// | the bound | | **7.5** `X Y`, for 7 | (53 - 1) / 2: **26** bits |
#[derive(Debug)]
pub struct Exact;

impl Predicate for Exact {
    const NAME: &'static str = "point_triangle/exact";
    type A = Point;
    type B = Triangle;

    fn resolve(p: &Point, t: &Triangle) -> Decision {
        p.decide(t)
    }

    #[inline(always)]
    fn size<L: Lanes>(&p: &[L; 2], &[ax, ay, bx, by, cx, cy]: &[L; 6]) -> L {
        (max_of([p[0], ax, bx, cx]) - min_of([p[0], ax, bx, cx]))
            .max(max_of([p[1], ay, by, cy]) - min_of([p[1], ay, by, cy]))
    }

    #[inline(always)]
    fn decide<L: Lanes>(
        &p: &[L; 2],
        &[ax, ay, bx, by, cx, cy]: &[L; 6],
        rounding: &Rounding<L>,
    ) -> Certified<L::Mask> {
        let (a, b, c) = (sub([ax, ay], p), sub([bx, by], p), sub([cx, cy], p));
        let (low, high) = (
            [min_of([a[0], b[0], c[0]]), min_of([a[1], b[1], c[1]])],
            [max_of([a[0], b[0], c[0]]), max_of([a[1], b[1], c[1]])],
        );
        let zero = p[0].splat(0.0);
        let in_bounds = low[0].max(low[1]).le(zero) & high[0].min(high[1]).ge(zero);
        let [x, y] = sub(high, low);
        let bound = rounding.bound(7.5, rounding.length(x) * rounding.length(y), 26);

        let margin = distance_from_zero([cross(a, b), cross(b, c), cross(c, a)]);
        Certified::sure(in_bounds) & Certified::at_least_zero(margin, bound)
    }

    const HAS_QUICK_ACCEPT: bool = true;

    #[inline(always)]
    fn quick_accept<L: Lanes>(&p: &[L; 2], triangle: &[L; 6]) -> L::Mask {
        is_corner(p, triangle)
    }
}

/// Whether a point is a corner of the triangle.
#[inline(always)]
pub(crate) fn is_corner<L: Lanes>(p: [L; 2], &[ax, ay, bx, by, cx, cy]: &[L; 6]) -> L::Mask {
    (p[0].eq(ax) & p[1].eq(ay)) | (p[0].eq(bx) & p[1].eq(by)) | (p[0].eq(cx) & p[1].eq(cy))
}
