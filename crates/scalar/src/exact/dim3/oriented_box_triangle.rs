//! Oriented box and triangle in space, in the frame of the box, where a point `p` has the coordinates
//!
//! ```text
//! p' = ((p - center).u, (p - center).v, (p - center).w)
//! ```
//!
//! and the box is, by definition, the one from `-h` to `h`. The map is linear, so that the image of the
//! triangle is the triangle of the images, also where the axes depend on one another: a point of it lies in
//! the box exactly if its image does.
//!
//! As in [`super::aabb_triangle`], the two are disjoint exactly if their projections along an axis of the
//! frame are, which is [the plane's test](crate::exact::dim2::oriented_box_triangle), or if the plane of the
//! triangle does not meet the box. With the normal `n = (b' - a') x (c' - b')`, of degree 4, the plane meets
//! the box if
//!
//! ```text
//! |n.a'| <= hx |nx| + hy |ny| + hz |nz|
//! ```
//!
//! of degree 6. The components of `n` are twice the areas of the projections.

use super::orient::along;
use crate::dim3::{OrientedBox3, Triangle3};
use crate::exact::dim2::oriented_box_triangle::{bounds_intersect, outside_an_edge};
use crate::exact::kleene::{and, any, not};
use crate::exact::number::Number;
use crate::exact::vector::{between, cross3, dot, vector};
use crate::exact::{Exact, decided_by};

/// Whether the box, with its axes as stored, and the triangle have a point in common.
///
/// ```
/// use scalar::{dim3::{OrientedBox3, Triangle3}, exact::oriented_box3_triangle3};
///
/// // |x + y| <= 2, |y - x| <= 2 and |z| <= 1: reaches to x = 2.
/// let axes = [[1.0, 1.0, 0.0], [-1.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
/// let turned = OrientedBox3 { center: [0.0; 3], half_extents: [2.0, 2.0, 1.0], axes };
/// let touching = Triangle3 { a: [2.0, 0.0, 1.0], b: [3.0, 1.0, 0.0], c: [3.0, -1.0, 2.0] };
/// assert!(oriented_box3_triangle3(&turned, &touching));
/// assert!(!oriented_box3_triangle3(&turned, &Triangle3 { a: [2.0, 0.0, 1.000_000_1], ..touching }));
/// ```
pub fn oriented_box3_triangle3(oriented: &OrientedBox3, triangle: &Triangle3) -> bool {
    oriented.decide(triangle).hit
}
decided_by!(intersect(OrientedBox3, Triangle3));

fn intersect<N: Number>(oriented: &OrientedBox3, t: &Triangle3) -> Option<bool> {
    let (axes, h) = (oriented.axes.map(vector::<N, 3>), vector::<N, 3>(oriented.half_extents));
    let in_frame = |v: [N; 3]| [0, 1, 2].map(|k: usize| dot(&axes[k], &v));
    let corners = [t.a, t.b, t.c];
    let vertices = corners.map(|p| in_frame(between(oriented.center, p)));
    let edges = [0, 1, 2].map(|i: usize| in_frame(between(corners[i], corners[(i + 1) % 3])));
    let n = cross3(&edges[0], &edges[1]);
    let projections_intersect = || {
        not(any((0..3).map(|k| {
            let [vertices, edges] = [&vertices, &edges].map(|of| [0, 1, 2].map(|i: usize| along(k, &of[i])));
            outside_an_edge(&along(k, &h), &vertices, &edges, n[k].sign())
        })))
    };
    let plane_intersects = || {
        let reach = dot(&h, &[0, 1, 2].map(|k: usize| n[k].abs()));
        dot(&n, &vertices[0]).abs().at_most(&reach)
    };
    and(bounds_intersect(&h, &vertices), || and(projections_intersect(), plane_intersects))
}
