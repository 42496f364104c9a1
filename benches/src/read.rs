//! A measure to compare kernels with: reading the columns of a workload and adding each up.

use soa::Level;
use soa::lanes::{Lanes, MAX_LANES, Register, Simd, Work};

/// Sums side by side, which hide the latency of an addition.
const SUMS: usize = 8;

/// How many numbers ahead memory is prefetched: 4 KiB.
const AHEAD: usize = 1_024;

/// Numbers in a line of the cache.
const LINE: usize = 16;

/// Adds a column up at this level: the sum of each lane. Numbers behind the last whole group of registers are
/// left out.
pub fn sums(level: Level, column: &[f32]) -> [f32; MAX_LANES] {
    level.run(Sums(column))
}

struct Sums<'a>(&'a [f32]);

impl Work for Sums<'_> {
    type Out = [f32; MAX_LANES];

    #[inline(always)]
    fn run<T: Simd>(self, simd: T) -> [f32; MAX_LANES] {
        let step = SUMS * T::Lanes::LEN;
        let mut sums = [simd.splat(0.0); SUMS];
        for (group, numbers) in self.0.chunks_exact(step).enumerate() {
            let ahead = self.0.get(group * step + AHEAD..).unwrap_or_default();
            for line in ahead.chunks(LINE).take(step / LINE) {
                simd.prefetch(line);
            }
            for (sum, register) in sums.iter_mut().zip(numbers.chunks_exact(T::Lanes::LEN)) {
                *sum = *sum + simd.load(register);
            }
        }
        let mut total = simd.splat(0.0);
        for sum in sums {
            total = total + sum;
        }
        let mut lanes = [0.0; MAX_LANES];
        total.store(&mut lanes);
        lanes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_is_added() {
        // Small enough for every sum to be exact.
        let column: Vec<f32> = (0..4_096).map(|x| (x % 64) as f32).collect();
        for &level in Level::available() {
            assert_eq!(sums(level, &column).iter().sum::<f32>(), 64.0 * 2_016.0);
        }
    }
}
