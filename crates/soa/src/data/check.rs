//! What columns are refused, and what is known of each shape in columns of `f32`.

use core::ops::Range;

use scalar::dim2::{Aabb, Clip, Disk, Line, OrientedBox, Point, Ray, Segment, Triangle};
use scalar::dim3::{Aabb3, Clip3, Line3, OrientedBox3, Point3, Ray3, Segment3, Sphere, Triangle3};

use super::error::{Error, Rule};
use super::kind::ShapeKind;
use super::shape::{Element, MAX_COLUMNS, Nothing, Shape, ShapeInfo, sealed};

// The shapes and the registers hold `f32`. A second element type adds:
//
// * here: its impl of the trait that follows, with a table of its shapes; `data/shape.rs`: `Element`, and a `Shape` of it for each;
// * `lanes.rs`: a `Simd::load` for it; `kernel/operand.rs`: what `Operand` loads by that;
// * `kernel/blocks.rs`, `kernel/value.rs`: the instances of the kernels: `Blocks` of it for `At`, and `of` for its kernels;
// * `registry.rs`: an entry in the list of kernels for each; `run/query.rs`, `run/with.rs`: the calls that are compiled for it.
impl sealed::Compiled for f32 {
    const BAD_BYTES: &'static str = "the bytes are not aligned to 4, or their number is no multiple of 4";

    fn rows(kind: ShapeKind, columns: &[&[Self]]) -> Result<usize, Error> {
        equal_columns(kind, columns)
    }

    fn check(kind: ShapeKind, columns: &[&[Self]], rows: Range<usize>) -> Result<(), Error> {
        check_columns(kind, columns, rows)
    }

    fn shape(kind: ShapeKind) -> &'static ShapeInfo {
        static INFOS: [ShapeInfo; ShapeKind::ALL.len()] = [
            ShapeInfo::of::<Nothing>(),
            ShapeInfo::of::<f32>(),
            ShapeInfo::of::<Point>(),
            ShapeInfo::of::<Segment>(),
            ShapeInfo::of::<Ray>(),
            ShapeInfo::of::<Line>(),
            ShapeInfo::of::<Disk>(),
            ShapeInfo::of::<Aabb>(),
            ShapeInfo::of::<OrientedBox>(),
            ShapeInfo::of::<Triangle>(),
            ShapeInfo::of::<Clip>(),
            ShapeInfo::of::<Point3>(),
            ShapeInfo::of::<Segment3>(),
            ShapeInfo::of::<Ray3>(),
            ShapeInfo::of::<Line3>(),
            ShapeInfo::of::<Aabb3>(),
            ShapeInfo::of::<Sphere>(),
            ShapeInfo::of::<OrientedBox3>(),
            ShapeInfo::of::<Triangle3>(),
            ShapeInfo::of::<Clip3>(),
        ];
        // The table has the order of the variants.
        &INFOS[kind as usize]
    }
}

/// The number of rows of columns that are equally long.
pub(crate) fn equal_columns<E>(kind: ShapeKind, columns: &[&[E]]) -> Result<usize, Error> {
    let expected = columns.first().map_or(0, |column| column.len());
    for (column, name) in columns.iter().zip(kind.columns()) {
        let rows = column.len();
        if rows != expected {
            return Err(Error::UnequalColumns { shape: kind.name(), column: name, rows, expected });
        }
    }
    Ok(expected)
}

/// Refuses columns with a value that is not finite, or with a row that breaks a rule of its shape.
pub(crate) fn check_columns<E: Element>(
    kind: ShapeKind,
    columns: &[&[E]],
    rows: Range<usize>,
) -> Result<(), Error> {
    for (k, column) in columns.iter().enumerate() {
        // A fold without an early exit is one vector pass; the row is looked up only on failure.
        if !column.iter().fold(true, |ok, x| ok & x.is_finite()) {
            let row = column.iter().position(|x| !x.is_finite()).unwrap_or(0);
            return Err(invalid(kind, column[row].nearest_f32(), row, k, Rule::NotFinite));
        }
    }
    kind.broken_rule(columns, rows)
        .map_or(Ok(()), |(row, k, rule)| Err(invalid(kind, columns[k][row].nearest_f32(), row, k, rule)))
}

/// Refuses a row with a value that is not finite, or that breaks a rule of its shape.
pub(crate) fn check_row<S: Shape<E>, E: Element>(shape: &S, row: usize) -> Result<(), Error> {
    let values = shape.values();
    if let Some(k) = values.iter().position(|x| !x.is_finite()) {
        return Err(invalid(S::KIND, values[k].nearest_f32(), row, k, Rule::NotFinite));
    }
    shape
        .broken_rule()
        .map_or(Ok(()), |(k, rule)| Err(invalid(S::KIND, values[k].nearest_f32(), row, k, rule)))
}

/// [`check_row`] for the values of a shape that is a value.
pub(crate) fn check_values<E: Element>(kind: ShapeKind, values: &[E]) -> Result<(), Error> {
    check_count(kind, values)?;
    let mut columns: [&[E]; MAX_COLUMNS] = [&[]; MAX_COLUMNS];
    for (column, value) in columns.iter_mut().zip(values) {
        *column = core::slice::from_ref(value);
    }
    check_columns(kind, &columns[..values.len()], 0..1)
}

/// Whether there are as many values, or columns, as the shape has columns.
pub(crate) fn check_count<T>(kind: ShapeKind, values: &[T]) -> Result<(), Error> {
    let (columns, expected) = (values.len(), kind.columns().len());
    if columns == expected {
        Ok(())
    } else {
        Err(Error::ColumnCount { shape: kind.name(), columns, expected })
    }
}

fn invalid(kind: ShapeKind, value: f32, row: usize, k: usize, rule: Rule) -> Error {
    Error::InvalidValue { shape: kind.name(), column: kind.columns()[k], row, value, rule }
}
