//! Point and axis-aligned box: comparisons only, which round nothing. Nor does the closest point of the box,
//! which is [as in the plane](crate::dim2::point_aabb).

use super::vector::{dot, sub};
use super::{Aabb3, Point3};
use crate::dim2::point_aabb::clamp;
use crate::float::canonical;

/// Whether the point lies in the box or on its surface: in x, y and z within the interval of the box.
///
/// ```
/// use scalar::dim3::{Aabb3, point_aabb::intervals};
///
/// let aabb = Aabb3 { min: [0.0; 3], max: [2.0; 3] };
/// assert!(intervals([2.0, 0.0, 1.0], &aabb)); // on an edge
/// assert!(!intervals([2.0, 0.0, 2.5], &aabb));
/// ```
#[inline]
pub fn intervals(p: Point3, aabb: &Aabb3) -> bool {
    (0..3).fold(true, |all, k| all & (aabb.min[k] <= p[k]) & (p[k] <= aabb.max[k]))
}

/// The point of a box that is closest to `p`: exact, and `p` itself where it lies in the box. NaN in all
/// coordinates for a NaN operand.
///
/// ```
/// use scalar::dim3::{Aabb3, point_aabb::closest_point};
///
/// let aabb = Aabb3 { min: [0.0; 3], max: [2.0; 3] };
/// assert_eq!(closest_point([-1.0, 1.5, 9.0], &aabb), [0.0, 1.5, 2.0]);
/// assert_eq!(closest_point([1.0, 0.5, 2.0], &aabb), [1.0, 0.5, 2.0]); // on the surface
/// ```
pub fn closest_point(p: Point3, aabb: &Aabb3) -> Point3 {
    clamp(p, aabb.min, aabb.max)
}

/// How far [`squared_distance`] may be from the true one, in parts of itself, as long as no square
/// underflows: a difference enters twice, with a product and two sums, and terms of second order.
pub const SQUARED_DISTANCE_ERROR: f32 = 5.5 * f32::EPSILON / 2.0;

/// The squared distance of a point to a box, `f32` in units of length squared; 0 where the point lies in it,
/// and only there unless the square underflows. Infinite where it is beyond all floats, NaN for a NaN
/// operand. The error bound is [`SQUARED_DISTANCE_ERROR`].
///
/// ```
/// use scalar::dim3::{Aabb3, point_aabb::squared_distance};
///
/// let aabb = Aabb3 { min: [0.0; 3], max: [2.0; 3] };
/// assert_eq!(squared_distance([-3.0, 1.0, 6.0], &aabb), 25.0);
/// assert_eq!(squared_distance([2.0, 1.0, 0.0], &aabb), 0.0);
/// ```
pub fn squared_distance(p: Point3, aabb: &Aabb3) -> f32 {
    let offset = sub(p, closest_point(p, aabb));
    canonical(dot(offset, offset))
}
