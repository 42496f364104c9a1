//! Meshes: where one intersects itself, and what lies inside.

use numpy::{PyArray1, PyReadonlyArray2};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use soa::Mesh;

use crate::columns::Columns;
use crate::error::raise;
use crate::pool::run;
use crate::query::{bools, given_hits};

type Floats<'py> = PyReadonlyArray2<'py, f32>;
type Numbers<'py> = PyReadonlyArray2<'py, u32>;
type Rows<'py> = Bound<'py, PyArray1<u32>>;

/// The rows of a contiguous array (n, 3).
fn rows<'a, T: numpy::Element>(array: &'a PyReadonlyArray2<T>, name: &str) -> PyResult<&'a [[T; 3]]> {
    let slice = array.as_slice().map_err(|error| PyValueError::new_err(format!("{name}: {error}")))?;
    match slice.as_chunks() {
        (rows, []) => Ok(rows),
        _ => Err(PyValueError::new_err(format!("{name} have three columns"))),
    }
}

/// Pairs of faces that have more in common than the corners and the edge that they share: two arrays of uint32,
/// each pair once, sorted; and the rows of faces without an area, which are in no pair.
#[pyfunction]
#[pyo3(signature = (vertices, faces, *, threads=0))]
pub fn self_intersections<'py>(
    py: Python<'py>,
    vertices: Floats,
    faces: Numbers,
    threads: usize,
) -> PyResult<(Rows<'py>, Rows<'py>, Rows<'py>)> {
    let (vertices, faces) = (rows(&vertices, "vertices")?, rows(&faces, "faces")?);
    let found =
        run(py, threads, None, |_| Mesh::new(vertices, faces)?.self_intersections())?.map_err(raise)?;
    let (left, right) = found.pairs.into_columns();
    Ok((PyArray1::from_vec(py, left), PyArray1::from_vec(py, right), PyArray1::from_vec(py, found.zero_area)))
}

/// A closed mesh, which has an inside.
#[pyclass(frozen, subclass, module = "octet._octet")]
pub struct Solid {
    solid: soa::Solid,
    threads: usize,
}

#[pymethods]
impl Solid {
    /// The solid of these faces.
    #[new]
    #[pyo3(signature = (vertices, faces, *, threads=0))]
    fn new(py: Python, vertices: Floats, faces: Numbers, threads: usize) -> PyResult<Self> {
        let (vertices, faces) = (rows(&vertices, "vertices")?, rows(&faces, "faces")?);
        let solid = run(py, threads, None, |_| Mesh::new(vertices, faces)?.solid())?.map_err(raise)?;
        Ok(Self { solid, threads })
    }

    /// Which points lie inside and on no face, and which on a face: two arrays, bool (n,).
    fn inside<'py>(
        &self,
        py: Python<'py>,
        points: &Columns,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let found = {
            let columns = points.borrow(py);
            let view = columns.view()?;
            run(py, self.threads, None, |_| self.solid.inside_any(&view))?.map_err(raise)?
        };
        let given = |hits| bools(py, given_hits(hits, points.given_rows(), points.rows()), false);
        Ok((given(found.inside), given(found.boundary)))
    }

    fn __len__(&self) -> usize {
        self.solid.faces().len()
    }

    fn __repr__(&self) -> String {
        format!("Solid({} faces)", self.solid.faces().len())
    }
}
