//! Which shape an array holds: by its extension name, or by the names of its columns.

use arrow_schema::extension::EXTENSION_TYPE_NAME_KEY;
use arrow_schema::{DataType, Field, Fields};
use soa::ShapeKind;

use crate::error::Error;

/// The prefix of our extension names.
const PREFIX: &str = "octet.";

/// Each shape that queries take, with the name of its extension type.
const SHAPES: [(ShapeKind, &str); 27] = [
    (ShapeKind::Point, "octet.point"),
    (ShapeKind::Segment, "octet.segment"),
    (ShapeKind::Ray, "octet.ray"),
    (ShapeKind::Line, "octet.line"),
    (ShapeKind::Disk, "octet.disk"),
    (ShapeKind::Aabb, "octet.aabb"),
    (ShapeKind::OrientedBox, "octet.oriented_box"),
    (ShapeKind::Triangle, "octet.triangle"),
    (ShapeKind::Point3, "octet.point3"),
    (ShapeKind::Segment3, "octet.segment3"),
    (ShapeKind::Ray3, "octet.ray3"),
    (ShapeKind::Line3, "octet.line3"),
    (ShapeKind::Sphere, "octet.sphere"),
    (ShapeKind::Aabb3, "octet.aabb3"),
    (ShapeKind::OrientedBox3, "octet.oriented_box3"),
    (ShapeKind::Triangle3, "octet.triangle3"),
    (ShapeKind::Capsule, "octet.capsule"),
    (ShapeKind::Capsule3, "octet.capsule3"),
    (ShapeKind::RoundedDisk, "octet.rounded_disk"),
    (ShapeKind::RoundedAabb, "octet.rounded_aabb"),
    (ShapeKind::RoundedOrientedBox, "octet.rounded_oriented_box"),
    (ShapeKind::RoundedTriangle, "octet.rounded_triangle"),
    (ShapeKind::RoundedCapsule, "octet.rounded_capsule"),
    (ShapeKind::RoundedSphere, "octet.rounded_sphere"),
    (ShapeKind::RoundedCapsule3, "octet.rounded_capsule3"),
    (ShapeKind::RoundedAabb3, "octet.rounded_aabb3"),
    (ShapeKind::RoundedTriangle3, "octet.rounded_triangle3"),
];

/// The name of a shape's extension type: `octet.disk`; None for a collection that is no set of shapes.
///
/// ```
/// use octet_arrow::{ShapeKind, extension_name};
/// assert_eq!(extension_name(ShapeKind::OrientedBox3), Some("octet.oriented_box3"));
/// ```
pub fn extension_name(kind: ShapeKind) -> Option<&'static str> {
    SHAPES.iter().find(|shape| shape.0 == kind).map(|shape| shape.1)
}

/// A field for shapes in a schema, a struct of `Float32` with the shape's extension name. Parquet and IPC
/// files keep it, so that what was written as rays is read as rays.
///
/// ```
/// use octet_arrow::{ShapeKind, field};
/// let field = field("shot", ShapeKind::Ray);
/// assert_eq!(field.extension_type_name(), Some("octet.ray"));
/// ```
pub fn field(name: &str, kind: ShapeKind) -> Field {
    let columns = columns(kind);
    let metadata = extension_name(kind).map(|name| (EXTENSION_TYPE_NAME_KEY.to_owned(), name.to_owned()));
    Field::new(name, DataType::Struct(columns), true).with_metadata(metadata.into_iter().collect())
}

/// The columns of a shape, or of a result.
pub(crate) fn columns(kind: ShapeKind) -> Fields {
    kind.columns().iter().map(|column| Field::new(*column, DataType::Float32, false)).collect()
}

/// The shape that a field's extension name says; None if it says none, or is not ours.
pub(crate) fn of_field(field: &Field) -> Result<Option<ShapeKind>, Error> {
    let Some(name) = field.extension_type_name().filter(|name| name.starts_with(PREFIX)) else {
        return Ok(None);
    };
    let shape = SHAPES.iter().find(|shape| shape.1 == name);
    shape.map(|shape| Some(shape.0)).ok_or_else(|| Error::UnknownExtension(name.to_owned()))
}

/// The shape that has exactly these columns: of segments, rays and lines, segments.
pub(crate) fn of_columns(names: &[&str]) -> Result<ShapeKind, Error> {
    let has_all = |kind: ShapeKind| {
        kind.columns().len() == names.len() && kind.columns().iter().all(|column| names.contains(column))
    };
    let shape = SHAPES.iter().find(|shape| has_all(shape.0));
    shape.map(|shape| shape.0).ok_or_else(|| Error::UnknownColumns { columns: names.join(", ") })
}
