//! The points of a contact: where two shapes of space lie on each other.
//!
//! ```text
//!          .-----------.        Define    n, the normal of the contact; its plane through the contact's point
//!         /  a        /|                  has coordinates x and y
//!        /   2-------1-+--.               F, the face of a shape that n leaves it by: a side of a box, a
//!       '---/-------'  | /                triangle, the segment of a capsule
//!       |  /        |  |/ b               h(x, y), how far F reaches along n at a place
//!       | 3---------0--'
//!       '-'---------'           Solution  the patch is what the faces of a and b have in common, seen along n;
//!                                         its corners are the points, midway between both faces
//! ```
//!
//! A face is flat, so the overlap of both along `n` falls evenly from one corner of the patch to another. The
//! deepest corner is as deep as the contact, and the others are less deep by what it falls. So a box that
//! stands on a floor has four points of one depth, and one that tips over an edge has two.
//!
//! **Faces.** Of a box it is the side whose normal is nearest to `n`. A triangle is a face if its plane is
//! inclined to the contact's plane by at most 45 degrees, else the edge opposite its lowest vertex is; and
//! an edge that is steeper than that is its end. So heights are known within what a coordinate is off by.
//!
//! **Corners.** A face has up to four vertices, in coordinates of the contact's plane that are rounded to
//! `f32`. All else is in `f64`: each of the eight edges is clipped by the four sides of the other face (Cyrus
//! and Beck, 1978), and the ends of what is left are the corners. A side of no length, as a segment has two,
//! is across the one before it. An edge that is outside of a side by no more than [`SLACK`] of the smaller
//! face counts as inside: so a capsule along the edge of a box has both of its ends, whatever its axis was
//! rounded to.
//!
//! **Four of up to eight.** The first point is the deepest one, the second is farthest from it, the third and
//! fourth are farthest from the line through both, on either side. They are taken of what is within the
//! margin, and span at least a quarter of its area: it lies in a strip as wide as theirs, and twice as long.
//! Points that would be nearer to the first one, or to that line, than two `SLACK`s of the smaller face are
//! left out.

use bytemuck::{Pod, Zeroable};

use super::polyhedron::Solid;
use super::sphere_triangle::FLAT;
use super::{Contact3, Place, along, cross, dot, sorted, sub, unit, wide};
use crate::closest::{Of, inverse};
use crate::contact::{Across, Core};
use crate::dim3::{Aabb3, Capsule3, OrientedBox3, Point3, Sphere, Triangle3};
use crate::float::{canonical, sqrt64};
use crate::wide::is_before;

/// The part of the smaller face by which an edge may be outside of a side, and counts as inside.
///
/// Vertices are rounded to `f32`: an edge is off by a unit of `2^-24` of the size on either face, and the
/// axes that it comes from by as much. This is four times as much.
pub const SLACK: f64 = f32::EPSILON as f64 * 8.0;

/// Edges of both faces.
const EDGES: usize = 8;

/// Where two shapes lie on each other, and how deep. All NaN where there is no point.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Default, Pod, Zeroable)]
pub struct ContactPoint3 {
    /// The point, midway between both faces.
    pub at: Point3,
    /// How far the faces reach over each other there, along the normal of the contact; less than zero where
    /// they are apart.
    pub depth: f32,
}

/// Up to four points of a contact, the deepest one first: see [the module](self).
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Default, Pod, Zeroable)]
pub struct Manifold3 {
    /// The points; those that there are come first.
    pub points: [ContactPoint3; 4],
}

impl Manifold3 {
    /// The points that there are.
    pub fn iter(&self) -> impl Iterator<Item = ContactPoint3> {
        self.points.into_iter().filter(|point| !point.depth.is_nan())
    }
}

/// The face of a shape that a contact is on, in coordinates of the contact's plane: a step of
/// [`manifold`] that a batch keeps in columns.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Default, Pod, Zeroable)]
pub struct ContactFace3 {
    /// In turn, either way around. A triangle has one of them twice, a segment two, a point all.
    pub vertices: [[f32; 2]; 4],
    /// How fast the face rises along the coordinates.
    pub slope: [f32; 2],
    /// How far it reaches along the normal at the contact's point.
    pub height: f32,
    /// The depth of the contact, or what it is more than the least depth that counts.
    pub reach: f32,
}

/// A shape of which a contact is on a face.
pub trait HasFace: Copy {
    /// The face that the normal of a contact leaves this shape by.
    fn face(&self, contact: &Contact3) -> ContactFace3;
}

/// Up to four points of a contact of two shapes, none of them less deep than `-margin`.
///
/// All is in the unit of the coordinates. The contact is that of these shapes in this order. There is one
/// point at least if the contact is within the margin, and that is as deep as the contact is. An exchange of
/// the shapes changes nothing, nor does the order of a triangle's vertices, or which end of a capsule is its
/// start.
///
/// With `u = 2^-24`, and `S` the largest distance between two points of the shapes: a depth may be off by `16
/// u S`, and a point be beside what the faces have in common by as much, or by [`SLACK`] of the smaller face.
///
/// ```
/// use scalar::dim3::contact::{aabb_aabb::contact, manifold::manifold};
/// use scalar::dim3::Aabb3;
///
/// let floor = Aabb3 { min: [-9.0, -9.0, -1.0], max: [9.0, 9.0, 0.0] };
/// let block = Aabb3 { min: [1.0, 2.0, -0.25], max: [3.0, 4.0, 2.0] };
/// let points = manifold(&floor, &block, &contact(&floor, &block), 0.0);
/// let mut corners: Vec<_> = points.iter().map(|point| (point.at.map(|x| x as i32), point.depth)).collect();
/// corners.sort_by_key(|&(at, _)| at);
/// assert_eq!(corners, [([1, 2, 0], 0.25), ([1, 4, 0], 0.25), ([3, 2, 0], 0.25), ([3, 4, 0], 0.25)]);
/// ```
pub fn manifold<A: HasFace, B: HasFace>(a: &A, b: &B, contact: &Contact3, margin: f32) -> Manifold3 {
    let reach = contact.depth + margin;
    let against = Contact3 { normal: contact.normal.map(|x| -x), ..*contact };
    let [a, b] = [a.face(contact), b.face(&against)].map(|face| ContactFace3 { reach, ..face });
    placed(&corners(&a, &b), contact)
}

/// Axes of a contact's plane, which are the same for its normal and the negative one, and the normal.
struct Frame {
    x: [f64; 3],
    y: [f64; 3],
    n: [f64; 3],
    origin: Place<3>,
}

impl Frame {
    fn of(contact: &Contact3) -> Self {
        let n = wide(contact.normal);
        let up = if is_before(&n, &[0.0; 3]) { n.map(|x| -x) } else { n };
        let across = Of::<3>::across(up);
        let x = unit(across, sqrt64(dot(across, across)));
        Self { x, y: cross(up, x), n, origin: Place::new(wide(contact.point)) }
    }

    /// A vector in coordinates of the plane, and along the normal.
    fn vector(&self, v: [f64; 3]) -> [f64; 3] {
        [dot(self.x, v), dot(self.y, v), dot(self.n, v)]
    }

    /// A point in coordinates of the plane, and along the normal.
    fn place(&self, p: &Place<3>) -> [f64; 3] {
        self.vector(p.from(&self.origin))
    }
}

/// A face in `f64`.
struct Wide {
    vertices: [[f64; 2]; 4],
    slope: [f64; 2],
    height: f64,
}

impl Wide {
    /// A segment from `p` along `e`, or the end of it that is higher, if it is steep.
    fn segment(p: [f64; 3], e: [f64; 3], radius: f64) -> Self {
        let ([x, y, rise], end) = (e, along(p, 1.0, e));
        let length2 = x * x + y * y;
        let is_edge = length2 > 0.0 && length2 >= rise * rise;
        let top = if rise > 0.0 { end } else { p };
        let (from, to) = if is_edge { (p, end) } else { (top, top) };
        let steepness = if is_edge { rise * (1.0 / length2) } else { 0.0 };
        let slope = [x * steepness, y * steepness];
        let [from_x, from_y, height] = from;
        let ([from, to], at) = ([[from_x, from_y], [to[0], to[1]]], slope[0] * from_x + slope[1] * from_y);
        Self { vertices: [from, to, to, from], slope, height: height - at + radius }
    }

    /// The side of a box that is most across the normal.
    fn side(solid: &Solid, frame: &Frame) -> Self {
        let (center, h) = (frame.vector(solid.center), solid.h);
        let [u, v] = [solid.u, solid.v].map(|all| all.map(|v| frame.vector(v)));
        let mut k = 0;
        for next in 1..3 {
            let (rise, more) = (u[k][2] * u[k][2], u[next][2] * u[next][2]);
            if more * dot(u[k], u[k]) > rise * dot(u[next], u[next]) {
                k = next;
            }
        }
        let (u, [i, j]) = (u[k], [(k + 1) % 3, (k + 2) % 3]);
        let middle = along(center, if u[2] < 0.0 { -h[k] } else { h[k] }, v[k]);
        let corner = |s: f64, t: f64| {
            let [x, y, _] = along(along(middle, s * h[i], v[i]), t * h[j], v[j]);
            [x, y]
        };
        Self {
            vertices: [corner(-1.0, -1.0), corner(1.0, -1.0), corner(1.0, 1.0), corner(-1.0, 1.0)],
            ..Self::plane(u, middle)
        }
    }

    /// The plane through a point with a normal, without vertices.
    fn plane(m: [f64; 3], through: [f64; 3]) -> Self {
        let inverse = 1.0 / m[2];
        let slope = [-m[0] * inverse, -m[1] * inverse];
        Self { vertices: [[0.0; 2]; 4], slope, height: dot(m, through) * inverse }
    }

    fn rounded(self, contact: &Contact3) -> ContactFace3 {
        let round = |x: f64| canonical(x as f32);
        ContactFace3 {
            vertices: self.vertices.map(|v| v.map(round)),
            slope: self.slope.map(round),
            height: round(self.height),
            reach: canonical(contact.depth),
        }
    }
}

impl HasFace for Sphere {
    fn face(&self, contact: &Contact3) -> ContactFace3 {
        let center = Frame::of(contact).place(&Place::new(wide(self.center)));
        Wide::segment(center, [0.0; 3], self.radius.into()).rounded(contact)
    }
}

impl HasFace for Capsule3 {
    fn face(&self, contact: &Contact3) -> ContactFace3 {
        let core = Core::new(wide(self.start), wide(self.direction), self.radius.into());
        let frame = Frame::of(contact);
        Wide::segment(frame.place(&core.ends[0]), frame.vector(core.e), core.radius).rounded(contact)
    }
}

impl HasFace for Aabb3 {
    fn face(&self, contact: &Contact3) -> ContactFace3 {
        let frame = Frame::of(contact);
        Wide::side(&Solid::aabb(self, &frame.origin), &frame).rounded(contact)
    }
}

impl HasFace for OrientedBox3 {
    fn face(&self, contact: &Contact3) -> ContactFace3 {
        let frame = Frame::of(contact);
        Wide::side(&Solid::oriented_box(self, &frame.origin), &frame).rounded(contact)
    }
}

impl HasFace for Triangle3 {
    fn face(&self, contact: &Contact3) -> ContactFace3 {
        let vertices = sorted([wide(self.a), wide(self.b), wide(self.c)]);
        let frame = Frame::of(contact);
        let p = vertices.map(|v| frame.place(&Place::new(v)));
        let edges = [0, 1, 2].map(|k| sub(vertices[(k + 1) % 3], vertices[k]));
        let m = cross(edges[0], edges[1]);
        let lengths2 = edges.map(|e| dot(e, e));
        let mut longest = 0;
        for k in 1..3 {
            if lengths2[k] > lengths2[longest] {
                longest = k;
            }
        }
        let longest2 = lengths2[longest];
        let is_segment = dot(m, m) <= FLAT * FLAT * (longest2 * longest2);
        let m = frame.vector(m);
        let e = edges.map(|e| frame.vector(e));
        let is_face = !is_segment && m[2] * m[2] >= m[0] * m[0] + m[1] * m[1];
        if !is_face {
            // The edge after the lowest vertex is the first one of its two, so the one after that is
            // opposite.
            let mut lowest = 0;
            for k in 1..3 {
                if p[k][2] < p[lowest][2] {
                    lowest = k;
                }
            }
            let edge = if is_segment { longest } else { (lowest + 1) % 3 };
            return Wide::segment(p[edge], e[edge], 0.0).rounded(contact);
        }
        // The side after the longest one has no length. It is across the longest one, at an acute angle.
        let mut first = 0;
        for k in 1..3 {
            if e[k][0] * e[k][0] + e[k][1] * e[k][1] > e[first][0] * e[first][0] + e[first][1] * e[first][1] {
                first = k;
            }
        }
        let [a, b, c] = [0, 1, 2].map(|k| {
            let [x, y, _] = p[(first + k) % 3];
            [x, y]
        });
        Wide { vertices: [a, b, b, c], ..Wide::plane(m, p[0]) }.rounded(contact)
    }
}

/// The corners of what two faces have in common, four at most, in coordinates of the contact's plane: `x`,
/// `y`, how far each is ahead of the plane, and how much less deep than the deepest one.
pub fn corners(a: &ContactFace3, b: &ContactFace3) -> Manifold3 {
    let slope = [0, 1].map(|k| f64::from(a.slope[k]) + f64::from(b.slope[k]));
    let faces = in_order(a, b);
    let (sides, bounds) = (faces.map(|face| sides(&face)), faces.map(|face| bounds(&face)));
    let [size, other] = bounds.map(|[low, high]| {
        let [x, y] = [high[0] - low[0], high[1] - low[1]];
        if x > y { x } else { y }
    });
    let slack = SLACK * if other < size { other } else { size };
    let mut found = [[0.0; 3]; 2 * EDGES];
    let mut deepest = [0.0, 0.0, f64::NEG_INFINITY];
    for k in 0..EDGES {
        let (face, others, [least, most]) = (&faces[k / 4], &sides[1 - k / 4], &bounds[1 - k / 4]);
        let (from, to) = (face[k % 4], face[(k + 1) % 4]);
        let (mut low, mut high, mut is_common) = (0.0, 1.0, true);
        for side in others {
            let (start, end) = (side.outside(from), side.outside(to));
            let t = start / (start - end);
            let (starts_outside, ends_outside) = (start > slack, end > slack);
            if starts_outside && t > low {
                low = t;
            }
            if ends_outside && t < high {
                high = t;
            }
            is_common &= !(starts_outside && ends_outside);
        }
        is_common &= low <= high + SLACK;
        for (end, t) in [low, high].into_iter().enumerate() {
            let [x, y] = [0, 1].map(|k| from[k] + (to[k] - from[k]) * t);
            // Beyond a sharp vertex both of its sides are near.
            let is_inside = x >= least[0] - slack
                && x <= most[0] + slack
                && y >= least[1] - slack
                && y <= most[1] + slack;
            let above = slope[0] * x + slope[1] * y;
            found[2 * k + end] = [x, y, if is_common && is_inside { above } else { f64::NEG_INFINITY }];
            if found[2 * k + end][2] > deepest[2] {
                deepest = found[2 * k + end];
            }
        }
    }
    // A point has no sides.
    if size == 0.0 || other == 0.0 {
        deepest[2] = f64::NEG_INFINITY;
    }
    // What a segment has in common with anything has two ends.
    let has_area = !faces.iter().any(is_segment);
    four_of(&found, deepest, slack, has_area, [a, b])
}

/// Four of the corners, of which this is the deepest.
fn four_of(
    found: &[[f64; 3]; 2 * EDGES],
    deepest: [f64; 3],
    slack: f64,
    has_area: bool,
    [a, b]: [&ContactFace3; 2],
) -> Manifold3 {
    let reach = f64::from(a.reach);
    let is_found = deepest[2] > f64::NEG_INFINITY;
    let least = if is_found { deepest[2] - reach } else { f64::INFINITY };
    let is_kept = |depth: f64| depth > f64::NEG_INFINITY && depth >= least;
    let (mut farthest, mut most) = (deepest, 0.0);
    for p in found {
        let squared = length2(p, &deepest);
        if is_kept(p[2]) && squared > most {
            (farthest, most) = (*p, squared);
        }
    }
    let [x, y] = [farthest[0] - deepest[0], farthest[1] - deepest[1]];
    let (mut left, mut right, mut far_left, mut far_right) = (deepest, deepest, 0.0, 0.0);
    for p in found {
        let side = x * (p[1] - deepest[1]) - y * (p[0] - deepest[0]);
        if is_kept(p[2]) && side > far_left {
            (left, far_left) = (*p, side);
        }
        if is_kept(p[2]) && side < far_right {
            (right, far_right) = (*p, side);
        }
    }
    // Two corners of what is one may be off by this on either side.
    let least2 = 4.0 * (slack * slack);
    let is_second = most > least2;
    let is_left = is_second && has_area && far_left * far_left > least2 * most;
    let is_right = is_second && has_area && far_right * far_right > least2 * most;
    let first = if is_found { deepest } else { [0.0; 3] };
    let top = first[2];
    let point = |is_there: bool, [x, y, depth]: [f64; 3]| {
        let height = |face: &ContactFace3| {
            f64::from(face.height) + (f64::from(face.slope[0]) * x + f64::from(face.slope[1]) * y)
        };
        let ahead = if is_found { (height(a) - height(b)) * 0.5 } else { 0.0 };
        let round = |x: f64| canonical(if is_there { x as f32 } else { f32::NAN });
        ContactPoint3 { at: [x, y, ahead].map(round), depth: round(depth - top) }
    };
    let third = if is_left { left } else { right };
    Manifold3 {
        points: [
            point(reach >= 0.0, first),
            point(is_second, farthest),
            point(is_left || is_right, third),
            point(is_left && is_right, right),
        ],
    }
}

/// The vertices of both faces, in the same order if the faces are exchanged.
fn in_order(a: &ContactFace3, b: &ContactFace3) -> [[[f64; 2]; 4]; 2] {
    let [a, b] = [a, b].map(|face| face.vertices.map(wide));
    if is_before(b.as_flattened(), a.as_flattened()) { [b, a] } else { [a, b] }
}

/// Whether a face is a segment, as it is written: two of its sides have no length, which are opposite.
fn is_segment(&[a, b, c, d]: &[[f64; 2]; 4]) -> bool {
    (a == d && b == c) || (a == b && c == d)
}

/// The least and the largest coordinates of a face.
fn bounds(face: &[[f64; 2]; 4]) -> [[f64; 2]; 2] {
    let [mut low, mut high] = [face[0]; 2];
    for v in &face[1..] {
        for k in 0..2 {
            low[k] = if v[k] < low[k] { v[k] } else { low[k] };
            high[k] = if v[k] > high[k] { v[k] } else { high[k] };
        }
    }
    [low, high]
}

/// A side of a face.
#[derive(Clone, Copy)]
struct Side {
    /// Outward, of length 1, or zero.
    normal: [f64; 2],
    /// A point of it.
    at: [f64; 2],
}

impl Side {
    /// How far a point is outside.
    fn outside(&self, p: [f64; 2]) -> f64 {
        self.normal[0] * (p[0] - self.at[0]) + self.normal[1] * (p[1] - self.at[1])
    }
}

fn sides(face: &[[f64; 2]; 4]) -> [Side; 4] {
    let [a, b, c, d] = *face;
    // Twice the area.
    let area = (c[0] - a[0]) * (d[1] - b[1]) - (c[1] - a[1]) * (d[0] - b[0]);
    [[d, a, b], [a, b, c], [b, c, d], [c, d, a]].map(|[before, at, to]| {
        let (x, y) = (to[0] - at[0], to[1] - at[1]);
        let [x, y] = if x == 0.0 && y == 0.0 {
            [at[0] - before[0], at[1] - before[1]]
        } else if area < 0.0 {
            [-y, x]
        } else {
            [y, -x]
        };
        let inverse = inverse(sqrt64(x * x + y * y));
        Side { normal: [x * inverse, y * inverse], at }
    })
}

fn length2(p: &[f64; 3], q: &[f64; 3]) -> f64 {
    let [x, y] = [p[0] - q[0], p[1] - q[1]];
    x * x + y * y
}

/// The points in space that these in the plane of a contact are.
pub fn placed(corners: &Manifold3, contact: &Contact3) -> Manifold3 {
    let frame = Frame::of(contact);
    let points = corners.points.map(|ContactPoint3 { at, depth }| {
        let [x, y, ahead] = wide(at);
        let p = along(along(along(frame.origin.at, x, frame.x), y, frame.y), ahead, frame.n);
        let round = |x: f64| canonical(x as f32);
        ContactPoint3 { at: p.map(round), depth: round(f64::from(contact.depth) + f64::from(depth)) }
    });
    Manifold3 { points }
}
