//! Rows of a shape that is a value: their numbers in the order of its columns.

use core::ops::Range;
use core::slice;

use soa::{AnyView, Error, MAX_COLUMNS, ShapeKind};

/// A row: a number a column.
pub type Row = Vec<f32>;

/// Owned columns of a shape, whose values are not checked.
#[derive(Clone, Debug)]
pub struct Columns {
    kind: ShapeKind,
    columns: Vec<Vec<f32>>,
}

impl Columns {
    /// No rows.
    pub fn new(kind: ShapeKind) -> Self {
        Self { kind, columns: vec![Vec::new(); kind.columns().len()] }
    }

    /// These rows.
    pub fn of(kind: ShapeKind, rows: &[Row]) -> Self {
        let column = |k: usize| rows.iter().map(|row| row[k]).collect();
        Self { kind, columns: (0..kind.columns().len()).map(column).collect() }
    }

    /// Adds a row.
    pub fn push(&mut self, row: &[f32]) {
        self.columns.iter_mut().zip(row).for_each(|(column, &x)| column.push(x));
    }

    /// Adds the first rows of other columns.
    pub fn extend(&mut self, other: &Self, rows: usize) {
        for (column, from) in self.columns.iter_mut().zip(&other.columns) {
            column.extend_from_slice(&from[..rows]);
        }
    }

    /// Removes every row.
    pub fn clear(&mut self) {
        self.columns.iter_mut().for_each(Vec::clear);
    }

    /// All rows, repeated.
    #[must_use]
    pub fn repeat(&self, times: usize) -> Self {
        Self { kind: self.kind, columns: self.columns.iter().map(|column| column.repeat(times)).collect() }
    }

    /// These rows. Of a shape without columns they hold nothing.
    pub fn rows(&self, rows: Range<usize>) -> Vec<Row> {
        rows.map(|row| self.columns.iter().map(|column| column[row]).collect()).collect()
    }

    /// A view of some rows that was not validated.
    pub fn view(&self, rows: Range<usize>) -> AnyView<'_> {
        let mut columns: [&[f32]; MAX_COLUMNS] = [&[]; MAX_COLUMNS];
        for (part, column) in columns.iter_mut().zip(&self.columns) {
            *part = &column[rows.clone()];
        }
        let view = AnyView::new_unvalidated(self.kind, &columns[..self.columns.len()]);
        view.unwrap_or_else(|error| unreachable!("equally long columns: {error}"))
    }

    /// A view of all rows that was validated.
    ///
    /// # Errors
    /// The first value that soa refuses.
    pub fn checked(&self) -> Result<AnyView<'_>, Error> {
        let columns: Vec<&[f32]> = self.columns.iter().map(Vec::as_slice).collect();
        AnyView::new(self.kind, &columns)
    }

    /// A view of all rows that was validated, or one that was not because it cannot be.
    pub fn all(&self) -> AnyView<'_> {
        self.checked().unwrap_or_else(|_| self.view(0..self.columns.first().map_or(0, Vec::len)))
    }
}

/// Rows whose numbers have these bits.
pub fn of_bits(rows: &[&[u32]]) -> Vec<Row> {
    rows.iter().map(|row| row.iter().map(|&bits| f32::from_bits(bits)).collect()).collect()
}

/// A row of a view.
pub fn row_of(view: &AnyView, row: usize) -> Row {
    (0..view.kind().columns().len()).filter_map(|k| Some(view.column(k)?[row])).collect()
}

/// Whether every value is finite.
pub fn is_finite(row: &[f32]) -> bool {
    row.iter().all(|x| x.is_finite())
}

/// Checks a row as soa checks rows of this shape.
///
/// # Errors
/// Another number of values than the shape has columns; a value that is not finite or that breaks a rule of
/// the shape.
pub fn check(kind: ShapeKind, row: &[f32]) -> Result<(), Error> {
    let mut columns: [&[f32]; MAX_COLUMNS] = [&[]; MAX_COLUMNS];
    for (column, value) in columns.iter_mut().zip(row) {
        *column = slice::from_ref(value);
    }
    AnyView::new(kind, &columns[..row.len().min(MAX_COLUMNS)]).map(|_| ())
}

/// Whether soa takes a row for a shape.
pub fn is_valid(kind: ShapeKind, row: &[f32]) -> bool {
    check(kind, row).is_ok()
}
