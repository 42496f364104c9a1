//! Segment, ray or line and an axis-aligned box in space by slabs (Kay and Kajiya).
//!
//! As for [oriented boxes](super::segment_oriented_box), with the coordinate axes as those of the box: the path
//! lies in the box where it lies in all three slabs
//!
//! ```text
//! |s + t d| <= h,    s = start - (min + max) / 2,   d = direction,   h = (max - min) / 2,   in x, y and z
//! ```

use super::Aabb3;
use crate::LinearComponent;
use crate::dim2::segment_oriented_box::clip_slabs;

/// Whether the segment, ray or line and the box have a point in common, in `f32`.
///
/// Touching counts. A zero direction is the point `start`; a box may be flat.
///
/// ```
/// use scalar::dim3::{Aabb3, Line3, Ray3, Segment3, segment_aabb::slabs};
///
/// let cube = Aabb3 { min: [-1.0; 3], max: [1.0; 3] };
/// let (start, direction) = ([3.0, 1.0, 1.0], [1.0, 0.0, 0.0]); // away from the cube, along an edge
/// assert!(!slabs(&Segment3 { start, direction }, &cube));
/// assert!(!slabs(&Ray3 { start, direction }, &cube));
/// assert!(slabs(&Line3 { start, direction }, &cube));
/// ```
pub fn slabs<R: LinearComponent<3>>(path: &R, aabb: &Aabb3) -> bool {
    let (start, direction) = path.path();
    let s = [0, 1, 2].map(|k| start[k] - 0.5 * (aabb.min[k] + aabb.max[k]));
    let h = [0, 1, 2].map(|k| 0.5 * (aabb.max[k] - aabb.min[k]));
    clip_slabs(path.range(), s, direction, h).is_some()
}
