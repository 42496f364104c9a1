//! Box and box, both axis-aligned: comparisons of `f32`, which need no formula.

use crate::dim3::{Aabb3, aabb_aabb};
use crate::exact::operand::have_no_points;
use crate::exact::{Exact, Stage};

/// Whether the boxes have a point in common. Always decided by [`Stage::Rounded`].
///
/// ```
/// use scalar::{dim3::Aabb3, exact::aabb3_aabb3};
///
/// let s = Aabb3 { min: [0.0; 3], max: [2.0; 3] };
/// assert!(aabb3_aabb3(&s, &Aabb3 { min: [2.0; 3], max: [3.0; 3] })); // corner to corner
/// assert!(!aabb3_aabb3(&s, &Aabb3 { min: [f32::NAN, 2.0, 2.0], max: [3.0; 3] }));
/// ```
pub fn aabb3_aabb3(s: &Aabb3, t: &Aabb3) -> bool {
    s.decide(t).hit
}

impl Exact<Aabb3> for Aabb3 {
    #[inline]
    fn attempt(&self, other: &Aabb3, _: Stage) -> Option<bool> {
        Some(aabb_aabb::intervals(self, other) && !have_no_points(self, other))
    }
}
