//! The loops that feed kernels: registers of rows, the padded tail, first tests, large calls split over threads.

use core::mem::take;

use crate::kernel::{Measure, Predicate};
use crate::lanes::{Lanes, MAX_LANES, Mask, Register, Simd};
use crate::plan::{LOOK, Mode, Noted, Plan};
use crate::settle::{Settle, Stages};
use crate::shape::Shape;
use crate::stream::{Registers, Source, Stream, stream};
use crate::verdict::{Rounding, lanes};

/// Rows that one thread takes at least. Handing half of a call to another thread costs some 15 microseconds. With this
/// many rows a task that is won back by a cheap kernel at the best level, and more than that by a dearer one (bench `threads`).
const ROWS_PER_TASK: usize = 1 << 16;

/// Rows that a first test decides before the kernel has its turn: twelve columns of them are half of a first-level cache.
pub(crate) const BLOCK_ROWS: usize = 512;

/// Bytes of one bit a row of a block.
pub(crate) const BLOCK_BYTES: usize = BLOCK_ROWS / 8;

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
    let mut plan = Plan::new(block);
    if P::IMPLIES_FIRST {
        let looked = stream.len.min(LOOK);
        plan.looked(looked, left_by_first::<T, P>(&stream, looked));
    }
    for start in (0..stream.len).step_by(block) {
        let registers = start..stream.len.min(start + block);
        let range = registers.start * width..registers.end * width;
        let bytes = &mut whole[range.clone()];
        if !P::EXACT || plan.mode() == Mode::Sure {
            let all_sure = if !P::HAS_FIRST || plan.is_at_once(P::IMPLIES_FIRST) {
                let (left, all_sure) = test_at_once::<T, P>(simd, &stream, start, bytes);
                plan.was_at_once(left);
                all_sure
            } else {
                let (left, all_sure) = test_in_turn::<T, P>(simd, &stream, start, bytes);
                plan.was_in_turn(left);
                all_sure
            };
            if all_sure {
                continue;
            }
        }
        let mut open = [0; BLOCK_BYTES];
        let open = &mut open[..bytes.len()];
        // Asked apart, each is compiled without the other's part.
        let noted = match plan.mode() {
            Mode::Straight(_) => test_and_note::<T, P>(&stream, start, true, bytes, open),
            _ => test_and_note::<T, P>(&stream, start, false, bytes, open),
        };
        if noted.is_dense() {
            settle.block((a, b), range.start * 8, open, bytes);
        } else {
            settle.compacted((a, b), range.start * 8, open, whole);
        }
        plan.was_noted(noted);
    }
    if tail != 0 {
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
    if P::FINITE_ONLY && !(a.is_finite() && b.is_finite()) {
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

/// [`sure_and_open`] of a block.
#[inline(always)]
fn test_and_note<T: Simd, P: Predicate>(
    stream: &Stream<impl Registers<P::A, T>, impl Registers<P::B, T>>,
    start: usize,
    straight: bool,
    out: &mut [u8],
    open: &mut [u8],
) -> Noted {
    let width = T::Lanes::LEN / 8;
    let mut noted = Noted { rows: out.len() * 8, ..Noted::default() };
    for (i, (bytes, open)) in out.chunks_exact_mut(width).zip(open.chunks_exact_mut(width)).enumerate() {
        let (a, b) = stream.load(start + i);
        let lanes = sure_and_open::<T, P>(&a, &b, straight);
        bytes.copy_from_slice(&lanes.sure.to_le_bytes()[..width]);
        open.copy_from_slice(&lanes.open.to_le_bytes()[..width]);
        noted.open += lanes.open.count_ones() as usize;
        noted.doubtful += lanes.doubtful.count_ones() as usize;
        noted.told += lanes.told.count_ones() as usize;
    }
    noted
}

/// A block by the kernel and, unless the kernel implies it, the first test at once. Returns the number of registers that the first
/// test left a pair of, and whether the kernel was sure of all lanes.
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
        let (a, b) = stream.load(start + i);
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
    let mut left = [0; BLOCK_BYTES];
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

/// The number of the first registers, out of so many, that the first test leaves a pair of.
#[inline(always)]
fn left_by_first<T: Simd, P: Predicate>(
    stream: &Stream<impl Registers<P::A, T>, impl Registers<P::B, T>>,
    registers: usize,
) -> usize {
    let mut count = 0;
    for i in 0..registers {
        count += usize::from(P::first::<T::Lanes>(&stream.a.load(i), &stream.b.load(i)).bits() != 0);
    }
    count
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
    if tail != 0 {
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
        let (a, b) = stream.load(i);
        let values = M::lanes::<T::Lanes>(&a, &b);
        for (column, &value) in registers.as_mut().iter_mut().zip(values.as_ref()) {
            value.canonical().store(column[i].as_mut());
        }
    }
    if at != rows {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Columns;
    use crate::dim2::{aabb_triangle, triangle_triangle};
    use crate::hits::count_bits;
    use crate::lanes::portable::Portable;
    use scalar::dim2::{Aabb, Triangle};

    /// A triangle beside that from (0, 0) to (1, 0) and (0, 1).
    #[derive(Clone, Copy, Debug, PartialEq)]
    enum Kind {
        /// Both have a part in common.
        Hit,
        /// And a corner.
        HitWithCorner,
        /// Their bounding boxes have no point in common.
        Far,
        /// Those have, the triangles have not.
        Beside,
        /// A corner is all that they have in common.
        Corner,
        /// A corner touches an edge.
        Touching,
    }

    use Kind::{Beside, Corner, Far, Hit, HitWithCorner, Touching};

    /// Four registers of eight.
    const KINDS: [Kind; 32] = [
        Hit,
        HitWithCorner,
        Far,
        Beside,
        Corner,
        Touching,
        Hit,
        Beside, //
        Hit,
        Hit,
        Beside,
        Far,
        Far,
        Beside,
        Hit,
        HitWithCorner, //
        Far,
        Far,
        Far,
        Far,
        Far,
        Far,
        Far,
        Far, //
        Corner,
        Corner,
        Touching,
        Hit,
        Hit,
        Beside,
        Beside,
        Beside,
    ];

    /// Those of a register whose lanes are of one of these kinds, as bits.
    fn bits(register: usize, kinds: &[Kind]) -> u8 {
        let lane = |i: usize| u8::from(kinds.contains(&KINDS[8 * register + i])) << i;
        (0..8).map(lane).sum()
    }

    const ONE: Triangle = Triangle { a: [0.0, 0.0], b: [1.0, 0.0], c: [0.0, 1.0] };

    /// Each row somewhere else, so that no row hits another one's.
    fn apart<S: Shape>(mut rows: [S; 32]) -> [S; 32] {
        for (i, row) in rows.iter_mut().enumerate() {
            let at = |k: usize| if S::COLUMNS[k].ends_with('x') { 8.0 * i as f32 } else { 0.0 };
            *row = S::from_values(|k| row.values()[k] + at(k));
        }
        rows
    }

    fn other(kind: Kind) -> Triangle {
        let [a, b, c] = match kind {
            Hit => [[0.25, 0.25], [2.0, 0.25], [0.25, 2.0]],
            HitWithCorner => [[0.0, 0.0], [0.5, 0.0], [0.5, 2.0]],
            Far => [[2.0, 2.0], [3.0, 2.0], [2.0, 3.0]],
            Beside => [[0.75, 0.75], [2.0, 0.75], [0.75, 2.0]],
            Corner => [[0.0, 0.0], [-1.0, 0.0], [0.0, -1.0]],
            Touching => [[0.25, 0.0], [0.0, -1.0], [0.5, -1.0]],
        };
        Triangle { a, b, c }
    }

    /// Such a triangle beside the box from (0, 0) to (1, 1).
    fn beside_box(kind: Kind) -> Triangle {
        let [a, b, c] = match kind {
            Hit | HitWithCorner => [[0.5, 0.5], [3.0, 0.5], [0.5, 3.0]],
            Far => [[2.0, 2.0], [3.0, 2.0], [2.0, 3.0]],
            Beside => [[1.75, 0.5], [0.5, 1.75], [1.75, 1.75]],
            Corner | Touching => [[2.0, 0.0], [0.0, 2.0], [2.0, 2.0]],
        };
        Triangle { a, b, c }
    }

    /// The registers of one shape beside each of these.
    macro_rules! stream {
        ($left:expr, $right:expr => |$stream:ident| $work:expr) => {{
            let (a, b) = (
                Columns::from_shapes(&apart([$left; 32])).unwrap(),
                Columns::from_shapes(&apart($right)).unwrap(),
            );
            let (a, b) = (a.as_view(), b.as_view());
            let $stream = stream(Portable, &a, &b, 32);
            $work
        }};
    }

    #[test]
    fn what_is_known_of_a_block_is_noted() {
        let check = |start: usize, straight, known: (Noted, [u8; 2], [u8; 2])| {
            let of = |kinds: &[Kind]| [bits(start, kinds), bits(start + 1, kinds)];
            let (sure, open, doubtful, told) = if straight {
                let contact = of(&[HitWithCorner, Corner]);
                let left = of(&[Hit, Beside, Touching]);
                (contact, left, of(&[Hit, HitWithCorner, Beside, Corner, Touching]), [0; 2])
            } else {
                let sure = of(&[Hit, HitWithCorner, Corner]);
                (sure, of(&[Touching]), of(&[Corner, Touching]), of(&[Hit, Beside]))
            };
            let [lanes, doubtful, told] = [open, doubtful, told].map(|bits| count_bits(&bits));
            let noted = Noted { rows: 16, open: lanes, doubtful, told };
            assert_eq!(known, (noted, sure, open), "{start} {straight}");
        };
        stream!(ONE, KINDS.map(other) => |stream| {
            for (start, straight) in [(0, false), (1, false), (2, false), (0, true), (1, true), (2, true)] {
                let (mut sure, mut open) = ([0xaa; 2], [0xaa; 2]);
                let noted = test_and_note::<Portable, triangle_triangle::Exact>(
                    &stream, start, straight, &mut sure, &mut open,
                );
                check(start, straight, (noted, sure, open));
            }
        });
    }

    #[test]
    fn at_once_and_in_turn_say_the_same() {
        let aabb = Aabb { min: [0.0; 2], max: [1.0; 2] };
        stream!(aabb, KINDS.map(beside_box) => |stream| {
            for (start, left, all_sure) in [(0, 2, false), (1, 1, true), (2, 1, false)] {
                let expected = (left, all_sure);
                let hits = [0, 1].map(|i| bits(start + i, &[Hit, HitWithCorner]));
                let (mut out, mut out_in_turn) = ([0xaa; 2], [0xaa; 2]);
                let told = test_at_once::<Portable, aabb_triangle::Exact>(Portable, &stream, start, &mut out);
                assert_eq!((told, out), (expected, hits), "{start}, at once");
                let told = test_in_turn::<Portable, aabb_triangle::Exact>(Portable, &stream, start, &mut out_in_turn);
                assert_eq!((told, out_in_turn), (expected, hits), "{start}, in turn");
            }
        });
        // A kernel that implies the first test is asked alone.
        stream!(ONE, KINDS.map(other) => |stream| {
            for (start, all_sure) in [(0, false), (1, true), (2, false)] {
                let mut out = [0xaa; 2];
                let told = test_at_once::<Portable, triangle_triangle::Exact>(Portable, &stream, start, &mut out);
                assert_eq!((told, out), ((0, all_sure), [0, 1].map(|i| bits(start + i, &[Hit, HitWithCorner]))), "{start}");
            }
        });
    }
}
