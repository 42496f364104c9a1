//! Two convex polygons, which the contacts of triangles, boxes and the segments of capsules have in common.
//!
//! ```text
//!           ref. edge                  Define    for each edge XY of either polygon, e = XY:
//!      Y<------------------X                       reach = max over the other's vertices P of e x XP
//!      :      n ^          :                     so reach / |e| is the overlap along the edge's normal n;
//!      :   .----+-----W    :                     for the nearest vertices P and Q, d = PQ:
//!      :  / P1  |   P0 \   :                       reach = max d.PA' + max d.B'Q - d.d  over all A', B'
//!      : /      v       V  :                     so reach / |d| is the overlap along d
//!      :/  the other        `.
//!                                      Solution  the direction whose overlap is least
//! ```
//!
//! The points `b - a` form the Minkowski difference. It is a convex polygon whose edges have the normals of
//! both polygons' edges. Overlap is the distance of its border from the origin, so inside of it the least one
//! is along one of these normals. If the origin is outside, its nearest point is on an edge, and the same is
//! true, or it is a vertex `Q - P`, and then `PQ` is the direction. No case needs to be known beforehand: the
//! overlap along any direction is no less than the depth.
//!
//! Overlaps are compared as squares with their signs, without square roots or quotients. Each edge of length
//! zero counts as infinite. Both directions across a polygon of zero area are the normals of one of its
//! edges.
//!
//! **Origin.** Shapes that do not have all vertices among their columns, as oriented boxes and capsules, and what
//! they meet have vertices that are relative to a point of one of them: so each is off by a few units of `2^-53`
//! of the size `S`, however far from zero both are. The depth is then off by as much. But such a rounding may turn
//! an edge that is far shorter than `S` by any angle, and then its own polygon would reach beyond it. So the edges
//! along whose normals the polygons are compared come from the columns alone.
//!
//! **Points.** Where an edge is the direction, it is the *reference edge*. The other polygon's deepest vertex
//! `V` and the neighbour `W` of it to which the depth falls slowest make the *incident edge*, which is
//! clipped to the part that lies opposite the reference edge. Its ends are the points. Their depths differ,
//! unless the edges are parallel; the deeper one is first. In real arithmetic the depth is that of `V`, so
//! the first end is `V`, or the edges are parallel and it is as deep. So it is `V` also where the clipped end
//! is less deep by more than rounding may be: there the reference edge is continued by another one of nearly
//! the same direction.

use super::{CONTACT_ERROR, Wide, cross, dot, midway, sub, unit, wide};
use crate::contact::{Core, Place};
use crate::dim2::{Aabb, OrientedBox};
use crate::float::sqrt64;

/// A vertex of a polygon.
#[derive(Clone, Copy)]
struct Corner {
    at: [f64; 2],
    /// To the vertices before and after it.
    before: [f64; 2],
    after: [f64; 2],
}

impl Corner {
    fn between(before: [f64; 2], at: [f64; 2], after: [f64; 2]) -> Self {
        Self { at, before: sub(before, at), after: sub(after, at) }
    }
}

/// A convex polygon with its vertices counter-clockwise. Neighbours may be equal.
#[derive(Clone, Copy)]
pub(super) struct Polygon<const N: usize> {
    corners: [Corner; N],
}

impl<const N: usize> Polygon<N> {
    /// The same polygon, relative to a point.
    pub(super) fn relative_to(self, origin: &Place<2>) -> Self {
        let moved = |corner: Corner| Corner { at: Place::new(corner.at).from(origin), ..corner };
        Self { corners: self.corners.map(moved) }
    }

    fn vertices(&self) -> [[f64; 2]; N] {
        self.corners.map(|corner| corner.at)
    }
}

impl Polygon<2> {
    /// The segment from `u` to `v`: an edge there and one back.
    pub(super) fn segment(u: [f64; 2], v: [f64; 2]) -> Self {
        Self { corners: [Corner::between(v, u, v), Corner::between(u, v, u)] }
    }

    /// The segment of a capsule, relative to its first end.
    pub(super) fn core(core: &Core<2>) -> Self {
        Self::segment([0.0; 2], core.e)
    }
}

impl Polygon<3> {
    /// A triangle whose vertices are sorted. One of zero area is the segment `AC`.
    pub(super) fn triangle([a, b, c]: [[f64; 2]; 3]) -> Self {
        let area = cross(sub(b, a), sub(c, a));
        let [x, y, z] = if area < 0.0 {
            [a, c, b]
        } else if area > 0.0 {
            [a, b, c]
        } else {
            [a, c, c]
        };
        Self { corners: [Corner::between(z, x, y), Corner::between(x, y, z), Corner::between(y, z, x)] }
    }
}

impl Polygon<4> {
    pub(super) fn aabb(of: &Aabb) -> Self {
        let ([x0, y0], [x1, y1]) = (wide(of.min), wide(of.max));
        Self::parallelogram([[x0, y0], [x1, y0], [x1, y1], [x0, y1]], [x1 - x0, 0.0], [0.0, y1 - y0])
    }

    /// The corners `c +- (hx / k) u +- (hy / k) v`, where `k = u.u` is 1 only up to rounding, and `v` is `u` turned
    /// by 90 degrees, around a center that is relative to some point.
    pub(super) fn oriented_box(of: &OrientedBox, [cx, cy]: [f64; 2]) -> Self {
        let ([hx, hy], u) = (wide(of.half_extents), wide(of.axis));
        let k = dot(u, u);
        let (along, across) = (hx / k, hy / k);
        let (p, q) = ([u[0] * along, u[1] * along], [-u[1] * across, u[0] * across]);
        let vertices = [
            [cx - p[0] - q[0], cy - p[1] - q[1]],
            [cx + p[0] - q[0], cy + p[1] - q[1]],
            [cx + p[0] + q[0], cy + p[1] + q[1]],
            [cx - p[0] + q[0], cy - p[1] + q[1]],
        ];
        Self::parallelogram(vertices, [p[0] + p[0], p[1] + p[1]], [q[0] + q[0], q[1] + q[1]])
    }

    /// With the edges from the first vertex to the second one, and from there to the third one.
    fn parallelogram([a, b, c, d]: [[f64; 2]; 4], e: [f64; 2], f: [f64; 2]) -> Self {
        let (e_back, f_back) = ([-e[0], -e[1]], [-f[0], -f[1]]);
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
struct Direction {
    /// The overlap times the length of `e`.
    reach: f64,
    /// The square of `reach` with its sign; infinite, as a quotient, where `e` is zero.
    square: f64,
    length2: f64,
    /// The edge from its vertex `x`, or from a vertex to the other polygon's.
    e: [f64; 2],
    x: [f64; 2],
    of: Of,
}

#[derive(Clone, Copy, PartialEq)]
enum Of {
    FirstEdge,
    SecondEdge,
    /// The other end of `e`.
    Vertices([f64; 2]),
}

impl Direction {
    fn new(reach: f64, e: [f64; 2], x: [f64; 2], of: Of) -> Self {
        let length2 = dot(e, e);
        let square = if length2 == 0.0 { 1.0 } else { reach * reach.abs() };
        Self { reach, square, length2, e, x, of }
    }

    /// The one with less overlap; the first of equal ones.
    fn less(self, other: Self) -> Self {
        if other.square * self.length2 < self.square * other.length2 { other } else { self }
    }
}

/// The contact of two convex polygons.
pub(super) fn contact<const N: usize, const M: usize>(a: &Polygon<N>, b: &Polygon<M>) -> Wide {
    let (first, second) = (least_of_edges(a, b, Of::FirstEdge), least_of_edges(b, a, Of::SecondEdge));
    let least = first.less(second).less(of_vertices(a.vertices(), b.vertices()));
    let Direction { e, x, reach, length2, .. } = least;
    if length2 == 0.0 {
        return Wide::single([1.0, 0.0], 0.0, x);
    }
    match least.of {
        Of::Vertices(y) => {
            let length = sqrt64(length2);
            Wide::single(unit(e, length), reach * (1.0 / length), midway(x, y))
        }
        Of::FirstEdge => with_points(least, b),
        Of::SecondEdge => with_points(least, a).negated(),
    }
}

/// The edge of a polygon along whose normal the other one reaches least.
fn least_of_edges<const N: usize, const M: usize>(
    polygon: &Polygon<N>,
    other: &Polygon<M>,
    of: Of,
) -> Direction {
    let edge = |Corner { at: x, after: e, .. }: Corner| {
        Direction::new(largest(other.vertices().map(|p| cross(e, sub(p, x)))), e, x, of)
    };
    polygon.corners[1..].iter().fold(edge(polygon.corners[0]), |least, &corner| least.less(edge(corner)))
}

/// The direction from a vertex of `a` to the nearest one of `b`.
fn of_vertices<const N: usize, const M: usize>(a: [[f64; 2]; N], b: [[f64; 2]; M]) -> Direction {
    let (mut p, mut q, mut least) = (a[0], b[0], f64::INFINITY);
    for from in a {
        for to in b {
            let d = sub(to, from);
            if dot(d, d) < least {
                (p, q, least) = (from, to, dot(d, d));
            }
        }
    }
    let d = sub(q, p);
    let beyond_p = largest(a.map(|x| dot(d, sub(x, p))));
    let beyond_q = largest(b.map(|x| dot(d, sub(q, x))));
    Direction::new(beyond_p + beyond_q - dot(d, d), d, p, Of::Vertices(q))
}

/// The contact along the normal of a reference edge, with the points between it and the incident edge of the
/// other polygon.
fn with_points<const N: usize>(edge: Direction, other: &Polygon<N>) -> Wide {
    let Direction { e, x, length2, reach, .. } = edge;
    let heights = other.vertices().map(|p| cross(e, sub(p, x)));
    let mut deepest = 0;
    for k in 1..N {
        if heights[k] > heights[deepest] {
            deepest = k;
        }
    }
    let (Corner { at: v, before, after }, height) = (other.corners[deepest], heights[deepest]);
    let [before, after] = [before, after].map(|vw| (vw, -cross(e, vw), dot(vw, vw)));
    // The squared slopes, as quotients; infinite where an edge has no length.
    let [slope_before, slope_after] =
        [before, after].map(|(_, fall, run)| if run == 0.0 { 1.0 } else { fall * fall });
    let (vw, fall, run) = if slope_after * before.2 < slope_before * after.2 { after } else { before };

    // Where V is along the reference edge, from 0 to its squared length, and the part of VW between its ends.
    let (at_v, step) = (dot(e, sub(v, x)), dot(e, vw));
    let (near, far) = if step < 0.0 { (length2, 0.0) } else { (0.0, length2) };
    let along = 1.0 / step;
    let (enter, leave) = ((near - at_v) * along, (far - at_v) * along);
    let start = if enter > 0.0 { enter } else { 0.0 };
    let end = if leave < 1.0 { leave } else { 1.0 };
    // The end of VW that is nearer, if rounding has left no part.
    let first = if start < 1.0 { start } else { 1.0 };
    let lost = fall * first;
    let size2 = length2 + dot(sub(v, x), sub(v, x)) + run;
    let is_as_deep = lost * lost <= CONTACT_ERROR * CONTACT_ERROR * (length2 * size2);
    let first = if is_as_deep { first } else { 0.0 };

    let inverse = 1.0 / sqrt64(length2);
    let normal = [e[1] * inverse, -e[0] * inverse];
    let at = |t: f64| {
        let (p, depth) = ([v[0] + vw[0] * t, v[1] + vw[1] * t], (height - fall * t) * inverse);
        let half = depth * 0.5;
        ([p[0] + normal[0] * half, p[1] + normal[1] * half], depth)
    };
    let second = (start < end && step != 0.0).then(|| at(end));
    Wide { normal, depth: reach * inverse, point: at(first).0, second }
}

fn largest<const N: usize>(values: [f64; N]) -> f64 {
    values[1..].iter().fold(values[0], |largest, &x| if x > largest { x } else { largest })
}
