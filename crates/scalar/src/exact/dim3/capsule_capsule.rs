//! Segment or capsule, and capsule: the segments are within the radius, or the sum of the radii, of each other.
//!
//! ```text
//! Define    w, from start to start;  u and v, the directions;  n = u x v
//!           rr, the square of the radius, or of the sum of both
//! Solution  a hit exactly if an end of one is near the other segment, of degree 4,
//!           or the points A + s u and C + t v nearest to each other lie between the ends:
//!             s n.n = (w.u) v.v - (w.v) u.v   and   t n.n = (w.u) u.v - (w.v) u.u
//!             are above zero and below n.n = u.u v.v - (u.v)^2, of degree 4,
//!           and their distance |w.n| / |n| is at most the radius: (w.n)^2 <= rr n.n, of degree 6
//! ```
//!
//! Where `w - s u + t v` is perpendicular to `u` and to `v`, it is shortest; Cramer's rule solves that. Between
//! the ends is strict: at an end the first condition decides, also for parallel segments, which have `n = 0`.

use crate::dim3::{Capsule3, Segment3};
use crate::exact::kleene::{and, or};
use crate::exact::near::{Edge, Pair, Reach, ends_are_near};
use crate::exact::number::{Number, Part};
use crate::exact::vector::{cross3, dot, squared};
use crate::exact::{Exact, decided_by};

/// Whether the segment and the capsule have a point in common.
///
/// ```
/// use scalar::{dim3::{Capsule3, Segment3}, exact::segment3_capsule3};
///
/// let capsule = Capsule3 { start: [-1.0, 0.0, 0.0], direction: [3.0, 0.0, 0.0], radius: 2.0 };
/// let segment = Segment3 { start: [0.0, -5.0, 2.0], direction: [0.0, 9.0, 0.0] };
/// assert!(segment3_capsule3(&segment, &capsule)); // touches the side
/// assert!(!segment3_capsule3(&segment, &Capsule3 { radius: 1.999_999_9, ..capsule }));
/// ```
pub fn segment3_capsule3(segment: &Segment3, capsule: &Capsule3) -> bool {
    segment.decide(capsule).hit
}
decided_by!(segment_intersects(Segment3, Capsule3));

/// Whether the capsules have a point in common.
///
/// ```
/// use scalar::{dim3::Capsule3, exact::capsule3_capsule3};
///
/// let capsule = Capsule3 { start: [-1.0, 0.0, 0.0], direction: [3.0, 0.0, 0.0], radius: 2.0 };
/// let above = Capsule3 { start: [0.0, -5.0, 5.0], direction: [0.0, 9.0, 0.0], radius: 3.0 };
/// assert!(capsule3_capsule3(&capsule, &above)); // touching
/// assert!(!capsule3_capsule3(&capsule, &Capsule3 { radius: 2.999_999_8, ..above }));
/// ```
pub fn capsule3_capsule3(s: &Capsule3, t: &Capsule3) -> bool {
    s.decide(t).hit
}
decided_by!(capsules_intersect(Capsule3, Capsule3));

fn segment_intersects<N: Number>(segment: &Segment3, capsule: &Capsule3) -> Option<bool> {
    is_within::<N>(segment, &capsule.segment(), Reach::of([capsule.radius]))
}

fn capsules_intersect<N: Number>(s: &Capsule3, t: &Capsule3) -> Option<bool> {
    is_within::<N>(&s.segment(), &t.segment(), Reach::of([s.radius, t.radius]))
}

/// Whether two segments are within a distance of each other.
pub fn is_within<N: Number>(s: &Segment3, t: &Segment3, reach: Reach) -> Option<bool> {
    let [s, t] = [s, t].map(|segment| Edge::along(segment.start, segment.direction));
    segments3_are_near::<N>(&s, &t, reach)
}

/// Whether two segments are within a distance of each other.
pub fn segments3_are_near<N: Number>(s: &Edge<3>, t: &Edge<3>, reach: Reach) -> Option<bool> {
    N::decide(&AreNear(Pair { s, t, reach }))
}

struct AreNear<'a>(Pair<'a, 3>);

impl Part for AreNear<'_> {
    type Answer = bool;

    fn answer<N: Number>(&self) -> Option<bool> {
        let (vectors, rr) = (self.0.vectors::<N>(), self.0.reach.squared());
        or(ends_are_near(&vectors, &rr), || insides_are_near(&vectors, &rr))
    }
}

/// Whether the points of two segments that are nearest to each other lie strictly between the ends, within a
/// distance.
pub struct InsidesAreNear<'a>(pub Pair<'a, 3>);

impl Part for InsidesAreNear<'_> {
    type Answer = bool;

    fn answer<N: Number>(&self) -> Option<bool> {
        insides_are_near(&self.0.vectors::<N>(), &self.0.reach.squared())
    }
}

/// [`InsidesAreNear`], from [`Pair::vectors`] and the square of the distance.
fn insides_are_near<N: Number>([w, u, v]: &[[N; 3]; 3], rr: &N) -> Option<bool> {
    let (uu, vv, uv, wu, wv) = (squared(u), squared(v), dot(u, v), dot(w, u), dot(w, v));
    let nn = uu.times(&vv).minus(&uv.squared());
    let is_between = |x: N| and(x.is_positive(), || x.below(&nn));
    let s_is_between = is_between(wu.times(&vv).minus(&wv.times(&uv)));
    let t_is_between = || is_between(wu.times(&uv).minus(&wv.times(&uu)));
    and(and(s_is_between, t_is_between), || dot(w, &cross3(u, v)).squared().at_most(&rr.times(&nn)))
}
