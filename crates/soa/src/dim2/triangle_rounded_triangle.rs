//! Triangle and rounded triangle.

use scalar::dim2::{RoundedTriangle, Triangle};
use scalar::exact::{Decision, Exact as _};

use super::interval::{max_of, min_of, signed_overlap};
use super::point_segment::margin_across;
use super::triangle_triangle;
use super::vector::{cross, dot, sub};
use crate::kernel::Predicate;
use crate::kernel::verdict::{Certified, Rounding};
use crate::lanes::Lanes;

/// The exact answer.
///
/// ```text
///        B            Define    P, a vertex of the other triangle;  AB, an edge, and C opposite of it
///       / \                     rr, the squared radius;  Q, the foot of the perpendicular from P on AB
///      /   Q---P
///     /     \         Solution  a hit exactly if
///    C-------A                    meet      no edge separates the triangles: the edge functions AP x AB
///                                           of all P and AC x AB have no gap between their intervals, and the
///                                           bounding boxes intersect,
///                     or          vertices  rr - |PA|^2 >= 0 for a vertex of each,
///                     or          feet      Q lies between A and B, and rr - |QP|^2 >= 0, for any P and AB
/// ```
///
/// Two triangles that are disjoint are nearest to each other at a vertex of one.
///
/// # Error budget
///
/// Define `W` as `rr` and the squares of the nine ways from a vertex of one triangle to one of the other. Of
/// the edge `AB` of the length `l` and any vertex, with `p` and `q` the ways to its ends, the other two
/// vertices add `l^2 / 2` each: `W >= p^2 + q^2 + l^2 + rr`. The squares of the three edges of a triangle are
/// `W` at most (each vertex of the other one adds a third of them). `e` and `f` are the lengths of two edges of
/// one triangle. The factors of `W` are the largest values that the sums of the column "error" have then.
///
/// | quantity | at most | error | in `S` |
/// |---|---|---|---|
/// | a way, an edge | `p`, `l` | 1 | `S` |
/// | `distance2` of two vertices | `W` | products 3, sum 1: 4 | `2 S^2` |
/// | `rr - distance2` | | 4 of them, 1 `rr` and 1; `W` is at least 9 of them and `rr`: 2 `W` | `2 S^2` |
/// | `along`, `across`; `own` | `p l`; `e f` | products 3 `p l`, 3 `e f`; sum 1 | `2 S^2` |
/// | `meet`, as `own - across` | `W` | those of both, and 1: 2.85 `W` | |
/// | the bound of both | | **3** `W`, for 2.85 | (53 - 1) / 2: **26** bits |
/// | `length2` of an edge; `rr * length2` | `l^2`; `rr l^2` | 4; 1 + 4 + 1 = 6 | `2 S^2`; `2 S^4` |
/// | `across^2` | `p^2 l^2` | 6 `across p l` + 3 `across^2` | `4 S^4` |
/// | `margin_across` | | 6 `rr l^2`, that, and 1 of the larger one: 1.2 `W^2` | |
/// | the bound of `feet` | | **2** `W^2`, for 1.2, with room for underflow | (53 - 2) / 4: **12** bits |
#[derive(Debug)]
pub struct Exact;

impl Predicate for Exact {
    const NAME: &'static str = "triangle_rounded_triangle/exact";
    type A = Triangle;
    type B = RoundedTriangle;

    fn resolve(triangle: &Triangle, rounded: &RoundedTriangle) -> Decision {
        triangle.decide(rounded)
    }

    #[inline(always)]
    fn size<L: Lanes>(s: &[L; 6], &[dx, dy, ex, ey, fx, fy, r]: &[L; 7]) -> L {
        triangle_triangle::Exact::size(s, &[dx, dy, ex, ey, fx, fy]).max(r)
    }

    #[inline(always)]
    fn decide<L: Lanes>(
        s: &[L; 6],
        &[dx, dy, ex, ey, fx, fy, r]: &[L; 7],
        rounding: &Rounding<L>,
    ) -> Certified<L::Mask> {
        let &[ax, ay, bx, by, cx, cy] = s;
        let (a, b, c, d, e, f) = ([ax, ay], [bx, by], [cx, cy], [dx, dy], [ex, ey], [fx, fy]);
        let from_a = [sub(d, a), sub(e, a), sub(f, a)];
        let from_b = [sub(d, b), sub(e, b), sub(f, b)];
        let from_c = [sub(d, c), sub(e, c), sub(f, c)];
        let (at_a, at_b, at_c) = (squares(from_a), squares(from_b), squares(from_c));
        let rr = r * r;
        let w = rounding.square((sum(at_a) + sum(at_b)) + (sum(at_c) + rr));

        let (ab, ac, bc) = (sub(b, a), sub(c, a), sub(c, b));
        // Edges of the second triangle backwards, as the ways that its vertices have to the first are.
        let (ed, fd, fe) = (sub(d, e), sub(d, f), sub(e, f));
        let (from_d, from_e) = ([from_a[0], from_b[0], from_c[0]], [from_a[1], from_b[1], from_c[1]]);
        let (own_s, own_t) = (cross(ab, ac), cross(ed, fd));
        let [overlap_ab, feet_ab] = beside_edge(from_a, ab, own_s, rr);
        let [overlap_ac, feet_ac] = beside_edge(from_a, ac, -own_s, rr);
        let [overlap_bc, feet_bc] = beside_edge(from_b, bc, own_s, rr);
        let [overlap_de, feet_de] = beside_edge(from_d, ed, own_t, rr);
        let [overlap_df, feet_df] = beside_edge(from_d, fd, -own_t, rr);
        let [overlap_ef, feet_ef] = beside_edge(from_e, fe, own_t, rr);

        let meet = min_of([overlap_ab, overlap_ac, overlap_bc, overlap_de, overlap_df, overlap_ef]);
        let feet = max_of([feet_ab, feet_ac, feet_bc, feet_de, feet_df, feet_ef]);
        let vertices = rr - min_of([min_of(at_a), min_of(at_b), min_of(at_c)]);
        let bound2 = rounding.bound(3.0, w, 26);
        let bounds = Certified::sure(triangle_triangle::bounds_intersect(s, &[dx, dy, ex, ey, fx, fy]));
        (bounds & Certified::at_least_zero(meet, bound2))
            | Certified::at_least_zero(vertices, bound2)
            | Certified::at_least_zero(feet, rounding.bound(2.0, w * w, 12))
    }

    const HAS_QUICK_REJECT: bool = true;

    /// In neither coordinate the bounding boxes are farther apart than the radius. A rounded difference is not
    /// above a float if the real one is not.
    #[inline(always)]
    fn quick_reject<L: Lanes>(
        &[ax, ay, bx, by, cx, cy]: &[L; 6],
        &[dx, dy, ex, ey, fx, fy, r]: &[L; 7],
    ) -> L::Mask {
        let (x, y) = ([[ax, bx, cx], [dx, ex, fx]], [[ay, by, cy], [dy, ey, fy]]);
        (-signed_overlap(x[0], x[1])).le(r) & (-signed_overlap(y[0], y[1])).le(r)
    }

    const IMPLIES_QUICK_REJECT: bool = true;
}

/// The overlap of the projections of both triangles across an edge, and the largest margin of the feet on it.
///
/// `ways` go from the start of the edge to the vertices of the other triangle, and `own` is the edge function
/// of the vertex opposite of it.
#[inline(always)]
fn beside_edge<L: Lanes>(ways: [[L; 2]; 3], edge: [L; 2], own: L, rr: L) -> [L; 2] {
    let length2 = dot(edge, edge);
    let reach = rr * length2;
    let across = [cross(edge, ways[0]), cross(edge, ways[1]), cross(edge, ways[2])];
    let feet = max_of([
        margin_across(dot(edge, ways[0]), length2, reach, across[0]),
        margin_across(dot(edge, ways[1]), length2, reach, across[1]),
        margin_across(dot(edge, ways[2]), length2, reach, across[2]),
    ]);
    [signed_overlap([own.splat(0.0), own], across), feet]
}

#[inline(always)]
fn squares<L: Lanes>(ways: [[L; 2]; 3]) -> [L; 3] {
    [dot(ways[0], ways[0]), dot(ways[1], ways[1]), dot(ways[2], ways[2])]
}

#[inline(always)]
fn sum<L: Lanes>([x, y, z]: [L; 3]) -> L {
    x + y + z
}
