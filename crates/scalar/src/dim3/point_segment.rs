//! Point and segment in space: the closest point and the squared distance, as [in the
//! plane](crate::dim2::point_segment).
//!
//! ```text
//!   P1            P            P2       AP.AB <= 0              nearest point is A
//!    \            |            /        0 < AP.AB < AB.AB       Q = A + t AB,  t = AP.AB / AB.AB
//!     \           |d          /         AP.AB >= AB.AB          B
//!      A----------Q----------B
//! ```
//!
//! `|QP|` is `|AP x AB| / |AB|`, by Lagrange's identity, which does not cancel near the segment as the
//! difference of squares `|AP|^2 - (AP.AB)^2 / AB.AB` does.
//!
//! Source: Ericson, Real-Time Collision Detection, sections 5.1.2 and 5.1.2.1, where the squared distance is
//! that difference.

use super::vector::{cross, dot, sub};
use super::{Point3, Segment3};
use crate::dim2::point_segment::parameter;
use crate::float::{canonical, canonical_all};

/// How far [`closest_point`] may be from the true closest point `Q`: `CLOSEST_POINT_ERROR |AP| + 2^-24 |Q|`,
/// with `|Q|` from the origin, as long as nothing overflows or underflows.
///
/// | quantity | units of `2^-24` |
/// |---|---|
/// | `AP.AB` | `AP` 1, products 1, sums 2: 4 `|AP| |AB|` |
/// | `AB.AB` | products 1, sums 2: 3 `AB.AB` |
/// | `t |AB|`, at most `|AP|` | 4 `|AP|`, 3 + 1 of itself: 8 `|AP|` |
/// | `t AB` | 8 + 1 = 9 `|AP|` |
/// | `A + t AB` | 9 `|AP|`, and 1 `|Q|` |
/// | a wrong choice of the three cases | the error of the numbers that chose, 4 + 3 = 7 `|AP|` |
/// | the constant | **10**, with room for terms of second order |
pub const CLOSEST_POINT_ERROR: f32 = 10.0 * f32::EPSILON / 2.0;

/// The unit of the error of [`squared_distance`], relative to `|AP|`: with `e = SQUARED_DISTANCE_ERROR |AP|`
/// and `d` the true distance, the result is within `e (d + e)` of `d^2`, as long as nothing overflows or
/// underflows.
///
/// The products of a cross product are together a vector of a length of at most 1.155 times the lengths of
/// its operands. `d` is at most `|AP|`.
///
/// | quantity | units of `2^-24` |
/// |---|---|
/// | `AP x AB` | `AP` 1, products 1, differences 1: 3 of its products, 3.5 `|AP| |AB|` |
/// | its square | 2 x 3.5 `|AP| d AB.AB`, and of itself products 1, sums 2: 3 |
/// | the quotient | 7 `|AP| d`, and 3 + 3 + 1 = 7 of itself: 14 `|AP| d` |
/// | `BP.BP`, nearest to B | `BP` 1 `|AP|` and 1 of itself, which enter twice; products 1, sums 2: 7 `|AP| d` |
/// | a wrong choice of the three cases | the square of 7 `|AP|` |
/// | the constant | **16**, with room for terms of second order |
pub const SQUARED_DISTANCE_ERROR: f32 = 16.0 * f32::EPSILON / 2.0;

/// The point of a segment that is closest to `p`. The error bound is [`CLOSEST_POINT_ERROR`]; the start is
/// exact.
///
/// A segment of zero direction is its start. NaN in all coordinates for a NaN operand, and where the square
/// of the segment's length overflows.
///
/// ```
/// use scalar::dim3::{Segment3, point_segment::closest_point};
///
/// let segment = Segment3 { start: [0.0, 0.0, 1.0], direction: [4.0, 0.0, 0.0] };
/// assert_eq!(closest_point([3.0, 2.0, 5.0], &segment), [3.0, 0.0, 1.0]);
/// assert_eq!(closest_point([-3.0, 2.0, 5.0], &segment), [0.0, 0.0, 1.0]);
/// assert_eq!(closest_point([7.0, 2.0, 5.0], &segment), [4.0, 0.0, 1.0]);
/// ```
pub fn closest_point(p: Point3, segment: &Segment3) -> Point3 {
    let (a, ab) = (segment.start, segment.direction);
    let ap = sub(p, a);
    let t = parameter(dot(ap, ab), dot(ab, ab));
    canonical_all([a[0] + ab[0] * t, a[1] + ab[1] * t, a[2] + ab[2] * t])
}

/// The squared distance of a point to a segment, `f32` in units of length squared; 0 where the point lies on
/// it. The error bound is [`SQUARED_DISTANCE_ERROR`].
///
/// A segment of zero direction is its start. NaN for a NaN operand, and where the square of the segment's
/// length overflows; NaN or infinite where another number does.
///
/// ```
/// use scalar::dim3::{Segment3, point_segment::squared_distance};
///
/// let segment = Segment3 { start: [0.0, 0.0, 1.0], direction: [4.0, 0.0, 0.0] };
/// assert_eq!(squared_distance([2.0, 3.0, 5.0], &segment), 25.0);
/// assert_eq!(squared_distance([7.0, 4.0, 1.0], &segment), 25.0);
/// ```
pub fn squared_distance(p: Point3, segment: &Segment3) -> f32 {
    let ab = segment.direction;
    let ap = sub(p, segment.start);
    let bp = sub(ap, ab);
    let (along, length2, across) = (dot(ap, ab), dot(ab, ab), cross(ap, ab));
    let squared = if along <= 0.0 {
        dot(ap, ap)
    } else if along > length2 {
        dot(bp, bp)
    } else {
        dot(across, across) / length2
    };
    canonical(if length2 < f32::INFINITY { squared } else { f32::NAN })
}
