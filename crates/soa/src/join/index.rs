//! An index: rows sorted into groups of neighbours, with a tree of boxes above them.

use alloc::vec::Vec;
use core::marker::PhantomData;

use super::edit::Edits;
use super::narrow::PairFilter;
use super::one::{One, hitting};
use super::packed::Build;
use super::plan::{Core, Scratch};
use super::progress::{PhaseClock, Progress, Report};
use super::table::AnyPacked;
use super::{Any, AnyJoin, Join};
use crate::data::any::AnyView;
use crate::data::check::{check_rows, check_values};
use crate::data::error::Error;
use crate::data::pairs::Pairs;
use crate::data::shape::{Shape, ShapeKind};
use crate::data::view::Rows;
use crate::kernel::Intersects;
use crate::registry::Pair;
use crate::run::query::{Query, pair_of};

/// A set of rows that is kept for many joins. It holds a copy of them.
///
/// ```
/// use soa::{Disks, Points, join::Index};
///
/// let disks = Disks::new([vec![0.0, 10.0], vec![0.0; 2], vec![1.0; 2]])?; // x, y, radius
/// let index = Index::new(&disks)?;
/// for x in [0.5, 5.0, 10.5] {
///     let points = Points::new([vec![x], vec![0.0]])?;
///     assert_eq!(index.join(&points)?.is_empty(), x == 5.0);
/// }
/// # Ok::<(), soa::Error>(())
/// ```
///
/// `S` is the shape of its rows; [`AnyIndex`] is an index of a shape that is known only when the program
/// runs.
pub struct Index<S = Any> {
    pub(crate) packed: AnyPacked,
    /// [`AnyPacked::total_extent`] when the order was made.
    pub(super) total_extent: f64,
    pub(super) edits: Edits,
    /// How it is built, rebuilt and joined.
    pub(crate) query: Query,
    /// [`IndexBuilder::for_joins`].
    for_joins: bool,
    shape: PhantomData<fn(S)>,
}

/// An index of a shape that is known only when the program runs.
///
/// ```
/// use soa::{AnyView, Index, ShapeKind};
///
/// let disks = AnyView::new(ShapeKind::Disk, &[&[0.0, 10.0], &[0.0; 2], &[1.0; 2]])?;
/// let index = Index::of_any(&disks)?;
/// let points = AnyView::new(ShapeKind::Point, &[&[10.5], &[0.0]])?;
/// assert_eq!(index.join_any(&points)?.pairs()?.iter().collect::<Vec<_>>(), [(0, 1)]);
/// # Ok::<(), soa::Error>(())
/// ```
pub type AnyIndex = Index;

/// How an [`Index`] is built. The answers never depend on it.
///
/// ```
/// use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
/// use soa::{Index, Points, Query};
///
/// let points = Points::new([vec![0.0, 5.0, 1.0], vec![0.0; 3]])?;
/// let percent = AtomicUsize::new(0);
/// let report = |done: soa::join::Progress| percent.store(100 * done.rows / done.of, Relaxed);
/// let index = Index::builder().query(Query::new().sequential()).progress(&report).build(&points)?;
/// assert_eq!((index.len(), percent.into_inner()), (3, 100));
/// # Ok::<(), soa::Error>(())
/// ```
#[derive(Clone, Copy, Default)]
#[must_use]
pub struct IndexBuilder<'a> {
    query: Query,
    for_joins: bool,
    progress: Option<Report<'a>>,
}

impl<'a> IndexBuilder<'a> {
    /// Builds it at this query's level and on its threads. Joins with the index run so, too, unless they have
    /// a query of their own.
    pub fn query(self, query: Query) -> Self {
        Self { query, ..self }
    }

    /// Builds it sooner, for one or two joins of many rows: points and triangles in space take half to four
    /// fifths of the time, and joins with them at most a fifth longer. Rays, single shapes and searches for
    /// the nearest meet more boxes. Other shapes have one order.
    ///
    /// ```
    /// use soa::{Disks, Index, Points};
    ///
    /// let index = Index::builder().for_joins().build(&Points::new([vec![0.0, 5.0, 1.0], vec![0.0; 3]])?)?;
    /// let disks = Disks::new([vec![0.0], vec![0.0], vec![1.0]])?; // x, y, radius
    /// assert_eq!(index.join(&disks)?.count(), 2);
    /// # Ok::<(), soa::Error>(())
    /// ```
    pub fn for_joins(self) -> Self {
        Self { for_joins: true, ..self }
    }

    /// Calls this every some ten thousand rows, from the thread that has packed them.
    pub fn progress(self, report: &'a (dyn Fn(Progress) + Sync)) -> Self {
        Self { progress: Some(Report(report)), ..self }
    }

    /// The index of these rows.
    ///
    /// # Errors
    /// More than `u32::MAX` rows.
    pub fn build<R: Rows>(self, rows: &R) -> Result<Index<R::Shape>, Error> {
        Index::pack(self, &rows.view().any())
    }

    /// The index of rows whose shape is known only when the program runs.
    ///
    /// # Errors
    /// More than `u32::MAX` rows.
    pub fn build_any(self, rows: &AnyView) -> Result<AnyIndex, Error> {
        Index::pack(self, rows)
    }
}

impl core::fmt::Debug for IndexBuilder<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let Self { query, for_joins, progress: _ } = self;
        let mut of = f.debug_struct("IndexBuilder");
        of.field("query", query).field("for_joins", for_joins).finish_non_exhaustive()
    }
}

/// A refit rebuilds an index whose boxes have grown by more than this factor.
const REBUILD_RATIO: f64 = 2.0;

impl<S: Shape> Index<S> {
    /// The index of these rows, made on rayon's current pool if there are many.
    ///
    /// # Errors
    /// More than `u32::MAX` rows.
    pub fn new(rows: &impl Rows<Shape = S>) -> Result<Self, Error> {
        Index::builder().build(rows)
    }

    /// Takes the rows as they are now, after they have moved or changed their size, and keeps their order,
    /// which costs a fraction of a new index; unless neighbours have moved so far apart that a new one pays,
    /// or there is another number of rows. Returns whether it was rebuilt.
    ///
    /// ```
    /// use soa::{Disks, Points, join::Index};
    ///
    /// let points = Points::new([vec![5.0], vec![0.0]])?;
    /// let mut index = Index::new(&Disks::new([vec![0.0, 10.0], vec![0.0; 2], vec![1.0; 2]])?)?;
    /// assert!(index.join(&points)?.is_empty());
    /// index.refit(&Disks::new([vec![0.0, 5.5], vec![0.0; 2], vec![1.0; 2]])?)?;
    /// assert!(!index.join(&points)?.is_empty());
    /// # Ok::<(), soa::Error>(())
    /// ```
    ///
    /// # Errors
    /// More than `u32::MAX` rows; it is as it was.
    pub fn refit(&mut self, rows: &impl Rows<Shape = S>) -> Result<bool, Error> {
        self.refit_rows(&rows.view().any())
    }

    /// The rows that touch this shape, ascending.
    ///
    /// ```
    /// use soa::{Disk, Index, Points};
    ///
    /// let index = Index::new(&Points::new([vec![0.0, 5.0, 1.0], vec![0.0; 3]])?)?;
    /// assert_eq!(index.intersects_one(&Disk { center: [0.0, 0.0], radius: 1.0 })?, [0, 2]);
    /// # Ok::<(), soa::Error>(())
    /// ```
    ///
    /// # Errors
    /// A shape with a value that is not finite or that breaks a rule of its kind; no memory for the result.
    pub fn intersects_one<A>(&self, shape: &A) -> Result<Vec<u32>, Error>
    where
        A: Intersects<S>,
    {
        let mut rows = Vec::new();
        self.intersects_one_into(shape, &mut rows)?;
        Ok(rows)
    }

    /// [`Index::intersects_one`] into memory of the caller's, whose rows before are removed.
    ///
    /// # Errors
    /// As [`Index::intersects_one`].
    pub fn intersects_one_into<A>(&self, shape: &A, rows: &mut Vec<u32>) -> Result<(), Error>
    where
        A: Intersects<S>,
    {
        self.rows_of_one(A::pair(), A::KIND, shape.values(), rows)
    }

    /// How many rows touch this shape.
    ///
    /// # Errors
    /// A shape with a value that is not finite or that breaks a rule of its kind.
    pub fn count_one<A>(&self, shape: &A) -> Result<usize, Error>
    where
        A: Intersects<S>,
    {
        Ok(self.packed.count_one(self.one(A::pair(), A::KIND, shape.values())?))
    }

    /// Whether any row touches this shape. The search ends at the first that does.
    ///
    /// ```
    /// use soa::{Disk, Index, Points};
    ///
    /// let index = Index::new(&Points::new([vec![0.0, 5.0, 1.0], vec![0.0; 3]])?)?;
    /// assert!(index.any_one(&Disk::new([0.5, 0.0], 0.5))?);
    /// assert!(!index.any_one(&Disk::new([3.0, 0.0], 1.5))?);
    /// # Ok::<(), soa::Error>(())
    /// ```
    ///
    /// # Errors
    /// A shape with a value that is not finite or that breaks a rule of its kind.
    pub fn any_one<A>(&self, shape: &A) -> Result<bool, Error>
    where
        A: Intersects<S>,
    {
        Ok(self.packed.any_one(self.one(A::pair(), A::KIND, shape.values())?))
    }

    /// The smallest number of a row that touches this shape.
    ///
    /// # Errors
    /// A shape with a value that is not finite or that breaks a rule of its kind.
    pub fn first_one<A>(&self, shape: &A) -> Result<Option<u32>, Error>
    where
        A: Intersects<S>,
    {
        let (one, mut first) = (self.one(A::pair(), A::KIND, shape.values())?, None);
        self.packed.search_one(one, &mut |numbers, bits| {
            first = hitting(numbers, bits).chain(first).min();
            true
        });
        Ok(first)
    }

    /// All touching pairs of different rows of the index, each once, sorted by the smaller row, then the
    /// larger.
    ///
    /// With [`Index::refit`] this is the frame of a simulation, in half of the time of
    /// [`soa::self_join`](crate::self_join()).
    ///
    /// ```
    /// use soa::{Disks, Index};
    ///
    /// let mut index = Index::new(&Disks::new([vec![0.0, 5.0, 9.0], vec![0.0; 3], vec![1.0; 3]])?)?; // x, y, radius
    /// assert!(index.self_join()?.is_empty());
    /// index.refit(&Disks::new([vec![3.0, 5.0, 9.0], vec![0.0; 3], vec![1.0; 3]])?)?;
    /// assert_eq!(index.self_join()?.iter().collect::<Vec<_>>(), [(0, 1)]);
    /// # Ok::<(), soa::Error>(())
    /// ```
    ///
    /// # Errors
    /// More than 2^28 pairs; no memory for them.
    pub fn self_join(&self) -> Result<Pairs, Error>
    where
        S: Intersects<S>,
    {
        Core::of_index(self.query, S::pair(), &self.packed).pairs()
    }

    /// [`Index::self_join`] into memory that is used again: a frame that refits an index and joins it with
    /// itself so allocates nothing once the memory has grown, on one thread ([`Query::sequential`]).
    ///
    /// ```
    /// use soa::{Disks, Index, Pairs, Query, join::Scratch};
    ///
    /// let disks = |x: f32| Disks::new([vec![x, 5.0], vec![0.0; 2], vec![1.0; 2]]); // x, y, radius
    /// let mut index = Index::builder().query(Query::new().sequential()).build(&disks(0.0)?)?;
    /// let (mut pairs, mut scratch) = (Pairs::default(), Scratch::default());
    /// for (x, touching) in [(2.0, 0), (3.0, 1), (8.0, 0)] {
    ///     index.refit(&disks(x)?)?;
    ///     index.self_join_into(&mut pairs, &mut scratch)?;
    ///     assert_eq!(pairs.len(), touching);
    /// }
    /// # Ok::<(), soa::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Index::self_join`]; then the list holds nothing of use.
    pub fn self_join_into(&self, pairs: &mut Pairs, scratch: &mut Scratch) -> Result<(), Error>
    where
        S: Intersects<S>,
    {
        Core::of_index(self.query, S::pair(), &self.packed).pairs_into(pairs, scratch)
    }

    /// The join of the rows of another index, on the left, with those of this one, as this one's query runs.
    /// Nothing is sorted but the result, which saves about half of the time of a join of rows.
    ///
    /// ```
    /// use soa::{Disks, Index, Points};
    ///
    /// let disks = Index::new(&Disks::new([vec![0.0, 10.0], vec![0.0; 2], vec![1.0; 2]])?)?; // x, y, radius
    /// let points = Index::new(&Points::new([vec![9.5, 5.0], vec![0.0; 2]])?)?;
    /// assert_eq!(disks.join_index(&points).pairs()?.iter().collect::<Vec<_>>(), [(0, 1)]);
    /// # Ok::<(), soa::Error>(())
    /// ```
    pub fn join_index<'a, A>(&'a self, left: &'a Index<A>) -> Join<'a, A, S>
    where
        A: Intersects<S>,
    {
        Core::of_indexes(self.query, A::pair(), &left.packed, &self.packed).into()
    }

    /// The join of other rows, on the left, with those of the index, as the index's query runs.
    ///
    /// # Errors
    /// More than `u32::MAX` rows.
    pub fn join<'a, A>(&'a self, left: &'a impl Rows<Shape = A>) -> Result<Join<'a, A, S>, Error>
    where
        A: Intersects<S>,
    {
        self.core(A::pair(), &left.view().any()).map(Join::from)
    }
}

impl AnyIndex {
    /// Options for building an index: on which instruction set and threads, with what progress bar.
    pub fn builder() -> IndexBuilder<'static> {
        IndexBuilder::default()
    }

    /// The index of these rows, made on rayon's current pool if there are many.
    ///
    /// # Errors
    /// More than `u32::MAX` rows.
    pub fn of_any(rows: &AnyView) -> Result<Self, Error> {
        Self::builder().build_any(rows)
    }

    /// The shape of its rows.
    pub fn kind(&self) -> ShapeKind {
        self.packed.kind
    }

    /// As [`Index::refit`].
    ///
    /// # Errors
    /// Rows of another shape, or more than `u32::MAX`; it is as it was.
    pub fn refit_any(&mut self, rows: &AnyView) -> Result<bool, Error> {
        self.refit_rows(rows)
    }

    /// As [`Index::intersects_one`], for the values of a shape.
    ///
    /// # Errors
    /// Two shapes without an intersection test; values that are refused; no memory for the result.
    pub fn intersects_one_any(&self, kind: ShapeKind, shape: &[f32]) -> Result<Vec<u32>, Error> {
        let mut rows = Vec::new();
        self.rows_of_one(pair_of(kind, self.packed.kind)?, kind, shape, &mut rows)?;
        Ok(rows)
    }

    /// The join of the rows of the index with themselves, as [`Join::self_join`](super::Join::self_join).
    ///
    /// # Errors
    /// A shape without an intersection test with itself.
    pub fn self_join_any(&self) -> Result<AnyJoin<'_>, Error> {
        let kind = self.packed.kind;
        Ok(Core::of_index(self.query, pair_of(kind, kind)?, &self.packed).into())
    }

    /// The join of other rows, on the left, with those of the index.
    ///
    /// # Errors
    /// Two shapes without an intersection test; more than `u32::MAX` rows.
    pub fn join_any<'a>(&'a self, left: &AnyView<'a>) -> Result<AnyJoin<'a>, Error> {
        self.core(pair_of(left.kind(), self.packed.kind)?, left).map(Join::from)
    }

    /// As [`Index::join_index`].
    ///
    /// # Errors
    /// Two shapes without an intersection test.
    pub fn join_index_any<'a>(&'a self, left: &'a AnyIndex) -> Result<AnyJoin<'a>, Error> {
        let pair = pair_of(left.packed.kind, self.packed.kind)?;
        Ok(Core::of_indexes(self.query, pair, &left.packed, &self.packed).into())
    }
}

// Compiled once: whatever the shape, nothing here depends on it.
impl<S> Index<S> {
    /// The number of rows, with those that were removed.
    pub fn len(&self) -> usize {
        self.packed.numbers
    }

    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn pack(builder: IndexBuilder, rows: &AnyView) -> Result<Self, Error> {
        check_rows(rows.len())?;
        let IndexBuilder { query, for_joins, progress } = builder;
        let build = Build::new(query, rows.len(), progress, PhaseClock::default());
        let packed = AnyPacked::new(&build.keeping_boxes(!for_joins), rows);
        let total_extent = packed.total_extent();
        Ok(Self { packed, total_extent, edits: Edits::default(), query, for_joins, shape: PhantomData })
    }

    /// Builds it anew.
    pub(super) fn build(&mut self, rows: &AnyView) {
        let build = Build::new(self.query, rows.len(), None, PhaseClock::default());
        self.packed = AnyPacked::new(&build.keeping_boxes(!self.for_joins), rows);
        self.total_extent = self.packed.total_extent();
        self.edits.places = Vec::new();
    }

    fn refit_rows(&mut self, rows: &AnyView) -> Result<bool, Error> {
        let (shape, expected) = (rows.kind().name(), self.packed.kind.name());
        if rows.kind() != self.packed.kind {
            return Err(Error::WrongShape { shape, expected });
        }
        check_rows(rows.len())?;
        if rows.len() != self.len() {
            self.edits.removed.clear();
        }
        // A row that is not finite is left out, before or after.
        let all_packed =
            self.packed.len() + self.edits.removed.len() == self.len() && rows.len() == self.len();
        let in_place = all_packed && (rows.is_validated() || rows.is_finite());
        if in_place {
            self.packed.refit(self.query.level(), rows);
        }
        let rebuilt = !in_place || self.packed.total_extent() > REBUILD_RATIO * self.total_extent;
        if rebuilt {
            self.build_without_removed(rows);
        }
        Ok(rebuilt)
    }

    /// The rows that touch a shape, ascending.
    fn rows_of_one(
        &self,
        pair: Pair,
        kind: ShapeKind,
        values: &[f32],
        rows: &mut Vec<u32>,
    ) -> Result<(), Error> {
        rows.clear();
        self.packed.append_one(self.one(pair, kind, values)?, u64::MAX, rows)
    }

    /// The join of left rows with those of the index, by any kernel.
    pub(crate) fn core<'a>(&'a self, pair: Pair, left: &AnyView<'a>) -> Result<Core<'a>, Error> {
        Core::with_index(self.query, pair, left, &self.packed)
    }

    /// A search of a shape that is checked.
    pub(crate) fn one<'a>(&self, pair: Pair, kind: ShapeKind, values: &'a [f32]) -> Result<One<'a>, Error> {
        check_values(kind, values)?;
        Ok(One { query: self.query, filter: PairFilter::of(pair), row: 0, kind, values })
    }
}

impl<S> core::fmt::Debug for Index<S> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "Index({} {})", self.len(), self.packed.kind)
    }
}
