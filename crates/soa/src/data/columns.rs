//! Owned columns.

use alloc::vec::Vec;

use crate::data::check::check_row;
use crate::data::error::Error;
use crate::data::memory::{reserve, room};
use crate::data::shape::{Element, Results, Shape};
use crate::data::view::{Rows, View};

/// Owned columns of one shape. Every row was checked when it came in.
///
/// ```
/// use soa::{Error, Triangles};
/// use scalar::dim2::Triangle;
///
/// let mut triangles = Triangles::default();
/// triangles.push(Triangle { a: [0.0, 0.0], b: [1.0, 0.0], c: [0.0, 1.0] })?;
/// let [ax, _, bx, ..] = triangles.as_view().columns();
/// assert_eq!((ax, bx), (&[0.0][..], &[1.0][..]));
///
/// let refused = triangles.push(Triangle { a: [f32::NAN, 0.0], ..Triangle::default() }).unwrap_err();
/// assert_eq!(refused.to_string(), "triangles: column ax, row 1: NaN is not a finite number");
/// assert_eq!(triangles.len(), 1);
/// # Ok::<(), Error>(())
/// ```
pub struct Columns<S: Shape<E>, E: Element = f32> {
    columns: S::Of<Vec<E>>,
    rows: usize,
}

impl<S: Shape<E>, E: Element> Columns<S, E> {
    /// Takes the columns and checks every value, in one pass.
    ///
    /// # Errors
    /// As [`View::new`].
    pub fn new(columns: S::Of<Vec<E>>) -> Result<Self, Error> {
        let rows = View::<S, E>::new(S::build(|k| columns.as_ref()[k].as_slice()))?.len();
        Ok(Self { columns, rows })
    }

    /// Transposes a slice of scalar shapes into columns, in one pass.
    ///
    /// # Errors
    /// The first row with a value that is not finite or that breaks a rule of the shape; no memory for them all.
    pub fn from_shapes(shapes: &[S]) -> Result<Self, Error> {
        let mut columns = Self::default();
        columns.make_room(shapes.len())?;
        for &shape in shapes {
            columns.push(shape)?;
        }
        Ok(columns)
    }

    /// No rows, but room for some.
    pub fn with_capacity(rows: usize) -> Self {
        Self { columns: S::build(|k| Vec::with_capacity(places(rows, k))), rows: 0 }
    }

    /// Makes room for so many rows. If that takes other memory, or there is none, the old rows are lost.
    pub(crate) fn make_room(&mut self, rows: usize) -> Result<(), Error> {
        if self.columns.as_ref().iter().any(|column| column.capacity() < rows) {
            *self = Self::default();
            let mut columns = S::build(|_| Vec::new());
            for (k, column) in columns.as_mut().iter_mut().enumerate() {
                *column = room(places(rows, k))?;
            }
            self.columns = columns;
        }
        Ok(())
    }

    /// So many rows for a measure to overwrite: results, so infinities and NaN may come to stand in them.
    pub(crate) fn results(&mut self, rows: usize) -> Results<'_, S, E> {
        self.rows = rows;
        let mut columns = self.columns.as_mut().iter_mut();
        S::build(|_| {
            columns.next().map_or(Default::default(), |column| {
                column.resize(rows, E::zeroed());
                column.as_mut_slice()
            })
        })
    }

    /// Appends one row.
    ///
    /// # Errors
    /// A value that is not finite or that breaks a rule of the shape; the columns stay as they were.
    pub fn push(&mut self, shape: S) -> Result<(), Error> {
        check_row(&shape, self.rows)?;
        for (column, &value) in self.columns.as_mut().iter_mut().zip(shape.values()) {
            column.push(value);
        }
        self.rows += 1;
        Ok(())
    }

    /// Appends rows, such as those of structs of your own: `columns.extend(balls.iter().map(|ball| ball.disk()))`.
    ///
    /// Each frame, [`Columns::clear`] and this use the same memory again.
    ///
    /// ```
    /// use soa::{Disk, Disks};
    ///
    /// struct Ball {
    ///     at: [f32; 2],
    ///     size: f32,
    /// }
    /// let balls = [Ball { at: [0.0, 1.0], size: 2.0 }, Ball { at: [3.0, 4.0], size: 5.0 }];
    /// let mut disks = Disks::default();
    /// for _frame in 0..2 {
    ///     disks.clear();
    ///     disks.extend(balls.iter().map(|ball| Disk { center: ball.at, radius: ball.size }))?;
    ///     assert_eq!(disks.column("radius"), Some(&[2.0, 5.0][..]));
    /// }
    /// # Ok::<(), soa::Error>(())
    /// ```
    ///
    /// # Errors
    /// A row with a value that is not finite or that breaks a rule of the shape: the rows before it have been appended. No memory.
    pub fn extend(&mut self, shapes: impl IntoIterator<Item = S>) -> Result<(), Error> {
        let shapes = shapes.into_iter();
        self.reserve(shapes.size_hint().0)?;
        for shape in shapes {
            self.push(shape)?;
        }
        Ok(())
    }

    /// Makes room for more rows.
    ///
    /// # Errors
    /// No memory for them; the columns stay as they were.
    pub fn reserve(&mut self, more: usize) -> Result<(), Error> {
        self.columns.as_mut().iter_mut().try_for_each(|column| reserve(column, more))
    }

    /// A column by its name, one of [`Shape::COLUMNS`].
    pub fn column(&self, name: &str) -> Option<&[E]> {
        let k = S::COLUMNS.iter().position(|known| *known == name)?;
        Some(&self.columns.as_ref()[k])
    }

    /// Replaces a row and returns whether there is such a row.
    ///
    /// # Errors
    /// As [`Columns::push`].
    pub fn set(&mut self, row: usize, shape: S) -> Result<bool, Error> {
        check_row(&shape, row)?;
        if row >= self.rows {
            return Ok(false);
        }
        for (column, &value) in self.columns.as_mut().iter_mut().zip(shape.values()) {
            column[row] = value;
        }
        Ok(true)
    }

    /// Removes every row and keeps the memory.
    pub fn clear(&mut self) {
        self.columns.as_mut().iter_mut().for_each(Vec::clear);
        self.rows = 0;
    }

    /// The number of rows.
    pub fn len(&self) -> usize {
        self.rows
    }

    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.rows == 0
    }

    /// One row as a scalar shape; None beyond the last.
    pub fn get(&self, row: usize) -> Option<S> {
        self.as_view().get(row)
    }

    /// Every row as a scalar shape.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = S> + '_ {
        (0..self.rows).map(|row| S::from_values(|k| self.columns.as_ref()[k][row]))
    }

    /// The columns, borrowed.
    pub fn as_view(&self) -> View<'_, S, E> {
        View::trusted(S::build(|k| self.columns.as_ref()[k].as_slice()), self.rows)
    }

    /// The columns themselves, in the order of [`Shape::COLUMNS`].
    pub fn into_columns(self) -> S::Of<Vec<E>> {
        self.columns
    }
}

/// Places in a column of rows, the `k`th of its shape.
///
/// Each has three cache lines more than the one before. Columns that are a power of two long would otherwise all begin in the
/// same few sets of the cache, which has fewer places in a set than a shape may have columns.
fn places(rows: usize, k: usize) -> usize {
    rows.saturating_add(48 * k)
}

impl<S: Shape<E>, E: Element> Default for Columns<S, E> {
    fn default() -> Self {
        Self::with_capacity(0)
    }
}

impl<S: Shape<E>, E: Element> Clone for Columns<S, E> {
    fn clone(&self) -> Self {
        Self { columns: S::build(|k| self.columns.as_ref()[k].clone()), rows: self.rows }
    }
}

impl<S: Shape<E>, E: Element> PartialEq for Columns<S, E> {
    fn eq(&self, other: &Self) -> bool {
        self.rows == other.rows && self.columns.as_ref() == other.columns.as_ref()
    }
}

impl<S: Shape<E>, E: Element> core::fmt::Debug for Columns<S, E> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        self.as_view().fmt(f)
    }
}

impl<S: Shape<E>, E: Element> Rows<E> for Columns<S, E> {
    type Shape = S;

    fn view(&self) -> View<'_, S, E> {
        self.as_view()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use scalar::dim2::Disk;

    #[test]
    fn rows_are_lost_only_if_there_is_no_room_for_more() {
        let mut disks = Columns::<Disk>::default();
        disks.make_room(100).unwrap();
        let least = disks.columns.iter().map(Vec::capacity).min().unwrap();
        assert!(least >= 100);
        for rows in [0, 100, least] {
            disks.push(Disk::default()).unwrap();
            disks.make_room(rows).unwrap();
            assert!(!disks.is_empty(), "{rows}");
        }
        disks.make_room(least + 1).unwrap();
        assert!(disks.is_empty() && disks.columns.iter().all(|column| column.capacity() > least));
    }
}
