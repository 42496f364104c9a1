//! Segment and segment: each straddles the line of the other (edge functions, cross-product article, D;
//! Ericson, Real-Time Collision Detection, 5.1.9).
//!
//! Define `A` and `u` as start and direction of one segment, `C` and `v` of the other, and `w = C - A`.
//! Across the first segment, the ends of the second lie at `u x w` and `u x w + u x v`. Across the second,
//! those of the first lie at `w x v` and `w x v - u x v`. The segments are disjoint if both ends of one lie
//! strictly on one side of the other. For segments on one line all of these are 0; they are disjoint if their
//! bounding boxes are.

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
