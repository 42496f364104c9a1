//! Two oriented boxes: [convex polygons](super#), relative to the center of one of them.

use super::polygon::{self, Polygon};
use super::{Contact, Wide, is_before, sub, wide};
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
        ordered(b, a).negated()
    } else {
        ordered(a, b)
    };
    found.rounded([of_a, of_b].as_flattened())
}

fn ordered(a: &OrientedBox, b: &OrientedBox) -> Wide {
    let origin = wide(a.center);
    let to_b = sub(wide(b.center), origin);
    polygon::contact(&Polygon::oriented_box(a, [0.0; 2]), &Polygon::oriented_box(b, to_b)).moved(origin)
}
