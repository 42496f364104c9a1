//! Point and triangle by edge functions (cross-product article, D). Derivation: `scalar::dim2::point_triangle`.

use scalar::dim2::{Point, Triangle, point_triangle};
use scalar::exact::{Decision, Exact as _};

use super::shadow::{highest, lowest};
use super::vector::{cross, sub};
use crate::kernel::verdict::{Certified, Rounding};
use crate::kernel::{Predicate, Published};
use crate::lanes::Lanes;

/// Three edge functions and the bounding box. A NaN coordinate makes an edge function NaN, which is neither `>= 0`
/// nor `<= 0`, so such a lane answers no.
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
        (right_of_all | left_of_all) & between(p[0], ax, bx, cx) & between(p[1], ay, by, cy)
    }
}

/// Whether `p` lies between the smallest and the largest of three coordinates.
#[inline(always)]
fn between<L: Lanes>(p: L, a: L, b: L, c: L) -> L::Mask {
    a.min(b).min(c).le(p) & p.le(a.max(b).max(c))
}

/// The exact answer: the signs of the three edge functions, in the bounding box.
///
/// In the box no difference is longer than the box, `X` by `Y`. Each of an edge function's two products carries three units of
/// `X Y`, the function itself two more: 8 units; 12 have room for those of `X` and `Y`.
///
/// All three at least zero, or at most zero: inside or on the edge, or, where the area is zero, in the box and on the line. One
/// below zero and one above: outside.
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
        (highest([p[0], ax, bx, cx]) - lowest([p[0], ax, bx, cx]))
            .max(highest([p[1], ay, by, cy]) - lowest([p[1], ay, by, cy]))
    }

    #[inline(always)]
    fn decide<L: Lanes>(
        &p: &[L; 2],
        &[ax, ay, bx, by, cx, cy]: &[L; 6],
        rounding: &Rounding<L>,
    ) -> Certified<L::Mask> {
        let (a, b, c) = ([ax, ay], [bx, by], [cx, cy]);
        let (low, high) =
            ([lowest([ax, bx, cx]), lowest([ay, by, cy])], [highest([ax, bx, cx]), highest([ay, by, cy])]);
        let in_bounds = low[0].le(p[0]) & p[0].le(high[0]) & low[1].le(p[1]) & p[1].le(high[1]);
        let [x, y] = sub(high, low);
        let bound = rounding.bound(12.0, rounding.length(x) * rounding.length(y), 26);

        let ab = cross(sub(p, a), sub(b, a));
        let bc = cross(sub(p, b), sub(c, b));
        let ca = cross(sub(p, c), sub(a, c));
        let right_of_all = Certified::at_least_zero(lowest([ab, bc, ca]), bound);
        let left_of_all = Certified::at_least_zero(-highest([ab, bc, ca]), bound);
        Certified::sure(in_bounds) & (right_of_all | left_of_all)
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
