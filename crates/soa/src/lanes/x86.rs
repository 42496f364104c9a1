//! AVX2 and AVX-512, by `fearless_simd`, in a program that was built for any x86.
//!
//! A token of `fearless_simd` can only be had from its detection, so it proves that the CPU has the
//! instructions.

use fearless_simd::x86::{Avx2, Avx512};
use fearless_simd::{
    Bytes, Select, SimdBase, SimdCombine, SimdFloat, SimdMask, SimdNarrow, SimdSplit, SimdWiden,
};
use fearless_simd::{f32x4, f32x8, f32x16, mask32x8, mask32x16, u32x8, u32x16};
use fearless_simd::{f64x4, f64x8, mask64x4, mask64x8, u64x4, u64x8};
use scalar::float::canonical;

use super::{Lanes, Mask, Register, Simd, batches};

/// Implements the lane operations of a token's register: its masks, the integers of its bits, and the number
/// of lanes.
macro_rules! lanes {
    ($token:ident, $lanes:ident, $bits:ident, $mask:ident, $len:literal) => {
        impl Lanes for $lanes<$token> {
            type Mask = $mask<$token>;
            const LEN: usize = $len;

            #[inline(always)]
            fn splat(self, value: f32) -> Self {
                SimdBase::splat(self.simd, value.into())
            }

            #[inline(always)]
            fn lt(self, other: Self) -> $mask<$token> {
                self.simd_lt(other)
            }

            #[inline(always)]
            fn le(self, other: Self) -> $mask<$token> {
                self.simd_le(other)
            }

            #[inline(always)]
            fn eq(self, other: Self) -> $mask<$token> {
                self.simd_eq(other)
            }

            #[inline(always)]
            fn select(mask: $mask<$token>, yes: Self, no: Self) -> Self {
                mask.select(yes, no)
            }

            #[inline(always)]
            fn min(self, other: Self) -> Self {
                SimdBase::min(self, other)
            }

            #[inline(always)]
            fn max(self, other: Self) -> Self {
                SimdBase::max(self, other)
            }

            #[inline(always)]
            fn abs(self) -> Self {
                SimdBase::abs(self)
            }

            #[inline(always)]
            fn flip_sign(self, by: Self) -> Self {
                let (bits, by): ($bits<$token>, $bits<$token>) = (self.bitcast(), by.bitcast());
                let sign: $bits<$token> = Lanes::splat(self, -0.0).bitcast();
                (bits ^ (by & sign)).bitcast()
            }

            #[inline(always)]
            fn bits_and(self, other: Self) -> Self {
                let (bits, other): ($bits<$token>, $bits<$token>) = (self.bitcast(), other.bitcast());
                (bits & other).bitcast()
            }

            #[inline(always)]
            fn bits_or(self, other: Self) -> Self {
                let (bits, other): ($bits<$token>, $bits<$token>) = (self.bitcast(), other.bitcast());
                (bits | other).bitcast()
            }

            #[inline(always)]
            fn bits_xor(self, other: Self) -> Self {
                let (bits, other): ($bits<$token>, $bits<$token>) = (self.bitcast(), other.bitcast());
                (bits ^ other).bitcast()
            }

            #[inline(always)]
            fn sqrt(self) -> Self {
                SimdFloat::sqrt(self)
            }
        }

        impl Mask for $mask<$token> {
            const LANES: usize = $len;

            #[inline(always)]
            fn bits(self) -> u32 {
                self.to_bitmask() as u32
            }
        }
    };
}

lanes!(Avx2, f32x8, u32x8, mask32x8, 8);
lanes!(Avx2, f64x4, u64x4, mask64x4, 4);
lanes!(Avx512, f32x16, u32x16, mask32x16, 16);
lanes!(Avx512, f64x8, u64x8, mask64x8, 8);

/// In every function that is compiled for a level, so that its stack begins at a cache line.
///
/// Registers that do not fit are kept on the stack. The compiler aligns them only if it has aligned something
/// there before it gives out registers; else half of them lie across two cache lines, and a loop takes up to
/// twice as long.
#[repr(align(64))]
struct CacheLine(#[expect(dead_code, reason = "a type without a size would not be kept on the stack")] u8);

/// Implements a level: its token, the registers that rows are loaded into, and its registers of `f64`.
macro_rules! level {
    ($token:ident, $lanes:ident, $half:ident, $wide:ident, $len:literal, { $($more:item)* }) => {
        impl Simd for $token {
            type Lanes = $lanes<Self>;
            type Wide = $wide<Self>;
            const REGISTERS: usize = 2 * $len;

            #[inline(always)]
            fn load(self, values: &[f32]) -> $lanes<Self> {
                $lanes::from_slice(self, &values[..$len])
            }

            #[inline(always)]
            fn splat(self, value: f32) -> $lanes<Self> {
                SimdBase::splat(self, value)
            }

            #[inline(always)]
            fn load_wide(self, values: &[f32]) -> $wide<Self> {
                let half = $half::from_slice(self, &values[..$len / 2]);
                SimdWiden::widen(half.combine(half)).0
            }

            #[inline(always)]
            fn store_wide(self, lanes: $wide<Self>, values: &mut [f64]) {
                lanes.store_slice(&mut values[..$len / 2]);
            }

            $($more)*

            #[inline(always)]
            fn vectorize<R>(self, f: impl FnOnce() -> R) -> R {
                fearless_simd::Simd::vectorize(
                    self,
                    #[inline(always)]
                    || {
                        core::hint::black_box(&mut CacheLine(0));
                        f()
                    },
                )
            }
        }
    };
}

/// Implements what ties a register to rows in memory.
macro_rules! register {
    ($token:ident, $lanes:ident, $len:literal, |$register:ident| $narrowed:expr) => {
        impl Register for $lanes<$token> {
            batches!($len);

            #[inline(always)]
            fn store(self, values: &mut [f32]) {
                let $register = self;
                $narrowed.store_slice(&mut values[..$len]);
            }

            // In `f32`, whose masks are of the length that is stored.
            #[inline(always)]
            fn store_canonical(self, values: &mut [f32]) {
                let $register = self;
                let narrowed = $narrowed;
                let nan = SimdBase::splat(self.simd, canonical(f32::NAN));
                narrowed.simd_eq(narrowed).select(narrowed, nan).store_slice(&mut values[..$len]);
            }
        }
    };
}
register!(Avx2, f32x8, 8, |register| register);
register!(Avx2, f64x4, 4, |register| register.narrow(register).split().0);
register!(Avx512, f32x16, 16, |register| register);
register!(Avx512, f64x8, 8, |register| register.narrow(register).split().0);

level!(Avx2, f32x8, f32x4, f64x4, 8, {});
level!(Avx512, f32x16, f32x8, f64x8, 16, {
    #[inline(always)]
    fn write_set_bits(self, first: u32, bits: u32, out: &mut [u32; 16]) {
        let numbers = u32x16::from_slice(self, &core::array::from_fn::<u32, 16, _>(|i| i as u32)) + first;
        let mask: mask32x16<Self> = SimdMask::from_bitmask(self, u64::from(bits));
        numbers.compress(mask).store_slice(out);
    }

    #[inline(always)]
    fn compress(self, values: &[u32; 16], bits: u32, out: &mut [u32; 16]) {
        let mask: mask32x16<Self> = SimdMask::from_bitmask(self, u64::from(bits));
        u32x16::from_slice(self, values).compress(mask).store_slice(out);
    }
});
