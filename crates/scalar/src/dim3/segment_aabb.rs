//! Segment, ray or line and an axis-aligned box in space by slabs (Kay and Kajiya).
//!
//! As [in the plane](crate::dim2::segment_aabb): the path lies in the box where it lies in all three slabs.

use super::segment_oriented_box::between;
use super::{Aabb3, Clip3};
use crate::LinearComponent;
pub use crate::dim2::segment_aabb::CLIP_ERROR;
use crate::dim2::segment_aabb::{meets_slabs, parameters};

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
    meets_slabs(path, aabb.min, aabb.max)
}

/// Where the segment, ray or line passes through the box: the parameters of the first and the last common
/// point, in lengths of `direction`, and the first common point. None if there is no common point, or a parameter is
/// beyond all floats.
///
/// ```text
///     in each slab  min <= s + t d <= max:  t from (min - s) / d to (max - s) / d, or exchanged where d < 0
/// ```
///
/// The parameters keep the bound [`CLIP_ERROR`]; the point is `start + t_enter direction` with two roundings.
/// A zero direction in the box is `t_enter = t_exit = 0` at `start`.
///
/// ```
/// use scalar::dim3::{Aabb3, Segment3, segment_aabb::clip};
///
/// let cube = Aabb3 { min: [-1.0; 3], max: [1.0; 3] };
/// let through = Segment3 { start: [-3.0, 0.5, 0.0], direction: [8.0, 0.0, 0.0] };
/// let inside = clip(&through, &cube).unwrap();
/// assert_eq!((inside.t_enter, inside.t_exit), (0.25, 0.5));
/// assert_eq!(inside.entry, [-1.0, 0.5, 0.0]);
/// ```
pub fn clip<R: LinearComponent<3>>(path: &R, aabb: &Aabb3) -> Option<Clip3> {
    parameters(path, aabb.min, aabb.max).map(|parameters| between(path, parameters))
}
