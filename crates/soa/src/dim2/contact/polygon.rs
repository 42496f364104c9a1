//! Two convex polygons. Derivation: `scalar::dim2::contact`, in `polygon.rs`.

use scalar::dim2::contact::CONTACT_ERROR;

use super::Found;
use crate::dim2::vector::{cross, dot, sub};
use crate::lanes::{Lanes, select};
use crate::vector::{midway, unit};

/// A direction and how far the polygons reach over each other along it.
#[derive(Clone, Copy)]
struct Direction<L> {
    /// The overlap times the length of `e`.
    reach: L,
    /// The square of `reach` with its sign; infinite, as a quotient, where `e` is zero.
    square: L,
    length2: L,
    /// The edge from its vertex `x`, or from a vertex to the other polygon's.
    e: [L; 2],
    x: [L; 2],
}

impl<L: Lanes> Direction<L> {
    #[inline(always)]
    fn new(reach: L, e: [L; 2], x: [L; 2]) -> Self {
        let length2 = dot(e, e);
        let square = L::select(length2.eq(reach.splat(0.0)), reach.splat(1.0), reach * reach.abs());
        Self { reach, square, length2, e, x }
    }

    /// The lanes in which the other one has less overlap.
    #[inline(always)]
    fn exceeds(self, other: Self) -> L::Mask {
        (other.square * self.length2).lt(self.square * other.length2)
    }

    #[inline(always)]
    fn select(mask: L::Mask, yes: Self, no: Self) -> Self {
        Self {
            reach: L::select(mask, yes.reach, no.reach),
            square: L::select(mask, yes.square, no.square),
            length2: L::select(mask, yes.length2, no.length2),
            e: select(mask, yes.e, no.e),
            x: select(mask, yes.x, no.x),
        }
    }
}

/// The contact of two convex polygons with their vertices counter-clockwise. Some vertices may be equal.
#[inline(always)]
pub(super) fn contact<L: Lanes, const N: usize>(a: &[[L; 2]; N], b: &[[L; 2]; N]) -> Found<L> {
    let (first, second) = (least_of_edges(a, b), least_of_edges(b, a));
    let of_second = first.exceeds(second);
    let edge = Direction::select(of_second, second, first);
    let (vertices, y) = of_vertices(a, b);
    let of_vertices = edge.exceeds(vertices);

    let mut other = *b;
    for k in 0..N {
        other[k] = select(of_second, a[k], b[k]);
    }
    let from_edge = with_points(edge, &other).negated_where(of_second);
    let (length, one) = (vertices.length2.sqrt(), vertices.x[0].splat(1.0));
    let toward = unit(vertices.e, length);
    let from_vertices = Found::single(toward, vertices.reach * (one / length), midway(vertices.x, y));
    let found = Found::select(of_vertices, from_vertices, from_edge);

    let zero = one.splat(0.0);
    let is_none = L::select(of_vertices, vertices.length2, edge.length2).eq(zero);
    Found::select(is_none, Found::single([one, zero], zero, edge.x), found)
}

/// The edge of a polygon along whose normal the other one reaches least.
#[inline(always)]
fn least_of_edges<L: Lanes, const N: usize>(polygon: &[[L; 2]; N], other: &[[L; 2]; N]) -> Direction<L> {
    let mut least = edge(polygon[0], polygon[1], other);
    for i in 1..N {
        let next = edge(polygon[i], polygon[(i + 1) % N], other);
        least = Direction::select(least.exceeds(next), next, least);
    }
    least
}

#[inline(always)]
fn edge<L: Lanes, const N: usize>(x: [L; 2], y: [L; 2], other: &[[L; 2]; N]) -> Direction<L> {
    let e = sub(y, x);
    let mut reach = cross(e, sub(other[0], x));
    for &p in &other[1..] {
        reach = larger(reach, cross(e, sub(p, x)));
    }
    Direction::new(reach, e, x)
}

/// The direction from a vertex of `a` to the nearest one of `b`, and the latter.
#[inline(always)]
fn of_vertices<L: Lanes, const N: usize>(a: &[[L; 2]; N], b: &[[L; 2]; N]) -> (Direction<L>, [L; 2]) {
    let (mut p, mut q, mut least) = (a[0], b[0], a[0][0].splat(f32::INFINITY));
    for &from in a {
        for &to in b {
            let d = sub(to, from);
            let squared = dot(d, d);
            let is_nearer = squared.lt(least);
            p = select(is_nearer, from, p);
            q = select(is_nearer, to, q);
            least = L::select(is_nearer, squared, least);
        }
    }
    let d = sub(q, p);
    let mut beyond_p = dot(d, sub(a[0], p));
    let mut beyond_q = dot(d, sub(q, b[0]));
    for k in 1..N {
        beyond_p = larger(beyond_p, dot(d, sub(a[k], p)));
        beyond_q = larger(beyond_q, dot(d, sub(q, b[k])));
    }
    (Direction::new(beyond_p + beyond_q - dot(d, d), d, p), q)
}

/// The contact along the normal of a reference edge: the points between it and the incident edge of the other
/// polygon.
#[inline(always)]
fn with_points<L: Lanes, const N: usize>(edge: Direction<L>, other: &[[L; 2]; N]) -> Found<L> {
    let Direction { reach, e, x, length2, .. } = edge;
    let (zero, one) = (reach.splat(0.0), reach.splat(1.0));
    let mut heights = [reach; N];
    for k in 0..N {
        heights[k] = cross(e, sub(other[k], x));
    }
    // V, its height, and its neighbours.
    let mut deepest = around(other, &heights, 0);
    for k in 1..N {
        deepest = select(heights[k].gt(deepest[2]), around(other, &heights, k), deepest);
    }
    let [vx, vy, height, x_before, y_before, x_after, y_after] = deepest;
    let v = [vx, vy];
    let (to_before, to_after) = (sub([x_before, y_before], v), sub([x_after, y_after], v));
    let (fall_before, fall_after) = (-cross(e, to_before), -cross(e, to_after));
    let (run_before, run_after) = (dot(to_before, to_before), dot(to_after, to_after));
    let slope_before = L::select(run_before.eq(zero), one, fall_before * fall_before);
    let slope_after = L::select(run_after.eq(zero), one, fall_after * fall_after);
    let is_after = (slope_after * run_before).lt(slope_before * run_after);
    let vw = select(is_after, to_after, to_before);
    let fall = L::select(is_after, fall_after, fall_before);
    let run = L::select(is_after, run_after, run_before);

    let (at_v, step) = (dot(e, sub(v, x)), dot(e, vw));
    let is_back = step.lt(zero);
    let (near, far) = (L::select(is_back, length2, zero), L::select(is_back, zero, length2));
    let along = one / step;
    let (enter, leave) = ((near - at_v) * along, (far - at_v) * along);
    let start = L::select(enter.gt(zero), enter, zero);
    let end = L::select(leave.lt(one), leave, one);
    let first = L::select(start.lt(one), start, one);
    let lost = fall * first;
    let size2 = length2 + dot(sub(v, x), sub(v, x)) + run;
    let limit = zero.splat((CONTACT_ERROR * CONTACT_ERROR) as f32) * (length2 * size2);
    let first = L::select((lost * lost).le(limit), first, zero);
    let has_second = start.lt(end) & !step.eq(zero);

    let inverse = one / length2.sqrt();
    let normal = [e[1] * inverse, -e[0] * inverse];
    let (point, _) = at(first, v, vw, [height, fall, inverse], normal);
    let ([x1, y1], depth1) = at(end, v, vw, [height, fall, inverse], normal);
    let [x1, y1, depth1] = select(has_second, [x1, y1, depth1], [zero.splat(f32::NAN); 3]);
    Found { normal, depth: reach * inverse, point, second: [x1, y1], depth1 }
}

/// A vertex and its height, and the vertices before and after it.
#[inline(always)]
fn around<L: Lanes, const N: usize>(vertices: &[[L; 2]; N], heights: &[L; N], k: usize) -> [L; 7] {
    let ([x, y], [x0, y0], [x1, y1]) = (vertices[k], vertices[(k + N - 1) % N], vertices[(k + 1) % N]);
    [x, y, heights[k], x0, y0, x1, y1]
}

/// The point of the incident edge at `t`, moved midway to the reference edge, and its depth: `height` at `V`,
/// less by `fall` at `W`, times the inverse of the reference edge's length.
#[inline(always)]
fn at<L: Lanes>(t: L, v: [L; 2], vw: [L; 2], [height, fall, inverse]: [L; 3], normal: [L; 2]) -> ([L; 2], L) {
    let (p, depth) = ([v[0] + vw[0] * t, v[1] + vw[1] * t], (height - fall * t) * inverse);
    let half = depth * depth.splat(0.5);
    ([p[0] + normal[0] * half, p[1] + normal[1] * half], depth)
}

/// The larger number; the first of equal ones.
#[inline(always)]
fn larger<L: Lanes>(a: L, b: L) -> L {
    L::select(b.gt(a), b, a)
}
