//! Axis-aligned box and triangle of space that has grown.

use scalar::dim3::{Aabb3, RoundedTriangle3};
use scalar::exact::{Decision, Exact as _};

use super::aabb_triangle::{self, bounds_intersect};
use super::sphere_triangle::Face;
use super::triangle_rounded_triangle::{edges, gap, vertices};
use super::vector::{dot, sub, times};
use crate::dim2::point_segment::{margin_across, margin_at_foot};
use crate::kernel::Predicate;
use crate::kernel::verdict::{Certified, Rounding};
use crate::lanes::Lanes;

/// The exact answer.
///
/// ```text
///     +-------+       Define    T_j, the vertices of the triangle;  v_j, the edges to the next
///     |       |                 p_j and q_j, from T_j to the lower and the upper corner of the box
///     |       |   T2            rr, the squared radius
///     +-------o  /|   Solution  a hit exactly if
///              Q/ |               meet      box and triangle have a point in common,
///              /  |      or       vertices  a vertex is within the radius of its nearest point of the box,
///            T0---T1     or       corners   the foot of a corner of the box on an edge lies between its
///                                           ends, within the radius,
///                        or       edges     in a plane of two axes the foot Q of a corner o on an edge
///                                           lies between its ends, within the radius, and the third
///                                           coordinate of that point is one of the box,
///                        or       faces     the foot of a corner on the plane of the triangle lies in it,
///                                           within the radius
/// ```
///
/// Where the two are disjoint, they are nearest to each other at a vertex, at a corner, or at two edges.
/// "Meet" is [`aabb_triangle::Exact`] where the bounding boxes intersect, with its own bounds.
///
/// # Error budget
///
/// Define `W` as the sum of all `p_j.p_j` and `q_j.q_j`, and `rr`. So it is at least the squares of the ways
/// from all vertices to two opposite corners. The lengths of vectors have the names of the vectors; `a` is
/// that of the way from a vertex to a corner, `e` and `f` are those of edges. As for [two
/// triangles](super::triangle_rounded_triangle::Exact), of an edge and a corner `W` is at least the squares
/// of both ways, `v^2 / 2` and `rr`; of the face and a corner, those of three ways, a third of those of the
/// edges, and `rr`. The factors of `W` are the largest values that the sums of the column "error" have then.
///
/// | quantity | at most | error | in `S` |
/// |---|---|---|---|
/// | `p`, `q`, `v` | | 1 | `S` |
/// | dot products of two | | products 3, sums 2: 5; in a plane 4 | `3 S^2`, `2 S^2` |
/// | `vertices`, `rr - dot(d, d)` | | 5 + 1 of them, 1 `rr`; `W` is at least 3 `d.d` + `rr`: 2 `W` | `3 S^2` |
/// | the bound of `vertices` | | **2.25** `W`, for 2 | (53 - 1.6) / 2: **25** bits |
/// | `margin_at_foot` | | 24 of `(a^2 + rr) v^2`: 11.2 `W^2` | `9 S^4` |
/// | the bound of `corners` | | **11.75** `W^2`, for 11.2 | (53 - 3.2) / 4: **12** bits |
/// | `across`, in a plane | `a v` | products 3, difference 1: 4 | `2 S^2` |
/// | `length2`; `rr * length2` | `v^2` | 4; 1 + 4 + 1 = 6 | `2 S^2`; `2 S^4` |
/// | `margin_across` | | 6 of `rr v^2`, 6 `across a v` + 3 `across^2`, and 1 of the larger one: 1.8 `W^2` | `4 S^4` |
/// | the bound of `edges` | | **2** `W^2`, for 1.8 | (53 - 2) / 4: **12** bits |
/// | `along * v`, `p * length2` | `a v^2` | 4 + 1 + 1 = 6 each | `2 S^3` |
/// | their difference | | both, 1, and the choice, see below: 5.2 `W^(3/2)` | |
/// | the bound of `third` | | **5.5** `W^(3/2)`, for 5.2 | (53 - 1) / 3: **17** bits |
/// | `foot_on_face` | | as of two triangles: 33 `W^2` | `45 S^4` |
/// | its bound, and that of `nn` | | **34.5** `W^2`, for 33 | (53 - 5.5) / 4: **11** bits |
/// | `rr * nn` less the square of a height | | as of two triangles: 49.5 of `(W / 3)^3` | `36 S^6` |
/// | the bound of a face | | **54** `(W / 3)^3`, for 49.5 and 2 | (53 - 5.2) / 6: **7** bits |
///
/// A rounded choice of a foot is harmless as in `margin_at_foot`. In a plane it may put `Q` on the wrong side
/// of an end by the error of `along` and that of `length2`, over `v`. If `Q` is left out, the vertex there is
/// as near, or a corner. If it is wrongly taken, `third` is certain only if that coordinate is one of the box
/// at the end, too: so its bound has as much more.
#[derive(Debug)]
pub struct Exact;

impl Predicate for Exact {
    const NAME: &'static str = "aabb3_rounded_triangle3/exact";
    type A = Aabb3;
    type B = RoundedTriangle3;

    fn resolve(aabb: &Aabb3, rounded: &RoundedTriangle3) -> Decision {
        aabb.decide(rounded)
    }

    #[inline(always)]
    fn size<L: Lanes>(aabb: &[L; 6], &[ax, ay, az, bx, by, bz, cx, cy, cz, r]: &[L; 10]) -> L {
        aabb_triangle::Exact::size(aabb, &[ax, ay, az, bx, by, bz, cx, cy, cz]).max(r)
    }

    #[inline(always)]
    fn decide<L: Lanes>(
        aabb: &[L; 6],
        &[ax, ay, az, bx, by, bz, cx, cy, cz, r]: &[L; 10],
        rounding: &Rounding<L>,
    ) -> Certified<L::Mask> {
        let t = &[ax, ay, az, bx, by, bz, cx, cy, cz];
        let (zero, least, rr) = (r.splat(0.0), r.splat(f32::MIN), r * r);
        let (min, max, at) = ([aabb[0], aabb[1], aabb[2]], [aabb[3], aabb[4], aabb[5]], vertices(t));
        let v = edges(&at);
        let beside = [
            Beside::new(min, max, at[0], v[0]),
            Beside::new(min, max, at[1], v[1]),
            Beside::new(min, max, at[2], v[2]),
        ];
        let size = rounding.square((beside[0].away() + beside[1].away()) + (beside[2].away() + rr));
        let (size2, size3) = (size * size, size * size.sqrt());
        let third3 = rounding.cube(size * size.splat(1.0 / 3.0));

        let (mut vertices, mut corners) = (least, least);
        for edge in &beside {
            let d = edge.outside(zero);
            vertices = vertices.max(rr - dot(d, d));
            let length2 = (edge.vv[0] + edge.vv[1]) + edge.vv[2];
            for n in 0..8 {
                corners = corners.max(margin_at_foot(
                    corner(n, &edge.along),
                    length2,
                    rr - corner(n, &edge.squares),
                ));
            }
        }
        let mut near = Certified::at_least_zero(vertices, rounding.bound(2.25, size, 25))
            | Certified::at_least_zero(corners, rounding.bound(11.75, size2, 12));

        let (bound_of_third, bound_of_edges) =
            (rounding.bound(5.5, size3, 17), rounding.bound(2.0, size2, 12));
        for Beside { ways, v, vv, along, .. } in &beside {
            for i in 0..3 {
                let (j, k) = ((i + 1) % 3, (i + 2) % 3);
                let length2 = vv[j] + vv[k];
                let (reach, sides) = (rr * length2, [ways[0][i] * length2, ways[1][i] * length2]);
                for [x, y] in [[0, 0], [0, 1], [1, 0], [1, 1]] {
                    let foot = along[x][j] + along[y][k];
                    let across = ways[x][j] * v[k] - ways[y][k] * v[j];
                    let margin = margin_across(foot, length2, reach, across);
                    let third = foot * v[i];
                    let third = (third - sides[0]).min(sides[1] - third);
                    near = near
                        | (Certified::at_least_zero(third, bound_of_third)
                            & Certified::at_least_zero(margin, bound_of_edges));
                }
            }
        }

        let face = Face::new(&v, [rounding.bound(34.5, size2, 11), rounding.bound(54.0, third3, 7)]);
        let [low, high] = beside[0].ways;
        let (by_ca, by_n) =
            ([times(low, face.ca), times(high, face.ca)], [times(low, face.n), times(high, face.n)]);
        for n in 0..8 {
            near =
                near | face.is_near([corner(n, &beside[0].along), corner(n, &by_ca), corner(n, &by_n)], rr);
        }
        let in_reach = Certified::sure(bounds_intersect(aabb, t));
        (in_reach & aabb_triangle::Exact::decide(aabb, t, rounding)) | near
    }

    const HAS_QUICK_REJECT: bool = true;

    /// In no coordinate the bounding boxes are farther apart than the radius. A rounded difference is not
    /// above a float if the real one is not.
    #[inline(always)]
    fn quick_reject<L: Lanes>(s: &[L; 6], &[ax, ay, az, bx, by, bz, cx, cy, cz, r]: &[L; 10]) -> L::Mask {
        let x = gap([s[0], s[3], s[3]], [ax, bx, cx]);
        let y = gap([s[1], s[4], s[4]], [ay, by, cy]);
        let z = gap([s[2], s[5], s[5]], [az, bz, cz]);
        x.le(r) & y.le(r) & z.le(r)
    }

    const IMPLIES_QUICK_REJECT: bool = true;

    const IS_LONG: bool = true;
}

/// An edge of the triangle, as seen from the vertex where it begins.
struct Beside<L> {
    /// The ways from the vertex to the lower and the upper corner of the box.
    ways: [[L; 3]; 2],
    /// The edge, and the squares of its components.
    v: [L; 3],
    vv: [L; 3],
    /// The products of the components of each way with those of the edge, and the squares of those of the
    /// way.
    along: [[L; 3]; 2],
    squares: [[L; 3]; 2],
}

impl<L: Lanes> Beside<L> {
    #[inline(always)]
    fn new(min: [L; 3], max: [L; 3], vertex: [L; 3], v: [L; 3]) -> Self {
        let [low, high] = [sub(min, vertex), sub(max, vertex)];
        Self {
            ways: [low, high],
            v,
            vv: times(v, v),
            along: [times(low, v), times(high, v)],
            squares: [times(low, low), times(high, high)],
        }
    }

    /// The squares of both ways.
    #[inline(always)]
    fn away(&self) -> L {
        corner(0, &self.squares) + corner(7, &self.squares)
    }

    /// The way to the nearest point of the box, without signs.
    #[inline(always)]
    fn outside(&self, zero: L) -> [L; 3] {
        let [low, high] = self.ways;
        [low[0].max(-high[0]).max(zero), low[1].max(-high[1]).max(zero), low[2].max(-high[2]).max(zero)]
    }
}

/// The sum of what corner `n` of the box has in x, y and z, of those of the lower and of the upper corner.
#[inline(always)]
fn corner<L: Lanes>(n: usize, of: &[[L; 3]; 2]) -> L {
    (of[n & 1][0] + of[n >> 1 & 1][1]) + of[n >> 2][2]
}
