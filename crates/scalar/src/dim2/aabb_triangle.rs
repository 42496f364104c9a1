//! Axis-aligned box and triangle: the box as two triangles, and one triangle chosen by nine regions
//! (cross-product article, Code4).
//!
//! ```text
//!     |         |          Define    A, B, C, D, the corners of the box;  P, a vertex of the triangle
//!  ---B---------C---                 K, the corner of the box nearest to P;  here K = C or D
//!     |         |          Solution  two triangles: a hit exactly if ABD or CBD hits
//!     |         |  P                 nine regions:  a hit exactly if P lies in the box, or the half of the
//!  ---A---------D---                                box with the corner K hits
//!     |         |
//! ```
//!
//! The lines of the sides cut the plane into nine regions. If `P` lies outside the box, every segment from
//! `P` to a point of the box crosses a side that faces `P`. There is one such side, or there are the two with
//! the corner `K`. The half of the box with `K` has these sides, so it alone decides.

use super::triangle_triangle::edge_functions;
use super::{Aabb, Triangle};
use crate::float::no_nan;

/// Whether the box and the triangle have a point in common, by two triangle tests.
///
/// ```
/// use scalar::dim2::{Aabb, Triangle, aabb_triangle::two_triangles};
///
/// let aabb = Aabb { min: [0.0, 0.0], max: [2.0, 1.0] };
/// // corner to corner
/// assert!(two_triangles(&aabb, &Triangle { a: [2.0, 1.0], b: [3.0, 1.0], c: [3.0, 2.0] }));
/// assert!(!two_triangles(&aabb, &Triangle { a: [2.0, 1.5], b: [3.0, 1.0], c: [3.0, 2.0] }));
/// ```
pub fn two_triangles(aabb: &Aabb, triangle: &Triangle) -> bool {
    let Aabb { min, max } = *aabb;
    let (b, d) = ([min[0], max[1]], [max[0], min[1]]);
    edge_functions(&Triangle { a: min, b, c: d }, triangle)
        || edge_functions(&Triangle { a: max, b, c: d }, triangle)
}

/// Whether the box and the triangle have a point in common, by the region of the first vertex and one
/// triangle test.
///
/// ```
/// use scalar::dim2::{Aabb, Triangle, aabb_triangle::nine_regions};
///
/// let aabb = Aabb { min: [0.0, 0.0], max: [2.0, 1.0] };
/// // through the box
/// assert!(nine_regions(&aabb, &Triangle { a: [-1.0, -1.0], b: [4.0, 4.0], c: [4.0, 0.0] }));
/// assert!(!nine_regions(&aabb, &Triangle { a: [-1.0, 2.0], b: [4.0, 4.0], c: [4.0, 1.5] }));
/// ```
pub fn nine_regions(aabb: &Aabb, triangle: &Triangle) -> bool {
    let (Aabb { min, max }, p) = (*aabb, triangle.a);
    if (0..2).all(|k| min[k] <= p[k] && p[k] <= max[k]) {
        return no_nan([min, max, triangle.a, triangle.b, triangle.c].as_flattened());
    }
    // The corner K on P's side, and the one opposite to it.
    let near = [0, 1].map(|k| if p[k] > max[k] { max[k] } else { min[k] });
    let far = [0, 1].map(|k| if p[k] > max[k] { min[k] } else { max[k] });
    let half = Triangle { a: near, b: [near[0], far[1]], c: [far[0], near[1]] };
    edge_functions(&half, triangle)
}
