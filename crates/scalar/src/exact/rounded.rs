//! The first stage: `f64` with error-free transforms.
//!
//! # The bound
//!
//! A [`Rounded`] is a `value` and an `error` such that the real number `x` that it stands for keeps
//!
//! ```text
//! |x - value| <= error
//! ```
//!
//! Every `f32` is an `f64`, so it begins with error 0. What an operation rounds off is computed, not estimated: `two_sum`
//! (Knuth, The Art of Computer Programming 2, 4.2.2, theorem B) and `two_product` (Dekker, A floating-point technique for
//! extending the available precision, 1971, with Veltkamp's split) give the rounded result and the rounding error `t`,
//! both exactly:
//!
//! ```text
//! a + b = fl(a + b) + t        error of the sum:      ea + eb + |t|
//! a b   = fl(a b)   + t        error of the product:  |a| eb + |b| ea + ea eb + |t|
//! ```
//!
//! Both right sides are sums of numbers that are not negative, computed with at most four roundings after one another,
//! each by a factor of at least `1 - 2^-53`. Multiplied by [`INFLATION`] `= 1 + 2^-50`, which rounds a fifth time, they
//! are not below the true ones: `(1 + 2^-50) (1 - 2^-53)^5 > 1`. Zero stays zero: an error of 0 says that every operation
//! so far was exact. So touching shapes are settled here as long as the numbers fit, which those of integer grids, or of
//! differences of nearby coordinates, do.
//!
//! As a forward error bound: let `P` be the polynomial with every term taken by its absolute value (`|a - b|` counts as
//! `|a| + |b|`), and `k` the number of operations that enter one term, which is below 30 for every formula here. Then
//!
//! ```text
//! error <= 1.001 k 2^-53 P
//! ```
//!
//! A number is told from zero wherever it is larger than that.
//!
//! # Why nothing overflows or underflows
//!
//! A finite `f32` is a multiple of `2^-149` below `2^128`. A formula of degree `n <= 6` is a sum of products of at most `n`
//! such numbers or of sums of them.
//!
//! - *Multiples.* Every value is a multiple of `u = 2^(-149 n) >= 2^-894`: sums and products of multiples are, and what
//!   `f64` rounds a multiple of a power of two to is again one. So is every part that `two_product` splits it into, and
//!   every `t`. Multiples of `2^-894` are far above the subnormal range, which begins below `2^-1022`: each `t` has at most
//!   53 bits above `u` and is representable.
//! - *Errors.* An error above zero is at least `u`: it begins as some `|t| >= u`, grows in sums, and in a product
//!   `|a| eb` is at least `u_a u_b = u`. (Rounding keeps it there, as `u` is an `f64`.) So its roundings are relative ones.
//! - *Size.* A sum of `m` coordinates is below `m 2^128`, and no formula has more than `2^40` terms: all is below
//!   `2^(6 * 128 + 40) = 2^808`, and so is `2^27` times it, which `two_product` needs, below `2^1023`.
//!
//! Seven factors would still be multiples of `2^-1043`, above the least `f64`, but errors could be subnormal and no longer
//! be inflated; no formula here has more than six.

use core::cmp::Ordering;

use super::number::Number;

/// A number known up to an error: `|x - value| <= error`.
#[derive(Clone, Copy, Debug)]
pub struct Rounded {
    value: f64,
    error: f64,
}

/// What makes up for the roundings of the error itself, five of `2^-53` at the most. A smaller factor than
/// `1 + 6 * 2^-53` would let an error be below the true one.
const INFLATION: f64 = 1.0 + 8.0 * UNIT_ROUNDOFF;

/// The relative error of one `f64` operation, `2^-53`.
const UNIT_ROUNDOFF: f64 = f64::EPSILON / 2.0;

/// Veltkamp's constant `2^27 + 1`: it splits 53 bits into 26 and 26 with a sign.
const SPLITTER: f64 = 134_217_729.0;

/// The rounded sum and its rounding error.
fn two_sum(a: f64, b: f64) -> (f64, f64) {
    let sum = a + b;
    let b_taken = sum - a;
    let a_taken = sum - b_taken;
    (sum, (a - a_taken) + (b - b_taken))
}

/// `a` as a sum of two numbers of at most 26 bits.
fn split(a: f64) -> (f64, f64) {
    let c = SPLITTER * a;
    let high = c - (c - a);
    (high, a - high)
}

/// The rounded product and its rounding error.
fn two_product(a: f64, b: f64) -> (f64, f64) {
    let product = a * b;
    let ((a_high, a_low), (b_high, b_low)) = (split(a), split(b));
    let rest = ((a_high * b_high - product) + a_high * b_low) + a_low * b_high;
    (product, rest + a_low * b_low)
}

impl Number for Rounded {
    fn from_f32(x: f32) -> Self {
        Self { value: f64::from(x), error: 0.0 }
    }

    fn plus(&self, other: &Self) -> Self {
        let (value, t) = two_sum(self.value, other.value);
        Self { value, error: (self.error + other.error + t.abs()) * INFLATION }
    }

    fn minus(&self, other: &Self) -> Self {
        self.plus(&Self { value: -other.value, error: other.error })
    }

    fn times(&self, other: &Self) -> Self {
        let (value, t) = two_product(self.value, other.value);
        let crossed = self.value.abs() * other.error + other.value.abs() * self.error;
        Self { value, error: (crossed + self.error * other.error + t.abs()) * INFLATION }
    }

    fn abs(&self) -> Self {
        Self { value: self.value.abs(), error: self.error }
    }

    fn sign(&self) -> Option<Ordering> {
        if self.value > self.error {
            Some(Ordering::Greater)
        } else if self.value < -self.error {
            Some(Ordering::Less)
        } else if self.value == 0.0 && self.error == 0.0 {
            Some(Ordering::Equal)
        } else {
            None
        }
    }
}
