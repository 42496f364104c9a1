//! Joins of rows that are within a distance, with their options.

use alloc::vec::Vec;

use crate::data::any::AnyView;
use crate::data::error::Error;
use crate::data::hits::Hits;
use crate::data::memory::{reserve, with_capacity};
use crate::data::pairs::Pairs;
use crate::data::shape::{MAX_COLUMNS, ShapeKind};
use crate::data::view::Rows;
use crate::join::{Core, Options, Progress, Report};
use crate::run::query::Query;
use crate::run::within::{GrownPair, MaxDistance, Within};

/// A distance join with its options: [`join_within`](crate::join_within), and the same of shapes that are known
/// only when the program runs.
///
/// ```
/// use soa::{AnyView, Error, JoinWithin, ShapeKind};
///
/// let shops = AnyView::new(ShapeKind::Point, &[&[1.0, 9.0], &[3.0, 9.0]])?; // x, y
/// let roads = AnyView::new(ShapeKind::Segment, &[&[0.0], &[0.0], &[4.0], &[0.0]])?; // x, y, dx, dy
/// let pairs = JoinWithin::of_any(&shops, &roads, 3.0)?.pairs()?;
/// assert_eq!(pairs.iter().collect::<Vec<_>>(), [(0, 0)]);
///
/// let refused = JoinWithin::of_any(&shops, &roads, 99.0)?.limit(1).pairs();
/// assert_eq!(refused, Err(Error::TooManyPairs { at_most: 1 }));
/// # Ok::<(), Error>(())
/// ```
pub struct JoinWithin<'a> {
    pair: GrownPair,
    left: AnyView<'a>,
    right: AnyView<'a>,
    distance: MaxDistance<'a>,
    /// Both sides are one set, of which each pair is listed once.
    is_self: bool,
    options: Options<'a>,
}

impl core::fmt::Debug for JoinWithin<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "JoinWithin({:?} with {:?})", self.left, self.right)
    }
}

impl<'a> JoinWithin<'a> {
    /// The join of these rows.
    pub fn new<A: Rows, B: Rows>(left: &'a A, right: &'a B, distance: impl Into<MaxDistance<'a>>) -> Self
    where
        A::Shape: Within<B::Shape>,
    {
        Self::of_pair(A::Shape::grown_pair(), &left.view().any(), &right.view().any(), distance.into())
    }

    /// The join of these rows, of shapes that are known only when the program runs.
    ///
    /// # Errors
    /// Two shapes without a test of their distance.
    pub fn of_any(
        left: &AnyView<'a>,
        right: &AnyView<'a>,
        distance: impl Into<MaxDistance<'a>>,
    ) -> Result<Self, Error> {
        Ok(Self::of_pair(GrownPair::any(left.kind(), right.kind())?, left, right, distance.into()))
    }

    /// The join of a set with itself: [`self_join_within`](crate::self_join_within).
    pub fn of_self<A: Rows>(rows: &'a A, distance: f32) -> Self
    where
        A::Shape: Within<A::Shape>,
    {
        let (pair, rows) = (A::Shape::grown_pair(), rows.view().any());
        Self { is_self: true, ..Self::of_pair(pair, &rows, &rows, distance.into()) }
    }

    /// The same of a shape that is known only when the program runs.
    ///
    /// ```
    /// use soa::{AnyView, JoinWithin, ShapeKind};
    ///
    /// let points = AnyView::new(ShapeKind::Point, &[&[0.0, 9.0, 3.0], &[0.0, 9.0, 4.0]])?; // x, y
    /// let pairs = JoinWithin::of_self_any(&points, 5.0)?.pairs()?;
    /// assert_eq!(pairs.iter().collect::<Vec<_>>(), [(0, 2)]);
    /// # Ok::<(), soa::Error>(())
    /// ```
    ///
    /// # Errors
    /// A shape without a test of its distance from another one.
    pub fn of_self_any(rows: &AnyView<'a>, distance: f32) -> Result<Self, Error> {
        Ok(Self { is_self: true, ..Self::of_any(rows, rows, distance)? })
    }

    fn of_pair(pair: GrownPair, left: &AnyView<'a>, right: &AnyView<'a>, distance: MaxDistance<'a>) -> Self {
        let (left, right) = (*left, *right);
        Self { pair, left, right, distance, is_self: false, options: Options::new() }
    }

    /// Runs at this query's level, and on its threads.
    #[must_use]
    pub fn query(mut self, query: Query) -> Self {
        self.options.query = query;
        self
    }

    /// Lists no more pairs than this, by default 2^28, as [`Join::limit`](crate::Join::limit). Where each left row
    /// has a distance of its own, pairs within the largest one may count.
    #[must_use]
    pub fn limit(mut self, pairs: u64) -> Self {
        self.options.limit = pairs;
        self
    }

    /// Calls this now and then, as [`Join::progress`](crate::Join::progress).
    #[must_use]
    pub fn progress(mut self, report: &'a (dyn Fn(Progress) + Sync)) -> Self {
        self.options.progress = Some(Report(report));
        self
    }

    /// All pairs of a left row and a right row that are at most the distance apart, sorted by left row, then right
    /// row. Of a set with itself, those of different rows, each once, the smaller row on the left.
    ///
    /// # Errors
    /// As [`join_within`](crate::join_within).
    pub fn pairs(&self) -> Result<Pairs, Error> {
        let MaxDistance::Each(_) = self.distance else {
            let rows = if self.pair.is_left { self.left.len() } else { self.right.len() };
            return self.pairs_of_columns(&self.distance.column(rows)?);
        };
        let each = self.distance.column(self.left.len())?;
        if self.pair.is_left {
            return self.pairs_of_columns(&each);
        }
        // The right side grows by the largest distance, and each pair is tested with its own.
        let most = each.iter().fold(0.0, |most: f32, &x| most.max(x));
        let near = self.pairs_of_columns(&MaxDistance::Same(most).column(self.right.len())?)?;
        let mut distances = with_capacity(near.len())?;
        distances.extend(near.left().iter().map(|&row| each[row as usize]));
        let (left, right) = (gathered(&self.left, near.left())?, gathered(&self.right, near.right())?);
        chosen(&near, &self.pair.hits(self.options.query, &left.view(), &right.view(), &distances)?)
    }

    fn pairs_of_columns(&self, distances: &[f32]) -> Result<Pairs, Error> {
        let [left, right] = self.pair.sides(&self.left, &self.right, distances);
        let mut core = Core::new(self.pair.pair, &left, &right)?.with_options(self.options);
        // One side has grown, so it is not a join of a set with itself.
        let is_first = |left: u32, right: u32| left < right;
        if self.is_self {
            core.filter.keep = Some(&is_first);
        }
        core.pairs()
    }
}

/// The pairs whose bit is set.
fn chosen(pairs: &Pairs, hits: &Hits) -> Result<Pairs, Error> {
    let (mut left, mut right) = (Vec::new(), Vec::new());
    reserve(&mut left, hits.count())?;
    reserve(&mut right, hits.count())?;
    for pair in hits.iter() {
        left.push(pairs.left()[pair]);
        right.push(pairs.right()[pair]);
    }
    Ok(Pairs::from_columns(left, right))
}

/// Rows of a shape that were copied side by side.
struct Gathered {
    kind: ShapeKind,
    columns: Vec<Vec<f32>>,
    rows: usize,
}

impl Gathered {
    fn view(&self) -> AnyView<'_> {
        let mut columns: [&[f32]; MAX_COLUMNS] = [&[]; MAX_COLUMNS];
        columns.iter_mut().zip(&self.columns).for_each(|(slot, column)| *slot = column);
        AnyView::of(self.kind, &columns[..self.columns.len()], self.rows, true)
    }
}

fn gathered(view: &AnyView, rows: &[u32]) -> Result<Gathered, Error> {
    let (kind, mut columns) = (view.kind(), Vec::new());
    for column in (0..kind.columns().len()).filter_map(|k| view.column(k)) {
        let mut copied = with_capacity(rows.len())?;
        copied.extend(rows.iter().map(|&row| column[row as usize]));
        columns.push(copied);
    }
    Ok(Gathered { kind, columns, rows: rows.len() })
}
