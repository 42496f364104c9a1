//! Lane operations: what a kernel may do with one register's worth of rows.
//!
//! A kernel is written once over [`Lanes`] and never names an instruction. An instruction set is a [`Simd`]
//! token: holding one is the proof that the CPU has it. [`portable`] is the one that every machine has.
//!
//! Each operation gives the same bits on every instruction set (up to the sign and payload of a NaN, which
//! [`Lanes::canonical`] removes before a value leaves a query), except [`Lanes::min`] and [`Lanes::max`],
//! which say so. There is no fused multiply-add and no approximate reciprocal, on purpose.
//!
//! # What differs between machines
//!
//! `wide` and `fearless_simd` map most operations to one instruction, and instructions differ. What kernels
//! use:
//!
//! | operation | what differs | why no answer does |
//! |---|---|---|
//! | `min`, `max` of `-0` and `+0` | x86 gives the second operand, NEON orders zeros, simd128 by build with or without it the second or the first | only for values that end in comparisons, to which zeros are equal |
//! | `min`, `max` of a number and NaN | x86 gives the second operand, NEON NaN, simd128 the number or NaN | a lane with a NaN answers no: by [`no_nan`], by a comparison, or by the query |
//! | sign and payload of a NaN | 0 / 0 is negative on x86, positive on NEON; of two NaNs either may come out, even by the optimiser's choice | [`Lanes::canonical`] before a value leaves a query |
//! | [`Lanes::flip_sign`] by a NaN | its sign, as above | the number is a term of the sum that [`no_nan`] looks at, so the lane answers no |
//! | zeros of `f32::min` and `f32::max` | as for lanes | references use `scalar::float`, which compares and selects |
//!
//! What differs and is not used: fused multiply-add (x86-64-v3 and NEON fuse, others do not), reciprocals
//! (estimates on x86), sums over lanes (their order), rounding to whole numbers (zeros, numbers beyond
//! `i32`), anything transcendental. All other operations are those of IEEE 754, subnormal numbers included,
//! with the same bits everywhere: `cargo xtask cross` shows it.
//!
//! Rows are `f32`, and so are the lanes of a [`Register`]. A kernel over [`Lanes`] can also run on
//! [`Simd::Wide`], lanes of `f64` of which a register holds fewer: that is how an exact kernel looks
//! again at pairs that `f32` leaves undecided.

pub(crate) mod level;
pub mod portable;
#[cfg(test)]
mod tests;
#[cfg(all(feature = "std", any(target_arch = "x86", target_arch = "x86_64")))]
pub mod x86;

use core::fmt::Debug;
use core::ops::{Add, BitAnd, BitOr, Div, Mul, Neg, Not, Sub};

/// The longest register of any level, in lanes: as much room as any register needs.
pub const MAX_LANES: usize = 16;

/// The longest register of `f64`.
pub const MAX_WIDE: usize = MAX_LANES / 2;

/// An instruction set that this CPU has.
pub trait Simd: Copy + Send + Sync {
    /// Its register of `f32`.
    type Lanes: Register;

    /// Its register of `f64`, with a half or a quarter of the lanes.
    type Wide: Register;

    /// How many columns the registers of the CPU hold, a register's worth of rows of each.
    const REGISTERS: usize;

    /// Loads the first [`Lanes::LEN`] values of a slice, which must have as many.
    fn load(self, values: &[f32]) -> Self::Lanes;

    /// The same value in every lane.
    fn splat(self, value: f32) -> Self::Lanes;

    /// Loads as many values as a register of `f64` holds, without rounding.
    fn load_wide(self, values: &[f32]) -> Self::Wide;

    /// Writes a register of `f64` to the first places of a slice, which must have as many.
    fn store_wide(self, lanes: Self::Wide, values: &mut [f64]);

    /// Writes `first` plus the number of each bit that is set, ascending, of the lowest sixteen bits: without a
    /// branch, which a processor could not predict. The places after them get any values.
    #[inline(always)]
    fn write_set_bits(self, first: u32, bits: u32, out: &mut [u32; MAX_LANES]) {
        let [low, high] = [bits as usize % 256, bits as usize / 256 % 256];
        let (numbers, count) = (&SET_BITS[low], low.count_ones() as usize);
        for i in 0..8 {
            out[i] = first + u32::from(numbers[i]);
        }
        let numbers = &SET_BITS[high];
        if let Some(out) = out[count..].first_chunk_mut::<8>() {
            for i in 0..8 {
                out[i] = first + 8 + u32::from(numbers[i]);
            }
        }
    }

    /// Writes the values whose bits are set, of the lowest sixteen bits. The places after them get any values.
    #[inline(always)]
    fn compress(self, values: &[u32; MAX_LANES], bits: u32, out: &mut [u32; MAX_LANES]) {
        let mut places = [0; MAX_LANES];
        self.write_set_bits(0, bits, &mut places);
        for i in 0..MAX_LANES {
            out[i] = values[places[i] as usize % MAX_LANES];
        }
    }

    /// Prefetches the cache line of a value that will be needed soon. Does nothing where there is no such
    /// instruction.
    #[inline(always)]
    fn prefetch(self, values: &[f32]) {
        #[cfg(any(target_arch = "x86_64", all(target_arch = "x86", target_feature = "sse")))]
        safe_arch::prefetch_t0(&values[0]);
        #[cfg(not(any(target_arch = "x86_64", all(target_arch = "x86", target_feature = "sse"))))]
        let _ = values;
    }

    /// Calls a function that is compiled for this instruction set, as far as it is inlined: from the loop
    /// over rows down to the last lane operation, everything within must be `#[inline(always)]`.
    #[inline(always)]
    fn vectorize<R>(self, f: impl FnOnce() -> R) -> R {
        f()
    }
}

/// The same instruction set, whose registers of `f64` are those that rows are loaded into: for loops in `f64`
/// from load to store.
#[derive(Clone, Copy)]
pub(crate) struct InF64<T>(pub(crate) T);

impl<T: Simd> Simd for InF64<T> {
    type Lanes = T::Wide;
    type Wide = T::Wide;
    const REGISTERS: usize = T::REGISTERS * T::Wide::LEN / T::Lanes::LEN;

    #[inline(always)]
    fn load(self, values: &[f32]) -> T::Wide {
        self.0.load_wide(values)
    }

    #[inline(always)]
    fn splat(self, value: f32) -> T::Wide {
        self.0.load_wide(&[value; MAX_WIDE])
    }

    #[inline(always)]
    fn load_wide(self, values: &[f32]) -> T::Wide {
        self.0.load_wide(values)
    }

    #[inline(always)]
    fn store_wide(self, lanes: T::Wide, values: &mut [f64]) {
        self.0.store_wide(lanes, values);
    }

    #[inline(always)]
    fn vectorize<R>(self, f: impl FnOnce() -> R) -> R {
        self.0.vectorize(f)
    }
}

/// The numbers of the bits that are set in each byte, and zeros after them.
static SET_BITS: [[u8; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut bit, mut count) = (0, 0);
        while bit < 8 {
            if byte >> bit & 1 == 1 {
                table[byte][count] = bit;
                count += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    table
};

/// Generic code for the registers of a level that is only known when the program runs: see
/// [`Level::run`](crate::Level::run).
pub trait Work {
    /// Its result.
    type Out;

    /// Runs it. This and all that it calls, down to the last lane operation, must be `#[inline(always)]`.
    fn run<T: Simd>(self, simd: T) -> Self::Out;
}

/// One register of numbers, all `f32` or all `f64`: one value a row.
pub trait Lanes:
    Copy
    + Send
    + Sync
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
{
    /// One yes or no a lane.
    type Mask: Mask;
    /// The number of lanes.
    const LEN: usize;

    /// The same value in every lane, at the level of `self`.
    #[must_use]
    fn splat(self, value: f32) -> Self;

    /// `self < other`; no where either is NaN.
    fn lt(self, other: Self) -> Self::Mask;

    /// `self <= other`; no where either is NaN.
    fn le(self, other: Self) -> Self::Mask;

    /// `self == other`; no where either is NaN.
    fn eq(self, other: Self) -> Self::Mask;

    /// `self > other`; no where either is NaN.
    #[inline(always)]
    fn gt(self, other: Self) -> Self::Mask {
        other.lt(self)
    }

    /// `self >= other`; no where either is NaN.
    #[inline(always)]
    fn ge(self, other: Self) -> Self::Mask {
        other.le(self)
    }

    /// `yes` where the mask is set, `no` elsewhere, bit by bit.
    #[must_use]
    fn select(mask: Self::Mask, yes: Self, no: Self) -> Self;

    /// The smaller number. Which of two zeros, and the result for a NaN, differ between instruction sets:
    /// only for values that end in comparisons, in a kernel that refuses NaN by [`no_nan`].
    #[must_use]
    fn min(self, other: Self) -> Self;

    /// The larger number, with the same caution as [`Lanes::min`].
    #[must_use]
    fn max(self, other: Self) -> Self;

    /// The value with its sign bit cleared.
    #[must_use]
    fn abs(self) -> Self;

    /// The value with its sign bit flipped where that of `by` is set. Meaningless for a NaN `by`, whose sign
    /// differs between instruction sets.
    #[must_use]
    fn flip_sign(self, by: Self) -> Self;

    /// The bits that are set in both.
    #[must_use]
    fn bits_and(self, other: Self) -> Self;

    /// The bits that are set in one of the two.
    #[must_use]
    fn bits_or(self, other: Self) -> Self;

    /// The bits in which the two differ.
    #[must_use]
    fn bits_xor(self, other: Self) -> Self;

    /// The correctly rounded square root; NaN below zero.
    #[must_use]
    fn sqrt(self) -> Self;

    /// Every NaN replaced by the one of [`scalar::float::canonical`].
    #[must_use]
    #[inline(always)]
    fn canonical(self) -> Self {
        Self::select(self.eq(self), self, self.splat(scalar::float::canonical(f32::NAN)))
    }
}

/// One register of rows: lanes that are loaded from columns of `f32` and stored to them, 8 or 16 of `f32`, 2 to
/// 8 of `f64`.
pub trait Register: Lanes {
    /// One register's worth of values in memory: `[f32; LEN]`.
    type Batch: AsRef<[f32]> + AsMut<[f32]> + Send + Sync + 'static;

    /// A slice as whole registers' worth of values, without the rest.
    fn batches(values: &[f32]) -> &[Self::Batch];

    /// The same for a slice that will be written.
    fn batches_mut(values: &mut [f32]) -> &mut [Self::Batch];

    /// Writes the lanes to the first [`Lanes::LEN`] places of a slice, which must have as many. `f64` is rounded
    /// to the nearest `f32`, of two to the even one.
    fn store(self, values: &mut [f32]);

    /// The same with every NaN in its canonical form.
    #[inline(always)]
    fn store_canonical(self, values: &mut [f32]) {
        self.canonical().store(values);
    }
}

/// What a register of this many lanes has of [`Register`] whatever it is made of.
macro_rules! batches {
    ($len:literal) => {
        type Batch = [f32; $len];

        #[inline(always)]
        fn batches(values: &[f32]) -> &[[f32; $len]] {
            values.as_chunks().0
        }

        #[inline(always)]
        fn batches_mut(values: &mut [f32]) -> &mut [[f32; $len]] {
            values.as_chunks_mut().0
        }
    };
}
use batches;

/// One yes or no a lane.
pub trait Mask: Copy + Debug + BitAnd<Output = Self> + BitOr<Output = Self> + Not<Output = Self> {
    /// The number of lanes.
    const LANES: usize;

    /// One bit a lane, lane 0 first, the rest zero.
    fn bits(self) -> u32;
}

/// `yes` where the mask is set, `no` elsewhere, value by value.
#[inline(always)]
pub fn select<L: Lanes, const N: usize>(mask: L::Mask, yes: [L; N], no: [L; N]) -> [L; N] {
    let mut chosen = yes;
    for k in 0..N {
        chosen[k] = L::select(mask, yes[k], no[k]);
    }
    chosen
}

/// The lanes in which none of the values is NaN: its reference is [`scalar::float::no_nan`], with the same
/// sum.
#[inline(always)]
pub fn no_nan<L: Lanes, const N: usize>(values: [L; N]) -> L::Mask {
    const { assert!(N > 0, "nothing to look at") };
    let mut sum = values[0];
    for &value in &values[1..] {
        sum = sum + value;
    }
    sum.eq(sum)
}
