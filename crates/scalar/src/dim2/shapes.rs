//! The shapes of the plane: plain structs of `f32`, all closed sets.

use bytemuck::{Pod, Zeroable};

use crate::float::sqrt;

/// A point.
pub type Point = [f32; 2];

/// The points `start + t direction` with `0 <= t <= 1`. A zero direction is the point `start`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Default, Pod, Zeroable)]
pub struct Segment {
    /// Where `t = 0`.
    pub start: [f32; 2],
    /// From `start` to the end; its length is the segment's length.
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

impl Disk {
    /// The disk moved by `offset`: how a circumcircle follows its triangle without being computed anew (Marupeke A).
    ///
    /// ```
    /// use scalar::dim2::Disk;
    /// let disk = Disk { center: [1.0, 2.0], radius: 3.0 };
    /// assert_eq!(disk.translated([10.0, 0.0]), Disk { center: [11.0, 2.0], radius: 3.0 });
    /// ```
    #[must_use]
    pub fn translated(self, offset: [f32; 2]) -> Self {
        Self { center: [self.center[0] + offset[0], self.center[1] + offset[1]], radius: self.radius }
    }
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

/// The points `p` with `|(p - center) . u| <= half_extents[0]` and `|(p - center) . v| <= half_extents[1]`, where
/// `u` is `axis` as stored and `v` is `u` turned by 90 degrees.
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

impl OrientedBox {
    /// The box whose first side points along `direction`, which is normalised here, once (GRAM, section 1).
    /// None if the direction has no finite length above zero.
    ///
    /// ```
    /// use scalar::dim2::OrientedBox;
    /// let tilted = OrientedBox::along([0.0, 0.0], [2.0, 1.0], [3.0, 4.0]).unwrap();
    /// assert_eq!(tilted.axis, [0.6, 0.8]);
    /// assert!(OrientedBox::along([0.0, 0.0], [2.0, 1.0], [0.0, 0.0]).is_none());
    /// ```
    pub fn along(center: [f32; 2], half_extents: [f32; 2], direction: [f32; 2]) -> Option<Self> {
        let [x, y] = direction;
        let length = sqrt(x * x + y * y);
        (length > 0.0 && length.is_finite()).then(|| Self {
            center,
            half_extents,
            axis: [x / length, y / length],
        })
    }
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

impl From<Segment> for Ray {
    fn from(Segment { start, direction }: Segment) -> Self {
        Self { start, direction }
    }
}

impl From<Segment> for Line {
    fn from(Segment { start, direction }: Segment) -> Self {
        Self { start, direction }
    }
}

/// Where a segment, ray or line passes through a box.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Default, Pod, Zeroable)]
pub struct Crossing {
    /// Parameter of the first common point; the start of the range (0 for a segment or ray) if it starts inside.
    pub t_in: f32,
    /// Parameter of the last common point.
    pub t_out: f32,
    /// The first common point, `start + t_in direction`.
    pub point: [f32; 2],
}
