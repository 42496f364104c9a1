//! Random numbers: the same stream for the same seed on every machine.

use core::hash::Hasher;

use fnv::FnvHasher;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng as _, SeedableRng};

/// A stream of random numbers.
#[derive(Clone, Debug)]
pub struct Rng(Xoshiro256PlusPlus);

impl Rng {
    /// The stream of this seed.
    pub fn new(seed: u64) -> Self {
        Self(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// One of many independent streams of one seed: `name` and `number` say which.
    pub fn stream(seed: u64, name: &str, number: u64) -> Self {
        // Stable over releases, unlike the standard hasher.
        let mut hash = FnvHasher::default();
        hash.write(name.as_bytes());
        Self::new(seed ^ hash.finish() ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    /// 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A whole number below `n`, which is above zero.
    pub fn below(&mut self, n: usize) -> usize {
        (((self.bits() >> 32) * n as u64) >> 32) as usize
    }

    /// Yes once in `n` times.
    pub fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    /// A number in `[0, 1)`.
    pub fn unit(&mut self) -> f32 {
        (self.bits() >> 40) as f32 / 16_777_216.0
    }

    /// A whole number in `-n..=n`.
    pub fn whole(&mut self, n: u16) -> f32 {
        self.below(2 * usize::from(n) + 1) as f32 - f32::from(n)
    }

    /// A number in `[-1, 1)`.
    pub fn signed(&mut self) -> f32 {
        2.0 * self.unit() - 1.0
    }

    /// One of these values.
    pub fn pick<T: Copy>(&mut self, values: &[T]) -> T {
        values[self.below(values.len())]
    }
}
