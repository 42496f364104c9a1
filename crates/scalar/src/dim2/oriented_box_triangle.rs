//! Oriented box and triangle, in the frame of the box (cross-product article, Code4; GRAM, section 2).
//!
//! A point `p` has the coordinates `(p - center) . u` and `(p - center) . v` in the frame of the box, where
//! the box is the axis-aligned box from `-half_extents` to `half_extents`. The rest is
//! [`super::aabb_triangle`], in both forms. To pass to the frame is to rotate and to scale by `|u|`, so the
//! axis need not have length 1.

use super::vector::{dot, sub};
use super::{Aabb, OrientedBox, Triangle, aabb_triangle};

/// Whether the box and the triangle have a point in common, by two triangle tests.
///
/// ```
/// use scalar::dim2::{OrientedBox, Triangle, oriented_box_triangle::two_triangles};
///
/// let diamond = OrientedBox::along([0.0, 0.0], [1.0, 1.0], [1.0, 1.0]).unwrap(); // reaches to x = 1.414
/// assert!(two_triangles(&diamond, &Triangle { a: [1.25, 0.0], b: [3.0, 1.0], c: [3.0, -1.0] }));
/// assert!(!two_triangles(&diamond, &Triangle { a: [1.0, 1.0], b: [3.0, 1.0], c: [3.0, 3.0] }));
/// ```
pub fn two_triangles(oriented: &OrientedBox, triangle: &Triangle) -> bool {
    let (aabb, triangle) = in_frame(oriented, triangle);
    aabb_triangle::two_triangles(&aabb, &triangle)
}

/// Whether the box and the triangle have a point in common, by the region of the first vertex and one
/// triangle test.
///
/// ```
/// use scalar::dim2::{OrientedBox, Triangle, oriented_box_triangle::nine_regions};
///
/// let diamond = OrientedBox::along([0.0, 0.0], [1.0, 1.0], [1.0, 1.0]).unwrap();
/// assert!(nine_regions(&diamond, &Triangle { a: [1.25, 0.0], b: [3.0, 1.0], c: [3.0, -1.0] }));
/// assert!(!nine_regions(&diamond, &Triangle { a: [1.0, 1.0], b: [3.0, 1.0], c: [3.0, 3.0] }));
/// ```
pub fn nine_regions(oriented: &OrientedBox, triangle: &Triangle) -> bool {
    let (aabb, triangle) = in_frame(oriented, triangle);
    aabb_triangle::nine_regions(&aabb, &triangle)
}

/// The box and the triangle in the frame of the box.
fn in_frame(oriented: &OrientedBox, t: &Triangle) -> (Aabb, Triangle) {
    let OrientedBox { center, half_extents: h, axis: u } = *oriented;
    let v = [-u[1], u[0]];
    let turn = |p| {
        let p = sub(p, center);
        [dot(p, u), dot(p, v)]
    };
    (Aabb { min: [-h[0], -h[1]], max: h }, Triangle { a: turn(t.a), b: turn(t.b), c: turn(t.c) })
}
