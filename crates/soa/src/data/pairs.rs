//! Lists of hitting pairs.

use alloc::vec::Vec;
use core::iter::{Copied, Zip};
use core::slice::Iter;

use crate::data::error::Error;
use crate::data::hits::{count_bits, set_bits};
use crate::data::memory::reserve;

/// Pairs of rows as two `u32` columns; those that hit, as queries return them, sorted by left row, then right
/// row.
#[derive(Clone, PartialEq, Eq, Default)]
pub struct Pairs {
    left: Vec<u32>,
    right: Vec<u32>,
}

impl Pairs {
    /// Pairs that were found elsewhere, in any order, for queries such as
    /// [`Query::distances_of_pairs`](crate::Query::distances_of_pairs).
    ///
    /// ```
    /// use soa::{Pairs, Points};
    ///
    /// let points = Points::from_shapes(&[[0.0, 0.0], [3.0, 4.0], [3.0, 0.0]])?;
    /// let pairs = Pairs::new(vec![1, 0], vec![2, 1])?;
    /// let distances = soa::distances_of_pairs(&points, &points, &pairs)?;
    /// assert_eq!(distances.iter().collect::<Vec<_>>(), [4.0, 5.0]);
    /// assert!(Pairs::new(vec![1], vec![]).is_err());
    /// # Ok::<(), soa::Error>(())
    /// ```
    ///
    /// # Errors
    /// More rows on one side than on the other.
    pub fn new(left: Vec<u32>, right: Vec<u32>) -> Result<Self, Error> {
        match (left.len(), right.len()) {
            (a, b) if a == b => Ok(Self { left, right }),
            (left, right) => Err(Error::UnequalRows { left, right }),
        }
    }

    /// Makes room for more pairs.
    pub(crate) fn reserve(&mut self, pairs: usize) -> Result<(), Error> {
        reserve(&mut self.left, pairs)?;
        reserve(&mut self.right, pairs)
    }

    /// Appends one left row with every right row whose bit is set.
    pub(crate) fn push_row(&mut self, left: u32, bits: &[u8]) -> Result<(), Error> {
        let (start, count) = (self.left.len(), count_bits(bits));
        self.reserve(count)?;
        self.left.resize(start + count, left);
        self.right.resize(self.left.len(), 0);
        for (slot, right) in self.right[start..].iter_mut().zip(set_bits(bits)) {
            *slot = right as u32;
        }
        Ok(())
    }

    /// Columns that are in order.
    pub(crate) fn from_columns(left: Vec<u32>, right: Vec<u32>) -> Self {
        Self { left, right }
    }

    /// Both columns, to be written anew: left rows and right rows.
    pub(crate) fn columns_mut(&mut self) -> [&mut Vec<u32>; 2] {
        [&mut self.left, &mut self.right]
    }

    pub(crate) fn append(&mut self, other: &Self) {
        self.left.extend_from_slice(&other.left);
        self.right.extend_from_slice(&other.right);
    }

    /// The number of pairs.
    pub fn len(&self) -> usize {
        self.left.len()
    }

    /// Whether there are no pairs.
    pub fn is_empty(&self) -> bool {
        self.left.is_empty()
    }

    /// The left rows, ascending if a query has found them.
    pub fn left(&self) -> &[u32] {
        &self.left
    }

    /// The right rows, ascending within one left row if a query has found them.
    pub fn right(&self) -> &[u32] {
        &self.right
    }

    /// The pairs `(left, right)` in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (u32, u32)> + '_ {
        self.into_iter()
    }

    /// Both columns, given away.
    pub fn into_columns(self) -> (Vec<u32>, Vec<u32>) {
        (self.left, self.right)
    }
}

/// `for (left, right) in &pairs`
impl<'a> IntoIterator for &'a Pairs {
    type Item = (u32, u32);
    type IntoIter = Zip<Copied<Iter<'a, u32>>, Copied<Iter<'a, u32>>>;

    fn into_iter(self) -> Self::IntoIter {
        self.left.iter().copied().zip(self.right.iter().copied())
    }
}

impl core::fmt::Debug for Pairs {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}
