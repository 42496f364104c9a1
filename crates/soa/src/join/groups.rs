//! Rows of floats in groups of sixteen.

use alloc::vec::Vec;
use core::marker::PhantomData;
use core::ops::Range;

use scalar::float::{max, min};

use crate::data::shape::{Shape, write_row};
use crate::lanes::{Lanes, MAX_LANES, Mask, Simd};

/// Rows of a group: one register, or two.
pub(crate) const WIDTH: usize = MAX_LANES;

/// Candidates of a block, at most.
pub(crate) const BLOCK: usize = 1024;

/// Rows that a query with one shape tests together, at most.
pub(crate) const FEW: usize = 64;

/// A row and its number.
pub(crate) type Numbered<S> = (S, u32);

/// The number of a place whose row was removed: all its values are NaN. No row has it, as they are fewer.
pub(crate) const DEAD: u32 = u32::MAX;

/// A group of rows, column by column.
pub(crate) type Group<S> = <S as Shape>::Of<[f32; WIDTH]>;

/// Rows one group after the other, and column after column within a group: a group is contiguous.
///
/// ```text
///    group 0                               group 1
///    x x x .. x  y y y .. y  r r r .. r    x x x .. x  y y y .. y  r r r .. r    ...
/// ```
pub(crate) struct Groups<S> {
    values: Vec<f32>,
    shape: PhantomData<S>,
}

impl<S: Shape> Groups<S> {
    /// Values of a group.
    pub(crate) const VALUES: usize = WIDTH * S::COLUMNS.len();

    /// Groups of zeros.
    pub(crate) fn zeroed(groups: usize) -> Self {
        Self { values: alloc::vec![0.0; groups * Self::VALUES], shape: PhantomData }
    }

    /// These rows, and NaN in the places after them in the last group.
    pub(crate) fn new(rows: impl ExactSizeIterator<Item = S>) -> Self {
        let mut groups = Self::zeroed(rows.len().div_ceil(WIDTH));
        let nan = S::from_values(|_| f32::NAN);
        for (place, row) in rows.chain(core::iter::repeat(nan)).take(groups.len() * WIDTH).enumerate() {
            groups.set(place, &row);
        }
        groups
    }

    /// The values of the first groups.
    pub(crate) fn values(&self, groups: usize) -> &[f32] {
        &self.values[..groups * Self::VALUES]
    }

    /// The values of all groups.
    pub(crate) fn values_mut(&mut self) -> &mut [f32] {
        &mut self.values
    }

    /// Replaces the first groups by some of others.
    pub(crate) fn copy(&mut self, others: &Self, groups: Range<usize>) {
        self.grow(groups.len());
        let values = groups.start * Self::VALUES..groups.end * Self::VALUES;
        self.values[..values.len()].copy_from_slice(&others.values[values]);
    }

    /// Makes room for this many groups.
    pub(crate) fn grow(&mut self, groups: usize) {
        let values = self.values.len().max(groups * Self::VALUES);
        self.values.resize(values, 0.0);
    }

    /// The number of groups. The last one may not be full.
    pub(crate) fn len(&self) -> usize {
        self.values.len() / Self::VALUES
    }

    /// The index of a row's first value; the next one is [`WIDTH`] places after it.
    #[inline(always)]
    fn place(row: usize) -> usize {
        row / WIDTH * Self::VALUES + row % WIDTH
    }

    /// Sets one row.
    #[inline(always)]
    pub(crate) fn set(&mut self, row: usize, shape: &S) {
        let values = &mut self.values[Self::place(row)..];
        for (k, &value) in shape.values().iter().enumerate() {
            values[k * WIDTH] = value;
        }
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
        let values = self.columns(group);
        S::build(
            #[inline(always)]
            |k| simd.load(&values[k * WIDTH + at..k * WIDTH + at + T::Lanes::LEN]),
        )
    }

    /// The columns of a group, one after the other.
    #[inline(always)]
    pub(crate) fn columns(&self, group: usize) -> &[f32] {
        &self.values[group * Self::VALUES..][..Self::VALUES]
    }

    /// Prefetches a group.
    #[inline(always)]
    pub(crate) fn prefetch<T: Simd>(&self, simd: T, group: usize) {
        for column in self.columns(group).chunks_exact(WIDTH) {
            simd.prefetch(column);
        }
    }

    /// Sets a whole group.
    #[inline(always)]
    pub(crate) fn set_group(&mut self, number: usize, group: &Group<S>) {
        let values = self.values[number * Self::VALUES..].chunks_exact_mut(WIDTH);
        for (to, from) in values.zip(group.as_ref()) {
            to.copy_from_slice(from);
        }
    }

    /// Makes room for this many more groups, which [`Groups::resize`] adds.
    pub(crate) fn reserve(&mut self, more: usize) {
        self.values.reserve(more * Self::VALUES);
    }

    /// This many groups. The values of new ones are NaN.
    pub(crate) fn resize(&mut self, groups: usize) {
        self.values.resize(groups * Self::VALUES, f32::NAN);
    }

    /// A whole group.
    #[inline(always)]
    pub(crate) fn group(&self, number: usize) -> Group<S> {
        let values = self.columns(number);
        S::build(
            #[inline(always)]
            |k| {
                let mut column = [0.0; WIDTH];
                column.copy_from_slice(&values[k * WIDTH..][..WIDTH]);
                column
            },
        )
    }
}

/// Up to sixteen rows column by column, and zeros after them.
#[inline(always)]
pub(crate) fn columns<S: Shape>(rows: &[Numbered<S>]) -> Group<S> {
    let mut columns = S::build(
        #[inline(always)]
        |_| [0.0; WIDTH],
    );
    if let Some(rows) = rows.first_chunk::<WIDTH>() {
        for n in 0..WIDTH / 4 {
            for k in 0..S::COLUMNS.len() {
                let mut four = [0.0; 4];
                for i in 0..4 {
                    four[i] = rows[4 * n + i].0.values()[k];
                }
                columns.as_mut()[k].as_chunks_mut::<4>().0[n] = four;
            }
        }
        return columns;
    }
    for (i, (row, _)) in rows.iter().enumerate() {
        write_row::<S, _>(&mut columns, i, row);
    }
    columns
}

/// A group of one row, sixteen times.
pub(crate) fn sixteen_times<S: Shape>(one: &S) -> Group<S> {
    S::build(|k| [one.values()[k]; WIDTH])
}

/// Where the groups of `rows` rows begin, and where the last one ends.
pub(crate) fn starts_of(rows: usize, starts: &mut Vec<u32>) {
    starts.clear();
    starts.extend((0..rows as u32).step_by(WIDTH).chain([rows as u32]));
}

/// The smallest box that holds both.
#[inline(always)]
pub(crate) fn merge<B: Shape>(a: &B, b: &B) -> B {
    let dim = B::COLUMNS.len() / 2;
    let sides = [a.values(), b.values()];
    B::from_values(
        #[inline(always)]
        |k| if k < dim { min(sides[0][k], sides[1][k]) } else { max(sides[0][k], sides[1][k]) },
    )
}

/// The boxes of a group that intersect a box, as bits.
#[inline(always)]
pub(crate) fn intersects_mask<T: Simd, B: Shape>(
    simd: T,
    boxes: &Groups<B>,
    group: usize,
    of: &B::Of<T::Lanes>,
) -> u32 {
    let dim = B::COLUMNS.len() / 2;
    let (of_min, of_max) = of.as_ref().split_at(dim);
    let mut bits = 0;
    for at in (0..WIDTH).step_by(T::Lanes::LEN) {
        let boxes = boxes.load(simd, group, at);
        let (min, max) = boxes.as_ref().split_at(dim);
        let mut mask = min[0].le(of_max[0]) & of_min[0].le(max[0]);
        for k in 1..dim {
            mask = mask & min[k].le(of_max[k]) & of_min[k].le(max[k]);
        }
        bits |= mask.bits() << at;
    }
    bits
}

/// The numbers of the bits that are set, ascending.
#[inline(always)]
pub(crate) fn bits(mut word: u32) -> impl Iterator<Item = usize> {
    core::iter::from_fn(
        #[inline(always)]
        move || {
            let bit = word.trailing_zeros();
            word &= word.wrapping_sub(1);
            (bit < u32::BITS).then_some(bit as usize)
        },
    )
}

#[inline(always)]
pub(crate) fn splat<T: Simd, B: Shape>(simd: T, of: &B) -> B::Of<T::Lanes> {
    let values = of.values();
    B::build(
        #[inline(always)]
        |k| simd.splat(values[k]),
    )
}

/// The box of a group.
#[inline(always)]
pub(crate) fn bounds_of_group<B: Shape>(group: &Group<B>) -> B {
    let dim = B::COLUMNS.len() / 2;
    B::from_values(
        #[inline(always)]
        |k| {
            let mut sides = group.as_ref()[k];
            let mut half = WIDTH / 2;
            while half > 0 {
                for i in 0..half {
                    // `y` is not taken where it is NaN, as it is in places after the last row.
                    let (x, y) = (sides[i], sides[i + half]);
                    sides[i] = if k < dim { min(y, x) } else { max(y, x) };
                }
                half /= 2;
            }
            sides[0]
        },
    )
}
