//! Segment, ray or line and an oriented box in space by slabs (GRAM). The derivation and the corrections are
//! those of the plane ([`crate::dim2::segment_oriented_box`]), with a third slab: in the frame of the box the
//! path is
//!
//! ```text
//!     s + t d,    s = (start - center).axes[k],   d = direction.axes[k],   k = 0, 1, 2
//! ```
//!
//! and lies in the box where it lies in all three slabs, `|s + t d| <= half_extents[k]`. The axes are used as
//! stored.

use super::vector::{dot, sub};
use super::{Clip3, OrientedBox3};
use crate::LinearComponent;
use crate::dim2::segment_oriented_box::clip_slabs;
use crate::float::{canonical, canonical_all};

pub use crate::dim2::segment_oriented_box::SLAB_ERROR;

/// Whether the segment, ray or line and the box have a point in common, in `f32`.
///
/// Touching counts. A zero direction is the point `start`; half extents of zero make the box a rectangle, a
/// segment or a point.
///
/// ```
/// use scalar::dim3::{Line3, OrientedBox3, Ray3, Segment3, segment_oriented_box::slabs};
///
/// let axes = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
/// let cube = OrientedBox3 { center: [0.0; 3], half_extents: [1.0; 3], axes };
/// let (start, direction) = ([3.0, 1.0, 1.0], [1.0, 0.0, 0.0]); // away from the cube, along an edge
/// assert!(!slabs(&Segment3 { start, direction }, &cube));
/// assert!(!slabs(&Ray3 { start, direction }, &cube));
/// assert!(slabs(&Line3 { start, direction }, &cube));
/// ```
pub fn slabs<R: LinearComponent<3>>(path: &R, b: &OrientedBox3) -> bool {
    parameters(path, b).is_some()
}

/// Where the segment, ray or line passes through the box: the parameters of the first and the last common
/// point, in lengths of `direction`, and the first common point. None if there is no common point.
///
/// The parameters keep the bound [`SLAB_ERROR`]; the point is `start + t_enter direction` with two roundings.
/// A zero direction in the box is `t_enter = t_exit = 0` at `start`.
///
/// ```
/// use scalar::dim3::{Clip3, OrientedBox3, Segment3, segment_oriented_box::clip};
///
/// let axes = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
/// let cube = OrientedBox3 { center: [0.0; 3], half_extents: [1.0; 3], axes };
/// let through = Segment3 { start: [-3.0, 0.5, 0.0], direction: [8.0, 0.0, 0.0] };
/// let inside = clip(&through, &cube).unwrap();
/// assert_eq!((inside.t_enter, inside.t_exit), (0.25, 0.5));
/// assert_eq!(inside.entry, [-1.0, 0.5, 0.0]);
/// ```
pub fn clip<R: LinearComponent<3>>(path: &R, b: &OrientedBox3) -> Option<Clip3> {
    parameters(path, b).map(|parameters| between(path, parameters))
}

/// What lies between the parameters in and out.
pub(super) fn between<R: LinearComponent<3>>(path: &R, (t_enter, t_exit): (f32, f32)) -> Clip3 {
    let (start, direction) = path.path();
    let entry = [0, 1, 2].map(|k| start[k] + direction[k] * t_enter);
    Clip3 { t_enter: canonical(t_enter), t_exit: canonical(t_exit), entry: canonical_all(entry) }
}

/// The parameters in and out, in the frame of the box.
fn parameters<R: LinearComponent<3>>(path: &R, b: &OrientedBox3) -> Option<(f32, f32)> {
    let (start, direction) = path.path();
    let from_center = sub(start, b.center);
    let s = b.axes.map(|axis| dot(axis, from_center));
    let d = b.axes.map(|axis| dot(axis, direction));
    clip_slabs(path.range(), s, d, b.half_extents)
}
