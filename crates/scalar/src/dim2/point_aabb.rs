//! Point and axis-aligned box: whether it lies in the box, and the closest point of the box (Ericson, Real-Time
//! Collision Detection, section 5.1.3).
//!
//! ```text
//!       |       |               Define    low and high, the interval of the box in a coordinate
//!   ----+-------+----           Solution  q = low    where p < low
//!       |  box  |                         q = high   where p > high
//!   ----+-------+----                     q = p      else
//!       |       |
//! ```
//!
//! In each coordinate by itself, so that nothing is rounded: `q` is a coordinate of the point or of the box.

use super::vector::{dot, sub};
use super::{Aabb, Point};
use crate::float::{canonical, canonical_all, no_nan};

/// Whether the point lies in the box or on its border: in x and y within the interval of the box.
///
/// ```
/// use scalar::dim2::{Aabb, point_aabb::intervals};
///
/// let aabb = Aabb { min: [0.0; 2], max: [2.0; 2] };
/// assert!(intervals([2.0, 0.0], &aabb)); // a corner
/// assert!(!intervals([2.5, 0.0], &aabb));
/// ```
#[inline]
pub fn intervals(p: Point, aabb: &Aabb) -> bool {
    (0..2).fold(true, |all, k| all & (aabb.min[k] <= p[k]) & (p[k] <= aabb.max[k]))
}

/// The point of a box that is closest to `p`: exact, and `p` itself where it lies in the box. NaN in both
/// coordinates for a NaN operand.
///
/// ```
/// use scalar::dim2::{Aabb, point_aabb::closest_point};
///
/// let aabb = Aabb { min: [0.0; 2], max: [2.0; 2] };
/// assert_eq!(closest_point([-1.0, 1.5], &aabb), [0.0, 1.5]);
/// assert_eq!(closest_point([1.0, 2.0], &aabb), [1.0, 2.0]); // on the border
/// ```
pub fn closest_point(p: Point, aabb: &Aabb) -> Point {
    clamp(p, aabb.min, aabb.max)
}

/// How far [`squared_distance`] may be from the true one, in parts of itself, as long as no square
/// underflows: a difference enters twice, with a product and a sum, and terms of second order.
pub const SQUARED_DISTANCE_ERROR: f32 = 4.5 * f32::EPSILON / 2.0;

/// The squared distance of a point to a box, `f32` in units of length squared; 0 where the point lies in it,
/// and only there unless the square underflows. Infinite where it is beyond all floats, NaN for a NaN
/// operand. The error bound is [`SQUARED_DISTANCE_ERROR`].
///
/// ```
/// use scalar::dim2::{Aabb, point_aabb::squared_distance};
///
/// let aabb = Aabb { min: [0.0; 2], max: [2.0; 2] };
/// assert_eq!(squared_distance([-3.0, 6.0], &aabb), 25.0);
/// assert_eq!(squared_distance([2.0, 1.0], &aabb), 0.0);
/// ```
pub fn squared_distance(p: Point, aabb: &Aabb) -> f32 {
    let offset = sub(p, closest_point(p, aabb));
    canonical(dot(offset, offset))
}

/// The closest point of a box of any dimension; NaN in all coordinates for a NaN operand.
pub(crate) fn clamp<const N: usize>(p: [f32; N], min: [f32; N], max: [f32; N]) -> [f32; N] {
    if !no_nan([p, min, max].as_flattened()) {
        return canonical_all([f32::NAN; N]);
    }
    clamp_each(p, min, max)
}

/// Each coordinate of a point, or the end of its interval beyond which it is.
#[inline]
pub(crate) fn clamp_each<T: PartialOrd + Copy, const N: usize>(
    p: [T; N],
    min: [T; N],
    max: [T; N],
) -> [T; N] {
    core::array::from_fn(|k| {
        if p[k] < min[k] {
            min[k]
        } else if p[k] > max[k] {
            max[k]
        } else {
            p[k]
        }
    })
}
