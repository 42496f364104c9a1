//! Point and axis-aligned box: comparisons only, which round nothing.

use super::{Aabb3, Point3};

/// Whether the point lies in the box or on its surface: in x, y and z within the interval of the box.
///
/// ```
/// use scalar::dim3::{Aabb3, point_aabb::intervals};
///
/// let aabb = Aabb3 { min: [0.0; 3], max: [2.0; 3] };
/// assert!(intervals([2.0, 0.0, 1.0], &aabb)); // on an edge
/// assert!(!intervals([2.0, 0.0, 2.5], &aabb));
/// ```
pub fn intervals(p: Point3, aabb: &Aabb3) -> bool {
    (0..3).all(|k| aabb.min[k] <= p[k] && p[k] <= aabb.max[k])
}
