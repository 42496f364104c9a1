//! Rows in an order of their own, with a tree of boxes above them.

use alloc::vec::Vec;

use super::bounds::Bounded;
use super::order::order;
use super::tree::Tree;
use super::{Join, Right, check_rows};
use crate::error::Error;
use crate::kernel::Overlap;
use crate::level::Level;
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
}

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
        Self { order, rows, tree }
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
        write!(f, "Index({} {})", self.order.len(), S::NAME)
    }
}
