//! Box and box, both axis-aligned: comparisons of `f32`, which need no formula.

use crate::dim2::{Aabb, aabb_aabb};
use crate::exact::operand::have_no_points;
use crate::exact::{Exact, Stage};

/// Whether the boxes have a point in common. Always decided by [`Stage::Rounded`].
///
/// ```
/// use scalar::{dim2::Aabb, exact::aabb_aabb};
///
/// let s = Aabb { min: [0.0, 0.0], max: [2.0, 2.0] };
/// assert!(aabb_aabb(&s, &Aabb { min: [2.0, 2.0], max: [3.0, 3.0] })); // corner to corner
/// assert!(!aabb_aabb(&s, &Aabb { min: [f32::NAN, 2.0], max: [3.0, 3.0] }));
/// ```
pub fn aabb_aabb(s: &Aabb, t: &Aabb) -> bool {
    s.decide(t).hit
}

impl Exact<Aabb> for Aabb {
    #[inline]
    fn attempt(&self, other: &Aabb, _: Stage) -> Option<bool> {
        Some(aabb_aabb::intervals(self, other) && !have_no_points(self, other))
    }
}
