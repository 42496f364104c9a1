//! When a disk or sphere that moves along a vector first touches a shape that stands still; boxes and
//! triangles that move are in [`hull`], capsules in [`capsule`].
//!
//! ```text
//!      .-----------------------.
//!     (  o ------------> |      )      the capsule that the disk sweeps, and where it is at the time of
//!      '-----------------------'       impact: it has moved by t of its motion
//! ```
//!
//! Whether it does so at all is the test of that capsule. The time is a multiple of `2^-24` of the motion:
//! the last one until which the sweep meets nothing, which is never late and at most `2^-24` early.
//!
//! # How
//!
//! Define `S(t)` as what is swept until `t` of the motion. For a multiple `t` of `2^-24` it is decided
//! exactly whether `S(t)` touches the shape, by the predicates of capsules: a product of `t` and a component
//! of the motion is a number like others. `S` grows, so the answer is no up to some `t`, and yes from then
//! on. Where that is, is guessed in `f64`, by the roots of quadratic equations: the center comes within the
//! radius of a corner or of the line of an edge, or within that of a plane. Two answers show that the guess
//! is right; where they do not, the search goes on from there, at last by halves. So no error of the guess
//! matters.

pub mod capsule;
pub mod hull;

use super::dim2::capsule_aabb::sides;
use super::dim2::capsule_capsule::segments_are_near;
use super::dim2::capsule_oriented_box;
use super::dim2::edge::{contains, edges};
use super::dim3::capsule_capsule::segments3_are_near;
use super::dim3::{capsule_aabb, capsule_triangle};
use super::kleene::{any, or};
use super::near::{Edge, Reach, point_is_near};
use super::number::Number;
use super::operand::{Operand, are_apart};
use super::{Decision, Stage, by_stage};
use crate::dim2::{Aabb, Capsule, Disk, OrientedBox, Point, Segment, Triangle};
use crate::dim3::{Aabb3, Capsule3, Point3, Segment3, Sphere, Triangle3};
use crate::float::sqrt64;
use crate::wide::{along, cross, cross3, dot, sub, wide};

/// The number of equal parts of a motion.
const PARTS: i64 = 1 << 24;
/// How often the search moves on from the guess, before it goes by halves.
const MOVES: u32 = 6;

/// What a moving disk or sphere sweeps, a capsule, or a box, triangle or capsule with its motion
/// ([`MovingShape`](super::MovingShape)), and a shape `B` that it may meet.
pub trait Sweep<B> {
    /// The answer of one stage to whether they have a point in common where only this share of the motion is
    /// swept, from 0 to 1. None if that stage leaves it undecided.
    fn attempt_until(&self, share: f32, other: &B, stage: Stage) -> Option<bool>;

    /// About the share of the motion after which they first touch, if they do.
    fn guess(&self, other: &B) -> f64;
}

/// A shape that stands still: its points and edges, with a radius around them, and for some what is between
/// them.
pub trait Still<const D: usize>: Operand {
    /// Its points and edges.
    fn edges(&self) -> impl Iterator<Item = Edge<D>>;

    /// The radius around them.
    fn radius(&self) -> f32 {
        0.0
    }

    /// Whether a segment meets what is between the edges, or has an end within a distance of it. Where the
    /// segment is near an edge, either answer may be given.
    fn inside_is_near<N: Number>(&self, _: &Edge<D>, _: Reach) -> Option<bool> {
        Some(false)
    }

    /// About the share of a motion after which a point comes within a distance of what is between the edges.
    fn guess_inside(&self, _start: [f64; D], _motion: [f64; D], _radius: f64) -> f64 {
        f64::INFINITY
    }
}

/// The center of a moving disk or sphere, its motion and its radius.
pub struct Path<const D: usize> {
    start: [f32; D],
    motion: [f32; D],
    radius: f32,
}

/// Whether two segments are within a distance of each other.
type AreNear<const D: usize> = fn(&Edge<D>, &Edge<D>, Reach) -> Option<bool>;

impl<const D: usize> Path<D> {
    /// Whether it touches a shape until a share of its motion.
    fn touches<N: Number>(&self, share: f32, other: &impl Still<D>, are_near: AreNear<D>) -> Option<bool> {
        let swept = Edge::along_share(self.start, self.motion, share);
        let reach = Reach::of([self.radius, other.radius()]);
        or(other.inside_is_near::<N>(&swept, reach), || {
            any(other.edges().map(|edge| {
                if edge.is_point() {
                    point_is_near::<N, D>(edge.start, &swept, reach)
                } else {
                    are_near(&swept, &edge, reach)
                }
            }))
        })
    }

    /// The least share of its motion after which it comes near a part of a shape, nearly.
    fn guess(&self, other: &impl Still<D>) -> f64 {
        let radius = f64::from(self.radius) + f64::from(other.radius());
        let shares = other.edges().map(|edge| {
            let (p, motion) = (sub(wide(self.start), wide(edge.start)), wide(self.motion));
            if edge.is_point() {
                entry(p, motion, radius)
            } else {
                entry_of_segment(p, motion, edge.rounded_vector(), radius)
            }
        });
        shares.fold(other.guess_inside(wide(self.start), wide(self.motion), radius), f64::min)
    }
}

/// Implements [`Sweep`] for a capsule and all shapes of its space, with the test of two segments there.
macro_rules! sweep {
    ($capsule:ident, $dim:literal, $are_near:ident) => {
        impl<B: Still<$dim>> Sweep<B> for $capsule {
            fn attempt_until(&self, share: f32, other: &B, stage: Stage) -> Option<bool> {
                if are_apart(self, other) {
                    return Some(false);
                }
                by_stage!(stage, N => Path::from(self).touches::<N>(share, other, $are_near::<N>))
            }

            fn guess(&self, other: &B) -> f64 {
                Path::from(self).guess(other)
            }
        }

        impl From<&$capsule> for Path<$dim> {
            fn from(swept: &$capsule) -> Self {
                Self { start: swept.start, motion: swept.direction, radius: swept.radius }
            }
        }
    };
}
sweep!(Capsule, 2, segments_are_near);
sweep!(Capsule3, 3, segments3_are_near);

/// In the frame of the box, which scales by the length of its axis.
impl Sweep<OrientedBox> for Capsule {
    fn attempt_until(&self, share: f32, other: &OrientedBox, stage: Stage) -> Option<bool> {
        if are_apart(self, other) {
            return Some(false);
        }
        let swept = Edge::along_share(self.start, self.direction, share);
        capsule_oriented_box::is_within(&swept, other, Reach::of([self.radius]), stage)
    }

    fn guess(&self, other: &OrientedBox) -> f64 {
        guess_in_frame(other, [self.start, [0.0; 2], self.direction], self.radius)
    }
}

/// The least share of a motion after which a segment, by its start and its vector, comes within a radius of a
/// box, nearly.
fn guess_in_frame(oriented: &OrientedBox, [start, e, motion]: [[f32; 2]; 3], radius: f32) -> f64 {
    let u = wide(oriented.axis);
    let in_frame = |v: [f64; 2]| [dot(u, v), cross(u, v)];
    let start = in_frame(sub(wide(start), wide(oriented.center)));
    let ([e, motion], [hx, hy]) = ([e, motion].map(|v| in_frame(wide(v))), wide(oriented.half_extents));
    let radius = f64::from(radius) * sqrt64(dot(u, u));
    let corners = [[-hx, -hy], [hx, -hy], [hx, hy], [-hx, hy]];
    let (ends, back) = ([start, along(start, 1.0, e)], sub([0.0; 2], motion));
    let shares = (0..4).flat_map(|i| {
        let side = sub(corners[(i + 1) % 4], corners[i]);
        let of_ends = ends.map(|end| entry_of_segment(sub(end, corners[i]), motion, side, radius));
        of_ends.into_iter().chain([entry_of_segment(sub(corners[i], start), back, e, radius)])
    });
    let is_inside = ends.iter().any(|end| end[0].abs() <= hx && end[1].abs() <= hy);
    shares.fold(at_start(is_inside), f64::min)
}

/// Implements [`Still`] for shapes that are one point or one segment, with a radius or without.
macro_rules! still {
    ($($shape:ty: $dim:literal, |$s:ident| $edge:expr $(, $radius:expr)?;)*) => {$(
        impl Still<$dim> for $shape {
            fn edges(&self) -> impl Iterator<Item = Edge<$dim>> {
                let $s = self;
                core::iter::once($edge)
            }

            $(fn radius(&self) -> f32 {
                let $s = self;
                $radius
            })?
        }
    )*};
}
still! {
    Point: 2, |point| Edge::point(*point);
    Point3: 3, |point| Edge::point(*point);
    Disk: 2, |disk| Edge::point(disk.center), disk.radius;
    Sphere: 3, |sphere| Edge::point(sphere.center), sphere.radius;
    Segment: 2, |segment| Edge::along(segment.start, segment.direction);
    Segment3: 3, |segment| Edge::along(segment.start, segment.direction);
    Capsule: 2, |capsule| Edge::along(capsule.start, capsule.direction), capsule.radius;
    Capsule3: 3, |capsule| Edge::along(capsule.start, capsule.direction), capsule.radius;
}

impl Still<2> for Aabb {
    fn edges(&self) -> impl Iterator<Item = Edge<2>> {
        sides(self).into_iter().map(|[start, end]| Edge::to(start, end))
    }

    // Where it starts outside, it meets a side first.
    fn inside_is_near<N: Number>(&self, segment: &Edge<2>, _: Reach) -> Option<bool> {
        Some((0..2).all(|k| self.min[k] <= segment.start[k] && segment.start[k] <= self.max[k]))
    }

    fn guess_inside(&self, start: [f64; 2], _: [f64; 2], _: f64) -> f64 {
        let (from_min, to_max) = (sub(start, wide(self.min)), sub(wide(self.max), start));
        at_start(from_min.iter().chain(&to_max).all(|&x| x >= 0.0))
    }
}

impl Still<2> for Triangle {
    fn edges(&self) -> impl Iterator<Item = Edge<2>> {
        edges(self).into_iter().map(|(start, end)| Edge::to(start, end))
    }

    fn inside_is_near<N: Number>(&self, segment: &Edge<2>, _: Reach) -> Option<bool> {
        contains::<N>(self, segment.start)
    }

    fn guess_inside(&self, start: [f64; 2], _: [f64; 2], _: f64) -> f64 {
        let [a, b, c] = [self.a, self.b, self.c].map(|vertex| sub(wide(vertex), start));
        let sides = [cross(a, b), cross(b, c), cross(c, a)];
        at_start(sides.iter().all(|&x| x > 0.0) || sides.iter().all(|&x| x < 0.0))
    }
}

impl Still<3> for Aabb3 {
    fn edges(&self) -> impl Iterator<Item = Edge<3>> {
        capsule_aabb::edges(self).into_iter().map(|(start, end)| Edge::to(start, end))
    }

    fn inside_is_near<N: Number>(&self, segment: &Edge<3>, reach: Reach) -> Option<bool> {
        capsule_aabb::inside_is_near::<N>(self, segment, reach)
    }

    /// The face that it reaches, or is near at the start.
    fn guess_inside(&self, start: [f64; 3], motion: [f64; 3], radius: f64) -> f64 {
        let (low, high) = (sub(wide(self.min), start), sub(wide(self.max), start));
        let to_face = |k: usize| {
            let (near, far) = (low[k] - radius, high[k] + radius);
            let way = if motion[k] > 0.0 { near } else { far };
            let t = if near <= 0.0 && far >= 0.0 { 0.0 } else { way / motion[k] };
            let is_within = |j: usize| low[j] <= motion[j] * t && motion[j] * t <= high[j];
            if t >= 0.0 && is_within((k + 1) % 3) && is_within((k + 2) % 3) { t } else { f64::INFINITY }
        };
        (0..3).map(to_face).fold(f64::INFINITY, f64::min)
    }
}

impl Still<3> for Triangle3 {
    fn edges(&self) -> impl Iterator<Item = Edge<3>> {
        capsule_triangle::edges(self).into_iter().map(|(start, end)| Edge::to(start, end))
    }

    fn inside_is_near<N: Number>(&self, segment: &Edge<3>, reach: Reach) -> Option<bool> {
        capsule_triangle::face_is_near::<N>(self, segment, reach)
    }

    /// Where its distance from the plane is the radius, unless the foot lies outside then.
    fn guess_inside(&self, start: [f64; 3], motion: [f64; 3], radius: f64) -> f64 {
        let vertices = [self.a, self.b, self.c].map(wide);
        let edges = [0, 1, 2].map(|i: usize| sub(vertices[(i + 1) % 3], vertices[i]));
        let n = cross3(edges[0], edges[1]);
        let height = dot(n, sub(start, vertices[0]));
        let way = height.abs() - radius * sqrt64(dot(n, n));
        let speed = if height > 0.0 { -dot(n, motion) } else { dot(n, motion) };
        let t = if way <= 0.0 { 0.0 } else { way / speed };
        let center = along(start, t, motion);
        let is_inside = |i: usize| dot(n, cross3(edges[i], sub(center, vertices[i]))) >= 0.0;
        if t >= 0.0 && (0..3).all(is_inside) { t } else { f64::INFINITY }
    }
}

/// How much of its motion a shape makes before it touches another one, as the largest multiple of `2^-24`
/// until which it does not. Zero if it touches at the start; None if it never does.
///
/// ```
/// use scalar::dim2::{Aabb, Capsule};
/// use scalar::exact::time_of_impact;
///
/// let wall = Aabb { min: [7.0, -9.0], max: [8.0, 9.0] };
/// // A disk of radius 1 at (2, 0) moves by (16, 0): after 4 of 16 it touches the wall.
/// let swept = Capsule { start: [2.0, 0.0], direction: [16.0, 0.0], radius: 1.0 };
/// assert_eq!(time_of_impact(&swept, &wall), Some(0.25 - 1.0 / (1 << 24) as f32));
/// assert_eq!(time_of_impact(&Capsule { direction: [3.9, 0.0], ..swept }, &wall), None);
///
/// // A box at the same place.
/// use scalar::exact::MovingShape;
/// let shape = Aabb { min: [1.0, -1.0], max: [3.0, 1.0] };
/// let time = time_of_impact(&MovingShape { shape, motion: [16.0, 0.0] }, &wall);
/// assert_eq!(time, Some(0.25 - 1.0 / (1 << 24) as f32));
/// assert_eq!(time_of_impact(&MovingShape { shape, motion: [3.9, 0.0] }, &wall), None);
/// ```
pub fn time_of_impact<A: Sweep<B>, B>(swept: &A, other: &B) -> Option<f32> {
    touches(swept, other, PARTS).then(|| time_of_hit(swept, other))
}

/// [`time_of_impact`] of two that are known to touch, which is not asked again.
///
/// ```
/// use scalar::dim2::{Capsule, Disk};
/// use scalar::exact::time_of_hit;
///
/// let swept = Capsule { start: [0.0, 0.0], direction: [8.0, 0.0], radius: 1.0 };
/// assert_eq!(time_of_hit(&swept, &Disk { center: [2.0, 0.0], radius: 1.0 }), 0.0);
/// assert!(time_of_hit(&swept, &Disk { center: [4.0, 0.0], radius: 1.0 }) < 0.25); // where they touch
/// ```
pub fn time_of_hit<A: Sweep<B>, B>(swept: &A, other: &B) -> f32 {
    // Nothing is touched until `free`, something until `late`. A guess that is NaN becomes zero.
    let (mut free, mut late) = (-1, PARTS);
    let mut next = (swept.guess(other) * PARTS as f64) as i64;
    let (mut moves, mut step) = (0, 1);
    while late - free > 1 {
        if moves == MOVES {
            next = free + (late - free) / 2;
        }
        let part = next.clamp(free + 1, late - 1);
        if touches(swept, other, part) {
            late = part;
            next = part - step;
        } else {
            free = part;
            next = part + step;
        }
        if moves < MOVES {
            (moves, step) = (moves + 1, step * 8);
        }
    }
    share(free.max(0))
}

/// Whether something is touched until this part of the motion.
fn touches<A: Sweep<B>, B>(swept: &A, other: &B, part: i64) -> bool {
    let of = |stage| swept.attempt_until(share(part), other, stage);
    Decision::of(of).hit
}

/// A number of parts as a share of a motion.
fn share(part: i64) -> f32 {
    part as f32 / PARTS as f32
}

/// A guess where they touch at the start, or not at all.
fn at_start(touches: bool) -> f64 {
    if touches { 0.0 } else { f64::INFINITY }
}

/// The share of a motion after which a point `p` comes within `r` of the origin: infinite if it does not.
fn entry<const D: usize>(p: [f64; D], motion: [f64; D], r: f64) -> f64 {
    let (a, b, c) = (dot(motion, motion), dot(p, motion), dot(p, p) - r * r);
    let discriminant = b * b - a * c;
    if c <= 0.0 {
        0.0
    } else if b >= 0.0 || discriminant < -1e-9 * b * b {
        f64::INFINITY
    } else {
        c / (sqrt64(discriminant.max(0.0)) - b)
    }
}

/// The same for a segment from the origin along `e`, of which it may be an end or the inside that is near.
fn entry_of_segment<const D: usize>(p: [f64; D], motion: [f64; D], e: [f64; D], r: f64) -> f64 {
    let ends = entry(p, motion, r).min(entry(sub(p, e), motion, r));
    let across = |v| along(v, -dot(v, e) / dot(e, e), e);
    let t = entry(across(p), across(motion), r);
    let foot = dot(along(p, t, motion), e);
    if 0.0 < foot && foot < dot(e, e) { ends.min(t) } else { ends }
}
