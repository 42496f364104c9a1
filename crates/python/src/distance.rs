//! Distances, contacts and sweeps.

use numpy::{PyArray1, PyArray2, PyArray3, PyArrayMethods, PyReadonlyArray1};
use pyo3::prelude::*;
use soa::join::Progress;
use soa::{AnyView, Error, JoinSweep, JoinWithin, MaxDistance, Pairs, Query, ShapeKind};

use crate::columns::Columns;
use crate::error::raise;
use crate::join::{Arrays, given};
use crate::pairs::{Asked, PairArrays, by_row_or_pair};
use crate::pool::run;
use crate::query::{SMALL, bools, by_row, given_hits, given_numbers, of_valid_rows, with_given_row};

/// One distance for all rows, or one for each.
#[derive(FromPyObject)]
pub enum Distance<'py> {
    Each(PyReadonlyArray1<'py, f32>),
    Same(f32),
}

impl Distance<'_> {
    /// For this many rows.
    fn of_rows(&self, rows: usize) -> PyResult<MaxDistance<'_>> {
        match self {
            Self::Same(distance) => Ok(MaxDistance::Same(*distance)),
            Self::Each(array) => match array.as_slice()? {
                each if each.len() == rows => Ok(MaxDistance::Each(each)),
                each => Err(raise(Error::DistanceCount { distances: each.len(), rows })),
            },
        }
    }
}

/// The distances of some rows, which are copied.
fn taken<'a>(distance: MaxDistance<'a>, rows: Option<&[u32]>, copy: &'a mut Vec<f32>) -> MaxDistance<'a> {
    match (distance, rows) {
        (MaxDistance::Each(each), Some(rows)) => {
            copy.extend(rows.iter().map(|&row| each[row as usize]));
            MaxDistance::Each(copy)
        }
        _ => distance,
    }
}

/// Whether row i of a and row i of b are at most a distance apart: bool (n,), or uint8 with a bit a row.
#[pyfunction]
#[pyo3(signature = (a, b, distance, *, packed=false, threads=0))]
pub fn within<'py>(
    py: Python<'py>,
    a: &Columns,
    b: &Columns,
    distance: Distance,
    packed: bool,
    threads: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let distance = distance.of_rows(a.rows())?;
    let (hits, valid) = by_row(py, [a, b], threads, |query, views, valid| {
        let mut copy = Vec::new();
        query.within_any(&views[0], &views[1], taken(distance, valid, &mut copy))
    })?;
    Ok(bools(py, given_hits(hits, valid.as_deref(), a.rows()), packed))
}

/// All pairs of rows that are at most a distance apart, sorted by left, then by right: two arrays of uint32.
#[pyfunction]
#[pyo3(signature = (left, right, distance, *, threads=0, limit=None, progress=None))]
pub fn join_within<'py>(
    py: Python<'py>,
    left: &Columns,
    right: &Columns,
    distance: Distance,
    threads: usize,
    limit: Option<u64>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Arrays<'py, u32, u32>> {
    let mut copy = Vec::new();
    let distance = taken(distance.of_rows(left.rows())?, left.given_rows(), &mut copy);
    let pairs = {
        let (a, b) = (left.borrow(py), right.borrow(py));
        let (a, b) = (a.view()?, b.view()?);
        let join = JoinWithin::of_any(&a, &b, distance).map_err(raise)?;
        small_or_joined(py, join, a.len() + b.len(), threads, limit, progress)?
    };
    let pairs = pairs.map_err(|error| raise(with_given_row(error, left.given_rows())))?;
    let (rows, others) = pairs.into_columns();
    Ok((PyArray1::from_vec(py, given(rows, left)), PyArray1::from_vec(py, given(others, right))))
}

/// The pairs of a join of this many rows, with the GIL released: on this thread, or on the pool.
fn small_or_joined(
    py: Python,
    join: JoinWithin,
    rows: usize,
    threads: usize,
    limit: Option<u64>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Result<Pairs, Error>> {
    let join = join.limit(limit.unwrap_or(1 << 28));
    if rows <= SMALL && progress.is_none() {
        Ok(py.detach(|| join.query(Query::new().sequential()).pairs()))
    } else {
        run(py, threads, progress.as_ref(), |report| join.progress(report).pairs())
    }
}

/// All pairs of different rows that are at most a distance apart, each once, the smaller row first: two
/// arrays of uint32.
#[pyfunction]
#[pyo3(signature = (rows, distance, *, threads=0, limit=None, progress=None))]
pub fn self_join_within<'py>(
    py: Python<'py>,
    rows: &Columns,
    distance: f32,
    threads: usize,
    limit: Option<u64>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Arrays<'py, u32, u32>> {
    let borrowed = rows.borrow(py);
    let view = borrowed.view()?;
    let join = JoinWithin::of_self_any(&view, distance).map_err(raise)?;
    let pairs = small_or_joined(py, join, view.len(), threads, limit, progress)?;
    let (left, right) = pairs.map_err(raise)?.into_columns();
    Ok((PyArray1::from_vec(py, given(left, rows)), PyArray1::from_vec(py, given(right, rows))))
}

/// The distance of row i of a and row i of b, or of each pair of rows, 0 where they meet: float32 (n,).
#[pyfunction]
#[pyo3(signature = (a, b, *, pairs=None, threads=0))]
pub fn distances<'py>(
    py: Python<'py>,
    a: &Columns,
    b: &Columns,
    pairs: Option<PairArrays>,
    threads: usize,
) -> PyResult<Bound<'py, PyArray1<f32>>> {
    let numbers = by_row_or_pair(py, [a, b], pairs, threads, |query, asked| {
        let [a, b] = asked.sides;
        let numbers = match asked.pairs {
            None => query.distances_any(a, b),
            Some(pairs) => query.distances_of_pairs_any(a, b, pairs),
        }?;
        Ok(given_numbers(numbers, asked.valid, asked.given))
    })?;
    Ok(PyArray1::from_vec(py, numbers))
}

/// Distances, and a point of each side.
type Closest<'py> = (Bound<'py, PyArray1<f32>>, Bound<'py, PyArray2<f32>>, Bound<'py, PyArray2<f32>>);

/// Where row i of a and row i of b, or the rows of each pair, are closest: their distances, float32 (n,), the
/// point of a and the point of b, float32 (n, dimensions). Where they meet, both are one point that they have
/// in common.
#[pyfunction]
#[pyo3(signature = (a, b, *, pairs=None, threads=0))]
pub fn closest<'py>(
    py: Python<'py>,
    a: &Columns,
    b: &Columns,
    pairs: Option<PairArrays>,
    threads: usize,
) -> PyResult<Closest<'py>> {
    let (numbers, dimensions) = by_row_or_pair(py, [a, b], pairs, threads, |query, asked| {
        let [a, b] = asked.sides;
        let columns = match asked.pairs {
            None => query.closest_any(a, b),
            Some(pairs) => query.closest_of_pairs_any(a, b, pairs),
        }?;
        let dimensions = columns.len() / 2;
        let parts = [&columns[..1], &columns[1..=dimensions], &columns[1 + dimensions..]];
        Ok((parts.map(|part| row_after_row(part, &asked)), dimensions))
    })?;
    let rows = numbers[0].len();
    let [distances, on_a, on_b] = numbers.map(|numbers| PyArray1::from_vec(py, numbers));
    Ok((distances, on_a.reshape([rows, dimensions])?, on_b.reshape([rows, dimensions])?))
}

/// Where segment, ray or line i of paths passes through row i of shapes, or those of each pair: for disks,
/// spheres and boxes the columns t_enter, t_exit and the coordinates of the first common point, for triangles
/// of space t, u and v; float32 (n,) each. NaN where they have no point in common.
#[pyfunction]
#[pyo3(signature = (paths, shapes, *, pairs=None, threads=0))]
pub fn clip<'py>(
    py: Python<'py>,
    paths: &Columns,
    shapes: &Columns,
    pairs: Option<PairArrays>,
    threads: usize,
) -> PyResult<Vec<Bound<'py, PyArray1<f32>>>> {
    let columns = by_row_or_pair(py, [paths, shapes], pairs, threads, |query, asked| {
        let [paths, shapes] = asked.sides;
        let columns = match asked.pairs {
            None => query.clip_any(paths, shapes),
            Some(pairs) => query.clip_of_pairs_any(paths, shapes, pairs),
        }?;
        let given = |column| given_numbers(column, asked.valid, asked.given);
        Ok(columns.into_iter().map(given).collect::<Vec<_>>())
    })?;
    Ok(columns.into_iter().map(|column| PyArray1::from_vec(py, column)).collect())
}

/// Normals, depths and points.
type Contacts<'py> = (Bound<'py, PyArray2<f32>>, Bound<'py, PyArray2<f32>>, Bound<'py, PyArray3<f32>>);

/// How to push row i of a and row i of b, or the rows of each pair, apart: unit normals from a to b, float32
/// (n, dimensions); depths, float32 (n, k), and points midway between the borders, float32 (n, k,
/// dimensions), of up to two points in the plane and one in space, or up to four with manifold. The first
/// depth is how far to push; it is minus the distance of shapes that are apart. NaN where there is no point,
/// and where shapes are farther apart than the margin.
#[pyfunction]
#[pyo3(signature = (a, b, margin=0.0, *, manifold=false, pairs=None, threads=0))]
pub fn contacts<'py>(
    py: Python<'py>,
    a: &Columns,
    b: &Columns,
    margin: f32,
    manifold: bool,
    pairs: Option<PairArrays>,
    threads: usize,
) -> PyResult<Contacts<'py>> {
    let (numbers, dimensions, most) = by_row_or_pair(py, [a, b], pairs, threads, |query, asked| {
        let [a, b] = asked.sides;
        let mut columns = match asked.pairs {
            None => query.contacts_any(a, b, margin),
            Some(pairs) => query.contacts_of_pairs_any(a, b, pairs, margin),
        }?;
        if manifold && columns.len() == 7 {
            let slices: Vec<&[f32]> = columns.iter().map(Vec::as_slice).collect();
            let contacts = AnyView::new_unvalidated(ShapeKind::Contact3, &slices)?;
            let four = query.manifolds_any(a, b, asked.pairs, &contacts, margin)?;
            let (depths, points): (Vec<_>, Vec<_>) = four.iter().enumerate().partition(|(k, _)| k % 4 == 3);
            let columns: Vec<_> =
                columns[..3].iter().chain(depths.iter().chain(&points).map(|(_, x)| *x)).collect();
            let parts = [&columns[..3], &columns[3..7], &columns[7..]];
            return Ok((parts.map(|part| row_after_row(part, &asked)), 3, 4));
        }
        // In space normal, depth, one point; in the plane normal, depth, two points, and the depth of the
        // second.
        let (dimensions, most) = if columns.len() == 8 { (2, 2) } else { (3, 1) };
        columns[1 + dimensions..].rotate_right(most - 1);
        let (normals, others) = columns.split_at(dimensions);
        let (depths, points) = others.split_at(most);
        Ok(([normals, depths, points].map(|part| row_after_row(part, &asked)), dimensions, most))
    })?;
    let rows = numbers[1].len() / most;
    let [normals, depths, points] = numbers.map(|numbers| PyArray1::from_vec(py, numbers));
    Ok((
        normals.reshape([rows, dimensions])?,
        depths.reshape([rows, most])?,
        points.reshape([rows, most, dimensions])?,
    ))
}

/// The numbers of columns, row after row or pair after pair as they were given: NaN for a null one.
fn row_after_row(columns: &[impl AsRef<[f32]>], asked: &Asked) -> Vec<f32> {
    let mut all = vec![f32::NAN; asked.given * columns.len()];
    for (k, column) in columns.iter().map(AsRef::as_ref).enumerate() {
        match asked.valid {
            None => all.chunks_exact_mut(columns.len()).zip(column).for_each(|(row, &x)| row[k] = x),
            Some(valid) => {
                valid.iter().zip(column).for_each(|(&row, &x)| all[row as usize * columns.len() + k] = x);
            }
        }
    }
    all
}

/// Moves row i of a by row i of motions: whether it touches row i of b on its way, bool (n,), and after how
/// much of its motion, float32 (n,) from 0 to 1, NaN where it does not.
#[pyfunction]
#[pyo3(signature = (a, motions, b, *, threads=0))]
pub fn sweep<'py>(
    py: Python<'py>,
    a: &Columns,
    motions: &Columns,
    b: &Columns,
    threads: usize,
) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyArray1<f32>>)> {
    let (impacts, valid) = by_row(py, [a, motions, b], threads, |query, views, _| {
        query.sweep_any(&views[0], &views[1], &views[2])
    })?;
    let hits = given_hits(impacts.hits, valid.as_deref(), a.rows());
    let times = given_numbers(impacts.times, valid.as_deref(), a.rows());
    Ok((bools(py, hits, false), PyArray1::from_vec(py, times)))
}

/// Left rows, right rows and times.
type Sweeps<'py> = (Bound<'py, PyArray1<u32>>, Bound<'py, PyArray1<u32>>, Bound<'py, PyArray1<f32>>);

/// Moves row i of left by row i of motions: all pairs of a left row and a right row that it touches on its
/// way, sorted by left, then by right, two arrays of uint32, and when, float32 from 0 to 1.
#[pyfunction]
#[pyo3(signature = (left, motions, right, *, threads=0, limit=None, progress=None))]
pub fn join_sweep<'py>(
    py: Python<'py>,
    left: &Columns,
    motions: &Columns,
    right: &Columns,
    threads: usize,
    limit: Option<u64>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Sweeps<'py>> {
    let borrowed = right.borrow(py);
    let still = borrowed.view()?;
    let pairs_of = |query: Query, report: Option<&(dyn Fn(Progress) + Sync)>, views: &[AnyView]| {
        let join =
            JoinSweep::of_any(&views[0], &views[1], &still)?.query(query).limit(limit.unwrap_or(1 << 28));
        match report {
            Some(report) => join.progress(report).pairs(),
            None => join.pairs(),
        }
    };
    let rows = left.rows() + still.len();
    let ((pairs, times), valid) = of_valid_rows(py, [left, motions], |sides| {
        if rows <= SMALL && progress.is_none() {
            Ok(py.detach(|| sides.ask(|views| pairs_of(Query::new().sequential(), None, views))))
        } else {
            run(py, threads, progress.as_ref(), |report| {
                sides.ask(|views| pairs_of(Query::new(), Some(report), views))
            })
        }
    })?;
    let (mut rows, others) = pairs.into_columns();
    if let Some(valid) = valid {
        rows.iter_mut().for_each(|row| *row = valid[*row as usize]);
    }
    let rows = PyArray1::from_vec(py, rows);
    Ok((rows, PyArray1::from_vec(py, given(others, right)), PyArray1::from_vec(py, times)))
}
