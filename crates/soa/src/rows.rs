//! The loops that feed kernels: batches from columns, the tail padded, large calls split over threads.

use core::mem::take;

use crate::kernel::{Measure, Predicate};
use crate::lanes::{Lanes, MAX_LANES, Mask, Simd};
use crate::shape::Shape;
use crate::view::View;

/// Rows that one thread takes at least. Handing half of a call to another thread costs some 15 microseconds. With this
/// many rows a task that is won back by the cheapest kernel, and pays 1.7 times for the dearer ones (bench `threads`).
const ROWS_PER_TASK: usize = 1 << 15;

/// Where the lanes of one operand come from.
pub(crate) trait Source<S: Shape>: Clone + Send + Sync {
    /// The first `len` registers, all of them whole.
    fn registers<T: Simd>(&self, simd: T, len: usize) -> impl Registers<S, T>;

    /// Lanes for the `n` rows from `at`, fewer than a register holds; the other lanes are zero.
    fn tail<T: Simd>(&self, simd: T, at: usize, n: usize) -> S::Of<T::Lanes>;

    /// The rows before and from `at`.
    fn split(&self, at: usize) -> (Self, Self);
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

    fn split(&self, at: usize) -> (Self, Self) {
        (self.part(0..at), self.part(at..self.len()))
    }
}

/// Columns as registers in memory.
struct Streams<'a, S: Shape, T: Simd> {
    simd: T,
    columns: S::Of<&'a [<T::Lanes as Lanes>::Batch]>,
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

    fn split(&self, _at: usize) -> (Self, Self) {
        (self.clone(), self.clone())
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

/// How far ahead of the kernel memory is asked for: half of a first-level cache.
const BYTES_AHEAD: usize = 24 << 10;
/// Rows whose columns fit in a second-level cache are not asked for ahead.
const FAR_BYTES: usize = 1 << 20;
/// Rows that a first test decides before the kernel has its turn: twelve columns of them are half of a first-level cache.
const BLOCK_ROWS: usize = 512;

/// Two operands, register by register.
struct Stream<A, B> {
    a: A,
    b: B,
    /// Whole registers.
    len: usize,
    /// Registers between the one in work and the one to ask for; 0 if all is near.
    ahead: usize,
    /// Registers in a cache line.
    step: usize,
}

/// The registers of two operands of `rows` rows.
#[inline(always)]
fn stream<T: Simd, A: Shape, B: Shape>(
    simd: T,
    a: &impl Source<A>,
    b: &impl Source<B>,
    rows: usize,
) -> Stream<impl Registers<A, T>, impl Registers<B, T>> {
    let row_bytes = 4 * (A::COLUMNS.len() + B::COLUMNS.len()).max(1);
    let far = rows.saturating_mul(row_bytes) > FAR_BYTES;
    let len = rows / T::Lanes::LEN;
    Stream {
        a: a.registers(simd, len),
        b: b.registers(simd, len),
        len,
        ahead: if far { BYTES_AHEAD / row_bytes / T::Lanes::LEN } else { 0 },
        step: MAX_LANES / T::Lanes::LEN,
    }
}

impl<A, B> Stream<A, B> {
    /// Asks for what will be needed some registers after `i`.
    #[inline(always)]
    fn prefetch<T: Simd, S: Shape, U: Shape>(&self, i: usize)
    where
        A: Registers<S, T>,
        B: Registers<U, T>,
    {
        if self.ahead > 0 && i.is_multiple_of(self.step) {
            let next = i + self.ahead;
            self.a.prefetch(next);
            self.b.prefetch(next);
        }
    }
}

/// Sets bit `i` of `out` where row `i` hits, and clears the others, for `rows` rows.
#[inline(always)]
pub(crate) fn test<T: Simd, P: Predicate>(
    simd: T,
    a: &impl Source<P::A>,
    b: &impl Source<P::B>,
    rows: usize,
    out: &mut [u8],
) {
    const { assert!(T::Lanes::LEN == 8 || T::Lanes::LEN == MAX_LANES, "a register fills whole bytes of hits") };
    let len = T::Lanes::LEN;
    let (batches, tail) = (rows / len, rows % len);
    let width = len / 8;
    let (whole, rest) = out.split_at_mut(batches * width);
    let stream = stream::<T, P::A, P::B>(simd, a, b, rows);

    if P::HAS_FIRST {
        let block = BLOCK_ROWS / len;
        let mut left = block;
        for (n, bytes) in whole.chunks_mut(block * width).enumerate() {
            // With sixteen lanes most registers have a pair left, unless the shapes lie far apart.
            left = if len == MAX_LANES && left > block * 3 / 4 {
                test_both::<T, P>(&stream, n * block, bytes)
            } else {
                test_in_turn::<T, P>(&stream, n * block, bytes)
            };
        }
    } else {
        for (i, bytes) in (0..stream.len).zip(whole.chunks_exact_mut(width)) {
            stream.prefetch(i);
            let mask = P::lanes::<T::Lanes>(&stream.a.load(i), &stream.b.load(i));
            bytes.copy_from_slice(&mask.bits().to_le_bytes()[..width]);
        }
    }
    if tail > 0 {
        let (a, b) = (a.tail(simd, rows - tail, tail), b.tail(simd, rows - tail, tail));
        let bits = P::with_first::<T::Lanes>(&a, &b).bits() & ((1 << tail) - 1);
        let bytes = tail.div_ceil(8);
        rest[..bytes].copy_from_slice(&bits.to_le_bytes()[..bytes]);
    }
}

/// A block by the first test and the kernel at once. Returns the number of registers that the first test left a pair of.
#[inline(always)]
fn test_both<T: Simd, P: Predicate>(
    stream: &Stream<impl Registers<P::A, T>, impl Registers<P::B, T>>,
    start: usize,
    out: &mut [u8],
) -> usize {
    let width = T::Lanes::LEN / 8;
    let mut count = 0;
    for (i, bytes) in out.chunks_exact_mut(width).enumerate() {
        stream.prefetch(start + i);
        let (a, b) = (stream.a.load(start + i), stream.b.load(start + i));
        let bits = P::first::<T::Lanes>(&a, &b).bits();
        count += usize::from(bits != 0);
        let bits = bits & P::lanes::<T::Lanes>(&a, &b).bits();
        bytes.copy_from_slice(&bits.to_le_bytes()[..width]);
    }
    count
}

/// A block by the first test, then by the kernel where a pair is left. Returns the number of those registers.
#[inline(always)]
fn test_in_turn<T: Simd, P: Predicate>(
    stream: &Stream<impl Registers<P::A, T>, impl Registers<P::B, T>>,
    start: usize,
    out: &mut [u8],
) -> usize {
    let width = T::Lanes::LEN / 8;
    let mut left = [0; BLOCK_ROWS / 8];
    let mut count = 0;
    for (i, bytes) in out.chunks_exact_mut(width).enumerate() {
        let bits = P::first::<T::Lanes>(&stream.a.load(start + i), &stream.b.load(start + i)).bits();
        bytes.copy_from_slice(&bits.to_le_bytes()[..width]);
        left[count] = i;
        count += usize::from(bits != 0);
    }
    for k in 0..out.len() / width {
        stream.prefetch(start + k);
        if k < count {
            let i = left[k];
            let bits = P::lanes::<T::Lanes>(&stream.a.load(start + i), &stream.b.load(start + i)).bits();
            for (byte, bits) in
                out.chunks_exact_mut(width).nth(i).into_iter().flatten().zip(bits.to_le_bytes())
            {
                *byte &= bits;
            }
        }
    }
    count
}

/// Writes the kernel's numbers for `rows` rows to the columns of `out`, every NaN in its canonical form.
#[inline(always)]
pub(crate) fn measure<T: Simd, M: Measure>(
    simd: T,
    a: &impl Source<M::A>,
    b: &impl Source<M::B>,
    rows: usize,
    out: <M::Out as Shape>::Of<&mut [f32]>,
) {
    let stream = stream::<T, M::A, M::B>(simd, a, b, rows);
    let at = stream.len * T::Lanes::LEN;
    let (mut whole, mut rest) = split_results::<M::Out>(out, at);
    let mut registers = M::Out::build(
        #[inline(always)]
        |k| &mut T::Lanes::batches_mut(take(&mut whole.as_mut()[k]))[..stream.len],
    );
    for i in 0..stream.len {
        stream.prefetch(i);
        let values = M::lanes::<T::Lanes>(&stream.a.load(i), &stream.b.load(i));
        for (column, &value) in registers.as_mut().iter_mut().zip(values.as_ref()) {
            value.canonical().store(column[i].as_mut());
        }
    }
    if at < rows {
        let tail = rows - at;
        let values = M::lanes::<T::Lanes>(&a.tail(simd, at, tail), &b.tail(simd, at, tail));
        for (column, &value) in rest.as_mut().iter_mut().zip(values.as_ref()) {
            let mut padded = [0.0; MAX_LANES];
            value.canonical().store(&mut padded);
            column.copy_from_slice(&padded[..tail]);
        }
    }
}

/// Columns of results before and from a row.
#[inline(always)]
pub(crate) fn split_results<S: Shape>(
    mut out: S::Of<&mut [f32]>,
    at: usize,
) -> (S::Of<&mut [f32]>, S::Of<&mut [f32]>) {
    let mut after = S::build(|_| Default::default());
    let before = S::build(
        #[inline(always)]
        |k| {
            let (before, rest) = take(&mut out.as_mut()[k]).split_at_mut(at);
            after.as_mut()[k] = rest;
            before
        },
    );
    (before, after)
}

/// Where to cut rows in two tasks, if that pays: on a whole number of registers and bytes.
pub(crate) fn cut(rows: usize) -> Option<usize> {
    (cfg!(feature = "rayon") && rows >= 2 * ROWS_PER_TASK).then(|| (rows / 2).next_multiple_of(MAX_LANES))
}

/// Runs both, on two threads where there is a pool.
pub(crate) fn both(left: impl FnOnce() + Send, right: impl FnOnce() + Send) {
    #[cfg(feature = "rayon")]
    rayon::join(left, right);
    #[cfg(not(feature = "rayon"))]
    {
        left();
        right();
    }
}
