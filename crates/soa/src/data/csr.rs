//! A list of right rows for each left row.

use alloc::vec::Vec;

/// The right rows of each left row, one list after the other: compressed sparse rows, Arrow's layout of a
/// list column.
///
/// ```
/// use soa::{Disks, Points, join::Join};
///
/// let points = Points::new([vec![0.0, 5.0, 9.0], vec![0.0; 3]])?;
/// let disks = Disks::new([vec![0.0, 1.0, 9.0], vec![0.0; 3], vec![2.0; 3]])?; // x, y, radius
/// let lists = Join::new(&points, &disks)?.csr()?;
/// assert_eq!(lists.offsets(), [0, 2, 2, 3]);
/// assert_eq!(lists.right(), [0, 1, 2]);
/// assert!(lists.iter().eq([&[0, 1][..], &[], &[2]]));
/// assert_eq!(lists.row(0), Some(&[0, 1][..]));
/// assert_eq!(lists.row(3), None);
/// # Ok::<(), soa::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Csr {
    offsets: Vec<u64>,
    right: Vec<u32>,
}

impl Csr {
    /// Lists that begin and end at these offsets.
    pub(crate) fn from_columns(offsets: Vec<u64>, right: Vec<u32>) -> Self {
        Self { offsets, right }
    }

    /// The number of left rows.
    pub fn len(&self) -> usize {
        self.offsets.len() - 1
    }

    /// Whether there are no left rows.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The right rows of one left row, ascending; None beyond the last.
    pub fn row(&self, left: usize) -> Option<&[u32]> {
        let (&start, &end) = (self.offsets.get(left)?, self.offsets.get(left.checked_add(1)?)?);
        self.right.get(start as usize..end as usize)
    }

    /// The right rows of each left row: a list a row.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &[u32]> {
        self.offsets.windows(2).map(|ends| &self.right[ends[0] as usize..ends[1] as usize])
    }

    /// Where each list begins, and where the last one ends: one number more than left rows.
    pub fn offsets(&self) -> &[u64] {
        &self.offsets
    }

    /// All lists, one after the other.
    pub fn right(&self) -> &[u32] {
        &self.right
    }

    /// Both columns, given away.
    pub fn into_columns(self) -> (Vec<u64>, Vec<u32>) {
        (self.offsets, self.right)
    }
}
