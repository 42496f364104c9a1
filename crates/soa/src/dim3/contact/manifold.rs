//! The points of a contact. Derivation: `scalar::dim3::contact::manifold`.
//!
//! Three steps, each a kernel: the face of either shape, in coordinates of the contact's plane; the corners
//! of what two faces have in common, whatever shapes they are of; and where these are in space. So what is
//! long is compiled once, and not for each pair of shapes.

use core::marker::PhantomData;

use scalar::dim3::contact::manifold::{ContactFace3, HasFace, Manifold3, SLACK, corners, placed};
use scalar::dim3::contact::sphere_triangle::FLAT;
use scalar::dim3::{Aabb3, Capsule3, Contact3, OrientedBox3, Sphere, Triangle3};

use super::polyhedron::Solid;
use super::{core, vertices};
use crate::closest::{Of, inverse};
use crate::contact::{Across, Place};
use crate::data::shape::{Shape, ShapeKind};
use crate::dim3::vector::cross;
use crate::kernel::{CompiledMeasure, Measure, MeasureKernel};
use crate::lanes::{Lanes, select};
use crate::vector::{add, along, dot, is_before, length2, negated, scaled, sub, unit};

/// The face of an `S` that a contact is on.
#[derive(Debug)]
pub struct Face<S>(PhantomData<S>);

/// The kernel that finds the face of a shape.
pub(crate) fn face(of: ShapeKind) -> Option<&'static MeasureKernel> {
    match of {
        ShapeKind::Sphere => Some(<Face<Sphere>>::kernel()),
        ShapeKind::Capsule3 => Some(<Face<Capsule3>>::kernel()),
        ShapeKind::Aabb3 => Some(<Face<Aabb3>>::kernel()),
        ShapeKind::OrientedBox3 => Some(<Face<OrientedBox3>>::kernel()),
        ShapeKind::Triangle3 => Some(<Face<Triangle3>>::kernel()),
        _ => None,
    }
}

/// The corners of what two faces have in common.
#[derive(Debug)]
pub struct Corners;

/// The points in space that these in the plane of a contact are.
#[derive(Debug)]
pub struct Placed;

/// Edges of both faces.
const EDGES: usize = 8;

macro_rules! kernel {
    ($kernel:ty) => {
        impl CompiledMeasure for $kernel {
            #[inline(never)]
            fn kernel() -> &'static MeasureKernel {
                &const { MeasureKernel::of::<$kernel>() }
            }
        }
    };
}

macro_rules! faces {
    ($($name:literal: $shape:ty => |$columns:ident, $frame:ident| $face:expr;)*) => {$(
        impl Measure for Face<$shape> {
            const NAME: &'static str = $name;
            const IN_F64: bool = true;
            type A = $shape;
            type B = Contact3;
            type Out = ContactFace3;

            fn reference(shape: &$shape, contact: &Contact3) -> ContactFace3 {
                shape.face(contact)
            }

            #[inline(always)]
            fn lanes<L: Lanes>($columns: &<$shape as Shape>::Of<L>, contact: &[L; 7]) -> [L; 12] {
                let $frame = &Frame::of(contact);
                let Wide { vertices: [a, b, c, d], slope, height } = $face;
                [a[0], a[1], b[0], b[1], c[0], c[1], d[0], d[1], slope[0], slope[1], height, contact[3]]
            }
        }

        kernel! { Face<$shape> }
    )*};
}

faces! {
    "sphere/face": Sphere => |sphere, frame| {
        let [x, y, z, radius] = *sphere;
        Wide::segment(frame.place(&Place::new([x, y, z])), [radius.splat(0.0); 3], radius)
    };
    "capsule3/face": Capsule3 => |capsule, frame| {
        let core = core(capsule);
        Wide::segment(frame.place(&core.ends[0]), frame.vector(core.e), core.radius)
    };
    "aabb3/face": Aabb3 => |aabb, frame| Wide::side(&Solid::aabb(aabb, &frame.origin), frame);
    "oriented_box3/face": OrientedBox3 => |turned, frame| {
        Wide::side(&Solid::oriented_box(turned, &frame.origin), frame)
    };
    "triangle3/face": Triangle3 => |triangle, frame| Wide::triangle(&vertices(triangle), frame);
}

/// Axes of a contact's plane, and its normal.
struct Frame<L> {
    x: [L; 3],
    y: [L; 3],
    n: [L; 3],
    origin: Place<L, 3>,
}

impl<L: Lanes> Frame<L> {
    #[inline(always)]
    fn of(&[nx, ny, nz, _, x, y, z]: &[L; 7]) -> Self {
        let n = [nx, ny, nz];
        let up = select(is_before(&n, &[nx.splat(0.0); 3]), negated(n), n);
        let across = Of::<3>::across(up);
        let axis = unit(across, length2(across).sqrt());
        Self { x: axis, y: cross(up, axis), n, origin: Place::new([x, y, z]) }
    }

    #[inline(always)]
    fn vector(&self, v: [L; 3]) -> [L; 3] {
        [dot(self.x, v), dot(self.y, v), dot(self.n, v)]
    }

    #[inline(always)]
    fn vectors(&self, v: &[[L; 3]; 3]) -> [[L; 3]; 3] {
        [self.vector(v[0]), self.vector(v[1]), self.vector(v[2])]
    }

    #[inline(always)]
    fn place(&self, p: &Place<L, 3>) -> [L; 3] {
        self.vector(p.from(&self.origin))
    }
}

/// A face in `f64`.
#[derive(Clone, Copy)]
struct Wide<L> {
    vertices: [[L; 2]; 4],
    slope: [L; 2],
    height: L,
}

impl<L: Lanes> Wide<L> {
    #[inline(always)]
    fn select(mask: L::Mask, yes: Self, no: Self) -> Self {
        let ([a, b, c, d], [e, f, g, h]) = (yes.vertices, no.vertices);
        Self {
            vertices: [select(mask, a, e), select(mask, b, f), select(mask, c, g), select(mask, d, h)],
            slope: select(mask, yes.slope, no.slope),
            height: L::select(mask, yes.height, no.height),
        }
    }

    /// A segment from `p` along `e`, or the end of it that is higher, if it is steep.
    #[inline(always)]
    fn segment(p: [L; 3], e: [L; 3], radius: L) -> Self {
        let ([x, y, rise], end, zero) = (e, add(p, e), radius.splat(0.0));
        let flat2 = x * x + y * y;
        let is_edge = flat2.gt(zero) & flat2.ge(rise * rise);
        let top = select(rise.gt(zero), end, p);
        let (from, to) = (select(is_edge, p, top), select(is_edge, end, top));
        let steepness = L::select(is_edge, rise * (zero.splat(1.0) / flat2), zero);
        let slope = [x * steepness, y * steepness];
        let at = slope[0] * from[0] + slope[1] * from[1];
        let (start, end) = ([from[0], from[1]], [to[0], to[1]]);
        Self { vertices: [start, end, end, start], slope, height: from[2] - at + radius }
    }

    /// The side of a box that is most across the normal.
    #[inline(always)]
    fn side(solid: &Solid<L>, frame: &Frame<L>) -> Self {
        let (center, h) = (frame.vector(solid.center), solid.h);
        let (u, v) = (frame.vectors(&solid.u), frame.vectors(&solid.v));
        let (mut normal, mut normal2) = (u[0], dot(u[0], u[0]));
        // Of the side: its half extent, and the other two, with their edges.
        let (mut out, mut first, mut second) = (h[0], h[1], h[2]);
        let (mut to, mut e, mut f) = (v[0], v[1], v[2]);
        for k in 1..3 {
            let next2 = dot(u[k], u[k]);
            let is_more = (normal[2] * normal[2] * next2).lt(u[k][2] * u[k][2] * normal2);
            let (i, j) = ((k + 1) % 3, (k + 2) % 3);
            normal = select(is_more, u[k], normal);
            normal2 = L::select(is_more, next2, normal2);
            out = L::select(is_more, h[k], out);
            first = L::select(is_more, h[i], first);
            second = L::select(is_more, h[j], second);
            to = select(is_more, v[k], to);
            e = select(is_more, v[i], e);
            f = select(is_more, v[j], f);
        }
        let out = L::select(normal[2].lt(out.splat(0.0)), -out, out);
        let middle = along(center, out, to);
        let (less, more) = (along(middle, -first, e), along(middle, first, e));
        let [a, b] = [along(less, -second, f), along(more, -second, f)];
        let [c, d] = [along(more, second, f), along(less, second, f)];
        let vertices = [[a[0], a[1]], [b[0], b[1]], [c[0], c[1]], [d[0], d[1]]];
        Self::plane(vertices, normal, middle)
    }

    /// The plane through a point with a normal.
    #[inline(always)]
    fn plane(vertices: [[L; 2]; 4], m: [L; 3], through: [L; 3]) -> Self {
        let inverse = m[2].splat(1.0) / m[2];
        Self { vertices, slope: [-m[0] * inverse, -m[1] * inverse], height: dot(m, through) * inverse }
    }

    /// A triangle whose vertices are sorted, or its edge opposite the lowest vertex.
    #[inline(always)]
    fn triangle(&[a, b, c]: &[[L; 3]; 3], frame: &Frame<L>) -> Self {
        let p = [frame.place(&Place::new(a)), frame.place(&Place::new(b)), frame.place(&Place::new(c))];
        let edges = [sub(b, a), sub(c, b), sub(a, c)];
        let (m, zero) = (cross(edges[0], edges[1]), a[0].splat(0.0));
        let e = frame.vectors(&edges);
        let (mut longest2, mut start, mut longest) = (length2(edges[0]), p[0], e[0]);
        for k in 1..3 {
            let next2 = length2(edges[k]);
            let is_longer = next2.gt(longest2);
            longest2 = L::select(is_longer, next2, longest2);
            start = select(is_longer, p[k], start);
            longest = select(is_longer, e[k], longest);
        }
        let is_segment = dot(m, m).le(zero.splat((FLAT * FLAT) as f32) * (longest2 * longest2));
        let m = frame.vector(m);
        let is_face = !is_segment & (m[2] * m[2]).ge(m[0] * m[0] + m[1] * m[1]);

        // The edge after the lowest vertex is the first one of its two, so the one after that is opposite.
        let (mut lowest, mut from, mut opposite) = (p[0][2], p[1], e[1]);
        for k in 1..3 {
            let is_lower = p[k][2].lt(lowest);
            lowest = L::select(is_lower, p[k][2], lowest);
            from = select(is_lower, p[(k + 1) % 3], from);
            opposite = select(is_lower, e[(k + 1) % 3], opposite);
        }
        let (start, edge) = (select(is_segment, start, from), select(is_segment, longest, opposite));
        let segment = Self::segment(start, edge, zero);

        // The side after the longest one has no length. It is across the longest one, at an acute angle.
        let (mut longest2, mut first, mut second, mut third) = (level2(e[0]), p[0], p[1], p[2]);
        for k in 1..3 {
            let next2 = level2(e[k]);
            let is_longer = next2.gt(longest2);
            longest2 = L::select(is_longer, next2, longest2);
            first = select(is_longer, p[k], first);
            second = select(is_longer, p[(k + 1) % 3], second);
            third = select(is_longer, p[(k + 2) % 3], third);
        }
        let vertices = [first, second, second, third];
        let [a, b, c, d] = vertices;
        let vertices = [[a[0], a[1]], [b[0], b[1]], [c[0], c[1]], [d[0], d[1]]];
        Self::select(is_face, Self::plane(vertices, m, p[0]), segment)
    }
}

/// The squares of how long vectors are in the contact's plane.
#[inline(always)]
fn level2<L: Lanes>(e: [L; 3]) -> L {
    e[0] * e[0] + e[1] * e[1]
}

impl Measure for Corners {
    const NAME: &'static str = "contact_faces3/corners";
    const IN_F64: bool = true;
    type A = ContactFace3;
    type B = ContactFace3;
    type Out = Manifold3;

    fn reference(a: &ContactFace3, b: &ContactFace3) -> Manifold3 {
        corners(a, b)
    }

    #[inline(always)]
    fn lanes<L: Lanes>(a: &[L; 12], b: &[L; 12]) -> [L; 16] {
        let slope = [a[8] + b[8], a[9] + b[9]];
        let [one, other] = [vertices_of(a), vertices_of(b)];
        let is_exchanged = is_before(&flattened(&other), &flattened(&one));
        let faces = [
            [
                select(is_exchanged, other[0], one[0]),
                select(is_exchanged, other[1], one[1]),
                select(is_exchanged, other[2], one[2]),
                select(is_exchanged, other[3], one[3]),
            ],
            [
                select(is_exchanged, one[0], other[0]),
                select(is_exchanged, one[1], other[1]),
                select(is_exchanged, one[2], other[2]),
                select(is_exchanged, one[3], other[3]),
            ],
        ];
        let (sides, bounds) = ([sides(&faces[0]), sides(&faces[1])], [bounds(&faces[0]), bounds(&faces[1])]);
        let (zero, one) = (a[0].splat(0.0), a[0].splat(1.0));
        let none = zero.splat(f32::NEG_INFINITY);
        let (size, other) = (extent(&bounds[0]), extent(&bounds[1]));
        let slack = zero.splat(SLACK as f32) * L::select(other.lt(size), other, size);

        let mut found = Found { x: [slack; 2 * EDGES], y: [slack; 2 * EDGES], depth: [none; 2 * EDGES] };
        let mut deepest = [zero, zero, none];
        for k in 0..EDGES {
            let (face, others, [least, most]) = (&faces[k / 4], &sides[1 - k / 4], &bounds[1 - k / 4]);
            let (from, to) = (face[k % 4], face[(k + 1) % 4]);
            let (mut low, mut high, mut is_common) = (zero, one, zero.eq(zero));
            for side in others {
                let (start, end) = (side.outside(from), side.outside(to));
                let t = start / (start - end);
                let (starts_outside, ends_outside) = (start.gt(slack), end.gt(slack));
                low = L::select(starts_outside & t.gt(low), t, low);
                high = L::select(ends_outside & t.lt(high), t, high);
                is_common = is_common & !(starts_outside & ends_outside);
            }
            is_common = is_common & low.le(high + zero.splat(SLACK as f32));
            for end in 0..2 {
                let t = if end == 0 { low } else { high };
                let [x, y] = add(from, scaled(sub(to, from), t));
                // Beyond a sharp vertex both of its sides are near.
                let is_inside = x.ge(least[0] - slack)
                    & x.le(most[0] + slack)
                    & y.ge(least[1] - slack)
                    & y.le(most[1] + slack);
                let above = slope[0] * x + slope[1] * y;
                let depth = L::select(is_common & is_inside, above, none);
                (found.x[2 * k + end], found.y[2 * k + end], found.depth[2 * k + end]) = (x, y, depth);
                deepest = select(depth.gt(deepest[2]), [x, y, depth], deepest);
            }
        }
        // A point has no sides.
        let is_point = size.eq(zero) | other.eq(zero);
        let deepest = [deepest[0], deepest[1], L::select(is_point, none, deepest[2])];
        // What a segment has in common with anything has two ends.
        let has_area = !is_segment(&faces[0]) & !is_segment(&faces[1]);
        found.four(deepest, slack, has_area, a, b)
    }
}

kernel! { Corners }

/// Corners, and how deep they are; none is infinitely less deep than any.
struct Found<L> {
    x: [L; 2 * EDGES],
    y: [L; 2 * EDGES],
    depth: [L; 2 * EDGES],
}

impl<L: Lanes> Found<L> {
    /// Four of the corners, of which this is the deepest.
    #[inline(always)]
    fn four(&self, deepest: [L; 3], slack: L, has_area: L::Mask, a: &[L; 12], b: &[L; 12]) -> [L; 16] {
        let (reach, zero) = (a[11], slack.splat(0.0));
        let none = zero.splat(f32::NEG_INFINITY);
        let is_found = deepest[2].gt(none);
        let least = L::select(is_found, deepest[2] - reach, -none);
        let (mut farthest, mut most) = (deepest, zero);
        for k in 0..2 * EDGES {
            let p = [self.x[k], self.y[k], self.depth[k]];
            let squared = level2(sub(p, deepest));
            let is_farther = p[2].gt(none) & p[2].ge(least) & squared.gt(most);
            farthest = select(is_farther, p, farthest);
            most = L::select(is_farther, squared, most);
        }
        let [x, y, _] = sub(farthest, deepest);
        let (mut left, mut right, mut far_left, mut far_right) = (deepest, deepest, zero, zero);
        for k in 0..2 * EDGES {
            let p = [self.x[k], self.y[k], self.depth[k]];
            let side = x * (p[1] - deepest[1]) - y * (p[0] - deepest[0]);
            let is_kept = p[2].gt(none) & p[2].ge(least);
            let (is_left, is_right) = (is_kept & side.gt(far_left), is_kept & side.lt(far_right));
            left = select(is_left, p, left);
            right = select(is_right, p, right);
            far_left = L::select(is_left, side, far_left);
            far_right = L::select(is_right, side, far_right);
        }
        let least2 = zero.splat(4.0) * (slack * slack);
        let is_second = most.gt(least2);
        let is_left = is_second & has_area & (far_left * far_left).gt(least2 * most);
        let is_right = is_second & has_area & (far_right * far_right).gt(least2 * most);
        let first = select(is_found, deepest, [zero; 3]);
        let points = [first, farthest, select(is_left, left, right), right];
        let is_there = [reach.ge(zero), is_second, is_left | is_right, is_left & is_right];
        let mut columns = [most; 16];
        for k in 0..4 {
            let [x, y, depth] = points[k];
            let ahead = L::select(is_found, (height(a, x, y) - height(b, x, y)) * zero.splat(0.5), zero);
            let point = select(is_there[k], [x, y, ahead, depth - first[2]], [zero.splat(f32::NAN); 4]);
            columns[4 * k] = point[0];
            columns[4 * k + 1] = point[1];
            columns[4 * k + 2] = point[2];
            columns[4 * k + 3] = point[3];
        }
        columns
    }
}

/// How far a face reaches along its normal.
#[inline(always)]
fn height<L: Lanes>(face: &[L; 12], x: L, y: L) -> L {
    face[10] + (face[8] * x + face[9] * y)
}

#[inline(always)]
fn vertices_of<L: Lanes>(&[ax, ay, bx, by, cx, cy, dx, dy, ..]: &[L; 12]) -> [[L; 2]; 4] {
    [[ax, ay], [bx, by], [cx, cy], [dx, dy]]
}

#[inline(always)]
fn flattened<L: Lanes>(&[[ax, ay], [bx, by], [cx, cy], [dx, dy]]: &[[L; 2]; 4]) -> [L; 8] {
    [ax, ay, bx, by, cx, cy, dx, dy]
}

/// The lanes in which a face is a segment, as it is written.
#[inline(always)]
fn is_segment<L: Lanes>(&[a, b, c, d]: &[[L; 2]; 4]) -> L::Mask {
    (is_same(a, d) & is_same(b, c)) | (is_same(a, b) & is_same(c, d))
}

#[inline(always)]
fn is_same<L: Lanes>([x, y]: [L; 2], [u, v]: [L; 2]) -> L::Mask {
    x.eq(u) & y.eq(v)
}

/// The least and the largest coordinates of a face.
#[inline(always)]
fn bounds<L: Lanes>(face: &[[L; 2]; 4]) -> [[L; 2]; 2] {
    let (mut low, mut high) = (face[0], face[0]);
    for v in &face[1..] {
        for k in 0..2 {
            low[k] = L::select(v[k].lt(low[k]), v[k], low[k]);
            high[k] = L::select(v[k].gt(high[k]), v[k], high[k]);
        }
    }
    [low, high]
}

#[inline(always)]
fn extent<L: Lanes>(&[low, high]: &[[L; 2]; 2]) -> L {
    let [x, y] = sub(high, low);
    L::select(x.gt(y), x, y)
}

/// A side of a face.
#[derive(Clone, Copy)]
struct Side<L> {
    normal: [L; 2],
    at: [L; 2],
}

impl<L: Lanes> Side<L> {
    /// How far a point is outside.
    #[inline(always)]
    fn outside(&self, p: [L; 2]) -> L {
        dot(self.normal, sub(p, self.at))
    }

    #[inline(always)]
    fn new(before: [L; 2], at: [L; 2], to: [L; 2], is_clockwise: L::Mask) -> Self {
        let ([x, y], zero) = (sub(to, at), at[0].splat(0.0));
        let has_no_length = x.eq(zero) & y.eq(zero);
        let normal = select(is_clockwise, [-y, x], [y, -x]);
        let normal = select(has_no_length, sub(at, before), normal);
        Self { normal: scaled(normal, inverse(length2(normal).sqrt())), at }
    }
}

#[inline(always)]
fn sides<L: Lanes>(&[a, b, c, d]: &[[L; 2]; 4]) -> [Side<L>; 4] {
    let area = (c[0] - a[0]) * (d[1] - b[1]) - (c[1] - a[1]) * (d[0] - b[0]);
    let is_clockwise = area.lt(area.splat(0.0));
    [
        Side::new(d, a, b, is_clockwise),
        Side::new(a, b, c, is_clockwise),
        Side::new(b, c, d, is_clockwise),
        Side::new(c, d, a, is_clockwise),
    ]
}

impl Measure for Placed {
    const NAME: &'static str = "manifold3/placed";
    const IN_F64: bool = true;
    type A = Manifold3;
    type B = Contact3;
    type Out = Manifold3;

    fn reference(corners: &Manifold3, contact: &Contact3) -> Manifold3 {
        placed(corners, contact)
    }

    #[inline(always)]
    fn lanes<L: Lanes>(corners: &[L; 16], contact: &[L; 7]) -> [L; 16] {
        let (frame, mut points) = (Frame::of(contact), *corners);
        for k in 0..4 {
            let [x, y, ahead] = [points[4 * k], points[4 * k + 1], points[4 * k + 2]];
            let at = along(along(along(frame.origin.at, x, frame.x), y, frame.y), ahead, frame.n);
            points[4 * k] = at[0];
            points[4 * k + 1] = at[1];
            points[4 * k + 2] = at[2];
            points[4 * k + 3] = contact[3] + points[4 * k + 3];
        }
        points
    }
}

kernel! { Placed }
