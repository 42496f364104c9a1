//! Constructors of shapes of space: from points of any library that convert to `[f32; 3]`, from two ends, and
//! from a quaternion.

use super::{
    Aabb3, Capsule3, Line3, OrientedBox3, Point3, Ray3, RoundedAabb3, RoundedCapsule3, RoundedSphere,
    RoundedTriangle3, Segment3, Sphere, Triangle3,
};

impl Sphere {
    /// The sphere, filled, around `center`.
    ///
    /// ```
    /// use scalar::dim3::Sphere;
    /// assert_eq!(Sphere::new([1.0, 2.0, 3.0], 4.0), Sphere { center: [1.0, 2.0, 3.0], radius: 4.0 });
    /// ```
    pub fn new(center: impl Into<Point3>, radius: f32) -> Self {
        Self { center: center.into(), radius }
    }
}

impl Segment3 {
    /// The segment from `start` to `start + direction`.
    pub fn new(start: impl Into<Point3>, direction: impl Into<Point3>) -> Self {
        Self { start: start.into(), direction: direction.into() }
    }

    /// The segment from `start` to about `end`: its direction is `end - start` in `f32`, which may be
    /// rounded. Queries are exact for the segment as stored, `start + direction`.
    pub fn between(start: impl Into<Point3>, end: impl Into<Point3>) -> Self {
        let (start, end) = (start.into(), end.into());
        Self { start, direction: core::array::from_fn(|k| end[k] - start[k]) }
    }
}

impl Capsule3 {
    /// The capsule around the segment from `start` to `start + direction`.
    pub fn new(start: impl Into<Point3>, direction: impl Into<Point3>, radius: f32) -> Self {
        Self { start: start.into(), direction: direction.into(), radius }
    }

    /// The capsule around the segment from `start` to about `end`, as [`Segment3::between`].
    ///
    /// ```
    /// use scalar::dim3::{Capsule3, Segment3};
    /// let capsule = Capsule3::between([1.0, 2.0, 3.0], [4.0, 6.0, 3.0], 0.5);
    /// assert_eq!(capsule.segment(), Segment3::new([1.0, 2.0, 3.0], [3.0, 4.0, 0.0]));
    /// ```
    pub fn between(start: impl Into<Point3>, end: impl Into<Point3>, radius: f32) -> Self {
        let Segment3 { start, direction } = Segment3::between(start, end);
        Self { start, direction, radius }
    }

    /// The segment in its middle.
    pub fn segment(self) -> Segment3 {
        Segment3 { start: self.start, direction: self.direction }
    }
}

impl RoundedSphere {
    /// The sphere that has not grown.
    pub fn sphere(self) -> Sphere {
        Sphere { center: self.center, radius: self.radius }
    }
}

impl RoundedCapsule3 {
    /// The capsule that has not grown.
    pub fn capsule(self) -> Capsule3 {
        Capsule3 { start: self.start, direction: self.direction, radius: self.radius }
    }
}

impl RoundedAabb3 {
    /// The box that is rounded.
    pub fn aabb(self) -> Aabb3 {
        Aabb3 { min: self.min, max: self.max }
    }
}

impl RoundedTriangle3 {
    /// The triangle that is rounded.
    pub fn triangle(self) -> Triangle3 {
        Triangle3 { a: self.a, b: self.b, c: self.c }
    }
}

impl Ray3 {
    /// The ray from `start` along `direction`.
    pub fn new(start: impl Into<Point3>, direction: impl Into<Point3>) -> Self {
        Self { start: start.into(), direction: direction.into() }
    }
}

impl Line3 {
    /// The line through `start` along `direction`.
    pub fn new(start: impl Into<Point3>, direction: impl Into<Point3>) -> Self {
        Self { start: start.into(), direction: direction.into() }
    }
}

impl From<Segment3> for Ray3 {
    fn from(Segment3 { start, direction }: Segment3) -> Self {
        Self { start, direction }
    }
}

impl From<Segment3> for Line3 {
    fn from(Segment3 { start, direction }: Segment3) -> Self {
        Self { start, direction }
    }
}

impl Aabb3 {
    /// The box with these corners, of which `min` is the lower one in each coordinate.
    pub fn new(min: impl Into<Point3>, max: impl Into<Point3>) -> Self {
        Self { min: min.into(), max: max.into() }
    }
}

impl OrientedBox3 {
    /// The box with its sides along the coordinate axes.
    ///
    /// ```
    /// use scalar::dim3::OrientedBox3;
    /// let cube = OrientedBox3::upright([0.0; 3], [1.0; 3]);
    /// assert_eq!(cube.axes, [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]);
    /// ```
    pub fn upright(center: impl Into<Point3>, half_extents: impl Into<[f32; 3]>) -> Self {
        Self::from_quaternion(center, half_extents, [0.0, 0.0, 0.0, 1.0])
    }

    /// The box turned by a unit quaternion `[x, y, z, w]`. The axes are computed by products and sums in
    /// `f32`, with the same bits on every machine, and are perpendicular up to rounding; a quaternion of
    /// length `s` makes them `s^2` long.
    ///
    /// ```
    /// use scalar::dim3::OrientedBox3;
    /// let half = 0.5_f32.sqrt();
    /// let quarter_about_z = [0.0, 0.0, half, half];
    /// let turned = OrientedBox3::from_quaternion([0.0; 3], [3.0, 2.0, 1.0], quarter_about_z);
    /// assert!((turned.axes[0][1] - 1.0).abs() < 1e-6 && (turned.axes[1][0] + 1.0).abs() < 1e-6);
    /// ```
    pub fn from_quaternion(
        center: impl Into<Point3>,
        half_extents: impl Into<[f32; 3]>,
        [x, y, z, w]: [f32; 4],
    ) -> Self {
        let (xx, yy, zz, ww) = (x * x, y * y, z * z, w * w);
        let twice = |p: f32, q: f32| 2.0 * (p + q);
        let axes = [
            [ww + xx - yy - zz, twice(x * y, w * z), twice(x * z, -(w * y))],
            [twice(x * y, -(w * z)), ww - xx + yy - zz, twice(y * z, w * x)],
            [twice(x * z, w * y), twice(y * z, -(w * x)), ww - xx - yy + zz],
        ];
        Self { center: center.into(), half_extents: half_extents.into(), axes }
    }
}

impl Triangle3 {
    /// The triangle with these corners.
    ///
    /// ```
    /// use scalar::dim3::Triangle3;
    /// let floor = Triangle3::new([0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0]);
    /// assert_eq!(floor.b, [4.0, 0.0, 0.0]);
    /// ```
    pub fn new(a: impl Into<Point3>, b: impl Into<Point3>, c: impl Into<Point3>) -> Self {
        Self { a: a.into(), b: b.into(), c: c.into() }
    }
}

impl<P: Into<Point3>> From<[P; 3]> for Triangle3 {
    fn from([a, b, c]: [P; 3]) -> Self {
        Self::new(a, b, c)
    }
}
