//! Which columns are refused.

use core::ops::Range;

use super::error::{Error, Rule};
use super::shape::{Element, MAX_COLUMNS, Shape, ShapeInfo, sealed};
use super::shape::{INFOS, ShapeKind};

// The shapes and the registers hold `f32`. A second element type adds:
//
// * here: its impl of the trait that follows; `data/shape.rs`: `Element`; `data/kind.rs`: a `Shape` of it for
//   each, and their table;
// * `lanes.rs`: a `Simd::load` for it; `kernel/operand.rs`: what `Operand` loads by that;
// * `kernel/blocks.rs`, `kernel/value.rs`: the instances of the kernels: `Blocks` of it for `At`, and `of`
//   for its kernels;
// * `registry.rs`: an entry in the list of kernels for each; `run/query.rs`, `run/with.rs`: the calls that
//   are compiled for it.
impl sealed::Compiled for f32 {
    const BAD_BYTES: &'static str = "the bytes are not aligned to 4, or their number is no multiple of 4";

    fn rows(kind: ShapeKind, columns: &[&[Self]]) -> Result<usize, Error> {
        let expected = columns.first().map_or(0, |column| column.len());
        for (column, name) in columns.iter().zip(kind.columns()) {
            let rows = column.len();
            if rows != expected {
                return Err(Error::UnequalColumns { shape: kind.name(), column: name, rows, expected });
            }
        }
        Ok(expected)
    }

    fn check(kind: ShapeKind, columns: &[&[Self]], rows: Range<usize>) -> Result<(), Error> {
        check_columns(kind, columns, rows)
    }

    fn shape(kind: ShapeKind) -> &'static ShapeInfo {
        &INFOS[kind as usize]
    }
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
    refuse_broken_rule(kind, columns, rows)
}

fn refuse_broken_rule<E: Element>(
    kind: ShapeKind,
    columns: &[&[E]],
    rows: Range<usize>,
) -> Result<(), Error> {
    kind.broken_rule(columns, rows)
        .map_or(Ok(()), |(row, k, rule)| Err(invalid(kind, columns[k][row].nearest_f32(), row, k, rule)))
}

/// Refuses a row with a value that is not finite, or that breaks a rule of its shape.
pub(crate) fn check_row<S: Shape<E>, E: Element>(shape: &S, row: usize) -> Result<(), Error> {
    let values = shape.values();
    refuse_not_finite(S::KIND, values, row)?;
    shape
        .broken_rule()
        .map_or(Ok(()), |(k, rule)| Err(invalid(S::KIND, values[k].nearest_f32(), row, k, rule)))
}

/// [`check_row`] for the values of a shape that is a value.
pub(crate) fn check_values<E: Element>(kind: ShapeKind, values: &[E]) -> Result<(), Error> {
    check_count(kind, values)?;
    refuse_not_finite(kind, values, 0)?;
    let mut columns: [&[E]; MAX_COLUMNS] = [&[]; MAX_COLUMNS];
    for (column, value) in columns.iter_mut().zip(values) {
        *column = core::slice::from_ref(value);
    }
    refuse_broken_rule(kind, &columns[..values.len()], 0..1)
}

fn refuse_not_finite<E: Element>(kind: ShapeKind, values: &[E], row: usize) -> Result<(), Error> {
    match values.iter().position(|x| !x.is_finite()) {
        Some(k) => Err(invalid(kind, values[k].nearest_f32(), row, k, Rule::NotFinite)),
        None => Ok(()),
    }
}

/// Refuses another number of values, or of columns, than the shape has columns.
pub(crate) fn check_count<T>(kind: ShapeKind, values: &[T]) -> Result<(), Error> {
    let (columns, expected) = (values.len(), kind.columns().len());
    if columns == expected {
        Ok(())
    } else {
        Err(Error::ColumnCount { shape: kind.name(), columns, expected })
    }
}

/// Refuses more rows than `u32` can number.
pub(crate) fn check_rows(rows: usize) -> Result<(), Error> {
    if u32::try_from(rows).is_ok() { Ok(()) } else { Err(Error::TooManyRows { rows }) }
}

fn invalid(kind: ShapeKind, value: f32, row: usize, k: usize, rule: Rule) -> Error {
    Error::InvalidValue { shape: kind.name(), column: kind.columns()[k], row, value, rule }
}
