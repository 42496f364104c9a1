//! Segment, ray or line and disk: an end lies in the disk, or the foot `Q` of the perpendicular lies on the
//! path and in the disk.
//!
//! ```text
//!    |AP|^2 <= r^2   or   |BP|^2 <= r^2   or   0 < AP.AB < AB.AB  and  (AP x AB)^2 <= r^2 AB.AB
//! ```
//!
//! of degree 4. `|QP| = |AP x AB| / |AB|`, see [`crate::dim2::point_segment`]. "Between" is strict: if the
//! foot is an end, the condition of that end decides. So a segment of zero direction has no foot, for which
//! `0 <= r^2 0` would hold. A ray has no end `B`, and its foot lies ahead of `A`, if `AP.AB > 0`; a line has
//! its foot unless its direction is zero.

use super::segment_oriented_box::Ends;
use crate::LinearComponent;
use crate::dim2::Disk;
use crate::exact::kleene::{and, or};
use crate::exact::near::{Edge, Reach, line_is_near, point_is_near};
use crate::exact::number::Number;
use crate::exact::vector::{between, dot, squared, vector};
use crate::exact::{Exact, decided_by};

/// Whether the segment, ray or line and the disk have a point in common.
///
/// ```
/// use scalar::dim2::{Disk, Line, Ray, Segment};
/// use scalar::exact::segment_disk;
///
/// let segment = Segment { start: [0.0, 0.0], direction: [3e5, 4e5] };
/// assert!(segment_disk(&segment, &Disk { center: [15.0, 10.0], radius: 6.0 })); // touching
/// assert!(!segment_disk(&segment, &Disk { center: [15.0, 10.0], radius: 5.999_999_5 }));
///
/// let (start, direction) = ([3.0, 1.0], [1.0, 0.0]); // away from the disk, along a tangent
/// let disk = Disk { center: [0.0, 0.0], radius: 1.0 };
/// assert!(!segment_disk(&Ray { start, direction }, &disk));
/// assert!(segment_disk(&Line { start, direction }, &disk));
/// ```
pub fn segment_disk<R: LinearComponent<2>>(path: &R, disk: &Disk) -> bool {
    path.decide(disk).hit
}
decided_by!(intersect(R: LinearComponent<2>, Disk));

fn intersect<N: Number>(path: &impl LinearComponent<2>, disk: &Disk) -> Option<bool> {
    path_is_near::<N, 2>(path, disk.center, Reach::of([disk.radius]))
}

/// Whether a point is within a distance of a segment, ray or line, in the plane and in space.
pub fn path_is_near<N: Number, const D: usize>(
    path: &impl LinearComponent<D>,
    p: [f32; D],
    reach: Reach,
) -> Option<bool> {
    let (start, direction) = path.path();
    let Ends { has_start, has_end } = Ends::of(path.range());
    if has_end {
        return point_is_near::<N, D>(p, &Edge::along(start, direction), reach);
    }
    let (ap, d, rr) = (between::<N, D>(start, p), vector::<N, D>(direction), reach.squared::<N>());
    let (along, length2) = (dot(&ap, &d), squared(&d));
    or(squared(&ap).at_most(&rr), || {
        let has_foot = if has_start { along.is_positive() } else { length2.is_positive() };
        and(has_foot, || line_is_near(&ap, &along, &length2, &rr))
    })
}
