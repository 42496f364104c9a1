//! Capsule and triangle in space.

use scalar::dim3::{Capsule3, Segment3, Triangle3};
use scalar::exact::{Decision, Exact as _};

use super::capsule_capsule::insides;
use super::segment_triangle::{self, volumes};
use super::sphere_triangle::foot_on_face;
use super::vector::{dot, largest_of_abs, sub};
use crate::dim2::interval::max_of;
use crate::dim2::point_segment::margin_at_foot;
use crate::kernel::Predicate;
use crate::kernel::verdict::{Certified, Rounding};
use crate::lanes::Lanes;

/// The exact answer.
///
/// ```text
/// Define    S and E, the ends of the segment;  d, the way from S to E;  rr, the squared radius
///           a, b, c, from S to the vertices;  AB, BC, CA, the edges;  n = AB x AC
/// Solution  a hit exactly if
///                      ends     an end is within the radius of a vertex,
///             or       feet     the foot of an end on an edge, or of a vertex on the segment, lies between
///                               the ends there, within the radius,
///             or       insides  the points of the segment and of an edge that are nearest to each other lie
///                               inside both, within the radius,
///             or       face     the foot of an end on the plane lies in the triangle, within the radius,
///             or       cross    both ends are at least the radius away from the plane, and the segment meets
///                               the triangle
/// ```
///
/// `scalar::exact::capsule3_triangle3` says why, and of which pairs these are the parts. Two conditions are
/// added, which follow from the others where they hold, as numbers of `f32` and `f64` decide them better:
///
/// - **cross**: where the segment meets the triangle and `S` is less than the radius away from the plane,
///   either the foot of `S` lies in the triangle, or the segment passes over an edge on its way to `S`, at
///   less than the radius. So shapes of one plane need no condition for themselves unless the radius is zero.
/// - **insides**: let `D` be the distance of the nearest points of two lines, `s` and `t` their parameters.
///   From there go along the lines, so that each point is the foot of the other, until an end is reached. The
///   foot of this end lies on the other segment, at a squared distance of at most `D^2 + n.n / v.v`, where
///   `v` is the other direction, and `n = u x v`. So one of the four margins of feet is at least `-n.n`, if
///   `D` is at most the radius. Parallel edges, of which all else is zero, are a miss by that.
///
/// # Error budget
///
/// Define `W = a.a + b.b + c.c + d.d + rr`. The lengths of vectors have the names of the vectors, `x` is that
/// of `a`, `b` or `c`, and `e`, `f` are those of edges. As `AB <= a + b`, everything is a multiple of a power
/// of `W`; the factors are the largest values that the sums of the column "error" have where `W` is 1.
///
/// | quantity | at most | error | in `S` |
/// |---|---|---|---|
/// | `a`, `ab`; `d` is a column | | 1; 0 | `S`, `2 S` |
/// | `rr = reach * reach` | `W` | 1; 3 if `reach` is a sum of two radii | `S^2` |
/// | `start`, `end` and `foot` of a vertex | | as of a point and a capsule: 12.1 `W`, 5 `W^2` | `9 S^2`, `9 S^4` |
/// | the bound of `ends` | | **12.75** `W`, for 12.1 | (53 - 3.2) / 2: **24** bits |
/// | `along = -dot(a, ab)`; `dot(d, ab)` | `a e`; `d e` | 5; 4 | `6 S^2` |
/// | `along + dot(d, ab)` | `(a + d) e` | `e` (6 `a` + 5 `d`) | `12 S^2` |
/// | `length2 = dot(ab, ab)` | `e^2` | 5 | `12 S^2` |
/// | `margin_at_foot` with `end` | | its operands 7 `a^2` + 12 `a d` + 5 `d^2` and 6 `(a + d)^2`, the square 13 `a^2` | `144 S^4` |
/// | | | + 24 `a d` + 11 `d^2`, the sum 1: `e^2` (27 `a^2` + 50 `a d` + 23 `d^2`), 57.9 `W^2` | |
/// | `nn = dd * ee - de * de` | `d^2 e^2` | 9 + 9 + 1: 19 | `36 S^4` |
/// | `feet + nn` | | with the sum 63.1 `W^2` | |
/// | `ends * min(dd, ee) + nn` | | (7 `a^2` + 12 `a d` + 5 `d^2`) `e^2` + 7 of the product, and 20: 36 `W^2` | `144 S^4` |
/// | the bound of `feet` and of these | | **66** `W^2`, for 63.1 | (53 - 7.2) / 4: **11** bits |
/// | `s = ad * ee - ae * de`; `t` | `a d e^2`; `a d^2 e` | 10 + 10 + 1: 21; 9 + 9 + 1: 19 | `36 S^4` |
/// | `nn - s` | | `d e^2` (20 `d` + 22 `a`): 41.2 `d W^(3/2)` | |
/// | the bound of `insides` | | **43** `d W^(3/2)`, for 41.2 | **11** bits |
/// | `ab`, `bc`, `ca`, the `volumes` | `a b d` | 7 of the products, at most `sqrt(2) a b d`: 9.9 | `6 S^3` |
/// | `ab * ab` | `a^2 b^2 d^2` | 20.8 | `36 S^6` |
/// | `rr * nn` less that | | 24 `rr d^2 e^2` + 21.8 `a^2 b^2 d^2`: 13.6 `d^2 W^2` | `36 S^6` |
/// | the bound of `near` | | **14.25** `d^2 W^2`, for 13.6, with the floor of a cube | (53 - 5.2) / 6: **7** bits |
/// | `foot_on_face` of `S` | | as of a sphere: 134 `W^2` | `288 S^4` |
/// | that of `E` | | `n.n` 25 `e^2 f^2`; `v`, `w` 27 `a` + 25 `d` of `e f^2` and `e^2 f`: 146 `W^2` | `432 S^4` |
/// | their bound | | **152** `W^2`, for 146 | (53 - 8.2) / 4, as operands are at most `288 S^4`: **11** bits |
/// | `height` | `a b c` | 8 of the products | `6 S^3` |
/// | `rest`, that of `E` | `(a + d) (b + d) (c + d)` | 10 of the products of all four determinants | `24 S^3` |
/// | `rr * n.n` less `rest^2` | | 28 `rr e^2 f^2`, and 20 `rest` of these products + 2 `rest^2`: 9.7 `W^3` | `576 S^6` |
/// | the bound of the face | | **10.25** `W^3`, for 9.7 | (53 - 9.2) / 6: **7** bits |
///
/// A rounded choice of a foot is harmless as in `margin_at_foot`: the margin of the end differs by less than
/// `150 u^2 W`. Where the direction or an edge is zero, its ends decide, and no insides do.
#[derive(Debug)]
pub struct Exact;

impl Predicate for Exact {
    const NAME: &'static str = "capsule3_triangle3/exact";
    type A = Capsule3;
    type B = Triangle3;

    fn resolve(capsule: &Capsule3, triangle: &Triangle3) -> Decision {
        capsule.decide(triangle)
    }

    #[inline(always)]
    fn size<L: Lanes>(
        &[sx, sy, sz, dx, dy, dz, r]: &[L; 7],
        &[ax, ay, az, bx, by, bz, cx, cy, cz]: &[L; 9],
    ) -> L {
        let s = [sx, sy, sz];
        let [a, b, c] = [sub([ax, ay, az], s), sub([bx, by, bz], s), sub([cx, cy, cz], s)];
        max_of([largest_of_abs(a), largest_of_abs(b), largest_of_abs(c), largest_of_abs([dx, dy, dz]), r])
    }

    #[inline(always)]
    fn decide<L: Lanes>(
        &[sx, sy, sz, dx, dy, dz, r]: &[L; 7],
        triangle: &[L; 9],
        rounding: &Rounding<L>,
    ) -> Certified<L::Mask> {
        is_near(&[sx, sy, sz, dx, dy, dz], triangle, r, rounding)
    }
}

/// Whether a segment is within `reach` of the triangle, which may be a sum of two radii: the budget of
/// [`Exact`].
#[inline(always)]
pub(super) fn is_near<L: Lanes>(
    segment: &[L; 6],
    triangle: &[L; 9],
    reach: L,
    rounding: &Rounding<L>,
) -> Certified<L::Mask> {
    let &[sx, sy, sz, dx, dy, dz] = segment;
    let &[ax, ay, az, bx, by, bz, cx, cy, cz] = triangle;
    let (s, d) = ([sx, sy, sz], [dx, dy, dz]);
    let corners = [[ax, ay, az], [bx, by, bz], [cx, cy, cz]];
    let from_start = [sub(corners[0], s), sub(corners[1], s), sub(corners[2], s)];
    let path = Path { d, dd: dot(d, d), rr: reach * reach };
    let at = [path.at(from_start[0]), path.at(from_start[1]), path.at(from_start[2])];
    let ca = sub(corners[0], corners[2]);
    let edges = [
        path.beside(&at[0], sub(corners[1], corners[0])),
        path.beside(&at[1], sub(corners[2], corners[1])),
        path.beside(&at[2], ca),
    ];
    let w = rounding.square((at[0].away + at[1].away) + (at[2].away + (path.dd + path.rr)));
    let (ww, dd) = (w * w, rounding.square(path.dd));
    let bound_of_feet = rounding.bound(66.0, ww, 11);
    let bound_of_insides = rounding.bound(43.0, (dd * w).sqrt() * w, 11);
    let bound_of_near = rounding.bound(14.25, rounding.product([path.dd, w, w]), 7);
    let bound_inside_face = rounding.bound(152.0, ww, 11);
    let bound_of_face = rounding.bound(10.25, rounding.cube(w), 7);

    let ends = max_of([at[0].start, at[0].end, at[1].start, at[1].end, at[2].start, at[2].end]);
    let feet_on_path = max_of([at[0].foot, at[1].foot, at[2].foot]);
    let feet = max_of([feet_on_path, edges[0].feet, edges[1].feet, edges[2].feet]);
    let mut near = Certified::at_least_zero(ends, rounding.bound(12.75, w, 24))
        | Certified::at_least_zero(feet, bound_of_feet);
    let (volumes, height) = volumes(from_start, d);
    let zero = reach.splat(0.0);
    for k in 0..3 {
        let Edge { length2, along_start, turn, .. } = edges[k];
        let (nn, insides) = insides(at[k].along, -along_start, path.dd, length2, turn);
        let shorter = path.dd.min(length2);
        let insides = L::select(shorter.gt(zero), insides, reach.splat(f32::MIN));
        let by_feet = feet.max(ends * shorter) + nn;
        let margin = path.rr * nn - volumes[k] * volumes[k];
        near = near
            | (Certified::above_zero(insides, bound_of_insides)
                & Certified::at_least_zero(by_feet, bound_of_feet)
                & Certified::at_least_zero(margin, bound_of_near));
    }

    let (abab, caca, abca) = (edges[0].length2, edges[2].length2, dot(sub(corners[1], corners[0]), ca));
    let nn = abab * caca - abca * abca;
    let (ab_as, ca_as) = (edges[0].along_start, -dot(from_start[0], ca));
    let (ab_ae, ca_ae) = (edges[0].along_end, ca_as + edges[2].turn);
    let rest = (volumes[0] + volumes[2] + volumes[1]) - height;
    let at_start = path.rr * nn - height * height;
    let at_end = path.rr * nn - rest * rest;
    let squares = [abab, abca, caca];
    let start_inside = Certified::at_least_zero(foot_on_face(squares, nn, [ab_as, ca_as]), bound_inside_face);
    let end_inside = Certified::at_least_zero(foot_on_face(squares, nn, [ab_ae, ca_ae]), bound_inside_face);
    let face = Certified::above_zero(nn, bound_inside_face)
        & ((start_inside & Certified::at_least_zero(at_start, bound_of_face))
            | (end_inside & Certified::at_least_zero(at_end, bound_of_face)));
    let cross = Certified::at_least_zero(-at_start.max(at_end), bound_of_face)
        & segment_triangle::Exact::<Segment3>::decide(segment, triangle, rounding);
    near | face | cross
}

/// A segment with a radius.
struct Path<L> {
    /// Its direction.
    d: [L; 3],
    /// The square of its length.
    dd: L,
    /// The squared radius.
    rr: L,
}

/// What a vertex and the segment have in common.
struct AtVertex<L> {
    /// From the start to the vertex.
    from_start: [L; 3],
    /// The square of its length.
    away: L,
    /// Its dot product with the direction.
    along: L,
    /// The margin of the start.
    start: L,
    /// That of the end.
    end: L,
    /// That of the foot on the segment.
    foot: L,
}

/// What an edge and the segment have in common.
struct Edge<L> {
    /// The square of its length.
    length2: L,
    /// The dot products of the edge with the ways from its first vertex to the start and to the end.
    along_start: L,
    along_end: L,
    /// That of the edge with the direction of the segment.
    turn: L,
    /// The larger margin of the feet of both ends.
    feet: L,
}

impl<L: Lanes> Path<L> {
    #[inline(always)]
    fn at(&self, from_start: [L; 3]) -> AtVertex<L> {
        let (away, along) = (dot(from_start, from_start), dot(from_start, self.d));
        let start = self.rr - away;
        let end = start + (along + along - self.dd);
        AtVertex { from_start, away, along, start, end, foot: margin_at_foot(along, self.dd, start) }
    }

    #[inline(always)]
    fn beside(&self, vertex: &AtVertex<L>, edge: [L; 3]) -> Edge<L> {
        let (length2, turn) = (dot(edge, edge), dot(self.d, edge));
        let along_start = -dot(vertex.from_start, edge);
        let along_end = along_start + turn;
        let start = margin_at_foot(along_start, length2, vertex.start);
        let end = margin_at_foot(along_end, length2, vertex.end);
        Edge { length2, along_start, along_end, turn, feet: start.max(end) }
    }
}
