//! Segment, ray or line and an axis-aligned box: the slabs of [oriented boxes](super::segment_oriented_box), twice
//! as large, so that the middle of the box is `min + max`. Of degree 2.

use crate::LinearComponent;
use crate::dim2::Aabb;
use crate::exact::dim2::segment_oriented_box::{Ends, intersects_slabs};
use crate::exact::number::Number;
use crate::exact::vector::{between, vector};
use crate::exact::{Exact, decided_by};

/// Whether the segment, ray or line and the box have a point in common.
///
/// ```
/// use scalar::dim2::{Aabb, Line, Ray, Segment};
/// use scalar::exact::segment_aabb;
///
/// let square = Aabb { min: [-1.0; 2], max: [1.0; 2] };
/// let (start, direction) = ([3.0, 1.0], [1.0, 0.0]); // away from the square, along its upper side
/// assert!(!segment_aabb(&Segment { start, direction }, &square));
/// assert!(!segment_aabb(&Ray { start, direction }, &square));
/// assert!(segment_aabb(&Line { start, direction }, &square));
/// assert!(!segment_aabb(&Line { start: [3.0, 1.000_000_1], direction }, &square));
/// ```
pub fn segment_aabb<R: LinearComponent<2>>(path: &R, aabb: &Aabb) -> bool {
    path.decide(aabb).hit
}
decided_by!(intersect(R: LinearComponent<2>, Aabb));

fn intersect<N: Number>(path: &impl LinearComponent<2>, aabb: &Aabb) -> Option<bool> {
    meets_box::<N, 2>(path, aabb.min, aabb.max)
}

/// The same of a box of any dimension.
pub fn meets_box<N: Number, const D: usize>(
    path: &impl LinearComponent<D>,
    min: [f32; D],
    max: [f32; D],
) -> Option<bool> {
    let (start, direction) = path.path();
    let (from_min, from_max) = (between::<N, D>(min, start), between::<N, D>(max, start));
    let s = core::array::from_fn(|k| from_min[k].plus(&from_max[k]));
    let d = vector::<N, D>(direction).map(|x| x.plus(&x));
    intersects_slabs(Ends::of(path.range()), &s, &d, &between(min, max))
}
