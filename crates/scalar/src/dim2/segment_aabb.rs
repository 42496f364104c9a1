//! Segment, ray or line and an axis-aligned box by slabs (Kay and Kajiya).
//!
//! As for [oriented boxes](super::segment_oriented_box), with the coordinate axes as those of the box: the path
//! lies in the box where it lies in both slabs
//!
//! ```text
//! |s + t d| <= h,    s = start - (min + max) / 2,   d = direction,   h = (max - min) / 2,   in x and y
//! ```
//!
//! In space there is one slab more, and all else is the same.

use super::segment_oriented_box::{between, clip_slabs};
use super::{Aabb, Clip};
use crate::LinearComponent;

/// Whether the segment, ray or line and the box have a point in common, in `f32`.
///
/// Touching counts. A zero direction is the point `start`; a box may be flat.
///
/// ```
/// use scalar::dim2::{Aabb, Line, Ray, Segment, segment_aabb::slabs};
///
/// let square = Aabb { min: [-1.0; 2], max: [1.0; 2] };
/// let (start, direction) = ([3.0, 1.0], [1.0, 0.0]); // away from the square, along its upper side
/// assert!(!slabs(&Segment { start, direction }, &square));
/// assert!(!slabs(&Ray { start, direction }, &square));
/// assert!(slabs(&Line { start, direction }, &square));
/// ```
pub fn slabs<R: LinearComponent<2>>(path: &R, aabb: &Aabb) -> bool {
    meets_slabs(path, aabb.min, aabb.max)
}

/// The same of a box of any dimension.
pub(crate) fn meets_slabs<R: LinearComponent<D>, const D: usize>(
    path: &R,
    min: [f32; D],
    max: [f32; D],
) -> bool {
    let (start, direction) = path.path();
    let s = core::array::from_fn(|k| start[k] - 0.5 * (min[k] + max[k]));
    let h = core::array::from_fn(|k| 0.5 * (max[k] - min[k]));
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
/// use scalar::dim2::{Aabb, Segment, segment_aabb::clip};
///
/// let square = Aabb { min: [-1.0; 2], max: [1.0; 2] };
/// let inside = clip(&Segment { start: [-3.0, 0.5], direction: [8.0, 0.0] }, &square).unwrap();
/// assert_eq!((inside.t_enter, inside.t_exit), (0.25, 0.5));
/// assert_eq!(inside.entry, [-1.0, 0.5]);
/// ```
pub fn clip<R: LinearComponent<2>>(path: &R, aabb: &Aabb) -> Option<Clip> {
    parameters(path, aabb.min, aabb.max).map(|parameters| between(path, parameters))
}

/// The parameters in and out of a box of any dimension.
pub(crate) fn parameters<R: LinearComponent<D>, const D: usize>(
    path: &R,
    min: [f32; D],
    max: [f32; D],
) -> Option<(f32, f32)> {
    const FAR: f32 = f32::INFINITY;
    let (start, direction) = path.path();
    let (mut enter, mut exit) = path.range();
    let (mut moves, mut meets_slabs) = (false, true);
    for k in 0..D {
        let (low, high, d) = (min[k] - start[k], max[k] - start[k], direction[k]);
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
    (enter.abs() < FAR && exit.abs() < FAR).then_some((enter, exit))
}
