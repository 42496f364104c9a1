//! Two oriented boxes: convex polygons with the corners `c +- (hx / k) u +- (hy / k) v`, where `k = u.u` is 1
//! only up to rounding, and `v` is `u` turned by 90 degrees.

use super::{Contact, dot, is_before, polygon, wide};
use crate::dim2::OrientedBox;

/// The contact of two oriented boxes: two points where an edge lies opposite an edge, one where two corners
/// are nearest to each other. See [the module](super) for its meaning and bounds.
///
/// The axes are taken as stored. A half extent of zero makes a box a segment, two make it a point. Holds for
/// axes of a length from `2^-20` to `2^20`.
///
/// ```
/// use scalar::dim2::{OrientedBox, contact::oriented_box_oriented_box::contact};
///
/// let square = OrientedBox { center: [0.0, 0.0], half_extents: [4.0, 4.0], axis: [1.0, 0.0] };
/// let tilted = OrientedBox { center: [6.0, 1.0], half_extents: [3.0, 1.0], axis: [0.0, 1.0] };
/// let found = contact(&square, &tilted);
/// assert_eq!((found.normal, found.depth), ([1.0, 0.0], -1.0)); // disjoint
/// assert_eq!((found.points, found.depth1), ([[4.5, 4.0], [4.5, -2.0]], -1.0));
/// ```
pub fn contact(a: &OrientedBox, b: &OrientedBox) -> Contact {
    let columns = |b: &OrientedBox| -> [f32; 6] {
        let ([cx, cy], [hx, hy], [ux, uy]) = (b.center, b.half_extents, b.axis);
        [cx, cy, hx, hy, ux, uy]
    };
    let (of_a, of_b) = (columns(a), columns(b));
    let found = if is_before(&of_b.map(f64::from), &of_a.map(f64::from)) {
        polygon::contact(&corners(b), &corners(a)).negated()
    } else {
        polygon::contact(&corners(a), &corners(b))
    };
    found.rounded([of_a, of_b].as_flattened())
}

/// The corners, counter-clockwise.
fn corners(of: &OrientedBox) -> [[f64; 2]; 4] {
    let (c, [hx, hy], u) = (wide(of.center), wide(of.half_extents), wide(of.axis));
    let k = dot(u, u);
    let (along, across) = (hx / k, hy / k);
    let (p, q) = ([u[0] * along, u[1] * along], [-u[1] * across, u[0] * across]);
    [
        [c[0] - p[0] - q[0], c[1] - p[1] - q[1]],
        [c[0] + p[0] - q[0], c[1] + p[1] - q[1]],
        [c[0] + p[0] + q[0], c[1] + p[1] + q[1]],
        [c[0] - p[0] + q[0], c[1] - p[1] + q[1]],
    ]
}
