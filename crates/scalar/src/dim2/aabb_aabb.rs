//! Box and box, both axis-aligned: comparisons only, which round nothing.

use super::Aabb;

/// Whether the boxes have a point in common: neither begins after the other ends, in x and in y.
///
/// ```
/// use scalar::dim2::{Aabb, aabb_aabb::intervals};
///
/// let s = Aabb { min: [0.0, 0.0], max: [2.0, 2.0] };
/// assert!(intervals(&s, &Aabb { min: [2.0, 2.0], max: [3.0, 3.0] })); // corner to corner
/// assert!(!intervals(&s, &Aabb { min: [2.5, 0.0], max: [3.0, 3.0] }));
/// ```
#[inline]
pub fn intervals(s: &Aabb, t: &Aabb) -> bool {
    (0..2).fold(true, |all, k| all & (s.min[k] <= t.max[k]) & (t.min[k] <= s.max[k]))
}
