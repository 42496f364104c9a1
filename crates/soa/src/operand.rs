//! The operands of a kernel: borrowed columns, whatever their shape, as a stream of registers that are loaded one after the other.
//!
//! A kernel on rows in memory takes about as long as its rows take to arrive, and the two should go on at the same time.
//! Left alone they do not: a load that waits for memory holds back all that comes after it, and the processor's own
//! prefetching loses its place in a dozen columns. So the loop prefetches each cache line half a first-level cache before it
//! loads it, which waits for nothing.

use crate::any::AnyView;
use crate::lanes::{Lanes, MAX_LANES, Register, Simd};
use crate::shape::{MAX_COLUMNS, Shape};

/// How far ahead of the kernel memory is prefetched: half of a first-level cache.
const BYTES_AHEAD: usize = 24 << 10;
/// Rows whose columns fit in a second-level cache are not prefetched.
const FAR_BYTES: usize = 1 << 20;

/// One side of a query: a row of columns for each row, or the same shape for all of them.
#[derive(Clone, Copy, Debug)]
pub struct Operand<'a, E = f32> {
    columns: &'a [&'a [E]],
    /// The first row in the columns.
    start: usize,
    /// 1, or 0 for one shape: then its columns hold it as often as the longest register has lanes.
    stride: usize,
    /// Whether it is known that no value is infinite or NaN.
    is_finite: bool,
}

/// Room for a register of each column of any shape.
pub(crate) type Registers = [[f32; MAX_LANES]; MAX_COLUMNS];

/// The columns of such a room.
pub(crate) fn slices(registers: &Registers) -> [&[f32]; MAX_COLUMNS] {
    core::array::from_fn(|k| &registers[k][..])
}

impl<'a, E> Operand<'a, E> {
    /// A column from the first row.
    #[inline(always)]
    pub(crate) fn whole(&self, column: usize) -> &'a [E] {
        &self.columns[column][self.start..]
    }
}

impl<'a> Operand<'a> {
    /// A row of columns for each row.
    pub(crate) fn rows(view: &'a AnyView) -> Self {
        let (columns, start) = view.raw();
        Self { columns, start, stride: 1, is_finite: view.is_validated() }
    }

    /// Columns with a row each, all of them finite.
    pub(crate) fn new(columns: &'a [&'a [f32]]) -> Self {
        Self { columns, start: 0, stride: 1, is_finite: true }
    }

    /// The same shape for each row: columns that hold it in every lane.
    pub(crate) fn same(columns: &'a [&'a [f32]]) -> Self {
        let is_finite = columns.iter().all(|column| column[0].is_finite());
        Self { columns, start: 0, stride: 0, is_finite }
    }

    /// The rows from `row`.
    #[must_use]
    pub(crate) fn from(self, row: usize) -> Self {
        Self { start: self.start + row * self.stride, ..self }
    }

    pub(crate) fn is_finite(&self) -> bool {
        self.is_finite
    }

    pub(crate) fn columns(&self) -> usize {
        self.columns.len()
    }

    /// Copies a row to a place of columns.
    pub(crate) fn copy(&self, row: usize, to: &mut Registers, place: usize) {
        let row = self.start + row * self.stride;
        for (to, column) in to.iter_mut().zip(self.columns) {
            to[place] = column[row];
        }
    }

    /// The values of a row, in some room for them.
    pub(crate) fn row<'b>(&self, row: usize, room: &'b mut [f32; MAX_COLUMNS]) -> &'b [f32] {
        let row = self.start + row * self.stride;
        for (x, column) in room.iter_mut().zip(self.columns) {
            *x = column[row];
        }
        &room[..self.columns.len()]
    }

    /// The value of a column that is the same for all rows.
    pub(crate) fn only(&self, column: usize) -> Option<f32> {
        (self.stride == 0).then(|| self.columns[column][0])
    }

    /// What makes the number of a register, or of eight rows, that of the columns: 0 where there is one shape.
    #[inline(always)]
    pub(crate) fn mask(&self) -> usize {
        self.stride.wrapping_neg()
    }
}

/// Both sides of a query, and how many rows there are.
#[derive(Clone, Copy, Debug)]
pub struct Operands<'a, E = f32> {
    pub(crate) a: Operand<'a, E>,
    pub(crate) b: Operand<'a, E>,
    pub(crate) rows: usize,
}

impl Operands<'_> {
    /// The rows before and from `at`.
    pub(crate) fn split(self, at: usize) -> [Self; 2] {
        let Self { a, b, rows } = self;
        [Self { rows: at, ..self }, Self { a: a.from(at), b: b.from(at), rows: rows - at }]
    }
}

/// The whole registers of an operand, by number.
struct Loads<'a, S: Shape, T: Simd> {
    simd: T,
    /// All of one length, so that the compiler checks one number for all columns.
    columns: S::Of<&'a [<T::Lanes as Register>::Batch]>,
    /// Makes every number 0 where there is one shape.
    mask: usize,
}

impl<'a, S: Shape, T: Simd> Loads<'a, S, T> {
    #[inline(always)]
    fn new(simd: T, operand: &Operand<'a>, len: usize) -> Self {
        let len = if operand.stride == 0 { 1 } else { len };
        let columns = &operand.columns[..S::COLUMNS.len()];
        Self {
            simd,
            columns: S::build(
                #[inline(always)]
                |k| &T::Lanes::batches(&columns[k][operand.start..])[..len],
            ),
            mask: operand.mask(),
        }
    }

    #[inline(always)]
    fn load(&self, i: usize) -> S::Of<T::Lanes> {
        let i = i & self.mask;
        S::build(
            #[inline(always)]
            |k| self.simd.load(self.columns.as_ref()[k][i].as_ref()),
        )
    }

    #[inline(always)]
    fn prefetch(&self, i: usize) {
        for column in self.columns.as_ref() {
            if let Some(register) = column.get(i) {
                self.simd.prefetch(register.as_ref());
            }
        }
    }
}

/// The rows of an operand by eights, for registers of `f64`.
pub(crate) struct Eights<'a, S: Shape> {
    columns: S::Of<&'a [[f32; 8]]>,
    mask: usize,
}

impl<'a, S: Shape> Eights<'a, S> {
    #[inline(always)]
    pub(crate) fn new(operand: &Operand<'a>, len: usize) -> Self {
        let len = if operand.stride == 0 { 1 } else { len };
        let columns = &operand.columns[..S::COLUMNS.len()];
        Self {
            columns: S::build(
                #[inline(always)]
                |k| &columns[k][operand.start..].as_chunks().0[..len],
            ),
            mask: operand.mask(),
        }
    }

    /// Loads a register of each column, from the row `at` of eight.
    #[inline(always)]
    pub(crate) fn load<T: Simd>(&self, simd: T, i: usize, at: usize) -> S::Of<T::Wide> {
        let i = i & self.mask;
        S::build(
            #[inline(always)]
            |k| simd.load_wide(&self.columns.as_ref()[k][i][at..]),
        )
    }
}

/// Two operands, register by register.
pub(crate) struct Stream<'a, A: Shape, B: Shape, T: Simd> {
    a: Loads<'a, A, T>,
    b: Loads<'a, B, T>,
    /// Registers between the one in work and the one to prefetch; 0 if all is near.
    ahead: usize,
}

impl<'a, A: Shape, B: Shape, T: Simd> Stream<'a, A, B, T> {
    #[inline(always)]
    pub(crate) fn new(simd: T, operands: &Operands<'a>) -> Self {
        let len = operands.rows / T::Lanes::LEN;
        Self {
            a: Loads::new(simd, &operands.a, len),
            b: Loads::new(simd, &operands.b, len),
            ahead: rows_ahead(operands.rows, A::COLUMNS.len() + B::COLUMNS.len()) / T::Lanes::LEN,
        }
    }

    /// Loads register `i` of both, and prefetches what will be needed later.
    #[inline(always)]
    pub(crate) fn load(&self, i: usize) -> (A::Of<T::Lanes>, B::Of<T::Lanes>) {
        self.prefetch(i);
        self.again(i)
    }

    /// Loads register `i` of both.
    #[inline(always)]
    pub(crate) fn again(&self, i: usize) -> (A::Of<T::Lanes>, B::Of<T::Lanes>) {
        (self.a.load(i), self.b.load(i))
    }

    /// Prefetches what will be needed some registers after `i`.
    #[inline(always)]
    pub(crate) fn prefetch(&self, i: usize) {
        // Once a cache line, which is sixteen rows of a column.
        if self.ahead > 0 && i.is_multiple_of(MAX_LANES / T::Lanes::LEN) {
            let next = i + self.ahead;
            self.a.prefetch(next);
            self.b.prefetch(next);
        }
    }
}

/// How many rows ahead of the kernel memory is prefetched.
fn rows_ahead(rows: usize, columns: usize) -> usize {
    let row_bytes = size_of::<f32>() * columns;
    if rows.saturating_mul(row_bytes) > FAR_BYTES { BYTES_AHEAD / row_bytes } else { 0 }
}
