//! Triangle and triangle, by separating axes (s0) and by edge functions (s1 E). Derivation:
//! `scalar::dim2::triangle_triangle`.

use scalar::dim2::{Triangle, triangle_triangle};

use super::shadow::apart;
use super::vector::{cross, dot, sub};
use crate::kernel::Predicate;
use crate::lanes::{Lanes, no_nan};

/// Projections on the six axes.
#[derive(Debug)]
pub struct SeparatingAxis;

impl Predicate for SeparatingAxis {
    const NAME: &'static str = "triangle_triangle/separating_axis";
    type A = Triangle;
    type B = Triangle;

    fn twin(s: &Triangle, t: &Triangle) -> bool {
        triangle_triangle::separating_axis(s, t)
    }

    #[inline(always)]
    fn lanes<L: Lanes>(s: &[L; 6], t: &[L; 6]) -> L::Mask {
        may_touch(s, t) & !parted_by_axis(s, t) & !parted_by_axis(t, s)
    }
}

/// Seven cross products a side. It is the twin of both of the text's forms: in lanes there is no leaving early, and
/// the two give the same answer.
#[derive(Debug)]
pub struct EdgeFunctions;

impl Predicate for EdgeFunctions {
    const NAME: &'static str = "triangle_triangle/edge_functions";
    type A = Triangle;
    type B = Triangle;

    fn twin(s: &Triangle, t: &Triangle) -> bool {
        triangle_triangle::edge_functions(s, t)
    }

    #[inline(always)]
    fn lanes<L: Lanes>(s: &[L; 6], t: &[L; 6]) -> L::Mask {
        may_touch(s, t) & !parted_by_edge(s, t) & !parted_by_edge(t, s)
    }
}

/// Whether no coordinate is NaN and the bounding boxes have a point in common.
#[inline(always)]
fn may_touch<L: Lanes>(&[ax, ay, bx, by, cx, cy]: &[L; 6], &[dx, dy, ex, ey, fx, fy]: &[L; 6]) -> L::Mask {
    no_nan([ax, ay, bx, by, cx, cy, dx, dy, ex, ey, fx, fy])
        & !apart([ax, bx, cx], [dx, ex, fx])
        & !apart([ay, by, cy], [dy, ey, fy])
}

/// Whether an edge of `s` is the direction of a line that parts the two, by projections.
#[inline(always)]
fn parted_by_axis<L: Lanes>(
    &[ax, ay, bx, by, cx, cy]: &[L; 6],
    &[dx, dy, ex, ey, fx, fy]: &[L; 6],
) -> L::Mask {
    let (a, b, c) = ([ax, ay], [bx, by], [cx, cy]);
    let parted = |opposite, from: [L; 2], to: [L; 2]| {
        let edge = sub(to, from);
        let axis = [edge[1], -edge[0]];
        let on_axis = |p| dot(axis, p);
        apart([on_axis(opposite), on_axis(from)], [on_axis([dx, dy]), on_axis([ex, ey]), on_axis([fx, fy])])
    };
    parted(a, b, c) | parted(b, c, a) | parted(c, a, b)
}

/// Whether an edge of `s` is the direction of a line that parts the two: seven cross products.
#[inline(always)]
fn parted_by_edge<L: Lanes>(
    &[ax, ay, bx, by, cx, cy]: &[L; 6],
    &[dx, dy, ex, ey, fx, fy]: &[L; 6],
) -> L::Mask {
    let a = [ax, ay];
    let (u, v) = (sub([bx, by], a), sub([cx, cy], a));
    let p = [sub([dx, dy], a), sub([ex, ey], a), sub([fx, fy], a)];
    let own = [ax.splat(0.0), cross(v, u)];
    let ab = p.map(|p| cross(p, u));
    let ca = p.map(|p| cross(v, p));
    let bc = [ab[0] + ca[0], ab[1] + ca[1], ab[2] + ca[2]];
    apart(own, ab) | apart(own, ca) | apart(own, bc)
}
