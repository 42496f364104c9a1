//! The first stage: `f64` with error-free transforms.
//!
//! # The bound
//!
//! A [`Rounded`] is a `value` and an `error` such that the real number `x` that it represents satisfies
//!
//! ```text
//! |x - value| <= error
//! ```
//!
//! Every `f32` is an `f64`, so its error is 0. The rounding error of an operation is computed, not estimated:
//! `two_sum` (Knuth, The Art of Computer Programming 2, 4.2.2, theorem B) and `two_product` (Dekker, A
//! floating-point technique for extending the available precision, 1971, with Veltkamp's split) return the
//! rounded result and the rounding error `t`, both exactly:
//!
//! ```text
//! a + b = fl(a + b) + t        error of the sum:      ea + eb + |t|
//! a b   = fl(a b)   + t        error of the product:  |a| eb + |b| ea + ea eb + |t|
//! ```
//!
//! Both right sides are sums of numbers that are not negative, with at most four roundings in sequence, each
//! of which changes the result by a factor of at least `1 - 2^-53`. The product with [`INFLATION`]
//! `= 1 + 2^-50` rounds a fifth time. It is not below the true right side: `(1 + 2^-50) (1 - 2^-53)^5 > 1`.
//! Zero stays zero: an error of 0 means that every operation so far was exact. So touching shapes are decided
//! here as long as the numbers fit in 53 bits, as those of integer grids, or of differences of nearby
//! coordinates, do.
//!
//! The larger of two numbers is off by the larger error of both at most, whichever of them is the larger one:
//! `|max(a, b) - max(x, y)| <= max(|a - x|, |b - y|)`, and so is the smaller one.
//!
//! As a forward error bound: let `P` be the polynomial with every term taken by its absolute value (`|a - b|`
//! counts as `|a| + |b|`), and `k` the number of operations that enter one term, which is below 30 for every
//! formula here. Then
//!
//! ```text
//! error <= 1.001 k 2^-53 P
//! ```
//!
//! The sign of a number is decided if its absolute value is larger than that.
//!
//! # Why nothing overflows or underflows
//!
//! A finite `f32` is a multiple of `2^-149` below `2^128`. A formula of degree `n <= 6` is a sum of products
//! of at most `n` such numbers or of sums of them.
//!
//! - *Multiples.* Every value is a multiple of `u = 2^(-149 n) >= 2^-894`: sums and products of multiples
//!   are, and `f64` rounds a multiple of a power of two to another multiple of it. The parts into which
//!   `two_product` splits a value are multiples as well, and so is every `t`. Multiples of `2^-894` are far
//!   above the subnormal range, which begins below `2^-1022`: each `t` has at most 53 bits above `u` and is
//!   representable.
//! - *Errors.* An error above zero is at least `u`: the first is some `|t| >= u`, sums do not make it
//!   smaller, and in a product `|a| eb` is zero or at least `u_a u_b = u`. Rounding does not go below `u`,
//!   which is an `f64`. So the roundings of an error are relative ones.
//! - *Size.* A sum of `m` coordinates is below `m 2^128`, and no formula has more than `2^40` terms. So every
//!   value is below `2^(6 * 128 + 40) = 2^808`, and `2^27` times a value, which `two_product` computes, is
//!   below `2^1023`.
//!
//! Products of seven factors would still be multiples of `2^-1043`, above the least `f64`. But their errors
//! could be subnormal, and `INFLATION` too small for those. No formula here has more than six factors, but
//! for those of degree 8 or 10 in which the axes of an oriented box are among them ([`is_moderate`]).

use core::cmp::Ordering;

use super::number::{Number, Part};

/// A number known up to an error: `|x - value| <= error`.
#[derive(Clone, Copy, Debug)]
pub struct Rounded {
    value: f64,
    error: f64,
}

/// The factor that covers the roundings of the error itself, at most five of `2^-53`. With a factor below
/// `1 + 6 * 2^-53` an error could be too small.
const INFLATION: f64 = 1.0 + 4.0 * f64::EPSILON;

/// Veltkamp's constant `2^27 + 1`: it splits 53 bits into 26 and 26 with a sign.
const SPLITTER: f64 = 134_217_729.0;

/// Whether the number is zero or neither large nor small, as axes are. Of products of eight factors some may
/// be of any size, if the others are moderate; of ten, none:
///
/// | moderate | of any size | multiples of | below |
/// |---|---|---|---|
/// | 6 | 2 | `2^(-83 * 6 - 149 * 2) = 2^-796` | `2^(60 * 6 + 128 * 2) = 2^616` |
/// | 4 | 4 | `2^(-83 * 4 - 149 * 4) = 2^-928` | `2^(60 * 4 + 128 * 4) = 2^752` |
/// | 10 | 0 | `2^(-83 * 10) = 2^-830` | `2^(60 * 10) = 2^600` |
///
/// which is within what is said above of six factors of any size, or in the second row, as far above the
/// subnormal range as it asks for.
pub fn is_moderate(x: f32) -> bool {
    const LARGE: f32 = (1_u64 << 60) as f32;
    x == 0.0 || (1.0 / LARGE..LARGE).contains(&x.abs())
}

/// The rounded sum and its rounding error.
pub(crate) fn two_sum(a: f64, b: f64) -> (f64, f64) {
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

    fn min(&self, other: &Self) -> Self {
        Self { value: self.value.min(other.value), error: self.error.max(other.error) }
    }

    fn max(&self, other: &Self) -> Self {
        Self { value: self.value.max(other.value), error: self.error.max(other.error) }
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

    fn decide<P: Part>(part: &P) -> Option<P::Answer> {
        part.answer::<Self>()
    }
}

#[cfg(test)]
pub mod tests {
    use super::{Rounded, split, two_product, two_sum};
    use crate::exact::dyadic::Dyadic;
    use crate::exact::dyadic::tests::from_f64;
    use crate::exact::number::Number;
    use core::cmp::Ordering;

    /// `SplitMix64` (Vigna).
    fn next(state: &mut u64) -> u64 {
        *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (*state ^ (*state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Random cases of a test.
    const CASES: u64 = 200_000;

    /// A finite number: of any magnitude, the largest, the least, or one of few bits.
    fn number(state: &mut u64) -> f32 {
        let bits = next(state);
        let sign = ((bits >> 63) as u32) << 31;
        let magnitude = match bits % 8 {
            0 => f32::MAX.to_bits() - ((bits >> 8) % 3) as u32,
            1 => 1 + ((bits >> 8) % 3) as u32,
            2 | 3 => ((bits >> 8) as u32 % 0x7f80_0000) & 0xfff0_0000,
            _ => (bits >> 8) as u32 % 0x7f80_0000,
        };
        f32::from_bits(magnitude | sign)
    }

    fn equal(x: &Dyadic, y: &Dyadic) -> bool {
        x.minus(y).sign() == Some(Ordering::Equal)
    }

    #[test]
    fn transforms_are_error_free() {
        let mut state = 1;
        for _ in 0..CASES {
            // Values of degree up to 5, whose product has degree 6.
            let mut product = |n: u64| (0..n).fold(1.0, |x, _| x * f64::from(number(&mut state)));
            let (a, b) = (product(5), product(1));
            let (high, low) = split(a);
            assert!(high + low == a && high.to_bits().trailing_zeros() >= 26, "{a:e}");
            let (sum, t) = two_sum(a, b);
            assert!(equal(&from_f64(a).plus(&from_f64(b)), &from_f64(sum).plus(&from_f64(t))), "{a:e} {b:e}");
        }
    }

    #[test]
    fn products_are_error_free_at_every_degree() {
        let mut state = 2;
        for i in 0..CASES {
            let degree = 1 + i % 5;
            // Rounded products of multiples of 2^-149 are multiples of 2^(-149 degree).
            let mut product = |n: u64| {
                (0..n)
                    .fold(Rounded::from_f32(1.0), |x, _| x.times(&Rounded::from_f32(number(&mut state))))
                    .value
            };
            let (a, b) = (product(degree), product(6 - degree));
            let (value, t) = two_product(a, b);
            assert!(
                equal(&from_f64(a).times(&from_f64(b)), &from_f64(value).plus(&from_f64(t))),
                "{a:e} {b:e}"
            );
        }
    }

    /// A random polynomial of this degree at the most, in coordinates of all magnitudes: from the same state
    /// the same one in all numbers.
    pub fn polynomial<N: Number>(state: &mut u64, degree: u64) -> N {
        if degree <= 1 && !next(state).is_multiple_of(3) {
            let (x, y) = (number(state), number(state));
            return if next(state).is_multiple_of(2) { N::from_f32(x) } else { N::difference(x, y) };
        }
        let is_product = next(state).is_multiple_of(2);
        if is_product && degree > 1 {
            let left = 1 + next(state) % (degree - 1);
            let (a, b): (N, N) = (polynomial(state, left), polynomial(state, degree - left));
            return a.times(&b);
        }
        let right = 1 + next(state) % degree;
        let (a, b): (N, N) = (polynomial(state, degree), polynomial(state, right));
        match next(state) % 4 {
            0 => a.plus(&b),
            2 => a.min(&b),
            3 => a.max(&b),
            _ => a.minus(&b).abs(),
        }
    }

    #[test]
    fn the_error_covers_what_was_rounded_off() {
        let (mut state, mut met) = (3, [0; 3]);
        for i in 0..CASES {
            let degree = 1 + i % 6;
            let rounded: Rounded = polynomial(&mut state.clone(), degree);
            let x: Dyadic = polynomial(&mut state, degree);
            assert!(rounded.value.is_finite() && rounded.error.is_finite());
            let off = x.minus(&from_f64(rounded.value)).abs();
            assert_ne!(off.minus(&from_f64(rounded.error)).sign(), Some(Ordering::Greater), "{rounded:?}");
            assert!(rounded.error == 0.0 || rounded.error.is_normal(), "{rounded:?}");
            let (sign, truth) = (rounded.sign(), x.sign());
            assert!(sign.is_none() || sign == truth, "{rounded:?} {truth:?}");
            met[if rounded.error == 0.0 { 0 } else { 1 + usize::from(sign.is_none()) }] += 1;
        }
        assert!(met.iter().all(|&n| n > 500), "met {met:?} exact, decided and undecided");
    }

    #[test]
    fn the_error_is_hardly_more_than_what_was_rounded_off() {
        let [one, least] = [1.0, (-60.0_f32).exp2()].map(Rounded::from_f32);
        let sum = one.plus(&least);
        assert!(sum.value == 1.0 && sum.error >= least.value && sum.error < 1.001 * least.value, "{sum:?}");
        let error = sum.times(&sum).error / least.value;
        assert!(error > 2.0 && error < 2.001, "{error}");
    }

    #[test]
    fn what_is_not_rounded_has_no_error() {
        let [a, b] = [3.0, -7.0].map(Rounded::from_f32);
        let zero = a.times(&b).plus(&b.times(&b).minus(&b.times(&a)).minus(&b.squared()));
        assert_eq!(zero.sign(), Some(Ordering::Equal));
        let [x, y] = [16_777_215.0, 16_777_213.0].map(Rounded::from_f32);
        assert_eq!(x.times(&y).minus(&y.times(&x)).sign(), Some(Ordering::Equal));
        assert_eq!(x.squared().squared().minus(&x.squared().squared()).sign(), None); // 96 bits
    }
}
