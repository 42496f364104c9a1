//! The loops that feed kernels: batches from columns, the tail padded, large calls split over threads.

use alloc::vec;
use alloc::vec::Vec;

use crate::columns::Columns;
use crate::kernel::{Measure, Predicate};
use crate::lanes::{Lanes, MAX_LANES, Mask, Simd};
use crate::shape::Shape;
use crate::view::View;

/// Rows that one thread takes at least. Handing half of a call to another thread costs some 15 microseconds. With this
/// many rows a task that is won back by the cheapest kernel, and pays 1.7 times for the dearer ones (bench `threads`).
const ROWS_PER_TASK: usize = 1 << 15;

/// Where the lanes of one operand come from.
pub(crate) trait Source<S: Shape>: Clone + Send + Sync {
    /// The lanes of whole registers of rows, by the register's number, below `rows / LEN`.
    fn batches<T: Simd>(&self, simd: T, rows: usize) -> impl Fn(usize) -> S::Of<T::Lanes>;

    /// Lanes for the `n` rows from `at`, fewer than a register holds; the other lanes are zero.
    fn tail<T: Simd>(&self, simd: T, at: usize, n: usize) -> S::Of<T::Lanes>;

    /// The rows before and from `at`.
    fn split(&self, at: usize) -> (Self, Self);
}

/// A row of columns for each row.
impl<S: Shape> Source<S> for View<'_, S> {
    #[inline(always)]
    fn batches<T: Simd>(&self, simd: T, rows: usize) -> impl Fn(usize) -> S::Of<T::Lanes> {
        // Cut to one length before the loop, so that there is nothing to check within.
        let whole = rows - rows % T::Lanes::LEN;
        let columns = S::build(|k| T::Lanes::batches(&self.column(k)[..whole]));
        #[inline(always)]
        move |i| {
            S::build(
                #[inline(always)]
                |k| simd.load(columns.as_ref()[k][i].as_ref()),
            )
        }
    }

    #[inline(always)]
    fn tail<T: Simd>(&self, simd: T, at: usize, n: usize) -> S::Of<T::Lanes> {
        S::build(|k| {
            let mut padded = [0.0; MAX_LANES];
            padded[..n].copy_from_slice(&self.column(k)[at..at + n]);
            simd.load(&padded)
        })
    }

    fn split(&self, at: usize) -> (Self, Self) {
        (self.part(0..at), self.part(at..self.len()))
    }
}

/// The same shape for each row.
#[derive(Clone)]
pub(crate) struct Same<S>(pub(crate) S);

impl<S: Shape> Source<S> for Same<S> {
    #[inline(always)]
    fn batches<T: Simd>(&self, simd: T, _rows: usize) -> impl Fn(usize) -> S::Of<T::Lanes> {
        move |_| self.tail(simd, 0, 0)
    }

    #[inline(always)]
    fn tail<T: Simd>(&self, simd: T, _at: usize, _n: usize) -> S::Of<T::Lanes> {
        let values = self.0.values();
        S::build(|k| simd.splat(values[k]))
    }

    fn split(&self, _at: usize) -> (Self, Self) {
        (self.clone(), self.clone())
    }
}

/// Rows that a first test runs ahead of its kernel: twelve columns of them are 24 KiB, half of a first-level cache.
const ROWS_AHEAD: usize = 512;

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
    let (whole, rest) = out.split_at_mut(batches * len / 8);
    let (batch_a, batch_b) = (a.batches(simd, rows), b.batches(simd, rows));
    let width = len / 8;

    if P::HAS_FIRST {
        // The first test is light enough to wait for memory while the kernel works on rows that have arrived.
        let ahead = (ROWS_AHEAD / len).min(batches);
        for i in 0..batches + ahead {
            if i < batches {
                let mask = P::first::<T::Lanes>(&batch_a(i), &batch_b(i));
                whole[i * width..][..width].copy_from_slice(&mask.bits().to_le_bytes()[..width]);
            }
            if let Some(i) = i.checked_sub(ahead) {
                let left = &mut whole[i * width..][..width];
                if left.iter().any(|&byte| byte != 0) {
                    let mask = P::lanes::<T::Lanes>(&batch_a(i), &batch_b(i));
                    for (byte, bits) in left.iter_mut().zip(mask.bits().to_le_bytes()) {
                        *byte &= bits;
                    }
                }
            }
        }
    } else {
        for (i, bytes) in whole.chunks_exact_mut(width).enumerate() {
            let mask = P::lanes::<T::Lanes>(&batch_a(i), &batch_b(i));
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

/// Writes the kernel's numbers for `rows` rows to the columns of `out`, every NaN in its canonical form.
#[inline(always)]
pub(crate) fn measure<T: Simd, M: Measure>(
    simd: T,
    a: &impl Source<M::A>,
    b: &impl Source<M::B>,
    rows: usize,
    out: &mut [&mut [f32]],
) {
    let len = T::Lanes::LEN;
    let tail = rows % len;
    let at = rows - tail;
    let (batch_a, batch_b) = (a.batches(simd, rows), b.batches(simd, rows));
    for i in 0..rows / len {
        let values = M::lanes::<T::Lanes>(&batch_a(i), &batch_b(i));
        for (column, &value) in out.iter_mut().zip(values.as_ref()) {
            value.canonical().store(&mut column[i * len..][..len]);
        }
    }
    if tail > 0 {
        let values = M::lanes::<T::Lanes>(&a.tail(simd, at, tail), &b.tail(simd, at, tail));
        for (column, &value) in out.iter_mut().zip(values.as_ref()) {
            let mut padded = [0.0; MAX_LANES];
            value.canonical().store(&mut padded);
            column[at..rows].copy_from_slice(&padded[..tail]);
        }
    }
}

/// Columns of `rows` results, which `fill` writes.
pub(crate) fn computed<S: Shape>(rows: usize, fill: impl FnOnce(&mut [&mut [f32]])) -> Columns<S> {
    let mut columns = S::build(|_| vec![0.0; rows]);
    let mut out: Vec<&mut [f32]> = columns.as_mut().iter_mut().map(Vec::as_mut_slice).collect();
    fill(&mut out);
    Columns::computed(columns, rows)
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
