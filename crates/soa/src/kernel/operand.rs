//! The operands of a kernel: borrowed columns of any shape, as a stream of registers that are loaded one
//! after the other.
//!
//! A kernel on rows in memory takes about as long as its rows take to arrive, and the two should go on at the
//! same time. Without prefetching they do not: a load that waits for memory delays all instructions after it,
//! and the processor's own prefetcher cannot follow a dozen columns. So the loop prefetches each cache line
//! half a first-level cache before it loads it, which does not wait.

use crate::data::any::AnyView;
use crate::data::shape::{Element, MAX_COLUMNS, Shape};
use crate::data::view::View;
use crate::lanes::{Lanes, MAX_LANES, Register, Simd};

/// How far ahead of the kernel memory is prefetched: half of a first-level cache.
const BYTES_AHEAD: usize = 24 << 10;
/// Rows whose columns fit in a second-level cache are not prefetched.
const FAR_BYTES: usize = 1 << 20;

/// One side of a query.
#[derive(Clone, Copy, Debug)]
pub enum Operand<'a, E = f32> {
    /// A row of columns for each row, from the row `start` of them.
    Rows {
        /// The columns, at least as long as there are rows from `start`.
        columns: &'a [&'a [E]],
        /// The first row.
        start: usize,
        /// Whether it is known that no value is infinite or NaN.
        is_finite: bool,
    },
    /// The same shape for every row: its values, one a column.
    Broadcast(&'a [E]),
}

/// Columns as slices, with empty ones after the last.
pub(crate) fn slices<E, C: AsRef<[E]>>(columns: &[C]) -> [&[E]; MAX_COLUMNS] {
    core::array::from_fn(|k| columns.get(k).map_or(&[][..], AsRef::as_ref))
}

impl<'a, E: Element> Operand<'a, E> {
    /// Finite rows, from the first row of these columns.
    pub(crate) fn new(columns: &'a [&'a [E]]) -> Self {
        Self::Rows { columns, start: 0, is_finite: true }
    }

    /// The rows from `row`.
    #[must_use]
    pub(crate) fn from(self, row: usize) -> Self {
        match self {
            Self::Rows { columns, start, is_finite } => Self::Rows { columns, start: start + row, is_finite },
            Self::Broadcast(_) => self,
        }
    }

    pub(crate) fn is_broadcast(&self) -> bool {
        matches!(self, Self::Broadcast(_))
    }

    pub(crate) fn columns(&self) -> usize {
        match self {
            Self::Rows { columns, .. } => columns.len(),
            Self::Broadcast(values) => values.len(),
        }
    }

    /// The values of a row, and zeros after them.
    pub(crate) fn values(&self, row: usize) -> [E; MAX_COLUMNS] {
        let mut all = [E::zeroed(); MAX_COLUMNS];
        match *self {
            Self::Rows { columns, start, .. } => {
                all.iter_mut().zip(columns).for_each(|(slot, column)| *slot = column[start + row]);
            }
            Self::Broadcast(values) => all.iter_mut().zip(values).for_each(|(slot, &x)| *slot = x),
        }
        all
    }

    /// The rows of a view of any shape.
    pub(crate) fn any(view: &'a AnyView<E>) -> Self {
        let (columns, start) = view.raw();
        Self::Rows { columns, start, is_finite: view.is_validated() }
    }

    /// The rows of a view.
    pub(crate) fn rows<S: Shape<E>>(view: &'a View<S, E>) -> Self {
        Self::Rows { columns: view.slices(), start: 0, is_finite: view.is_validated() }
    }

    /// Copies the rows of these numbers to columns, one after the other.
    pub(crate) fn gather<const N: usize>(&self, rows: &[u32], columns: &mut [[E; N]]) {
        if let Self::Rows { columns: from, start, .. } = *self {
            for (column, from) in columns.iter_mut().zip(from) {
                let from = &from[start..];
                column.iter_mut().zip(rows).for_each(|(slot, &row)| *slot = from[row as usize]);
            }
        }
    }

    /// Copies the first rows to columns, this many.
    pub(crate) fn copy_first<const N: usize>(&self, rows: usize, columns: &mut [[E; N]]) {
        match *self {
            Self::Rows { columns: from, start, .. } => {
                for (column, from) in columns.iter_mut().zip(from) {
                    column[..rows].copy_from_slice(&from[start..][..rows]);
                }
            }
            Self::Broadcast(values) => {
                columns.iter_mut().zip(values).for_each(|(column, &value)| column[..rows].fill(value));
            }
        }
    }

    /// The operand of `columns`, each of which `fill` fills from the rows of one of these. One shape stays
    /// where it is.
    fn filled<'b, const N: usize>(
        &self,
        columns: &'b mut [[E; N]],
        slices: &'b mut [&'b [E]],
        fill: impl Fn(&mut [E; N], &[E]),
    ) -> Operand<'b, E>
    where
        'a: 'b,
    {
        let Self::Rows { columns: from, start, .. } = *self else { return *self };
        for ((column, from), slice) in columns.iter_mut().zip(from).zip(&mut *slices) {
            fill(column, &from[start..]);
            *slice = column;
        }
        Operand::new(&slices[..from.len()])
    }

    /// Whether it is known that no value is infinite or NaN.
    pub(crate) fn is_finite(&self) -> bool {
        match self {
            Self::Rows { is_finite, .. } => *is_finite,
            Self::Broadcast(values) => values.iter().all(|x| x.is_finite()),
        }
    }
}

/// Registers are loaded from columns of `f32`.
impl<'a> Operand<'a> {
    /// The first `len` registers in memory, of an operand that is no single shape.
    #[inline(always)]
    pub(crate) fn in_memory<S: Shape, T: Simd>(&self, simd: T, len: usize) -> InMemory<'a, S, T> {
        // One shape has no columns, and the next line refuses it: so the compiler knows that every operand
        // has `len` registers.
        let (columns, start) = match *self {
            Self::Rows { columns, start, .. } => (columns, start),
            Self::Broadcast(_) => (&[][..], 0),
        };
        let columns = &columns[..S::COLUMNS.len()];
        let columns = S::build(
            #[inline(always)]
            |k| &T::Lanes::batches(&columns[k][start..])[..len],
        );
        InMemory { simd, columns }
    }

    /// The shape for all rows; zeros, if there is none.
    #[inline(always)]
    pub(crate) fn broadcast<S: Shape, T: Simd>(&self, simd: T) -> BroadcastRow<S, T> {
        match self {
            Self::Rows { .. } => BroadcastRow(S::build(
                #[inline(always)]
                |_| simd.splat(0.0),
            )),
            Self::Broadcast(values) => {
                let values = &values[..S::COLUMNS.len()];
                BroadcastRow(S::build(
                    #[inline(always)]
                    |k| simd.splat(values[k]),
                ))
            }
        }
    }

    /// The first `len` registers in memory, or one shape as if they were: in registers that are kept in
    /// `broadcast`.
    #[inline(always)]
    pub(crate) fn either<'b, S: Shape, T: Simd>(
        &self,
        simd: T,
        len: usize,
        broadcast: &'b mut Option<BroadcastRegisters>,
    ) -> Either<'b, S, T>
    where
        'a: 'b,
    {
        match self {
            Self::Rows { .. } => Either { memory: self.in_memory(simd, len), mask: usize::MAX },
            Self::Broadcast(values) => {
                let registers = broadcast_registers(broadcast, values);
                let columns = S::build(
                    #[inline(always)]
                    |k| &T::Lanes::batches(&registers[k])[..1],
                );
                Either { memory: InMemory { simd, columns }, mask: 0 }
            }
        }
    }

    /// The first rows by eights, for registers of `f64`: `len` of them, or one shape as if they were.
    #[inline(always)]
    pub(crate) fn eights<'b, S: Shape>(
        &self,
        len: usize,
        broadcast: &'b mut Option<BroadcastRegisters>,
    ) -> Eights<'b, S>
    where
        'a: 'b,
    {
        match self {
            Self::Rows { columns, start, .. } => {
                let columns = &columns[..S::COLUMNS.len()];
                let columns = S::build(
                    #[inline(always)]
                    |k| &columns[k][*start..].as_chunks().0[..len],
                );
                Eights { columns, mask: usize::MAX }
            }
            Self::Broadcast(values) => {
                let registers = broadcast_registers(broadcast, values);
                let columns = S::build(
                    #[inline(always)]
                    |k| &registers[k].as_chunks().0[..1],
                );
                Eights { columns, mask: 0 }
            }
        }
    }
}

/// One shape as registers in memory.
#[inline(always)]
fn broadcast_registers<'b>(
    broadcast: &'b mut Option<BroadcastRegisters>,
    values: &[f32],
) -> &'b BroadcastRegisters {
    let registers = broadcast.insert([[0.0; MAX_LANES]; MAX_COLUMNS]);
    for (register, &value) in registers.iter_mut().zip(values) {
        register.fill(value);
    }
    registers
}

/// Both sides of a query, and how many rows there are.
#[derive(Clone, Copy, Debug)]
pub struct Operands<'a, E = f32> {
    pub(crate) a: Operand<'a, E>,
    pub(crate) b: Operand<'a, E>,
    pub(crate) rows: usize,
}

impl<E: Element> Operands<'_, E> {
    /// The rows before and from `at`.
    pub(crate) fn split(self, at: usize) -> [Self; 2] {
        let Self { a, b, rows } = self;
        [Self { rows: at, ..self }, Self { a: a.from(at), b: b.from(at), rows: rows - at }]
    }

    /// Copies some rows to columns of either side, and calls `work` with them. The places after them stay as
    /// they were, and so does one shape.
    pub(crate) fn copied<const N: usize, R>(
        &self,
        rows: &[usize],
        [left, right]: [&mut [[E; N]]; 2],
        work: impl FnOnce(Operands<E>) -> R,
    ) -> R {
        let fill = |column: &mut [E; N], from: &[E]| {
            column.iter_mut().zip(rows).for_each(|(slot, &row)| *slot = from[row]);
        };
        let [mut of_a, mut of_b] = [[&[][..]; MAX_COLUMNS]; 2];
        let (a, b) = (self.a.filled(left, &mut of_a, fill), self.b.filled(right, &mut of_b, fill));
        work(Operands { a, b, rows: N })
    }

    /// Calls `work` with these rows, one at least and fewer than `len`, and the last of them again after
    /// them. Rows of zeros would make bounds that underflow, and an operation with such a number takes a
    /// hundred cycles.
    pub(crate) fn padded(&self, len: usize, work: impl FnOnce(&Operands<E>)) {
        if len < MAX_LANES { self.padded_to::<8>(len, work) } else { self.padded_to::<MAX_LANES>(len, work) }
    }

    /// [`Operands::padded`], for at most `N` rows: fewer take less time to clear.
    fn padded_to<const N: usize>(&self, len: usize, work: impl FnOnce(&Operands<E>)) {
        let [mut left, mut right] = [[[E::zeroed(); N]; MAX_COLUMNS]; 2];
        let [mut of_a, mut of_b] = [[&[][..]; MAX_COLUMNS]; 2];
        let fill = |column: &mut [E; N], from: &[E]| {
            let from = &from[..self.rows];
            // As many loads and stores for any number of rows take less time than a call that copies these.
            *column = core::array::from_fn(|i| from[i.min(from.len() - 1)]);
        };
        let (a, b) = (self.a.filled(&mut left, &mut of_a, fill), self.b.filled(&mut right, &mut of_b, fill));
        work(&Operands { a, b, rows: len });
    }
}

/// The whole registers of an operand, by number.
pub(crate) trait Load<S: Shape, T: Simd> {
    /// Loads a register of each column.
    fn load(&self, i: usize) -> S::Of<T::Lanes>;

    /// Prefetches a register of each column.
    fn prefetch(&self, i: usize);
}

/// Registers in memory, one after the other.
pub(crate) struct InMemory<'a, S: Shape, T: Simd> {
    simd: T,
    /// All of one length, so that the compiler checks one number for all columns.
    columns: S::Of<&'a [<T::Lanes as Register>::Batch]>,
}

impl<S: Shape, T: Simd> Load<S, T> for InMemory<'_, S, T> {
    #[inline(always)]
    fn load(&self, i: usize) -> S::Of<T::Lanes> {
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

/// One shape, held in registers.
pub(crate) struct BroadcastRow<S: Shape, T: Simd>(S::Of<T::Lanes>);

impl<S: Shape, T: Simd> Load<S, T> for BroadcastRow<S, T> {
    #[inline(always)]
    fn load(&self, _i: usize) -> S::Of<T::Lanes> {
        S::build(
            #[inline(always)]
            |k| self.0.as_ref()[k],
        )
    }

    #[inline(always)]
    fn prefetch(&self, _i: usize) {}
}

/// The registers of one shape.
pub(crate) type BroadcastRegisters = [[f32; MAX_LANES]; MAX_COLUMNS];

/// Registers in memory, of rows or of one shape: for loops that are compiled once for both.
pub(crate) struct Either<'a, S: Shape, T: Simd> {
    memory: InMemory<'a, S, T>,
    /// Zero if there is one register for all.
    mask: usize,
}

impl<S: Shape, T: Simd> Load<S, T> for Either<'_, S, T> {
    #[inline(always)]
    fn load(&self, i: usize) -> S::Of<T::Lanes> {
        self.memory.load(i & self.mask)
    }

    #[inline(always)]
    fn prefetch(&self, i: usize) {
        self.memory.prefetch(i & self.mask);
    }
}

/// Rows by eights, or one shape, for registers of `f64`.
pub(crate) struct Eights<'a, S: Shape> {
    /// All of one length.
    columns: S::Of<&'a [[f32; 8]]>,
    /// Zero if there are eight values for all.
    mask: usize,
}

impl<S: Shape> Eights<'_, S> {
    /// Loads a register of each column, from the row `at` of eight.
    #[inline(always)]
    pub(crate) fn load<T: Simd>(&self, simd: T, i: usize, at: usize) -> S::Of<T::Wide> {
        S::build(
            #[inline(always)]
            |k| simd.load_wide(&self.columns.as_ref()[k][i & self.mask][at..]),
        )
    }
}

/// Two operands, register by register.
pub(crate) struct Stream<A, B> {
    a: A,
    b: B,
    /// Registers between the one in work and the one to prefetch; 0 if all is near.
    ahead: usize,
}

impl<A, B> Stream<A, B> {
    #[inline(always)]
    pub(crate) fn new<T: Simd, S: Shape, U: Shape>(operands: &Operands, a: A, b: B) -> Self
    where
        A: Load<S, T>,
        B: Load<U, T>,
    {
        let columns = S::COLUMNS.len() + U::COLUMNS.len();
        Self { a, b, ahead: rows_ahead(operands.rows, columns) / T::Lanes::LEN }
    }

    /// Loads register `i` of both, and prefetches one that is loaded later.
    #[inline(always)]
    pub(crate) fn load<T: Simd, S: Shape, U: Shape>(&self, i: usize) -> (S::Of<T::Lanes>, U::Of<T::Lanes>)
    where
        A: Load<S, T>,
        B: Load<U, T>,
    {
        self.prefetch(i);
        self.load_without_prefetch(i)
    }

    /// Loads register `i` of both.
    #[inline(always)]
    pub(crate) fn load_without_prefetch<T: Simd, S: Shape, U: Shape>(
        &self,
        i: usize,
    ) -> (S::Of<T::Lanes>, U::Of<T::Lanes>)
    where
        A: Load<S, T>,
        B: Load<U, T>,
    {
        (self.a.load(i), self.b.load(i))
    }

    /// Prefetches the register of both that is loaded some registers after `i`.
    #[inline(always)]
    pub(crate) fn prefetch<T: Simd, S: Shape, U: Shape>(&self, i: usize)
    where
        A: Load<S, T>,
        B: Load<U, T>,
    {
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

#[cfg(test)]
mod tests {
    use alloc::vec;
    use alloc::vec::Vec;
    use core::cell::RefCell;

    use super::*;
    use crate::lanes::portable::Portable;

    #[test]
    fn memory_is_prefetched_half_a_cache_ahead_if_it_is_far() {
        assert_eq!([0, 1 << 16, (1 << 16) + 1].map(|rows| rows_ahead(rows, 4)), [0, 0, 1536]);
        assert_eq!([2, 12].map(|columns| rows_ahead(1 << 20, columns)), [3072, 512]);
        assert_eq!([1, usize::MAX].map(|rows| rows_ahead(rows, 0)), [0, 0]);
    }

    /// Registers that are never loaded, and which of them were prefetched.
    #[derive(Default)]
    struct Prefetched(RefCell<Vec<usize>>);

    impl<T: Simd> Load<f32, T> for Prefetched {
        fn load(&self, _i: usize) -> <f32 as Shape>::Of<T::Lanes> {
            unreachable!("to prefetch memory is not to load it")
        }

        fn prefetch(&self, i: usize) {
            self.0.borrow_mut().push(i);
        }
    }

    #[test]
    fn each_cache_line_of_both_is_prefetched_once() {
        for (ahead, lines) in [(0, vec![]), (6, vec![6, 8, 10, 12]), (1, vec![1, 3, 5, 7])] {
            let stream = Stream { a: Prefetched::default(), b: Prefetched::default(), ahead };
            (0..8).for_each(|i| stream.prefetch::<Portable, f32, f32>(i));
            assert_eq!((stream.a.0.into_inner(), stream.b.0.into_inner()), (lines.clone(), lines));
        }
    }
}
