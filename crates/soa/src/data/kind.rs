//! A shape as a value.

/// A shape as a value: which shape some columns hold, where that is only known when the program runs.
///
/// ```
/// use soa::{Shape, ShapeKind};
///
/// assert_eq!(ShapeKind::Disk.columns(), ["x", "y", "radius"]);
/// assert_eq!("disks".parse(), Ok(ShapeKind::Disk));
/// assert_eq!(<scalar::dim2::Disk as Shape>::KIND, ShapeKind::Disk);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum ShapeKind {
    /// [`Nothing`](crate::Nothing): no columns.
    Nothing,
    /// A number.
    Value,
    /// [`Point`](scalar::dim2::Point).
    Point,
    /// [`Segment`](scalar::dim2::Segment).
    Segment,
    /// [`Ray`](scalar::dim2::Ray).
    Ray,
    /// [`Line`](scalar::dim2::Line).
    Line,
    /// [`Disk`](scalar::dim2::Disk).
    Disk,
    /// [`Aabb`](scalar::dim2::Aabb).
    Aabb,
    /// [`OrientedBox`](scalar::dim2::OrientedBox).
    OrientedBox,
    /// [`Triangle`](scalar::dim2::Triangle).
    Triangle,
    /// [`Clip`](scalar::dim2::Clip).
    Clip,
    /// [`Point3`](scalar::dim3::Point3).
    Point3,
    /// [`Segment3`](scalar::dim3::Segment3).
    Segment3,
    /// [`Ray3`](scalar::dim3::Ray3).
    Ray3,
    /// [`Line3`](scalar::dim3::Line3).
    Line3,
    /// [`Aabb3`](scalar::dim3::Aabb3).
    Aabb3,
    /// [`Sphere`](scalar::dim3::Sphere).
    Sphere,
    /// [`OrientedBox3`](scalar::dim3::OrientedBox3).
    OrientedBox3,
    /// [`Triangle3`](scalar::dim3::Triangle3).
    Triangle3,
    /// [`Clip3`](scalar::dim3::Clip3).
    Clip3,
}

impl ShapeKind {
    /// Every shape.
    pub const ALL: [Self; 20] = [
        Self::Nothing,
        Self::Value,
        Self::Point,
        Self::Segment,
        Self::Ray,
        Self::Line,
        Self::Disk,
        Self::Aabb,
        Self::OrientedBox,
        Self::Triangle,
        Self::Clip,
        Self::Point3,
        Self::Segment3,
        Self::Ray3,
        Self::Line3,
        Self::Aabb3,
        Self::Sphere,
        Self::OrientedBox3,
        Self::Triangle3,
        Self::Clip3,
    ];
}
