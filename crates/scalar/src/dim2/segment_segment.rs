//! Segment and segment: each straddles the other's line (edge functions, cross-product article, D; Ericson, Real-Time Collision
//! Detection, 5.1.9).
//!
//! With `A` and `u` start and direction of one, `C` and `v` of the other, and `w = C - A`, the ends of the second lie
//! at `u x w` and `u x w + u x v` across the first, those of the first at `w x v` and `w x v - u x v` across the
//! second. The segments are apart if both ends lie on one side; segments on one line, which cast all of this on 0,
//! if their bounding boxes are apart.

use super::Segment;
use super::interval::disjoint_unless_nan;
use super::vector::{cross, sub};
use crate::float::no_nan;

/// Whether the segments have a point in common.
///
/// ```
/// use scalar::dim2::{Segment, segment_segment::straddle};
///
/// let s = Segment { start: [0.0, 0.0], direction: [4.0, 0.0] };
/// assert!(straddle(&s, &Segment { start: [1.0, 0.0], direction: [1.0, 5.0] })); // touching
/// assert!(!straddle(&s, &Segment { start: [5.0, 0.0], direction: [1.0, 0.0] })); // on one line
/// ```
pub fn straddle(s: &Segment, t: &Segment) -> bool {
    let (u, v, w) = (s.direction, t.direction, sub(t.start, s.start));
    let (across_s, across_t, both) = (cross(u, w), cross(w, v), cross(u, v));
    no_nan([s.start, u, t.start, v].as_flattened())
        && !disjoint_unless_nan([0.0], [across_s, across_s + both])
        && !disjoint_unless_nan([0.0], [across_t, across_t - both])
        && (0..2).all(|k| !disjoint_unless_nan([0.0, u[k]], [w[k], w[k] + v[k]]))
}
