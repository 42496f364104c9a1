//! Axis-aligned box and triangle (cross-product article, Code4). Derivation: `scalar::dim2::aabb_triangle`.

use scalar::dim2::{Aabb, Triangle, aabb_triangle};
use scalar::exact::{Decision, Exact as _};

use super::shadow::{apart, highest, lowest};
use super::triangle_triangle::{EdgeFunctions, reach};
use super::vector::{cross, sub};
use crate::kernel::verdict::{Certified, Rounding};
use crate::kernel::{Predicate, Published};
use crate::lanes::{Lanes, no_nan};

/// The two halves of the box.
#[derive(Debug)]
pub struct TwoTriangles;

impl Published for TwoTriangles {
    const NAME: &'static str = "aabb_triangle/two_triangles";
    type A = Aabb;
    type B = Triangle;

    fn reference(aabb: &Aabb, triangle: &Triangle) -> bool {
        aabb_triangle::two_triangles(aabb, triangle)
    }

    #[inline(always)]
    fn lanes<L: Lanes>(&[x0, y0, x1, y1]: &[L; 4], triangle: &[L; 6]) -> L::Mask {
        EdgeFunctions::lanes(&[x0, y0, x0, y1, x1, y0], triangle)
            | EdgeFunctions::lanes(&[x1, y1, x0, y1, x1, y0], triangle)
    }

    const HAS_QUICK_REJECT: bool = true;

    #[inline(always)]
    fn quick_reject<L: Lanes>(aabb: &[L; 4], triangle: &[L; 6]) -> L::Mask {
        bounds_meet(aabb, triangle)
    }
}

/// The half that faces the triangle's first vertex.
#[derive(Debug)]
pub struct NineRegions;

impl Published for NineRegions {
    const NAME: &'static str = "aabb_triangle/nine_regions";
    type A = Aabb;
    type B = Triangle;

    fn reference(aabb: &Aabb, triangle: &Triangle) -> bool {
        aabb_triangle::nine_regions(aabb, triangle)
    }

    #[inline(always)]
    fn lanes<L: Lanes>(&[x0, y0, x1, y1]: &[L; 4], triangle: &[L; 6]) -> L::Mask {
        let &[px, py, bx, by, cx, cy] = triangle;
        let within = x0.le(px) & px.le(x1) & y0.le(py) & py.le(y1);
        let (right, above) = (px.gt(x1), py.gt(y1));
        let near = [L::select(right, x1, x0), L::select(above, y1, y0)];
        let far = [L::select(right, x0, x1), L::select(above, y0, y1)];
        let half = [near[0], near[1], near[0], far[1], far[0], near[1]];
        within & no_nan([x0, y0, x1, y1, px, py, bx, by, cx, cy])
            | !within & EdgeFunctions::lanes(&half, triangle)
    }

    const HAS_QUICK_REJECT: bool = true;

    #[inline(always)]
    fn quick_reject<L: Lanes>(aabb: &[L; 4], triangle: &[L; 6]) -> L::Mask {
        bounds_meet(aabb, triangle)
    }
}

/// Whether the box, which is the bounding box of either half, meets that of the triangle.
#[inline(always)]
fn bounds_meet<L: Lanes>(&[x0, y0, x1, y1]: &[L; 4], &[ax, ay, bx, by, cx, cy]: &[L; 6]) -> L::Mask {
    !apart([x0, x1], [ax, bx, cx]) & !apart([y0, y1], [ay, by, cy])
}

/// The exact answer: how far the box reaches to the inner side of each edge, where the bounding boxes meet.
///
/// Let `X` and `Y` be sums of the sizes of the box and of the components of `AB` and `AC`; as the boxes meet, no difference is longer.
/// A corner's edge function is two products with three units of `X Y` each and their sum: 8 units, as the area. 12 have
/// room. The sign of an area that is not beyond the bound is not sure, and nothing is then.
#[derive(Debug)]
pub struct Exact;

impl Predicate for Exact {
    const NAME: &'static str = "aabb_triangle/exact";
    type A = Aabb;
    type B = Triangle;

    fn resolve(aabb: &Aabb, triangle: &Triangle) -> Decision {
        aabb.decide(triangle)
    }

    #[inline(always)]
    fn size<L: Lanes>(aabb: &[L; 4], triangle: &[L; 6]) -> L {
        let (&[x0, y0, x1, y1], &[ax, ay, bx, by, cx, cy]) = (aabb, triangle);
        let (x, y) = ([x0, x1, ax, bx, cx], [y0, y1, ay, by, cy]);
        (highest(x) - lowest(x)).max(highest(y) - lowest(y))
    }

    #[inline(always)]
    fn decide<L: Lanes>(aabb: &[L; 4], triangle: &[L; 6], rounding: &Rounding<L>) -> Certified<L::Mask> {
        let &[ax, ay, bx, by, cx, cy] = triangle;
        let (a, b, c) = ([ax, ay], [bx, by], [cx, cy]);
        let [x, y] = joint_reach(aabb, triangle);
        let bound = rounding.bound(12.0, rounding.length(x) * rounding.length(y), 26);

        let (ab, bc, ca) = (sub(b, a), sub(c, b), sub(a, c));
        let area = cross(ab, ca);
        let margin = farthest_corner(aabb, a, ab, area)
            .min(farthest_corner(aabb, b, bc, area))
            .min(farthest_corner(aabb, c, ca, area));
        Certified::at_least_zero(margin, bound).where_sure(area.abs(), bound)
    }

    const HAS_QUICK_REJECT: bool = true;

    #[inline(always)]
    fn quick_reject<L: Lanes>(aabb: &[L; 4], triangle: &[L; 6]) -> L::Mask {
        bounds_meet(aabb, triangle)
    }
}

/// No difference between corners is longer, in x and in y, where the bounding boxes meet.
#[inline(always)]
fn joint_reach<L: Lanes>(&[x0, y0, x1, y1]: &[L; 4], &[ax, ay, bx, by, cx, cy]: &[L; 6]) -> [L; 2] {
    let [x, y] = reach([ax, ay], [bx, by], [cx, cy]);
    [(x1 - x0) + x, (y1 - y0) + y]
}

/// The largest edge function of the box's corners, for the edge `e` from `p`, positive on the triangle's side: which side that is
/// says the sign of `area`.
#[inline(always)]
fn farthest_corner<L: Lanes>(&[x0, y0, x1, y1]: &[L; 4], p: [L; 2], e: [L; 2], area: L) -> L {
    let (ex, ey) = (e[0].flip_sign(area), e[1].flip_sign(area));
    ((x0 - p[0]) * ey).max((x1 - p[0]) * ey) - ((y0 - p[1]) * ex).min((y1 - p[1]) * ex)
}
