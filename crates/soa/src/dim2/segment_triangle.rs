//! Segment, ray or line and triangle by edge functions. Derivation: `scalar::dim2::segment_triangle`.

use core::marker::PhantomData;

use scalar::LinearComponent;
use scalar::dim2::{Line, Ray, Segment, Triangle, segment_triangle};
use scalar::exact::{Decision, Exact as _};

use super::interval::{disjoint_unless_nan, max_of, min_of, signed_overlap};
use super::point_triangle::is_corner;
use super::segment_oriented_box::{ExactName, exact_names, ray_margin};
use super::vector::{cross, sub};
use crate::kernel::verdict::{Certified, Rounding};
use crate::kernel::{Predicate, Published};
use crate::lanes::{Lanes, no_nan};
use crate::vector::start_and_direction;

exact_names! {
    Segment, Triangle, "segment_triangle";
    Ray, Triangle, "ray_triangle";
    Line, Triangle, "line_triangle";
}

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

/// The exact answer, for a segment, ray or line `R`.
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
/// Of a ray, projections have no end in the direction of `d`: `ray_margin` has the decision, of how far `p`
/// is from the middle of the triangle's projection, and how fast the ray comes closer, both times two. Those
/// of a line are all numbers, unless it is parallel: so the projections across `d` decide, and if `d` is
/// zero, all others, of a point.
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
///
/// Of a ray or a line, with `ab = cross(p, u)` and a rate of `cross(d, u)`:
///
/// | quantity | at most | error | in `S` |
/// |---|---|---|---|
/// | `ab`, `ca` | their products | products 3, difference 1: 4 | `2 S^2` |
/// | `bc` | its products | 4 + 1 = 5 | `4 S^2` |
/// | `bc + bc - own`, as large as `own` where it counts | `2 X Y` | 2 x 5, 4 of different products, and 1 of twice: 12 `X Y` | `2 S^2` |
/// | its difference from `own` | `2 X Y` | 12, 4 of the same products as those and 2: 14 `X Y`, 16 if `bc + bc` is rounded, too | |
/// | the rate across BC, a sum of two | its products | 3 + 1 = 4 | `4 S^2` |
/// | the bound of `edges` | | **16.75** `X Y`, for 16 | of `bc`, (53 - 2) / 2: **25** bits |
/// | `p + p - (low + high)` | `2 X` | 2 x 1 + 2 `p`, 1 + 1 + 1 `u` and `v`, and 2 if `p + p` is rounded, too: 6 `p`, 3 `u` and `v` | `4 S` |
/// | its difference from `high - low` | | 6 + 2 `p`, 3 + 2 + 2 `u` and `v`: 8 `X` | |
/// | the bound of `on_axes` | | **8.5** `(X + Y)`, for 8 | above **26** bits |
#[derive(Debug)]
pub struct Exact<R>(PhantomData<R>);

impl<R: LinearComponent<2> + ExactName<Triangle>> Predicate for Exact<R> {
    const NAME: &'static str = R::EXACT;
    type A = R;
    type B = Triangle;

    fn resolve(path: &R, triangle: &Triangle) -> Decision {
        path.decide(triangle)
    }

    #[inline(always)]
    fn size<L: Lanes>(path: &R::Of<L>, &[ax, ay, bx, by, cx, cy]: &[L; 6]) -> L {
        let path = path.as_ref();
        let x = max_of([(path[0] - ax).abs(), path[2].abs(), (bx - ax).abs(), (cx - ax).abs()]);
        let y = max_of([(path[1] - ay).abs(), path[3].abs(), (by - ay).abs(), (cy - ay).abs()]);
        x.max(y)
    }

    #[inline(always)]
    fn decide<L: Lanes>(
        path: &R::Of<L>,
        &[ax, ay, bx, by, cx, cy]: &[L; 6],
        rounding: &Rounding<L>,
    ) -> Certified<L::Mask> {
        let ([start, d], a, zero) = (start_and_direction(path.as_ref()), [ax, ay], ax.splat(0.0));
        let (u, v, p) = (sub([bx, by], a), sub([cx, cy], a), sub(start, a));
        let x = rounding.length(p[0].abs() + d[0].abs() + (u[0].abs() + v[0].abs()));
        let y = rounding.length(p[1].abs() + d[1].abs() + (u[1].abs() + v[1].abs()));

        let (own, line) = (cross(v, u), cross(p, d));
        let across = signed_overlap([zero], [line, line + cross(d, u), line + cross(d, v)]);
        let of_across = rounding.bound(7.5, x * y, 25);
        if R::END == 1.0 {
            let (own, q) = ([zero, own], [p[0] + d[0], p[1] + d[1]]);
            let ab = [cross(p, u), cross(q, u)];
            let ca = [cross(v, p), cross(v, q)];
            let bc = [ab[0] + ca[0], ab[1] + ca[1]];
            let edges = signed_overlap(own, ab).min(signed_overlap(own, ca)).min(signed_overlap(own, bc));
            let on_axes = signed_overlap([p[0], q[0]], [zero, u[0], v[0]])
                .min(signed_overlap([p[1], q[1]], [zero, u[1], v[1]]));
            return Certified::at_least_zero(edges.min(across), of_across)
                & Certified::at_least_zero(on_axes, rounding.bound(3.25, x + y, 26));
        }
        let across = Certified::at_least_zero(across, of_across);
        let (ab, ca) = ([cross(p, u), cross(d, u)], [cross(v, p), cross(v, d)]);
        let bc = [ab[0] + ca[0], ab[1] + ca[1]];
        let edge = own.abs();
        let sides = [
            ([ab[0] + ab[0] - own, ab[1] + ab[1]], edge),
            ([ca[0] + ca[0] - own, ca[1] + ca[1]], edge),
            ([bc[0] + bc[0] - own, bc[1] + bc[1]], edge),
        ];
        let axes = [on_axis(p[0], d[0], [zero, u[0], v[0]]), on_axis(p[1], d[1], [zero, u[1], v[1]])];
        let (of_edges, of_axes) = (rounding.bound(16.75, x * y, 25), rounding.bound(8.5, x + y, 26));
        if R::START == 0.0 {
            let edges = margin(sides[0]).min(margin(sides[1])).min(margin(sides[2]));
            let on_axes = margin(axes[0]).min(margin(axes[1]));
            return across
                & Certified::at_least_zero(edges, of_edges)
                & Certified::at_least_zero(on_axes, of_axes);
        }
        let edges = inside(sides[0]).min(inside(sides[1])).min(inside(sides[2]));
        let on_axes = inside(axes[0]).min(inside(axes[1]));
        let moves = d[0].abs().max(d[1].abs()).gt(zero);
        let holds = Certified::at_least_zero(edges, of_edges) & Certified::at_least_zero(on_axes, of_axes);
        across & Certified { hit: holds.hit | moves, miss: holds.miss & !moves }
    }

    const HAS_QUICK_ACCEPT: bool = true;

    #[inline(always)]
    fn quick_accept<L: Lanes>(path: &R::Of<L>, triangle: &[L; 6]) -> L::Mask {
        let path = path.as_ref();
        is_corner([path[0], path[1]], triangle)
    }
}

/// Where a path is from the middle of an interval, and its rate, both times two; and the length of the
/// interval.
type Side<L> = ([L; 2], L);

/// Those on a coordinate axis, and the interval of some numbers.
#[inline(always)]
fn on_axis<L: Lanes>(p: L, d: L, numbers: [L; 3]) -> Side<L> {
    let (low, high) = (min_of(numbers), max_of(numbers));
    ([p + p - (low + high), d + d], high - low)
}

/// The margin of a ray and an interval.
#[inline(always)]
fn margin<L: Lanes>(([s, d], h): Side<L>) -> L {
    ray_margin(s, d, h)
}

/// The margin of a start and an interval.
#[inline(always)]
fn inside<L: Lanes>(([s, _], h): Side<L>) -> L {
    h - s.abs()
}
