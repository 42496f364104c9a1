//! The instruction set that the whole build targets, by `wide`: SSE2, NEON, simd128, or AVX where the build asks.

use wide::f32x8;

use super::{Lanes, Mask, Simd};

/// Eight lanes of `wide::f32x8`, on every machine.
#[derive(Clone, Copy, Debug)]
pub struct Portable;

impl Simd for Portable {
    type Lanes = f32x8;

    #[inline(always)]
    fn load(self, values: &[f32]) -> f32x8 {
        f32x8::from(<[f32; 8]>::try_from(&values[..8]).unwrap_or_default())
    }

    #[inline(always)]
    fn splat(self, value: f32) -> f32x8 {
        f32x8::splat(value)
    }
}

impl Lanes for f32x8 {
    type Mask = Self;
    const LEN: usize = 8;
    type Batch = [f32; 8];

    #[inline(always)]
    fn batches(values: &[f32]) -> &[[f32; 8]] {
        values.as_chunks().0
    }

    #[inline(always)]
    fn batches_mut(values: &mut [f32]) -> &mut [[f32; 8]] {
        values.as_chunks_mut().0
    }

    #[inline(always)]
    fn splat(self, value: f32) -> Self {
        f32x8::splat(value)
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

    #[inline(always)]
    fn select(mask: Self, yes: Self, no: Self) -> Self {
        mask.select(yes, no)
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
        f32x8::abs(self)
    }

    #[inline(always)]
    fn flip_sign(self, by: Self) -> Self {
        self ^ (by & f32x8::splat(-0.0))
    }

    #[inline(always)]
    fn sqrt(self) -> Self {
        f32x8::sqrt(self)
    }

    #[inline(always)]
    fn store(self, values: &mut [f32]) {
        values[..8].copy_from_slice(&self.to_array());
    }
}

impl Mask for f32x8 {
    #[inline(always)]
    fn bits(self) -> u32 {
        self.to_bitmask()
    }
}
