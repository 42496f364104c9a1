//! Two convex polygons. Derivation: `scalar::dim2::contact`, in `polygon.rs`.

use scalar::dim2::contact::CONTACT_ERROR;

use super::Found;
use crate::contact::{Core, Place};
use crate::dim2::vector::{cross, dot, sub};
use crate::lanes::{Lanes, select};
use crate::vector::{midway, negated, unit};

/// A vertex of a polygon.
#[derive(Clone, Copy)]
struct Corner<L> {
    at: [L; 2],
    /// To the vertices before and after it.
    before: [L; 2],
    after: [L; 2],
}

impl<L: Lanes> Corner<L> {
    #[inline(always)]
    fn between(before: [L; 2], at: [L; 2], after: [L; 2]) -> Self {
        Self { at, before: sub(before, at), after: sub(after, at) }
    }

    #[inline(always)]
    fn select(mask: L::Mask, yes: &Self, no: &Self) -> Self {
        Self {
            at: select(mask, yes.at, no.at),
            before: select(mask, yes.before, no.before),
            after: select(mask, yes.after, no.after),
        }
    }
}

/// A convex polygon with its vertices counter-clockwise. Neighbours may be equal.
#[derive(Clone, Copy)]
pub(super) struct Polygon<L, const N: usize> {
    corners: [Corner<L>; N],
}

impl<L: Lanes, const N: usize> Polygon<L, N> {
    /// The same polygon, relative to a point.
    #[inline(always)]
    pub(super) fn relative_to(mut self, origin: &Place<L, 2>) -> Self {
        for corner in &mut self.corners {
            corner.at = Place::new(corner.at).from(origin);
        }
        self
    }

    #[inline(always)]
    pub(super) fn select(mask: L::Mask, yes: &Self, no: &Self) -> Self {
        let mut chosen = *yes;
        for k in 0..N {
            chosen.corners[k] = Corner::select(mask, &yes.corners[k], &no.corners[k]);
        }
        chosen
    }

    /// A corner: the last one for all numbers beyond.
    #[inline(always)]
    fn corner(&self, k: usize) -> &Corner<L> {
        &self.corners[if k < N { k } else { N - 1 }]
    }
}

impl<L: Lanes> Polygon<L, 2> {
    /// The segment from `u` to `v`: an edge there and one back.
    #[inline(always)]
    pub(super) fn segment(u: [L; 2], v: [L; 2]) -> Self {
        Self { corners: [Corner::between(v, u, v), Corner::between(u, v, u)] }
    }

    /// The segment of a capsule, relative to its first end.
    #[inline(always)]
    pub(super) fn core(core: &Core<L, 2>) -> Self {
        Self::segment([core.radius.splat(0.0); 2], core.e)
    }
}

impl<L: Lanes> Polygon<L, 3> {
    /// A triangle whose vertices are sorted. One of zero area is the segment `AC`.
    #[inline(always)]
    pub(super) fn triangle([a, b, c]: [[L; 2]; 3]) -> Self {
        let (area, zero) = (cross(sub(b, a), sub(c, a)), a[0].splat(0.0));
        let (x, y, z) = (a, select(area.gt(zero), b, c), select(area.lt(zero), b, c));
        Self { corners: [Corner::between(z, x, y), Corner::between(x, y, z), Corner::between(y, z, x)] }
    }
}

impl<L: Lanes> Polygon<L, 4> {
    #[inline(always)]
    pub(super) fn aabb(&[x0, y0, x1, y1]: &[L; 4]) -> Self {
        let zero = x0.splat(0.0);
        Self::parallelogram([[x0, y0], [x1, y0], [x1, y1], [x0, y1]], [x1 - x0, zero], [zero, y1 - y0])
    }

    /// The corners of an oriented box around a center that is relative to some point.
    #[inline(always)]
    pub(super) fn oriented_box(&[_, _, hx, hy, ux, uy]: &[L; 6], [cx, cy]: [L; 2]) -> Self {
        let k = dot([ux, uy], [ux, uy]);
        let (along, across) = (hx / k, hy / k);
        let (p, q) = ([ux * along, uy * along], [-uy * across, ux * across]);
        let vertices = [
            [cx - p[0] - q[0], cy - p[1] - q[1]],
            [cx + p[0] - q[0], cy + p[1] - q[1]],
            [cx + p[0] + q[0], cy + p[1] + q[1]],
            [cx - p[0] + q[0], cy - p[1] + q[1]],
        ];
        Self::parallelogram(vertices, [p[0] + p[0], p[1] + p[1]], [q[0] + q[0], q[1] + q[1]])
    }

    /// With the edges from the first vertex to the second one, and from there to the third one.
    #[inline(always)]
    fn parallelogram([a, b, c, d]: [[L; 2]; 4], e: [L; 2], f: [L; 2]) -> Self {
        let (e_back, f_back) = (negated(e), negated(f));
        Self {
            corners: [
                Corner { at: a, before: f, after: e },
                Corner { at: b, before: e_back, after: f },
                Corner { at: c, before: f_back, after: e_back },
                Corner { at: d, before: e, after: f_back },
            ],
        }
    }
}

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

/// The contact of two convex polygons.
#[inline(always)]
pub(super) fn contact<L: Lanes, const N: usize, const M: usize>(
    a: &Polygon<L, N>,
    b: &Polygon<L, M>,
) -> Found<L> {
    let (first, second) = (least_of_edges(a, b), least_of_edges(b, a));
    let of_second = first.exceeds(second);
    let edge = Direction::select(of_second, second, first);
    let (vertices, y) = of_vertices(a, b);
    let of_vertices = edge.exceeds(vertices);

    let from_edge = with_points(edge, of_second, a, b).negated_where(of_second);
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
fn least_of_edges<L: Lanes, const N: usize, const M: usize>(
    polygon: &Polygon<L, N>,
    other: &Polygon<L, M>,
) -> Direction<L> {
    let mut least = edge(&polygon.corners[0], other);
    for corner in &polygon.corners[1..] {
        let next = edge(corner, other);
        least = Direction::select(least.exceeds(next), next, least);
    }
    least
}

#[inline(always)]
fn edge<L: Lanes, const M: usize>(
    &Corner { at: x, after: e, .. }: &Corner<L>,
    other: &Polygon<L, M>,
) -> Direction<L> {
    let mut reach = cross(e, sub(other.corners[0].at, x));
    for &Corner { at: p, .. } in &other.corners[1..] {
        reach = larger(reach, cross(e, sub(p, x)));
    }
    Direction::new(reach, e, x)
}

/// The direction from a vertex of `a` to the nearest one of `b`, and the latter.
#[inline(always)]
fn of_vertices<L: Lanes, const N: usize, const M: usize>(
    a: &Polygon<L, N>,
    b: &Polygon<L, M>,
) -> (Direction<L>, [L; 2]) {
    let (first, second) = (a.corners[0].at, b.corners[0].at);
    let (mut p, mut q, mut least) = (first, second, first[0].splat(f32::INFINITY));
    for &Corner { at: from, .. } in &a.corners {
        for &Corner { at: to, .. } in &b.corners {
            let d = sub(to, from);
            let squared = dot(d, d);
            let is_nearer = squared.lt(least);
            p = select(is_nearer, from, p);
            q = select(is_nearer, to, q);
            least = L::select(is_nearer, squared, least);
        }
    }
    let d = sub(q, p);
    let mut beyond_p = dot(d, sub(first, p));
    let mut beyond_q = dot(d, sub(q, second));
    for &Corner { at: x, .. } in &a.corners[1..] {
        beyond_p = larger(beyond_p, dot(d, sub(x, p)));
    }
    for &Corner { at: x, .. } in &b.corners[1..] {
        beyond_q = larger(beyond_q, dot(d, sub(q, x)));
    }
    (Direction::new(beyond_p + beyond_q - dot(d, d), d, p), q)
}

/// The contact along the normal of a reference edge: the points between it and the incident edge of the other
/// polygon, which is `a` where the edge is of the second one.
#[inline(always)]
fn with_points<L: Lanes, const N: usize, const M: usize>(
    edge: Direction<L>,
    of_second: L::Mask,
    a: &Polygon<L, N>,
    b: &Polygon<L, M>,
) -> Found<L> {
    let Direction { reach, e, x, length2, .. } = edge;
    let (zero, one) = (reach.splat(0.0), reach.splat(1.0));
    // V and its height.
    let mut deepest = Corner::select(of_second, a.corner(0), b.corner(0));
    let mut height = cross(e, sub(deepest.at, x));
    for k in 1..(if N < M { M } else { N }) {
        let next = Corner::select(of_second, a.corner(k), b.corner(k));
        let next_height = cross(e, sub(next.at, x));
        let is_deeper = next_height.gt(height);
        deepest = Corner::select(is_deeper, &next, &deepest);
        height = L::select(is_deeper, next_height, height);
    }
    let Corner { at: v, before: to_before, after: to_after } = deepest;
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
