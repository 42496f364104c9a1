//! Random numbers, and the shapes that several tests make.

use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng as _, SeedableRng};
use scalar::dim2::{Point, Triangle};

/// A stream of random numbers, the same on every machine.
#[derive(Clone)]
pub struct Rng(SplitMix64);

impl Rng {
    pub fn new(seed: u64) -> Self {
        Self(SplitMix64::seed_from_u64(seed))
    }

    pub fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// An integer below `n`.
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

/// The values of a shape.
pub fn values<S: bytemuck::Pod>(shape: &mut S) -> &mut [f32] {
    bytemuck::cast_slice_mut(std::slice::from_mut(shape))
}

/// Every shape that has NaN, or another number, in the place of one value.
pub fn replaced<S: bytemuck::Pod>(shape: S, by: f32) -> impl Iterator<Item = S> {
    (0..size_of::<S>() / size_of::<f32>()).map(move |k| {
        let mut shape = shape;
        values(&mut shape)[k] = by;
        shape
    })
}

/// The six orders of three corners. The first three have the same winding.
pub fn orders<P: Copy>([a, b, c]: [P; 3]) -> [[P; 3]; 6] {
    [[a, b, c], [b, c, a], [c, a, b], [a, c, b], [c, b, a], [b, a, c]]
}

/// [`orders`] as triangles of the plane.
pub fn triangles(corners: [Point; 3]) -> [Triangle; 6] {
    orders(corners).map(|[a, b, c]| Triangle { a, b, c })
}
