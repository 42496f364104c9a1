//! The instruction set that the whole build targets, by `wide`: SSE2, NEON, simd128, or AVX where the build
//! has it.

use wide::{f32x8, f64x2};

use super::{Lanes, Mask, Register, Simd, batches};

/// Eight lanes of `wide::f32x8` on every machine, and two of `wide::f64x2`.
///
/// Kernels in `f64` are long, and a register of SSE2, NEON and simd128 holds two lanes: with four, twice as many
/// registers would have to be kept on the stack, in twice as many instructions.
#[derive(Clone, Copy, Debug)]
pub struct Portable;

impl Simd for Portable {
    type Lanes = f32x8;
    type Wide = f64x2;

    /// Two registers hold eight lanes: of 32 on `aarch64`, of 16 elsewhere.
    const REGISTERS: usize = if cfg!(target_arch = "aarch64") { 16 } else { 8 };

    #[inline(always)]
    fn load(self, values: &[f32]) -> f32x8 {
        f32x8::from(<[f32; 8]>::try_from(&values[..8]).unwrap_or_default())
    }

    #[inline(always)]
    fn splat(self, value: f32) -> f32x8 {
        f32x8::splat(value)
    }

    #[inline(always)]
    fn load_wide(self, values: &[f32]) -> f64x2 {
        f64x2::new([f64::from(values[0]), f64::from(values[1])])
    }

    #[inline(always)]
    fn store_wide(self, lanes: f64x2, values: &mut [f64]) {
        values[..2].copy_from_slice(&lanes.to_array());
    }
}

/// Implements the lane operations of a register of `wide`, which is its own mask.
macro_rules! lanes {
    ($lanes:ident, $len:literal) => {
        impl Lanes for $lanes {
            type Mask = Self;
            const LEN: usize = $len;

            #[inline(always)]
            fn splat(self, value: f32) -> Self {
                $lanes::splat(value.into())
            }

            #[inline(always)]
            fn lt(self, other: Self) -> Self {
                self.simd_lt(other)
            }

            #[inline(always)]
            fn le(self, other: Self) -> Self {
                self.simd_le(other)
            }

            #[inline(always)]
            fn eq(self, other: Self) -> Self {
                self.simd_eq(other)
            }

            /// Not by `wide`, whose function is called for each choice where the build has opt-level 2.
            #[inline(always)]
            fn select(mask: Self, yes: Self, no: Self) -> Self {
                no ^ (mask & (yes ^ no))
            }

            #[inline(always)]
            fn min(self, other: Self) -> Self {
                self.fast_min(other)
            }

            #[inline(always)]
            fn max(self, other: Self) -> Self {
                self.fast_max(other)
            }

            #[inline(always)]
            fn abs(self) -> Self {
                $lanes::abs(self)
            }

            #[inline(always)]
            fn flip_sign(self, by: Self) -> Self {
                self ^ (by & $lanes::splat(-0.0))
            }

            #[inline(always)]
            fn bits_and(self, other: Self) -> Self {
                self & other
            }

            #[inline(always)]
            fn bits_or(self, other: Self) -> Self {
                self | other
            }

            #[inline(always)]
            fn bits_xor(self, other: Self) -> Self {
                self ^ other
            }

            #[inline(always)]
            fn sqrt(self) -> Self {
                $lanes::sqrt(self)
            }
        }

        impl Mask for $lanes {
            const LANES: usize = $len;

            #[inline(always)]
            fn bits(self) -> u32 {
                self.to_bitmask()
            }
        }
    };
}

lanes!(f32x8, 8);
lanes!(f64x2, 2);

/// Implements what ties a register to rows in memory.
macro_rules! register {
    ($lanes:ident, $len:literal, |$array:ident| $narrowed:expr) => {
        impl Register for $lanes {
            batches!($len);

            #[inline(always)]
            fn store(self, values: &mut [f32]) {
                let $array = self.to_array();
                values[..$len].copy_from_slice(&$narrowed);
            }
        }
    };
}
register!(f32x8, 8, |array| array);
register!(f64x2, 2, |array| [array[0] as f32, array[1] as f32]);
