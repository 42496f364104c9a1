//! Columns of a shape that is only known when the program runs.

use core::ops::Range;

use crate::data::check::check_count;
use crate::data::error::Error;
use crate::data::shape::{Element, MAX_COLUMNS, Shape, ShapeKind};
use crate::data::view::View;

/// Borrowed columns of a shape that is a value: what a database or an interpreter has.
///
/// ```
/// use soa::{AnyView, Query, ShapeKind};
///
/// let (x, y, radius) = ([0.0, 9.0], [0.0, 9.0], [1.0, 0.5]);
/// let disks = AnyView::new(ShapeKind::Disk, &[&x, &y, &radius])?;
/// let points = AnyView::new(ShapeKind::Point, &[&[1.0, 0.0], &[0.0, 0.0]])?;
/// assert_eq!(Query::new().intersects_any(&points, &disks)?.to_bools(), [true, false]);
///
/// let refused = AnyView::new(ShapeKind::Disk, &[&x, &y, &[1.0, -0.5]]).unwrap_err();
/// assert_eq!(refused.to_string(), "disks: column radius, row 1: -0.5 is a negative radius");
/// # Ok::<(), soa::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct AnyView<'a, E: Element = f32> {
    kind: ShapeKind,
    columns: [&'a [E]; MAX_COLUMNS],
    /// The first row in the columns.
    start: usize,
    rows: usize,
    is_validated: bool,
}

impl<'a, E: Element> AnyView<'a, E> {
    /// Borrows the columns, in the order of [`ShapeKind::columns`], and checks every value.
    ///
    /// # Errors
    /// Another number of columns; columns of unequal length; a value that is not finite or that breaks a rule
    /// of the shape.
    pub fn new(kind: ShapeKind, columns: &[&'a [E]]) -> Result<Self, Error> {
        let view = Self::new_unvalidated(kind, columns)?;
        E::check(kind, columns, 0..view.rows)?;
        Ok(Self { is_validated: true, ..view })
    }

    /// Borrows the columns without looking at their values, as [`View::new_unvalidated`].
    ///
    /// # Errors
    /// Another number of columns; columns of unequal length.
    pub fn new_unvalidated(kind: ShapeKind, columns: &[&'a [E]]) -> Result<Self, Error> {
        check_count(kind, columns)?;
        let rows = E::rows(kind, columns)?;
        Ok(Self::of(kind, columns, rows, false))
    }

    /// The view of columns that an earlier view has checked and that have not changed since: what keeps its
    /// columns elsewhere makes a view for each call, and checks once.
    ///
    /// Values that would be refused make their own row's answer meaningless.
    ///
    /// ```
    /// use soa::{AnyView, ShapeKind};
    ///
    /// let (x, y) = ([0.0, 9.0], [0.0, 9.0]);
    /// AnyView::new(ShapeKind::Point, &[&x, &y])?; // once
    /// let points = AnyView::new_unvalidated(ShapeKind::Point, &[&x, &y])?.assume_validated(); // each call
    /// assert_eq!(points.len(), 2);
    /// # Ok::<(), soa::Error>(())
    /// ```
    #[must_use]
    pub fn assume_validated(self) -> Self {
        Self { is_validated: true, ..self }
    }

    /// The columns of a view, whose lengths are known to be equal.
    pub(crate) fn of(kind: ShapeKind, columns: &[&'a [E]], rows: usize, is_validated: bool) -> Self {
        let mut all: [&[E]; MAX_COLUMNS] = [&[]; MAX_COLUMNS];
        all[..columns.len()].copy_from_slice(columns);
        Self { kind, columns: all, start: 0, rows, is_validated }
    }

    /// The shape of a row.
    pub fn kind(&self) -> ShapeKind {
        self.kind
    }

    /// The number of rows.
    pub fn len(&self) -> usize {
        self.rows
    }

    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.rows == 0
    }

    /// Whether the values were checked.
    pub(crate) fn is_validated(&self) -> bool {
        self.is_validated
    }

    /// The same rows, checked unless they were.
    pub(crate) fn validated(self) -> Result<Self, Error> {
        if self.is_validated {
            return Ok(self);
        }
        self.checked()?;
        Ok(self.assume_validated())
    }

    /// This view, after a check of its rows unless they were checked.
    pub(crate) fn checked(&self) -> Result<&Self, Error> {
        if !self.is_validated {
            let mut columns: [&[E]; MAX_COLUMNS] = [&[]; MAX_COLUMNS];
            let count = self.columns().len();
            for (k, column) in columns[..count].iter_mut().enumerate() {
                *column = self.column(k).unwrap_or_default();
            }
            Self::new(self.kind, &columns[..count])?;
        }
        Ok(self)
    }

    /// Whether no value is infinite or NaN.
    pub(crate) fn is_finite(&self) -> bool {
        let columns = self.columns().iter().map(|column| &column[self.start..self.start + self.rows]);
        columns.into_iter().all(|column| column.iter().fold(true, |ok, x| ok & x.is_finite()))
    }

    /// Column `k`, as long as the view; None if the shape has no such column.
    pub fn column(&self, k: usize) -> Option<&'a [E]> {
        self.columns().get(k).map(|column| &column[self.start..self.start + self.rows])
    }

    /// These rows as a view of their own; None if the range is not within `0..len`.
    pub fn slice(&self, rows: Range<usize>) -> Option<Self> {
        (rows.start <= rows.end && rows.end <= self.rows).then(|| self.part(rows))
    }

    /// [`AnyView::slice`] for a range that is known to be within.
    pub(crate) fn part(&self, rows: Range<usize>) -> Self {
        Self { start: self.start + rows.start, rows: rows.len(), ..*self }
    }

    /// The columns as they were borrowed, and the row of them that is the first one here.
    pub(crate) fn raw(&self) -> (&[&'a [E]], usize) {
        (self.columns(), self.start)
    }

    fn columns(&self) -> &[&'a [E]] {
        &self.columns[..self.kind.columns().len()]
    }

    /// The view as one of a shape that is known; None if it is another one.
    pub fn typed<S: Shape<E>>(&self) -> Option<View<'a, S, E>> {
        (S::KIND == self.kind).then(|| {
            let columns = S::build(|k| &self.columns[k][self.start..self.start + self.rows]);
            View::of(columns, self.rows, self.is_validated)
        })
    }
}

impl<E: Element> core::fmt::Debug for AnyView<'_, E> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "AnyView({} {})", self.rows, self.kind.name())
    }
}

impl<'a, S: Shape<E>, E: Element> View<'a, S, E> {
    /// The same columns, of a shape that is a value.
    pub fn any(&self) -> AnyView<'a, E> {
        AnyView::of(S::KIND, self.slices(), self.len(), self.is_validated())
    }
}
