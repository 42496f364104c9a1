//! Triangle and triangle, by separating axes (Marupeke B and C) and by edge functions (cross-product article,
//! E). Derivation: `scalar::dim2::triangle_triangle`.

use scalar::dim2::{Triangle, triangle_triangle};
use scalar::exact::{Decision, Exact as _};

use super::interval::{disjoint, disjoint_unless_nan, max_of, min_of};
use super::point_triangle::is_corner;
use super::vector::{cross, dot, sub};
use crate::kernel::verdict::{Certified, Rounding};
use crate::kernel::{Compiled, Predicate, Published};
use crate::lanes::{Lanes, no_nan};
use crate::registry::Kernel;

/// Projections on the six axes.
#[derive(Debug)]
pub struct SeparatingAxis;

impl Published for SeparatingAxis {
    const NAME: &'static str = "triangle_triangle/separating_axis";
    type A = Triangle;
    type B = Triangle;

    fn reference(s: &Triangle, t: &Triangle) -> bool {
        triangle_triangle::separating_axis(s, t)
    }

    #[inline(always)]
    fn lanes<L: Lanes>(s: &[L; 6], t: &[L; 6]) -> L::Mask {
        no_nan([s[0], s[1], s[2], s[3], s[4], s[5], t[0], t[1], t[2], t[3], t[4], t[5]])
            & !separated_by_projection(s, t)
            & !separated_by_projection(t, s)
    }

    const HAS_QUICK_REJECT: bool = true;

    #[inline(always)]
    fn quick_reject<L: Lanes>(s: &[L; 6], t: &[L; 6]) -> L::Mask {
        bounds_intersect(s, t)
    }
}

/// Seven cross products a triangle. Both forms of the article are its references: lanes do not leave early,
/// and the two forms give the same answer.
#[derive(Debug)]
pub struct EdgeFunctions;

impl Published for EdgeFunctions {
    const NAME: &'static str = "triangle_triangle/edge_functions";
    type A = Triangle;
    type B = Triangle;

    fn reference(s: &Triangle, t: &Triangle) -> bool {
        triangle_triangle::edge_functions(s, t)
    }

    #[inline(always)]
    fn lanes<L: Lanes>(s: &[L; 6], t: &[L; 6]) -> L::Mask {
        !separated_by_edge(s, t) & !separated_by_edge(t, s)
    }

    const HAS_QUICK_REJECT: bool = true;

    #[inline(always)]
    fn quick_reject<L: Lanes>(s: &[L; 6], t: &[L; 6]) -> L::Mask {
        bounds_intersect(s, t)
    }
}

/// The lanes in which the bounding boxes have a point in common.
#[inline(always)]
pub(crate) fn bounds_intersect<L: Lanes>(
    &[ax, ay, bx, by, cx, cy]: &[L; 6],
    &[dx, dy, ex, ey, fx, fy]: &[L; 6],
) -> L::Mask {
    !disjoint([ax, bx, cx], [dx, ex, fx]) & !disjoint([ay, by, cy], [dy, ey, fy])
}

/// The lanes in which the normal of an edge of `s` is a separating axis.
#[inline(always)]
fn separated_by_projection<L: Lanes>(
    &[ax, ay, bx, by, cx, cy]: &[L; 6],
    &[dx, dy, ex, ey, fx, fy]: &[L; 6],
) -> L::Mask {
    let (a, b, c, t) = ([ax, ay], [bx, by], [cx, cy], [[dx, dy], [ex, ey], [fx, fy]]);
    separated_across(a, b, c, t) | separated_across(b, c, a, t) | separated_across(c, a, b, t)
}

/// The lanes in which the projections on the normal of the edge `from`, `to` are disjoint.
#[inline(always)]
fn separated_across<L: Lanes>(opposite: [L; 2], from: [L; 2], to: [L; 2], [d, e, f]: [[L; 2]; 3]) -> L::Mask {
    let edge = sub(to, from);
    let axis = [edge[1], -edge[0]];
    disjoint_unless_nan([dot(axis, opposite), dot(axis, from)], [dot(axis, d), dot(axis, e), dot(axis, f)])
}

/// The lanes in which `t` lies outside an edge of `s`, by seven cross products, or a coordinate is NaN.
///
/// The reference turns the edges so that the vertices run clockwise. Here the edge functions change sign
/// instead: that changes no rounding, and they need not wait for the area. A NaN in any coordinate reaches
/// `sum`. `area` is a term of it because the sign of a NaN differs between machines.
#[inline(always)]
fn separated_by_edge<L: Lanes>(
    &[ax, ay, bx, by, cx, cy]: &[L; 6],
    &[dx, dy, ex, ey, fx, fy]: &[L; 6],
) -> L::Mask {
    let (a, zero) = ([ax, ay], ax.splat(0.0));
    let (u, v) = (sub([bx, by], a), sub([cx, cy], a));
    let area = cross(v, u);
    let [ab_d, ca_d, bc_d] = edges(sub([dx, dy], a), u, v);
    let [ab_e, ca_e, bc_e] = edges(sub([ex, ey], a), u, v);
    let [ab_f, ca_f, bc_f] = edges(sub([fx, fy], a), u, v);
    let sum = bc_d + bc_e + bc_f + area;

    let ab = max_of([ab_d.flip_sign(area), ab_e.flip_sign(area), ab_f.flip_sign(area)]);
    let ca = max_of([ca_d.flip_sign(area), ca_e.flip_sign(area), ca_f.flip_sign(area)]);
    let bc = min_of([bc_d.flip_sign(area), bc_e.flip_sign(area), bc_f.flip_sign(area)]);
    ab.min(ca).lt(zero) | bc.gt(area.abs()) | !sum.eq(sum)
}

/// The edge functions of `AB`, `CA` and `BC` at `P`, from `AP`, `AB` and `AC`.
#[inline(always)]
fn edges<L: Lanes>(p: [L; 2], u: [L; 2], v: [L; 2]) -> [L; 3] {
    let (ab, ca) = (cross(p, u), cross(v, p));
    [ab, ca, ab + ca]
}

/// The exact answer.
///
/// ```text
/// Define    u = AB, v = AC of each triangle, p = the vector from one A to the other
///           area = v x u, twice the signed area
///           the edge functions of a vertex P of the other triangle, with the sign of the area so that they
///           are positive on the inner side:
///           ab = AP x u,  ca = v x AP,  area - bc  with  bc = ab + ca
/// Solution  a hit exactly if for each edge of both triangles the largest edge function of the vertices P
///           of the other one is >= 0: no edge separates them
/// ```
///
/// The edge functions are those of one vertex, and of the edges from it: `AQ x u = AP x u + PQ x u`. So both
/// triangles share the cross products of their edges, in place of those of nine vertices and edges each.
///
/// If the sign of an area is not certain, the lane is undecided. Else no area is zero, and a lane whose
/// bounding boxes are disjoint is never a hit: [`Predicate::IMPLIES_QUICK_REJECT`].
///
/// # Error budget
///
/// Define `X` and `Y` as the sums of the absolute components of `u` and `v` of both triangles and of `p`, in x
/// and in y. They are factors of all products, and no two products have the same two: so the absolute products
/// together are at most `X Y`.
///
/// | quantity | at most | error | in `S` |
/// |---|---|---|---|
/// | `p`, `u`, `v` | `X`, `Y` | 1 | `S` |
/// | `area`, and each other `cross` | its products | products 1 + 1 + 1 = 3, difference 1: 4 | `2 S^2` |
/// | `ab`, `ca` of any vertex | their products | 4 + 1 = 5 | `2 S^2` |
/// | `bc = (ab + ca) + (ab_e + ca_e)`, which is `AP x (u - v)` | its products | 4 + 1 + 1 = 6 | `2 S^2` |
/// | `area.abs() - bc` | `X Y` | 4 and 6 of different products, and 1: 7 `X Y` | |
/// | the bound of the margins and areas | | **7.5** `X Y`, for 7 | (53 - 1) / 2: **26** bits |
#[derive(Debug)]
pub struct Exact;

impl Predicate for Exact {
    const NAME: &'static str = "triangle_triangle/exact";
    type A = Triangle;
    type B = Triangle;

    fn resolve(s: &Triangle, t: &Triangle) -> Decision {
        s.decide(t)
    }

    #[inline(always)]
    fn size<L: Lanes>(&[ax, ay, bx, by, cx, cy]: &[L; 6], &[dx, dy, ex, ey, fx, fy]: &[L; 6]) -> L {
        let (x, y) = ([ax, bx, cx, dx, ex, fx], [ay, by, cy, dy, ey, fy]);
        (max_of(x) - min_of(x)).max(max_of(y) - min_of(y))
    }

    #[inline(always)]
    fn decide<L: Lanes>(s: &[L; 6], t: &[L; 6], rounding: &Rounding<L>) -> Certified<L::Mask> {
        let (s, t) = (Corner::new(s), Corner::new(t));
        let p = sub(t.at, s.at);
        let (uu, uv) = (cross(t.u, s.u), cross(t.u, s.v));
        let (vu, vv) = (cross(t.v, s.u), cross(t.v, s.v));
        let (area_s, area_t) = (cross(s.v, s.u), cross(t.v, t.u));
        let of_s = least_margin(area_s, [cross(p, s.u), cross(s.v, p)], [uu, vu], [-uv, -vv]);
        let of_t = least_margin(area_t, [cross(t.u, p), cross(p, t.v)], [-uu, -uv], [vu, vv]);
        let (x, y) = (s.extent(0) + t.extent(0) + p[0].abs(), s.extent(1) + t.extent(1) + p[1].abs());
        let bound = rounding.bound(7.5, rounding.length(x) * rounding.length(y), 26);
        Certified::at_least_zero(of_s.min(of_t), bound).where_sure(area_s.abs().min(area_t.abs()), bound)
    }

    const HAS_QUICK_REJECT: bool = true;

    #[inline(always)]
    fn quick_reject<L: Lanes>(s: &[L; 6], t: &[L; 6]) -> L::Mask {
        bounds_intersect(s, t)
    }

    const IMPLIES_QUICK_REJECT: bool = true;
    const HAS_QUICK_ACCEPT: bool = true;

    #[inline(always)]
    fn quick_accept<L: Lanes>(&[ax, ay, bx, by, cx, cy]: &[L; 6], t: &[L; 6]) -> L::Mask {
        is_corner([ax, ay], t) | is_corner([bx, by], t) | is_corner([cx, cy], t)
    }
}

/// Whether the triangles have a corner in common, by comparisons alone: the pairs that a join of a mesh with
/// itself can exclude ([`Join::exclude_shared_corners`](crate::join::Join::exclude_shared_corners)).
#[derive(Debug)]
pub struct SharedCorner;

impl Published for SharedCorner {
    const NAME: &'static str = "triangle_triangle/shared_corner";
    type A = Triangle;
    type B = Triangle;

    fn reference(s: &Triangle, t: &Triangle) -> bool {
        [s.a, s.b, s.c].iter().any(|p| [t.a, t.b, t.c].contains(p))
    }

    #[inline(always)]
    fn lanes<L: Lanes>(s: &[L; 6], t: &[L; 6]) -> L::Mask {
        Exact::quick_accept(s, t)
    }
}

impl Compiled for SharedCorner {
    #[inline(never)]
    fn kernel() -> &'static Kernel {
        &const { Kernel::of::<SharedCorner>() }
    }
}

/// A triangle as one corner and the edges from it.
pub(crate) struct Corner<L> {
    at: [L; 2],
    u: [L; 2],
    v: [L; 2],
}

impl<L: Lanes> Corner<L> {
    #[inline(always)]
    pub(crate) fn new(&[ax, ay, bx, by, cx, cy]: &[L; 6]) -> Self {
        let at = [ax, ay];
        let (u, v) = (sub([bx, by], at), sub([cx, cy], at));
        Self { at, u, v }
    }

    /// An upper bound, in x or in y, of every difference between two corners.
    #[inline(always)]
    pub(crate) fn extent(&self, k: usize) -> L {
        self.u[k].abs() + self.v[k].abs()
    }
}

/// The least, over the edges of a triangle, of the largest edge function of the other's corners: negative if
/// an edge separates them. From the edge functions `ab` and `ca` of one corner, and how much larger they are
/// at the two others.
#[inline(always)]
fn least_margin<L: Lanes>(area: L, [ab, ca]: [L; 2], [ab_e, ab_f]: [L; 2], [ca_e, ca_f]: [L; 2]) -> L {
    let zero = area.splat(0.0);
    let (ab, ab_e, ab_f) = (ab.flip_sign(area), ab_e.flip_sign(area), ab_f.flip_sign(area));
    let (ca, ca_e, ca_f) = (ca.flip_sign(area), ca_e.flip_sign(area), ca_f.flip_sign(area));
    let bc = (ab + ca) + min_of([zero, ab_e + ca_e, ab_f + ca_f]);
    (ab + max_of([zero, ab_e, ab_f])).min(ca + max_of([zero, ca_e, ca_f])).min(area.abs() - bc)
}
