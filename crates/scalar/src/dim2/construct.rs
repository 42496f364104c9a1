//! Constructors of shapes: from points of any library that convert to `[f32; 2]`, as those of `glam`, `mint`
//! and `nalgebra` do, from two ends, and from an angle.

use super::{
    Aabb, Capsule, Disk, Line, OrientedBox, Point, Ray, RoundedAabb, RoundedCapsule, RoundedDisk,
    RoundedOrientedBox, RoundedTriangle, Segment, Triangle,
};
use crate::float::sqrt;

impl Disk {
    /// The disk around `center`.
    ///
    /// ```
    /// use scalar::dim2::Disk;
    /// assert_eq!(Disk::new([1.0, 2.0], 3.0), Disk { center: [1.0, 2.0], radius: 3.0 });
    /// ```
    pub fn new(center: impl Into<Point>, radius: f32) -> Self {
        Self { center: center.into(), radius }
    }

    /// The disk moved by `offset`, as a circumcircle moves with its triangle (Marupeke A).
    ///
    /// ```
    /// use scalar::dim2::Disk;
    /// assert_eq!(Disk::new([1.0, 2.0], 3.0).translated([10.0, 0.0]), Disk::new([11.0, 2.0], 3.0));
    /// ```
    #[must_use]
    pub fn translated(self, offset: [f32; 2]) -> Self {
        Self { center: [self.center[0] + offset[0], self.center[1] + offset[1]], radius: self.radius }
    }
}

impl Segment {
    /// The segment from `start` to `start + direction`.
    pub fn new(start: impl Into<Point>, direction: impl Into<Point>) -> Self {
        Self { start: start.into(), direction: direction.into() }
    }

    /// The segment from `start` to about `end`: its direction is `end - start` in `f32`, which may be
    /// rounded. Queries are exact for the segment as stored, `start + direction`.
    ///
    /// ```
    /// use scalar::dim2::Segment;
    /// assert_eq!(Segment::between([1.0, 2.0], [4.0, 6.0]), Segment::new([1.0, 2.0], [3.0, 4.0]));
    /// ```
    pub fn between(start: impl Into<Point>, end: impl Into<Point>) -> Self {
        let (start, end) = (start.into(), end.into());
        Self { start, direction: [end[0] - start[0], end[1] - start[1]] }
    }
}

impl Capsule {
    /// The capsule around the segment from `start` to `start + direction`.
    ///
    /// ```
    /// use scalar::dim2::{Capsule, Segment};
    /// let capsule = Capsule::new([1.0, 2.0], [3.0, 4.0], 0.5);
    /// assert_eq!(capsule.segment(), Segment::new([1.0, 2.0], [3.0, 4.0]));
    /// ```
    pub fn new(start: impl Into<Point>, direction: impl Into<Point>, radius: f32) -> Self {
        Self { start: start.into(), direction: direction.into(), radius }
    }

    /// The capsule around the segment from `start` to about `end`, as [`Segment::between`].
    pub fn between(start: impl Into<Point>, end: impl Into<Point>, radius: f32) -> Self {
        let Segment { start, direction } = Segment::between(start, end);
        Self { start, direction, radius }
    }

    /// The segment in its middle.
    pub fn segment(self) -> Segment {
        Segment { start: self.start, direction: self.direction }
    }
}

impl RoundedCapsule {
    /// The capsule that has not grown.
    pub fn capsule(self) -> Capsule {
        Capsule { start: self.start, direction: self.direction, radius: self.radius }
    }
}

impl RoundedDisk {
    /// The disk that has not grown.
    pub fn disk(self) -> Disk {
        Disk { center: self.center, radius: self.radius }
    }
}

impl RoundedAabb {
    /// The box that is rounded.
    pub fn aabb(self) -> Aabb {
        Aabb { min: self.min, max: self.max }
    }
}

impl RoundedOrientedBox {
    /// The box that is rounded.
    pub fn oriented_box(self) -> OrientedBox {
        OrientedBox { center: self.center, half_extents: self.half_extents, axis: self.axis }
    }
}

impl RoundedTriangle {
    /// The triangle that is rounded.
    pub fn triangle(self) -> Triangle {
        Triangle { a: self.a, b: self.b, c: self.c }
    }
}

impl Ray {
    /// The ray from `start` along `direction`.
    pub fn new(start: impl Into<Point>, direction: impl Into<Point>) -> Self {
        Self { start: start.into(), direction: direction.into() }
    }
}

impl Line {
    /// The line through `start` along `direction`.
    pub fn new(start: impl Into<Point>, direction: impl Into<Point>) -> Self {
        Self { start: start.into(), direction: direction.into() }
    }
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

impl Aabb {
    /// The box with these corners, of which `min` is the lower one in both coordinates.
    pub fn new(min: impl Into<Point>, max: impl Into<Point>) -> Self {
        Self { min: min.into(), max: max.into() }
    }
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
    pub fn along(
        center: impl Into<Point>,
        half_extents: impl Into<[f32; 2]>,
        direction: impl Into<[f32; 2]>,
    ) -> Option<Self> {
        let [x, y] = direction.into();
        let length = sqrt(x * x + y * y);
        (length > 0.0 && length.is_finite()).then(|| Self {
            center: center.into(),
            half_extents: half_extents.into(),
            axis: [x / length, y / length],
        })
    }

    /// The box whose first side is turned by `radians` from the x axis, counter-clockwise. The axis has the
    /// same bits on every machine.
    ///
    /// ```
    /// use scalar::dim2::OrientedBox;
    /// let tilted = OrientedBox::from_angle([0.0, 0.0], [2.0, 1.0], core::f32::consts::FRAC_PI_6);
    /// assert!((tilted.axis[0] - 0.75_f32.sqrt()).abs() < 1e-6 && (tilted.axis[1] - 0.5).abs() < 1e-6);
    /// ```
    pub fn from_angle(center: impl Into<Point>, half_extents: impl Into<[f32; 2]>, radians: f32) -> Self {
        let (sin, cos) = libm::sincosf(radians);
        Self { center: center.into(), half_extents: half_extents.into(), axis: [cos, sin] }
    }
}

impl Triangle {
    /// The triangle with these corners, in either winding.
    ///
    /// ```
    /// use scalar::dim2::Triangle;
    /// let triangle = Triangle::new([0.0, 0.0], [4.0, 0.0], [0.0, 3.0]);
    /// assert_eq!(triangle, Triangle { a: [0.0, 0.0], b: [4.0, 0.0], c: [0.0, 3.0] });
    /// ```
    pub fn new(a: impl Into<Point>, b: impl Into<Point>, c: impl Into<Point>) -> Self {
        Self { a: a.into(), b: b.into(), c: c.into() }
    }
}

impl<P: Into<Point>> From<[P; 3]> for Triangle {
    fn from([a, b, c]: [P; 3]) -> Self {
        Self::new(a, b, c)
    }
}
