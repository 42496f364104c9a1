//! Rows in an order of their own, with a tree of boxes above them.

use alloc::vec::Vec;

use super::bounds::Bounded;
use super::order::order;
use super::tree::Tree;
use super::{Join, Right, check_rows};
use crate::columns::Columns;
use crate::error::Error;
use crate::kernel::Overlap;
use crate::level::Level;
use crate::query::equal_rows;
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
    /// The row at each place.
    order: Vec<u32>,
    /// The rows, place by place, each in one piece: a candidate is copied whole.
    rows: Vec<S>,
    pub(crate) tree: Tree<S::Bounds>,
    /// The rows that were given: of a view that was not validated, some may have no place.
    given: usize,
    /// [`Tree::width`] when the order was made.
    width: f64,
}

/// An index is built anew where its groups have become so many times as wide by moves of their rows.
const WORN_OUT: f64 = 2.0;

impl<S: Bounded> Index<S> {
    /// The index of these rows.
    ///
    /// # Errors
    /// More than `u32::MAX` rows.
    pub fn new(rows: &impl Rows<Shape = S>) -> Result<Self, Error> {
        let view = rows.view();
        check_rows(view.len())?;
        Ok(Self::of(Level::preferred(), &view))
    }

    pub(crate) fn of(level: Level, view: &View<S>) -> Self {
        let order = order(level, view);
        // In one piece before they are put in order, which is one jump in memory a row and not one a column.
        let whole: Vec<S> = view.iter().collect();
        let rows: Vec<S> = order.iter().map(|&row| whole[row as usize]).collect();
        let tree = Tree::new(rows.iter().map(S::bounds));
        let width = tree.width();
        Self { order, rows, tree, given: view.len(), width }
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
        let whole: Vec<S> = view.iter().collect();
        let in_place = self.order.len() == self.given && whole.iter().all(is_finite);
        if in_place {
            for (row, &number) in self.rows.iter_mut().zip(&self.order) {
                *row = whole[number as usize];
            }
            self.tree = Tree::new(self.rows.iter().map(S::bounds));
        }
        let anew = !in_place || self.tree.width() > WORN_OUT * self.width;
        if anew {
            *self = Self::of(Level::preferred(), &view);
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
    /// A shape with a value that is not finite or that breaks a rule of its kind.
    pub fn overlap_one<A>(&self, shape: &A) -> Result<Vec<u32>, Error>
    where
        A: Overlap<S> + Bounded<Bounds = S::Bounds>,
    {
        let one = Columns::from_shapes(&[*shape])?;
        Ok(self.join(&one)?.pairs()?.into_columns().1)
    }

    /// The number of rows.
    pub fn len(&self) -> usize {
        self.given
    }

    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.given == 0
    }

    /// The join of other rows, on the left, with those of the index.
    ///
    /// # Errors
    /// More than `u32::MAX` rows.
    pub fn join<'a, A>(&'a self, left: &'a impl Rows<Shape = A>) -> Result<Join<'a, A, S>, Error>
    where
        A: Overlap<S> + Bounded<Bounds = S::Bounds>,
    {
        Join::with(left, Right::Kept(self))
    }

    /// The shape at a place, and its row.
    #[inline(always)]
    pub(crate) fn at(&self, place: u32) -> (S, u32) {
        (self.rows[place as usize], self.order[place as usize])
    }
}

impl<S: Bounded> core::fmt::Debug for Index<S> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "Index({} {})", self.given, S::NAME)
    }
}
