//! Segment, ray or line and an axis-aligned box in space by slabs (Kay and Kajiya).
//!
//! As for [oriented boxes](super::segment_oriented_box), with the coordinate axes as those of the box: the path
//! lies in the box where it lies in all three slabs
//!
//! ```text
//! |s + t d| <= h,    s = start - (min + max) / 2,   d = direction,   h = (max - min) / 2,   in x, y and z
//! ```

use super::segment_oriented_box::between;
use super::{Aabb3, Clip3};
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

/// How far a parameter of [`clip`] may be from the true one, in parts of itself: a difference and a quotient, and
/// terms of second order. It holds as long as neither underflows.
pub const CLIP_ERROR: f32 = 2.5 * f32::EPSILON / 2.0;

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
    const FAR: f32 = f32::INFINITY;
    let (start, direction) = path.path();
    let (mut enter, mut exit) = path.range();
    let (mut moves, mut meets_slabs) = (false, true);
    for k in 0..3 {
        let (low, high, d) = (aabb.min[k] - start[k], aabb.max[k] - start[k], direction[k]);
        let (near, far) = if d > 0.0 {
            (low / d, high / d)
        } else if d < 0.0 {
            (high / d, low / d)
        } else if d == 0.0 && low <= 0.0 && high >= 0.0 {
            (-FAR, FAR)
        } else {
            (FAR, -FAR)
        };
        moves |= d != 0.0;
        meets_slabs &= near <= far;
        enter = if near > enter { near } else { enter };
        exit = if far < exit { far } else { exit };
    }
    if !(meets_slabs && enter <= exit) {
        return None;
    }
    if !moves {
        (enter, exit) = (0.0, 0.0);
    }
    (enter.abs() < FAR && exit.abs() < FAR).then(|| between(path, (enter, exit)))
}
