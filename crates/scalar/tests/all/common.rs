//! What the tests share.

use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng as _, SeedableRng};

/// A stream of random numbers, the same on every machine.
pub struct Rng(SplitMix64);

impl Rng {
    pub fn new(seed: u64) -> Self {
        Self(SplitMix64::seed_from_u64(seed))
    }

    pub fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A whole number below `n`.
    pub fn below(&mut self, n: u64) -> u64 {
        self.bits() % n
    }

    /// A number in `[0, 1)`.
    pub fn unit(&mut self) -> f32 {
        (self.bits() >> 40) as f32 / 16_777_216.0
    }

    /// A number in `[-1, 1)`.
    pub fn signed(&mut self) -> f32 {
        2.0 * self.unit() - 1.0
    }

    pub fn vector<const N: usize>(&mut self) -> [f32; N] {
        std::array::from_fn(|_| self.signed())
    }
}
