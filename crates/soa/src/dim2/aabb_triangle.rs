//! Axis-aligned box and triangle (cross-product article, Code4). Derivation: `scalar::dim2::aabb_triangle`.

use scalar::dim2::{Aabb, Triangle, aabb_triangle};
use scalar::exact::{Decision, Exact as _};

use super::interval::{disjoint, max_of, min_of};
use super::triangle_triangle::{Corner, EdgeFunctions};
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
        bounds_intersect(aabb, triangle)
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
        let inside = x0.le(px) & px.le(x1) & y0.le(py) & py.le(y1);
        let (right, above) = (px.gt(x1), py.gt(y1));
        let near = [L::select(right, x1, x0), L::select(above, y1, y0)];
        let far = [L::select(right, x0, x1), L::select(above, y0, y1)];
        let half = [near[0], near[1], near[0], far[1], far[0], near[1]];
        inside & no_nan([x0, y0, x1, y1, px, py, bx, by, cx, cy])
            | !inside & EdgeFunctions::lanes(&half, triangle)
    }

    const HAS_QUICK_REJECT: bool = true;

    #[inline(always)]
    fn quick_reject<L: Lanes>(aabb: &[L; 4], triangle: &[L; 6]) -> L::Mask {
        bounds_intersect(aabb, triangle)
    }
}

/// The lanes in which the box, which is the bounding box of either half, intersects that of the triangle.
#[inline(always)]
pub(crate) fn bounds_intersect<L: Lanes>(
    &[x0, y0, x1, y1]: &[L; 4],
    &[ax, ay, bx, by, cx, cy]: &[L; 6],
) -> L::Mask {
    !disjoint([x0, x1], [ax, bx, cx]) & !disjoint([y0, y1], [ay, by, cy])
}

/// The exact answer.
///
/// ```text
/// Define    the edge functions of a point Q, (Q - A) x AB and likewise with BC and CA, with the sign of
///           the area AB x CA, so that they are positive on the inner side of the edge
/// Solution  a hit exactly if the bounding boxes intersect, and for each edge the largest edge function of
///           the corners of the box is >= 0: no edge separates them
/// ```
///
/// The bounding boxes are the first test ([`Predicate::quick_reject`]). If the sign of the area is not
/// certain, the lane is undecided.
///
/// # Error budget
///
/// Define `X` and `Y` as the sides of the box plus the absolute components of `AB` and `AC`. Where the
/// bounding boxes intersect, no difference of coordinates exceeds them.
///
/// | quantity | at most | error | in `S` |
/// |---|---|---|---|
/// | `x0 - p[0]`, `ab`, `bc`, `ca` | `X`, `Y` | 1 | `S` |
/// | `(x0 - p[0]) * ey` | `X Y` | 1 + 1 + 1 = 3 | `S^2` |
/// | `max_edge_function` | `2 X Y` | 3 + 3, and 1 of the result: 8 `X Y` | `2 S^2` |
/// | `area = cross(ab, ca)` | `X Y` | products 3, difference 1: 4 | `2 S^2` |
/// | the bound of both | | **8.5** `X Y`, for 8 | (53 - 1) / 2: **26** bits |
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
        (max_of(x) - min_of(x)).max(max_of(y) - min_of(y))
    }

    #[inline(always)]
    fn decide<L: Lanes>(aabb: &[L; 4], triangle: &[L; 6], rounding: &Rounding<L>) -> Certified<L::Mask> {
        let &[ax, ay, bx, by, cx, cy] = triangle;
        let (a, b, c) = ([ax, ay], [bx, by], [cx, cy]);
        let [x, y] = joint_extent(aabb, triangle);
        let bound = rounding.bound(8.5, rounding.length(x) * rounding.length(y), 26);

        let (ab, bc, ca) = (sub(b, a), sub(c, b), sub(a, c));
        let area = cross(ab, ca);
        let margin = max_edge_function(aabb, a, ab, area)
            .min(max_edge_function(aabb, b, bc, area))
            .min(max_edge_function(aabb, c, ca, area));
        Certified::at_least_zero(margin, bound).where_sure(area.abs(), bound)
    }

    const HAS_QUICK_REJECT: bool = true;

    #[inline(always)]
    fn quick_reject<L: Lanes>(aabb: &[L; 4], triangle: &[L; 6]) -> L::Mask {
        bounds_intersect(aabb, triangle)
    }
}

/// Upper bounds, in x and in y, of every difference between corners, where the bounding boxes intersect.
#[inline(always)]
fn joint_extent<L: Lanes>(&[x0, y0, x1, y1]: &[L; 4], triangle: &[L; 6]) -> [L; 2] {
    let triangle = Corner::new(triangle);
    [(x1 - x0) + triangle.extent(0), (y1 - y0) + triangle.extent(1)]
}

/// The largest edge function of the corners of the box, for the edge `e` from `p`, with the sign of `area`.
#[inline(always)]
fn max_edge_function<L: Lanes>(&[x0, y0, x1, y1]: &[L; 4], p: [L; 2], e: [L; 2], area: L) -> L {
    let (ex, ey) = (e[0].flip_sign(area), e[1].flip_sign(area));
    ((x0 - p[0]) * ey).max((x1 - p[0]) * ey) - ((y0 - p[1]) * ex).min((y1 - p[1]) * ex)
}
