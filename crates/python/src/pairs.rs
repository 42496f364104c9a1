//! Queries of the pairs of rows that a join has found.

use numpy::PyReadonlyArray1;
use pyo3::prelude::*;
use soa::{AnyView, Error, Pairs, Query};

use crate::columns::Columns;
use crate::error::raise;
use crate::query::{by_row, small_or_large};

/// Left and right rows.
pub type PairArrays<'py> = (PyReadonlyArray1<'py, u32>, PyReadonlyArray1<'py, u32>);

/// What a query is asked: rows, or pairs of rows.
pub struct Asked<'a> {
    pub sides: [&'a AnyView<'a>; 2],
    pub pairs: Option<&'a Pairs>,
    /// Which of the given rows or pairs these are, if not all.
    pub valid: Option<&'a [u32]>,
    /// The number of rows or pairs that were given.
    pub given: usize,
}

/// Runs a query row by row, or of pairs, with the GIL released: of those that are null on no side.
pub fn by_row_or_pair<T: Send>(
    py: Python,
    sides: [&Columns; 2],
    pairs: Option<PairArrays>,
    threads: usize,
    ask: impl FnOnce(Query, Asked) -> Result<T, Error> + Send,
) -> PyResult<T> {
    let Some((left, right)) = pairs else {
        let given = sides[0].rows();
        let (answer, _) = by_row(py, sides, threads, |query, views, valid| {
            ask(query, Asked { sides: [&views[0], &views[1]], pairs: None, valid, given })
        })?;
        return Ok(answer);
    };
    let given = [left.as_slice()?, right.as_slice()?];
    let rows = given[0].len();
    for (side, given) in sides.iter().zip(given) {
        let (rows, last) = (side.rows(), given.iter().max());
        if let Some(&row) = last.filter(|&&row| row as usize >= rows) {
            return Err(raise(Error::NoSuchRow { row: row as usize, rows }));
        }
    }
    let pairs = Pairs::new(given[0].to_vec(), given[1].to_vec()).map_err(raise)?;
    let (pairs, valid) = match sides.map(Columns::given_rows) {
        [None, None] => (pairs, None),
        nulls => {
            let (pairs, valid) = not_null(&pairs, nulls).map_err(raise)?;
            (pairs, Some(valid))
        }
    };
    let borrowed = sides.map(|side| side.borrow(py));
    let (a, b) = (borrowed[0].view()?, borrowed[1].view()?);
    let asked = Asked { sides: [&a, &b], pairs: Some(&pairs), valid: valid.as_deref(), given: rows };
    small_or_large(py, rows, threads, |query| ask(query, asked))?.map_err(raise)
}

/// The pairs of rows that are not null, as rows of the views, and which pairs these are.
fn not_null(pairs: &Pairs, given: [Option<&[u32]>; 2]) -> Result<(Pairs, Vec<u32>), Error> {
    let place = |row: u32, given: Option<&[u32]>| match given {
        None => Some(row),
        Some(given) => given.binary_search(&row).ok().map(|place| place as u32),
    };
    let (mut left, mut right, mut valid) = (Vec::new(), Vec::new(), Vec::new());
    for (pair, (a, b)) in (0..).zip(pairs) {
        if let (Some(a), Some(b)) = (place(a, given[0]), place(b, given[1])) {
            left.push(a);
            right.push(b);
            valid.push(pair);
        }
    }
    Ok((Pairs::new(left, right)?, valid))
}
