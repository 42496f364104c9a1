//! Rows of an index that change one by one, where [`Index::refit`] takes all of them anew.
//!
//! ```text
//!    rows as they were built, in groups of neighbours        appended rows
//!    [ 0 .. 15 ] [ 16 .. 31 ] ...                            [ .. ] [ .. ]
//! ```
//!
//! A row that moves a little stays in its group, whose box follows it. One that would make the box too large
//! leaves its place to the last row of the group, and is appended; so is a new row. Every 64 appended rows
//! are sorted, then two such runs as one, two of those, and so on: `n` rows are as many runs as `n / 64` has
//! bits that are set, and a search meets some groups of each. All rows are sorted anew when a quarter is
//! appended. So a change costs a few boxes around it, and its share of the sorting.

use alloc::collections::BTreeSet;
use alloc::vec;
use alloc::vec::Vec;

use super::groups::{DEAD, WIDTH};
use super::index::{AnyIndex, Index};
use crate::data::any::AnyView;
use crate::data::check::{check_row, check_rows, check_values};
use crate::data::error::Error;
use crate::data::shape::Shape;

/// Appended rows that are sorted at once, at least. A power of two, of whole groups.
const SORTED: usize = 64;
/// All rows are sorted anew when more than this share of them is appended.
const MOST_APPENDED: usize = 4;
/// A box around a group is not enlarged beyond this many times the mean of all when they were built.
const MOST_EXTENT: f64 = 2.0;

/// What is known of rows that change one by one.
#[derive(Default)]
pub(super) struct Edits {
    /// The place of each row; [`DEAD`] without one. Empty before the first change.
    pub(super) places: Vec<u32>,
    /// Rows that were removed.
    pub(super) removed: BTreeSet<u32>,
}

impl<S: Shape> Index<S> {
    /// Replaces a row, which may have been removed before. It costs a fraction of a microsecond if the row
    /// moves little, and some microseconds if it goes elsewhere; where most rows move, [`Index::refit`] costs
    /// less.
    ///
    /// ```
    /// use soa::{Disk, Disks, Index};
    ///
    /// let mut index = Index::new(&Disks::new([vec![0.0, 5.0], vec![0.0; 2], vec![1.0; 2]])?)?; // x, y, radius
    /// index.set(1, &Disk::new([1.5, 0.0], 1.0))?;
    /// assert_eq!(index.self_join()?.iter().collect::<Vec<_>>(), [(0, 1)]);
    /// # Ok::<(), soa::Error>(())
    /// ```
    ///
    /// # Errors
    /// No such row; a value that is not finite or that breaks a rule of the shape; the index is as it was.
    pub fn set(&mut self, row: u32, shape: &S) -> Result<(), Error> {
        check_row(shape, row as usize)?;
        self.set_row(row, shape.values())
    }

    /// Appends a row and returns its number, [`Index::len`] so far. A number of a removed row is used again
    /// only by [`Index::set`].
    ///
    /// ```
    /// use soa::{Index, Points};
    ///
    /// let mut index = Index::new(&Points::new([vec![0.0, 5.0], vec![0.0; 2]])?)?;
    /// assert_eq!(index.insert(&[2.0, 0.0])?, 2);
    /// assert_eq!(index.nearest(&[2.5, 0.0], 1.0)?.map(|near| near.row), Some(2));
    /// # Ok::<(), soa::Error>(())
    /// ```
    ///
    /// # Errors
    /// A value that is not finite or that breaks a rule of the shape; more than `u32::MAX` rows. The index is
    /// as it was.
    pub fn insert(&mut self, shape: &S) -> Result<u32, Error> {
        check_row(shape, self.len())?;
        self.insert_row(shape.values())
    }
}

impl AnyIndex {
    /// As [`Index::set`], for the values of a shape.
    ///
    /// # Errors
    /// Another number of values than the shape has; else as [`Index::set`].
    pub fn set_any(&mut self, row: u32, shape: &[f32]) -> Result<(), Error> {
        check_values(self.kind(), shape)?;
        self.set_row(row, shape)
    }

    /// As [`Index::insert`], for the values of a shape.
    ///
    /// # Errors
    /// Another number of values than the shape has; else as [`Index::insert`].
    pub fn insert_any(&mut self, shape: &[f32]) -> Result<u32, Error> {
        check_values(self.kind(), shape)?;
        self.insert_row(shape)
    }
}

impl<S> Index<S> {
    /// Removes a row: it touches nothing and is nowhere near, until [`Index::set`] puts it somewhere. All
    /// other rows keep their numbers, and [`Index::len`] stays as it is. Returns whether it was there.
    ///
    /// ```
    /// use soa::{Disk, Index, Points};
    ///
    /// let mut index = Index::new(&Points::new([vec![0.0, 5.0, 5.0], vec![0.0; 3]])?)?;
    /// assert_eq!((index.remove(1)?, index.remove(1)?), (true, false));
    /// assert_eq!(index.intersects_one(&Disk::new([5.0, 0.0], 1.0))?, [2]);
    /// assert_eq!((index.len(), index.contains(1)), (3, false));
    /// # Ok::<(), soa::Error>(())
    /// ```
    ///
    /// # Errors
    /// No such row.
    pub fn remove(&mut self, row: u32) -> Result<bool, Error> {
        self.check_number(row)?;
        self.make_places();
        self.leave_place(row);
        Ok(self.edits.removed.insert(row))
    }

    /// Whether there is a row of this number that was not removed.
    pub fn contains(&self, row: u32) -> bool {
        (row as usize) < self.len() && !self.edits.removed.contains(&row)
    }

    fn check_number(&self, row: u32) -> Result<(), Error> {
        let (row, rows) = (row as usize, self.len());
        if row < rows { Ok(()) } else { Err(Error::NoSuchRow { row, rows }) }
    }

    fn set_row(&mut self, row: u32, values: &[f32]) -> Result<(), Error> {
        self.check_number(row)?;
        self.make_places();
        self.edits.removed.remove(&row);
        self.put(row, values);
        Ok(())
    }

    fn insert_row(&mut self, values: &[f32]) -> Result<u32, Error> {
        check_rows(self.len() + 1)?;
        self.make_places();
        let row = self.len() as u32;
        self.packed.numbers += 1;
        self.edits.places.push(DEAD);
        self.put(row, values);
        Ok(row)
    }

    /// Leaves the place of a row, if it has one, to the last row of its group.
    fn leave_place(&mut self, row: u32) {
        let place = core::mem::replace(&mut self.edits.places[row as usize], DEAD);
        if place != DEAD
            && let Some(rows) = self.packed.edit()
        {
            let next = rows.remove(place as usize);
            if next != DEAD {
                self.edits.places[next as usize] = place;
            }
        }
    }

    /// Writes a row to its place or, if it has none or does not fit there, appends it.
    fn put(&mut self, row: u32, values: &[f32]) {
        let place = self.edits.places[row as usize];
        let Some(rows) = self.packed.edit() else { return };
        let most = MOST_EXTENT * self.total_extent * WIDTH as f64 / rows.places()[0] as f64;
        if place != DEAD && rows.replace(place as usize, values, most) {
            return;
        }
        self.leave_place(row);
        let Some(rows) = self.packed.edit() else { return };
        self.edits.places[row as usize] = rows.push(values, row) as u32;
        let [built, all] = rows.places();
        let appended = all - built;
        if appended > SORTED + built / MOST_APPENDED {
            self.build_again();
        } else if appended.is_multiple_of(SORTED) {
            // The largest power of two that divides it.
            let count = 1 << appended.trailing_zeros();
            rows.sort_last(self.query.level(), count);
            for place in all - count..all {
                if let Some(slot) = self.edits.places.get_mut(rows.row(place).1 as usize) {
                    *slot = place as u32;
                }
            }
        }
    }

    /// Finds the place of each row, before the first change.
    fn make_places(&mut self) {
        let len = self.len();
        let (Some(rows), places) = (self.packed.edit(), &mut self.edits.places) else { return };
        if places.len() != len {
            *places = vec![DEAD; len];
            for place in 0..rows.places()[1] {
                if let Some(slot) = places.get_mut(rows.row(place).1 as usize) {
                    *slot = place as u32;
                }
            }
        }
    }

    /// Sorts all rows anew.
    fn build_again(&mut self) {
        self.build_of(&self.packed.columns());
    }

    /// Builds it anew from all rows, but for those that were removed.
    pub(super) fn build_without_removed(&mut self, rows: &AnyView) {
        if self.edits.removed.is_empty() {
            return self.build(rows);
        }
        let mut columns: Vec<_> = (0..).map_while(|k| rows.column(k)).map(<[f32]>::to_vec).collect();
        for column in &mut columns {
            for &row in &self.edits.removed {
                column[row as usize] = f32::NAN;
            }
        }
        self.build_of(&columns);
    }

    /// Builds it anew from columns, without the rows that are not finite.
    fn build_of(&mut self, columns: &[Vec<f32>]) {
        let columns: Vec<_> = columns.iter().map(Vec::as_slice).collect();
        self.build(&AnyView::of(self.packed.kind, &columns, self.len(), false));
    }
}
