//! Columns of shapes: NumPy arrays or Arrow buffers, borrowed.

use std::sync::Arc;

use arrow_array::{ArrayRef, Float32Array, StructArray};
use arrow_schema::{DataType, Field};
use numpy::{PyArray1, PyArrayMethods, PyReadonlyArray1};
use octet_arrow::Shapes;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3_arrow::input::AnyArray;
use soa::{AnyView, MAX_COLUMNS, ShapeKind};

use crate::error::{raise, raise_arrow};

/// Columns of one shape, borrowed and checked once. The classes of shapes derive from it.
#[pyclass(frozen, subclass, module = "octet._octet")]
pub struct Columns {
    kind: ShapeKind,
    data: Data,
    rows: usize,
}

enum Data {
    NumPy(Vec<Py<PyArray1<f32>>>),
    Arrow(Shapes),
}

/// The columns during a call. Nobody can resize the arrays as long as it lives.
pub struct Borrowed<'a, 'py> {
    kind: ShapeKind,
    arrays: Vec<PyReadonlyArray1<'py, f32>>,
    arrow: Option<&'a Shapes>,
}

impl Borrowed<'_, '_> {
    pub fn view(&self) -> PyResult<AnyView<'_>> {
        if let Some(shapes) = self.arrow {
            return shapes.view().map_err(raise_arrow);
        }
        let mut columns: [&[f32]; MAX_COLUMNS] = [&[]; MAX_COLUMNS];
        for (column, array) in columns.iter_mut().zip(&self.arrays) {
            *column = array.as_slice()?;
        }
        let view = AnyView::new_unvalidated(self.kind, &columns[..self.arrays.len()]).map_err(raise)?;
        Ok(view.assume_validated())
    }
}

impl Columns {
    pub fn kind(&self) -> ShapeKind {
        self.kind
    }

    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Which given row each row of the view is, if some are null.
    pub fn given_rows(&self) -> Option<&[u32]> {
        match &self.data {
            Data::NumPy(_) => None,
            Data::Arrow(shapes) => shapes.given_rows(),
        }
    }

    /// The columns of what these become that grow, and one of distances.
    fn grown(&self, py: Python, distances: Py<PyArray1<f32>>) -> PyResult<Data> {
        let each = distances.bind(py).readonly();
        match &self.data {
            Data::NumPy(arrays) => {
                soa::grow_any(&self.borrow(py).view()?, each.as_slice()?).map_err(raise)?;
                let arrays = arrays.iter().map(|array| array.clone_ref(py));
                Ok(Data::NumPy(arrays.chain([distances.clone_ref(py)]).collect()))
            }
            Data::Arrow(shapes) => {
                let each = Float32Array::from(each.as_slice()?.to_vec());
                Ok(Data::Arrow(octet_arrow::grow(shapes, &each).map_err(raise_arrow)?))
            }
        }
    }

    /// The columns of what these sweep, which have those of their motions between their own.
    fn swept(&self, py: Python, motions: &Self) -> PyResult<Data> {
        if let (Data::NumPy(shapes), Data::NumPy(vectors)) = (&self.data, &motions.data) {
            soa::swept_any(&self.borrow(py).view()?, &motions.borrow(py).view()?).map_err(raise)?;
            let (center, radius) = shapes.split_at(vectors.len());
            let all = center.iter().chain(vectors).chain(radius);
            return Ok(Data::NumPy(all.map(|array| array.clone_ref(py)).collect()));
        }
        let (shapes, motions) = (self.to_arrow(py)?, motions.to_arrow(py)?);
        Ok(Data::Arrow(octet_arrow::swept(&shapes, &motions).map_err(raise_arrow)?))
    }

    /// As Arrow buffers; arrays are copied.
    fn to_arrow(&self, py: Python) -> PyResult<Shapes> {
        let arrays = match &self.data {
            Data::Arrow(shapes) => return Ok(shapes.clone()),
            Data::NumPy(arrays) => arrays,
        };
        let columns = self.kind.columns().iter().zip(arrays).map(|(&name, array)| {
            let column = Float32Array::from(array.bind(py).readonly().as_slice()?.to_vec());
            Ok((Arc::new(Field::new(name, DataType::Float32, false)), Arc::new(column) as ArrayRef))
        });
        let columns: Vec<_> = columns.collect::<PyResult<_>>()?;
        Shapes::read_as(self.kind, &StructArray::from(columns)).map_err(raise_arrow)
    }

    pub fn borrow<'a, 'py>(&'a self, py: Python<'py>) -> Borrowed<'a, 'py> {
        let (arrays, arrow) = match &self.data {
            Data::NumPy(arrays) => (arrays.iter().map(|array| array.bind(py).readonly()).collect(), None),
            Data::Arrow(shapes) => (Vec::new(), Some(shapes)),
        };
        Borrowed { kind: self.kind, arrays, arrow }
    }
}

#[pymethods]
impl Columns {
    /// Contiguous float32 arrays, one a column; one Arrow array or stream; other columns and how far each of their
    /// rows grows; or those and how each moves.
    #[new]
    #[pyo3(signature = (kind, arrays=None, arrow=None, grown=None, swept=None))]
    fn new(
        py: Python,
        kind: &str,
        arrays: Option<Vec<Py<PyArray1<f32>>>>,
        arrow: Option<AnyArray>,
        grown: Option<(Py<Self>, Py<PyArray1<f32>>)>,
        swept: Option<(Py<Self>, Py<Self>)>,
    ) -> PyResult<Self> {
        let kind: ShapeKind = kind.parse().map_err(raise)?;
        let data = match (arrays, arrow, grown, swept) {
            (Some(arrays), None, None, None) => Data::NumPy(arrays),
            (None, None, Some((shapes, distances)), None) => shapes.get().grown(py, distances)?,
            (None, None, None, Some((shapes, motions))) => shapes.get().swept(py, motions.get())?,
            (None, Some(arrow), None, None) => {
                let (chunks, _) = arrow.into_chunked_array().map_err(PyErr::from)?.into_inner();
                let chunks: Vec<_> = chunks.iter().map(|chunk| chunk.as_ref()).collect();
                Data::Arrow(Shapes::of_chunks(Some(kind), &chunks).map_err(raise_arrow)?)
            }
            _ => {
                return Err(PyTypeError::new_err(
                    "either NumPy arrays, an Arrow array, what has grown or what moves",
                ));
            }
        };
        let mut columns = Self { kind, data, rows: 0 };
        let borrowed = columns.borrow(py);
        if borrowed.arrow.is_none() {
            let slices: Vec<&[f32]> =
                borrowed.arrays.iter().map(|array| array.as_slice()).collect::<Result<_, _>>()?;
            AnyView::new(kind, &slices).map_err(raise)?;
        }
        let rows = match borrowed.arrow {
            Some(shapes) => shapes.len(),
            None => borrowed.view()?.len(),
        };
        drop(borrowed);
        columns.rows = rows;
        Ok(columns)
    }

    fn __len__(&self) -> usize {
        self.rows
    }

    /// The columns: the arrays themselves, or copies of an Arrow array's valid rows.
    fn columns(&self, py: Python) -> PyResult<Vec<Py<PyArray1<f32>>>> {
        match &self.data {
            Data::NumPy(arrays) => Ok(arrays.iter().map(|array| array.clone_ref(py)).collect()),
            Data::Arrow(shapes) => {
                let view = shapes.view().map_err(raise_arrow)?;
                let columns = (0..self.kind.columns().len()).filter_map(|k| view.column(k));
                Ok(columns.map(|column| PyArray1::from_slice(py, column).unbind()).collect())
            }
        }
    }

    /// Where the columns lie in memory.
    fn addresses(&self, py: Python) -> PyResult<Vec<usize>> {
        let borrowed = self.borrow(py);
        let view = borrowed.view()?;
        let columns = (0..self.kind.columns().len()).filter_map(|k| view.column(k));
        Ok(columns.map(|column| column.as_ptr().addr()).collect())
    }

    /// The rows that are not null; None if all are.
    fn valid_rows(&self, py: Python) -> Option<Py<PyArray1<u32>>> {
        self.given_rows().map(|rows| PyArray1::from_slice(py, rows).unbind())
    }

    /// The values of one row.
    fn __getitem__(&self, py: Python, row: usize) -> PyResult<Vec<f32>> {
        let borrowed = self.borrow(py);
        let view = borrowed.view()?;
        let values = (0..self.kind.columns().len()).filter_map(|k| view.column(k)?.get(row).copied());
        let values: Vec<f32> = values.collect();
        if values.is_empty() {
            return Err(pyo3::exceptions::PyIndexError::new_err("no such row"));
        }
        Ok(values)
    }
}

/// What a shape becomes that grows.
#[pyfunction]
pub fn grown_kind(kind: &str) -> PyResult<&'static str> {
    Ok(soa::grow_any(&no_rows(kind)?, &[]).map_err(raise)?.kind().name())
}

/// What a shape sweeps that moves.
#[pyfunction]
pub fn swept_kind(kind: &str, motion: &str) -> PyResult<&'static str> {
    Ok(soa::swept_any(&no_rows(kind)?, &no_rows(motion)?).map_err(raise)?.kind().name())
}

fn no_rows(kind: &str) -> PyResult<AnyView<'static>> {
    let kind: ShapeKind = kind.parse().map_err(raise)?;
    AnyView::new(kind, &[&[] as &[f32]; MAX_COLUMNS][..kind.columns().len()]).map_err(raise)
}

/// The error of two sides that do not pair up.
pub fn unequal(left: usize, right: usize) -> PyErr {
    PyValueError::new_err(soa::Error::UnequalRows { left, right }.to_string())
}
