//! Oriented box and triangle, in the box's frame (cross-product article, Code4, GRAM). Derivation: `scalar::dim2::oriented_box_triangle`.

use scalar::dim2::{OrientedBox, Triangle, oriented_box_triangle};
use scalar::exact::{Decision, Exact as _};

use super::aabb_triangle;
use super::shadow::{common, highest};
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

/// The box and the triangle in the box's frame. A NaN in the box reaches the box or every vertex.
#[inline(always)]
fn in_frame<L: Lanes>(
    &[x, y, hx, hy, ux, uy]: &[L; 6],
    &[ax, ay, bx, by, cx, cy]: &[L; 6],
) -> ([L; 4], [L; 6]) {
    let (center, u, v) = ([x, y], [ux, uy], [-uy, ux]);
    let (a, b, c) = (sub([ax, ay], center), sub([bx, by], center), sub([cx, cy], center));
    ([-hx, -hy, hx, hy], [dot(a, u), dot(a, v), dot(b, u), dot(b, v), dot(c, u), dot(c, v)])
}

/// The exact answer in the box's frame: how far the shadows on the box's axes have points in common, and how far the box reaches to
/// the inner side of each of the triangle's edges.
///
/// Let `Q` be the sum of the sizes of `A - c`, `B - c` and `C - c` times that of `u`, and `H` that of the half extents. The size of a vertex
/// in the frame is at most its part of `Q`, of which it carries 3 units, an edge 4 units of the parts of its ends. So a common length
/// on an axis carries 4 units of `Q + H`; 5 have room. The cross product of a vertex and an edge carries 9 units of the product of
/// their sizes, the reach of the corners 6 of `Q H`, their difference one more: 10 units of `Q (Q + H)`; 12 have room. The area, a
/// cross product of two edges, carries 10 units of `Q^2`. If its sign is not beyond the bound it is not sure, and nothing is then.
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
        let x = highest([(ax - x).abs(), (bx - x).abs(), (cx - x).abs()]);
        let y = highest([(ay - y).abs(), (by - y).abs(), (cy - y).abs()]);
        highest([x, y, hx, hy, ux.abs(), uy.abs()])
    }

    #[inline(always)]
    fn decide<L: Lanes>(
        oriented: &[L; 6],
        &[ax, ay, bx, by, cx, cy]: &[L; 6],
        rounding: &Rounding<L>,
    ) -> Certified<L::Mask> {
        let &[x, y, hx, hy, ux, uy] = oriented;
        let (_, [ax1, ay1, bx1, by1, cx1, cy1]) = in_frame(oriented, &[ax, ay, bx, by, cx, cy]);
        let from_center = ((ax - x).abs() + (ay - y).abs())
            + ((bx - x).abs() + (by - y).abs())
            + ((cx - x).abs() + (cy - y).abs());
        let q = rounding.square(from_center * (ux.abs() + uy.abs()));
        let size = q + rounding.length(hx + hy);
        let (bound2, bound4) = (rounding.bound(5.0, size, 25), rounding.bound(12.0, q * size, 12));

        let axes = common([-hx, hx], [ax1, bx1, cx1]).min(common([-hy, hy], [ay1, by1, cy1]));
        let (a, b, c) = ([ax1, ay1], [bx1, by1], [cx1, cy1]);
        let (ab, bc, ca) = (sub(b, a), sub(c, b), sub(a, c));
        let area = cross(ab, ca);
        let margin = reach_of_corners([hx, hy], a, ab, area)
            .min(reach_of_corners([hx, hy], b, bc, area))
            .min(reach_of_corners([hx, hy], c, ca, area));
        Certified::at_least_zero(axes, bound2)
            & Certified::at_least_zero(margin, bound4).where_sure(area.abs(), bound4)
    }
}

/// The largest edge function of the corners `+-h`, for the edge `e` from `p`, positive on the triangle's side: which side that is
/// says the sign of `area`.
#[inline(always)]
fn reach_of_corners<L: Lanes>(h: [L; 2], p: [L; 2], e: [L; 2], area: L) -> L {
    (h[0] * e[1].abs() + h[1] * e[0].abs()) - cross(p, e).flip_sign(area)
}
