//! Columns of shapes, borrowed from Arrow.

use std::ops::Range;
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::{Float32Type, Float64Type};
use arrow_array::{Array, ArrayRef, FixedSizeListArray, Float32Array, RecordBatch, StructArray};
use arrow_buffer::{NullBuffer, ScalarBuffer};
use arrow_schema::{DataType, Field, FieldRef};
use soa::{AnyView, MAX_COLUMNS, ShapeKind};

use crate::error::Error;
use crate::kind;
use crate::query::at_valid;

/// Shapes in Arrow columns, checked once.
///
/// Without nulls, a struct in one chunk is shared and not copied. Otherwise its valid rows are copied once;
/// answers are for the rows that were given, and are null for a null row. What lies under a null is never
/// looked at.
///
/// ```
/// use std::sync::Arc;
/// use arrow_array::{Float32Array, RecordBatch};
/// use octet_arrow::{ShapeKind, Shapes};
///
/// let column = |values: &[f32]| Arc::new(Float32Array::from(values.to_vec())) as _;
/// let batch = RecordBatch::try_from_iter([
///     ("x", column(&[0.0, 9.0])),
///     ("y", column(&[0.0, 9.0])),
///     ("radius", column(&[1.0, 0.5])),
/// ])?;
/// let disks = Shapes::of_batch(&batch, "")?;
/// assert_eq!((disks.kind(), disks.len()), (ShapeKind::Disk, 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Shapes {
    kind: ShapeKind,
    columns: Vec<ScalarBuffer<f32>>,
    /// Rows that were given.
    len: usize,
    nulls: Option<Nulls>,
}

/// The valid rows, where not all are.
#[derive(Clone, Debug)]
struct Nulls {
    valid: NullBuffer,
    /// Which given row each row of the columns is.
    rows: Vec<u32>,
}

impl Shapes {
    /// The shapes of a struct, which has exactly the columns of a shape. Columns of segments, rays and lines
    /// are read as segments.
    ///
    /// # Errors
    /// An array of another type; columns of no shape; a value that no shape may have.
    pub fn new(array: &dyn Array) -> Result<Self, Error> {
        Self::of_chunks(None, &[array])
    }

    /// The shapes that a field's extension name says (`octet.ray`: [`field`](crate::field)). Without one of
    /// ours, as [`Shapes::new`].
    ///
    /// # Errors
    /// As [`Shapes::new`]; an extension name of ours that there is not.
    pub fn of_field(field: &Field, array: &dyn Array) -> Result<Self, Error> {
        Self::of_chunks(kind::of_field(field)?, &[array])
    }

    /// A struct that has the columns of this shape among others, or a `FixedSizeList` of as many values,
    /// which are transposed into columns: a copy.
    ///
    /// # Errors
    /// An array of another type; a column that is missing; lists of another length; a value that no shape may
    /// have.
    pub fn read_as(kind: ShapeKind, array: &dyn Array) -> Result<Self, Error> {
        Self::of_chunks(Some(kind), &[array])
    }

    /// The shape whose columns are exactly those that begin with a prefix: `wall_ax`, `wall_ay` and so on.
    ///
    /// # Errors
    /// As [`Shapes::new`].
    pub fn of_batch(batch: &RecordBatch, prefix: &str) -> Result<Self, Error> {
        Self::new(&with_prefix(batch, prefix)?)
    }

    /// The columns of this shape among those that begin with a prefix.
    ///
    /// # Errors
    /// As [`Shapes::read_as`].
    pub fn read_batch_as(kind: ShapeKind, batch: &RecordBatch, prefix: &str) -> Result<Self, Error> {
        Self::read_as(kind, &with_prefix(batch, prefix)?)
    }

    /// The rows of several arrays, one after the other; of the given shape, or of that which their columns
    /// are. More than one are copied.
    ///
    /// # Errors
    /// As [`Shapes::new`] and [`Shapes::read_as`]; chunks of different shapes.
    pub fn of_chunks(kind: Option<ShapeKind>, chunks: &[&dyn Array]) -> Result<Self, Error> {
        let mut first = kind;
        let mut read = Vec::with_capacity(chunks.len());
        for chunk in chunks {
            let chunk = Chunk::of(kind, *chunk)?;
            let expected = *first.get_or_insert(chunk.kind);
            if chunk.kind != expected {
                let (expected, found) = (expected.name(), chunk.kind.name());
                return Err(Error::MixedChunks { expected, found });
            }
            read.push(chunk);
        }
        let kind = first.ok_or_else(|| Error::UnknownColumns { columns: "of no chunk".into() })?;
        let len = read.iter().map(|chunk| chunk.len).sum();
        if u32::try_from(len).is_err() {
            return Err(soa::Error::TooManyRows { rows: len }.into());
        }
        let nulls = Nulls::of(&read, len);
        let columns = match (read.as_mut_slice(), &nulls) {
            ([chunk], None) => std::mem::take(&mut chunk.columns),
            _ => (0..kind.columns().len()).map(|k| valid_values(&read, k)).collect(),
        };
        let shapes = Self { kind, columns, len, nulls };
        match shapes.check() {
            Ok(()) => Ok(shapes),
            Err(error) => Err(shapes.with_given_row(error).into()),
        }
    }

    /// A struct or list of `Float64`, each value rounded to the nearest `f32`. Answers are exact for the
    /// rounded shapes, not for those that were given.
    ///
    /// # Errors
    /// As [`Shapes::read_as`], and as [`Shapes::new`] without a shape.
    pub fn rounded(kind: Option<ShapeKind>, array: &dyn Array) -> Result<Self, Error> {
        let round = |values: &ArrayRef| match values.as_primitive_opt::<Float64Type>() {
            Some(values) => Arc::new(values.unary::<_, Float32Type>(|x| x as f32)) as ArrayRef,
            None => values.clone(),
        };
        let retyped = |field: &FieldRef, values: &ArrayRef| {
            Arc::new(field.as_ref().clone().with_data_type(values.data_type().clone()))
        };
        if let Some(array) = array.as_struct_opt() {
            let columns: Vec<_> = array.columns().iter().map(round).collect();
            let fields = array.fields().iter().zip(&columns).map(|(field, values)| retyped(field, values));
            let rounded = StructArray::try_new(fields.collect(), columns, array.nulls().cloned())?;
            return Self::of_chunks(kind, &[&rounded]);
        }
        if let (Some(array), DataType::FixedSizeList(field, n)) =
            (array.as_fixed_size_list_opt(), array.data_type())
        {
            let values = round(array.values());
            let field = retyped(field, &values);
            let rounded = FixedSizeListArray::try_new(field, *n, values, array.nulls().cloned())?;
            return Self::of_chunks(kind, &[&rounded]);
        }
        Err(Error::NotShapes(array.data_type().clone()))
    }

    /// The shape of a row.
    pub fn kind(&self) -> ShapeKind {
        self.kind
    }

    /// The number of rows that were given, null or not.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The valid rows for the functions of [`soa`].
    ///
    /// # Errors
    /// None that [`Shapes`] has not had before.
    pub fn view(&self) -> Result<AnyView<'_>, Error> {
        Ok(self.unvalidated()?.assume_validated())
    }

    /// Which rows are valid; None if all are.
    pub fn nulls(&self) -> Option<&NullBuffer> {
        self.nulls.as_ref().map(|nulls| &nulls.valid)
    }

    /// Which given row each row of [`Shapes::view`] is; None if there are no nulls.
    pub fn given_rows(&self) -> Option<&[u32]> {
        self.nulls.as_ref().map(|nulls| nulls.rows.as_slice())
    }

    /// The given rows of rows of the view.
    pub(crate) fn to_given(&self, rows: Vec<u32>) -> Vec<u32> {
        match self.given_rows() {
            Some(given) => rows.into_iter().map(|row| given[row as usize]).collect(),
            None => rows,
        }
    }

    /// A copy of some given rows, all of which are valid, as if there were no others.
    pub(crate) fn only(&self, rows: &NullBuffer) -> Self {
        let places: Vec<usize> = match self.given_rows() {
            Some(given) => (0..given.len()).filter(|&i| rows.is_valid(given[i] as usize)).collect(),
            None => rows.valid_indices().collect(),
        };
        let taken = |column: &ScalarBuffer<f32>| places.iter().map(|&i| column[i]).collect();
        let columns = self.columns.iter().map(taken).collect();
        Self { kind: self.kind, columns, len: places.len(), nulls: None }
    }

    /// These rows, of which those are null that are null there, too; there are no fewer nulls than now.
    pub(crate) fn with_nulls(&self, nulls: Option<&NullBuffer>) -> Self {
        match nulls {
            Some(valid) if self.nulls() != Some(valid) => {
                Self { len: self.len, nulls: Some(Nulls::of_valid(valid.clone())), ..self.only(valid) }
            }
            _ => self.clone(),
        }
    }

    /// The valid rows of each column.
    pub(crate) fn columns(&self) -> &[ScalarBuffer<f32>] {
        &self.columns
    }

    /// The same rows as another shape, whose columns were checked.
    pub(crate) fn into_shape(self, kind: ShapeKind, columns: Vec<ScalarBuffer<f32>>) -> Self {
        Self { kind, columns, ..self }
    }

    /// A struct with the columns of the shape: those of these shapes, or copies with gaps where there are
    /// nulls. For a schema there is [`field`](crate::field).
    ///
    /// ```
    /// use arrow_array::{Array, FixedSizeListArray, types::Float32Type};
    /// use octet_arrow::{ShapeKind, Shapes};
    ///
    /// let rows = [Some([Some(1.0), Some(2.0)]), None];
    /// let points = FixedSizeListArray::from_iter_primitive::<Float32Type, _, _>(rows, 2);
    /// let points = Shapes::read_as(ShapeKind::Point, &points)?.to_array()?;
    /// assert_eq!((points.column_names(), points.len(), points.null_count()), (vec!["x", "y"], 2, 1));
    /// # Ok::<(), octet_arrow::Error>(())
    /// ```
    ///
    /// # Errors
    /// What Arrow refuses.
    pub fn to_array(&self) -> Result<StructArray, Error> {
        let columns = self.columns.iter().map(|column| -> ArrayRef {
            let Some(valid) = self.nulls() else { return Arc::new(Float32Array::new(column.clone(), None)) };
            Arc::new(Float32Array::from(at_valid(column, valid)))
        });
        let (fields, nulls) = (kind::columns(self.kind), self.nulls().cloned());
        Ok(StructArray::try_new_with_length(fields, columns.collect(), nulls, self.len)?)
    }

    /// The columns, on the stack: a small call takes less time than an allocator.
    fn with_slices<'a, T>(&'a self, f: impl FnOnce(&[&'a [f32]]) -> T) -> T {
        let mut slices: [&[f32]; MAX_COLUMNS] = [&[]; MAX_COLUMNS];
        slices.iter_mut().zip(&self.columns).for_each(|(slice, column)| *slice = column);
        f(&slices[..self.columns.len()])
    }

    fn unvalidated(&self) -> Result<AnyView<'_>, soa::Error> {
        self.with_slices(|slices| AnyView::new_unvalidated(self.kind, slices))
    }

    fn check(&self) -> Result<(), soa::Error> {
        self.with_slices(|slices| AnyView::new(self.kind, slices)).map(|_| ())
    }

    /// An error that names the row as it was given.
    fn with_given_row(&self, mut error: soa::Error) -> soa::Error {
        if let (soa::Error::InvalidValue { row, .. }, Some(given)) = (&mut error, self.given_rows()) {
            *row = given[*row] as usize;
        }
        error
    }
}

impl Nulls {
    /// None if all rows are valid.
    fn of(chunks: &[Chunk], len: usize) -> Option<Self> {
        if chunks.iter().all(|chunk| chunk.nulls.is_none()) {
            return None;
        }
        let mut valid = Vec::with_capacity(len);
        for chunk in chunks {
            valid.extend(
                (0..chunk.len).map(|row| chunk.nulls.as_ref().is_none_or(|nulls| nulls.is_valid(row))),
            );
        }
        Some(Self::of_valid(NullBuffer::from(valid)))
    }

    fn of_valid(valid: NullBuffer) -> Self {
        let rows = valid.valid_indices().map(|row| row as u32).collect();
        Self { valid, rows }
    }
}

/// Rows of one array.
struct Chunk {
    kind: ShapeKind,
    columns: Vec<ScalarBuffer<f32>>,
    nulls: Option<NullBuffer>,
    len: usize,
}

impl Chunk {
    fn of(kind: Option<ShapeKind>, array: &dyn Array) -> Result<Self, Error> {
        let chunk = if let Some(array) = array.as_struct_opt() {
            Self::of_struct(kind, array)?
        } else if let Some(array) = array.as_fixed_size_list_opt() {
            Self::of_list(kind.ok_or(Error::NoKind)?, array)?
        } else {
            return Err(Error::NotShapes(array.data_type().clone()));
        };
        let nulls = chunk.nulls.filter(|nulls| nulls.null_count() > 0);
        Ok(Self { nulls, ..chunk })
    }

    fn of_struct(kind: Option<ShapeKind>, array: &StructArray) -> Result<Self, Error> {
        let kind = kind.map_or_else(|| kind::of_columns(&array.column_names()), Ok)?;
        let mut nulls = array.nulls().cloned();
        let mut columns = Vec::with_capacity(kind.columns().len());
        for name in kind.columns() {
            let missing = || Error::MissingColumn { shape: kind.name(), column: (*name).into() };
            let column = floats(name, array.column_by_name(name).ok_or_else(missing)?)?;
            nulls = NullBuffer::union(nulls.as_ref(), column.nulls());
            columns.push(column.values().clone());
        }
        Ok(Self { kind, columns, nulls, len: array.len() })
    }

    fn of_list(kind: ShapeKind, array: &FixedSizeListArray) -> Result<Self, Error> {
        let (expected, found) = (kind.columns().len(), array.value_length() as usize);
        if found != expected {
            return Err(Error::ListLength { shape: kind.name(), expected, found });
        }
        let values = floats("of the lists", array.values())?;
        let rows = list_rows(array, expected);
        let column = |k| rows.clone().map(|row| values.value(row * expected + k)).collect();
        let columns = (0..expected).map(column).collect();
        let of_values = values.nulls().filter(|nulls| nulls.null_count() > 0).map(|nulls| {
            let is_valid = |row| (0..expected).all(|k| nulls.is_valid(row * expected + k));
            NullBuffer::from(rows.clone().map(is_valid).collect::<Vec<_>>())
        });
        let nulls = NullBuffer::union(array.nulls(), of_values.as_ref());
        Ok(Self { kind, columns, nulls, len: array.len() })
    }
}

/// The lists of an array among those of its values.
fn list_rows(array: &FixedSizeListArray, width: usize) -> Range<usize> {
    let first = array.value_offset(0) as usize / width;
    first..first + array.len()
}

/// A column of `f32`.
fn floats<'a>(name: &str, column: &'a ArrayRef) -> Result<&'a Float32Array, Error> {
    column.as_primitive_opt().ok_or_else(|| match column.data_type() {
        DataType::Float64 => Error::Float64 { column: name.into() },
        found => Error::WrongType { column: name.into(), found: found.clone() },
    })
}

/// A column of the valid rows of all chunks.
fn valid_values(chunks: &[Chunk], k: usize) -> ScalarBuffer<f32> {
    let mut values = Vec::new();
    for chunk in chunks {
        match &chunk.nulls {
            Some(nulls) => values.extend(nulls.valid_indices().map(|row| chunk.columns[k][row])),
            None => values.extend_from_slice(&chunk.columns[k]),
        }
    }
    values.into()
}

/// The columns that begin with a prefix, without it.
fn with_prefix(batch: &RecordBatch, prefix: &str) -> Result<StructArray, Error> {
    let schema = batch.schema_ref();
    let (mut fields, mut columns) = (Vec::new(), Vec::new());
    for (field, column) in schema.fields().iter().zip(batch.columns()) {
        if let Some(name) = field.name().strip_prefix(prefix) {
            fields.push(Arc::new(field.as_ref().clone().with_name(name)));
            columns.push(column.clone());
        }
    }
    Ok(StructArray::try_new_with_length(fields.into(), columns, None, batch.num_rows())?)
}
