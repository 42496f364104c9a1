//! Two faces of a mesh: whether they have more in common than the corners and the edge that they share.
//! Derivation: `scalar::exact::faces_intersect`.

use scalar::dim3::Triangle3;
use scalar::exact::{Decision, decide_faces};

use super::orient::Projection;
use super::triangle_triangle::{self, Determinants, bounds_intersect, equal, is_corner};
use super::vector::{cross as cross3, dot, largest_of_abs, sub};
use crate::dim2::interval::{distance_from_zero, max_of, min_of};
use crate::dim2::vector::cross;
use crate::kernel::Predicate;
use crate::kernel::verdict::{Certified, Rounding};
use crate::lanes::{Lanes, select};

/// The exact answer.
///
/// ```text
/// Define    the numbers of `triangle_triangle::Exact`, with the corners in turn until a shared one is the
///           first of both, so that a0 = 0:  a1 and a2, u and v are what is left of the faces
///           A = u.(a1 x a2) = x_1,  B = v.(a1 x a2) = y_1,  C = n.a1 = p_1,  D = n.a2 = p_2
/// Solution  no corner shared   the triangles have a point in common
///           one                A, -B, -C and D are all >= 0 or all <= 0;  in one plane, where all are zero,
///                              one of u, v, a1, a2 lies between those of the other face
///           two                all four are zero, and both faces lie on one side of their edge
///           three              always
///           and both faces have an area
/// ```
///
/// # Error budget
///
/// The table of `triangle_triangle::Exact`, and with its `X`, `Y` and `Z`:
///
/// | quantity | at most | error | in `S` |
/// |---|---|---|---|
/// | `A`, `B`, `C`, `D` | their products | 8, see there | `6 S^3` |
/// | the bound | `X Y Z` | **24**, for 8 | (53 - 2.6) / 3: **16** bits |
/// | an edge of a face | the size | 1 | `S` |
/// | its normal, a cross product | its products | 4 | `2 S^2` |
/// | the bound: `F`, the product of the sums of absolute components of two edges | `F` | **4.5** `F`, for 4 | (53 - 1) / 2: **26** bits |
///
/// In one plane, where `f64` knows that the four are zero, with `R`, the largest of `X`, `Y` and `Z`:
///
/// | quantity | at most | error | in `S` |
/// |---|---|---|---|
/// | `m.n` of two normals | `12 R^4` | products 4 + 4 + 1, sums 2: 11 of `12 R^4` | `12 S^4` |
/// | the bound | | **136** `R^4`, for 132 | (53 - 3.6) / 4: **12** bits |
/// | a cross product of projections | `R^2` | 4 | `2 S^2` |
/// | the bound | | **4.5** `R^2`, for 4 | (53 - 1) / 2: **26** bits |
#[derive(Debug)]
pub struct Exact;

impl Predicate for Exact {
    const NAME: &'static str = "triangle3_triangle3/faces";
    type A = Triangle3;
    type B = Triangle3;

    fn resolve(s: &Triangle3, t: &Triangle3) -> Decision {
        decide_faces(s, t)
    }

    #[inline(always)]
    fn size<L: Lanes>(s: &[L; 9], t: &[L; 9]) -> L {
        triangle_triangle::Exact::size(s, t)
    }

    #[inline(always)]
    fn decide<L: Lanes>(s: &[L; 9], t: &[L; 9], rounding: &Rounding<L>) -> Certified<L::Mask> {
        // A corner of s that t has comes first, then the same corner of t.
        let [a, b, c] = corners(s);
        let [a_is_shared, b_is_shared, c_is_shared] = [is_corner(a, t), is_corner(b, t), is_corner(c, t)];
        let s = &turned(s, !a_is_shared & b_is_shared, !a_is_shared & !b_is_shared & c_is_shared);
        let shares = a_is_shared | b_is_shared | c_is_shared;
        let ([a, b, c], [_, e, f]) = (corners(s), corners(t));
        let t = &turned(t, equal(a, e), equal(a, f) & !equal(a, e));
        let [_, e, f] = corners(t);
        let [be, bf, ce, cf] = [equal(b, e), equal(b, f), equal(c, e), equal(c, f)];
        let shares_edge = shares & (be | bf | ce | cf);
        let is_same = shares & ((be & cf) | (bf & ce));

        let numbers = Determinants::new(s, t);
        let bound = numbers.bound(rounding);
        let signed = [numbers.x[1], -numbers.y[1], -numbers.p[1], numbers.p[2]];
        let largest = max_of(signed).max(-min_of(signed));
        let sloped = Certified::above_zero(largest, bound);
        let nowhere = largest.lt(largest);
        let mut at_corner = Certified::at_least_zero(distance_from_zero(signed), bound);
        let mut at_edge = Certified { hit: nowhere, miss: sloped.hit };
        if rounding.knows_common_ulp() {
            let same_turn = be | cf;
            at_corner = Certified::select(sloped.miss, cones_overlap(&numbers, rounding), at_corner);
            at_edge = Certified::select(sloped.miss, folds_over(&numbers, same_turn, rounding), at_edge);
        }
        let shared = Certified::select(shares_edge, at_edge, at_corner);
        let apart = numbers.intersect(s, t, rounding);
        Certified::select(is_same, Certified::sure(!nowhere), Certified::select(shares, shared, apart))
            & has_area(s, rounding)
            & has_area(t, rounding)
    }

    const HAS_QUICK_REJECT: bool = true;

    #[inline(always)]
    fn quick_reject<L: Lanes>(s: &[L; 9], t: &[L; 9]) -> L::Mask {
        bounds_intersect(s, t)
    }

    const IMPLIES_QUICK_REJECT: bool = true;
}

#[inline(always)]
fn corners<L: Lanes>(t: &[L; 9]) -> [[L; 3]; 3] {
    [[t[0], t[1], t[2]], [t[3], t[4], t[5]], [t[6], t[7], t[8]]]
}

/// The triangle from its second corner on, or from its third.
#[inline(always)]
fn turned<L: Lanes>(t: &[L; 9], from_second: L::Mask, from_third: L::Mask) -> [L; 9] {
    let [ax, ay, az, bx, by, bz, cx, cy, cz] = *t;
    let second = select(from_second, [bx, by, bz, cx, cy, cz, ax, ay, az], *t);
    select(from_third, [cx, cy, cz, ax, ay, az, bx, by, bz], second)
}

/// Whether a face has an area.
#[inline(always)]
fn has_area<L: Lanes>(t: &[L; 9], rounding: &Rounding<L>) -> Certified<L::Mask> {
    // Of the columns: corners that were rounded before may have an area that those given have not.
    let [a, b, c] = corners(t);
    let (u, v) = (sub(b, a), sub(c, a));
    let size = rounding.length(norm(u)) * rounding.length(norm(v));
    Certified::above_zero(largest_of_abs(cross3(u, v)), rounding.bound(4.5, size, 26))
}

#[inline(always)]
fn norm<L: Lanes>(v: [L; 3]) -> L {
    v[0].abs() + v[1].abs() + v[2].abs()
}

/// Of faces of one plane with a corner in common: whether an edge from it lies in the other face, or on its
/// edge.
#[inline(always)]
fn cones_overlap<L: Lanes>(numbers: &Determinants<L>, rounding: &Rounding<L>) -> Certified<L::Mask> {
    let (m, n, sides) = (numbers.m(), numbers.n, max_of(numbers.size()));
    let projection = Projection::of_normal(select(largest_of_abs(m).gt(largest_of_abs(n)), m, n));
    let [p, q] = [projection.of(numbers.a[1]), projection.of(numbers.a[2])];
    let [r, s] = [projection.of(numbers.u), projection.of(numbers.v)];
    let bound = rounding.bound(4.5, sides * sides, 26);
    let (pq, rs) = (cross(p, q), cross(r, s));
    let [pr, ps, qr, qs] = [cross(p, r), cross(p, s), cross(q, r), cross(q, s)];
    let margins = [
        pr.flip_sign(pq).min((-qr).flip_sign(pq)), // r between p and q
        ps.flip_sign(pq).min((-qs).flip_sign(pq)), // s
        (-pr).flip_sign(rs).min(ps.flip_sign(rs)), // p between r and s
        (-qr).flip_sign(rs).min(qs.flip_sign(rs)), // q
    ];
    Certified::at_least_zero(max_of(margins), bound).where_sure(pq.abs().min(rs.abs()), bound)
}

/// Of faces of one plane with an edge in common: whether they lie on one side of it.
#[inline(always)]
fn folds_over<L: Lanes>(
    numbers: &Determinants<L>,
    same_turn: L::Mask,
    rounding: &Rounding<L>,
) -> Certified<L::Mask> {
    let (along, sides) = (dot(numbers.m(), numbers.n), max_of(numbers.size()));
    let squared = sides * sides;
    Certified::above_zero(L::select(same_turn, along, -along), rounding.bound(136.0, squared * squared, 12))
}
