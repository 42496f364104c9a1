//! Capsule and axis-aligned box in space: the segment of the capsule meets the box ([`super::segment_aabb`],
//! of degree 2), or is within the radius of an edge ([`super::capsule_capsule`], of degree 6), or an end is
//! within the radius of the inside of a face, by comparisons. Where the two are disjoint, they are nearest to
//! each other at an edge or at an end.

use super::capsule_capsule::segments3_are_near;
use crate::dim3::{Aabb3, Capsule3, Point3, Segment3};
use crate::exact::dim2::segment_oriented_box::{Ends, intersects_slabs};
use crate::exact::kleene::{all, and, any, or};
use crate::exact::near::{Edge, Reach};
use crate::exact::number::{Number, Part};
use crate::exact::vector::{add, between};
use crate::exact::{Exact, decided_by};

/// Whether the capsule and the box have a point in common.
///
/// ```
/// use scalar::{dim3::{Aabb3, Capsule3}, exact::capsule3_aabb3};
///
/// let aabb = Aabb3 { min: [0.0; 3], max: [2.0, 1.0, 9.0] };
/// // It passes the edge from (2, 1, 0) to (2, 1, 9) through (5, 5), at a distance of 5.
/// let beside = Capsule3 { start: [9.0, 2.0, 4.0], direction: [-8.0, 6.0, 1.0], radius: 5.0 };
/// assert!(capsule3_aabb3(&beside, &aabb));
/// assert!(!capsule3_aabb3(&Capsule3 { radius: 4.999_999_5, ..beside }, &aabb));
/// ```
pub fn capsule3_aabb3(capsule: &Capsule3, aabb: &Aabb3) -> bool {
    capsule.decide(aabb).hit
}
decided_by!(intersect(Capsule3, Aabb3));

fn intersect<N: Number>(capsule: &Capsule3, aabb: &Aabb3) -> Option<bool> {
    is_within::<N>(&capsule.segment(), aabb, Reach::of([capsule.radius]))
}

/// Whether a segment is within a distance of a box.
pub fn is_within<N: Number>(segment: &Segment3, aabb: &Aabb3, reach: Reach) -> Option<bool> {
    let segment = Edge::along(segment.start, segment.direction);
    or(inside_is_near::<N>(aabb, &segment, reach), || {
        any(edges(aabb).into_iter().map(|(a, b)| segments3_are_near::<N>(&segment, &Edge::to(a, b), reach)))
    })
}

/// The edges of a box.
pub fn edges(aabb: &Aabb3) -> [(Point3, Point3); 12] {
    core::array::from_fn(|n| {
        let (axis, sides) = (n / 4, [n % 2, n / 2 % 2]);
        let (mut from, mut to) = (aabb.min, aabb.max);
        for (side, k) in sides.into_iter().zip([(axis + 1) % 3, (axis + 2) % 3]) {
            from[k] = [aabb.min, aabb.max][side][k];
            to[k] = from[k];
        }
        (from, to)
    })
}

/// Whether a segment meets a box, or an end of it is within a distance of the inside of a face.
pub fn inside_is_near<N: Number>(aabb: &Aabb3, segment: &Edge<3>, reach: Reach) -> Option<bool> {
    N::decide(&InsideIsNear { aabb, segment, reach })
}

struct InsideIsNear<'a> {
    aabb: &'a Aabb3,
    segment: &'a Edge<3>,
    reach: Reach,
}

impl Part for InsideIsNear<'_> {
    type Answer = bool;

    fn answer<N: Number>(&self) -> Option<bool> {
        let Aabb3 { min, max } = *self.aabb;
        let (way, rr) = (self.segment.vector::<N>(), self.reach.squared());
        let from = [min, max].map(|corner| self.segment.start_from::<N>(corner));
        let end_from = from.each_ref().map(|from| add(from, &way));
        // Twice as large, from the middle.
        let (s, d) = (add(&from[0], &from[1]), add(&way, &way));
        let meets = intersects_slabs(Ends::of((0.0, 1.0)), &s, &d, &between(min, max));
        or(meets, || any([&from, &end_from].map(|from| is_near_a_face(from, &rr))))
    }
}

/// Whether a point is within a distance of the inside of a face of a box, from the vectors from both corners
/// to the point.
fn is_near_a_face<N: Number>([from_min, from_max]: &[[N; 3]; 2], rr: &N) -> Option<bool> {
    let zero = N::from_f32(0.0);
    let is_within = |k: usize| and(zero.at_most(&from_min[k]), || from_max[k].at_most(&zero));
    any((0..3).map(|k| {
        and(all([is_within((k + 1) % 3), is_within((k + 2) % 3)]), || {
            any([from_min, from_max].map(|from| from[k].squared().at_most(rr)))
        })
    }))
}
