//! Segment or capsule, and capsule: the segments are within the radius, or the sum of the radii, of each other:
//! they cross (of degree 2), or an end of one is near the other (of degree 4), see [`crate::exact::near`].

use crate::dim2::{Capsule, Segment};
use crate::exact::kleene::{and, or};
use crate::exact::near::{Edge, Pair, Reach, ends_are_near};
use crate::exact::number::{Number, Part};
use crate::exact::vector::cross;
use crate::exact::{Exact, decided_by};

/// Whether the segment and the capsule have a point in common.
///
/// ```
/// use scalar::{dim2::{Capsule, Segment}, exact::segment_capsule};
///
/// let capsule = Capsule { start: [0.0, 0.0], direction: [8.0, 0.0], radius: 5.0 };
/// let segment = Segment { start: [11.0, 4.0], direction: [1.0, 0.0] };
/// assert!(segment_capsule(&segment, &capsule)); // touching: 3, 4, 5
/// assert!(!segment_capsule(&segment, &Capsule { radius: 4.999_999_5, ..capsule }));
/// ```
pub fn segment_capsule(segment: &Segment, capsule: &Capsule) -> bool {
    segment.decide(capsule).hit
}
decided_by!(segment_intersects(Segment, Capsule));

/// Whether the capsules have a point in common.
///
/// ```
/// use scalar::{dim2::Capsule, exact::capsule_capsule};
///
/// let capsule = Capsule { start: [0.0, 0.0], direction: [8.0, 0.0], radius: 2.0 };
/// let above = Capsule { start: [4.0, 5.0], direction: [0.0, 9.0], radius: 3.0 };
/// assert!(capsule_capsule(&capsule, &above)); // touching
/// assert!(!capsule_capsule(&capsule, &Capsule { radius: 2.999_999_8, ..above }));
/// ```
pub fn capsule_capsule(s: &Capsule, t: &Capsule) -> bool {
    s.decide(t).hit
}
decided_by!(capsules_intersect(Capsule, Capsule));

fn segment_intersects<N: Number>(segment: &Segment, capsule: &Capsule) -> Option<bool> {
    is_within::<N>(segment, &capsule.segment(), Reach::of([capsule.radius]))
}

fn capsules_intersect<N: Number>(s: &Capsule, t: &Capsule) -> Option<bool> {
    is_within::<N>(&s.segment(), &t.segment(), Reach::of([s.radius, t.radius]))
}

/// Whether two segments are within a distance of each other.
pub fn is_within<N: Number>(s: &Segment, t: &Segment, reach: Reach) -> Option<bool> {
    let [s, t] = [s, t].map(|segment| Edge::along(segment.start, segment.direction));
    segments_are_near::<N>(&s, &t, reach)
}

/// Whether two segments are within a distance of each other.
///
/// Segments that touch without crossing do so at an end.
pub fn segments_are_near<N: Number>(s: &Edge<2>, t: &Edge<2>, reach: Reach) -> Option<bool> {
    N::decide(&AreNear(Pair { s, t, reach }))
}

struct AreNear<'a>(Pair<'a, 2>);

impl Part for AreNear<'_> {
    type Answer = bool;

    fn answer<N: Number>(&self) -> Option<bool> {
        let vectors = self.0.vectors::<N>();
        or(ends_are_near(&vectors, &self.0.reach.squared()), || cross_each_other(&vectors))
    }
}

/// Whether the ends of each segment lie strictly on different sides of the other one: of degree 2, see
/// [`super::segment_segment`].
fn cross_each_other<N: Number>([w, u, v]: &[[N; 2]; 3]) -> Option<bool> {
    let zero = N::from_f32(0.0);
    let differ = |s: &N, t: &N| {
        let is_between = |low: &N, high: &N| and(low.below(&zero), || high.is_positive());
        or(is_between(s, t), || is_between(t, s))
    };
    let (both, across_u, across_v) = (cross(u, v), cross(u, w), cross(w, v));
    and(differ(&across_u, &across_u.plus(&both)), || differ(&across_v, &across_v.minus(&both)))
}
