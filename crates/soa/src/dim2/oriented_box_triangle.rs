//! Oriented box and triangle, in the box's frame (s1 Code4, s4). Derivation: `scalar::dim2::oriented_box_triangle`.

use scalar::dim2::{OrientedBox, Triangle, oriented_box_triangle};

use super::aabb_triangle;
use super::vector::{dot, sub};
use crate::kernel::Predicate;
use crate::lanes::Lanes;

/// The two halves of the box.
#[derive(Debug)]
pub struct TwoTriangles;

impl Predicate for TwoTriangles {
    const NAME: &'static str = "oriented_box_triangle/two_triangles";
    type A = OrientedBox;
    type B = Triangle;

    fn twin(oriented: &OrientedBox, triangle: &Triangle) -> bool {
        oriented_box_triangle::two_triangles(oriented, triangle)
    }

    #[inline(always)]
    fn lanes<L: Lanes>(oriented: &[L; 6], triangle: &[L; 6]) -> L::Mask {
        let (aabb, triangle) = in_frame(oriented, triangle);
        aabb_triangle::TwoTriangles::with_first(&aabb, &triangle)
    }
}

/// The half that faces the triangle's first vertex.
#[derive(Debug)]
pub struct NineRegions;

impl Predicate for NineRegions {
    const NAME: &'static str = "oriented_box_triangle/nine_regions";
    type A = OrientedBox;
    type B = Triangle;

    fn twin(oriented: &OrientedBox, triangle: &Triangle) -> bool {
        oriented_box_triangle::nine_regions(oriented, triangle)
    }

    #[inline(always)]
    fn lanes<L: Lanes>(oriented: &[L; 6], triangle: &[L; 6]) -> L::Mask {
        let (aabb, triangle) = in_frame(oriented, triangle);
        aabb_triangle::NineRegions::with_first(&aabb, &triangle)
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
