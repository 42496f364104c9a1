//! Joins and the index.

use std::ops::ControlFlow::{Break, Continue};
use std::sync::RwLock;

use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use soa::join::{AnyIndex, AnyJoin};
use soa::{AnyView, Error, Pairs, Query};

use crate::columns::Columns;
use crate::error::raise;
use crate::pool::run;
use crate::query::{SMALL, bools, given_hits, of_valid_rows};

/// Two arrays.
pub type Arrays<'py, T, U> = (Bound<'py, PyArray1<T>>, Bound<'py, PyArray1<U>>);

/// Rows, and three numbers of each.
type Casts<'py> = (
    Bound<'py, PyArray1<i64>>,
    Bound<'py, PyArray1<f32>>,
    Bound<'py, PyArray1<f32>>,
    Bound<'py, PyArray1<f32>>,
);

/// Every left row against every right row.
#[pyclass(frozen, module = "octet._octet")]
pub struct Join {
    left: Py<Columns>,
    right: Py<Columns>,
    threads: usize,
    limit: Option<u64>,
    progress: Option<Py<PyAny>>,
}

impl Join {
    /// Runs a join on the pool, or a small one on this thread.
    fn run<T: Send>(
        &self,
        py: Python,
        result: impl FnOnce(AnyJoin) -> Result<T, Error> + Send,
    ) -> PyResult<T> {
        let (left, right) = (self.left.get().borrow(py), self.right.get().borrow(py));
        let (left, right) = (left.view()?, right.view()?);
        // A test of the shapes before there is a pool.
        drop(AnyJoin::of_any(&left, &right).map_err(raise)?);
        let limit = self.limit.unwrap_or(1 << 28);
        if left.len() + right.len() <= SMALL && self.progress.is_none() {
            let query = Query::new().sequential();
            return py
                .detach(|| result(AnyJoin::of_any(&left, &right)?.query(query).limit(limit)))
                .map_err(raise);
        }
        let (left, right) = (&left, &right);
        let work =
            |report: &(dyn Fn(soa::join::Progress) + Sync)| join_of(left, right, limit, report, result);
        run(py, self.threads, self.progress.as_ref(), work)?.map_err(raise)
    }

    fn given(&self, pairs: Pairs) -> (Vec<u32>, Vec<u32>) {
        let (left, right) = pairs.into_columns();
        (given(left, self.left.get()), given(right, self.right.get()))
    }
}

fn join_of<T>(
    left: &AnyView,
    right: &AnyView,
    limit: u64,
    report: &(dyn Fn(soa::join::Progress) + Sync),
    result: impl FnOnce(AnyJoin) -> Result<T, Error>,
) -> Result<T, Error> {
    result(AnyJoin::of_any(left, right)?.limit(limit).progress(report))
}

/// Rows as they were given.
pub fn given(mut rows: Vec<u32>, columns: &Columns) -> Vec<u32> {
    if let Some(given) = columns.given_rows() {
        rows.iter_mut().for_each(|row| *row = given[*row as usize]);
    }
    rows
}

#[pymethods]
impl Join {
    /// A join of these columns.
    #[new]
    #[pyo3(signature = (left, right, *, threads=0, limit=None, progress=None))]
    fn new(
        left: Py<Columns>,
        right: Py<Columns>,
        threads: usize,
        limit: Option<u64>,
        progress: Option<Py<PyAny>>,
    ) -> Self {
        Self { left, right, threads, limit, progress }
    }

    /// All pairs, sorted by left, then by right: two arrays of uint32.
    fn pairs<'py>(&self, py: Python<'py>) -> PyResult<Arrays<'py, u32, u32>> {
        let (left, right) = self.given(self.run(py, |join| join.pairs())?);
        Ok((PyArray1::from_vec(py, left), PyArray1::from_vec(py, right)))
    }

    /// The number of pairs.
    fn count(&self, py: Python) -> PyResult<u64> {
        self.run(py, |join| Ok(join.count()))
    }

    /// Whether there is a pair. Stops at the first.
    fn any(&self, py: Python) -> PyResult<bool> {
        self.run(py, |join| Ok(!join.is_empty()))
    }

    /// Which left rows are in a pair: bool (n,), or uint8 with a bit a row.
    #[pyo3(signature = (*, packed=false))]
    fn rows<'py>(&self, py: Python<'py>, packed: bool) -> PyResult<Bound<'py, PyAny>> {
        let (hits, left) = (self.run(py, |join| join.matched_left())?, self.left.get());
        Ok(bools(py, given_hits(hits, left.given_rows(), left.rows()), packed))
    }

    /// The right rows of each left row: offsets, uint64 (n + 1,), and the rows, uint32.
    fn csr<'py>(&self, py: Python<'py>) -> PyResult<Arrays<'py, u64, u32>> {
        let (mut offsets, right) = self.run(py, |join| join.csr())?.into_columns();
        if let Some(given) = self.left.get().given_rows() {
            let ends = offsets;
            // Rows before each given one that are valid have their lists before it.
            let before = |row: usize| given.partition_point(|&valid| (valid as usize) < row);
            offsets = (0..=self.left.get().rows()).map(|row| ends[before(row)]).collect();
        }
        let right = given(right, self.right.get());
        Ok((PyArray1::from_vec(py, offsets), PyArray1::from_vec(py, right)))
    }

    /// Calls f(left, right) with some millions of pairs at a time, in order, until it returns False.
    fn blocks(&self, py: Python, f: Py<PyAny>) -> PyResult<()> {
        let last = self.run(py, |join| {
            join.try_for_each_block(|pairs| {
                let (left, right) = self.given(pairs.clone());
                let more = Python::attach(|py| {
                    let arrays = (PyArray1::from_vec(py, left), PyArray1::from_vec(py, right));
                    let result = f.call1(py, arrays)?;
                    Ok::<_, PyErr>(!result.bind(py).is(pyo3::types::PyBool::new(py, false)))
                });
                match more {
                    Ok(true) => Continue(()),
                    Ok(false) => Break(Ok(())),
                    Err(error) => Break(Err(error)),
                }
            })
        })?;
        if let Break(result) = last { result } else { Ok(()) }
    }

    fn __repr__(&self) -> String {
        let side = |columns: &Columns| format!("{} {}", columns.rows(), columns.kind());
        format!("Join({}, {})", side(self.left.get()), side(self.right.get()))
    }
}

/// Rows that are kept for many joins: a copy of them, with a tree of boxes.
#[pyclass(frozen, module = "octet._octet")]
pub struct Index {
    index: RwLock<AnyIndex>,
    rows: RwLock<Py<Columns>>,
    threads: usize,
}

impl Index {
    fn of_rays<T: Send>(
        &self,
        py: Python,
        rays: &Columns,
        cast: impl FnOnce(&AnyIndex, &AnyView) -> Result<T, Error> + Send,
    ) -> PyResult<T> {
        let columns = rays.borrow(py);
        let view = columns.view()?;
        run(py, self.threads, None, |_| cast(&*self.index.read().map_err(poisoned)?, &view).map_err(raise))?
    }
}

/// A row as it was given, of the rows that are not null.
fn given_row(given: Option<&[u32]>, row: usize) -> usize {
    given.map_or(row, |given| given[row] as usize)
}

/// A row of an index as it was given.
fn indexed_row(rows: &Py<Columns>, row: u32) -> i64 {
    given_row(rows.get().given_rows(), row as usize) as i64
}

fn poisoned<T>(_: T) -> PyErr {
    PyRuntimeError::new_err("a call with this index has failed before")
}

#[pymethods]
impl Index {
    /// An index of these columns.
    #[new]
    #[pyo3(signature = (rows, *, threads=0, progress=None))]
    fn new(py: Python, rows: Py<Columns>, threads: usize, progress: Option<Py<PyAny>>) -> PyResult<Self> {
        let index = {
            let columns = rows.get().borrow(py);
            let view = columns.view()?;
            run(py, threads, progress.as_ref(), |report| {
                AnyIndex::builder().progress(report).build_any(&view)
            })?
            .map_err(raise)?
        };
        Ok(Self { index: RwLock::new(index), rows: RwLock::new(rows), threads })
    }

    /// The pairs of rows of other columns with rows of the index: int64 (2, n), sorted, as
    /// shapely.STRtree.query.
    #[pyo3(signature = (other, *, progress=None))]
    fn query<'py>(
        &self,
        py: Python<'py>,
        other: &Columns,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Bound<'py, PyArray2<i64>>> {
        let pairs = {
            let columns = other.borrow(py);
            let view = columns.view()?;
            run(py, self.threads, progress.as_ref(), |report| {
                let index = self.index.read().map_err(poisoned)?;
                index.join_any(&view).and_then(|join| join.progress(report).pairs()).map_err(raise)
            })??
        };
        let (left, right) = pairs.into_columns();
        let (left, right) = {
            let rows = self.rows.read().map_err(poisoned)?;
            (given(left, other), given(right, rows.get()))
        };
        let both: Vec<i64> = left.iter().chain(&right).map(|&row| i64::from(row)).collect();
        PyArray1::from_vec(py, both).reshape([2, left.len()])
    }

    /// The nearest row of each point, and its distance: int64 (n,), -1 where none is within, and float64
    /// (n,), NaN there.
    #[pyo3(signature = (points, *, within=f32::INFINITY))]
    fn nearest<'py>(
        &self,
        py: Python<'py>,
        points: &Columns,
        within: f32,
    ) -> PyResult<Arrays<'py, i64, f64>> {
        let columns = points.borrow(py);
        let view = columns.view()?;
        let nearest = run(py, self.threads, None, |_| {
            self.index.read().map_err(poisoned)?.nearest_join_any(&view, within).map_err(raise)
        })??;
        let indexed = self.rows.read().map_err(poisoned)?;
        let (mut rows, mut distances) = (vec![-1; points.rows()], vec![f64::NAN; points.rows()]);
        for (i, near) in nearest.into_iter().enumerate() {
            if let Some(near) = near {
                let i = given_row(points.given_rows(), i);
                rows[i] = indexed_row(&indexed, near.row);
                distances[i] = near.distance;
            }
        }
        Ok((PyArray1::from_vec(py, rows), PyArray1::from_vec(py, distances)))
    }

    /// What each ray or segment of space meets first, of the triangles of the index: the row, int64 (n,), -1 where
    /// it meets none; the parameter t of the point start + t direction, and the weights u and v of the corners b
    /// and c, float32 (n,), NaN there. By exact comparison, the smaller row where two are met at once.
    fn cast<'py>(&self, py: Python<'py>, rays: &Columns) -> PyResult<Casts<'py>> {
        let hits = self.of_rays(py, rays, |index, view| index.cast_view(view))?;
        let indexed = self.rows.read().map_err(poisoned)?;
        let (mut rows, mut numbers) = (vec![-1; rays.rows()], [const { Vec::new() }; 3]);
        numbers.iter_mut().for_each(|column| column.resize(rays.rows(), f32::NAN));
        for (i, hit) in hits.into_iter().enumerate() {
            if let Some(hit) = hit {
                let i = given_row(rays.given_rows(), i);
                rows[i] = indexed_row(&indexed, hit.row);
                let values = [hit.t, hit.u, hit.v];
                numbers.iter_mut().zip(values).for_each(|(column, value)| column[i] = value);
            }
        }
        let [t, u, v] = numbers.map(|column| PyArray1::from_vec(py, column));
        Ok((PyArray1::from_vec(py, rows), t, u, v))
    }

    /// Which rays or segments of space meet any triangle of the index: bool (n,). Stops at the first.
    fn cast_any<'py>(&self, py: Python<'py>, rays: &Columns) -> PyResult<Bound<'py, PyAny>> {
        let hits = self.of_rays(py, rays, |index, view| index.cast_any_view(view))?;
        Ok(bools(py, given_hits(hits, rays.given_rows(), rays.rows()), false))
    }

    /// Moves row i of a by row i of motions: the row of the index that it touches first, int64 (n,), -1 where it
    /// touches none, and after how much of its motion, float32 (n,) from 0 to 1, NaN there. The smaller row where
    /// two times are equal.
    fn sweep<'py>(&self, py: Python<'py>, a: &Columns, motions: &Columns) -> PyResult<Arrays<'py, i64, f32>> {
        let (hits, valid) = of_valid_rows(py, [a, motions], |sides| {
            run(py, self.threads, None, |_| {
                let index = self.index.read().map_err(poisoned)?;
                Ok(sides.ask(|views| index.sweep_any(&views[0], &views[1])))
            })?
        })?;
        let indexed = self.rows.read().map_err(poisoned)?;
        let (mut rows, mut times) = (vec![-1; a.rows()], vec![f32::NAN; a.rows()]);
        for (i, hit) in hits.into_iter().enumerate() {
            if let Some(hit) = hit {
                let i = given_row(valid.as_deref(), i);
                rows[i] = indexed_row(&indexed, hit.row);
                times[i] = hit.time;
            }
        }
        Ok((PyArray1::from_vec(py, rows), PyArray1::from_vec(py, times)))
    }

    /// Takes the rows as they are now, after they have moved. Returns whether the index was rebuilt.
    fn refit(&self, py: Python, rows: Py<Columns>) -> PyResult<bool> {
        let rebuilt = {
            let columns = rows.get().borrow(py);
            let view = columns.view()?;
            run(py, self.threads, None, |_| {
                self.index.write().map_err(poisoned)?.refit_any(&view).map_err(raise)
            })??
        };
        *self.rows.write().map_err(poisoned)? = rows;
        Ok(rebuilt)
    }

    fn __len__(&self) -> PyResult<usize> {
        Ok(self.rows.read().map_err(poisoned)?.get().rows())
    }

    fn __repr__(&self) -> PyResult<String> {
        let rows = self.rows.read().map_err(poisoned)?;
        Ok(format!("Index({} {})", rows.get().rows(), rows.get().kind()))
    }
}
