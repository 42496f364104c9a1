//! The loops that feed kernels: registers of rows, the padded tail, first tests, large calls split over threads.

use core::mem::take;

use crate::hits::count_bits;
use crate::kernel::{Measure, Predicate};
use crate::lanes::{Lanes, MAX_LANES, Mask, Register, Simd};
use crate::settle::{Settle, Stages};
use crate::shape::Shape;
use crate::stream::{Registers, Source, Stream, stream};
use crate::verdict::{Rounding, lanes};

/// Rows that one thread takes at least. Handing half of a call to another thread costs some 15 microseconds. With this
/// many rows a task that is won back by a cheap kernel at the best level, and more than that by a dearer one (bench `threads`).
const ROWS_PER_TASK: usize = 1 << 16;

/// Rows that a first test decides before the kernel has its turn: twelve columns of them are half of a first-level cache.
pub(crate) const BLOCK_ROWS: usize = 512;

/// What one block tells is taken for granted for so many more: that most lanes are open, or that most pass the first test.
const BLOCKS_ALIKE: usize = 15;

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
    let mut settle = Settle::<T, P>::new(simd);

    let block = BLOCK_ROWS / len;
    let (mut left, mut passing, mut mode) = (block, BLOCKS_ALIKE / 2, Mode::Sure);
    for start in (0..stream.len).step_by(block) {
        let registers = start..stream.len.min(start + block);
        let range = registers.start * width..registers.end * width;
        let bytes = &mut whole[range.clone()];
        let mut open = [0; BLOCK_ROWS / 8];
        let open = &mut open[..bytes.len()];
        if !P::EXACT || matches!(mode, Mode::Sure) {
            // With sixteen lanes most registers have a pair left, unless the shapes lie far apart. Then it is cheaper to load
            // once, or to do without the first test; a block before tells.
            let at_once =
                if P::IMPLIES_FIRST { passing > 0 } else { len == MAX_LANES && left > block * 3 / 4 };
            let all_sure;
            if !P::HAS_FIRST || at_once {
                (left, all_sure) = test_at_once::<T, P>(simd, &stream, start, bytes);
                passing = passing.saturating_sub(1);
            } else {
                (left, all_sure) = test_in_turn::<T, P>(simd, &stream, start, bytes);
                passing = if left > block * 3 / 4 { BLOCKS_ALIKE } else { 0 };
            }
            if all_sure {
                continue;
            }
        }
        // Asked apart, each is compiled without the other's part.
        let (doubtful, told) = match mode {
            Mode::Straight(_) => test_and_note::<T, P>(&stream, start, true, bytes, open),
            _ => test_and_note::<T, P>(&stream, start, false, bytes, open),
        };
        // To copy a lane costs about twice as much as to settle it.
        let (count, rows) = (count_bits(open), open.len() * 8);
        let dense = count > rows / 3;
        if dense {
            settle.block((a, b), range.start * 8, open, bytes);
        } else if count > 0 {
            settle.compacted((a, b), range.start * 8, open, whole);
        }
        mode = match mode {
            Mode::Straight(0) => Mode::Note,
            Mode::Straight(blocks) => Mode::Straight(blocks - 1),
            _ if doubtful == 0 => Mode::Sure,
            _ if dense || (doubtful > rows / 3 && told < rows / 8) => Mode::Straight(BLOCKS_ALIKE),
            _ => Mode::Note,
        };
    }
    if tail > 0 {
        let at = rows - tail;
        let (sure, open) = test_register::<T, P>(simd, &a.tail(simd, at, tail), &b.tail(simd, at, tail));
        let [sure, open] = [sure, open].map(|bits| (bits & lanes(tail)).to_le_bytes());
        rest.copy_from_slice(&sure[..rest.len()]);
        if P::EXACT {
            settle.compacted((a, b), at, &open, out);
        }
    }
    if P::EXACT {
        settle.finish(out);
    }
    if P::EXACT && !(a.is_finite() && b.is_finite()) {
        refuse::<T, P>(simd, a, b, rows, out);
    }
    Stages { single: rows as u64 - settle.stages.rows(), ..settle.stages }
}

/// [`sure_and_open`], compiled once a kernel and level, whatever the operands.
#[inline(never)]
fn test_register<T: Simd, P: Predicate>(
    simd: T,
    a: &<P::A as Shape>::Of<T::Lanes>,
    b: &<P::B as Shape>::Of<T::Lanes>,
) -> (u32, u32) {
    simd.vectorize(
        #[inline(always)]
        || {
            let lanes = sure_and_open::<T, P>(a, b, false);
            (lanes.sure, lanes.open)
        },
    )
}

/// What is known of a register, as bits.
struct Known {
    /// The hits that are sure.
    sure: u32,
    /// The lanes that are open.
    open: u32,
    /// The lanes that the kernel does not tell, though a comparison may.
    doubtful: u32,
    /// The lanes that nothing but the kernel tells.
    told: u32,
}

/// The hits of a register that are sure, and its open lanes. `straight` leaves the kernel out, and open all lanes that
/// comparisons do not tell.
#[inline(always)]
fn sure_and_open<T: Simd, P: Predicate>(
    a: &<P::A as Shape>::Of<T::Lanes>,
    b: &<P::B as Shape>::Of<T::Lanes>,
    straight: bool,
) -> Known {
    let left = if P::HAS_FIRST { P::first::<T::Lanes>(a, b).bits() } else { lanes(T::Lanes::LEN) };
    let contact = if P::HAS_CONTACT { P::contact::<T::Lanes>(a, b).bits() } else { 0 };
    let (yes, doubtful) = if straight {
        (0, left)
    } else {
        let verdict = P::decide::<T::Lanes>(a, b, &Rounding::single(a.as_ref()[0]));
        (verdict.yes.bits() & left, verdict.open() & left)
    };
    Known { sure: yes | contact, open: doubtful & !contact, doubtful, told: left & !(doubtful | contact) }
}

/// How a block of an exact query begins. The answers do not depend on it.
enum Mode {
    /// As if every lane were going to be sure. If one is not, the block is tested again, and noted.
    Sure,
    /// Open lanes are noted, since the block before had some.
    Note,
    /// For so many blocks more, nobody asks the kernel in `f32`: it told few lanes.
    Straight(usize),
}

/// [`sure_and_open`] of a block. Returns how many lanes are doubtful, and how many only the kernel told.
#[inline(always)]
fn test_and_note<T: Simd, P: Predicate>(
    stream: &Stream<impl Registers<P::A, T>, impl Registers<P::B, T>>,
    start: usize,
    straight: bool,
    out: &mut [u8],
    open: &mut [u8],
) -> (usize, usize) {
    let width = T::Lanes::LEN / 8;
    let (mut doubtful, mut told) = (0, 0);
    for (i, (bytes, open)) in out.chunks_exact_mut(width).zip(open.chunks_exact_mut(width)).enumerate() {
        stream.prefetch(start + i);
        let (a, b) = (stream.a.load(start + i), stream.b.load(start + i));
        let lanes = sure_and_open::<T, P>(&a, &b, straight);
        bytes.copy_from_slice(&lanes.sure.to_le_bytes()[..width]);
        open.copy_from_slice(&lanes.open.to_le_bytes()[..width]);
        doubtful += lanes.doubtful.count_ones() as usize;
        told += lanes.told.count_ones() as usize;
    }
    (doubtful, told)
}

/// A block by the kernel and, unless the kernel implies it, the first test at once. Returns the number of registers that the first test left a pair of, and
/// whether the kernel was sure of all lanes.
#[inline(always)]
fn test_at_once<T: Simd, P: Predicate>(
    simd: T,
    stream: &Stream<impl Registers<P::A, T>, impl Registers<P::B, T>>,
    start: usize,
    out: &mut [u8],
) -> (usize, bool) {
    let width = T::Lanes::LEN / 8;
    let (mut count, mut open) = (0, none(simd));
    for (i, bytes) in out.chunks_exact_mut(width).enumerate() {
        stream.prefetch(start + i);
        let (a, b) = (stream.a.load(start + i), stream.b.load(start + i));
        let verdict = P::decide::<T::Lanes>(&a, &b, &Rounding::single(a.as_ref()[0]));
        let mut bits = verdict.yes.bits();
        if P::HAS_FIRST && !P::IMPLIES_FIRST {
            let left = P::first::<T::Lanes>(&a, &b);
            open = open | (left & !(verdict.yes | verdict.no));
            count += usize::from(left.bits() != 0);
            bits &= left.bits();
        } else {
            open = open | !(verdict.yes | verdict.no);
        }
        bytes.copy_from_slice(&bits.to_le_bytes()[..width]);
    }
    (count, !P::EXACT || open.bits() == 0)
}

/// A block by the first test, then by the kernel where a pair is left: the numbers of those registers are compacted without
/// a branch, since a processor cannot guess them. Returns how many they are, and whether the kernel was sure of all lanes.
#[inline(always)]
fn test_in_turn<T: Simd, P: Predicate>(
    simd: T,
    stream: &Stream<impl Registers<P::A, T>, impl Registers<P::B, T>>,
    start: usize,
    out: &mut [u8],
) -> (usize, bool) {
    let width = T::Lanes::LEN / 8;
    let mut left = [0; BLOCK_ROWS / 8];
    let mut count = 0;
    for (i, bytes) in out.chunks_exact_mut(width).enumerate() {
        let bits = P::first::<T::Lanes>(&stream.a.load(start + i), &stream.b.load(start + i)).bits();
        bytes.copy_from_slice(&bits.to_le_bytes()[..width]);
        left[count] = i;
        count += usize::from(bits != 0);
    }
    let mut open = none(simd);
    for (k, &i) in left[..count].iter().enumerate() {
        stream.prefetch(start + k);
        let (a, b) = (stream.a.load(start + i), stream.b.load(start + i));
        let verdict = P::decide::<T::Lanes>(&a, &b, &Rounding::single(a.as_ref()[0]));
        open = open | !(verdict.yes | verdict.no);
        let bits = verdict.yes.bits();
        for (byte, bits) in out.chunks_exact_mut(width).nth(i).into_iter().flatten().zip(bits.to_le_bytes()) {
            *byte &= bits;
        }
    }
    (count, !P::EXACT || open.bits() == 0)
}

/// A mask that is set nowhere.
#[inline(always)]
fn none<T: Simd>(simd: T) -> <T::Lanes as Lanes>::Mask {
    let zero = simd.splat(0.0);
    zero.lt(zero)
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
    (rows >= 2 * ROWS_PER_TASK).then(|| (rows / 2).next_multiple_of(MAX_LANES))
}
