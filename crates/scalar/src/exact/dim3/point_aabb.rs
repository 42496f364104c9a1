//! Point and axis-aligned box: comparisons of `f32`, which need no formula.

use crate::dim3::{Aabb3, Point3, point_aabb};
use crate::exact::operand::have_no_points;
use crate::exact::{Exact, Stage};

/// Whether the point lies in the box or on its surface. Always decided by [`Stage::Rounded`].
///
/// ```
/// use scalar::{dim3::Aabb3, exact::point3_aabb3};
///
/// let aabb = Aabb3 { min: [0.0; 3], max: [2.0; 3] };
/// assert!(point3_aabb3(&[2.0, 0.0, 1.0], &aabb)); // on an edge
/// assert!(!point3_aabb3(&[2.0, -f32::from_bits(1), 1.0], &aabb));
/// ```
pub fn point3_aabb3(point: &Point3, aabb: &Aabb3) -> bool {
    point.decide(aabb).hit
}

impl Exact<Aabb3> for Point3 {
    #[inline]
    fn attempt(&self, other: &Aabb3, _: Stage) -> Option<bool> {
        Some(point_aabb::intervals(*self, other) && !have_no_points(self, other))
    }
}
