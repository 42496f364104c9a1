//! Segment and disk: an end in the disk, or the foot `Q` of the perpendicular strictly between the ends and in it.
//!
//! ```text
//!    |AP|^2 <= r^2   or   |BP|^2 <= r^2   or   0 < AP.AB < AB.AB  and  (AP x AB)^2 <= r^2 AB.AB
//! ```
//!
//! of degree 4. `|QP| = |AP x AB| / |AB|`, see [`crate::dim2::point_segment`]. The foot is asked for strictly: where it
//! is an end, that end has answered, and a segment of zero direction has no foot, though `0 <= r^2 0` would hold.

use crate::dim2::{Disk, Segment};
use crate::exact::kleene::{and, or};
use crate::exact::number::Number;
use crate::exact::vector::{between, cross, dot, squared, sub, vector};
use crate::exact::{Exact, decided_by};

/// Whether the segment and the disk have a point in common.
///
/// ```
/// use scalar::{dim2::{Disk, Segment}, exact::segment_disk};
///
/// let segment = Segment { start: [0.0, 0.0], direction: [3e5, 4e5] };
/// assert!(segment_disk(&segment, &Disk { center: [15.0, 10.0], radius: 6.0 })); // touching
/// assert!(!segment_disk(&segment, &Disk { center: [15.0, 10.0], radius: 5.999_999_5 }));
/// ```
pub fn segment_disk(segment: &Segment, disk: &Disk) -> bool {
    segment.decide(disk).hit
}
decided_by!(within(Segment, Disk));

fn within<N: Number>(segment: &Segment, disk: &Disk) -> Option<bool> {
    let (ap, ab) = (between::<N, 2>(segment.start, disk.center), vector(segment.direction));
    let rr = N::from_f32(disk.radius).squared();
    let an_end = or(squared(&ap).at_most(&rr), || squared(&sub(&ap, &ab)).at_most(&rr));
    or(an_end, || between_ends(&ap, &ab, &rr))
}

/// Whether the foot of the perpendicular lies strictly between the ends, at a squared distance of at most `rr`.
pub fn between_ends<N: Number>(ap: &[N; 2], ab: &[N; 2], rr: &N) -> Option<bool> {
    let (along, length2) = (dot(ap, ab), squared(ab));
    and(and(along.is_positive(), || along.below(&length2)), || {
        cross(ap, ab).squared().at_most(&rr.times(&length2))
    })
}
