//! Point and segment: squared distance (Redpoll, `ComputeSqrDistance_Point_Segment`) and closest point.
//!
//! ```text
//!   P1            P            P2       AP.AB <= 0              nearest point is A
//!    \            |            /        0 < AP.AB <= AB.AB      the foot Q of the perpendicular
//!     \           |d          /         AP.AB > AB.AB           B
//!      A----------Q----------B
//! ```
//!
//! With `T` the angle at `A`, `d = |AP| sin T`. So `d^2 = |AP|^2 - (AP.AB)^2 / AB.AB`, as Redpoll computes
//! it. Near the line that difference cancels, and may even be negative. By Lagrange's identity the same
//! number is `(AP x AB)^2 / AB.AB`, with as many operations and no cancellation of squares: that is computed
//! here. Redpoll divides by zero for a segment of length zero; with `AP.AB <= 0` instead of `< 0` it falls
//! under the first case.

use super::vector::{cross, dot, sub};
use super::{Point, Segment};
use crate::float::{canonical, canonical_all};

/// The unit of the error of [`squared_distance`], relative to `|AP|`: with `e = SQUARED_DISTANCE_ERROR |AP|`
/// and `d` the true distance, the result is within `e (d + e)` of `d^2`, as long as nothing overflows or
/// underflows.
///
/// `AP` is rounded once and `AP x AB` three times more, each by at most `2^-24 |AP| |AB|`. A wrong choice
/// between two of the three cases costs as much again. That is 8 units of `2^-24` in `d`, hence 16 in the
/// factor of `d`; 24 have room for the last product and the quotient. Points close to long segments in the
/// tests reach more than a tenth of the bound.
pub const SQUARED_DISTANCE_ERROR: f32 = 24.0 * f32::EPSILON / 2.0;

/// The squared distance of a point to a segment, `f32` in units of length squared; 0 where the point lies on
/// it.
///
/// A segment of zero direction is its start. NaN for a NaN operand or where intermediate values overflow.
///
/// ```
/// use scalar::dim2::{Segment, point_segment::squared_distance};
///
/// let segment = Segment { start: [0.0, 0.0], direction: [4.0, 0.0] };
/// assert_eq!(squared_distance([2.0, 3.0], &segment), 9.0);
/// assert_eq!(squared_distance([7.0, 4.0], &segment), 25.0);
/// ```
pub fn squared_distance(p: Point, segment: &Segment) -> f32 {
    let ap = sub(p, segment.start);
    let ab = segment.direction;
    let (numerator, denominator) = as_quotient(ap, ab, sub(ap, ab));
    canonical(numerator / denominator)
}

/// How far [`closest_point`] may be from the true closest point `Q`: `CLOSEST_POINT_ERROR |AP| + 2^-24 |Q|`,
/// with `|Q|` from the origin, as long as nothing overflows or underflows.
///
/// [In space](crate::dim3::point_segment::CLOSEST_POINT_ERROR) the sums have one rounding more: `t |AB|`
/// is off by 6 units of `2^-24 |AP|`, `t AB` by 7, and a wrong choice by 3 + 2. The constant has room
/// for terms of second order.
pub const CLOSEST_POINT_ERROR: f32 = 8.0 * f32::EPSILON / 2.0;

/// The point of a segment that is closest to `p`: `A`, `B`, or `Q = A + t AB` with `t = AP.AB / AB.AB`. The
/// error bound is [`CLOSEST_POINT_ERROR`]; the start is exact.
///
/// A segment of zero direction is its start. NaN in all coordinates for a NaN operand, and where the square
/// of the segment's length overflows.
///
/// ```
/// use scalar::dim2::{Segment, point_segment::closest_point};
///
/// let segment = Segment { start: [0.0, 1.0], direction: [4.0, 0.0] };
/// assert_eq!(closest_point([3.0, 5.0], &segment), [3.0, 1.0]);
/// assert_eq!(closest_point([-3.0, 5.0], &segment), [0.0, 1.0]);
/// assert_eq!(closest_point([7.0, 5.0], &segment), [4.0, 1.0]);
/// ```
pub fn closest_point(p: Point, segment: &Segment) -> Point {
    let (a, ab) = (segment.start, segment.direction);
    let ap = sub(p, a);
    let t = parameter(dot(ap, ab), dot(ab, ab));
    canonical_all([a[0] + ab[0] * t, a[1] + ab[1] * t])
}

/// The parameter of the closest point, from `AP.AB` and `AB.AB`: 0 at `A`, 1 at `B`. NaN where `AB.AB`
/// overflows.
pub(crate) fn parameter(along: f32, length2: f32) -> f32 {
    let t = if along <= 0.0 {
        0.0
    } else if along >= length2 {
        1.0
    } else {
        along / length2
    };
    if length2 < f32::INFINITY { t } else { f32::NAN }
}

/// Whether the squared distance is at most `rr`, for a segment known by `AP`, `AB` and `BP`.
///
/// There is no division: it would take longer than all the rest, and round once more.
pub(crate) fn within(ap: [f32; 2], ab: [f32; 2], bp: [f32; 2], rr: f32) -> bool {
    let (numerator, denominator) = as_quotient(ap, ab, bp);
    numerator <= rr * denominator
}

/// The squared distance as a quotient: `(AP x AB)^2` over `AB.AB`, or over 1 where an end is nearest.
fn as_quotient(ap: [f32; 2], ab: [f32; 2], bp: [f32; 2]) -> (f32, f32) {
    let along = dot(ap, ab);
    if along <= 0.0 {
        return (dot(ap, ap), 1.0);
    }
    let length2 = dot(ab, ab);
    if along > length2 {
        return (dot(bp, bp), 1.0);
    }
    let across = cross(ap, ab);
    (across * across, length2)
}
