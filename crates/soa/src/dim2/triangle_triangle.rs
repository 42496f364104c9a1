//! Triangle and triangle, by separating axes (Marupeke) and by edge functions (cross-product article, E). Derivation:
//! `scalar::dim2::triangle_triangle`.

use scalar::dim2::{Triangle, triangle_triangle};
use scalar::exact::{Decision, Exact as _};

use super::point_triangle::is_corner;
use super::shadow::{apart, highest, lowest, told_apart};
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
            & !parted_by_axis(s, t)
            & !parted_by_axis(t, s)
    }

    const HAS_QUICK_REJECT: bool = true;

    #[inline(always)]
    fn quick_reject<L: Lanes>(s: &[L; 6], t: &[L; 6]) -> L::Mask {
        bounds_meet(s, t)
    }
}

/// Seven cross products a side. Both of the source's forms are its references: in lanes there is no leaving early, and
/// the two give the same answer.
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
        !beyond_an_edge(s, t) & !beyond_an_edge(t, s)
    }

    const HAS_QUICK_REJECT: bool = true;

    #[inline(always)]
    fn quick_reject<L: Lanes>(s: &[L; 6], t: &[L; 6]) -> L::Mask {
        bounds_meet(s, t)
    }
}

/// Whether the bounding boxes have a point in common.
#[inline(always)]
fn bounds_meet<L: Lanes>(&[ax, ay, bx, by, cx, cy]: &[L; 6], &[dx, dy, ex, ey, fx, fy]: &[L; 6]) -> L::Mask {
    !apart([ax, bx, cx], [dx, ex, fx]) & !apart([ay, by, cy], [dy, ey, fy])
}

/// Whether an edge of `s` is the direction of a line that parts the two, by projections.
#[inline(always)]
fn parted_by_axis<L: Lanes>(
    &[ax, ay, bx, by, cx, cy]: &[L; 6],
    &[dx, dy, ex, ey, fx, fy]: &[L; 6],
) -> L::Mask {
    let (a, b, c, t) = ([ax, ay], [bx, by], [cx, cy], [[dx, dy], [ex, ey], [fx, fy]]);
    parted_across(a, b, c, t) | parted_across(b, c, a, t) | parted_across(c, a, b, t)
}

/// Whether the shadows on the axis across an edge are apart.
#[inline(always)]
fn parted_across<L: Lanes>(opposite: [L; 2], from: [L; 2], to: [L; 2], [d, e, f]: [[L; 2]; 3]) -> L::Mask {
    let edge = sub(to, from);
    let axis = [edge[1], -edge[0]];
    told_apart([dot(axis, opposite), dot(axis, from)], [dot(axis, d), dot(axis, e), dot(axis, f)])
}

/// Whether `t` lies beyond an edge of `s`: seven cross products.
///
/// The signs that the source's clockwise vertices have are given to the values of the edge functions, not to the edges as
/// in the reference: a sign changes no rounding, and nothing has to wait for the area. Also set for a NaN, which every
/// coordinate would hand on to the sum; `area` is in it because the sign of a NaN there would be the machine's.
#[inline(always)]
fn beyond_an_edge<L: Lanes>(
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

    let ab = highest([ab_d.flip_sign(area), ab_e.flip_sign(area), ab_f.flip_sign(area)]);
    let ca = highest([ca_d.flip_sign(area), ca_e.flip_sign(area), ca_f.flip_sign(area)]);
    let bc = lowest([bc_d.flip_sign(area), bc_e.flip_sign(area), bc_f.flip_sign(area)]);
    ab.min(ca).lt(zero) | bc.gt(area.abs()) | !sum.eq(sum)
}

/// The edge functions of `AB`, `CA` and `BC` at `P`, from `AP`, `AB` and `AC`.
#[inline(always)]
fn edges<L: Lanes>(p: [L; 2], u: [L; 2], v: [L; 2]) -> [L; 3] {
    let (ab, ca) = (cross(p, u), cross(v, p));
    [ab, ca, ab + ca]
}

/// The exact answer: the signs of the edge functions, and for zero area the bounding boxes.
///
/// Let `X` and `Y` be the sums of the sizes of `AB` and `AC` in both triangles and of the way from one `A` to the other: no `AP`, `AB` and
/// `AC` are longer together. Each cross product of two of these three carries 4 units of its own terms, and all terms are at most
/// `X Y`: `BC`'s function, which is a sum of two, carries 5 units of it, and its difference from the area 6; 8 have room.
///
/// With corners `2^26` steps apart at most, a cross product has 53 bits. So has `BC`'s function, the cross product of `P` with `CB`,
/// and the last difference is only asked for its sign.
///
/// The sign of an area that is not beyond the bound is not sure, and nothing is then. Else no area is zero, and the edges part
/// what the bounding boxes do.
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
        (highest(x) - lowest(x)).max(highest(y) - lowest(y))
    }

    #[inline(always)]
    fn decide<L: Lanes>(s: &[L; 6], t: &[L; 6], rounding: &Rounding<L>) -> Certified<L::Mask> {
        let (x, y) = ((t[0] - s[0]).abs(), (t[1] - s[1]).abs());
        let (s, t) = (Side::new(s, t), Side::new(t, s));
        let (x, y) =
            (rounding.length(s.reach[0] + t.reach[0] + x), rounding.length(s.reach[1] + t.reach[1] + y));
        let bound = rounding.bound(8.0, x * y, 26);
        Certified::at_least_zero(s.margin.min(t.margin), bound).where_sure(s.area.min(t.area), bound)
    }

    const HAS_QUICK_REJECT: bool = true;

    #[inline(always)]
    fn quick_reject<L: Lanes>(s: &[L; 6], t: &[L; 6]) -> L::Mask {
        bounds_meet(s, t)
    }

    const IMPLIES_QUICK_REJECT: bool = true;
    const HAS_QUICK_ACCEPT: bool = true;

    #[inline(always)]
    fn quick_accept<L: Lanes>(&[ax, ay, bx, by, cx, cy]: &[L; 6], t: &[L; 6]) -> L::Mask {
        is_corner([ax, ay], t) | is_corner([bx, by], t) | is_corner([cx, cy], t)
    }
}

/// Whether the triangles have a corner in common, by comparisons alone: the pairs that a join of a mesh with itself may leave out
/// ([`Join::exclude_shared_corners`](crate::join::Join::exclude_shared_corners)).
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
    fn kernel() -> &'static Kernel {
        static SHARED_CORNER: Kernel = Kernel::of::<SharedCorner>();
        &SHARED_CORNER
    }
}

/// No difference between two of the corners is longer, in x and in y.
#[inline(always)]
pub(crate) fn reach<L: Lanes>(a: [L; 2], b: [L; 2], c: [L; 2]) -> [L; 2] {
    let (u, v) = (sub(b, a), sub(c, a));
    [u[0].abs() + v[0].abs(), u[1].abs() + v[1].abs()]
}

/// The edges of one triangle against the other.
struct Side<L> {
    /// How far the other reaches to the inner side of the edge that it reaches least, times that edge: negative if it lies beyond.
    margin: L,
    /// The area, on whose sign all depends, without its sign.
    area: L,
    /// [`reach`] of the triangle.
    reach: [L; 2],
}

impl<L: Lanes> Side<L> {
    #[inline(always)]
    fn new(&[ax, ay, bx, by, cx, cy]: &[L; 6], &[dx, dy, ex, ey, fx, fy]: &[L; 6]) -> Self {
        let a = [ax, ay];
        let (u, v) = (sub([bx, by], a), sub([cx, cy], a));
        let area = cross(v, u);
        let [ab_d, ca_d, bc_d] = edges(sub([dx, dy], a), u, v);
        let [ab_e, ca_e, bc_e] = edges(sub([ex, ey], a), u, v);
        let [ab_f, ca_f, bc_f] = edges(sub([fx, fy], a), u, v);
        let ab = highest([ab_d.flip_sign(area), ab_e.flip_sign(area), ab_f.flip_sign(area)]);
        let ca = highest([ca_d.flip_sign(area), ca_e.flip_sign(area), ca_f.flip_sign(area)]);
        let bc = lowest([bc_d.flip_sign(area), bc_e.flip_sign(area), bc_f.flip_sign(area)]);
        Self {
            margin: ab.min(ca).min(area.abs() - bc),
            area: area.abs(),
            reach: reach(a, [bx, by], [cx, cy]),
        }
    }
}
