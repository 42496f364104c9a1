//! The loops that feed kernels: registers of rows, the padded tail, first tests, large calls split over threads.

use core::mem::take;

use crate::kernel::{Measure, Predicate};
use crate::lanes::{Lanes, MAX_LANES, Mask, Simd};
use crate::shape::Shape;
use crate::stream::{Registers, Source, Stream, stream};

/// Rows that one thread takes at least. Handing half of a call to another thread costs some 15 microseconds. With this
/// many rows a task that is won back by a cheap kernel at the best level, and more than that by a dearer one (bench `threads`).
const ROWS_PER_TASK: usize = 1 << 16;

/// Rows that a first test decides before the kernel has its turn: twelve columns of them are half of a first-level cache.
const BLOCK_ROWS: usize = 512;

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
    let (width, tail) = (len / 8, rows % len);
    let stream = stream::<T, P::A, P::B>(simd, a, b, rows);
    let (whole, rest) = out.split_at_mut(stream.len * width);

    if P::HAS_FIRST {
        let block = BLOCK_ROWS / len;
        let mut left = block;
        for (n, bytes) in whole.chunks_mut(block * width).enumerate() {
            // With sixteen lanes most registers have a pair left, unless the shapes lie far apart. Then it is cheaper to load
            // once; the block before tells.
            left = if len == MAX_LANES && left > block * 3 / 4 {
                test_at_once::<T, P>(&stream, n * block, bytes)
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
fn test_at_once<T: Simd, P: Predicate>(
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

/// A block by the first test, then by the kernel where a pair is left: the numbers of those registers are compacted without
/// a branch, since a processor cannot guess them. Returns how many they are.
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
    for (k, &i) in left[..count].iter().enumerate() {
        stream.prefetch(start + k);
        let bits = P::lanes::<T::Lanes>(&stream.a.load(start + i), &stream.b.load(start + i)).bits();
        for (byte, bits) in out.chunks_exact_mut(width).nth(i).into_iter().flatten().zip(bits.to_le_bytes()) {
            *byte &= bits;
        }
    }
    count
}

/// Columns of results, to be written.
pub(crate) type Results<'a, S> = <S as Shape>::Of<&'a mut [f32]>;

/// Writes the kernel's numbers for `rows` rows to the columns of `out`, every NaN in its canonical form.
#[inline(always)]
pub(crate) fn measure<T: Simd, M: Measure>(
    simd: T,
    a: &impl Source<M::A>,
    b: &impl Source<M::B>,
    rows: usize,
    out: Results<M::Out>,
) {
    let stream = stream::<T, M::A, M::B>(simd, a, b, rows);
    let at = stream.len * T::Lanes::LEN;
    let [mut whole, mut rest] = split_results::<M::Out>(out, at);
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
pub(crate) fn split_results<S: Shape>(mut out: Results<S>, at: usize) -> [Results<S>; 2] {
    let mut after = S::build(|_| Default::default());
    let before = S::build(
        #[inline(always)]
        |k| {
            let (before, rest) = take(&mut out.as_mut()[k]).split_at_mut(at);
            after.as_mut()[k] = rest;
            before
        },
    );
    [before, after]
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
