//! Distances, closest points, contacts and times of impact, row by row, and what shapes become that grow or
//! move.

use std::sync::Arc;

use arrow_array::{Array, ArrayRef, BooleanArray, Float32Array, StructArray};
use arrow_buffer::{NullBuffer, ScalarBuffer};
use arrow_schema::{DataType, Field, Fields};
use soa::kernel::ContactShape;
use soa::{AnyView, Contact3, MaxDistance, Query, ShapeKind};

use crate::error::Error;
use crate::query::{booleans, by_row, known, numbers, structs, with_gaps, with_given_row};
use crate::shapes::Shapes;

/// One distance for all rows, or one for each; a row whose distance is null is a null row.
#[derive(Clone, Copy, Debug)]
pub enum Distance<'a> {
    /// The same for all rows.
    Same(f32),
    /// One for each row.
    Each(&'a Float32Array),
}

impl From<f32> for Distance<'_> {
    fn from(distance: f32) -> Self {
        Self::Same(distance)
    }
}

impl<'a> From<&'a Float32Array> for Distance<'a> {
    fn from(distances: &'a Float32Array) -> Self {
        Self::Each(distances)
    }
}

impl Distance<'_> {
    /// Which of this many rows have one; None if all have.
    fn nulls(self, rows: usize) -> Result<Option<NullBuffer>, Error> {
        match self {
            Self::Each(each) if each.len() != rows => {
                Err(soa::Error::DistanceCount { distances: each.len(), rows }.into())
            }
            Self::Each(each) => Ok(each.nulls().filter(|nulls| nulls.null_count() > 0).cloned()),
            Self::Same(_) => Ok(None),
        }
    }

    /// Those of the valid rows. `rows` is their number.
    fn column(self, rows: usize, valid: Option<&NullBuffer>) -> ScalarBuffer<f32> {
        match (self, valid) {
            (Self::Same(distance), _) => vec![distance; rows].into(),
            (Self::Each(each), None) => each.values().clone(),
            (Self::Each(each), Some(valid)) => valid.valid_indices().map(|row| each.value(row)).collect(),
        }
    }
}

/// Whether row `i` of `a` and row `i` of `b` are at most a distance apart: exact, and a distance of exactly
/// that is a hit. Null where a row or its distance is. See [`soa::within`].
///
/// ```
/// use arrow_array::{BooleanArray, FixedSizeListArray, Float32Array, types::Float32Type};
/// use octet_arrow::{ShapeKind, Shapes, within};
///
/// let points = |rows: &[[f32; 2]]| {
///     let rows = rows.iter().map(|row| Some(row.map(Some)));
///     let lists = FixedSizeListArray::from_iter_primitive::<Float32Type, _, _>(rows, 2);
///     Shapes::read_as(ShapeKind::Point, &lists)
/// };
/// let (a, b) = (points(&[[0.0, 0.0]; 2])?, points(&[[3.0, 4.0], [3.0, 5.0]])?);
/// assert_eq!(within(&a, &b, 5.0)?, BooleanArray::from(vec![true, false]));
/// let each = Float32Array::from(vec![Some(4.5), None]);
/// assert_eq!(within(&a, &b, &each)?, BooleanArray::from(vec![Some(false), None]));
/// # Ok::<(), octet_arrow::Error>(())
/// ```
///
/// # Errors
/// Two shapes without a test of their distance; unequal numbers of rows, or of distances; a distance that is
/// negative or not finite; no memory for the result.
pub fn within<'a>(a: &Shapes, b: &Shapes, distance: impl Into<Distance<'a>>) -> Result<BooleanArray, Error> {
    let distance = distance.into();
    let (hits, nulls) = by_row([a, b], distance.nulls(a.len())?.as_ref(), |[a, b], valid| match distance {
        Distance::Same(distance) => Query::new().within_any(a, b, distance),
        Distance::Each(_) => {
            Query::new().within_any(a, b, MaxDistance::Each(&distance.column(a.len(), valid)))
        }
    })?;
    Ok(booleans(hits, nulls))
}

/// The distance of row `i` of `a` and row `i` of `b`, zero where they meet. See [`soa::distances`].
///
/// # Errors
/// Two shapes whose distance is not known; unequal numbers of rows; no memory for the result.
pub fn distances(a: &Shapes, b: &Shapes) -> Result<Float32Array, Error> {
    let (distances, nulls) = by_row([a, b], None, |[a, b], _| Query::new().distances_any(a, b))?;
    numbers((with_gaps(vec![distances], nulls.as_ref()), ShapeKind::Value, nulls))
}

/// Where row `i` of `a` and row `i` of `b` are closest: a struct of their `distance`, the point of `a`, `ax`
/// and so on, and that of `b`. See [`soa::closest`].
///
/// # Errors
/// Two shapes whose closest points are not known; unequal numbers of rows; no memory for the result.
pub fn closest(a: &Shapes, b: &Shapes) -> Result<StructArray, Error> {
    let (columns, nulls) = by_row([a, b], None, |[a, b], _| Query::new().closest_any(a, b))?;
    let out = with_as_many(&columns, [ShapeKind::ClosestPair, ShapeKind::ClosestPair3]);
    structs((with_gaps(columns, nulls.as_ref()), out, nulls))
}

/// How to push row `i` of `a` and row `i` of `b` apart: a struct with the columns of [`ShapeKind::Contact`],
/// in space of [`ShapeKind::Contact3`]. Null where they are farther apart than the margin or a row is null;
/// the second point of a contact in the plane is null where it has but one. See [`soa::contacts`].
///
/// # Errors
/// Two shapes without a contact; unequal numbers of rows; a margin that is NaN; no memory for the result.
pub fn contacts(a: &Shapes, b: &Shapes, margin: f32) -> Result<StructArray, Error> {
    let (columns, nulls) = by_row([a, b], None, |[a, b], _| Query::new().contacts_any(a, b, margin))?;
    let out = with_as_many(&columns, [ShapeKind::Contact, ShapeKind::Contact3]);
    nullable(out.columns(), columns, nulls.as_ref())
}

/// Where row `i` of `a` and row `i` of `b`, shapes of space, lie on each other: a struct of the unit normal from `a`
/// to `b` and of up to four points with the depth of each, the deepest one first, `x0`, `y0`, `z0`, `depth0` and so
/// on. Null as [`contacts`] are; points that are not there are null. See [`soa::manifolds`].
///
/// # Errors
/// Two shapes without a contact in space; unequal numbers of rows; a margin that is NaN; no memory for the result.
pub fn manifolds(a: &Shapes, b: &Shapes, margin: f32) -> Result<StructArray, Error> {
    let (columns, nulls) = by_row([a, b], None, |[a, b], _| {
        let query = Query::new();
        let contacts = query.contacts_any(a, b, margin)?;
        let slices: Vec<&[f32]> = contacts.iter().map(Vec::as_slice).collect();
        let of = with_as_many(&contacts, [ShapeKind::Contact, ShapeKind::Contact3]);
        let points = query.manifolds_any(a, b, None, &AnyView::new_unvalidated(of, &slices)?, margin)?;
        Ok(contacts.into_iter().take(Contact3::NORMAL).chain(points).collect())
    })?;
    let names: Vec<&str> = ShapeKind::Contact3
        .columns()
        .iter()
        .take(Contact3::NORMAL)
        .chain(ShapeKind::Manifold3.columns())
        .copied()
        .collect();
    nullable(&names, columns, nulls.as_ref())
}

/// A struct of columns that are null where they are NaN, and of rows that are where the first one is.
fn nullable(
    names: &[&str],
    columns: Vec<Vec<f32>>,
    nulls: Option<&NullBuffer>,
) -> Result<StructArray, Error> {
    let columns = with_gaps(columns, nulls);
    let nulls = NullBuffer::union(nulls, known(&columns[0]).as_ref());
    let fields: Fields = names.iter().map(|name| Field::new(*name, DataType::Float32, true)).collect();
    let columns = columns.into_iter().map(|column| {
        let nulls = known(&column);
        Arc::new(Float32Array::new(column.into(), nulls)) as ArrayRef
    });
    Ok(StructArray::try_new(fields, columns.collect(), nulls)?)
}

/// Moves row `i` of `a` by row `i` of `motions`, which are points: how much of its motion it makes, from 0 to
/// 1, before it touches row `i` of `b`. Null where it does not, or a row is null. Exact about whether it
/// does, and at most `2^-24` of the motion early. See [`soa::sweep`].
///
/// # Errors
/// Two shapes without a sweep; motions that are no points of the same space; unequal numbers of rows; no
/// memory for the result.
pub fn sweep(a: &Shapes, motions: &Shapes, b: &Shapes) -> Result<Float32Array, Error> {
    let (impacts, nulls) =
        by_row([a, motions, b], None, |[a, motions, b], _| Query::new().sweep_any(a, motions, b))?;
    let times = with_gaps(vec![impacts.times], nulls.as_ref());
    let nulls = NullBuffer::union(nulls.as_ref(), known(&times[0]).as_ref());
    numbers((times, ShapeKind::Value, nulls))
}

/// What is within a distance of each shape: its columns, which are shared, and one of distances. Any query
/// and join takes them. Null where a row or its distance is. See [`soa::grow`].
///
/// ```
/// use arrow_array::{FixedSizeListArray, types::Float32Type};
/// use octet_arrow::{ShapeKind, Shapes, grow, join};
///
/// let points = |rows: &[[f32; 2]]| {
///     let rows = rows.iter().map(|row| Some(row.map(Some)));
///     let lists = FixedSizeListArray::from_iter_primitive::<Float32Type, _, _>(rows, 2);
///     Shapes::read_as(ShapeKind::Point, &lists)
/// };
/// let disks = grow(&points(&[[0.0, 0.0], [9.0, 9.0]])?, 5.0)?;
/// assert_eq!(disks.kind(), ShapeKind::Disk);
/// assert_eq!(join(&disks, &points(&[[3.0, 4.0]])?)?.num_rows(), 1);
/// # Ok::<(), octet_arrow::Error>(())
/// ```
///
/// # Errors
/// A shape that does not grow; another number of distances than rows; a distance that is negative or not
/// finite.
pub fn grow<'a>(shapes: &Shapes, distance: impl Into<Distance<'a>>) -> Result<Shapes, Error> {
    let distance = distance.into();
    let nulls = NullBuffer::union(shapes.nulls(), distance.nulls(shapes.len())?.as_ref());
    let shapes = shapes.with_nulls(nulls.as_ref());
    let view = shapes.view()?;
    let distances = distance.column(view.len(), nulls.as_ref());
    let grown = soa::grow_any(&view, &distances).map_err(|error| with_given_row(error, nulls.as_ref()))?;
    let (kind, columns) = (grown.kind(), [shapes.columns(), std::slice::from_ref(&distances)].concat());
    Ok(shapes.into_shape(kind, columns))
}

/// What disks and spheres sweep that move by the motion of their row, which is a point: capsules with the
/// columns of both, which are shared. Null where either is. See [`soa::swept`].
///
/// # Errors
/// A shape that does not move; motions that are no points of the same space; unequal numbers of rows.
pub fn swept(shapes: &Shapes, motions: &Shapes) -> Result<Shapes, Error> {
    if shapes.len() != motions.len() {
        return Err(soa::Error::UnequalRows { left: shapes.len(), right: motions.len() }.into());
    }
    let nulls = NullBuffer::union(shapes.nulls(), motions.nulls());
    let (shapes, motions) = (shapes.with_nulls(nulls.as_ref()), motions.with_nulls(nulls.as_ref()));
    let kind = soa::swept_any(&shapes.view()?, &motions.view()?)?.kind();
    let (center, radius) = shapes.columns().split_at(motions.columns().len());
    let columns = [center, motions.columns(), radius].concat();
    Ok(shapes.into_shape(kind, columns))
}

/// The one that has as many columns.
fn with_as_many(columns: &[Vec<f32>], [plane, space]: [ShapeKind; 2]) -> ShapeKind {
    if columns.len() == plane.columns().len() { plane } else { space }
}
