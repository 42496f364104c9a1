//! Capsule and triangle in space: the distance of the segment of the capsule from the triangle is at most the
//! radius.
//!
//! ```text
//!        S                Define    S and E, the ends of the segment;  d, the way from S to E
//!        |                          a, b, c, from S to the vertices;  n = AB x AC
//!    A---|-------B                  r, the radius
//!     \  Q     /
//!      \    /             Solution  a hit exactly if
//!       C /                 edge    the segment is within r of an edge,
//!                      or   face    the foot Q of S or E on the plane lies strictly inside, and is within r,
//!                      or   cross   d.(a x b), d.(b x c), d.(c x a), a.(b x c) and n.d - a.(b x c) are
//!                                   all above zero, or all below
//! ```
//!
//! Where the two are disjoint, they are nearest to each other at an edge or at an end. Where they have a
//! point in common, this is on an edge, or an end, or the segment crosses the face
//! ([`super::segment_triangle`]). The edges are those of [`super::capsule_capsule`], and the face is that of
//! [`super::sphere_triangle`], of degree 6. In one plane, and where the triangle has zero area, all of the
//! third line is zero; there the first two decide.

use core::cmp::Ordering;

use super::capsule_capsule::segments3_are_near;
use super::orient::determinant;
use super::sphere_triangle::foot_on_face_hits;
use crate::dim3::{Capsule3, Point3, Segment3, Triangle3};
use crate::exact::kleene::{all, any, or};
use crate::exact::near::{Edge, Reach};
use crate::exact::number::{Number, Part};
use crate::exact::vector::{add, between};
use crate::exact::{Exact, decided_by};

/// Whether the capsule and the triangle have a point in common.
///
/// ```
/// use scalar::{dim3::{Capsule3, Triangle3}, exact::capsule3_triangle3};
///
/// let triangle = Triangle3 { a: [4.0, 0.0, 0.0], b: [0.0, 4.0, 0.0], c: [0.0, 0.0, 2.0] };
/// // From (2, 2, 3), whose foot on the face is (1, 1, 1), at a distance of the root of 6, 2.4494897...
/// let up = |radius| Capsule3 { start: [2.0, 2.0, 3.0], direction: [5.0, 5.0, 9.0], radius };
/// assert!(capsule3_triangle3(&up(2.449_489_8), &triangle));
/// assert!(!capsule3_triangle3(&up(2.449_489_6), &triangle)); // one unit in the last place less
/// // Through the face.
/// assert!(capsule3_triangle3(&Capsule3 { direction: [-9.0; 3], ..up(0.0) }, &triangle));
/// ```
pub fn capsule3_triangle3(capsule: &Capsule3, triangle: &Triangle3) -> bool {
    capsule.decide(triangle).hit
}
decided_by!(intersect(Capsule3, Triangle3));

fn intersect<N: Number>(capsule: &Capsule3, t: &Triangle3) -> Option<bool> {
    is_within::<N>(&capsule.segment(), t, Reach::of([capsule.radius]))
}

/// Whether a segment is within a distance of a triangle.
pub fn is_within<N: Number>(segment: &Segment3, t: &Triangle3, reach: Reach) -> Option<bool> {
    let segment = Edge::along(segment.start, segment.direction);
    let an_edge =
        any(edges(t).into_iter().map(|(a, b)| segments3_are_near::<N>(&segment, &Edge::to(a, b), reach)));
    or(an_edge, || face_is_near::<N>(t, &segment, reach))
}

/// The edges of a triangle, in turn.
pub fn edges(t: &Triangle3) -> [(Point3, Point3); 3] {
    [(t.a, t.b), (t.b, t.c), (t.c, t.a)]
}

/// Whether a segment crosses a triangle, or an end of it is within a distance of the face. Where the segment
/// is near an edge, either answer may be given.
pub fn face_is_near<N: Number>(t: &Triangle3, segment: &Edge<3>, reach: Reach) -> Option<bool> {
    N::decide(&FaceIsNear { t, segment, reach })
}

struct FaceIsNear<'a> {
    t: &'a Triangle3,
    segment: &'a Edge<3>,
    reach: Reach,
}

impl Part for FaceIsNear<'_> {
    type Answer = bool;

    fn answer<N: Number>(&self) -> Option<bool> {
        let (Triangle3 { a, b, c }, way) = (*self.t, self.segment.vector::<N>());
        let to_start = [a, b, c].map(|vertex| self.segment.start_from::<N>(vertex));
        let to_end = to_start.each_ref().map(|to| add(to, &way));
        let edges = edges(self.t).map(|(a, b)| between::<N, 3>(a, b));
        let rr = self.reach.squared();
        let an_end = || any([&to_start, &to_end].map(|to_point| foot_on_face_hits(to_point, &edges, &rr)));
        or(crosses(&to_start, &way), an_end)
    }
}

/// Whether a segment passes through the inside of a triangle, from the vectors from the vertices to its
/// start.
fn crosses<N: Number>([a, b, c]: &[[N; 3]; 3], way: &[N; 3]) -> Option<bool> {
    let [ab, bc, ca] = [(a, b), (b, c), (c, a)].map(|(from, to)| determinant(way, from, to));
    // Minus the height, as the vectors lead the other way.
    let depth = determinant(a, b, c);
    let rest = ab.plus(&bc).plus(&ca).plus(&depth);
    let height = N::from_f32(0.0).minus(&depth);
    let signs = [ab, bc, ca, height, rest].map(|x| x.sign());
    let all_are = |side: fn(Ordering) -> bool| all(signs.map(|sign| sign.map(side)));
    or(all_are(Ordering::is_gt), || all_are(Ordering::is_lt))
}
