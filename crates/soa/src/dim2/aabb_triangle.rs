//! Axis-aligned box and triangle (s1 Code4). Derivation: `scalar::dim2::aabb_triangle`.

use scalar::dim2::{Aabb, Triangle, aabb_triangle};

use super::shadow::apart;
use super::triangle_triangle::EdgeFunctions;
use crate::kernel::Predicate;
use crate::lanes::{Lanes, no_nan};

/// The two halves of the box.
#[derive(Debug)]
pub struct TwoTriangles;

impl Predicate for TwoTriangles {
    const NAME: &'static str = "aabb_triangle/two_triangles";
    type A = Aabb;
    type B = Triangle;

    fn twin(aabb: &Aabb, triangle: &Triangle) -> bool {
        aabb_triangle::two_triangles(aabb, triangle)
    }

    #[inline(always)]
    fn lanes<L: Lanes>(&[x0, y0, x1, y1]: &[L; 4], triangle: &[L; 6]) -> L::Mask {
        EdgeFunctions::lanes(&[x0, y0, x0, y1, x1, y0], triangle)
            | EdgeFunctions::lanes(&[x1, y1, x0, y1, x1, y0], triangle)
    }

    const HAS_FIRST: bool = true;

    #[inline(always)]
    fn first<L: Lanes>(aabb: &[L; 4], triangle: &[L; 6]) -> L::Mask {
        bounds_meet(aabb, triangle)
    }
}

/// The half that faces the triangle's first vertex.
#[derive(Debug)]
pub struct NineRegions;

impl Predicate for NineRegions {
    const NAME: &'static str = "aabb_triangle/nine_regions";
    type A = Aabb;
    type B = Triangle;

    fn twin(aabb: &Aabb, triangle: &Triangle) -> bool {
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

    const HAS_FIRST: bool = true;

    #[inline(always)]
    fn first<L: Lanes>(aabb: &[L; 4], triangle: &[L; 6]) -> L::Mask {
        bounds_meet(aabb, triangle)
    }
}

/// Whether the box, which is the bounding box of either half, meets that of the triangle.
#[inline(always)]
fn bounds_meet<L: Lanes>(&[x0, y0, x1, y1]: &[L; 4], &[ax, ay, bx, by, cx, cy]: &[L; 6]) -> L::Mask {
    !apart([x0, x1], [ax, bx, cx]) & !apart([y0, y1], [ay, by, cy])
}
