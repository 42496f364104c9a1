//! Functions.

use numpy::PyArray1;
use pyo3::prelude::*;
use soa::{Hits, Query, ShapeKind};

use crate::columns::{Columns, unequal};
use crate::error::{raise, raise_arrow};
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
    if a.rows() != b.rows() {
        return Err(unequal(a.rows(), b.rows()));
    }
    if a.given_rows().is_some() || b.given_rows().is_some() {
        return with_nulls(py, a, b, packed);
    }
    let (left, right) = (a.borrow(py), b.borrow(py));
    let (left, right) = (left.view()?, right.view()?);
    let hits = if left.len() <= SMALL {
        py.detach(|| Query::new().sequential().intersects_any(&left, &right))
    } else {
        run(py, threads, None, |_| Query::new().intersects_any(&left, &right))?
    };
    Ok(bools(py, hits.map_err(raise)?, packed))
}

/// A null row intersects nothing.
fn with_nulls<'py>(py: Python<'py>, a: &Columns, b: &Columns, packed: bool) -> PyResult<Bound<'py, PyAny>> {
    let shapes = |columns: &Columns| match columns.arrow() {
        Some(shapes) => Ok(shapes.clone()),
        None => arrow_of(py, columns),
    };
    let (a, b) = (shapes(a)?, shapes(b)?);
    let hits = run(py, 0, None, |_| octet_arrow::intersects(&a, &b))?.map_err(raise_arrow)?;
    let bools = Hits::from_bools((0..hits.len()).map(|row| {
        use arrow_array::Array;
        hits.is_valid(row) && hits.value(row)
    }));
    Ok(self::bools(py, bools, packed))
}

/// A copy of NumPy columns.
fn arrow_of(py: Python, columns: &Columns) -> PyResult<octet_arrow::Shapes> {
    use std::sync::Arc;
    let borrowed = columns.borrow(py);
    let view = borrowed.view()?;
    let named = columns.kind().columns().iter().enumerate().map(|(k, name)| {
        let values = view.column(k).unwrap_or_default().to_vec();
        (*name, Arc::new(arrow_array::Float32Array::from(values)) as arrow_array::ArrayRef)
    });
    let batch = arrow_array::RecordBatch::try_from_iter(named)
        .map_err(|error| pyo3::exceptions::PyValueError::new_err(error.to_string()))?;
    octet_arrow::Shapes::read_batch_as(columns.kind(), &batch, "").map_err(raise_arrow)
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
