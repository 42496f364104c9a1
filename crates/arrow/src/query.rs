//! Queries row by row.

use std::sync::Arc;

use arrow_array::{ArrayRef, BooleanArray, Float32Array, StructArray};
use arrow_buffer::{BooleanBuffer, Buffer, NullBuffer, ScalarBuffer};
use soa::registry::{MeasureKernel, measures};
use soa::{AnyView, Hits, Query, ShapeKind};

use crate::error::Error;
use crate::kind;
use crate::shapes::Shapes;

/// Whether row `i` of `a` intersects row `i` of `b`: exact, and touching counts. Null where either is.
///
/// Without nulls the bits of the answer are those that [`soa::intersects`] has written.
///
/// ```
/// use octet_arrow::{Shapes, ShapeKind, intersects};
/// use arrow_array::{BooleanArray, FixedSizeListArray, types::Float32Type};
///
/// let lists = |rows: &[Option<[f32; 3]>]| {
///     let rows = rows.iter().map(|row| row.map(|row| row.map(Some)));
///     FixedSizeListArray::from_iter_primitive::<Float32Type, _, _>(rows, 3)
/// };
/// let a = Shapes::read_as(ShapeKind::Disk, &lists(&[Some([0.0, 0.0, 1.0]), None]))?;
/// let b = Shapes::read_as(ShapeKind::Disk, &lists(&[Some([2.0, 0.0, 1.0]), Some([0.0, 0.0, 1.0])]))?;
/// assert_eq!(intersects(&a, &b)?, BooleanArray::from(vec![Some(true), None]));
/// # Ok::<(), octet_arrow::Error>(())
/// ```
///
/// # Errors
/// Two shapes without an intersection test; unequal numbers of rows; no memory for the result.
pub fn intersects(a: &Shapes, b: &Shapes) -> Result<BooleanArray, Error> {
    let (hits, nulls) = by_row([a, b], None, |[a, b], _| Query::new().intersects_any(a, b))?;
    Ok(booleans(hits, nulls))
}

/// Clips the segment, ray or line of each row by the disk, sphere, box or triangle of its row, null where
/// there is no common point or a row is null. By a disk, sphere or box: a struct of `t_enter`, `t_exit` and
/// the point of entry. By a triangle: of the parameter `t` and the weights `u` and `v`. See [`soa::clip`].
///
/// # Errors
/// Other shapes; unequal numbers of rows; no memory for the result.
pub fn clip(paths: &Shapes, shapes: &Shapes) -> Result<StructArray, Error> {
    let is_clip = |kernel: &MeasureKernel| {
        matches!(kernel.out, ShapeKind::Clip | ShapeKind::Clip3 | ShapeKind::ClipPoint3)
    };
    let (columns, out, nulls) = measure([paths, shapes], is_clip)?;
    let nulls = NullBuffer::union(nulls.as_ref(), known(&columns[0]).as_ref());
    structs((columns, out, nulls))
}

/// The squared distance of each point to the segment or axis-aligned box of its row, in space also to the
/// triangle. See [`soa::squared_distances`].
///
/// # Errors
/// Other shapes; unequal numbers of rows; no memory for the result.
pub fn squared_distances(points: &Shapes, shapes: &Shapes) -> Result<Float32Array, Error> {
    numbers(measure([points, shapes], |kernel| kernel.name.ends_with("/squared_distance"))?)
}

/// The point of each segment or axis-aligned box, in space also of each triangle, that is closest to the
/// point of its row. See [`soa::closest_points`].
///
/// # Errors
/// Other shapes; unequal numbers of rows; no memory for the result.
pub fn closest_points(points: &Shapes, shapes: &Shapes) -> Result<StructArray, Error> {
    structs(measure([points, shapes], |kernel| kernel.name.ends_with("/closest_point"))?)
}

/// The circumcircle of each triangle of the plane. See [`soa::circumcircles`].
///
/// # Errors
/// Other shapes; no memory for the result.
pub fn circumcircles(triangles: &Shapes) -> Result<StructArray, Error> {
    structs(measure([triangles], |kernel| kernel.out == ShapeKind::Disk)?)
}

/// The signed area of each triangle of the plane. See [`soa::signed_areas`].
///
/// # Errors
/// Other shapes; no memory for the result.
pub fn signed_areas(triangles: &Shapes) -> Result<Float32Array, Error> {
    numbers(measure([triangles], |kernel| kernel.out == ShapeKind::Value)?)
}

/// The unit normal of each triangle of space. See [`soa::unit_normals`].
///
/// # Errors
/// Other shapes; no memory for the result.
pub fn unit_normals(triangles: &Shapes) -> Result<StructArray, Error> {
    structs(measure([triangles], |kernel| kernel.out == ShapeKind::Point3)?)
}

/// The cross product of the vectors of each row, which are points of space. See [`soa::cross_products`].
///
/// # Errors
/// Other shapes; unequal numbers of rows; no memory for the result.
pub fn cross_products(u: &Shapes, v: &Shapes) -> Result<StructArray, Error> {
    structs(measure([u, v], |kernel| kernel.name.ends_with("/cross"))?)
}

/// A query row by row, of the rows that are valid on all sides and here; and which these are, if not all. The
/// query is told, too.
pub(crate) fn by_row<const N: usize, T>(
    sides: [&Shapes; N],
    nulls: Option<&NullBuffer>,
    query: impl FnOnce(&[AnyView; N], Option<&NullBuffer>) -> Result<T, soa::Error>,
) -> Result<(T, Option<NullBuffer>), Error> {
    if let Some(side) = sides.iter().find(|side| side.len() != sides[0].len()) {
        return Err(soa::Error::UnequalRows { left: sides[0].len(), right: side.len() }.into());
    }
    let run = |sides: [&Shapes; N], valid: Option<&NullBuffer>| {
        let mut views = [AnyView::new(ShapeKind::Nothing, &[])?; N];
        for (view, side) in views.iter_mut().zip(sides) {
            *view = side.view()?;
        }
        query(&views, valid).map_err(|error| Error::from(with_given_row(error, valid)))
    };
    let valid =
        sides.iter().fold(nulls.cloned(), |valid, side| NullBuffer::union(valid.as_ref(), side.nulls()));
    let answer = match &valid {
        None => run(sides, None)?,
        Some(rows) => run(sides.map(|side| side.only(rows)).each_ref(), valid.as_ref())?,
    };
    Ok((answer, valid))
}

/// An error that names the row as it was given.
pub(crate) fn with_given_row(mut error: soa::Error, valid: Option<&NullBuffer>) -> soa::Error {
    if let (soa::Error::InvalidValue { row, .. }, Some(valid)) = (&mut error, valid) {
        *row = valid.valid_indices().nth(*row).unwrap_or(*row);
    }
    error
}

/// One bit a row that was given.
pub(crate) fn booleans(hits: Hits, nulls: Option<NullBuffer>) -> BooleanArray {
    let values = match &nulls {
        None => {
            let rows = hits.len();
            BooleanBuffer::new(Buffer::from_vec(hits.into_bytes()), 0, rows)
        }
        Some(valid) => {
            let mut values = vec![false; valid.len()];
            for (compact, row) in valid.valid_indices().enumerate() {
                values[row] = hits.get(compact) == Some(true);
            }
            values.into()
        }
    };
    BooleanArray::new(values, nulls)
}

type Measured = (Vec<Vec<f32>>, ShapeKind, Option<NullBuffer>);

/// The result of the computing kernel for these one or two shapes that gives what is wanted, a value a given
/// row.
fn measure<const N: usize>(
    sides: [&Shapes; N],
    is_wanted: impl Fn(&MeasureKernel) -> bool,
) -> Result<Measured, Error> {
    let kind = |side: usize| sides.get(side).map_or(ShapeKind::Nothing, |side| side.kind());
    let shapes = (kind(0), kind(1));
    let kernel = measures().iter().find(|kernel| (kernel.left, kernel.right) == shapes && is_wanted(kernel));
    let kernel = kernel.ok_or(soa::Error::NoKernel { left: shapes.0.name(), right: shapes.1.name() })?;
    let nothing = AnyView::new(ShapeKind::Nothing, &[])?;
    let (columns, nulls) = by_row(sides, None, |views, _| {
        let view = |side: usize| views.get(side).unwrap_or(&nothing);
        Query::new().measure_any(kernel, view(0), view(1))
    })?;
    Ok((with_gaps(columns, nulls.as_ref()), kernel.out, nulls))
}

/// The values of valid rows at their places, zeros at those of nulls.
pub(crate) fn with_gaps(columns: Vec<Vec<f32>>, valid: Option<&NullBuffer>) -> Vec<Vec<f32>> {
    let Some(valid) = valid else { return columns };
    columns.iter().map(|column| at_valid(column, valid)).collect()
}

/// The same of one column.
pub(crate) fn at_valid(column: &[f32], valid: &NullBuffer) -> Vec<f32> {
    let mut values = vec![0.0; valid.len()];
    valid.valid_indices().zip(column).for_each(|(row, &x)| values[row] = x);
    values
}

/// Which numbers there are: not those that are NaN. None if all are.
pub(crate) fn known(column: &[f32]) -> Option<NullBuffer> {
    let known = NullBuffer::from(column.iter().map(|x| !x.is_nan()).collect::<Vec<_>>());
    Some(known).filter(|known| known.null_count() > 0)
}

pub(crate) fn structs((columns, out, nulls): Measured) -> Result<StructArray, Error> {
    let columns = columns.into_iter().map(|column| Arc::new(Float32Array::from(column)) as ArrayRef);
    Ok(StructArray::try_new(kind::columns(out), columns.collect(), nulls)?)
}

pub(crate) fn numbers((columns, _, nulls): Measured) -> Result<Float32Array, Error> {
    let values: ScalarBuffer<f32> = columns.into_iter().next().unwrap_or_default().into();
    Ok(Float32Array::try_new(values, nulls)?)
}
