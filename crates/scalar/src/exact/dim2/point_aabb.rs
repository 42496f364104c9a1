//! Point and axis-aligned box: comparisons of `f32`, which need no formula.

use crate::dim2::{Aabb, Point, point_aabb as comparisons};
use crate::exact::operand::have_no_points;
use crate::exact::{Exact, Stage};

/// Whether the point lies in the box or on its border. Always decided by [`Stage::Rounded`].
///
/// ```
/// use scalar::{dim2::Aabb, exact::point_aabb};
///
/// let aabb = Aabb { min: [0.0; 2], max: [2.0; 2] };
/// assert!(point_aabb(&[2.0, 0.0], &aabb)); // a corner
/// assert!(!point_aabb(&[2.0, -f32::from_bits(1)], &aabb));
/// ```
pub fn point_aabb(point: &Point, aabb: &Aabb) -> bool {
    point.decide(aabb).hit
}

impl Exact<Aabb> for Point {
    #[inline]
    fn attempt(&self, other: &Aabb, _: Stage) -> Option<bool> {
        Some(comparisons::intervals(*self, other) && !have_no_points(self, other))
    }
}
