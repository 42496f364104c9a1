//! The loops that feed kernels: registers of rows, the padded tail, first tests, large calls split over threads.

use core::mem::take;

use crate::kernel::{Measure, Predicate};
use crate::lanes::{Lanes, MAX_LANES, Mask, Register, Simd};
use crate::settle::{Stages, settle, settle_tail};
use crate::shape::Shape;
use crate::stream::{Registers, Source, Stream, stream};
use crate::verdict::{Rounding, lanes};

/// Rows that one thread takes at least. Handing half of a call to another thread costs some 15 microseconds. With this
/// many rows a task that is won back by a cheap kernel at the best level, and more than that by a dearer one (bench `threads`).
const ROWS_PER_TASK: usize = 1 << 16;

/// Rows that a first test decides before the kernel has its turn: twelve columns of them are half of a first-level cache.
const BLOCK_ROWS: usize = 512;

/// Sets bit `i` of `out` where row `i` hits, and clears the others, for `rows` rows. Returns how many rows each stage settled.
#[inline(always)]
pub(crate) fn test<T: Simd, P: Predicate>(
    simd: T,
    a: &impl Source<P::A>,
    b: &impl Source<P::B>,
    rows: usize,
    out: &mut [u8],
) -> Stages {
    const { assert!(T::Lanes::LEN == 8 || T::Lanes::LEN == MAX_LANES, "a register fills whole bytes of hits") };
    let len = T::Lanes::LEN;
    let (width, tail) = (len / 8, rows % len);
    let stream = stream::<T, P::A, P::B>(simd, a, b, rows);
    let (whole, rest) = out.split_at_mut(stream.len * width);
    let mut stages = Stages::default();

    let block = BLOCK_ROWS / len;
    let mut left = block;
    for (n, bytes) in whole.chunks_mut(block * width).enumerate() {
        let mut open = Open::default();
        // With sixteen lanes most registers have a pair left, unless the shapes lie far apart. Then it is cheaper to load
        // once; the block before tells.
        left = if !P::HAS_FIRST || len == MAX_LANES && left > block * 3 / 4 {
            test_at_once::<T, P>(&stream, n * block, bytes, &mut open)
        } else {
            test_in_turn::<T, P>(&stream, n * block, bytes, &mut open)
        };
        if P::EXACT && open.any {
            stages += settle::<T, P>(simd, &stream, n * block, &open.lanes, bytes);
        }
    }
    if tail > 0 {
        let (a, b) = (a.tail(simd, rows - tail, tail), b.tail(simd, rows - tail, tail));
        let (mut bits, open) = answer::<T, P>(&a, &b, first::<T, P>(&a, &b) & lanes(tail));
        if P::EXACT && open != 0 {
            let (settled, by) = settle_tail::<T, P>(simd, &a, &b, open);
            bits |= settled;
            stages += by;
        }
        let bytes = tail.div_ceil(8);
        rest[..bytes].copy_from_slice(&bits.to_le_bytes()[..bytes]);
    }
    if P::EXACT && !(a.is_finite() && b.is_finite()) {
        refuse::<T, P>(simd, a, b, rows, out);
    }
    stages.single = rows as u64 - stages.rows();
    stages
}

/// The lanes that an exact kernel left open in a block, a number a register.
struct Open {
    lanes: [u16; BLOCK_ROWS / 8],
    any: bool,
}

impl Default for Open {
    fn default() -> Self {
        Self { lanes: [0; BLOCK_ROWS / 8], any: false }
    }
}

impl Open {
    #[inline(always)]
    fn note(&mut self, register: usize, open: u32) {
        self.lanes[register] = open as u16;
        self.any |= open != 0;
    }
}

/// The sure hits and the open lanes of a register, among those that the first test left.
#[inline(always)]
fn answer<T: Simd, P: Predicate>(
    a: &<P::A as Shape>::Of<T::Lanes>,
    b: &<P::B as Shape>::Of<T::Lanes>,
    left: u32,
) -> (u32, u32) {
    if P::EXACT {
        let verdict = P::decide::<T::Lanes>(a, b, &Rounding::single(a.as_ref()[0]));
        (verdict.yes.bits() & left, verdict.open() & left)
    } else {
        (P::lanes::<T::Lanes>(a, b).bits() & left, 0)
    }
}

/// The lanes that the first test leaves; all without one.
#[inline(always)]
fn first<T: Simd, P: Predicate>(a: &<P::A as Shape>::Of<T::Lanes>, b: &<P::B as Shape>::Of<T::Lanes>) -> u32 {
    if P::HAS_FIRST { P::first::<T::Lanes>(a, b).bits() } else { lanes(T::Lanes::LEN) }
}

/// A block by the first test and the kernel at once. Returns the number of registers that the first test left a pair of.
#[inline(always)]
fn test_at_once<T: Simd, P: Predicate>(
    stream: &Stream<impl Registers<P::A, T>, impl Registers<P::B, T>>,
    start: usize,
    out: &mut [u8],
    open: &mut Open,
) -> usize {
    let width = T::Lanes::LEN / 8;
    let mut count = 0;
    for (i, bytes) in out.chunks_exact_mut(width).enumerate() {
        stream.prefetch(start + i);
        let (a, b) = (stream.a.load(start + i), stream.b.load(start + i));
        let left = first::<T, P>(&a, &b);
        count += usize::from(left != 0);
        let (bits, still_open) = answer::<T, P>(&a, &b, left);
        bytes.copy_from_slice(&bits.to_le_bytes()[..width]);
        if P::EXACT {
            open.note(i, still_open);
        }
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
    open: &mut Open,
) -> usize {
    let width = T::Lanes::LEN / 8;
    let mut left = [0; BLOCK_ROWS / 8];
    let mut count = 0;
    for (i, bytes) in out.chunks_exact_mut(width).enumerate() {
        let bits = first::<T, P>(&stream.a.load(start + i), &stream.b.load(start + i));
        bytes.copy_from_slice(&bits.to_le_bytes()[..width]);
        left[count] = i;
        count += usize::from(bits != 0);
    }
    for (k, &i) in left[..count].iter().enumerate() {
        stream.prefetch(start + k);
        let (a, b) = (stream.a.load(start + i), stream.b.load(start + i));
        let (bits, still_open) = answer::<T, P>(&a, &b, lanes(T::Lanes::LEN));
        if let Some(bytes) = out.chunks_exact_mut(width).nth(i) {
            let mut left = [0; 4];
            left[..width].copy_from_slice(bytes);
            let left = u32::from_le_bytes(left);
            bytes.copy_from_slice(&(bits & left).to_le_bytes()[..width]);
            if P::EXACT {
                open.note(i, still_open & left);
            }
        }
    }
    count
}

/// Clears the hits of rows that hold an infinity or a NaN: rows of a view that was not validated.
#[inline(always)]
fn refuse<T: Simd, P: Predicate>(
    simd: T,
    a: &impl Source<P::A>,
    b: &impl Source<P::B>,
    rows: usize,
    out: &mut [u8],
) {
    let (width, tail) = (T::Lanes::LEN / 8, rows % T::Lanes::LEN);
    let stream = stream::<T, P::A, P::B>(simd, a, b, rows);
    let (whole, rest) = out.split_at_mut(stream.len * width);
    for (i, bytes) in whole.chunks_exact_mut(width).enumerate() {
        let (a, b) = (stream.a.load(i), stream.b.load(i));
        let finite = (finite(a.as_ref()) & finite(b.as_ref())).bits();
        bytes.iter_mut().zip(finite.to_le_bytes()).for_each(|(byte, finite)| *byte &= finite);
    }
    if tail > 0 {
        let (a, b) = (a.tail(simd, rows - tail, tail), b.tail(simd, rows - tail, tail));
        let finite = (finite(a.as_ref()) & finite(b.as_ref())).bits();
        rest.iter_mut().zip(finite.to_le_bytes()).for_each(|(byte, finite)| *byte &= finite);
    }
}

/// The lanes in which no value is infinite or NaN. There is at least one column.
#[inline(always)]
fn finite<L: Lanes>(columns: &[L]) -> L::Mask {
    let infinity = columns[0].splat(f32::INFINITY);
    let mut finite = columns[0].abs().lt(infinity);
    for &column in &columns[1..] {
        finite = finite & column.abs().lt(infinity);
    }
    finite
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
pub(crate) fn both<R: Send>(left: impl FnOnce() -> R + Send, right: impl FnOnce() -> R + Send) -> (R, R) {
    #[cfg(feature = "rayon")]
    return rayon::join(left, right);
    #[cfg(not(feature = "rayon"))]
    (left(), right())
}
