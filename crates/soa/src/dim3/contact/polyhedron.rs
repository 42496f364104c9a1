//! Two convex hulls in space. Derivation: `scalar::dim3::contact`, in `polyhedron.rs`.

use scalar::dim3::contact::{LEVEL, LOST};

use super::Found;
use crate::closest::{Of, inverse};
use crate::contact::{Across, Core, Place};
use crate::dim3::vector::cross;
use crate::lanes::{Lanes, select};
use crate::vector::{add, along, dot, length2, midway, negated, scaled, sub};

/// A convex hull. Its points are relative to an origin that both hulls have.
pub(super) trait Hull<L: Lanes>: Copy {
    const FACES: usize;
    const EDGES: usize;
    const VERTICES: usize;

    /// The same hull in another place.
    fn moved(self, by: [L; 3]) -> Self;

    /// A number that is zero for a box whose axes do not span space.
    #[inline(always)]
    fn volume(&self) -> Option<L> {
        None
    }

    /// The normal of a face or of the one opposite, zero if it is lost, and what the hull covers along it.
    fn face(&self, k: usize) -> ([L; 3], [L; 2]);

    /// A direction of edges and its squared length.
    fn direction(&self, i: usize) -> ([L; 3], L);

    /// The direction of an edge that has a length, or zero.
    fn any_direction(&self) -> [L; 3];

    /// What the hull covers along a vector.
    fn interval(&self, d: [L; 3]) -> [L; 2];

    /// What the hull covers along a vector that is perpendicular to the edges of a direction.
    fn interval_across(&self, i: usize, d: [L; 3]) -> [L; 2];

    /// The edge of a direction that reaches farthest along a vector that is perpendicular to it.
    fn supporting_edge(&self, i: usize, d: [L; 3]) -> Edge<L>;

    /// The vertex that reaches farthest along a unit vector; the middle of those that do.
    fn support(&self, n: [L; 3]) -> [L; 3];

    fn vertex(&self, k: usize) -> [L; 3];

    /// The square of how far a point is from a hull it is outside of, or from a triangle's edges.
    fn distance2(&self, p: [L; 3]) -> L;

    /// The nearest point.
    fn nearest(&self, p: [L; 3]) -> [L; 3];
}

/// The points `middle + t half` for `t` from -1 to 1.
#[derive(Clone, Copy)]
pub(super) struct Edge<L> {
    middle: [L; 3],
    half: [L; 3],
}

impl<L: Lanes> Edge<L> {
    #[inline(always)]
    fn moved(self, by: [L; 3]) -> Self {
        Self { middle: add(self.middle, by), half: self.half }
    }

    #[inline(always)]
    fn select(mask: L::Mask, yes: Self, no: Self) -> Self {
        Self { middle: select(mask, yes.middle, no.middle), half: select(mask, yes.half, no.half) }
    }
}

/// A point: the center of a sphere.
#[derive(Clone, Copy)]
pub(super) struct Vertex<L>(pub [L; 3]);

impl<L: Lanes> Hull<L> for Vertex<L> {
    const FACES: usize = 0;
    const EDGES: usize = 0;
    const VERTICES: usize = 1;

    #[inline(always)]
    fn moved(self, by: [L; 3]) -> Self {
        Self(add(self.0, by))
    }

    #[inline(always)]
    fn face(&self, _: usize) -> ([L; 3], [L; 2]) {
        (self.0, [self.0[0]; 2])
    }

    #[inline(always)]
    fn direction(&self, _: usize) -> ([L; 3], L) {
        (self.0, self.0[0])
    }

    #[inline(always)]
    fn any_direction(&self) -> [L; 3] {
        [self.0[0].splat(0.0); 3]
    }

    #[inline(always)]
    fn interval(&self, d: [L; 3]) -> [L; 2] {
        [dot(self.0, d); 2]
    }

    #[inline(always)]
    fn interval_across(&self, _: usize, d: [L; 3]) -> [L; 2] {
        self.interval(d)
    }

    #[inline(always)]
    fn supporting_edge(&self, _: usize, _: [L; 3]) -> Edge<L> {
        Edge { middle: self.0, half: [self.0[0].splat(0.0); 3] }
    }

    #[inline(always)]
    fn support(&self, _: [L; 3]) -> [L; 3] {
        self.0
    }

    #[inline(always)]
    fn vertex(&self, _: usize) -> [L; 3] {
        self.0
    }

    #[inline(always)]
    fn distance2(&self, p: [L; 3]) -> L {
        length2(sub(p, self.0))
    }

    #[inline(always)]
    fn nearest(&self, _: [L; 3]) -> [L; 3] {
        self.0
    }
}

/// A segment: of a capsule.
#[derive(Clone, Copy)]
pub(super) struct Segment<L> {
    ends: [[L; 3]; 2],
    edge: Edge<L>,
    direction: [L; 3],
    length2: L,
}

impl<L: Lanes> Segment<L> {
    /// The segment of a capsule, relative to an origin.
    #[inline(always)]
    pub(super) fn core(core: &Core<L, 3>, origin: &Place<L, 3>) -> Self {
        let (start, end) = (core.ends[0].from(origin), core.ends[1].from(origin));
        let half = scaled(core.e, core.radius.splat(0.5));
        let edge = Edge { middle: add(start, half), half };
        Self { ends: [start, end], edge, direction: unit_or_zero(core.e), length2: length2(core.e) }
    }
}

impl<L: Lanes> Hull<L> for Segment<L> {
    const FACES: usize = 0;
    const EDGES: usize = 1;
    const VERTICES: usize = 2;

    #[inline(always)]
    fn moved(self, by: [L; 3]) -> Self {
        let [start, end] = self.ends;
        Self { ends: [add(start, by), add(end, by)], edge: self.edge.moved(by), ..self }
    }

    #[inline(always)]
    fn face(&self, _: usize) -> ([L; 3], [L; 2]) {
        (self.direction, [self.length2; 2])
    }

    #[inline(always)]
    fn direction(&self, _: usize) -> ([L; 3], L) {
        (self.direction, self.length2.splat(1.0))
    }

    #[inline(always)]
    fn any_direction(&self) -> [L; 3] {
        self.direction
    }

    #[inline(always)]
    fn interval(&self, d: [L; 3]) -> [L; 2] {
        ordered(dot(self.ends[0], d), dot(self.ends[1], d))
    }

    #[inline(always)]
    fn interval_across(&self, _: usize, d: [L; 3]) -> [L; 2] {
        [dot(self.edge.middle, d); 2]
    }

    #[inline(always)]
    fn supporting_edge(&self, _: usize, _: [L; 3]) -> Edge<L> {
        self.edge
    }

    #[inline(always)]
    fn support(&self, n: [L; 3]) -> [L; 3] {
        let t = sign(dot(self.direction, n), self.length2.splat(1.0));
        add(self.edge.middle, scaled(self.edge.half, t))
    }

    #[inline(always)]
    fn vertex(&self, k: usize) -> [L; 3] {
        self.ends[k]
    }

    #[inline(always)]
    fn distance2(&self, p: [L; 3]) -> L {
        length2(sub(self.nearest(p), p))
    }

    #[inline(always)]
    fn nearest(&self, p: [L; 3]) -> [L; 3] {
        let Edge { middle, half } = self.edge;
        let (four, one) = (self.length2.splat(4.0), self.length2.splat(1.0));
        let t = clamp(dot(sub(p, middle), half) * (inverse(self.length2) * four), one);
        add(middle, scaled(half, t))
    }
}

/// The edges of a triangle and its normal, wherever it is.
pub(super) struct Sides<L> {
    /// From each vertex to the next one, and the inverse of its squared length, or 0.
    edges: [[L; 3]; 3],
    inverses: [L; 3],
    /// The edges over their lengths.
    directions: [[L; 3]; 3],
    /// The direction of the longest edge, and its length.
    longest: [L; 3],
    length: L,
    /// Zero if it is lost.
    normal: [L; 3],
    normal2: L,
}

impl<L: Lanes> Sides<L> {
    /// Those of a triangle whose vertices are sorted.
    #[inline(always)]
    pub(super) fn new(&[a, b, c]: &[[L; 3]; 3]) -> Self {
        let edges = [sub(b, a), sub(c, b), sub(a, c)];
        let [ab2, bc2, ca2] = [length2(edges[0]), length2(edges[1]), length2(edges[2])];
        let [ab, bc, ca] = [unit_or_zero(edges[0]), unit_or_zero(edges[1]), unit_or_zero(edges[2])];
        let (zero, zeros) = (ab2.splat(0.0), [ab2.splat(0.0); 3]);
        // The normal from the two shorter edges, whose angle is the largest one.
        let is_bc = bc2.gt(ab2);
        let longest2 = L::select(is_bc, bc2, ab2);
        let normal = select(is_bc, cross(ca, ab), cross(bc, ca));
        let is_ca = ca2.gt(longest2);
        let longest2 = L::select(is_ca, ca2, longest2);
        let normal = select(is_ca, cross(ab, bc), normal);
        let longest = select(is_ca, ca, select(is_bc, bc, ab));
        // A flat one is its longest edge.
        let is_lost = length2(normal).le(zero.splat((LOST * LOST) as f32));
        let normal = select(is_lost, zeros, normal);
        let directions = [
            select(is_lost & (is_bc | is_ca), zeros, ab),
            select(is_lost & (!is_bc | is_ca), zeros, bc),
            select(is_lost & !is_ca, zeros, ca),
        ];
        Self {
            edges,
            inverses: [inverse(ab2), inverse(bc2), inverse(ca2)],
            directions,
            longest,
            length: longest2.sqrt(),
            normal,
            normal2: length2(normal),
        }
    }
}

/// A triangle. It borrows what does not change when it moves: to copy that would take a call.
#[derive(Clone, Copy)]
pub(super) struct Triangle<'a, L> {
    vertices: [[L; 3]; 3],
    sides: &'a Sides<L>,
}

impl<'a, L: Lanes> Triangle<'a, L> {
    /// A triangle whose vertices are sorted, relative to an origin.
    #[inline(always)]
    pub(super) fn new([a, b, c]: [[L; 3]; 3], sides: &'a Sides<L>, origin: &Place<L, 3>) -> Self {
        let vertices = [Place::new(a).from(origin), Place::new(b).from(origin), Place::new(c).from(origin)];
        Self { vertices, sides }
    }

    /// The vector from a point to the nearest one of the edges.
    #[inline(always)]
    fn vector_to_edges(&self, p: [L; 3]) -> [L; 3] {
        let mut nearest = self.vector_to_edge(0, p);
        for k in 1..3 {
            let next = self.vector_to_edge(k, p);
            nearest = select(length2(next).lt(length2(nearest)), next, nearest);
        }
        nearest
    }

    #[inline(always)]
    fn vector_to_edge(&self, k: usize, p: [L; 3]) -> [L; 3] {
        let (x, e) = (sub(self.vertices[k], p), self.sides.edges[k]);
        let t = -dot(x, e) * self.sides.inverses[k];
        let (zero, one) = (t.splat(0.0), t.splat(1.0));
        let t = L::select(t.gt(one), one, t);
        let t = L::select(t.gt(zero), t, zero);
        add(x, scaled(e, t))
    }
}

impl<L: Lanes> Hull<L> for Triangle<'_, L> {
    const FACES: usize = 1;
    const EDGES: usize = 3;
    const VERTICES: usize = 3;

    #[inline(always)]
    fn moved(self, by: [L; 3]) -> Self {
        let [a, b, c] = self.vertices;
        Self { vertices: [add(a, by), add(b, by), add(c, by)], ..self }
    }

    #[inline(always)]
    fn face(&self, _: usize) -> ([L; 3], [L; 2]) {
        (self.sides.normal, [dot(self.vertices[0], self.sides.normal); 2])
    }

    #[inline(always)]
    fn direction(&self, i: usize) -> ([L; 3], L) {
        (self.sides.directions[i], self.sides.length.splat(1.0))
    }

    #[inline(always)]
    fn any_direction(&self) -> [L; 3] {
        self.sides.longest
    }

    #[inline(always)]
    fn interval(&self, d: [L; 3]) -> [L; 2] {
        let [a, b, c] = self.vertices;
        let ([low, high], c) = (ordered(dot(a, d), dot(b, d)), dot(c, d));
        [L::select(c.lt(low), c, low), L::select(c.gt(high), c, high)]
    }

    #[inline(always)]
    fn interval_across(&self, i: usize, d: [L; 3]) -> [L; 2] {
        ordered(dot(self.vertices[i], d), dot(self.vertices[(i + 2) % 3], d))
    }

    #[inline(always)]
    fn supporting_edge(&self, i: usize, _: [L; 3]) -> Edge<L> {
        let half = scaled(self.sides.edges[i], self.sides.length.splat(0.5));
        Edge { middle: add(self.vertices[i], half), half }
    }

    #[inline(always)]
    fn support(&self, n: [L; 3]) -> [L; 3] {
        let [_, high] = self.interval(n);
        let least = high - high.splat(LEVEL as f32) * self.sides.length;
        let (zero, one) = (high.splat(0.0), high.splat(1.0));
        let (mut sum, mut count) = ([zero; 3], zero);
        for k in 0..3 {
            let v = self.vertices[k];
            let is_supporting = dot(v, n).ge(least);
            sum = select(is_supporting, add(sum, v), sum);
            count = count + L::select(is_supporting, one, zero);
        }
        scaled(sum, one / count)
    }

    #[inline(always)]
    fn vertex(&self, k: usize) -> [L; 3] {
        self.vertices[k]
    }

    #[inline(always)]
    fn distance2(&self, p: [L; 3]) -> L {
        length2(self.vector_to_edges(p))
    }

    #[inline(always)]
    fn nearest(&self, p: [L; 3]) -> [L; 3] {
        let (m, zero) = (self.sides.normal, self.sides.normal2.splat(0.0));
        let mut is_above = self.sides.normal2.gt(zero);
        for k in 0..3 {
            let outward = cross(self.sides.directions[k], m);
            is_above = is_above & dot(outward, sub(p, self.vertices[k])).le(zero);
        }
        let height = dot(m, sub(self.vertices[0], p)) * inverse(self.sides.normal2);
        add(p, select(is_above, scaled(m, height), self.vector_to_edges(p)))
    }
}

/// A box: the points between three pairs of planes.
#[derive(Clone, Copy)]
pub(super) struct Solid<L> {
    pub(super) center: [L; 3],
    /// Half extents.
    pub(super) h: [L; 3],
    /// Normals of the faces.
    pub(super) u: [[L; 3]; 3],
    /// Directions of the edges, and their squared lengths: infinite for an edge that has no length.
    pub(super) v: [[L; 3]; 3],
    v2: [L; 3],
    /// Half of the edges, `h v`.
    halves: [[L; 3]; 3],
    volume: Option<L>,
}

impl<L: Lanes> Solid<L> {
    #[inline(always)]
    pub(super) fn aabb(of: &[L; 6], origin: &Place<L, 3>) -> Self {
        let &[x0, y0, z0, x1, y1, z1] = of;
        let (zero, one) = (x0.splat(0.0), x0.splat(1.0));
        let [hx, hy, hz] = scaled(sub([x1, y1, z1], [x0, y0, z0]), x0.splat(0.5));
        let axes = [[one, zero, zero], [zero, one, zero], [zero, zero, one]];
        Self {
            center: Self::middle(of).from(origin),
            h: [hx, hy, hz],
            u: axes,
            v: axes,
            v2: [or_infinite(one, hx), or_infinite(one, hy), or_infinite(one, hz)],
            halves: [scaled(axes[0], hx), scaled(axes[1], hy), scaled(axes[2], hz)],
            volume: None,
        }
    }

    /// The middle of an axis-aligned box.
    #[inline(always)]
    pub(super) fn middle(&[x0, y0, z0, x1, y1, z1]: &[L; 6]) -> Place<L, 3> {
        let half = x0.splat(0.5);
        Place::sum(scaled([x0, y0, z0], half), scaled([x1, y1, z1], half))
    }

    #[inline(always)]
    pub(super) fn oriented_box(of: &[L; 15], origin: &Place<L, 3>) -> Self {
        let &[cx, cy, cz, hx, hy, hz, ux, uy, uz, vx, vy, vz, wx, wy, wz] = of;
        let u = [[ux, uy, uz], [vx, vy, vz], [wx, wy, wz]];
        let v = [cross(u[1], u[2]), cross(u[2], u[0]), cross(u[0], u[1])];
        let volume = dot(u[0], v[0]);
        let scale = volume.splat(1.0) / volume;
        let v = [scaled(v[0], scale), scaled(v[1], scale), scaled(v[2], scale)];
        Self {
            center: Place::new([cx, cy, cz]).from(origin),
            h: [hx, hy, hz],
            u,
            v,
            v2: [
                or_infinite(length2(v[0]), hx),
                or_infinite(length2(v[1]), hy),
                or_infinite(length2(v[2]), hz),
            ],
            halves: [scaled(v[0], hx), scaled(v[1], hy), scaled(v[2], hz)],
            volume: Some(volume),
        }
    }

    /// The coordinates of a point along the edges, clamped to the box, and the vector from the point in the
    /// box that has them.
    #[inline(always)]
    fn clamped(&self, p: [L; 3]) -> ([L; 3], [L; 3]) {
        let x = sub(p, self.center);
        let (mut at, mut beyond) = (x, x);
        for k in 0..3 {
            let along = dot(x, self.u[k]);
            at[k] = clamp(along, self.h[k]);
            beyond[k] = along - at[k];
        }
        (at, combination(&self.v, beyond))
    }
}

impl<L: Lanes> Hull<L> for Solid<L> {
    const FACES: usize = 3;
    const EDGES: usize = 3;
    const VERTICES: usize = 8;

    #[inline(always)]
    fn moved(self, by: [L; 3]) -> Self {
        Self { center: add(self.center, by), ..self }
    }

    #[inline(always)]
    fn volume(&self) -> Option<L> {
        self.volume
    }

    #[inline(always)]
    fn face(&self, k: usize) -> ([L; 3], [L; 2]) {
        let (normal, h) = (self.u[k], self.h[k]);
        let middle = dot(self.center, normal);
        (normal, [middle - h, middle + h])
    }

    #[inline(always)]
    fn direction(&self, i: usize) -> ([L; 3], L) {
        (self.v[i], self.v2[i])
    }

    #[inline(always)]
    fn any_direction(&self) -> [L; 3] {
        let zero = self.h[0].splat(0.0);
        let last = select(self.h[2].eq(zero), [zero; 3], self.v[2]);
        let last = select(self.h[1].eq(zero), last, self.v[1]);
        select(self.h[0].eq(zero), last, self.v[0])
    }

    #[inline(always)]
    fn interval(&self, d: [L; 3]) -> [L; 2] {
        let [x, y, z] = self.halves;
        let (middle, reach) = (dot(self.center, d), dot(x, d).abs() + dot(y, d).abs() + dot(z, d).abs());
        [middle - reach, middle + reach]
    }

    #[inline(always)]
    fn interval_across(&self, i: usize, d: [L; 3]) -> [L; 2] {
        let (x, y) = (self.halves[(i + 1) % 3], self.halves[(i + 2) % 3]);
        let (middle, reach) = (dot(self.center, d), dot(x, d).abs() + dot(y, d).abs());
        [middle - reach, middle + reach]
    }

    #[inline(always)]
    fn supporting_edge(&self, i: usize, d: [L; 3]) -> Edge<L> {
        let mut middle = self.center;
        for k in 1..3 {
            let half = self.halves[(i + k) % 3];
            middle = add(middle, select(dot(half, d).lt(half[0].splat(0.0)), negated(half), half));
        }
        Edge { middle, half: self.halves[i] }
    }

    #[inline(always)]
    fn support(&self, n: [L; 3]) -> [L; 3] {
        let mut at = self.center;
        for k in 0..3 {
            at = add(at, scaled(self.halves[k], sign(dot(self.v[k], n), self.v2[k])));
        }
        at
    }

    #[inline(always)]
    fn vertex(&self, k: usize) -> [L; 3] {
        let mut at = self.center;
        for i in 0..3 {
            let half = self.halves[i];
            at = if k >> i & 1 == 0 { sub(at, half) } else { add(at, half) };
        }
        at
    }

    #[inline(always)]
    fn distance2(&self, p: [L; 3]) -> L {
        length2(self.clamped(p).1)
    }

    #[inline(always)]
    fn nearest(&self, p: [L; 3]) -> [L; 3] {
        let (mut at, beyond) = self.clamped(p);
        for (k, at) in at.iter_mut().enumerate() {
            let u = self.u[k];
            *at = clamp(*at + dot(beyond, self.v[k]) * dot(u, u), self.h[k]);
        }
        add(self.center, combination(&self.v, at))
    }
}

/// A direction and how far the hulls reach over each other along it.
#[derive(Clone, Copy)]
struct Direction<L> {
    /// The overlap times the length of `d`.
    reach: L,
    /// The square of `reach` with its sign; infinite, as a quotient, where `d` is lost.
    square: L,
    length2: L,
    /// From the first hull to the second.
    d: [L; 3],
    /// Twice the height of the middle of both borders, times the length of `d`.
    middle: L,
}

impl<L: Lanes> Direction<L> {
    #[inline(always)]
    fn none(zero: L) -> Self {
        Self { reach: zero, square: zero.splat(1.0), length2: zero, d: [zero; 3], middle: zero }
    }

    /// A vector, which is lost if its squared length is not more than a number.
    #[inline(always)]
    fn forth(d: [L; 3], a: [L; 2], b: [L; 2], lost: L) -> Self {
        Self::between(d, a[1], b[0], lost)
    }

    #[inline(always)]
    fn between(d: [L; 3], a: L, b: L, lost: L) -> Self {
        let (reach, length2) = (a - b, length2(d));
        let (is_kept, zero, one) = (length2.gt(lost), lost.splat(0.0), lost.splat(1.0));
        let square = L::select(is_kept, reach * reach.abs(), one);
        Self { reach, square, length2: L::select(is_kept, length2, zero), d, middle: a + b }
    }

    /// The same for a vector or its negative, whichever has less overlap.
    #[inline(always)]
    fn new(d: [L; 3], [a0, a1]: [L; 2], [b0, b1]: [L; 2], lost: L) -> Self {
        let is_back = (b1 - a0).lt(a1 - b0);
        let (from_a, from_b) = (L::select(is_back, -a0, a1), L::select(is_back, -b1, b0));
        Self::between(select(is_back, negated(d), d), from_a, from_b, lost)
    }

    /// The lanes in which the other one has less overlap.
    #[inline(always)]
    fn exceeds(&self, other: &Self) -> L::Mask {
        (other.square * self.length2).lt(self.square * other.length2)
    }

    #[inline(always)]
    fn select(mask: L::Mask, yes: Self, no: Self) -> Self {
        Self {
            reach: L::select(mask, yes.reach, no.reach),
            square: L::select(mask, yes.square, no.square),
            length2: L::select(mask, yes.length2, no.length2),
            d: select(mask, yes.d, no.d),
            middle: L::select(mask, yes.middle, no.middle),
        }
    }

    /// The one with less overlap; the first of equal ones.
    #[inline(always)]
    fn less(self, other: Self) -> Self {
        Self::select(self.exceeds(&other), other, self)
    }
}

/// The contact of two hulls.
#[inline(always)]
pub(super) fn contact<L: Lanes, A: Hull<L>, B: Hull<L>>(a: &A, b: &B) -> Found<L> {
    let some = a.vertex(0)[0];
    let (zero, one, half) = (some.splat(0.0), some.splat(1.0), some.splat(0.5));
    let zeros = [zero; 3];
    let (mut least, mut is_face_of_b) = (Direction::none(zero), one.lt(zero));
    for k in 0..A::FACES {
        let (normal, interval) = a.face(k);
        least = least.less(Direction::new(normal, interval, b.interval(normal), zero));
    }
    for k in 0..B::FACES {
        let (normal, interval) = b.face(k);
        let next = Direction::new(normal, a.interval(normal), interval, zero);
        let is_less = least.exceeds(&next);
        least = Direction::select(is_less, next, least);
        is_face_of_b = is_face_of_b | is_less;
    }
    let mut of_edges = Direction::none(zero);
    let (mut edge_a, mut edge_b) = (a.supporting_edge(0, zeros), b.supporting_edge(0, zeros));
    for i in 0..A::EDGES {
        let (e, e2) = a.direction(i);
        for j in 0..B::EDGES {
            let (f, f2) = b.direction(j);
            let d = cross(e, f);
            let lost = zero.splat((LOST * LOST) as f32) * (e2 * f2);
            let next = Direction::new(d, a.interval_across(i, d), b.interval_across(j, d), lost);
            let is_less = of_edges.exceeds(&next);
            of_edges = Direction::select(is_less, next, of_edges);
            edge_a = Edge::select(is_less, a.supporting_edge(i, next.d), edge_a);
            edge_b = Edge::select(is_less, b.supporting_edge(j, negated(next.d)), edge_b);
        }
    }
    least = least.less(of_edges);
    let d = across_one_of(a.any_direction(), b.any_direction());
    least = least.less(Direction::new(d, a.interval(d), b.interval(d), zero));

    // From the vertex that is nearest to the other hull; if they overlap, where they touch.
    let inverse_length = one / least.length2.sqrt();
    let (normal, depth) = (scaled(least.d, inverse_length), least.reach * inverse_length);
    let taken = select(depth.gt(zero), scaled(normal, depth), zeros);
    let [p, q] = nearest_of_vertices(a, &b.moved(taken));
    let w = sub(q, p);
    let least = least.less(Direction::forth(w, a.interval(w), b.interval(w), zero));

    // Where both touch after the second one has moved.
    let inverse_length = one / least.length2.sqrt();
    let (normal, depth) = (scaled(least.d, inverse_length), least.reach * inverse_length);
    let shift = scaled(normal, depth);
    let touching = [p, add(q, sub(shift, taken))];
    let start = select(is_face_of_b, a.support(normal), add(b.support(negated(normal)), shift));
    let p = a.nearest(start);
    let q = add(b.nearest(sub(p, shift)), shift);
    let touching = nearer(touching, nearer([a.nearest(q), q], [p, q]));
    let [p, q] = if A::EDGES > 0 {
        nearer(nearest_of_edges(&edge_a, &edge_b.moved(shift)), touching)
    } else {
        touching
    };

    let (point, height) = (sub(midway(p, q), scaled(shift, half)), least.middle * (half * inverse_length));
    let point = along(point, height - dot(point, normal), normal);
    Found { normal, depth, point }.where_not_zero(a.volume()).where_not_zero(b.volume())
}

/// The nearest points of two hulls, where one of them is a vertex.
#[inline(always)]
fn nearest_of_vertices<L: Lanes, A: Hull<L>, B: Hull<L>>(a: &A, b: &B) -> [[L; 3]; 2] {
    let mut start = a.vertex(0);
    let mut least = start[0].splat(f32::INFINITY);
    for k in 0..A::VERTICES {
        let v = a.vertex(k);
        let next = b.distance2(v);
        let is_nearer = next.lt(least);
        start = select(is_nearer, v, start);
        least = L::select(is_nearer, next, least);
    }
    if A::VERTICES > 1 {
        for k in 0..B::VERTICES {
            let v = b.vertex(k);
            let next = a.distance2(v);
            let is_nearer = next.lt(least);
            start = select(is_nearer, v, start);
            least = L::select(is_nearer, next, least);
        }
    }
    let p = a.nearest(start);
    [p, b.nearest(p)]
}

/// The nearer pair of two; the second of equal ones.
#[inline(always)]
fn nearer<L: Lanes>(p: [[L; 3]; 2], q: [[L; 3]; 2]) -> [[L; 3]; 2] {
    let is_nearer = length2(sub(p[1], p[0])).lt(length2(sub(q[1], q[0])));
    [select(is_nearer, p[0], q[0]), select(is_nearer, p[1], q[1])]
}

/// A vector across the first of two that is not zero; the x-axis if both are.
#[inline(always)]
fn across_one_of<L: Lanes>(e: [L; 3], f: [L; 3]) -> [L; 3] {
    let (zero, one) = (e[0].splat(0.0), e[0].splat(1.0));
    let of = select(length2(e).gt(zero), e, f);
    select(length2(of).gt(zero), Of::<3>::across(of), [one, zero, zero])
}

/// The points of two edges that are nearest to each other.
#[inline(always)]
fn nearest_of_edges<L: Lanes>(a: &Edge<L>, b: &Edge<L>) -> [[L; 3]; 2] {
    let (d, e, f) = (sub(b.middle, a.middle), a.half, b.half);
    let (n, one) = (cross(e, f), e[0].splat(1.0));
    let s = clamp(dot(cross(d, f), n) * inverse(length2(n)), one);
    let both = dot(e, f);
    let t = clamp((s * both - dot(d, f)) * inverse(length2(f)), one);
    let s = clamp((t * both + dot(d, e)) * inverse(length2(e)), one);
    [add(a.middle, scaled(e, s)), add(b.middle, scaled(f, t))]
}

/// 1 or -1, on which side of a plane a direction leads, whose squared length is known; 0 if it is level.
#[inline(always)]
fn sign<L: Lanes>(along: L, length2: L) -> L {
    let (zero, one) = (along.splat(0.0), along.splat(1.0));
    let is_level = (along * along).le(zero.splat((LEVEL * LEVEL) as f32) * length2);
    L::select(is_level, zero, L::select(along.lt(zero), -one, one))
}

/// The nearest number from `-most` to `most`.
#[inline(always)]
fn clamp<L: Lanes>(x: L, most: L) -> L {
    L::select(x.gt(most), most, L::select(x.lt(-most), -most, x))
}

#[inline(always)]
fn ordered<L: Lanes>(x: L, y: L) -> [L; 2] {
    let is_less = y.lt(x);
    [L::select(is_less, y, x), L::select(is_less, x, y)]
}

/// The sum `t0 v0 + t1 v1 + t2 v2`.
#[inline(always)]
fn combination<L: Lanes>(v: &[[L; 3]; 3], t: [L; 3]) -> [L; 3] {
    add(add(scaled(v[0], t[0]), scaled(v[1], t[1])), scaled(v[2], t[2]))
}

/// Vectors over their lengths, or zero.
#[inline(always)]
fn unit_or_zero<L: Lanes>(v: [L; 3]) -> [L; 3] {
    scaled(v, inverse(length2(v).sqrt()))
}

/// A squared length, or infinity where a half extent is zero.
#[inline(always)]
fn or_infinite<L: Lanes>(length2: L, h: L) -> L {
    L::select(h.eq(h.splat(0.0)), h.splat(f32::INFINITY), length2)
}
