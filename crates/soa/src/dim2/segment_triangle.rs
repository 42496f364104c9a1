//! Segment and triangle by edge functions. Derivation: `scalar::dim2::segment_triangle`.

use scalar::dim2::{Segment, Triangle, segment_triangle};
use scalar::exact::{Decision, Exact as _};

use super::point_triangle::is_corner;
use super::shadow::{common, highest, told_apart};
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
            & !(told_apart(own, ab) | told_apart(own, ca) | told_apart(own, bc))
            & !told_apart([zero], [across, across + cross(d, u), across + cross(d, v)])
            & !told_apart([p[0], q[0]], [zero, u[0], v[0]])
            & !told_apart([p[1], q[1]], [zero, u[1], v[1]])
    }
}

/// The exact answer: how far the shadows have points in common, across the triangle's edges, across the segment and on the
/// coordinate axes.
///
/// Let `X` and `Y` be sums of the sizes of `AP`, `d`, `AB` and `AC`. `Q` carries two units of `X`; a cross product with it ten of
/// `X Y`, one without eight, a sum of two 24, and a common length, up to `8 X Y`, 48. On an axis it is six units of `X`.
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
        let x = highest([(sx - ax).abs(), dx.abs(), (bx - ax).abs(), (cx - ax).abs()]);
        let y = highest([(sy - ay).abs(), dy.abs(), (by - ay).abs(), (cy - ay).abs()]);
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
        let edges = common(own, ab).min(common(own, ca)).min(common(own, bc));
        let across = common([zero], [line, line + cross(d, u), line + cross(d, v)]);
        let along = common([p[0], q[0]], [zero, u[0], v[0]]).min(common([p[1], q[1]], [zero, u[1], v[1]]));
        Certified::at_least_zero(edges.min(across), rounding.bound(56.0, x * y, 24))
            & Certified::at_least_zero(along, rounding.bound(8.0, x + y, 26))
    }

    const HAS_QUICK_ACCEPT: bool = true;

    #[inline(always)]
    fn quick_accept<L: Lanes>(&[x, y, ..]: &[L; 4], triangle: &[L; 6]) -> L::Mask {
        is_corner([x, y], triangle)
    }
}
