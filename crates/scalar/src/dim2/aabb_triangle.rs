//! Axis-aligned box and triangle: the box as two triangles, and one triangle chosen among nine regions (cross-product article, Code4).
//!
//! ```text
//!     |         |          A diagonal cuts the box into two triangles; the box hits if one of them does.
//!  ---B---------C---
//!     |         |          The sides' lines cut the plane into nine regions. From a vertex P of the triangle in a
//!     |         |  P       region outside, the way to any point of the box crosses a side that faces P: one, or
//!  ---A---------D---       the two that meet in the corner K nearest to P. The half of the box around K has these
//!     |         |          sides, so it alone decides. P within the box is a hit at once.
//! ```

use super::triangle_triangle::edge_functions;
use super::{Aabb, Triangle};
use crate::float::no_nan;

/// Whether the box and the triangle have a point in common, by two triangle tests.
///
/// ```
/// use scalar::dim2::{Aabb, Triangle, aabb_triangle::two_triangles};
///
/// let aabb = Aabb { min: [0.0, 0.0], max: [2.0, 1.0] };
/// assert!(two_triangles(&aabb, &Triangle { a: [2.0, 1.0], b: [3.0, 1.0], c: [3.0, 2.0] })); // corner to corner
/// assert!(!two_triangles(&aabb, &Triangle { a: [2.0, 1.5], b: [3.0, 1.0], c: [3.0, 2.0] }));
/// ```
pub fn two_triangles(aabb: &Aabb, triangle: &Triangle) -> bool {
    let Aabb { min, max } = *aabb;
    let (b, d) = ([min[0], max[1]], [max[0], min[1]]);
    edge_functions(&Triangle { a: min, b, c: d }, triangle)
        || edge_functions(&Triangle { a: max, b, c: d }, triangle)
}

/// Whether the box and the triangle have a point in common, by the region of the first vertex and one triangle test.
///
/// ```
/// use scalar::dim2::{Aabb, Triangle, aabb_triangle::nine_regions};
///
/// let aabb = Aabb { min: [0.0, 0.0], max: [2.0, 1.0] };
/// assert!(nine_regions(&aabb, &Triangle { a: [-1.0, -1.0], b: [4.0, 4.0], c: [4.0, 0.0] })); // through the box
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
