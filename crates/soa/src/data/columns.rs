//! Owned columns.

use alloc::vec::Vec;

use crate::data::check::check_row;
use crate::data::error::Error;
use crate::data::memory::{reserve, with_capacity};
use crate::data::shape::{Element, Results, Shape};
use crate::data::view::{RowIter, Rows, View};

/// Owned columns of one shape. Every row is checked when it is added.
///
/// ```
/// use soa::{Error, Triangle, Triangles};
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
    values: S::Of<Vec<E>>,
    rows: usize,
    /// Whether every value was checked: not those of results, and not once [`Columns::column_mut`] has lent a
    /// column.
    validated: bool,
}

impl<S: Shape<E>, E: Element> Columns<S, E> {
    /// Takes the columns and checks every value, in one pass.
    ///
    /// # Errors
    /// As [`View::new`].
    pub fn new(columns: S::Of<Vec<E>>) -> Result<Self, Error> {
        let rows = View::<S, E>::new(S::build(|k| columns.as_ref()[k].as_slice()))?.len();
        Ok(Self { values: columns, rows, validated: true })
    }

    /// Takes columns by their names, [`Shape::COLUMNS`], in any order.
    ///
    /// ```
    /// use soa::{OrientedBox, OrientedBoxes};
    ///
    /// let boxes = OrientedBoxes::from_named([
    ///     ("ux", vec![1.0]), ("uy", vec![0.0]), // direction of the first side
    ///     ("hx", vec![2.0]), ("hy", vec![0.5]), // half extents
    ///     ("cx", vec![7.0]), ("cy", vec![8.0]), // center
    /// ])?;
    /// assert_eq!(boxes.get(0), OrientedBox::along([7.0, 8.0], [2.0, 0.5], [1.0, 0.0]));
    ///
    /// let refused = soa::Disks::from_named([("x", vec![0.0]), ("y", vec![0.0])]).unwrap_err();
    /// assert_eq!(refused.to_string(), "disks: column radius is missing, double or unknown");
    /// # Ok::<(), soa::Error>(())
    /// ```
    ///
    /// # Errors
    /// A name that is unknown, given twice, or missing; otherwise as [`View::new`].
    pub fn from_named<N: AsRef<str>>(named: impl IntoIterator<Item = (N, Vec<E>)>) -> Result<Self, Error> {
        let bad = |name: &str| Error::BadColumn { shape: S::NAME, column: name.into() };
        let mut columns: S::Of<Option<Vec<E>>> = S::build(|_| None);
        for (name, column) in named {
            let name = name.as_ref();
            let k = S::COLUMNS.iter().position(|known| *known == name).ok_or_else(|| bad(name))?;
            if columns.as_mut()[k].replace(column).is_some() {
                return Err(bad(name));
            }
        }
        if let Some(k) = columns.as_ref().iter().position(Option::is_none) {
            return Err(bad(S::COLUMNS[k]));
        }
        Self::new(S::build(|k| columns.as_mut()[k].take().unwrap_or_default()))
    }

    /// Columns of a slice of shapes.
    ///
    /// # Errors
    /// The first row with a value that is not finite or that breaks a rule of the shape; no memory for them
    /// all.
    pub fn from_shapes(shapes: &[S]) -> Result<Self, Error> {
        Self::try_from_iter(shapes.iter().copied())
    }

    /// Columns of the shapes of an iterator, or of what converts to them: structs of your own
    /// ([`Columns::extend`]), three points for a triangle, points of another library.
    ///
    /// ```
    /// use soa::{Disk, Disks, Points3};
    ///
    /// let disks = Disks::try_from_iter((0..3).map(|i| Disk::new([i as f32, 0.0], 1.0)))?;
    /// assert_eq!(disks.column("x"), Some(&[0.0, 1.0, 2.0][..]));
    /// let points = Points3::try_from_iter([glam::Vec3::ONE])?;
    /// assert_eq!(points.get(0), Some([1.0; 3]));
    /// # Ok::<(), soa::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Columns::from_shapes`].
    pub fn try_from_iter<T: Into<S>>(shapes: impl IntoIterator<Item = T>) -> Result<Self, Error> {
        let mut columns = Self::default();
        columns.extend(shapes)?;
        Ok(columns)
    }

    /// No rows, but room for some.
    pub fn with_capacity(rows: usize) -> Self {
        Self { values: S::build(|k| Vec::with_capacity(padded_capacity(rows, k))), rows: 0, validated: true }
    }

    /// Makes room for this many rows in all. If that takes other memory, or there is none, the old rows are
    /// lost.
    pub(crate) fn make_room(&mut self, rows: usize) -> Result<(), Error> {
        if self.values.as_ref().iter().any(|column| column.capacity() < rows) {
            *self = Self::default();
            let mut columns = S::build(|_| Vec::new());
            for (k, column) in columns.as_mut().iter_mut().enumerate() {
                *column = with_capacity(padded_capacity(rows, k))?;
            }
            self.values = columns;
        }
        Ok(())
    }

    /// Resizes to this many rows, for a measure to overwrite with results, which may be infinite or NaN.
    pub(crate) fn results(&mut self, rows: usize) -> Results<'_, S, E> {
        (self.rows, self.validated) = (rows, false);
        let mut columns = self.values.as_mut().iter_mut();
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
        for (column, &value) in self.values.as_mut().iter_mut().zip(shape.values()) {
            column.push(value);
        }
        self.rows += 1;
        Ok(())
    }

    /// Appends shapes, or what converts to them, such as structs of your own.
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
    /// impl From<&Ball> for Disk {
    ///     fn from(ball: &Ball) -> Self {
    ///         Disk::new(ball.at, ball.size)
    ///     }
    /// }
    /// let balls = [Ball { at: [0.0, 1.0], size: 2.0 }, Ball { at: [3.0, 4.0], size: 5.0 }];
    /// let mut disks = Disks::default();
    /// for _frame in 0..2 {
    ///     disks.clear();
    ///     disks.extend(&balls)?;
    ///     assert_eq!(disks.column("radius"), Some(&[2.0, 5.0][..]));
    /// }
    /// # Ok::<(), soa::Error>(())
    /// ```
    ///
    /// # Errors
    /// A row with a value that is not finite or that breaks a rule of the shape: the rows before it have been
    /// appended. No memory.
    pub fn extend<T: Into<S>>(&mut self, shapes: impl IntoIterator<Item = T>) -> Result<(), Error> {
        // Vector instructions check and copy a block of rows at a time, which halves the time of a push for each row.
        let mut block = [S::zeroed(); 32];
        let mut shapes = shapes.into_iter();
        self.reserve(shapes.size_hint().0)?;
        loop {
            let given = block.iter_mut().zip(&mut shapes).map(|(slot, shape)| *slot = shape.into()).count();
            let rows = &block[..given];
            let finite = bytemuck::cast_slice(rows).iter().fold(true, |ok, x: &E| ok & x.is_finite());
            if !finite || rows.iter().any(|row| row.broken_rule().is_some()) {
                return rows.iter().try_for_each(|&row| self.push(row)); // finds the row that is refused
            }
            for (k, column) in self.values.as_mut().iter_mut().enumerate() {
                column.extend(rows.iter().map(|row| row.values()[k]));
            }
            self.rows += given;
            if given < block.len() {
                return Ok(());
            }
        }
    }

    /// Makes room for more rows.
    ///
    /// # Errors
    /// No memory for them; the columns stay as they were.
    pub fn reserve(&mut self, more: usize) -> Result<(), Error> {
        let mut columns = self.values.as_mut().iter_mut().enumerate();
        columns.try_for_each(|(k, column)| reserve(column, padded_capacity(more, k)))
    }

    /// A column by its name, one of [`Shape::COLUMNS`].
    pub fn column(&self, name: &str) -> Option<&[E]> {
        let k = S::COLUMNS.iter().position(|known| *known == name)?;
        Some(&self.values.as_ref()[k])
    }

    /// A column by its name, to be overwritten in place. The new values are not checked: until
    /// [`Columns::validate`] has, queries treat these columns as a view that was not validated
    /// ([`View::new_unvalidated`]).
    ///
    /// ```
    /// use soa::Disks;
    ///
    /// let mut disks = Disks::new([vec![0.0, 1.0], vec![0.0; 2], vec![1.0; 2]])?;
    /// for x in disks.column_mut("x").unwrap() {
    ///     *x += 0.5;
    /// }
    /// disks.validate()?;
    /// assert_eq!(disks.column("x"), Some(&[0.5, 1.5][..]));
    ///
    /// disks.column_mut("radius").unwrap()[1] = -1.0;
    /// assert_eq!(disks.validate().unwrap_err().to_string(), "disks: column radius, row 1: -1 is a negative radius");
    /// # Ok::<(), soa::Error>(())
    /// ```
    pub fn column_mut(&mut self, name: &str) -> Option<&mut [E]> {
        let k = S::COLUMNS.iter().position(|known| *known == name)?;
        self.validated = false;
        Some(&mut self.values.as_mut()[k])
    }

    /// Checks every value, if that was not done: of results, and after [`Columns::column_mut`].
    ///
    /// # Errors
    /// A value that is not finite or that breaks a rule of the shape; the columns stay as they are.
    pub fn validate(&mut self) -> Result<(), Error> {
        if !self.validated {
            View::<S, E>::new(S::build(|k| self.values.as_ref()[k].as_slice()))?;
            self.validated = true;
        }
        Ok(())
    }

    /// Replaces a row.
    ///
    /// ```
    /// use soa::{Disk, Disks, Error};
    ///
    /// let mut disks = Disks::new([vec![0.0], vec![0.0], vec![1.0]])?;
    /// disks.set(0, Disk::new([3.0, 4.0], 5.0))?;
    /// assert_eq!(disks.get(0), Some(Disk::new([3.0, 4.0], 5.0)));
    /// assert_eq!(disks.set(1, Disk::default()), Err(Error::NoSuchRow { row: 1, rows: 1 }));
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    /// A row beyond the last; a value that is not finite or that breaks a rule of the shape. The columns stay
    /// as they were.
    pub fn set(&mut self, row: usize, shape: S) -> Result<(), Error> {
        if row >= self.rows {
            return Err(Error::NoSuchRow { row, rows: self.rows });
        }
        check_row(&shape, row)?;
        for (column, &value) in self.values.as_mut().iter_mut().zip(shape.values()) {
            column[row] = value;
        }
        Ok(())
    }

    /// Removes every row and keeps the memory.
    pub fn clear(&mut self) {
        self.values.as_mut().iter_mut().for_each(Vec::clear);
        (self.rows, self.validated) = (0, true);
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
    pub fn iter(&self) -> RowIter<'_, S, E> {
        self.as_view().into_iter()
    }

    /// The columns, borrowed.
    pub fn as_view(&self) -> View<'_, S, E> {
        View::of(S::build(|k| self.values.as_ref()[k].as_slice()), self.rows, self.validated)
    }

    /// The columns themselves, in the order of [`Shape::COLUMNS`].
    pub fn into_columns(self) -> S::Of<Vec<E>> {
        self.values
    }
}

/// The capacity of column `k` of a shape for this many rows.
///
/// Each column has three cache lines more than the one before. Columns that are a power of two long would
/// otherwise all begin in the same few sets of the cache, which has fewer places in a set than a shape may
/// have columns.
fn padded_capacity(rows: usize, k: usize) -> usize {
    rows.saturating_add(48 * k)
}

impl<S: Shape<E>, E: Element> Default for Columns<S, E> {
    fn default() -> Self {
        Self::with_capacity(0)
    }
}

impl<S: Shape<E>, E: Element> Clone for Columns<S, E> {
    fn clone(&self) -> Self {
        let values = S::build(|k| self.values.as_ref()[k].clone());
        Self { values, rows: self.rows, validated: self.validated }
    }
}

impl<S: Shape<E>, E: Element> PartialEq for Columns<S, E> {
    fn eq(&self, other: &Self) -> bool {
        self.rows == other.rows && self.values.as_ref() == other.values.as_ref()
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

impl<'a, S: Shape<E>, E: Element> IntoIterator for &'a Columns<S, E> {
    type Item = S;
    type IntoIter = RowIter<'a, S, E>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
