//! Rows of floats in groups of sixteen.

use alloc::vec::Vec;
use core::marker::PhantomData;

use crate::lanes::{Lanes, MAX_LANES, Simd};
use crate::shape::Shape;

/// Rows of a group: one register, or two.
pub(crate) const WIDTH: usize = MAX_LANES;

/// Rows one group after the other, and column after column within a group: what is looked at together lies together,
/// whichever group it is.
///
/// ```text
///    group 0                               group 1
///    x x x .. x  y y y .. y  r r r .. r    x x x .. x  y y y .. y  r r r .. r    ...
/// ```
pub(crate) struct Groups<S> {
    values: Vec<f32>,
    rows: usize,
    shape: PhantomData<S>,
}

impl<S: Shape> Groups<S> {
    /// Values of a group.
    const VALUES: usize = WIDTH * S::COLUMNS.len();

    /// These rows, and NaN in the places that are left of the last group.
    pub(crate) fn new(rows: impl ExactSizeIterator<Item = S>) -> Self {
        let mut groups = Self {
            values: alloc::vec![f32::NAN; rows.len().div_ceil(WIDTH) * Self::VALUES],
            rows: rows.len(),
            shape: PhantomData,
        };
        for (i, row) in rows.enumerate() {
            groups.set(i, &row);
        }
        groups
    }

    /// The groups, the last of which may not be full.
    pub(crate) fn groups(&self) -> usize {
        self.rows.div_ceil(WIDTH)
    }

    /// Where a row's first value stands; the next is [`WIDTH`] places farther on.
    #[inline(always)]
    fn place(row: usize) -> usize {
        row / WIDTH * Self::VALUES + row % WIDTH
    }

    #[inline(always)]
    fn set(&mut self, row: usize, values: &S) {
        let places = self.values[Self::place(row)..].iter_mut().step_by(WIDTH);
        places.zip(values.values()).for_each(|(place, &value)| *place = value);
    }

    /// One row.
    #[inline(always)]
    pub(crate) fn get(&self, row: usize) -> S {
        let values = &self.values[Self::place(row)..];
        S::from_values(
            #[inline(always)]
            |k| values[k * WIDTH],
        )
    }

    /// Half a group, or a whole one, from the row `at` of it: a register a column.
    #[inline(always)]
    pub(crate) fn load<T: Simd>(&self, simd: T, group: usize, at: usize) -> S::Of<T::Lanes> {
        let values = &self.values[group * Self::VALUES..(group + 1) * Self::VALUES];
        S::build(
            #[inline(always)]
            |k| simd.load(&values[k * WIDTH + at..k * WIDTH + at + T::Lanes::LEN]),
        )
    }

    /// Asks for the memory of a group.
    #[inline(always)]
    pub(crate) fn prefetch<T: Simd>(&self, simd: T, group: usize) {
        for column in self.values[group * Self::VALUES..(group + 1) * Self::VALUES].chunks_exact(WIDTH) {
            simd.prefetch(column);
        }
    }

    /// The groups as values, column after column.
    pub(crate) fn iter(&self) -> impl ExactSizeIterator<Item = &[f32]> {
        self.values.chunks_exact(Self::VALUES)
    }
}
