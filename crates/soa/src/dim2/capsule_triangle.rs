//! Capsule and triangle.

use scalar::dim2::{Capsule, Segment, Triangle};
use scalar::exact::{Decision, Exact as _};

use super::interval::{max_of, min_of};
use super::point_segment::margin_across;
use super::segment_triangle;
use super::vector::{cross, dot, sub};
use crate::kernel::Predicate;
use crate::kernel::verdict::{Certified, Rounding};
use crate::lanes::Lanes;

/// The exact answer.
///
/// ```text
///        B         Define    S and d, start and direction of the segment;  rr, the squared radius
///       / \                  AS, BS, CS, from the vertices to the start;  AB, AC, BC, the edges
///      /   \    /
///     /     Q--/   Solution  a hit exactly if
///    A-------C/                meet   segment and triangle have a point in common,
///            S        or       ends   an end of the segment is within the radius of a vertex,
///                     or       feet   an end has its foot Q between the ends of an edge and is within the
///                                     radius of it, or a vertex has its foot on the segment
/// ```
///
/// Two shapes that are disjoint are nearest to each other at a vertex or end. "Meet" is
/// [`segment_triangle::Exact`], with its own bounds.
///
/// # Error budget
///
/// Define `W = AS.AS + BS.BS + CS.CS + d.d + rr`, and `f`, `g`, `e` as the lengths of the vectors to the
/// start from the two ends of an edge, of `d`, and `l` as that of the edge. So an edge is at most `f + g` long.
///
/// | quantity | at most | error | in `S` |
/// |---|---|---|---|
/// | `from`, an edge; `d` is a column | `f`, `f + g`; `e` | 1; 0 | `S` |
/// | `away = dot(from, from)` | `f^2` | 4 | `2 S^2` |
/// | `along = dot(from, d)`, `across = cross(from, d)` | `f e` | 3 | `2 S^2` |
/// | `dd = dot(d, d)`; `rr = reach * reach` | `e^2`; `W` | 2; 1, or 3 if `reach` is a sum of two radii | `2 S^2` |
/// | `start = rr - away` | `W` | 5 `W` | `2 S^2` |
/// | `start - (along + along + dd)` | `2 W` | as in [`segment_disk`](super::segment_disk::Exact): 10.1 `W` | `8 S^2` |
/// | the bound of `ends` | | **10.75** `W`, for 10.1 | (53 - 3) / 2: **25** bits |
/// | `margin_across` of a vertex | `W^2 / 4` | 6 of `rr dd`, 7 of `across^2`, 1: 8 of `W^2 / 4` | `4 S^4` |
/// | `length2` of an edge | `(f + g)^2` | 4 | `2 S^2` |
/// | `dot(from, edge)`, `cross(from, edge)` | `f (f + g)` | 4 | `2 S^2` |
/// | `dot(d, edge)`, `cross(d, edge)` | `e (f + g)` | 3 | `2 S^2` |
/// | their sum, as `y` | `(f + e) (f + g)` | 3 `f l` + 2 `e l`, for products; 1 of either; 1 of `y` | `4 S^2` |
/// | its square | | 2 `y` times that, and 1 | `16 S^4` |
/// | `rr * length2` | `rr l^2` | 3 + 4 + 1 = 8 | `2 S^4` |
/// | `margin_across` of an end | | both, and 1 of the larger one: 5.4 `W^2`, if it is the largest of all feet | |
/// | the bound of `feet` | | **5.75** `W^2`, for 5.4 | (53 - 4) / 4: **12** bits |
#[derive(Debug)]
pub struct Exact;

impl Predicate for Exact {
    const NAME: &'static str = "capsule_triangle/exact";
    type A = Capsule;
    type B = Triangle;

    fn resolve(capsule: &Capsule, triangle: &Triangle) -> Decision {
        capsule.decide(triangle)
    }

    #[inline(always)]
    fn size<L: Lanes>(&[sx, sy, dx, dy, r]: &[L; 5], &[ax, ay, bx, by, cx, cy]: &[L; 6]) -> L {
        let (x, y) = ([sx, ax, bx, cx], [sy, ay, by, cy]);
        max_of([max_of(x) - min_of(x), max_of(y) - min_of(y), dx.abs(), dy.abs(), r])
    }

    #[inline(always)]
    fn decide<L: Lanes>(
        &[sx, sy, dx, dy, r]: &[L; 5],
        triangle: &[L; 6],
        rounding: &Rounding<L>,
    ) -> Certified<L::Mask> {
        is_near(&[sx, sy, dx, dy], triangle, r, rounding)
    }
}

/// Whether a segment is within `reach` of the triangle, which may be a sum of two radii: the budget of
/// [`Exact`].
#[inline(always)]
pub(super) fn is_near<L: Lanes>(
    segment: &[L; 4],
    triangle: &[L; 6],
    reach: L,
    rounding: &Rounding<L>,
) -> Certified<L::Mask> {
    let (&[sx, sy, dx, dy], &[ax, ay, bx, by, cx, cy]) = (segment, triangle);
    let (s, d, a, b, c) = ([sx, sy], [dx, dy], [ax, ay], [bx, by], [cx, cy]);
    let (dd, rr) = (dot(d, d), reach * reach);
    let path = Path { d, dd, rr, reach: rr * dd };
    let (at_a, at_b, at_c) = (path.from(sub(s, a)), path.from(sub(s, b)), path.from(sub(s, c)));
    let w = rounding.square((at_a.away + at_b.away) + (at_c.away + (dd + rr)));

    let ends = max_of([at_a.ends, at_b.ends, at_c.ends]);
    let feet = max_of([
        at_a.foot,
        at_b.foot,
        at_c.foot,
        path.feet_on_edge(at_a.from, sub(b, a)),
        path.feet_on_edge(at_a.from, sub(c, a)),
        path.feet_on_edge(at_b.from, sub(c, b)),
    ]);
    segment_triangle::Exact::<Segment>::decide(segment, triangle, rounding)
        | Certified::at_least_zero(ends, rounding.bound(10.75, w, 25))
        | Certified::at_least_zero(feet, rounding.bound(5.75, w * w, 12))
}

/// A segment with a radius.
struct Path<L> {
    /// Its direction.
    d: [L; 2],
    /// The square of its length.
    dd: L,
    /// The squared radius.
    rr: L,
    /// `rr dd`.
    reach: L,
}

/// What a vertex and the segment have in common.
struct AtVertex<L> {
    /// From the vertex to the start.
    from: [L; 2],
    /// The square of its length.
    away: L,
    /// The larger margin of the two ends.
    ends: L,
    /// The margin of the foot on the segment.
    foot: L,
}

impl<L: Lanes> Path<L> {
    #[inline(always)]
    fn from(&self, from: [L; 2]) -> AtVertex<L> {
        let (away, along, across) = (dot(from, from), dot(from, self.d), cross(from, self.d));
        let start = self.rr - away;
        let end = start - (along + along + self.dd);
        let foot = margin_across(-along, self.dd, self.reach, across);
        AtVertex { from, away, ends: start.max(end), foot }
    }

    /// The larger margin of the feet of both ends on an edge, which begins at a vertex.
    #[inline(always)]
    fn feet_on_edge(&self, from: [L; 2], edge: [L; 2]) -> L {
        let length2 = dot(edge, edge);
        let (along, across, reach) = (dot(from, edge), cross(from, edge), self.rr * length2);
        let start = margin_across(along, length2, reach, across);
        let (along, across) = (along + dot(self.d, edge), across + cross(self.d, edge));
        start.max(margin_across(along, length2, reach, across))
    }
}
