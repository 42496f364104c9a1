//! Operands as a stream of registers: loaded one after the other, and asked for before they are needed.
//!
//! A kernel on rows in memory takes about as long as its rows take to arrive, and the two should go on at the same time.
//! Left alone they do not: a load that waits for memory holds back all that comes after it, and the processor's own
//! prefetching loses its place in a dozen columns. So the loop asks for each cache line half a first-level cache before it
//! loads it, which waits for nothing.

use core::ops::Range;

use crate::lanes::{Lanes, MAX_LANES, Register, Simd};
use crate::rows::BLOCK_ROWS;
use crate::shape::{Shape, is_finite};
use crate::view::View;

/// How far ahead of the kernel memory is asked for: half of a first-level cache.
const BYTES_AHEAD: usize = 24 << 10;
/// Rows whose columns fit in a second-level cache are not asked for ahead.
const FAR_BYTES: usize = 1 << 20;

/// Where the lanes of one operand come from.
pub(crate) trait Source<S: Shape>: Clone + Send + Sync {
    /// The first `len` registers, all of them whole.
    fn registers<T: Simd>(&self, simd: T, len: usize) -> impl Registers<S, T>;

    /// Lanes for the `n` rows from `at`, fewer than a register holds; the other lanes are zero.
    fn tail<T: Simd>(&self, simd: T, at: usize, n: usize) -> S::Of<T::Lanes>;

    /// One row.
    fn row(&self, row: usize) -> S;

    /// A block of rows as columns, which may be laid out in `room`.
    fn rows<'a>(&'a self, rows: Range<usize>, room: &'a mut S::Of<[f32; BLOCK_ROWS]>) -> S::Of<&'a [f32]>;

    /// The rows before and from `at`.
    fn split(&self, at: usize) -> (Self, Self);

    /// Whether it is known that no value is infinite or NaN.
    fn is_finite(&self) -> bool;
}

/// The whole registers of an operand, by number.
pub(crate) trait Registers<S: Shape, T: Simd> {
    /// Loads a register of each column.
    fn load(&self, i: usize) -> S::Of<T::Lanes>;

    /// Asks for the memory of a register of each column.
    fn prefetch(&self, i: usize);
}

/// A row of columns for each row.
impl<S: Shape> Source<S> for View<'_, S> {
    #[inline(always)]
    fn registers<T: Simd>(&self, simd: T, len: usize) -> impl Registers<S, T> {
        // Cut to one length before the loop: the compiler then checks one number for all columns.
        Streams::<S, T> {
            simd,
            columns: S::build(
                #[inline(always)]
                |k| &T::Lanes::batches(self.column(k))[..len],
            ),
        }
    }

    #[inline(always)]
    fn tail<T: Simd>(&self, simd: T, at: usize, n: usize) -> S::Of<T::Lanes> {
        S::build(
            #[inline(always)]
            |k| {
                let mut padded = [0.0; MAX_LANES];
                padded[..n].copy_from_slice(&self.column(k)[at..at + n]);
                simd.load(&padded)
            },
        )
    }

    #[inline(always)]
    fn row(&self, row: usize) -> S {
        S::from_values(|k| self.column(k)[row])
    }

    #[inline(always)]
    fn rows<'a>(&'a self, rows: Range<usize>, _: &'a mut S::Of<[f32; BLOCK_ROWS]>) -> S::Of<&'a [f32]> {
        S::build(|k| &self.column(k)[rows.clone()])
    }

    fn split(&self, at: usize) -> (Self, Self) {
        (self.part(0..at), self.part(at..self.len()))
    }

    fn is_finite(&self) -> bool {
        self.is_validated()
    }
}

/// Columns as registers in memory.
struct Streams<'a, S: Shape, T: Simd> {
    simd: T,
    columns: S::Of<&'a [<T::Lanes as Register>::Batch]>,
}

impl<S: Shape, T: Simd> Registers<S, T> for Streams<'_, S, T> {
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

/// The same shape for each row.
#[derive(Clone)]
pub(crate) struct Same<S>(pub(crate) S);

impl<S: Shape> Source<S> for Same<S> {
    #[inline(always)]
    fn registers<T: Simd>(&self, simd: T, _len: usize) -> impl Registers<S, T> {
        Held::<S, T>(self.tail(simd, 0, 0))
    }

    #[inline(always)]
    fn tail<T: Simd>(&self, simd: T, _at: usize, _n: usize) -> S::Of<T::Lanes> {
        let values = self.0.values();
        S::build(
            #[inline(always)]
            |k| simd.splat(values[k]),
        )
    }

    #[inline(always)]
    fn row(&self, _row: usize) -> S {
        self.0
    }

    #[inline(always)]
    fn rows<'a>(&'a self, rows: Range<usize>, room: &'a mut S::Of<[f32; BLOCK_ROWS]>) -> S::Of<&'a [f32]> {
        for (column, &value) in room.as_mut().iter_mut().zip(self.0.values()) {
            column[..rows.len()].fill(value);
        }
        let room = &*room;
        S::build(|k| &room.as_ref()[k][..rows.len()])
    }

    fn split(&self, _at: usize) -> (Self, Self) {
        (self.clone(), self.clone())
    }

    fn is_finite(&self) -> bool {
        is_finite(&self.0)
    }
}

/// One shape in registers.
struct Held<S: Shape, T: Simd>(S::Of<T::Lanes>);

impl<S: Shape, T: Simd> Registers<S, T> for Held<S, T> {
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

/// Two operands, register by register.
pub(crate) struct Stream<A, B> {
    pub(crate) a: A,
    pub(crate) b: B,
    /// Whole registers.
    pub(crate) len: usize,
    /// Registers between the one in work and the one to ask for; 0 if all is near.
    ahead: usize,
}

/// The registers of two operands of `rows` rows.
#[inline(always)]
pub(crate) fn stream<T: Simd, A: Shape, B: Shape>(
    simd: T,
    a: &impl Source<A>,
    b: &impl Source<B>,
    rows: usize,
) -> Stream<impl Registers<A, T>, impl Registers<B, T>> {
    let len = rows / T::Lanes::LEN;
    let ahead = rows_ahead(rows, A::COLUMNS.len() + B::COLUMNS.len()) / T::Lanes::LEN;
    Stream { a: a.registers(simd, len), b: b.registers(simd, len), len, ahead }
}

/// How many rows ahead of the kernel memory is asked for.
fn rows_ahead(rows: usize, columns: usize) -> usize {
    let row_bytes = size_of::<f32>() * columns;
    if rows.saturating_mul(row_bytes) > FAR_BYTES { BYTES_AHEAD / row_bytes } else { 0 }
}

impl<A, B> Stream<A, B> {
    /// Loads register `i` of both, and asks for what will be needed later.
    #[inline(always)]
    pub(crate) fn load<T: Simd, S: Shape, U: Shape>(&self, i: usize) -> (S::Of<T::Lanes>, U::Of<T::Lanes>)
    where
        A: Registers<S, T>,
        B: Registers<U, T>,
    {
        self.prefetch(i);
        (self.a.load(i), self.b.load(i))
    }

    /// Asks for what will be needed some registers after `i`.
    #[inline(always)]
    pub(crate) fn prefetch<T: Simd, S: Shape, U: Shape>(&self, i: usize)
    where
        A: Registers<S, T>,
        B: Registers<U, T>,
    {
        // Once a cache line, which is sixteen rows of a column.
        if self.ahead > 0 && i.is_multiple_of(MAX_LANES / T::Lanes::LEN) {
            let next = i + self.ahead;
            self.a.prefetch(next);
            self.b.prefetch(next);
        }
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec;
    use alloc::vec::Vec;
    use core::cell::RefCell;

    use scalar::dim2::{Disk, Triangle};

    use super::*;
    use crate::lanes::portable::Portable;

    #[test]
    fn memory_is_asked_for_half_a_cache_ahead_if_it_is_far() {
        assert_eq!([0, 1 << 16, (1 << 16) + 1].map(|rows| rows_ahead(rows, 4)), [0, 0, 1536]);
        assert_eq!([2, 12].map(|columns| rows_ahead(1 << 20, columns)), [3072, 512]);
        assert_eq!([1, usize::MAX].map(|rows| rows_ahead(rows, 0)), [0, 0]);
        // Nine columns of registers of eight rows.
        let column = vec![1.0; 30_000];
        let disks = View::<Disk>::new([&column[..]; 3]).unwrap();
        let triangles = View::<Triangle>::new([&column[..]; 6]).unwrap();
        let far = stream::<Portable, _, _>(Portable, &disks, &triangles, 30_000);
        assert_eq!((far.len, far.ahead), (3_750, 85));
    }

    /// Registers that nobody loads, and which of them were asked for.
    #[derive(Default)]
    struct Asked(RefCell<Vec<usize>>);

    impl<T: Simd> Registers<f32, T> for Asked {
        fn load(&self, _i: usize) -> <f32 as Shape>::Of<T::Lanes> {
            unreachable!("to ask for memory is not to load it")
        }

        fn prefetch(&self, i: usize) {
            self.0.borrow_mut().push(i);
        }
    }

    #[test]
    fn each_cache_line_of_both_is_asked_for_once() {
        for (ahead, lines) in [(0, vec![]), (6, vec![6, 8, 10, 12]), (1, vec![1, 3, 5, 7])] {
            let stream = Stream { a: Asked::default(), b: Asked::default(), len: 8, ahead };
            (0..stream.len).for_each(|i| stream.prefetch::<Portable, f32, f32>(i));
            assert_eq!((stream.a.0.into_inner(), stream.b.0.into_inner()), (lines.clone(), lines));
        }
    }

    #[test]
    fn only_what_was_looked_at_is_known_to_be_finite() {
        let columns = [&[1.0][..]; 3];
        assert!(View::<Disk>::new(columns).unwrap().is_finite());
        assert!(!View::<Disk>::new_unvalidated(columns).unwrap().is_finite());
        assert!(
            [1.0, f32::INFINITY, f32::NAN].map(Same).iter().map(Source::is_finite).eq([true, false, false])
        );
    }
}
