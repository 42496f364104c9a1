//! The shapes of space: plain structs of `f32`, all closed sets.

use bytemuck::{Pod, Zeroable};

/// A point or a vector.
pub type Point3 = [f32; 3];

/// The points `start + t direction` with `0 <= t <= 1`. A zero direction is the point `start`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Default, Pod, Zeroable)]
pub struct Segment3 {
    /// Where `t = 0`.
    pub start: [f32; 3],
    /// From `start` to the end, which is `start + direction` as a real number.
    pub direction: [f32; 3],
}

/// The points `start + t direction` with `t >= 0`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Default, Pod, Zeroable)]
pub struct Ray3 {
    /// Where `t = 0`.
    pub start: [f32; 3],
    /// Where the ray goes; need not have length 1. A zero direction is the point `start`.
    pub direction: [f32; 3],
}

/// The points `start + t direction` for every real `t`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Default, Pod, Zeroable)]
pub struct Line3 {
    /// Where `t = 0`.
    pub start: [f32; 3],
    /// Along the line; need not have length 1. A zero direction is the point `start`.
    pub direction: [f32; 3],
}

/// The points within `radius` of `center`. Radius zero is the point `center`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Default, Pod, Zeroable)]
pub struct Sphere {
    /// The middle.
    pub center: [f32; 3],
    /// Not negative.
    pub radius: f32,
}

/// The points within `radius` of the segment from `start` to `start + direction`. A zero direction is a
/// sphere, radius zero the segment.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Default, Pod, Zeroable)]
pub struct Capsule3 {
    /// Where the segment starts.
    pub start: [f32; 3],
    /// From `start` to the end, which is `start + direction` as a real number.
    pub direction: [f32; 3],
    /// Not negative.
    pub radius: f32,
}

/// The axis-aligned box of the points with `min <= p <= max` in each coordinate.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Default, Pod, Zeroable)]
pub struct Aabb3 {
    /// Lower corner.
    pub min: [f32; 3],
    /// Upper corner, nowhere below `min`.
    pub max: [f32; 3],
}

/// The points `p` with `|(p - center) . axes[k]| <= half_extents[k]` for each of the three axes as stored.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Default, Pod, Zeroable)]
pub struct OrientedBox3 {
    /// The middle.
    pub center: [f32; 3],
    /// Half the lengths of the sides along each axis; not negative.
    pub half_extents: [f32; 3],
    /// Directions of the sides, of length 1 and perpendicular up to rounding; never normalised again.
    pub axes: [[f32; 3]; 3],
}

/// The convex hull of three points. Zero area is the segment or the point that they span.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Default, Pod, Zeroable)]
pub struct Triangle3 {
    /// First vertex.
    pub a: [f32; 3],
    /// Second vertex.
    pub b: [f32; 3],
    /// Third vertex.
    pub c: [f32; 3],
}

/// The points within `radius + border_radius` of `center`, a sum of real numbers, which need not be an `f32`:
/// a sphere that has grown.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Default, Pod, Zeroable)]
pub struct RoundedSphere {
    /// The middle.
    pub center: [f32; 3],
    /// Not negative.
    pub radius: f32,
    /// How far it has grown; not negative.
    pub border_radius: f32,
}

/// The points within `radius + border_radius` of the segment from `start` to `start + direction`, a sum of
/// real numbers, which need not be an `f32`: a capsule that has grown.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Default, Pod, Zeroable)]
pub struct RoundedCapsule3 {
    /// One end of the segment.
    pub start: [f32; 3],
    /// From `start` to the other end.
    pub direction: [f32; 3],
    /// Not negative.
    pub radius: f32,
    /// How far it has grown; not negative.
    pub border_radius: f32,
}

/// The points within `border_radius` of the box of the points with `min <= p <= max` in each coordinate: a
/// box with round edges and corners.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Default, Pod, Zeroable)]
pub struct RoundedAabb3 {
    /// Lower corner of the box.
    pub min: [f32; 3],
    /// Upper corner of the box, nowhere below `min`.
    pub max: [f32; 3],
    /// Not negative.
    pub border_radius: f32,
}

/// The points within `border_radius` of the triangle, the convex hull of three points: a triangle with a
/// thickness and a round border.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Default, Pod, Zeroable)]
pub struct RoundedTriangle3 {
    /// First vertex.
    pub a: [f32; 3],
    /// Second vertex.
    pub b: [f32; 3],
    /// Third vertex.
    pub c: [f32; 3],
    /// Not negative.
    pub border_radius: f32,
}

/// Where a segment, ray or line passes through a box, a disk or a sphere.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Default, Pod, Zeroable)]
pub struct Clip3 {
    /// Parameter of the first common point; the start of the range (0 for a segment or ray) if it starts
    /// inside.
    pub t_enter: f32,
    /// Parameter of the last common point.
    pub t_exit: f32,
    /// The first common point, `start + t_enter direction`.
    pub entry: [f32; 3],
}

/// Where a segment, ray or line meets a triangle.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Default, Pod, Zeroable)]
pub struct ClipPoint3 {
    /// The parameter: the point is `start + t direction`.
    pub t: f32,
    /// The weight of the vertex `b`: the point is `a + u (b - a) + v (c - a)`.
    pub u: f32,
    /// The weight of the vertex `c`. That of `a` is `1 - u - v`.
    pub v: f32,
}
