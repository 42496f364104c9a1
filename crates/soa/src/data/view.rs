//! Borrowed columns.

use core::ops::Range;

use scalar::dim2::{Line, Ray, Segment};
use scalar::dim3::{Line3, Ray3, Segment3};

use crate::data::error::Error;
use crate::data::shape::{Element, Shape};

/// Borrowed columns: one `&[f32]` a coordinate, all of one length, without copies or padding.
///
/// ```
/// use soa::{Disk, Error, View};
///
/// let (x, y, radius) = ([0.0, 1.0], [0.0, 1.0], [1.0, 0.5]);
/// let disks = View::<Disk>::new([&x[..], &y, &radius])?;
/// assert_eq!(disks.get(1), Some(Disk { center: [1.0, 1.0], radius: 0.5 }));
///
/// let refused = View::<Disk>::new([&x[..], &y, &[1.0, -0.5]]).unwrap_err();
/// assert_eq!(refused.to_string(), "disks: column radius, row 1: -0.5 is a negative radius");
/// # Ok::<(), Error>(())
/// ```
pub struct View<'a, S: Shape<E>, E: Element = f32> {
    columns: S::Of<&'a [E]>,
    rows: usize,
    validated: bool,
}

impl<'a, S: Shape<E>, E: Element> View<'a, S, E> {
    /// Borrows the columns and checks every value, in one pass.
    ///
    /// # Errors
    /// Columns of unequal length; a value that is not finite or that breaks a rule of the shape.
    pub fn new(columns: S::Of<&'a [E]>) -> Result<Self, Error> {
        let view = Self::new_unvalidated(columns)?;
        E::check(S::KIND, view.columns.as_ref(), 0..view.rows)?;
        Ok(Self { validated: true, ..view })
    }

    /// Borrows the columns without looking at their values: for data that was checked before.
    ///
    /// A NaN here makes its own row answer "no" and leaves the other rows alone; for exact queries such as
    /// [`intersects`](crate::intersects), so does an infinite coordinate. Other broken rules (a negative
    /// radius, and an infinite coordinate in a published algorithm) make their own row's answer meaningless,
    /// but the same everywhere.
    ///
    /// # Errors
    /// Columns of unequal length.
    pub fn new_unvalidated(columns: S::Of<&'a [E]>) -> Result<Self, Error> {
        let rows = E::rows(S::KIND, columns.as_ref())?;
        Ok(Self { columns, rows, validated: false })
    }

    /// Borrows columns that follow each other in one buffer (a column-major matrix), and checks every value.
    ///
    /// # Errors
    /// A length that is no multiple of the number of columns; otherwise as [`View::new`].
    pub fn from_contiguous(buffer: &'a [E]) -> Result<Self, Error> {
        let n = S::COLUMNS.len();
        if n == 0 || !buffer.len().is_multiple_of(n) {
            let reason = "its length is no multiple of the number of columns";
            return Err(Error::BadBuffer { shape: S::NAME, columns: n, len: buffer.len(), reason });
        }
        let rows = buffer.len() / n;
        Self::new(S::build(|k| &buffer[k * rows..(k + 1) * rows]))
    }

    /// Borrows columns from raw bytes in this machine's byte order (an Arrow buffer, a memory map), without a
    /// copy.
    ///
    /// # Errors
    /// Bytes that are not aligned for their elements or end within one; otherwise as [`View::new`].
    #[expect(clippy::needless_pass_by_value, reason = "an array of slices, as in the other constructors")]
    pub fn from_bytes(columns: S::Of<&'a [u8]>) -> Result<Self, Error> {
        let mut failed = None;
        let floats = S::build(|k| {
            let bytes = columns.as_ref()[k];
            bytemuck::try_cast_slice(bytes).unwrap_or_else(|_| {
                failed.get_or_insert(bytes.len());
                &[]
            })
        });
        match failed {
            None => Self::new(floats),
            Some(len) => {
                let (columns, reason) = (S::COLUMNS.len(), E::BAD_BYTES);
                Err(Error::BadBuffer { shape: S::NAME, columns, len, reason })
            }
        }
    }

    /// A view of columns whose lengths are known to be equal.
    pub(crate) fn of(columns: S::Of<&'a [E]>, rows: usize, validated: bool) -> Self {
        Self { columns, rows, validated }
    }

    /// The columns as a slice.
    pub(crate) fn slices(&self) -> &[&'a [E]] {
        self.columns.as_ref()
    }

    /// Whether the values were checked.
    pub(crate) fn is_validated(&self) -> bool {
        self.validated
    }

    /// The number of rows.
    pub fn len(&self) -> usize {
        self.rows
    }

    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.rows == 0
    }

    /// The columns, in the order of [`Shape::COLUMNS`].
    pub fn columns(&self) -> S::Of<&'a [E]> {
        S::build(|k| self.columns.as_ref()[k])
    }

    /// Column `k`, as long as the view.
    #[inline(always)]
    pub(crate) fn column(&self, k: usize) -> &'a [E] {
        self.columns.as_ref()[k]
    }

    /// One row as a scalar shape; None beyond the last.
    pub fn get(&self, row: usize) -> Option<S> {
        (row < self.rows).then(|| self.at(row))
    }

    /// A row that exists.
    #[inline(always)]
    pub(crate) fn at(&self, row: usize) -> S {
        S::from_values(
            #[inline(always)]
            |k| self.columns.as_ref()[k][row],
        )
    }

    /// The rows `n N .. n N + N`, with zeros beyond the last row.
    #[inline(always)]
    pub(crate) fn group<const N: usize>(&self, n: usize) -> S::Of<[E; N]> {
        S::build(
            #[inline(always)]
            |k| {
                let (groups, rest) = self.columns.as_ref()[k].as_chunks();
                let mut last = [E::zeroed(); N];
                groups.get(n).copied().unwrap_or_else(|| {
                    last[..rest.len()].copy_from_slice(rest);
                    last
                })
            },
        )
    }

    /// Every row as a scalar shape.
    pub fn iter(&self) -> RowIter<'a, S, E> {
        RowIter { rows: 0..self.rows, view: self.clone() }
    }

    /// These rows as a view of their own; None if the range is not within `0..len`.
    pub fn slice(&self, rows: Range<usize>) -> Option<Self> {
        (rows.start <= rows.end && rows.end <= self.rows).then(|| self.part(rows))
    }

    /// [`View::slice`] for a range that is known to be within.
    pub(crate) fn part(&self, rows: Range<usize>) -> Self {
        let columns = S::build(|k| &self.columns.as_ref()[k][rows.clone()]);
        Self { columns, rows: rows.len(), validated: self.validated }
    }
}

/// Every row of a [`View`] as a scalar shape.
#[derive(Clone, Debug)]
pub struct RowIter<'a, S: Shape<E>, E: Element = f32> {
    view: View<'a, S, E>,
    rows: Range<usize>,
}

impl<S: Shape<E>, E: Element> Iterator for RowIter<'_, S, E> {
    type Item = S;

    #[inline]
    fn next(&mut self) -> Option<S> {
        self.rows.next().map(|row| self.view.at(row))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.rows.size_hint()
    }

    fn nth(&mut self, n: usize) -> Option<S> {
        self.rows.nth(n).map(|row| self.view.at(row))
    }
}

impl<S: Shape<E>, E: Element> DoubleEndedIterator for RowIter<'_, S, E> {
    fn next_back(&mut self) -> Option<S> {
        self.rows.next_back().map(|row| self.view.at(row))
    }
}

impl<S: Shape<E>, E: Element> ExactSizeIterator for RowIter<'_, S, E> {}

impl<'a, S: Shape<E>, E: Element> IntoIterator for View<'a, S, E> {
    type Item = S;
    type IntoIter = RowIter<'a, S, E>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<'a, S: Shape<E>, E: Element> IntoIterator for &View<'a, S, E> {
    type Item = S;
    type IntoIter = RowIter<'a, S, E>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<S: Shape<E>, E: Element> Clone for View<'_, S, E> {
    fn clone(&self) -> Self {
        Self { columns: self.columns(), rows: self.rows, validated: self.validated }
    }
}

impl<S: Shape<E>, E: Element> core::fmt::Debug for View<'_, S, E> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl<S: Shape<E>, E: Element, T: Rows<E, Shape = S>> PartialEq<T> for View<'_, S, E> {
    fn eq(&self, other: &T) -> bool {
        self.iter().eq(other.view().iter())
    }
}

/// Defines the other readings of segment columns, which need no copy.
macro_rules! readings {
    ($segment:ty, $ray:ty, $line:ty) => {
        impl<'a> View<'a, $segment> {
            /// The same columns read as rays: `t >= 0` without an end.
            pub fn as_rays(&self) -> View<'a, $ray> {
                View { columns: self.columns, rows: self.rows, validated: self.validated }
            }

            /// The same columns read as lines: `t` without bounds.
            pub fn as_lines(&self) -> View<'a, $line> {
                View { columns: self.columns, rows: self.rows, validated: self.validated }
            }
        }
    };
}
readings!(Segment, Ray, Line);
readings!(Segment3, Ray3, Line3);

/// What a query takes: rows of a shape in columns.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no set of rows",
    label = "queries take `&Columns`, such as `&Disks`, or `&View`"
)]
pub trait Rows<E: Element = f32> {
    /// The shape of a row.
    type Shape: Shape<E>;

    /// The columns, borrowed.
    fn view(&self) -> View<'_, Self::Shape, E>;
}

impl<S: Shape<E>, E: Element> Rows<E> for View<'_, S, E> {
    type Shape = S;

    fn view(&self) -> View<'_, S, E> {
        View { columns: S::build(|k| self.column(k)), rows: self.rows, validated: self.validated }
    }
}
