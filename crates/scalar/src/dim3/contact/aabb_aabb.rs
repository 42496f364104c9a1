//! Two axis-aligned boxes: as [in the plane](crate::dim2::contact::aabb_aabb), with three axes.

use super::{Contact3, Wide, dot, unit, wide};
use crate::dim3::Aabb3;
use crate::float::sqrt64;
use crate::wide::is_before;

/// The contact of two axis-aligned boxes. See [the module](super) for its meaning and bounds.
///
/// All is in the unit of the coordinates. Both touch where the depth is 0.
///
/// The point is in the middle of what both have in common, or of what lies opposite. Of directions that are
/// equally short the first one is taken of x, y and z, forth before back, from the box that has the smaller
/// value in the first column in which they differ. Boxes may be flat.
///
/// ```
/// use scalar::dim3::{Aabb3, contact::aabb_aabb::contact};
///
/// let a = Aabb3 { min: [0.0; 3], max: [4.0; 3] };
/// let found = contact(&a, &Aabb3 { min: [1.0, 3.0, 2.0], max: [9.0; 3] });
/// assert_eq!((found.normal, found.depth, found.point), ([0.0, 1.0, 0.0], 1.0, [2.5, 3.5, 3.0]));
///
/// let found = contact(&a, &Aabb3 { min: [7.0, 8.0, 2.0], max: [9.0; 3] });
/// assert_eq!((found.normal, found.depth, found.point), ([0.6, 0.8, 0.0], -5.0, [5.5, 6.0, 3.0]));
/// ```
pub fn contact(a: &Aabb3, b: &Aabb3) -> Contact3 {
    let [of_a, of_b] = [a, b].map(|aabb| [wide(aabb.min), wide(aabb.max)]);
    let found = if is_before(of_b.as_flattened(), of_a.as_flattened()) {
        ordered(of_b, of_a).negated()
    } else {
        ordered(of_a, of_b)
    };
    found.rounded(a, b)
}

fn ordered([min1, max1]: [[f64; 3]; 2], [min2, max2]: [[f64; 3]; 2]) -> Wide {
    // Along each axis: the overlap and its sign, the middle of what both have, and of the sides that leave
    // each other.
    let (mut overlap, mut sign, mut common, mut border) = ([0.0; 3], [0.0; 3], [0.0; 3], [0.0; 3]);
    for k in 0..3 {
        let (forth, back) = (max1[k] - min2[k], max2[k] - min1[k]);
        (overlap[k], sign[k], border[k]) = if back < forth {
            (back, -1.0, (max2[k] + min1[k]) * 0.5)
        } else {
            (forth, 1.0, (max1[k] + min2[k]) * 0.5)
        };
        let low = if min1[k] > min2[k] { min1[k] } else { min2[k] };
        let high = if max1[k] < max2[k] { max1[k] } else { max2[k] };
        common[k] = (low + high) * 0.5;
    }
    // From the first box to the second one, where both are apart.
    let (mut gap, mut point) = ([0.0; 3], common);
    for k in 0..3 {
        if overlap[k] < 0.0 {
            (gap[k], point[k]) = (sign[k] * -overlap[k], border[k]);
        }
    }
    let distance = sqrt64(dot(gap, gap));
    if distance > 0.0 {
        return Wide { normal: unit(gap, distance), depth: -distance, point };
    }
    let mut least = 0;
    for k in 1..3 {
        if overlap[k] < overlap[least] {
            least = k;
        }
    }
    let (mut normal, mut point) = ([0.0; 3], common);
    (normal[least], point[least]) = (sign[least], border[least]);
    Wide { normal, depth: overlap[least], point }
}
