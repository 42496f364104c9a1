//! Segment, ray or line and an oriented box in space: the slabs of the plane, three of them
//! ([`crate::exact::dim2::segment_oriented_box`]). Of degree 4.
//!
//! The axes are used as stored: the set is that of the three slabs also where they are not perpendicular, or
//! depend on one another so that it is unbounded.

use core::array::from_fn;

use crate::LinearComponent;
use crate::dim3::OrientedBox3;
use crate::exact::dim2::segment_oriented_box::{Ends, intersects_slabs};
use crate::exact::number::Number;
use crate::exact::vector::{between, dot, vector};
use crate::exact::{Exact, decided_by};

/// Whether the segment, ray or line and the box, with its axes as stored, have a point in common.
///
/// ```
/// use scalar::dim3::{Line3, OrientedBox3, Ray3, Segment3};
/// use scalar::exact::segment3_oriented_box3;
///
/// let axes = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
/// let cube = OrientedBox3 { center: [0.0; 3], half_extents: [1.0; 3], axes };
/// let (start, direction) = ([3.0, 1.0, 1.0], [1.0, 0.0, 0.0]); // away from the cube, along an edge
/// assert!(!segment3_oriented_box3(&Segment3 { start, direction }, &cube));
/// assert!(!segment3_oriented_box3(&Ray3 { start, direction }, &cube));
/// assert!(segment3_oriented_box3(&Line3 { start, direction }, &cube));
/// assert!(!segment3_oriented_box3(&Line3 { start: [3.0, 1.0, 1.000_000_1], direction }, &cube));
/// ```
pub fn segment3_oriented_box3<R: LinearComponent<3>>(path: &R, oriented: &OrientedBox3) -> bool {
    path.decide(oriented).hit
}
decided_by!(intersect(R: LinearComponent<3>, OrientedBox3) at once);

fn intersect<N: Number>(path: &impl LinearComponent<3>, oriented: &OrientedBox3) -> Option<bool> {
    let (start, direction) = path.path();
    let (from_center, direction) = (between::<N, 3>(oriented.center, start), vector::<N, 3>(direction));
    let along_axes = |v: &[N; 3]| from_fn(|k| dot(&vector(oriented.axes[k]), v));
    let (s, d) = (along_axes(&from_center), along_axes(&direction));
    intersects_slabs(Ends::of(path.range()), &s, &d, &vector(oriented.half_extents))
}
