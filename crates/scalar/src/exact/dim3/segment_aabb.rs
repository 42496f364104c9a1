//! Segment, ray or line and an axis-aligned box in space, as [in the plane](crate::exact::dim2::segment_aabb). Of
//! degree 2.

use crate::LinearComponent;
use crate::dim3::Aabb3;
use crate::exact::dim2::segment_aabb::meets_box;
use crate::exact::number::Number;
use crate::exact::{Exact, decided_by};

/// Whether the segment, ray or line and the box have a point in common.
///
/// ```
/// use scalar::dim3::{Aabb3, Line3, Ray3, Segment3};
/// use scalar::exact::segment3_aabb3;
///
/// let cube = Aabb3 { min: [-1.0; 3], max: [1.0; 3] };
/// let (start, direction) = ([3.0, 1.0, 1.0], [1.0, 0.0, 0.0]); // away from the cube, along an edge
/// assert!(!segment3_aabb3(&Segment3 { start, direction }, &cube));
/// assert!(!segment3_aabb3(&Ray3 { start, direction }, &cube));
/// assert!(segment3_aabb3(&Line3 { start, direction }, &cube));
/// assert!(!segment3_aabb3(&Line3 { start: [3.0, 1.0, 1.000_000_1], direction }, &cube));
/// ```
pub fn segment3_aabb3<R: LinearComponent<3>>(path: &R, aabb: &Aabb3) -> bool {
    path.decide(aabb).hit
}
decided_by!(intersect(R: LinearComponent<3>, Aabb3));

fn intersect<N: Number>(path: &impl LinearComponent<3>, aabb: &Aabb3) -> Option<bool> {
    meets_box::<N, 3>(path, aabb.min, aabb.max)
}
