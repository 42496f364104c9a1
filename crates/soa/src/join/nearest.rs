//! The rows of an index that are nearest to a point: what is asked, and the nearest rows so far.

use alloc::vec::Vec;

use scalar::float::sqrt64;

use self::descent::nearest;
pub use self::distance::Distance;
use self::neighbours::{MANY, of_all};
use super::each_row::each_row;
use super::index::{AnyIndex, Index};
use super::table::{AnyPacked, AnyPackedRows};
use crate::data::any::AnyView;
use crate::data::check::{check_row, check_values};
use crate::data::error::Error;
use crate::data::memory::with_capacity;
use crate::data::shape::{Shape as _, ShapeKind};
use crate::data::view::Rows;
use crate::lanes::level::Level;
use crate::run::query::Query;

mod descent;
mod distance;
mod neighbours;

/// The row nearest to a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Nearest {
    /// The row.
    pub row: u32,
    /// How far the row's shape is from the point, in the unit of the coordinates; 0 where it touches the
    /// point.
    pub distance: f64,
}

impl Nearest {
    /// In a place without a row yet.
    const NONE: Self = Self { row: 0, distance: 0.0 };
}

impl<S: Distance> Index<S> {
    /// The row nearest to a point, if any is no farther than `within`: by distance in `f64`
    /// ([`Distance::squared_distance`]), the smaller row where that is equal.
    ///
    /// ```
    /// use soa::{Disks, join::Index};
    ///
    /// let disks = Disks::new([vec![0.0, 10.0], vec![0.0; 2], vec![1.0, 3.0]])?; // x, y, radius
    /// let index = Index::new(&disks)?;
    /// let nearest = index.nearest(&[5.0, 0.0], f32::INFINITY)?.unwrap();
    /// assert_eq!((nearest.row, nearest.distance), (1, 2.0));
    /// assert_eq!(index.nearest(&[5.0, 0.0], 1.5)?, None);
    /// # Ok::<(), soa::Error>(())
    /// ```
    ///
    /// # Errors
    /// A point that is not finite; a distance that is NaN.
    pub fn nearest(&self, point: &S::Point, within: f32) -> Result<Option<Nearest>, Error> {
        self.nearest_where(point, within, |_| true)
    }

    /// [`Index::nearest`] among the rows that `keep` says yes to: all but oneself, or those of another owner.
    ///
    /// ```
    /// use soa::{Index, Points};
    ///
    /// let points = [[0.0, 0.0], [3.0, 0.0], [7.0, 0.0]];
    /// let index = Index::new(&Points::from_shapes(&points)?)?;
    /// let neighbour = index.nearest_where(&points[1], f32::INFINITY, |row| row != 1)?.unwrap();
    /// assert_eq!((neighbour.row, neighbour.distance), (0, 3.0));
    /// # Ok::<(), soa::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Index::nearest`].
    pub fn nearest_where(
        &self,
        point: &S::Point,
        within: f32,
        mut keep: impl FnMut(u32) -> bool,
    ) -> Result<Option<Nearest>, Error> {
        check_row(point, 0)?;
        self.nearest_row(point.values(), within, &mut keep)
    }

    /// The `k` rows nearest to a point, no farther than `within`, the nearest first: by distance, then by
    /// row. Fewer if there are no more.
    ///
    /// ```
    /// use soa::{Index, Points};
    ///
    /// let index = Index::new(&Points::new([vec![0.0, 5.0, 1.0, -2.0], vec![0.0; 4]])?)?;
    /// let rows: Vec<u32> = index.nearest_k(&[0.2, 0.0], 2, f32::INFINITY)?.iter().map(|near| near.row).collect();
    /// assert_eq!(rows, [0, 2]);
    /// # Ok::<(), soa::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Index::nearest`]; no memory for the result.
    pub fn nearest_k(&self, point: &S::Point, k: usize, within: f32) -> Result<Vec<Nearest>, Error> {
        check_row(point, 0)?;
        check_distance(within)?;
        let k = k.min(self.len());
        let mut rows = with_capacity(k)?;
        rows.resize(k, Nearest::NONE);
        let level = self.query.level();
        let found = self.packed.nearest(level, point.values(), within, &mut rows, &mut |_| true);
        rows.truncate(found);
        Ok(rows)
    }

    /// [`Index::nearest`] of every point of a set: a nearest-neighbour join. Large sets run on the threads of
    /// the index's query.
    ///
    /// ```
    /// use soa::{Index, Points};
    ///
    /// let index = Index::new(&Points::new([vec![0.0, 5.0], vec![0.0; 2]])?)?;
    /// let nearest = index.nearest_join(&Points::new([vec![4.0, 100.0], vec![0.0; 2]])?, 10.0)?;
    /// assert_eq!(nearest[0].map(|near| (near.row, near.distance)), Some((1, 1.0)));
    /// assert_eq!(nearest[1], None);
    /// # Ok::<(), soa::Error>(())
    /// ```
    ///
    /// # Errors
    /// A distance that is NaN; no memory for the result. A point that is not finite has no nearest row.
    pub fn nearest_join(
        &self,
        points: &impl Rows<Shape = S::Point>,
        within: f32,
    ) -> Result<Vec<Option<Nearest>>, Error> {
        check_distance(within)?;
        nearest_join(self.query, &self.packed, &points.view().any(), within)
    }
}

impl AnyIndex {
    /// As [`Index::nearest`], for the coordinates of a point. A shape without a distance ([`Distance`]) is
    /// nowhere near.
    ///
    /// # Errors
    /// A point of another dimension, or one that is not finite; a distance that is NaN.
    pub fn nearest_any(&self, point: &[f32], within: f32) -> Result<Option<Nearest>, Error> {
        check_values(self.point_kind(), point)?;
        self.nearest_row(point, within, &mut |_| true)
    }

    /// As [`Index::nearest_join`].
    ///
    /// # Errors
    /// Rows that are no points, or points of another dimension; a distance that is NaN; no memory for the
    /// result.
    pub fn nearest_join_any(&self, points: &AnyView, within: f32) -> Result<Vec<Option<Nearest>>, Error> {
        let (shape, expected) = (points.kind(), self.point_kind());
        if shape != expected {
            return Err(Error::WrongShape { shape: shape.name(), expected: expected.name() });
        }
        check_distance(within)?;
        nearest_join(self.query, &self.packed, points, within)
    }

    /// Points of the dimension of its rows.
    fn point_kind(&self) -> ShapeKind {
        match self.packed.rows {
            AnyPackedRows::Space(_) => ShapeKind::Point3,
            AnyPackedRows::Plane(_) | AnyPackedRows::None => ShapeKind::Point,
        }
    }
}

impl<S> Index<S> {
    /// The nearest of the rows that `keep` says yes to.
    fn nearest_row(
        &self,
        point: &[f32],
        within: f32,
        keep: &mut dyn FnMut(u32) -> bool,
    ) -> Result<Option<Nearest>, Error> {
        check_distance(within)?;
        let mut nearest = [Nearest::NONE];
        let found = self.packed.nearest(self.query.level(), point, within, &mut nearest, keep);
        Ok((found > 0).then_some(nearest[0]))
    }
}

fn check_distance(within: f32) -> Result<(), Error> {
    if within.is_nan() { Err(Error::BadDistance) } else { Ok(()) }
}

fn nearest_join(
    query: Query,
    packed: &AnyPacked,
    points: &AnyView,
    within: f32,
) -> Result<Vec<Option<Nearest>>, Error> {
    let mut all = with_capacity(points.len())?;
    all.resize(points.len(), None);
    if points.len() >= MANY {
        of_all(query, packed, points, within, &mut all)?;
        return Ok(all);
    }
    each_row(
        query.threads(),
        points,
        &mut all,
        || [Nearest::NONE],
        |nearest, point| {
            let found = packed.nearest(query.level(), point, within, nearest, &mut |_| true);
            (found > 0).then_some(nearest[0])
        },
    );
    Ok(all)
}

/// A search: the nearest rows so far.
pub(crate) struct Best<'a> {
    /// As many as are wanted. The nearest come first; their distances are squared until the search ends.
    rows: &'a mut [Nearest],
    /// How many rows there are so far.
    found: usize,
    /// The squared distance that a row must not exceed.
    limit: f64,
}

impl<'a> Best<'a> {
    fn new(rows: &'a mut [Nearest], within: f32) -> Self {
        let nothing = rows.is_empty() || within < 0.0;
        Self { rows, found: 0, limit: if nothing { -1.0 } else { f64::from(within) * f64::from(within) } }
    }

    /// Whether a row of this number may be one of the nearest, if it is no nearer than the squared distance
    /// `least`.
    #[inline(always)]
    pub(crate) fn may_take(&self, row: u32, least: f64) -> bool {
        let is_beyond = |last: &Nearest| (last.distance, last.row) < (least, row);
        least <= self.limit && !(self.found == self.rows.len() && self.rows.last().is_some_and(is_beyond))
    }

    /// Takes a row, if it is one of the nearest.
    pub(crate) fn offer(&mut self, row: u32, distance: f64) {
        let place =
            self.rows[..self.found].partition_point(|near| (near.distance, near.row) < (distance, row));
        if distance > self.limit || place == self.rows.len() {
            return;
        }
        self.found = self.rows.len().min(self.found + 1);
        self.rows[place..self.found].rotate_right(1);
        self.rows[place] = Nearest { row, distance };
        if self.found == self.rows.len() {
            self.limit = self.rows[self.found - 1].distance;
        }
    }

    /// The rows, with distances that are lengths.
    fn finish(self) -> &'a [Nearest] {
        let rows = &mut self.rows[..self.found];
        for near in rows.iter_mut() {
            near.distance = sqrt64(near.distance);
        }
        rows
    }
}

impl AnyPacked {
    /// Writes the nearest rows to `rows`, as many as it has room for, and returns how many there are.
    fn nearest(
        &self,
        level: Level,
        point: &[f32],
        within: f32,
        rows: &mut [Nearest],
        keep: &mut dyn FnMut(u32) -> bool,
    ) -> usize {
        let mut best = Best::new(rows, within);
        match &self.rows {
            AnyPackedRows::Plane(packed) => nearest(level, packed, point, None, &mut best, keep),
            AnyPackedRows::Space(packed) => nearest(level, packed, point, None, &mut best, keep),
            AnyPackedRows::None => None,
        };
        best.finish().len()
    }
}
