//! The loops over registers: all that is compiled for each kernel and level, and nothing else.
//!
//! A loop takes whole registers of borrowed columns ([`Operands`]) and writes a bit a row. It never looks at what the rows told
//! before: [`crate::driver`], which is compiled once, calls these and decides what comes next.
//!
//! | loop | what it does | while |
//! |---|---|---|
//! | [`Blocks::fused`] | the kernel and, unless the kernel implies it, the first test at once | every lane of a block is decided, and most registers pass the first test |
//! | [`Blocks::filtered`] | the first test of a block, then the kernel on the registers that passed | the same, but few registers pass |
//! | [`Blocks::collect`] | a block, with the lanes that are left undecided | |
//! | [`Blocks::tail`] | a last register, padded | |
//! | [`Blocks::widen`] | the kernel in `f64` on the lanes that are left | |

use core::marker::PhantomData;
use core::ops::Range;

use crate::kernel::{Measure, Predicate};
use crate::lanes::{Lanes, MAX_LANES, Mask, Register, Simd};
use crate::operand::{Eights, Operands, Stream};
use crate::plan::{Noted, is_most};
use crate::shape::Shape;
use crate::verdict::{Grain, Rounding, lanes};

/// Rows of a block, after which the driver may change its mind: twelve columns of them are half of a first-level cache.
pub(crate) const BLOCK_ROWS: usize = 512;

/// Bytes of one bit a row of a block.
pub(crate) const BLOCK_BYTES: usize = BLOCK_ROWS / 8;

/// What a run of blocks came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    /// The first register that has no answer yet.
    pub(crate) next: usize,
    /// Registers of the last block that passed the first test.
    pub(crate) passed: usize,
    /// Whether the run ended for another reason than a block, the one at `next`, with a lane that is undecided.
    pub(crate) is_decided: bool,
}

/// A yes/no kernel, compiled for one instruction set.
pub trait Blocks {
    /// Lanes of a register: 8 or 16.
    fn lanes(&self) -> usize;

    /// How many of the first registers, out of so many, pass the first test.
    fn probe(&self, operands: &Operands, registers: usize) -> usize;

    /// Answers these registers, block by block. `out` has a bit for each row of the operands, eight a byte.
    fn fused(&self, operands: &Operands, registers: Range<usize>, out: &mut [u8]) -> Run;

    /// The same by the first test and then the kernel. Ends after a block of which most registers pass, if it is told to.
    fn filtered(&self, operands: &Operands, registers: Range<usize>, until_most: bool, out: &mut [u8]) -> Run;

    /// Answers the registers from `first`, as many as there are bytes for, and says which lanes are undecided: all that
    /// comparisons do not tell, if the kernel is to be skipped.
    fn collect(&self, operands: &Operands, first: usize, skip: bool, out: &mut [u8], open: &mut [u8]) -> Noted;

    /// The hits and the undecided lanes of the first register, as bits.
    fn tail(&self, operands: &Operands) -> (u32, u32);

    /// Decides the lanes of `open`, eight a byte from the first row, in `f64`: adds their hits, and says which are left.
    fn widen(&self, operands: &Operands, open: &[u8], hits: &mut [u8], left: &mut [u8]);
}

/// A kernel `K` for the instruction set of a token.
pub(crate) struct At<T, K> {
    simd: T,
    kernel: PhantomData<fn(K)>,
}

impl<T: Simd, K> At<T, K> {
    pub(crate) fn new(simd: T) -> Self {
        const { assert!(T::Lanes::LEN == 8 || T::Lanes::LEN == MAX_LANES, "a register fills whole bytes of hits") };
        Self { simd, kernel: PhantomData }
    }
}

impl<T: Simd, P: Predicate> Blocks for At<T, P> {
    fn lanes(&self) -> usize {
        T::Lanes::LEN
    }

    fn probe(&self, operands: &Operands, registers: usize) -> usize {
        let simd = self.simd;
        if !P::HAS_FIRST {
            return 0;
        }
        simd.vectorize(
            #[inline(always)]
            || probe::<T, P>(simd, operands, registers),
        )
    }

    fn fused(&self, operands: &Operands, registers: Range<usize>, out: &mut [u8]) -> Run {
        let simd = self.simd;
        simd.vectorize(
            #[inline(always)]
            || fused::<T, P>(simd, operands, registers, out),
        )
    }

    fn filtered(&self, operands: &Operands, registers: Range<usize>, until_most: bool, out: &mut [u8]) -> Run {
        let simd = self.simd;
        if !P::HAS_FIRST {
            return self.fused(operands, registers, out);
        }
        simd.vectorize(
            #[inline(always)]
            || filtered::<T, P>(simd, operands, registers, until_most, out),
        )
    }

    fn collect(&self, operands: &Operands, first: usize, skip: bool, out: &mut [u8], open: &mut [u8]) -> Noted {
        let simd = self.simd;
        if !P::EXACT {
            return Noted::default();
        }
        simd.vectorize(
            #[inline(always)]
            || {
                // Apart, each is compiled without the other's part.
                if skip {
                    collect::<T, P>(simd, operands, first, true, out, open)
                } else {
                    collect::<T, P>(simd, operands, first, false, out, open)
                }
            },
        )
    }

    fn tail(&self, operands: &Operands) -> (u32, u32) {
        let simd = self.simd;
        simd.vectorize(
            #[inline(always)]
            || {
                let [a, b] = [&operands.a, &operands.b];
                let a = P::A::build(
                    #[inline(always)]
                    |k| simd.load(a.whole(k)),
                );
                let b = P::B::build(
                    #[inline(always)]
                    |k| simd.load(b.whole(k)),
                );
                let known = decided_and_open::<T, P>(&a, &b, false);
                (known.hits, known.open)
            },
        )
    }

    fn widen(&self, operands: &Operands, open: &[u8], hits: &mut [u8], left: &mut [u8]) {
        let simd = self.simd;
        if P::EXACT {
            simd.vectorize(
                #[inline(always)]
                || widen::<T, P>(simd, operands, open, hits, left),
            );
        }
    }
}

#[inline(always)]
fn probe<T: Simd, P: Predicate>(simd: T, operands: &Operands, registers: usize) -> usize {
    let stream = Stream::<P::A, P::B, T>::new(simd, operands);
    let mut passed = 0;
    for i in 0..registers {
        let (a, b) = stream.again(i);
        passed += usize::from(P::first::<T::Lanes>(&a, &b).bits() != 0);
    }
    passed
}

#[inline(always)]
fn fused<T: Simd, P: Predicate>(simd: T, operands: &Operands, registers: Range<usize>, out: &mut [u8]) -> Run {
    let (width, block) = (T::Lanes::LEN / 8, BLOCK_ROWS / T::Lanes::LEN);
    let filters = P::HAS_FIRST && !P::IMPLIES_FIRST;
    let stream = Stream::<P::A, P::B, T>::new(simd, operands);
    let mut run = Run { next: registers.start, passed: 0, is_decided: true };
    while run.next < registers.end {
        let end = registers.end.min(run.next + block);
        let bytes = &mut out[run.next * width..end * width];
        run.passed = 0;
        let mut undecided = none(simd);
        for (i, bytes) in bytes.chunks_exact_mut(width).enumerate() {
            let (a, b) = stream.load(run.next + i);
            let verdict = P::decide::<T::Lanes>(&a, &b, &Rounding::single(a.as_ref()[0]));
            let mut bits = verdict.yes.bits();
            if filters {
                let left = P::first::<T::Lanes>(&a, &b);
                undecided = undecided | (left & !(verdict.yes | verdict.no));
                run.passed += usize::from(left.bits() != 0);
                bits &= left.bits();
            } else {
                undecided = undecided | !(verdict.yes | verdict.no);
            }
            bytes.copy_from_slice(&bits.to_le_bytes()[..width]);
        }
        if P::EXACT && undecided.bits() != 0 {
            run.is_decided = false;
            break;
        }
        run.next = end;
        if filters && !is_most(run.passed, block) {
            break;
        }
    }
    run
}

/// The numbers of the registers that pass are compacted without a branch, since a processor cannot guess them.
#[inline(always)]
fn filtered<T: Simd, P: Predicate>(
    simd: T,
    operands: &Operands,
    registers: Range<usize>,
    until_most: bool,
    out: &mut [u8],
) -> Run {
    let (width, block) = (T::Lanes::LEN / 8, BLOCK_ROWS / T::Lanes::LEN);
    let stream = Stream::<P::A, P::B, T>::new(simd, operands);
    let mut run = Run { next: registers.start, passed: 0, is_decided: true };
    let mut passed = [0; BLOCK_BYTES];
    while run.next < registers.end {
        let (start, end) = (run.next, registers.end.min(run.next + block));
        let bytes = &mut out[start * width..end * width];
        let mut count = 0;
        for (i, bytes) in bytes.chunks_exact_mut(width).enumerate() {
            let (a, b) = stream.again(start + i);
            let bits = P::first::<T::Lanes>(&a, &b).bits();
            bytes.copy_from_slice(&bits.to_le_bytes()[..width]);
            passed[count] = i;
            count += usize::from(bits != 0);
        }
        let mut undecided = none(simd);
        for (k, &i) in passed[..count].iter().enumerate() {
            stream.prefetch(start + k);
            let (a, b) = stream.again(start + i);
            let verdict = P::decide::<T::Lanes>(&a, &b, &Rounding::single(a.as_ref()[0]));
            undecided = undecided | !(verdict.yes | verdict.no);
            let bits = verdict.yes.bits();
            for (byte, bits) in bytes.chunks_exact_mut(width).nth(i).into_iter().flatten().zip(bits.to_le_bytes()) {
                *byte &= bits;
            }
        }
        run.passed = count;
        if P::EXACT && undecided.bits() != 0 {
            run.is_decided = false;
            break;
        }
        run.next = end;
        if until_most && is_most(count, block) {
            break;
        }
    }
    run
}

#[inline(always)]
fn collect<T: Simd, P: Predicate>(
    simd: T,
    operands: &Operands,
    first: usize,
    skip: bool,
    out: &mut [u8],
    open: &mut [u8],
) -> Noted {
    let width = T::Lanes::LEN / 8;
    let stream = Stream::<P::A, P::B, T>::new(simd, operands);
    let mut noted = Noted { rows: out.len() * 8, ..Noted::default() };
    for (i, (bytes, open)) in out.chunks_exact_mut(width).zip(open.chunks_exact_mut(width)).enumerate() {
        let (a, b) = stream.load(first + i);
        let known = decided_and_open::<T, P>(&a, &b, skip);
        bytes.copy_from_slice(&known.hits.to_le_bytes()[..width]);
        open.copy_from_slice(&known.open.to_le_bytes()[..width]);
        noted.open += known.open.count_ones() as usize;
        noted.doubtful += known.doubtful.count_ones() as usize;
        noted.told += known.told.count_ones() as usize;
    }
    noted
}

/// What is known of a register, as bits.
struct Known {
    /// The hits.
    hits: u32,
    /// The lanes that are undecided.
    open: u32,
    /// The lanes that the kernel does not decide, though a comparison may.
    doubtful: u32,
    /// The lanes that nothing but the kernel decides.
    told: u32,
}

/// The hits of a register, and its undecided lanes. `skip` leaves the kernel out.
#[inline(always)]
fn decided_and_open<T: Simd, P: Predicate>(
    a: &<P::A as Shape>::Of<T::Lanes>,
    b: &<P::B as Shape>::Of<T::Lanes>,
    skip: bool,
) -> Known {
    let left = if P::HAS_FIRST { P::first::<T::Lanes>(a, b).bits() } else { lanes(T::Lanes::LEN) };
    let contact = if P::HAS_CONTACT { P::contact::<T::Lanes>(a, b).bits() } else { 0 };
    let (yes, doubtful) = if skip {
        (0, left)
    } else {
        let verdict = P::decide::<T::Lanes>(a, b, &Rounding::single(a.as_ref()[0]));
        (verdict.yes.bits() & left, verdict.open() & left)
    };
    Known { hits: yes | contact, open: doubtful & !contact, doubtful, told: left & !(doubtful | contact) }
}

/// A lane that is undecided with a bound is asked again whether anything was rounded at all.
#[inline(always)]
fn widen<T: Simd, P: Predicate>(
    simd: T,
    operands: &Operands,
    open: &[u8],
    hits: &mut [u8],
    left: &mut [u8],
) {
    let (a, b) = (Eights::<P::A>::new(&operands.a, open.len()), Eights::<P::B>::new(&operands.b, open.len()));
    for (i, ((&open, hits), left)) in open.iter().zip(hits).zip(left).enumerate() {
        if open == 0 {
            continue;
        }
        for at in (0..8).step_by(T::Wide::LEN) {
            let (a, b) = (a.load(simd, i, at), b.load(simd, i, at));
            let open = u32::from(open) >> at;
            let like = a.as_ref()[0];
            let mut verdict = P::decide(&a, &b, &Rounding::double(None, like));
            if verdict.open() & open != 0 {
                let grain = Grain::new(P::size(&a, &b), a.as_ref(), b.as_ref());
                verdict = P::decide(&a, &b, &Rounding::double(Some(grain), like));
            }
            *hits |= ((verdict.yes.bits() & open) << at) as u8;
            *left |= ((verdict.open() & open) << at) as u8;
        }
    }
}

/// A mask that is set nowhere.
#[inline(always)]
fn none<T: Simd>(simd: T) -> <T::Lanes as Lanes>::Mask {
    let zero = simd.splat(0.0);
    zero.lt(zero)
}

/// A computing kernel, compiled for one instruction set.
pub trait MeasureBlocks {
    /// Lanes of a register.
    fn lanes(&self) -> usize;

    /// Writes the numbers of all whole registers to the columns of `out`, every NaN in its canonical form.
    fn registers(&self, operands: &Operands, out: &mut [&mut [f32]]);

    /// Writes the numbers of the first register to columns of [`MAX_LANES`] rows.
    fn tail(&self, operands: &Operands, out: &mut [[f32; MAX_LANES]]);
}

impl<T: Simd, M: Measure> MeasureBlocks for At<T, M> {
    fn lanes(&self) -> usize {
        T::Lanes::LEN
    }

    fn registers(&self, operands: &Operands, out: &mut [&mut [f32]]) {
        let simd = self.simd;
        simd.vectorize(
            #[inline(always)]
            || {
                let len = operands.rows / T::Lanes::LEN;
                let stream = Stream::<M::A, M::B, T>::new(simd, operands);
                let mut columns = out.iter_mut();
                let mut registers = M::Out::build(
                    #[inline(always)]
                    |_| match columns.next() {
                        Some(column) => &mut T::Lanes::batches_mut(column)[..len],
                        None => &mut [],
                    },
                );
                for i in 0..len {
                    let (a, b) = stream.load(i);
                    let values = M::lanes::<T::Lanes>(&a, &b);
                    for (column, &value) in registers.as_mut().iter_mut().zip(values.as_ref()) {
                        value.canonical().store(column[i].as_mut());
                    }
                }
            },
        );
    }

    fn tail(&self, operands: &Operands, out: &mut [[f32; MAX_LANES]]) {
        let simd = self.simd;
        simd.vectorize(
            #[inline(always)]
            || {
                let [a, b] = [&operands.a, &operands.b];
                let a = M::A::build(
                    #[inline(always)]
                    |k| simd.load(a.whole(k)),
                );
                let b = M::B::build(
                    #[inline(always)]
                    |k| simd.load(b.whole(k)),
                );
                let values = M::lanes::<T::Lanes>(&a, &b);
                for (column, &value) in out.iter_mut().zip(values.as_ref()) {
                    value.canonical().store(column);
                }
            },
        );
    }
}
