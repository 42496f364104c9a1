//! Two convex hulls in space, which the contacts of points, segments, triangles and boxes have in common.
//!
//! ```text
//!         .-------.          Define    for a direction d:  [a0, a1], what the first hull covers along it,
//!        /   a   /|                    [b0, b1], what the second one does:
//!       .-------. |                      reach = min(a1 - b0 along d,  b1 - a0 against it)
//!       |    .--|-|-.                  so reach / |d| is the overlap along d, or against it
//!       |    |  | ' |                  the directions: the normals of all faces, and e x f for all edges
//!       '----|--'   |                    e of one and f of the other;
//!            '------'                    PQ, from one hull to the other where a vertex is nearest
//!
//!                            Solution  the direction whose overlap is least
//! ```
//!
//! The points `b - a` form the Minkowski difference. It is a convex polyhedron, and each of its faces has the
//! normal of a face of one hull, or that of an edge of each. Overlap is the distance of its border from the
//! origin, so inside of it the least one is along one of these normals. If the origin is outside, its nearest
//! point is on a face, and the same is true, or on an edge or a vertex, and then the nearest points of the
//! hulls are a vertex of one and the nearest point of the other one. As the overlap along any direction is no
//! less than the depth, no case needs to be known beforehand. (Gottschalk, Lin, Manocha, `OBBTree`, 1996, has
//! the directions; Ericson, Real-Time Collision Detection, sections 5.1 and 5.2.1, the nearest points.)
//!
//! Overlaps are compared as squares with their signs, without square roots or quotients. Edges of segments
//! and triangles are divided by their length first, so that no product overflows.
//!
//! **Boxes** are the points that lie between three pairs of planes with the normals `u`, whatever their
//! angle: the edges have the directions `v = u' x u'' / det`, for which `v.u = 1`, and the corners are at
//! `h v`. So an overlap along a normal or across edges does not depend on the angle. The nearest point of a
//! box is found by its coordinates along `v`, each clamped to `[-h, h]`, and then moved along what is not
//! clamped until it is perpendicular: if axes are off from perpendicular by an angle, this is off by its
//! square.
//!
//! **Parallel edges.** A coordinate of `e x f` is off by 1.5 units of `2^-53` of both lengths, so its
//! direction is lost where the sine of the angle between both is small. Up to [`LOST`] it is left out. The
//! face of the Minkowski difference that it belongs to is a parallelogram narrower than that part of an edge.
//! Beyond its long sides lie other faces along the same edge, and on one side or along the other edge the
//! next one belongs to a face of a hull: its overlap is more by no more than the width, `2^-26` of the size
//! `S`. A triangle whose two shorter edges are so nearly parallel is its longest edge, from which the vertex
//! is off by at most a quarter of that. A direction that is not lost is tilted along the edges by at most
//! `1.5 * 2^-27`, and by more only across both, where the overlap does not change. So if both are flat, the
//! overlap is more by up to `(1/4 + 2/16 + 3/16) u S`.
//!
//! **Nearly touching.** `PQ` is off by 13 units of `S`, so its direction is lost where it is short: the
//! overlap along it is more by `13 * 2^-53 S^2 / |PQ|`. A face or two edges have an overlap that is more by
//! `|PQ|` at most, beside the above. The less of both is taken, which is at most `0.98 u S`, at
//! `|PQ| = 0.42 u S`.
//!
//! So the depth is within `u S`. A normal is tilted by 0.87 `u` when it is rounded to `f32`, so its overlap
//! is at most the true depth and `2 u S`: half of what is promised.
//!
//! **The point.** The second hull is moved along the normal until it touches. What both have in common then
//! is found by nearest points: from the supporting vertex of the hull whose face it is not, and back; or of
//! the two supporting edges; or of a vertex and the other hull. The nearest pair is taken. Where several
//! vertices support, within the rounding of axes to `f32`, their middle is the first one: a box that lies on
//! another one touches it in the middle of a face. At last the point is moved along the normal to midway
//! between both borders. Where an edge lies along a face, or faces on each other, so that no vertex, no
//! middle and no crossing of the chosen edges is common, it may lie beside both.

use super::{Wide, along, cross, dot, midway, negated, sub, wide};
use crate::closest::{Of, inverse};
use crate::contact::{Across, Core, Place};
use crate::dim3::{Aabb3, OrientedBox3};
use crate::float::sqrt64;

/// The sine of the angle of two edges up to which the direction perpendicular to both counts as lost.
pub const LOST: f64 = f32::EPSILON as f64 / 8.0;

/// The part of an edge by which its ends may differ in height where both count as supporting: axes that are
/// rounded to `f32` are off by as much.
pub const LEVEL: f64 = f32::EPSILON as f64;

/// A convex hull. Its points are relative to an origin that both hulls have.
pub(super) trait Hull: Copy {
    const FACES: usize;
    const EDGES: usize;
    const VERTICES: usize;

    /// The same hull in another place.
    fn moved(self, by: [f64; 3]) -> Self;

    /// False for a box whose axes do not span space.
    fn exists(&self) -> bool {
        true
    }

    /// The normal of a face or of the one opposite, zero if it is lost, and what the hull covers along it.
    fn face(&self, k: usize) -> ([f64; 3], [f64; 2]);

    /// A direction of edges and its squared length. It is zero, or the length infinite, if there are none
    /// that have a length.
    fn direction(&self, i: usize) -> ([f64; 3], f64);

    /// The direction of an edge that has a length, or zero.
    fn any_direction(&self) -> [f64; 3];

    /// What the hull covers along a vector.
    fn interval(&self, d: [f64; 3]) -> [f64; 2];

    /// What the hull covers along a vector that is perpendicular to the edges of a direction.
    fn interval_across(&self, i: usize, d: [f64; 3]) -> [f64; 2];

    /// The edge of a direction that reaches farthest along a vector that is perpendicular to it.
    fn supporting_edge(&self, i: usize, d: [f64; 3]) -> Edge;

    /// The vertex that reaches farthest along a unit vector; the middle of those that do.
    fn support(&self, n: [f64; 3]) -> [f64; 3];

    fn vertex(&self, k: usize) -> [f64; 3];

    /// The square of how far a point is from a hull it is outside of, or from a triangle's edges.
    fn distance2(&self, p: [f64; 3]) -> f64;

    /// The nearest point.
    fn nearest(&self, p: [f64; 3]) -> [f64; 3];
}

/// The points `middle + t half` for `t` from -1 to 1.
#[derive(Clone, Copy)]
pub(super) struct Edge {
    middle: [f64; 3],
    half: [f64; 3],
}

impl Edge {
    fn moved(self, by: [f64; 3]) -> Self {
        Self { middle: add(self.middle, by), ..self }
    }
}

/// A point: the center of a sphere.
#[derive(Clone, Copy)]
pub(super) struct Vertex(pub [f64; 3]);

impl Hull for Vertex {
    const FACES: usize = 0;
    const EDGES: usize = 0;
    const VERTICES: usize = 1;

    fn moved(self, by: [f64; 3]) -> Self {
        Self(add(self.0, by))
    }

    fn face(&self, _: usize) -> ([f64; 3], [f64; 2]) {
        ([0.0; 3], [0.0; 2])
    }

    fn direction(&self, _: usize) -> ([f64; 3], f64) {
        ([0.0; 3], 0.0)
    }

    fn any_direction(&self) -> [f64; 3] {
        [0.0; 3]
    }

    fn interval(&self, d: [f64; 3]) -> [f64; 2] {
        [dot(self.0, d); 2]
    }

    fn interval_across(&self, _: usize, d: [f64; 3]) -> [f64; 2] {
        self.interval(d)
    }

    fn supporting_edge(&self, _: usize, _: [f64; 3]) -> Edge {
        Edge { middle: self.0, half: [0.0; 3] }
    }

    fn support(&self, _: [f64; 3]) -> [f64; 3] {
        self.0
    }

    fn vertex(&self, _: usize) -> [f64; 3] {
        self.0
    }

    fn distance2(&self, p: [f64; 3]) -> f64 {
        length2(sub(p, self.0))
    }

    fn nearest(&self, _: [f64; 3]) -> [f64; 3] {
        self.0
    }
}

/// A segment: of a capsule.
#[derive(Clone, Copy)]
pub(super) struct Segment {
    ends: [[f64; 3]; 2],
    edge: Edge,
    direction: [f64; 3],
    length2: f64,
}

impl Segment {
    /// The segment of a capsule, relative to an origin.
    pub(super) fn core(core: &Core<3>, origin: &Place<3>) -> Self {
        let [start, end] = core.ends.map(|end| end.from(origin));
        let half = scaled(core.e, 0.5);
        let edge = Edge { middle: add(start, half), half };
        Self { ends: [start, end], edge, direction: unit_or_zero(core.e), length2: length2(core.e) }
    }
}

impl Hull for Segment {
    const FACES: usize = 0;
    const EDGES: usize = 1;
    const VERTICES: usize = 2;

    fn moved(self, by: [f64; 3]) -> Self {
        Self { ends: self.ends.map(|end| add(end, by)), edge: self.edge.moved(by), ..self }
    }

    fn face(&self, _: usize) -> ([f64; 3], [f64; 2]) {
        ([0.0; 3], [0.0; 2])
    }

    fn direction(&self, _: usize) -> ([f64; 3], f64) {
        (self.direction, 1.0)
    }

    fn any_direction(&self) -> [f64; 3] {
        self.direction
    }

    fn interval(&self, d: [f64; 3]) -> [f64; 2] {
        ordered(self.ends.map(|end| dot(end, d)))
    }

    fn interval_across(&self, _: usize, d: [f64; 3]) -> [f64; 2] {
        [dot(self.edge.middle, d); 2]
    }

    fn supporting_edge(&self, _: usize, _: [f64; 3]) -> Edge {
        self.edge
    }

    fn support(&self, n: [f64; 3]) -> [f64; 3] {
        let t = sign(dot(self.direction, n), 1.0);
        add(self.edge.middle, scaled(self.edge.half, t))
    }

    fn vertex(&self, k: usize) -> [f64; 3] {
        self.ends[k]
    }

    fn distance2(&self, p: [f64; 3]) -> f64 {
        length2(sub(self.nearest(p), p))
    }

    fn nearest(&self, p: [f64; 3]) -> [f64; 3] {
        let Edge { middle, half } = self.edge;
        let t = clamp(dot(sub(p, middle), half) * (inverse(self.length2) * 4.0), 1.0);
        add(middle, scaled(half, t))
    }
}

/// A triangle.
#[derive(Clone, Copy)]
pub(super) struct Triangle {
    vertices: [[f64; 3]; 3],
    /// From each vertex to the next one, and the inverse of its squared length, or 0.
    edges: [[f64; 3]; 3],
    inverses: [f64; 3],
    /// The edges over their lengths.
    directions: [[f64; 3]; 3],
    /// The direction of the longest edge, and its length.
    longest: ([f64; 3], f64),
    /// Zero if it is lost.
    normal: [f64; 3],
    normal2: f64,
}

impl Triangle {
    /// A triangle whose vertices are sorted, relative to an origin. Its edges are differences of the vertices
    /// as they are given, so that no rounding of the place turns them.
    pub(super) fn new(sorted: [[f64; 3]; 3], origin: &Place<3>) -> Self {
        let [a, b, c] = sorted;
        let edges = [sub(b, a), sub(c, b), sub(a, c)];
        let lengths2 = edges.map(length2);
        let mut directions = edges.map(unit_or_zero);
        // The normal from the two shorter edges, whose angle is the largest one.
        let [ab, bc, ca] = directions;
        let (mut longest, mut longest2, mut normal) = (0, lengths2[0], cross(bc, ca));
        if lengths2[1] > longest2 {
            (longest, longest2, normal) = (1, lengths2[1], cross(ca, ab));
        }
        if lengths2[2] > longest2 {
            (longest, longest2, normal) = (2, lengths2[2], cross(ab, bc));
        }
        let longest_direction = directions[longest];
        // A flat one is its longest edge.
        let is_lost = length2(normal) <= LOST * LOST;
        if is_lost {
            (normal, directions) = ([0.0; 3], [[0.0; 3]; 3]);
            directions[longest] = longest_direction;
        }
        Self {
            vertices: sorted.map(|v| Place::new(v).from(origin)),
            edges,
            inverses: lengths2.map(inverse),
            directions,
            longest: (longest_direction, sqrt64(longest2)),
            normal,
            normal2: length2(normal),
        }
    }

    /// The vector from a point to the nearest one of the edges.
    fn vector_to_edges(&self, p: [f64; 3]) -> [f64; 3] {
        let to_edge = |k: usize| {
            let (x, e) = (sub(self.vertices[k], p), self.edges[k]);
            let t = -dot(x, e) * self.inverses[k];
            let t = if t > 1.0 { 1.0 } else { t };
            let t = if t > 0.0 { t } else { 0.0 };
            add(x, scaled(e, t))
        };
        let mut nearest = to_edge(0);
        for k in 1..3 {
            let next = to_edge(k);
            if length2(next) < length2(nearest) {
                nearest = next;
            }
        }
        nearest
    }
}

impl Hull for Triangle {
    const FACES: usize = 1;
    const EDGES: usize = 3;
    const VERTICES: usize = 3;

    fn moved(self, by: [f64; 3]) -> Self {
        Self { vertices: self.vertices.map(|v| add(v, by)), ..self }
    }

    fn face(&self, _: usize) -> ([f64; 3], [f64; 2]) {
        (self.normal, [dot(self.vertices[0], self.normal); 2])
    }

    fn direction(&self, i: usize) -> ([f64; 3], f64) {
        (self.directions[i], 1.0)
    }

    fn any_direction(&self) -> [f64; 3] {
        self.longest.0
    }

    fn interval(&self, d: [f64; 3]) -> [f64; 2] {
        let [a, b, c] = self.vertices.map(|v| dot(v, d));
        let [low, high] = ordered([a, b]);
        [if c < low { c } else { low }, if c > high { c } else { high }]
    }

    fn interval_across(&self, i: usize, d: [f64; 3]) -> [f64; 2] {
        ordered([dot(self.vertices[i], d), dot(self.vertices[(i + 2) % 3], d)])
    }

    fn supporting_edge(&self, i: usize, _: [f64; 3]) -> Edge {
        let half = scaled(self.edges[i], 0.5);
        Edge { middle: add(self.vertices[i], half), half }
    }

    fn support(&self, n: [f64; 3]) -> [f64; 3] {
        let [_, high] = self.interval(n);
        let least = high - LEVEL * self.longest.1;
        let (mut sum, mut count) = ([0.0; 3], 0.0);
        for v in self.vertices {
            let is_supporting = dot(v, n) >= least;
            sum = if is_supporting { add(sum, v) } else { sum };
            count += if is_supporting { 1.0 } else { 0.0 };
        }
        scaled(sum, 1.0 / count)
    }

    fn vertex(&self, k: usize) -> [f64; 3] {
        self.vertices[k]
    }

    fn distance2(&self, p: [f64; 3]) -> f64 {
        length2(self.vector_to_edges(p))
    }

    fn nearest(&self, p: [f64; 3]) -> [f64; 3] {
        let m = self.normal;
        let mut is_above = self.normal2 > 0.0;
        for k in 0..3 {
            let outward = cross(self.directions[k], m);
            is_above &= dot(outward, sub(p, self.vertices[k])) <= 0.0;
        }
        let height = dot(m, sub(self.vertices[0], p)) * inverse(self.normal2);
        add(p, if is_above { scaled(m, height) } else { self.vector_to_edges(p) })
    }
}

/// A box: the points between three pairs of planes.
#[derive(Clone, Copy)]
pub(super) struct Solid {
    pub(super) center: [f64; 3],
    /// Half extents.
    pub(super) h: [f64; 3],
    /// Normals of the faces.
    pub(super) u: [[f64; 3]; 3],
    /// Directions of the edges, and their squared lengths: infinite for an edge that has no length.
    pub(super) v: [[f64; 3]; 3],
    v2: [f64; 3],
    /// Half of the edges, `h v`.
    halves: [[f64; 3]; 3],
    exists: bool,
}

impl Solid {
    pub(super) fn aabb(of: &Aabb3, origin: &Place<3>) -> Self {
        let (min, max) = (wide(of.min), wide(of.max));
        let h = scaled(sub(max, min), 0.5);
        let axes = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
        Self {
            center: Self::middle(of).from(origin),
            h,
            u: axes,
            v: axes,
            v2: h.map(|h| if h == 0.0 { f64::INFINITY } else { 1.0 }),
            halves: [0, 1, 2].map(|k| scaled(axes[k], h[k])),
            exists: true,
        }
    }

    /// The middle of an axis-aligned box.
    pub(super) fn middle(of: &Aabb3) -> Place<3> {
        Place::sum(scaled(wide(of.min), 0.5), scaled(wide(of.max), 0.5))
    }

    pub(super) fn oriented_box(of: &OrientedBox3, origin: &Place<3>) -> Self {
        let (h, u) = (wide(of.half_extents), of.axes.map(wide));
        let v = [cross(u[1], u[2]), cross(u[2], u[0]), cross(u[0], u[1])];
        let volume = dot(u[0], v[0]);
        let scale = 1.0 / volume;
        let v = v.map(|v| scaled(v, scale));
        Self {
            center: Place::new(wide(of.center)).from(origin),
            h,
            u,
            v,
            v2: [0, 1, 2].map(|k| if h[k] == 0.0 { f64::INFINITY } else { length2(v[k]) }),
            halves: [0, 1, 2].map(|k| scaled(v[k], h[k])),
            exists: volume != 0.0,
        }
    }

    /// The coordinates of a point along the edges, clamped to the box, and the vector from the point in the
    /// box that has them.
    fn clamped(&self, p: [f64; 3]) -> ([f64; 3], [f64; 3]) {
        let x = sub(p, self.center);
        let (mut at, mut beyond) = ([0.0; 3], [0.0; 3]);
        for k in 0..3 {
            let along = dot(x, self.u[k]);
            at[k] = clamp(along, self.h[k]);
            beyond[k] = along - at[k];
        }
        (at, combination(self.v, beyond))
    }
}

impl Hull for Solid {
    const FACES: usize = 3;
    const EDGES: usize = 3;
    const VERTICES: usize = 8;

    fn moved(self, by: [f64; 3]) -> Self {
        Self { center: add(self.center, by), ..self }
    }

    fn exists(&self) -> bool {
        self.exists
    }

    fn face(&self, k: usize) -> ([f64; 3], [f64; 2]) {
        let (normal, h) = (self.u[k], self.h[k]);
        let middle = dot(self.center, normal);
        (normal, [middle - h, middle + h])
    }

    fn direction(&self, i: usize) -> ([f64; 3], f64) {
        (self.v[i], self.v2[i])
    }

    fn any_direction(&self) -> [f64; 3] {
        (0..3).find(|&k| self.h[k] != 0.0).map_or([0.0; 3], |k| self.v[k])
    }

    fn interval(&self, d: [f64; 3]) -> [f64; 2] {
        let [x, y, z] = self.halves.map(|half| dot(half, d).abs());
        let (middle, reach) = (dot(self.center, d), x + y + z);
        [middle - reach, middle + reach]
    }

    fn interval_across(&self, i: usize, d: [f64; 3]) -> [f64; 2] {
        let [x, y] = [(i + 1) % 3, (i + 2) % 3].map(|k| dot(self.halves[k], d).abs());
        let (middle, reach) = (dot(self.center, d), x + y);
        [middle - reach, middle + reach]
    }

    fn supporting_edge(&self, i: usize, d: [f64; 3]) -> Edge {
        let mut middle = self.center;
        for k in [(i + 1) % 3, (i + 2) % 3] {
            let half = self.halves[k];
            let toward = if dot(half, d) < 0.0 { negated(half) } else { half };
            middle = add(middle, toward);
        }
        Edge { middle, half: self.halves[i] }
    }

    fn support(&self, n: [f64; 3]) -> [f64; 3] {
        let mut at = self.center;
        for k in 0..3 {
            at = add(at, scaled(self.halves[k], sign(dot(self.v[k], n), self.v2[k])));
        }
        at
    }

    fn vertex(&self, k: usize) -> [f64; 3] {
        let mut at = self.center;
        for i in 0..3 {
            let half = self.halves[i];
            at = if k >> i & 1 == 0 { sub(at, half) } else { add(at, half) };
        }
        at
    }

    fn distance2(&self, p: [f64; 3]) -> f64 {
        length2(self.clamped(p).1)
    }

    fn nearest(&self, p: [f64; 3]) -> [f64; 3] {
        let (mut at, beyond) = self.clamped(p);
        for (k, at) in at.iter_mut().enumerate() {
            let u = self.u[k];
            *at = clamp(*at + dot(beyond, self.v[k]) * dot(u, u), self.h[k]);
        }
        add(self.center, combination(self.v, at))
    }
}

/// A direction and how far the hulls reach over each other along it.
#[derive(Clone, Copy)]
struct Direction {
    /// The overlap times the length of `d`.
    reach: f64,
    /// The square of `reach` with its sign; infinite, as a quotient, where `d` is lost.
    square: f64,
    length2: f64,
    /// From the first hull to the second.
    d: [f64; 3],
    /// Twice the height of the middle of both borders, times the length of `d`.
    middle: f64,
}

impl Direction {
    const NONE: Self = Self { reach: 0.0, square: 1.0, length2: 0.0, d: [0.0; 3], middle: 0.0 };

    /// A vector, which is lost if its squared length is not more than a number.
    fn forth(d: [f64; 3], [_, a1]: [f64; 2], [b0, _]: [f64; 2], lost: f64) -> Self {
        let (reach, length2, middle) = (a1 - b0, length2(d), a1 + b0);
        if length2 > lost {
            Self { reach, square: reach * reach.abs(), length2, d, middle }
        } else {
            Self::NONE
        }
    }

    /// The same for a vector or its negative, whichever has less overlap.
    fn new(d: [f64; 3], [a0, a1]: [f64; 2], [b0, b1]: [f64; 2], lost: f64) -> Self {
        if b1 - a0 < a1 - b0 {
            Self::forth(negated(d), [-a1, -a0], [-b1, -b0], lost)
        } else {
            Self::forth(d, [a0, a1], [b0, b1], lost)
        }
    }

    /// Whether the other one has less overlap.
    fn exceeds(&self, other: &Self) -> bool {
        other.square * self.length2 < self.square * other.length2
    }
}

/// The contact of two hulls: all NaN if one does not exist.
pub(super) fn contact<A: Hull, B: Hull>(a: &A, b: &B) -> Wide {
    let (mut least, mut is_face_of_b) = (Direction::NONE, false);
    for k in 0..A::FACES {
        let (normal, interval) = a.face(k);
        let next = Direction::new(normal, interval, b.interval(normal), 0.0);
        if least.exceeds(&next) {
            least = next;
        }
    }
    for k in 0..B::FACES {
        let (normal, interval) = b.face(k);
        let next = Direction::new(normal, a.interval(normal), interval, 0.0);
        if least.exceeds(&next) {
            (least, is_face_of_b) = (next, true);
        }
    }
    let mut of_edges = Direction::NONE;
    let (mut edge_a, mut edge_b) = (a.supporting_edge(0, of_edges.d), b.supporting_edge(0, of_edges.d));
    for i in 0..A::EDGES {
        let (e, e2) = a.direction(i);
        for j in 0..B::EDGES {
            let (f, f2) = b.direction(j);
            let d = cross(e, f);
            let lost = (LOST * LOST) * (e2 * f2);
            let next = Direction::new(d, a.interval_across(i, d), b.interval_across(j, d), lost);
            if of_edges.exceeds(&next) {
                of_edges = next;
                (edge_a, edge_b) = (a.supporting_edge(i, next.d), b.supporting_edge(j, negated(next.d)));
            }
        }
    }
    if least.exceeds(&of_edges) {
        least = of_edges;
    }
    // Of points and parallel segments the differences are on a line, which may be on one side of no plane
    // above.
    let d = across_one_of(a.any_direction(), b.any_direction());
    let next = Direction::new(d, a.interval(d), b.interval(d), 0.0);
    if least.exceeds(&next) {
        least = next;
    }

    // From the vertex that is nearest to the other hull; if they overlap, where they touch.
    let inverse_length = 1.0 / sqrt64(least.length2);
    let (normal, depth) = (scaled(least.d, inverse_length), least.reach * inverse_length);
    let taken = if depth > 0.0 { scaled(normal, depth) } else { [0.0; 3] };
    let [p, q] = nearest_of_vertices(a, &b.moved(taken));
    let w = sub(q, p);
    let toward = Direction::forth(w, a.interval(w), b.interval(w), 0.0);
    if least.exceeds(&toward) {
        least = toward;
    }

    // Where both touch after the second one has moved.
    let inverse_length = 1.0 / sqrt64(least.length2);
    let (normal, depth) = (scaled(least.d, inverse_length), least.reach * inverse_length);
    let shift = scaled(normal, depth);
    let touching = [p, add(q, sub(shift, taken))];
    let start = if is_face_of_b { a.support(normal) } else { add(b.support(negated(normal)), shift) };
    let p = a.nearest(start);
    let q = add(b.nearest(sub(p, shift)), shift);
    let touching = nearer(touching, nearer([a.nearest(q), q], [p, q]));
    let [p, q] = if A::EDGES > 0 {
        nearer(nearest_of_edges(&edge_a, &edge_b.moved(shift)), touching)
    } else {
        touching
    };

    let (point, height) = (sub(midway(p, q), scaled(shift, 0.5)), least.middle * (0.5 * inverse_length));
    let found = Wide { normal, depth, point: along(point, height - dot(point, normal), normal) };
    let nan = f64::NAN;
    if a.exists() && b.exists() { found } else { Wide { normal: [nan; 3], depth: nan, point: [nan; 3] } }
}

/// The nearest points of two hulls, where one of them is a vertex.
fn nearest_of_vertices<A: Hull, B: Hull>(a: &A, b: &B) -> [[f64; 3]; 2] {
    let (mut start, mut least) = (a.vertex(0), f64::INFINITY);
    for k in 0..A::VERTICES {
        let v = a.vertex(k);
        let next = b.distance2(v);
        if next < least {
            (start, least) = (v, next);
        }
    }
    if A::VERTICES > 1 {
        for k in 0..B::VERTICES {
            let v = b.vertex(k);
            let next = a.distance2(v);
            if next < least {
                (start, least) = (v, next);
            }
        }
    }
    let p = a.nearest(start);
    [p, b.nearest(p)]
}

/// The nearer pair of two; the second of equal ones.
fn nearer(p: [[f64; 3]; 2], q: [[f64; 3]; 2]) -> [[f64; 3]; 2] {
    if length2(sub(p[1], p[0])) < length2(sub(q[1], q[0])) { p } else { q }
}

/// A vector across the first of two that is not zero; the x-axis if both are.
fn across_one_of(e: [f64; 3], f: [f64; 3]) -> [f64; 3] {
    let of = if length2(e) > 0.0 { e } else { f };
    if length2(of) > 0.0 { Of::<3>::across(of) } else { [1.0, 0.0, 0.0] }
}

/// The points of two edges that are nearest to each other (Ericson, section 5.1.9).
fn nearest_of_edges(a: &Edge, b: &Edge) -> [[f64; 3]; 2] {
    let (d, e, f) = (sub(b.middle, a.middle), a.half, b.half);
    let n = cross(e, f);
    let s = clamp(dot(cross(d, f), n) * inverse(length2(n)), 1.0);
    let both = dot(e, f);
    let t = clamp((s * both - dot(d, f)) * inverse(length2(f)), 1.0);
    let s = clamp((t * both + dot(d, e)) * inverse(length2(e)), 1.0);
    [add(a.middle, scaled(e, s)), add(b.middle, scaled(f, t))]
}

/// 1 or -1, on which side of a plane a direction leads, whose squared length is known; 0 if it is
/// [level](LEVEL).
fn sign(along: f64, length2: f64) -> f64 {
    if along * along <= (LEVEL * LEVEL) * length2 {
        0.0
    } else if along < 0.0 {
        -1.0
    } else {
        1.0
    }
}

/// The nearest number from `-most` to `most`.
fn clamp(x: f64, most: f64) -> f64 {
    if x > most {
        most
    } else if x < -most {
        -most
    } else {
        x
    }
}

fn ordered([x, y]: [f64; 2]) -> [f64; 2] {
    if y < x { [y, x] } else { [x, y] }
}

fn add(u: [f64; 3], v: [f64; 3]) -> [f64; 3] {
    [u[0] + v[0], u[1] + v[1], u[2] + v[2]]
}

fn scaled(v: [f64; 3], by: f64) -> [f64; 3] {
    v.map(|x| x * by)
}

/// The sum `t0 v0 + t1 v1 + t2 v2`.
fn combination(v: [[f64; 3]; 3], t: [f64; 3]) -> [f64; 3] {
    add(add(scaled(v[0], t[0]), scaled(v[1], t[1])), scaled(v[2], t[2]))
}

fn length2(v: [f64; 3]) -> f64 {
    dot(v, v)
}

/// A vector over its length, or zero.
fn unit_or_zero(v: [f64; 3]) -> [f64; 3] {
    scaled(v, inverse(sqrt64(length2(v))))
}
