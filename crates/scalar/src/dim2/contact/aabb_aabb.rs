//! Two axis-aligned boxes.
//!
//! ```text
//!    .----------.                 Define    four overlaps: to the right  max1.x - min2.x
//!    |  1   .---|-------.                   to the left   max2.x - min1.x,  up and down likewise
//!    |      |   |       |
//!    '------|---'   2   |         Solution  the least of them, and its direction;
//!           |           |                   if one of x and one of y are negative, the shapes are apart from
//!           '-----------'                   corner to corner: minus their length together
//! ```
//!
//! The points are the ends of the part of the sides that lies opposite the other box, midway between both
//! sides, or midway between the corners.

use super::{Contact, Wide, is_before, unit, wide};
use crate::dim2::Aabb;
use crate::float::sqrt64;

/// The contact of two axis-aligned boxes: two points of equal depth where a side lies opposite a side, one
/// where two corners are nearest to each other, or the sides have one point opposite each other. See
/// [the module](super) for its meaning and bounds.
///
/// Of directions that are equally short the first one is taken of right, left, up and down, from the box
/// that has the smaller value in the first column in which they differ. Boxes may be flat.
///
/// ```
/// use scalar::dim2::{Aabb, contact::aabb_aabb::contact};
///
/// let a = Aabb { min: [0.0, 0.0], max: [4.0, 4.0] };
/// let found = contact(&a, &Aabb { min: [3.0, 1.0], max: [9.0, 9.0] });
/// assert_eq!((found.normal, found.depth), ([1.0, 0.0], 1.0));
/// assert_eq!((found.points, found.depth1), ([[3.5, 1.0], [3.5, 4.0]], 1.0));
///
/// let found = contact(&a, &Aabb { min: [7.0, 8.0], max: [9.0, 9.0] });
/// assert_eq!((found.normal, found.depth, found.points[0]), ([0.6, 0.8], -5.0, [5.5, 6.0]));
/// ```
pub fn contact(a: &Aabb, b: &Aabb) -> Contact {
    let columns = [a.min, a.max, b.min, b.max];
    let [of_a, of_b] = [a, b].map(|aabb| [wide(aabb.min), wide(aabb.max)]);
    let found = if is_before(of_b.as_flattened(), of_a.as_flattened()) {
        ordered(of_b, of_a).negated()
    } else {
        ordered(of_a, of_b)
    };
    found.rounded(columns.as_flattened())
}

fn ordered([min1, max1]: [[f64; 2]; 2], [min2, max2]: [[f64; 2]; 2]) -> Wide {
    // Along each axis: the overlap, its sign, and the middle of the two sides that leave each other.
    let [(x, sign_x, middle_x), (y, sign_y, middle_y)] = [0, 1].map(|k| {
        let (forth, back) = (max1[k] - min2[k], max2[k] - min1[k]);
        if back < forth {
            (back, -1.0, (max2[k] + min1[k]) * 0.5)
        } else {
            (forth, 1.0, (max1[k] + min2[k]) * 0.5)
        }
    });
    if x < 0.0 && y < 0.0 {
        let distance = sqrt64(x * x + y * y);
        let normal = unit([sign_x * -x, sign_y * -y], distance);
        return Wide::single(normal, -distance, [middle_x, middle_y]);
    }
    // Both sides, from the larger of the lower ends to the smaller of the upper ones.
    let ends = |k: usize| {
        let low = if min1[k] > min2[k] { min1[k] } else { min2[k] };
        let high = if max1[k] < max2[k] { max1[k] } else { max2[k] };
        (low, high)
    };
    let (normal, depth, first, second, is_long) = if y < x {
        let (low, high) = ends(0);
        ([0.0, sign_y], y, [low, middle_y], [high, middle_y], low < high)
    } else {
        let (low, high) = ends(1);
        ([sign_x, 0.0], x, [middle_x, low], [middle_x, high], low < high)
    };
    Wide { normal, depth, point: first, second: is_long.then_some((second, depth)) }
}
