//! The distance of a shape to a point, in `f64`.

use scalar::dim2::{
    Aabb, Capsule, Disk, Line, OrientedBox, Point, Ray, RoundedAabb, RoundedCapsule, RoundedDisk,
    RoundedOrientedBox, RoundedTriangle, Segment, Triangle,
};
use scalar::dim3::{
    Aabb3, Capsule3, Line3, Point3, Ray3, RoundedAabb3, RoundedCapsule3, RoundedSphere, RoundedTriangle3,
    Segment3, Sphere, Triangle3,
};
use scalar::float::sqrt64;

use crate::data::shape::Shape;
use crate::join::bounds::Bounded;

/// A shape whose distance to a point is known.
pub trait Distance: Bounded {
    /// A point of the plane or of space.
    type Point: Shape;

    /// The squared distance to a point, in units of length squared, computed in `f64`. The shape is closed
    /// and filled, so it is 0 within it. The distance, its root, is within 2^-48 of the largest of the
    /// lengths that enter it: the differences of the coordinates, and a radius.
    fn squared_distance(&self, p: &Self::Point) -> f64;
}

/// How far a number is from an interval.
fn outside(x: f64, low: f32, high: f32) -> f64 {
    if low.is_nan() { f64::NAN } else { (f64::from(low) - x).max(x - f64::from(high)).max(0.0) }
}

fn square(x: f64) -> f64 {
    x * x
}

/// The square of what is left of a distance beyond a radius, from the square of the distance.
fn beyond(distance2: f64, radius: f32) -> f64 {
    square((sqrt64(distance2) - f64::from(radius)).max(0.0))
}

fn dot<const N: usize>(u: [f64; N], v: [f64; N]) -> f64 {
    (0..N).map(|k| u[k] * v[k]).sum()
}

fn sub<const N: usize>(p: &[f32; N], q: &[f32; N]) -> [f64; N] {
    core::array::from_fn(|k| f64::from(p[k]) - f64::from(q[k]))
}

/// From a point, as seen from the start of a segment, to the part `least <= t <= most` of its line. A segment
/// without a direction is its start.
fn to_line<const N: usize>(p: [f64; N], direction: [f64; N], least: f64, most: f64) -> f64 {
    let length2 = dot(direction, direction);
    let t = if length2 > 0.0 { (dot(p, direction) / length2).max(least).min(most) } else { 0.0 };
    let rest: [f64; N] = core::array::from_fn(|k| p[k] - t * direction[k]);
    dot(rest, rest)
}

fn to_edges<const N: usize>(p: &[f32; N], corners: [&[f32; N]; 3]) -> f64 {
    let edge = |i: usize, j: usize| to_line(sub(p, corners[i]), sub(corners[j], corners[i]), 0.0, 1.0);
    edge(0, 1).min(edge(1, 2)).min(edge(2, 0))
}

/// The shapes of the plane and of space that have the same formulas.
macro_rules! distances {
    ($($dim:literal: $point:ty, $segment:ty, $ray:ty, $line:ty, $round:ty, $aabb:ty;)*) => {$(
        distances! { $point, $point, |s, p| {
            let d = sub(p, s);
            dot(d, d)
        }}
        distances! { $segment, $point, |s, p| to_line(sub(p, &s.start), s.direction.map(f64::from), 0.0, 1.0) }
        distances! { $ray, $point, |s, p| {
            to_line(sub(p, &s.start), s.direction.map(f64::from), 0.0, f64::INFINITY)
        }}
        distances! { $line, $point, |s, p| {
            to_line(sub(p, &s.start), s.direction.map(f64::from), f64::NEG_INFINITY, f64::INFINITY)
        }}
        distances! { $round, $point, |s, p| {
            let d = sub(p, &s.center);
            beyond(dot(d, d), s.radius)
        }}
        distances! { $aabb, $point, |s, p| {
            (0..$dim).map(|k| square(outside(f64::from(p[k]), s.min[k], s.max[k]))).sum()
        }}
    )*};
    ($shape:ty, $point:ty, |$s:ident, $p:ident| $distance:expr) => {
        impl Distance for $shape {
            type Point = $point;

            fn squared_distance(&self, $p: &$point) -> f64 {
                let $s = self;
                $distance
            }
        }
    };
}

distances! {
    2: Point, Segment, Ray, Line, Disk, Aabb;
    3: Point3, Segment3, Ray3, Line3, Sphere, Aabb3;
}

distances! { Capsule, Point, |s, p| beyond(s.segment().squared_distance(p), s.radius) }
distances! { Capsule3, Point3, |s, p| beyond(s.segment().squared_distance(p), s.radius) }
distances! { RoundedDisk, Point, |s, p| beyond(s.disk().squared_distance(p), s.border_radius) }
distances! { RoundedCapsule, Point, |s, p| beyond(s.capsule().squared_distance(p), s.border_radius) }
distances! { RoundedAabb, Point, |s, p| beyond(s.aabb().squared_distance(p), s.border_radius) }
distances! { RoundedOrientedBox, Point, |s, p| beyond(s.oriented_box().squared_distance(p), s.border_radius) }
distances! { RoundedTriangle, Point, |s, p| beyond(s.triangle().squared_distance(p), s.border_radius) }

distances! { RoundedSphere, Point3, |s, p| beyond(s.sphere().squared_distance(p), s.border_radius) }
distances! { RoundedCapsule3, Point3, |s, p| beyond(s.capsule().squared_distance(p), s.border_radius) }
distances! { RoundedAabb3, Point3, |s, p| beyond(s.aabb().squared_distance(p), s.border_radius) }
distances! { RoundedTriangle3, Point3, |s, p| beyond(s.triangle().squared_distance(p), s.border_radius) }

distances! { OrientedBox, Point, |s, p| {
    let d = sub(p, &s.center);
    let [ux, uy] = s.axis.map(f64::from);
    let length2 = ux * ux + uy * uy;
    let beyond = |along: f64, half: f32| square((along.abs() - f64::from(half)).max(0.0));
    let outside = beyond(dot(d, [ux, uy]), s.half_extents[0]) + beyond(dot(d, [-uy, ux]), s.half_extents[1]);
    // A box without an axis is the whole plane.
    if length2 > 0.0 { outside / length2 } else { 0.0 }
}}

distances! { Triangle, Point, |s, p| {
    let corners = [&s.a, &s.b, &s.c];
    let edge = |i: usize, j: usize| {
        let (d, e) = (sub(corners[j], corners[i]), sub(p, corners[i]));
        d[0] * e[1] - d[1] * e[0]
    };
    let edges = [edge(0, 1), edge(1, 2), edge(2, 0)];
    let within = edges.iter().all(|&e| e > 0.0) || edges.iter().all(|&e| e < 0.0);
    if within { 0.0 } else { to_edges(p, corners) }
}}

distances! { Triangle3, Point3, |s, p| {
    let corners = [&s.a, &s.b, &s.c];
    let normal = cross(sub(&s.b, &s.a), sub(&s.c, &s.a));
    let beside = |i: usize, j: usize| {
        dot(cross(sub(corners[j], corners[i]), sub(p, corners[i])), normal) > 0.0
    };
    if beside(0, 1) && beside(1, 2) && beside(2, 0) {
        square(dot(sub(p, &s.a), normal)) / dot(normal, normal)
    } else {
        to_edges(p, corners)
    }
}}

fn cross(u: [f64; 3], v: [f64; 3]) -> [f64; 3] {
    [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]
}
