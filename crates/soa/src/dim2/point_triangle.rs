//! Point and triangle by edge functions (s1 D). Derivation: `scalar::dim2::point_triangle`.

use scalar::dim2::{Point, Triangle, point_triangle};

use super::vector::{cross, sub};
use crate::kernel::Predicate;
use crate::lanes::Lanes;

/// Three edge functions and the bounding box. A NaN coordinate makes an edge function NaN, which is neither `>= 0`
/// nor `<= 0`, so such a lane answers no.
#[derive(Debug)]
pub struct EdgeFunctions;

impl Predicate for EdgeFunctions {
    const NAME: &'static str = "point_triangle/edge_functions";
    type A = Point;
    type B = Triangle;

    fn twin(p: &Point, t: &Triangle) -> bool {
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
