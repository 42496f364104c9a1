//! Shapes in the engine's columns.

use std::sync::Arc;

use datafusion::arrow::array::{
    Array, ArrayRef, AsArray, Float32Array, PrimitiveArray, StructArray, new_empty_array,
};
use datafusion::arrow::buffer::NullBuffer;
use datafusion::arrow::compute::cast;
use datafusion::arrow::datatypes::{ArrowPrimitiveType, DataType, Field, FieldRef, Float64Type, Int64Type};
use datafusion::common::Result;
use octet_arrow::{ShapeKind, Shapes};

use crate::error::{Error, external};

/// The shapes of an array, which its field's extension name says, or the names of its columns.
///
/// # Errors
/// Another array; a value that no shape may have; a DOUBLE that is no f32.
pub fn shapes(field: &Field, array: &ArrayRef) -> Result<Shapes> {
    let (field, array) = narrowed(field, array)?;
    let shapes = Shapes::of_field(&field, &array).map_err(external)?;
    let has_name = field.extension_type_name().is_some();
    if !has_name && kinds_with(shapes.kind().columns()).count() > 1 {
        let column = field.name().clone();
        let fields = shapes.kind().columns().iter().map(|name| format!("{column}['{name}']"));
        let arguments = fields.collect::<Vec<_>>().join(", ");
        return Err(Error::Ambiguous { column, arguments }.into());
    }
    Ok(shapes)
}

/// The shape of a field.
///
/// # Errors
/// A field of another type.
pub fn kind(field: &Field) -> Result<ShapeKind> {
    Ok(shapes(field, &new_empty_array(field.data_type()))?.kind())
}

/// The shapes that have these columns.
fn kinds_with(columns: &'static [&'static str]) -> impl Iterator<Item = ShapeKind> {
    ShapeKind::ALL
        .into_iter()
        .filter(move |kind| kind.columns() == columns && octet_arrow::extension_name(*kind).is_some())
}

/// A struct whose columns are all Float32; anything else as it is.
fn narrowed(field: &Field, array: &ArrayRef) -> Result<(Field, ArrayRef)> {
    let is_double = |field: &FieldRef| *field.data_type() == DataType::Float64;
    let Some(of) = array.as_struct_opt().filter(|of| of.fields().iter().any(is_double)) else {
        return Ok((field.clone(), array.clone()));
    };
    let (mut fields, mut columns) = (Vec::new(), Vec::new());
    for (field, column) in of.fields().iter().zip(of.columns()) {
        if is_double(field) {
            let nulls = NullBuffer::union(of.nulls(), column.nulls());
            columns.push(Arc::new(floats(field.name(), column, nulls.as_ref())?) as ArrayRef);
            fields.push(Arc::new(field.as_ref().clone().with_data_type(DataType::Float32)));
        } else {
            columns.push(column.clone());
            fields.push(field.clone());
        }
    }
    let array = StructArray::try_new_with_length(fields.into(), columns, of.nulls().cloned(), of.len())?;
    Ok((field.clone().with_data_type(array.data_type().clone()), Arc::new(array)))
}

/// A column as `f32`, of which every valid value is one.
///
/// # Errors
/// Another type; a valid value that no `f32` is.
pub fn floats(name: &str, column: &ArrayRef, valid: Option<&NullBuffer>) -> Result<Float32Array> {
    match column.data_type() {
        DataType::Float32 => Ok(column.as_primitive().clone()),
        DataType::Float64 => {
            // A NaN is one, and is refused where a shape is read.
            let exact = |x: f64| Some(x as f32).filter(|&y| f64::from(y) == x || x.is_nan());
            exactly::<Float64Type>(name, column.as_primitive(), valid, exact)
        }
        data_type if data_type.is_integer() => {
            let exact = |x: i64| Some(x as f32).filter(|&y| y as i128 == i128::from(x));
            let wide = cast(column, &DataType::Int64)?;
            if let Some(row) = (0..column.len()).find(|&row| wide.is_null(row) && column.is_valid(row)) {
                let value = "a number beyond 2^63".into();
                return Err(Error::NotAnF32 { column: name.into(), row, value }.into());
            }
            exactly::<Int64Type>(name, wide.as_primitive(), valid, exact)
        }
        DataType::Null => Ok(Float32Array::new_null(column.len())),
        found => Err(Error::NotANumber { column: name.into(), found: found.to_string() }.into()),
    }
}

fn exactly<T: ArrowPrimitiveType>(
    name: &str,
    column: &PrimitiveArray<T>,
    valid: Option<&NullBuffer>,
    exact: impl Fn(T::Native) -> Option<f32>,
) -> Result<Float32Array>
where
    T::Native: std::fmt::Debug,
{
    let mut values = Vec::with_capacity(column.len());
    for (row, &value) in column.values().iter().enumerate() {
        let is_valid = column.is_valid(row) && valid.is_none_or(|valid| valid.is_valid(row));
        match exact(value) {
            Some(value) => values.push(value),
            None if !is_valid => values.push(0.0),
            None => {
                let value = format!("{value:?}");
                return Err(Error::NotAnF32 { column: name.into(), row, value }.into());
            }
        }
    }
    Ok(Float32Array::new(values.into(), column.nulls().cloned()))
}
