//! Rows in an order of their own, with a tree of boxes above them.

use alloc::vec::Vec;

use super::bounds::Bounded;
use super::placed::Placed;
use super::region::scatter;
use super::{Join, Right, check_rows};
use crate::columns::Columns;
use crate::error::Error;
use crate::kernel::Overlap;
use crate::query::{Query, equal_rows};
use crate::shape::is_finite;
use crate::view::{Rows, View};

/// A set of rows that is kept for many joins. It holds a copy of them.
///
/// ```
/// use soa::{Disks, Points, join::Index};
///
/// let disks = Disks::new([vec![0.0, 10.0], vec![0.0; 2], vec![1.0; 2]])?; // x, y, radius
/// let index = Index::new(&disks)?;
/// for x in [0.5, 5.0, 10.5] {
///     let points = Points::new([vec![x], vec![0.0]])?;
///     assert_eq!(index.join(&points)?.any(), x != 5.0);
/// }
/// # Ok::<(), soa::Error>(())
/// ```
pub struct Index<S: Bounded> {
    pub(crate) placed: Placed<S>,
    /// The rows that were given: of a view that was not validated, some may have no place.
    given: usize,
    /// [`Tree::width`](super::tree::Tree::width) when the order was made.
    width: f64,
    /// How it was made, is made anew, and is joined.
    query: Query,
}

/// An index is built anew where its groups have become so many times as wide by moves of their rows.
const WORN_OUT: f64 = 2.0;

impl<S: Bounded> Index<S> {
    /// The index of these rows, made on rayon's current pool if there are many.
    ///
    /// # Errors
    /// More than `u32::MAX` rows.
    pub fn new(rows: &impl Rows<Shape = S>) -> Result<Self, Error> {
        Self::with(Query::new(), rows)
    }

    /// The index of these rows, made at this query's level and on its threads, as are joins with it.
    ///
    /// ```
    /// use soa::{Points, Query, join::Index};
    ///
    /// let points = Points::new([vec![0.0, 5.0, 1.0], vec![0.0; 3]])?;
    /// assert_eq!(Index::with(Query::new().sequential(), &points)?.len(), 3);
    /// # Ok::<(), soa::Error>(())
    /// ```
    ///
    /// # Errors
    /// More than `u32::MAX` rows.
    pub fn with(query: Query, rows: &impl Rows<Shape = S>) -> Result<Self, Error> {
        let view = rows.view();
        check_rows(view.len())?;
        Ok(Self::of(query, &view))
    }

    fn of(query: Query, view: &View<S>) -> Self {
        let placed = place(query, view);
        let width = placed.tree.width();
        Self { placed, given: view.len(), width, query }
    }

    /// Takes the rows as they are now, after they have moved or changed their size, and keeps their order, which costs
    /// a fraction of a new index; unless neighbours have moved so far apart that a new one pays. Says whether it was
    /// built anew.
    ///
    /// ```
    /// use soa::{Disks, Points, join::Index};
    ///
    /// let points = Points::new([vec![5.0], vec![0.0]])?;
    /// let mut index = Index::new(&Disks::new([vec![0.0, 10.0], vec![0.0; 2], vec![1.0; 2]])?)?;
    /// assert!(!index.join(&points)?.any());
    /// index.refit(&Disks::new([vec![0.0, 5.5], vec![0.0; 2], vec![1.0; 2]])?)?;
    /// assert!(index.join(&points)?.any());
    /// # Ok::<(), soa::Error>(())
    /// ```
    ///
    /// # Errors
    /// Not as many rows as the index was made of; it is as it was.
    pub fn refit(&mut self, rows: &impl Rows<Shape = S>) -> Result<bool, Error> {
        let view = rows.view();
        equal_rows(self.given, view.len())?;
        // A row that is not finite has no place, now or then.
        let in_place = self.placed.len() == self.given && view.iter().all(|row| is_finite(&row));
        if in_place {
            self.placed.refit(|row| view.at(row));
        }
        let anew = !in_place || self.placed.tree.width() > WORN_OUT * self.width;
        if anew {
            *self = Self::of(self.query, &view);
        }
        Ok(anew)
    }

    /// The rows that touch this shape, ascending.
    ///
    /// ```
    /// use scalar::dim2::Disk;
    /// use soa::{Points, join::Index};
    ///
    /// let index = Index::new(&Points::new([vec![0.0, 5.0, 1.0], vec![0.0; 3]])?)?;
    /// assert_eq!(index.overlap_one(&Disk { center: [0.0, 0.0], radius: 1.0 })?, [0, 2]);
    /// # Ok::<(), soa::Error>(())
    /// ```
    ///
    /// # Errors
    /// A shape with a value that is not finite or that breaks a rule of its kind; no memory for the result.
    pub fn overlap_one<A>(&self, shape: &A) -> Result<Vec<u32>, Error>
    where
        A: Overlap<S> + Bounded<Bounds = S::Bounds>,
    {
        let one = Columns::from_shapes(&[*shape])?;
        Ok(self.join(&one)?.at_most(u64::MAX).pairs()?.into_columns().1)
    }

    /// The number of rows.
    pub fn len(&self) -> usize {
        self.given
    }

    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.given == 0
    }

    /// The join of other rows, on the left, with those of the index, as the index's query runs.
    ///
    /// # Errors
    /// More than `u32::MAX` rows.
    pub fn join<'a, A>(&'a self, left: &'a impl Rows<Shape = A>) -> Result<Join<'a, A, S>, Error>
    where
        A: Overlap<S> + Bounded<Bounds = S::Bounds>,
    {
        Join::with(self.query, left, Right::Kept(&self.placed))
    }
}

/// Rows put in order.
pub(crate) fn place<S: Bounded>(query: Query, rows: &View<S>) -> Placed<S> {
    let (level, threads) = (query.its_level(), query.threads());
    Placed::new(level, threads, scatter(level, threads, rows, 0))
}

impl<S: Bounded> core::fmt::Debug for Index<S> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "Index({} {})", self.given, S::NAME)
    }
}
