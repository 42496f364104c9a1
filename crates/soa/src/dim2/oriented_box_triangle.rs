//! Oriented box and triangle, in the frame of the box (cross-product article, Code4; GRAM). Derivation:
//! `scalar::dim2::oriented_box_triangle`.

use scalar::dim2::{OrientedBox, Triangle, oriented_box_triangle};
use scalar::exact::{Decision, Exact as _};

use super::aabb_triangle;
use super::interval::{max_of, overlap_around_zero};
use super::vector::{cross, dot, sub};
use crate::kernel::verdict::{Certified, Rounding};
use crate::kernel::{Predicate, Published};
use crate::lanes::Lanes;

/// The two halves of the box.
#[derive(Debug)]
pub struct TwoTriangles;

impl Published for TwoTriangles {
    const NAME: &'static str = "oriented_box_triangle/two_triangles";
    type A = OrientedBox;
    type B = Triangle;

    fn reference(oriented: &OrientedBox, triangle: &Triangle) -> bool {
        oriented_box_triangle::two_triangles(oriented, triangle)
    }

    #[inline(always)]
    fn lanes<L: Lanes>(oriented: &[L; 6], triangle: &[L; 6]) -> L::Mask {
        let (aabb, triangle) = in_frame(oriented, triangle);
        aabb_triangle::TwoTriangles::with_quick_reject(&aabb, &triangle)
    }
}

/// The half that faces the triangle's first vertex.
#[derive(Debug)]
pub struct NineRegions;

impl Published for NineRegions {
    const NAME: &'static str = "oriented_box_triangle/nine_regions";
    type A = OrientedBox;
    type B = Triangle;

    fn reference(oriented: &OrientedBox, triangle: &Triangle) -> bool {
        oriented_box_triangle::nine_regions(oriented, triangle)
    }

    #[inline(always)]
    fn lanes<L: Lanes>(oriented: &[L; 6], triangle: &[L; 6]) -> L::Mask {
        let (aabb, triangle) = in_frame(oriented, triangle);
        aabb_triangle::NineRegions::with_quick_reject(&aabb, &triangle)
    }
}

/// The box and the triangle in the frame of the box. A NaN in the box becomes one in the box or in every
/// vertex.
#[inline(always)]
fn in_frame<L: Lanes>(
    &[x, y, hx, hy, ux, uy]: &[L; 6],
    &[ax, ay, bx, by, cx, cy]: &[L; 6],
) -> ([L; 4], [L; 6]) {
    let (center, u, v) = ([x, y], [ux, uy], [-uy, ux]);
    let (a, b, c) = (sub([ax, ay], center), sub([bx, by], center), sub([cx, cy], center));
    ([-hx, -hy, hx, hy], [dot(a, u), dot(a, v), dot(b, u), dot(b, v), dot(c, u), dot(c, v)])
}

/// The exact answer.
///
/// ```text
/// Define    A, B, C, the vertices in the frame of the box, which there is -h .. h;  AB, BC, CA, the edges
///           the edge functions of a point Q, (Q - A) x AB and likewise with BC and CA, with the sign of
///           the area AB x CA, so that they are positive on the inner side of the edge
/// Solution  a hit exactly if no axis of the box and no edge of the triangle separates them:
///             axes    the projections of the triangle and -h .. h intersect, on x and on y
///             edges   for each edge the largest edge function of the corners of the box is >= 0
/// ```
///
/// If the sign of the area is not certain, the lane is undecided.
///
/// # Error budget
///
/// Define `q = |A| + |B| + |C|` and `H = |h|`, where `|v|` is the sum of the absolute components, and
/// `size = q + H`. Each vertex has its part of `q`, which is at least the absolute products of either component
/// together (`Frame`). So the two products of `cross(p, e)` and of `area` are together at most `q q / 2`: for
/// `p = A` and `e = B - A`, with parts `a` and `b`, they are at most `a^2 / 2 + a b`.
///
/// | quantity | at most | error | in `S` |
/// |---|---|---|---|
/// | `A - c`; `u` and `h` are columns | | 1; 0 | `S` |
/// | a vertex, `dot(A - c, u)` | its part | products 2, sum 1: 3 each | `2 S^2` |
/// | `axes`, `hx - ax1` | `size` | 3 `q`, and 1 of the result: 4 `size` | `2 S^2` |
/// | `bound2` | | **4.25** `size`, for 4 | (53 - 1) / 2: **26** bits |
/// | an edge, `ab = sub(b, a)` | two parts | 3 of these, 1 of it: each | `4 S^2` |
/// | `cross(p, e)` | `q q / 2` | 3 + 3 of `q q`; edge 1, products 1, difference 1: 3 of it | `16 S^4` |
/// | `h[0] * e[1].abs() + h[1] * e[0].abs()` | `q H` | products 4 + 1, sum 1: 6 | `8 S^3` |
/// | `max_edge_function` | `q size` | 6 `q q`, 3 + 1 of `q q / 2`, 6 + 1 of `q H`: 8 `q size` | |
/// | `area = cross(ab, ca)` | `q q / 2` | 3 + 3 of `q q`; 1 + 1, products 1, difference 1: 8 `q q` | `32 S^4` |
/// | `bound4` | | **8.5** `q size`, for 8 | (53 - 5) / 4: **12** bits |
#[derive(Debug)]
pub struct Exact;

impl Predicate for Exact {
    const NAME: &'static str = "oriented_box_triangle/exact";
    type A = OrientedBox;
    type B = Triangle;

    fn resolve(oriented: &OrientedBox, triangle: &Triangle) -> Decision {
        oriented.decide(triangle)
    }

    #[inline(always)]
    fn size<L: Lanes>(&[x, y, hx, hy, ux, uy]: &[L; 6], &[ax, ay, bx, by, cx, cy]: &[L; 6]) -> L {
        let x = max_of([(ax - x).abs(), (bx - x).abs(), (cx - x).abs()]);
        let y = max_of([(ay - y).abs(), (by - y).abs(), (cy - y).abs()]);
        max_of([x, y, hx, hy, ux.abs(), uy.abs()])
    }

    #[inline(always)]
    fn decide<L: Lanes>(
        oriented: &[L; 6],
        &[ax, ay, bx, by, cx, cy]: &[L; 6],
        rounding: &Rounding<L>,
    ) -> Certified<L::Mask> {
        let &[_, _, hx, hy, _, _] = oriented;
        let (_, [ax1, ay1, bx1, by1, cx1, cy1]) = in_frame(oriented, &[ax, ay, bx, by, cx, cy]);
        let parts = (ax1.abs() + ay1.abs()) + (bx1.abs() + by1.abs()) + (cx1.abs() + cy1.abs());
        let q = rounding.square(parts);
        let size = q + rounding.length(hx + hy);
        let (bound2, bound4) = (rounding.bound(4.25, size, 26), rounding.bound(8.5, q * size, 12));

        let axes = overlap_around_zero(hx, [ax1, bx1, cx1]).min(overlap_around_zero(hy, [ay1, by1, cy1]));
        let (a, b, c) = ([ax1, ay1], [bx1, by1], [cx1, cy1]);
        let (ab, bc, ca) = (sub(b, a), sub(c, b), sub(a, c));
        let area = cross(ab, ca);
        let margin = max_edge_function([hx, hy], a, ab, area)
            .min(max_edge_function([hx, hy], b, bc, area))
            .min(max_edge_function([hx, hy], c, ca, area));
        Certified::at_least_zero(axes, bound2)
            & Certified::at_least_zero(margin, bound4).where_sure(area.abs(), bound4)
    }
}

/// The largest edge function of the corners `+-h`, for the edge `e` from `p`, with the sign of `area`.
#[inline(always)]
fn max_edge_function<L: Lanes>(h: [L; 2], p: [L; 2], e: [L; 2], area: L) -> L {
    (h[0] * e[1].abs() + h[1] * e[0].abs()) - cross(p, e).flip_sign(area)
}
