//! Axis-aligned box and triangle: disjoint if the bounding boxes are, which covers the edges of the box, or
//! if the box lies outside an edge of the triangle ([`super::edge`]).
//!
//! The orientation `e x (P - A)`, with `e = B - A`, is `ex (py - ay) - ey (px - ax)`. Of the points of the
//! box it is largest at the corner with the upper `y` if `ex >= 0`, else the lower `y`, and with the lower
//! `x` if `ey >= 0`, else the upper `x`; it is least at the opposite corner. Comparisons find these two
//! corners. So the sign of one orientation, of degree 2, decides whether the box lies to the right of the
//! edge, and that of another whether it lies to the left.

use super::edge::{all_outside, bounding_box, edges, side, winding};
use crate::dim2::{Aabb, Triangle, aabb_aabb};
use crate::exact::kleene::{any, not};
use crate::exact::number::Number;
use crate::exact::{Exact, decided_by};

/// Whether the box and the triangle have a point in common.
///
/// ```
/// use scalar::{dim2::{Aabb, Triangle}, exact::aabb_triangle};
///
/// let aabb = Aabb { min: [0.0, 0.0], max: [2.0, 1.0] };
/// let touching = Triangle { a: [1.0, 2.0], b: [3.0, 0.0], c: [3.0, 2.0] }; // AB passes through (2, 1)
/// assert!(aabb_triangle(&aabb, &touching));
/// assert!(!aabb_triangle(&aabb, &Triangle { a: [1.0, 2.000_000_2], ..touching }));
/// ```
pub fn aabb_triangle(aabb: &Aabb, triangle: &Triangle) -> bool {
    aabb.decide(triangle).hit
}
decided_by!(intersect(Aabb, Triangle));

/// [`aabb_triangle`] in numbers of one stage.
pub fn intersect<N: Number>(aabb: &Aabb, t: &Triangle) -> Option<bool> {
    if !aabb_aabb::intervals(aabb, &bounding_box(t)) {
        return Some(false);
    }
    let own = winding::<N>(t);
    not(any(edges(t).into_iter().map(|(a, b)| {
        let Aabb { min, max } = *aabb;
        let (rising, eastward) = (b[1] >= a[1], b[0] >= a[0]);
        let leftmost = [if rising { min[0] } else { max[0] }, if eastward { max[1] } else { min[1] }];
        let rightmost = [if rising { max[0] } else { min[0] }, if eastward { min[1] } else { max[1] }];
        all_outside(own, 2, |i| side::<N>(a, b, [leftmost, rightmost][i]))
    })))
}
