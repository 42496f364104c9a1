//! The shapes of the plane: plain structs of `f32`, all closed sets.

use bytemuck::{Pod, Zeroable};

/// A point.
pub type Point = [f32; 2];

/// The points `start + t direction` with `0 <= t <= 1`. A zero direction is the point `start`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Default, Pod, Zeroable)]
pub struct Segment {
    /// Where `t = 0`.
    pub start: [f32; 2],
    /// From `start` to the end, which is `start + direction` as a real number.
    pub direction: [f32; 2],
}

/// The points `start + t direction` with `t >= 0`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Default, Pod, Zeroable)]
pub struct Ray {
    /// Where `t = 0`.
    pub start: [f32; 2],
    /// Where the ray goes; need not have length 1. A zero direction is the point `start`.
    pub direction: [f32; 2],
}

/// The points `start + t direction` for every real `t`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Default, Pod, Zeroable)]
pub struct Line {
    /// Where `t = 0`.
    pub start: [f32; 2],
    /// Along the line; need not have length 1. A zero direction is the point `start`.
    pub direction: [f32; 2],
}

/// The points within `radius` of `center`. Radius zero is the point `center`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Default, Pod, Zeroable)]
pub struct Disk {
    /// The middle.
    pub center: [f32; 2],
    /// Not negative.
    pub radius: f32,
}

/// The points within `radius` of the segment from `start` to `start + direction`. A zero direction is a disk,
/// radius zero the segment.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Default, Pod, Zeroable)]
pub struct Capsule {
    /// Where the segment starts.
    pub start: [f32; 2],
    /// From `start` to the end, which is `start + direction` as a real number.
    pub direction: [f32; 2],
    /// Not negative.
    pub radius: f32,
}

/// The axis-aligned box of the points with `min <= p <= max` in both coordinates.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Default, Pod, Zeroable)]
pub struct Aabb {
    /// Lower corner.
    pub min: [f32; 2],
    /// Upper corner, nowhere below `min`.
    pub max: [f32; 2],
}

/// The points `p` with `|(p - center) . u| <= half_extents[0]` and `|(p - center) . v| <= half_extents[1]`,
/// where `u` is `axis` as stored and `v` is `u` turned by 90 degrees.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Default, Pod, Zeroable)]
pub struct OrientedBox {
    /// The middle.
    pub center: [f32; 2],
    /// Half the lengths of the sides along `axis` and across it; not negative.
    pub half_extents: [f32; 2],
    /// Direction of the first side, of length 1 up to rounding; never normalised again.
    pub axis: [f32; 2],
}

/// The convex hull of three points, in either winding. Zero area is the segment or the point that they span.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Default, Pod, Zeroable)]
pub struct Triangle {
    /// First vertex.
    pub a: [f32; 2],
    /// Second vertex.
    pub b: [f32; 2],
    /// Third vertex.
    pub c: [f32; 2],
}

/// The points within `radius + border_radius` of the segment from `start` to `start + direction`, a sum of
/// real numbers, which need not be an `f32`: a capsule that has grown.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Default, Pod, Zeroable)]
pub struct RoundedCapsule {
    /// One end of the segment.
    pub start: [f32; 2],
    /// From `start` to the other end.
    pub direction: [f32; 2],
    /// Not negative.
    pub radius: f32,
    /// How far it has grown; not negative.
    pub border_radius: f32,
}

/// The points within `radius + border_radius` of `center`, a sum of real numbers, which need not be an `f32`:
/// a disk that has grown.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Default, Pod, Zeroable)]
pub struct RoundedDisk {
    /// The middle.
    pub center: [f32; 2],
    /// Not negative.
    pub radius: f32,
    /// How far it has grown; not negative.
    pub border_radius: f32,
}

/// The points within `border_radius` of the box of the points with `min <= p <= max` in both coordinates: a
/// box with round corners.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Default, Pod, Zeroable)]
pub struct RoundedAabb {
    /// Lower corner of the box.
    pub min: [f32; 2],
    /// Upper corner of the box, nowhere below `min`.
    pub max: [f32; 2],
    /// Not negative.
    pub border_radius: f32,
}

/// The points within `border_radius` of an oriented box: an oriented box with round corners.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Default, Pod, Zeroable)]
pub struct RoundedOrientedBox {
    /// The middle of the box.
    pub center: [f32; 2],
    /// Half the box's size along its axis and across it; not negative.
    pub half_extents: [f32; 2],
    /// Unit vector along the box's first side; not zero.
    pub axis: [f32; 2],
    /// Not negative.
    pub border_radius: f32,
}

/// The points within `border_radius` of the triangle, the convex hull of three points in either winding: a
/// triangle with round corners.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Default, Pod, Zeroable)]
pub struct RoundedTriangle {
    /// First vertex.
    pub a: [f32; 2],
    /// Second vertex.
    pub b: [f32; 2],
    /// Third vertex.
    pub c: [f32; 2],
    /// Not negative.
    pub border_radius: f32,
}

/// Where a segment, ray or line passes through a box, a disk or a sphere.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Default, Pod, Zeroable)]
pub struct Clip {
    /// Parameter of the first common point; the start of the range (0 for a segment or ray) if it starts
    /// inside.
    pub t_enter: f32,
    /// Parameter of the last common point.
    pub t_exit: f32,
    /// The first common point, `start + t_enter direction`.
    pub entry: [f32; 2],
}
