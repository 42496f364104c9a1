//! Functions.

use numpy::PyArray1;
use pyo3::prelude::*;
use soa::{AnyView, Error, Hits, Query, ShapeKind};

use crate::columns::{Borrowed, Columns, unequal};
use crate::error::raise;
use crate::pool::run;

/// Rows of a call that is not worth a thread.
pub const SMALL: usize = 1 << 14;

/// Whether row i of a intersects row i of b: bool (n,), or uint8 with a bit a row.
#[pyfunction]
#[pyo3(signature = (a, b, *, packed=false, threads=0))]
pub fn intersects<'py>(
    py: Python<'py>,
    a: &Columns,
    b: &Columns,
    packed: bool,
    threads: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let (hits, valid) =
        by_row(py, [a, b], threads, |query, views, _| query.intersects_any(&views[0], &views[1]))?;
    Ok(bools(py, given_hits(hits, valid.as_deref(), a.rows()), packed))
}

/// Runs a query row by row, with the GIL released, of the rows that are null on no side. Returns the answers
/// and which rows these are, if not all; the query is told, too.
pub fn by_row<const N: usize, T: Send>(
    py: Python,
    sides: [&Columns; N],
    threads: usize,
    ask: impl FnOnce(Query, &[AnyView], Option<&[u32]>) -> Result<T, Error> + Send,
) -> PyResult<(T, Option<Vec<u32>>)> {
    let work = |sides: Sides| {
        let Sides { views, valid, .. } = sides;
        small_or_large(py, views[0].len(), threads, |query| sides.ask(|views| ask(query, views, valid)))
    };
    of_valid_rows(py, sides, work)
}

/// Columns of as many rows, of which some may be null.
#[derive(Clone, Copy)]
pub struct Sides<'a> {
    views: &'a [AnyView<'a>],
    given: &'a [Option<&'a [u32]>],
    /// The rows that are null on no side, if not all.
    valid: Option<&'a [u32]>,
}

impl Sides<'_> {
    /// Asks about the rows that are null on no side, which are copied if not all are.
    pub fn ask<T>(self, ask: impl FnOnce(&[AnyView]) -> Result<T, Error>) -> Result<T, Error> {
        let Some(valid) = self.valid else { return ask(self.views) };
        let sides = self.views.iter().zip(self.given);
        let copies: Vec<Vec<Vec<f32>>> = sides.map(|(view, given)| copied(view, *given, valid)).collect();
        let views = self.views.iter().zip(&copies).map(|(view, columns)| {
            let slices: Vec<&[f32]> = columns.iter().map(Vec::as_slice).collect();
            Ok(AnyView::new_unvalidated(view.kind(), &slices)?.assume_validated())
        });
        ask(&views.collect::<Result<Vec<_>, Error>>()?)
    }
}

/// Runs work on the rows that are null on no side. Returns its result, and which rows these are, if not all.
pub fn of_valid_rows<const N: usize, T>(
    py: Python,
    sides: [&Columns; N],
    work: impl FnOnce(Sides) -> PyResult<Result<T, Error>>,
) -> PyResult<(T, Option<Vec<u32>>)> {
    let rows = sides[0].rows();
    if let Some(side) = sides.iter().find(|side| side.rows() != rows) {
        return Err(unequal(rows, side.rows()));
    }
    let given = sides.map(Columns::given_rows);
    let valid = valid_rows(&given, rows);
    let borrowed = sides.map(|side| side.borrow(py));
    let views = borrowed.iter().map(Borrowed::view).collect::<PyResult<Vec<_>>>()?;
    let result = work(Sides { views: &views, given: &given, valid: valid.as_deref() })?;
    Ok((result.map_err(|error| raise(with_given_row(error, valid.as_deref())))?, valid))
}

/// Runs a query of this many rows with the GIL released: on this thread, or on the pool.
pub fn small_or_large<T: Send>(
    py: Python,
    rows: usize,
    threads: usize,
    work: impl FnOnce(Query) -> T + Send,
) -> PyResult<T> {
    if rows <= SMALL {
        Ok(py.detach(|| work(Query::new().sequential())))
    } else {
        run(py, threads, None, |_| work(Query::new()))
    }
}

/// The rows that are null on no side; None if all are.
fn valid_rows(given: &[Option<&[u32]>], rows: usize) -> Option<Vec<u32>> {
    let mut sides = given.iter().flatten();
    let mut valid = sides.next()?.to_vec();
    for side in sides {
        let mut is_given = vec![false; rows];
        side.iter().for_each(|&row| is_given[row as usize] = true);
        valid.retain(|&row| is_given[row as usize]);
    }
    Some(valid)
}

/// Copies of valid rows, column by column.
fn copied(view: &AnyView, given: Option<&[u32]>, valid: &[u32]) -> Vec<Vec<f32>> {
    let mut place = 0;
    let places: Vec<usize> = valid
        .iter()
        .map(|&row| match given {
            None => row as usize,
            Some(given) => {
                while given[place] < row {
                    place += 1;
                }
                place
            }
        })
        .collect();
    let columns = (0..view.kind().columns().len()).filter_map(|k| view.column(k));
    columns.map(|column| places.iter().map(|&place| column[place]).collect()).collect()
}

/// An error that names the row as it was given.
pub fn with_given_row(mut error: Error, given: Option<&[u32]>) -> Error {
    if let (Error::InvalidValue { row, .. }, Some(given)) = (&mut error, given) {
        *row = given.get(*row).map_or(*row, |&row| row as usize);
    }
    error
}

/// The bits of rows as they were given: a null row has none.
pub fn given_hits(hits: Hits, given: Option<&[u32]>, rows: usize) -> Hits {
    let Some(given) = given else { return hits };
    let mut all = vec![false; rows];
    hits.iter().for_each(|row| all[given[row] as usize] = true);
    Hits::from_bools(all)
}

/// The numbers of rows as they were given: NaN for a null row.
pub fn given_numbers(numbers: Vec<f32>, given: Option<&[u32]>, rows: usize) -> Vec<f32> {
    let Some(given) = given else { return numbers };
    let mut all = vec![f32::NAN; rows];
    given.iter().zip(numbers).for_each(|(&row, number)| all[row as usize] = number);
    all
}

/// The bools of each byte of bits.
static BOOLS: [[bool; 8]; 256] = {
    let mut table = [[false; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 {
            table[byte][bit] = byte >> bit & 1 == 1;
            bit += 1;
        }
        byte += 1;
    }
    table
};

/// Hits as NumPy has them.
pub fn bools(py: Python<'_>, hits: Hits, packed: bool) -> Bound<'_, PyAny> {
    if packed {
        return PyArray1::from_vec(py, hits.into_bytes()).into_any();
    }
    let mut bools = Vec::with_capacity(hits.as_bytes().len() * 8);
    hits.as_bytes().iter().for_each(|&byte| bools.extend_from_slice(&BOOLS[usize::from(byte)]));
    bools.truncate(hits.len());
    PyArray1::from_vec(py, bools).into_any()
}

/// The columns of a shape, in order.
#[pyfunction]
pub fn column_names(kind: &str) -> PyResult<Vec<&'static str>> {
    Ok(kind.parse::<ShapeKind>().map_err(raise)?.columns().to_vec())
}

/// The instruction set that queries run on: portable, avx2, avx512.
#[pyfunction]
pub fn level() -> String {
    Query::new().level().to_string()
}
