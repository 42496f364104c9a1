//! Triangle and triangle of space that has grown.

use scalar::dim3::{RoundedTriangle3, Triangle3};
use scalar::exact::{Decision, Exact as _};

use super::capsule_capsule::insides;
use super::sphere_triangle::Face;
use super::triangle_triangle::{self, bounds_intersect};
use super::vector::{cross, dot, sub};
use crate::dim2::interval::{max_of, min_of};
use crate::dim2::point_segment::margin_at_foot;
use crate::kernel::Predicate;
use crate::kernel::verdict::{Certified, Rounding};
use crate::lanes::Lanes;

/// The exact answer.
///
/// ```text
///     S0 ------ S1     Define    S_i and T_j, the vertices;  w_ij = T_j - S_i;  rr, the squared radius
///       \      /                 u_i and v_j, the edges from S_i and T_j to the next vertex
///        \    /        Solution  a hit exactly if
///         \  /                     meet      the triangles have a point in common,
///          S2             or       vertices  rr - w_ij.w_ij >= 0,
///                         or       feet      the foot of a vertex on an edge of the other triangle lies
///         T0                                 between its ends, within the radius,
///        /  \             or       insides   the points of u_i and v_j that are nearest to each other lie
///       /    \                               inside both, within the radius,
///     T1 ---- T2          or       faces     the foot of a vertex on the plane of the other triangle lies
///                                            in it, within the radius
/// ```
///
/// Triangles that are disjoint are nearest to each other at two edges, or at a vertex. "Meet" is
/// [`triangle_triangle::Exact`] where the bounding boxes intersect, with its own bounds. Insides have the
/// second condition of [`capsule_triangle`](super::capsule_triangle::Exact), by which parallel edges miss.
///
/// # Error budget
///
/// Define `W` as the sum of all nine `w_ij.w_ij` and `rr`. The lengths of vectors have the names of the
/// vectors; `e` and `f` are those of two edges of one triangle, `a` is that of a `w_ij`. From the ends of an
/// edge `u` the squares of the ways to any point are `u^2 / 2` together at least, from the vertices of a
/// triangle a third of the squares of its edges. So of an edge and a vertex `W` is at least the squares of
/// its two ways, `u^2` and `rr`; of two edges, those of four ways, `(u^2 + v^2) / 2` and `rr`; of a face and
/// a vertex, those of three ways, two thirds of those of the edges, and `rr`. The factors of `W` are the
/// largest values that the sums of the column "error" have then.
///
/// | quantity | at most | error | in `S` |
/// |---|---|---|---|
/// | `w`, `u`, `v` | | 1 | `S` |
/// | dot products of two | | products 3, sums 2: 5 | `3 S^2` |
/// | `margin = rr - ww` | | 5 `ww` + `rr` + 1; `W` is at least 9 `ww` + `rr`: 2 `W` | `3 S^2` |
/// | the bound of `vertices` | | **2.25** `W`, for 2 | (53 - 1.6) / 2: **25** bits |
/// | `margin_at_foot` | | 5 + 5 + 2 x 5 + 4 = 24 of `(a^2 + rr) u^2`: 6 `W^2` | `9 S^4` |
/// | `nn = uu * vv - uv * uv` | `u^2 v^2` | 11 `u^2 v^2` + 10 `uv u v` + 1 `uv^2`, and 1: 23 | `9 S^4` |
/// | `feet + nn`, `vertices * min(uu, vv) + nn` | | those, and 1 of the sum: 7 `W^2` | `9 S^4` |
/// | the bound of `feet` and of these | | **7.5** `W^2`, for 7 | (53 - 3.2) / 4: **12** bits |
/// | `s = wu * vv - wv * uv`; `t` | `a u v^2`; `a u^2 v` | 11 + 11 + 1: 23 | `18 S^4` |
/// | `nn - s` | | 24 `u v^2 (u + a)`: 8 `W^2` | |
/// | the bound of `insides` | | **8.5** `W^2`, for 8 | (53 - 4.2) / 4, as operands are at most `18 S^4`: **12** bits |
/// | `cross` | its products | 4 | `2 S^2` |
/// | `height = dot(w, cross(u, v))` | `a u v` | 8 of the products, at most `sqrt(2) a u v`: 11.4 | `6 S^3` |
/// | `rr * nn` less its square | | `rr nn`'s, 22.8 `height a u v` + its square, and 1: 9.8 `(W / 3)^3` | `36 S^6` |
/// | the bound of `near` | | **12.25** `(W / 3)^3`, for 9.8 and 2 of underflow | (53 - 5.2) / 6: **7** bits |
/// | `foot_on_face` | | `nn`, `v`, `w` 23 each, and the sums: 15.1 `W^2` | `45 S^4` |
/// | its bound, and that of `nn` of a face | | **16** `W^2`, for 15.1 | (53 - 5.5) / 4: **11** bits |
/// | `rr * nn` less the square of a height | | as above: 22 of `(W / 3)^3` | `36 S^6` |
/// | the bound of a face | | **25** `(W / 3)^3`, for 22 and 2 | **7** bits |
///
/// A rounded choice of a foot is harmless as in `margin_at_foot`.
#[derive(Debug)]
pub struct Exact;

impl Predicate for Exact {
    const NAME: &'static str = "triangle3_rounded_triangle3/exact";
    type A = Triangle3;
    type B = RoundedTriangle3;

    fn resolve(triangle: &Triangle3, rounded: &RoundedTriangle3) -> Decision {
        triangle.decide(rounded)
    }

    #[inline(always)]
    fn size<L: Lanes>(s: &[L; 9], &[ax, ay, az, bx, by, bz, cx, cy, cz, r]: &[L; 10]) -> L {
        triangle_triangle::Exact::size(s, &[ax, ay, az, bx, by, bz, cx, cy, cz]).max(r)
    }

    #[inline(always)]
    fn decide<L: Lanes>(
        s: &[L; 9],
        &[ax, ay, az, bx, by, bz, cx, cy, cz, r]: &[L; 10],
        rounding: &Rounding<L>,
    ) -> Certified<L::Mask> {
        let t = &[ax, ay, az, bx, by, bz, cx, cy, cz];
        let (zero, least) = (r.splat(0.0), r.splat(f32::MIN));
        let (s_at, t_at) = (vertices(s), vertices(t));
        let (u, v) = (edges(&s_at), edges(&t_at));
        let rr = r * r;

        let w = [ways(s_at[0], &t_at), ways(s_at[1], &t_at), ways(s_at[2], &t_at)];
        let wu = [dots(&w[0], &[u[0]; 3]), dots(&w[1], &[u[1]; 3]), dots(&w[2], &[u[2]; 3])];
        let wv = [dots(&w[0], &v), dots(&w[1], &v), dots(&w[2], &v)];
        let (uu, vv) = (dots(&u, &u), dots(&v, &v));
        let (mut squares, mut vertices, mut feet) = (rr, least, least);
        for i in 0..3 {
            for j in 0..3 {
                let ww = dot(w[i][j], w[i][j]);
                let margin = rr - ww;
                let (on_u, on_v) =
                    (margin_at_foot(wu[i][j], uu[i], margin), margin_at_foot(-wv[i][j], vv[j], margin));
                squares = squares + ww;
                vertices = vertices.max(margin);
                feet = max_of([feet, on_u, on_v]);
            }
        }
        let size = rounding.square(squares);
        let size2 = size * size;
        let third3 = rounding.cube(size * size.splat(1.0 / 3.0));
        let bound_of_feet = rounding.bound(7.5, size2, 12);
        let mut near = Certified::at_least_zero(vertices, rounding.bound(2.25, size, 25))
            | Certified::at_least_zero(feet, bound_of_feet);

        let (bound_of_insides, bound_of_near) =
            (rounding.bound(8.5, size2, 12), rounding.bound(12.25, third3, 7));
        for i in 0..3 {
            for j in 0..3 {
                let (nn, insides) = insides(wu[i][j], wv[i][j], uu[i], vv[j], dot(u[i], v[j]));
                let shorter = uu[i].min(vv[j]);
                let insides = L::select(shorter.gt(zero), insides, least);
                let height = dot(w[i][j], cross(u[i], v[j]));
                near = near
                    | (Certified::above_zero(insides, bound_of_insides)
                        & Certified::at_least_zero(feet.max(vertices * shorter) + nn, bound_of_feet)
                        & Certified::at_least_zero(rr * nn - height * height, bound_of_near));
            }
        }

        let bounds_of_face = [rounding.bound(16.0, size2, 11), rounding.bound(25.0, third3, 7)];
        let on_s = Face::new(&u, bounds_of_face);
        let on_t = Face::new(&v, bounds_of_face);
        for k in 0..3 {
            let (to_t, to_s) = (w[0][k], sub(s_at[k], t_at[0]));
            near = near
                | on_s.is_near([dot(on_s.ab, to_t), dot(on_s.ca, to_t), dot(on_s.n, to_t)], rr)
                | on_t.is_near([dot(on_t.ab, to_s), dot(on_t.ca, to_s), dot(on_t.n, to_s)], rr);
        }
        let in_reach = Certified::sure(bounds_intersect(s, t));
        (in_reach & triangle_triangle::Exact::decide(s, t, rounding)) | near
    }

    const HAS_QUICK_REJECT: bool = true;

    /// In no coordinate the bounding boxes are farther apart than the radius. A rounded difference is not
    /// above a float if the real one is not.
    #[inline(always)]
    fn quick_reject<L: Lanes>(s: &[L; 9], &[ax, ay, az, bx, by, bz, cx, cy, cz, r]: &[L; 10]) -> L::Mask {
        let x = gap([s[0], s[3], s[6]], [ax, bx, cx]);
        let y = gap([s[1], s[4], s[7]], [ay, by, cy]);
        let z = gap([s[2], s[5], s[8]], [az, bz, cz]);
        x.le(r) & y.le(r) & z.le(r)
    }

    const IMPLIES_QUICK_REJECT: bool = true;

    const IS_LONG: bool = true;
}

/// How far the numbers of two triangles are apart, or at most zero.
#[inline(always)]
pub(super) fn gap<L: Lanes>(s: [L; 3], t: [L; 3]) -> L {
    (min_of(t) - max_of(s)).max(min_of(s) - max_of(t))
}

#[inline(always)]
pub(super) fn vertices<L: Lanes>(&[ax, ay, az, bx, by, bz, cx, cy, cz]: &[L; 9]) -> [[L; 3]; 3] {
    [[ax, ay, az], [bx, by, bz], [cx, cy, cz]]
}

/// From a point to each vertex.
#[inline(always)]
fn ways<L: Lanes>(from: [L; 3], &[a, b, c]: &[[L; 3]; 3]) -> [[L; 3]; 3] {
    [sub(a, from), sub(b, from), sub(c, from)]
}

/// The dot products of three vectors with three others.
#[inline(always)]
fn dots<L: Lanes>(u: &[[L; 3]; 3], v: &[[L; 3]; 3]) -> [L; 3] {
    [dot(u[0], v[0]), dot(u[1], v[1]), dot(u[2], v[2])]
}

/// From each vertex to the next.
#[inline(always)]
pub(super) fn edges<L: Lanes>(&[a, b, c]: &[[L; 3]; 3]) -> [[L; 3]; 3] {
    [sub(b, a), sub(c, b), sub(a, c)]
}
