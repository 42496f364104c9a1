//! Exact arithmetic: vectors of whole numbers, which `f32` holds and `i128` multiplies.

use std::array::from_fn;

use crate::common::Rng;

/// A point whose coordinates are whole numbers below `2^bits`, and mostly far below.
pub fn point<const N: usize>(rng: &mut Rng, bits: u64) -> [f32; N] {
    let size = (rng.below(bits) as f32 + 1.0).exp2();
    from_fn(|_| (size * rng.signed()).round())
}

/// The coordinates as integers.
pub fn whole<const N: usize>(p: [f32; N]) -> [i128; N] {
    p.map(|x| {
        assert!(x == x.trunc() && x.abs() < 2_f32.powi(40), "{x} is not whole");
        x as i128
    })
}

pub fn sub<const N: usize>(u: [i128; N], v: [i128; N]) -> [i128; N] {
    from_fn(|k| u[k] - v[k])
}

pub fn dot<const N: usize>(u: [i128; N], v: [i128; N]) -> i128 {
    u.into_iter().zip(v).map(|(x, y)| x * y).sum()
}

pub fn length<const N: usize>(u: [i128; N]) -> f64 {
    (dot(u, u) as f64).sqrt()
}
