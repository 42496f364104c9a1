//! Box and box, both axis-aligned: comparisons only, which round nothing.

use super::Aabb3;

/// Whether the boxes have a point in common: neither begins after the other ends, in x, y and z.
///
/// ```
/// use scalar::dim3::{Aabb3, aabb_aabb::intervals};
///
/// let s = Aabb3 { min: [0.0; 3], max: [2.0; 3] };
/// assert!(intervals(&s, &Aabb3 { min: [2.0; 3], max: [3.0; 3] })); // corner to corner
/// assert!(!intervals(&s, &Aabb3 { min: [0.0, 0.0, 2.5], max: [3.0; 3] }));
/// ```
#[inline]
pub fn intervals(s: &Aabb3, t: &Aabb3) -> bool {
    (0..3).fold(true, |all, k| all & (s.min[k] <= t.max[k]) & (t.min[k] <= s.max[k]))
}
