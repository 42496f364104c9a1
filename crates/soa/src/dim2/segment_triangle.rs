//! Segment and triangle by edge functions. Derivation: `scalar::dim2::segment_triangle`.

use scalar::dim2::{Segment, Triangle, segment_triangle};
use scalar::exact::{Decision, Exact as _};

use super::interval::{disjoint_unless_nan, max_of, signed_overlap};
use super::point_triangle::is_corner;
use super::vector::{cross, sub};
use crate::kernel::verdict::{Certified, Rounding};
use crate::kernel::{Predicate, Published};
use crate::lanes::{Lanes, no_nan};

/// The triangle's edges, the segment's line and the bounding boxes.
#[derive(Debug)]
pub struct EdgeFunctions;

impl Published for EdgeFunctions {
    const NAME: &'static str = "segment_triangle/edge_functions";
    type A = Segment;
    type B = Triangle;

    fn reference(segment: &Segment, t: &Triangle) -> bool {
        segment_triangle::edge_functions(segment, t)
    }

    #[inline(always)]
    fn lanes<L: Lanes>(&[sx, sy, dx, dy]: &[L; 4], &[ax, ay, bx, by, cx, cy]: &[L; 6]) -> L::Mask {
        let (a, d, zero) = ([ax, ay], [dx, dy], ax.splat(0.0));
        let (u, v, p) = (sub([bx, by], a), sub([cx, cy], a), sub([sx, sy], a));
        let q = [p[0] + dx, p[1] + dy];
        let own = [zero, cross(v, u)];
        let ab = [cross(p, u), cross(q, u)];
        let ca = [cross(v, p), cross(v, q)];
        let bc = [ab[0] + ca[0], ab[1] + ca[1]];
        let across = cross(p, d);
        no_nan([sx, sy, dx, dy, ax, ay, bx, by, cx, cy])
            & !(disjoint_unless_nan(own, ab) | disjoint_unless_nan(own, ca) | disjoint_unless_nan(own, bc))
            & !disjoint_unless_nan([zero], [across, across + cross(d, u), across + cross(d, v)])
            & !disjoint_unless_nan([p[0], q[0]], [zero, u[0], v[0]])
            & !disjoint_unless_nan([p[1], q[1]], [zero, u[1], v[1]])
    }
}

/// The exact answer.
///
/// ```text
/// Define    p = AP and q = p + d, the ends of the segment from A;  u = AB;  v = AC
/// Solution  a hit exactly if the projections of segment and triangle intersect
///             across AB      p x u, q x u                    and  0 .. v x u
///             across CA      v x p, v x q                    and  0 .. v x u
///             across BC      the sums of those of AB and CA  and  0 .. v x u
///             across d       0                               and  p x d, p x d + d x u, p x d + d x v
///             on x and on y  p, q                            and  0, u, v
/// ```
///
/// # Error budget
///
/// Define `X` and `Y` as the sums of the absolute components of `p`, `d`, `u` and `v`, in x and in y. So the
/// absolute products of all cross products together are at most `X Y`, if each product of `q` counts as one
/// of `p` and one of `d`.
///
/// | quantity | at most | error | in `S` |
/// |---|---|---|---|
/// | `p`, `u`, `v`; `d` is a column | `X`, `Y` | 1; 0 | `S` |
/// | `q = p + d` | `X`, `Y` | 1 `p` + 1: 2 `p` + 1 `d` | `2 S` |
/// | `own = cross(v, u)` | its products | products 3, difference 1: 4 | `2 S^2` |
/// | `ab = cross(q, u)` | its products | products 4 `p u` and 3 `d u`, difference 1: 5 | `4 S^2` |
/// | `bc = ab + ca` | its products | 5 + 1 = 6 | `8 S^2` |
/// | `edges`, as `own - bc` | `X Y` | 4 and 6 of different products, and 1: 7 `X Y` | |
/// | `line = cross(p, d)`, `cross(d, u)` | their products | products 2, difference 1: 3 | `2 S^2` |
/// | `across`, `line + cross(d, u)` | `X Y` | 3 + 1 = 4 `X Y` | `4 S^2` |
/// | the bound of both | | **7.5** `X Y`, for 7 | (53 - 3) / 2: **25** bits |
/// | `on_axes`, as `q - u` | `X`, `Y` | 2 + 1: 3 `X` or 3 `Y` | `3 S` |
/// | its bound | | **3.25** `(X + Y)`, for 3 | (53 - 2) / 1, which is above **26** bits |
#[derive(Debug)]
pub struct Exact;

impl Predicate for Exact {
    const NAME: &'static str = "segment_triangle/exact";
    type A = Segment;
    type B = Triangle;

    fn resolve(segment: &Segment, triangle: &Triangle) -> Decision {
        segment.decide(triangle)
    }

    #[inline(always)]
    fn size<L: Lanes>(&[sx, sy, dx, dy]: &[L; 4], &[ax, ay, bx, by, cx, cy]: &[L; 6]) -> L {
        let x = max_of([(sx - ax).abs(), dx.abs(), (bx - ax).abs(), (cx - ax).abs()]);
        let y = max_of([(sy - ay).abs(), dy.abs(), (by - ay).abs(), (cy - ay).abs()]);
        x.max(y)
    }

    #[inline(always)]
    fn decide<L: Lanes>(
        &[sx, sy, dx, dy]: &[L; 4],
        &[ax, ay, bx, by, cx, cy]: &[L; 6],
        rounding: &Rounding<L>,
    ) -> Certified<L::Mask> {
        let (a, d, zero) = ([ax, ay], [dx, dy], ax.splat(0.0));
        let (u, v, p) = (sub([bx, by], a), sub([cx, cy], a), sub([sx, sy], a));
        let q = [p[0] + dx, p[1] + dy];
        let x = rounding.length(p[0].abs() + dx.abs() + (u[0].abs() + v[0].abs()));
        let y = rounding.length(p[1].abs() + dy.abs() + (u[1].abs() + v[1].abs()));

        let own = [zero, cross(v, u)];
        let ab = [cross(p, u), cross(q, u)];
        let ca = [cross(v, p), cross(v, q)];
        let bc = [ab[0] + ca[0], ab[1] + ca[1]];
        let line = cross(p, d);
        let edges = signed_overlap(own, ab).min(signed_overlap(own, ca)).min(signed_overlap(own, bc));
        let across = signed_overlap([zero], [line, line + cross(d, u), line + cross(d, v)]);
        let on_axes = signed_overlap([p[0], q[0]], [zero, u[0], v[0]])
            .min(signed_overlap([p[1], q[1]], [zero, u[1], v[1]]));
        Certified::at_least_zero(edges.min(across), rounding.bound(7.5, x * y, 25))
            & Certified::at_least_zero(on_axes, rounding.bound(3.25, x + y, 26))
    }

    const HAS_QUICK_ACCEPT: bool = true;

    #[inline(always)]
    fn quick_accept<L: Lanes>(&[x, y, ..]: &[L; 4], triangle: &[L; 6]) -> L::Mask {
        is_corner([x, y], triangle)
    }
}
