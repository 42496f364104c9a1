//! Two capsules of space.
//!
//! ```text
//!    .------------------------.        Define    P and Q, the points of the segments that are nearest to
//!   |  X---------P-----------Y |                   each other;  w = PQ
//!    '-----------|------------'
//!         .------|-------------.       Solution  normal = w / |w|,  depth = r1 + r2 - |w|
//!        |  U----Q----------V   |                midway between P + r1 n and Q - r2 n:
//!         '--------------------'                 point = P + (w + (r1 - r2) n) / 2
//! ```
//!
//! The differences of two segments are a parallelogram, which is flat: so it has no inside, and the depth is
//! never more than the sum of the radii. `P` and `Q` are those of the [closest
//! points](crate::dim2::closest), off by 13 units of `2^-53` of the size.
//!
//! Where `|w| <= 2^-25` of the longer segment, its direction is lost in rounding, and replaced by `e1 x e2`,
//! which is perpendicular to both, on the side of `w`: the overlap is more by up to `|w|`. This product is
//! exact but for one rounding in each coordinate, as products of `f32` values are in `f64`. It is zero where
//! the segments are parallel; then a vector across the longer one takes its place.
//!
//! Parallel segments that lie side by side over an interval have many nearest points: `P` is the middle of
//! that interval.

use super::{Contact3, Wide, cross, dot, sub, unit, wide};
use crate::closest::{Of, of_segments};
use crate::contact::{Across, Core, concentric, toward};
use crate::dim3::Capsule3;
use crate::float::sqrt64;

/// The square of the part of the longer segment up to which the direction to the other one counts as lost.
pub const NEAR: f64 = (f32::EPSILON as f64 / 4.0) * (f32::EPSILON as f64 / 4.0);

/// The contact of two capsules of space. See [the module](super) for its meaning and bounds.
///
/// All is in the unit of the coordinates. Both touch where the depth is 0. Which end of a capsule is its start
/// changes nothing, where both are `f32` values. Where the segments cross, the ways to both sides of their
/// plane are equally short; where they overlap on one line, all directions across it are. The choice depends
/// on the two capsules alone. The point of parallel capsules that lie side by side is in the middle of what
/// they have in common. A capsule of zero direction is a sphere; of concentric spheres the normal is (1, 0, 0),
/// or (-1, 0, 0) if the first one is the smaller one. Radii may be zero.
///
/// ```
/// use scalar::dim3::{Capsule3, contact::capsule_capsule::contact};
///
/// let lying = Capsule3 { start: [0.0; 3], direction: [8.0, 0.0, 0.0], radius: 1.0 };
/// let above = Capsule3 { start: [5.0, -2.0, 2.5], direction: [0.0, 6.0, 0.0], radius: 2.0 };
/// let found = contact(&lying, &above);
/// assert_eq!((found.normal, found.depth, found.point), ([0.0, 0.0, 1.0], 0.5, [5.0, 0.0, 0.75]));
///
/// let crossing = Capsule3 { start: [5.0, -2.0, 0.0], ..above };
/// let found = contact(&lying, &crossing);
/// assert_eq!((found.normal, found.depth, found.point), ([0.0, 0.0, 1.0], 3.0, [5.0, 0.0, -0.5]));
///
/// let beside = Capsule3 { start: [10.0, 2.5, 0.0], direction: [-6.0, 0.0, 0.0], radius: 1.0 };
/// let found = contact(&lying, &beside);
/// assert_eq!((found.normal, found.depth, found.point), ([0.0, 1.0, 0.0], -0.5, [6.0, 1.25, 0.0]));
/// ```
pub fn contact(a: &Capsule3, b: &Capsule3) -> Contact3 {
    let [of_a, of_b] = [a, b].map(|c| Core::new(wide(c.start), wide(c.direction), c.radius.into()));
    let found = if of_b.is_before(&of_a) { ordered(&of_b, &of_a).negated() } else { ordered(&of_a, &of_b) };
    found.rounded(a, b)
}

fn ordered(a: &Core<3>, b: &Core<3>) -> Wide {
    let (origin, r1, r2) = (a.ends[0], a.radius, b.radius);
    let [u, v] = b.ends.map(|end| end.from(&origin));
    let [p, q] = of_segments(a.e, u, v);
    let w = sub(q, p);
    let squared = dot(w, w);
    let distance = sqrt64(squared);

    let (e, length2, other2) = (a.e, dot(a.e, a.e), dot(b.e, b.e));
    let (longer, longest2) = if length2 < other2 { (b.e, other2) } else { (e, length2) };
    let m = cross(e, b.e);
    let is_parallel = dot(m, m) == 0.0;
    let normal = if squared > NEAR * longest2 {
        unit(w, distance)
    } else if longest2 > 0.0 {
        let across = if is_parallel { Of::<3>::across(longer) } else { m };
        toward(across, w)
    } else {
        concentric(r1, r2)
    };

    let (low, high) = a.interval_beside(u, v);
    let p = if is_parallel && low < high {
        let t = (low + high) * 0.5 / length2;
        e.map(|x| x * t)
    } else {
        p
    };
    let more = r1 - r2;
    let point = [0, 1, 2].map(|k| origin.at[k] + (p[k] + (w[k] + more * normal[k]) * 0.5));
    Wide { normal, depth: r1 + r2 - distance, point }
}
