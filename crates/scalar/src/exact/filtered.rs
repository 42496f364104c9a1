//! The filter of the first stage: `f64` with a forward error bound of the cheapest kind.
//!
//! # The bound
//!
//! A [`Filtered`] is a `value` and a `size` that is evaluated as the value is, but with every term taken by
//! its absolute value: a difference has the sum of both sizes. Where `n` operations lead to a number, the
//! real number `x` that it represents satisfies
//!
//! ```text
//! |x - value| <= n u size                                                                   with u = 2^-53
//! ```
//!
//! up to a factor of `1 + n u`. An `f32` has `n = 0`. The difference of two of them rounds once, by `u` of
//! itself: so its size is its own absolute value, however far from the origin both are. A sum takes the
//! larger `n` of its terms and one more. A product takes the sum of both and one more:
//!
//! ```text
//! |x y - a b| <= |x| |y - b| + |b| |x - a|
//! ```
//!
//! The larger of two numbers, or the smaller one, is off by the larger of both errors at most.
//!
//! So a formula of degree `d` whose factors, and whose products of two, are sums of four terms at most has
//! `n <= 2 d + 3 (2 d - 1)`: below 80 for a degree of 10. [`TOLERANCE`] is 256 `u`, which costs nothing: a
//! filter that leaves one pair of 10^12 undecided, for which all is evaluated again in
//! [`Rounded`](super::rounded::Rounded), is as fast as one that leaves none.
//!
//! Nothing overflows or underflows, for the reason that is given there. A size of zero says that each term is
//! zero.

use core::cmp::Ordering;

use super::extent::{larger, smaller};
use super::kleene::{known, not};
use super::number::{Number, Part};

/// A number known up to an error: `|x - value| <= TOLERANCE size`.
#[derive(Clone, Copy, Debug)]
pub struct Filtered {
    value: f64,
    size: f64,
}

impl Filtered {
    /// The number, rounded.
    pub fn value(&self) -> f64 {
        self.value
    }
}

/// 256 `u`.
const TOLERANCE: f64 = 128.0 * f64::EPSILON;

impl Number for Filtered {
    #[inline(always)]
    fn from_f32(x: f32) -> Self {
        let value = f64::from(x);
        Self { value, size: value.abs() }
    }

    #[inline(always)]
    fn difference(to: f32, from: f32) -> Self {
        let value = f64::from(to) - f64::from(from);
        Self { value, size: value.abs() }
    }

    #[inline(always)]
    fn plus(&self, other: &Self) -> Self {
        Self { value: self.value + other.value, size: self.size + other.size }
    }

    #[inline(always)]
    fn minus(&self, other: &Self) -> Self {
        Self { value: self.value - other.value, size: self.size + other.size }
    }

    #[inline(always)]
    fn times(&self, other: &Self) -> Self {
        Self { value: self.value * other.value, size: self.size * other.size }
    }

    #[inline(always)]
    fn abs(&self) -> Self {
        Self { value: self.value.abs(), size: self.size }
    }

    #[inline(always)]
    fn min(&self, other: &Self) -> Self {
        Self { value: smaller(self.value, other.value), size: larger(self.size, other.size) }
    }

    #[inline(always)]
    fn max(&self, other: &Self) -> Self {
        Self { value: larger(self.value, other.value), size: larger(self.size, other.size) }
    }

    #[inline(always)]
    fn sign(&self) -> Option<Ordering> {
        // One branch, which is nearly always taken, and a sign that is no branch.
        if self.value.abs() > self.size * TOLERANCE {
            Some(if self.value > 0.0 { Ordering::Greater } else { Ordering::Less })
        } else if self.size == 0.0 {
            Some(Ordering::Equal)
        } else {
            None
        }
    }

    /// By the least and the greatest that each may be, without a branch.
    #[inline(always)]
    fn have_one_sign<const M: usize>(numbers: &[Self; M]) -> Option<bool> {
        let (mut least, mut greatest) = ([f64::INFINITY; 2], [f64::NEG_INFINITY; 2]);
        for x in numbers {
            let error = x.size * TOLERANCE;
            let ends = [x.value - error, x.value + error];
            least = [smaller(ends[0], least[0]), smaller(ends[1], least[1])];
            greatest = [larger(ends[0], greatest[0]), larger(ends[1], greatest[1])];
        }
        known((least[0] >= 0.0) | (greatest[1] <= 0.0), (least[1] < 0.0) & (greatest[0] > 0.0))
    }

    #[inline(always)]
    fn is_positive(&self) -> Option<bool> {
        let error = self.size * TOLERANCE;
        known(self.value > error, self.value <= -error)
    }

    #[inline(always)]
    fn at_most(&self, other: &Self) -> Option<bool> {
        not(self.minus(other).is_positive())
    }

    #[inline(always)]
    fn below(&self, other: &Self) -> Option<bool> {
        other.minus(self).is_positive()
    }

    #[inline(always)]
    fn decide<P: Part>(part: &P) -> Option<P::Answer> {
        part.answer::<Self>()
    }
}

#[cfg(test)]
mod tests {
    use super::{Filtered, TOLERANCE};
    use crate::exact::dyadic::Dyadic;
    use crate::exact::dyadic::tests::from_f64;
    use crate::exact::kleene::{all, or};
    use crate::exact::number::Number;
    use crate::exact::rounded::tests::polynomial;
    use core::cmp::Ordering;

    #[test]
    fn the_size_covers_what_was_rounded_off() {
        let (mut state, mut met, mut beyond_a_unit) = (4, [0; 3], 0);
        for i in 0..200_000 {
            let degree = 1 + i % 6;
            let filtered: Filtered = polynomial(&mut state.clone(), degree);
            let x: Dyadic = polynomial(&mut state, degree);
            assert!(filtered.size.is_finite());
            let off = x.minus(&from_f64(filtered.value)).abs();
            // None of these is as deep as the tolerance allows.
            let units = |n: f64| off.at_most(&from_f64(n * TOLERANCE / 256.0 * filtered.size));
            assert_eq!(units(64.0), Some(true), "{filtered:?}");
            beyond_a_unit += usize::from(units(1.0) == Some(false));
            let (sign, truth) = (filtered.sign(), x.sign());
            assert!(sign.is_none() || sign == truth, "{filtered:?} {truth:?}");
            met[sign.map_or(0, |sign| if sign.is_eq() { 1 } else { 2 })] += 1;
        }
        assert!(met.iter().all(|&n| n > 300), "met {met:?} undecided, zero and decided");
        assert!(beyond_a_unit > 500, "{beyond_a_unit}");
    }

    #[test]
    fn a_value_within_its_bound_is_undecided() {
        let one = Filtered::from_f32(1.0);
        for (times, expected) in [(0.99, None), (1.01, Some(Ordering::Greater))] {
            let value = one.size * TOLERANCE * times;
            assert_eq!(Filtered { value, ..one }.sign(), expected);
            assert_eq!(Filtered { value: -value, ..one }.sign(), expected.map(Ordering::reverse));
        }
        let zero = Filtered::from_f32(0.0).times(&one);
        assert_eq!(zero.sign(), Some(Ordering::Equal));
        assert_eq!(one.minus(&one).sign(), None);
        assert_eq!(Filtered::difference(1.0, 1.0).sign(), Some(Ordering::Equal));
    }

    #[test]
    fn one_sign_is_what_the_signs_say() {
        let values = [-2.0, -0.5, 0.0, 0.5, 2.0].map(|x| Filtered { value: x * TOLERANCE, size: 1.0 });
        let numbers = [&values[..], &[Filtered { value: 0.0, size: 0.0 }]].concat();
        let mut met = [0; 3];
        for x in &numbers {
            for y in &numbers {
                for z in &numbers {
                    let signs = [x.sign(), y.sign(), z.sign()];
                    let all_are = |side: fn(Ordering) -> bool| all(signs.map(|sign| sign.map(side)));
                    let expected = or(all_are(Ordering::is_ge), || all_are(Ordering::is_le));
                    assert_eq!(Filtered::have_one_sign(&[*x, *y, *z]), expected, "{x:?} {y:?} {z:?}");
                    met[expected.map_or(2, usize::from)] += 1;
                }
            }
        }
        assert!(met.iter().all(|&n| n > 10), "{met:?}");
    }
}
