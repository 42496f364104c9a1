//! The second stage: integers of any length.
//!
//! Every finite `f32` is an integer times a power of two, and so are sums and products of such numbers. The
//! integers are `i128` as long as they fit, as those of formulas of degree 4 do where the coordinates have
//! like magnitudes. Longer ones are those of the crate `dashu-int`.

use alloc::borrow::Cow;
use core::cmp::Ordering;

use dashu_int::IBig;
use dashu_int::ops::Abs;

use super::filtered::Filtered;
use super::number::{Number, Part};
use super::rounded::Rounded;

/// The number `mantissa * 2^exponent`, without rounding.
#[derive(Clone, Debug)]
pub struct Dyadic {
    mantissa: Mantissa,
    exponent: i32,
}

/// An integer of any length. One that is long may have few bits.
#[derive(Clone, Debug)]
enum Mantissa {
    Short(i128),
    Long(IBig),
}
use Mantissa::{Long, Short};

/// The most bits of a short product, and less than those of two short terms, whose sum an `i128` holds.
const BITS: u32 = 126;

/// The bits of the absolute value.
fn bits(x: i128) -> u32 {
    i128::BITS - x.unsigned_abs().leading_zeros()
}

impl Dyadic {
    /// A sum or difference of the mantissas, as multiples of the lower one of the two powers. A zero takes
    /// the power of the other.
    fn combine(
        &self,
        other: &Self,
        short: impl Fn(i128, i128) -> i128,
        long: impl Fn(&IBig, &IBig) -> IBig,
    ) -> Self {
        let exponent = match (self.is_zero(), other.is_zero()) {
            (true, _) => other.exponent,
            (_, true) => self.exponent,
            _ => self.exponent.min(other.exponent),
        };
        let mantissa = match (self.short(exponent), other.short(exponent)) {
            (Some(s), Some(t)) => Short(short(s, t)),
            _ => Long(long(&self.long(exponent), &other.long(exponent))),
        };
        Self { mantissa, exponent }
    }

    fn is_zero(&self) -> bool {
        match &self.mantissa {
            Short(x) => *x == 0,
            Long(x) => x.is_zero(),
        }
    }

    fn is_negative(&self) -> bool {
        self.sign() == Some(Ordering::Less)
    }

    /// The number as a multiple of a power of two, if it is a short one.
    fn short(&self, exponent: i32) -> Option<i128> {
        let by = (self.exponent - exponent).max(0).cast_unsigned();
        match self.mantissa {
            Short(0) => Some(0),
            Short(x) => (bits(x) + by < BITS).then(|| x << by),
            Long(_) => None,
        }
    }

    /// The number as a multiple of a power of two.
    fn long(&self, exponent: i32) -> Cow<'_, IBig> {
        let by = (self.exponent - exponent).max(0) as usize;
        match &self.mantissa {
            Short(x) => Cow::Owned(IBig::from(*x) << by),
            Long(x) if by == 0 => Cow::Borrowed(x),
            Long(x) => Cow::Owned(x << by),
        }
    }
}

impl Number for Dyadic {
    const IS_LAST: bool = true;

    fn from_f32(x: f32) -> Self {
        let bits = x.to_bits();
        let (fraction, biased) = (bits & 0x7f_ffff, (bits >> 23) & 0xff);
        // A subnormal number has no implicit leading bit.
        let magnitude = if biased == 0 { fraction } else { fraction + 0x80_0000 };
        let exponent = biased.max(1).cast_signed() - 150;
        // The mantissa is made odd, so that coordinates on a grid have few bits.
        let zeros = if magnitude == 0 { 0 } else { magnitude.trailing_zeros() };
        let odd = i128::from(magnitude >> zeros);
        Self {
            mantissa: Short(if x.is_sign_negative() { -odd } else { odd }),
            exponent: exponent + zeros.cast_signed(),
        }
    }

    fn plus(&self, other: &Self) -> Self {
        self.combine(other, |s, t| s + t, |s, t| s + t)
    }

    fn minus(&self, other: &Self) -> Self {
        self.combine(other, |s, t| s - t, |s, t| s - t)
    }

    fn times(&self, other: &Self) -> Self {
        let mantissa = match (&self.mantissa, &other.mantissa) {
            (Short(s), Short(t)) if bits(*s) + bits(*t) <= BITS => Short(s * t),
            _ => Long(&*self.long(self.exponent) * &*other.long(other.exponent)),
        };
        Self { mantissa, exponent: self.exponent + other.exponent }
    }

    fn abs(&self) -> Self {
        let mantissa = match &self.mantissa {
            Short(x) => Short(x.abs()),
            Long(x) => Long(x.clone().abs()),
        };
        Self { mantissa, exponent: self.exponent }
    }

    fn min(&self, other: &Self) -> Self {
        if self.minus(other).is_negative() { self.clone() } else { other.clone() }
    }

    fn max(&self, other: &Self) -> Self {
        if self.minus(other).is_negative() { other.clone() } else { self.clone() }
    }

    fn sign(&self) -> Option<Ordering> {
        Some(match &self.mantissa {
            Short(x) => x.cmp(&0),
            Long(x) => x.cmp(&IBig::ZERO),
        })
    }

    fn decide<P: Part>(part: &P) -> Option<P::Answer> {
        part.answer::<Filtered>().or_else(|| part.answer::<Rounded>()).or_else(|| part.answer::<Self>())
    }
}

#[cfg(test)]
pub mod tests {
    use super::Dyadic;
    use super::Mantissa::{Long, Short};
    use crate::exact::number::{Number, Part};
    use crate::exact::rounded::Rounded;
    use core::cmp::Ordering;

    /// The number `x`, finite.
    pub fn from_f64(x: f64) -> Dyadic {
        let bits = x.to_bits();
        let (fraction, biased) = (bits & ((1 << 52) - 1), ((bits >> 52) & 0x7ff) as i32);
        let magnitude = i128::from(if biased == 0 { fraction } else { fraction | 1 << 52 });
        let mantissa = if x.is_sign_negative() { -magnitude } else { magnitude };
        Dyadic { mantissa: Short(mantissa), exponent: biased.max(1) - 1075 }
    }

    #[test]
    fn every_kind_of_f32_is_itself() {
        let tiny = f32::from_bits(1);
        for x in [0.0, 1.0, 0.1, 3e7, tiny, f32::MIN_POSITIVE, f32::MIN_POSITIVE.next_down(), f32::MAX, 1e-30]
        {
            for x in [x, -x] {
                let difference = Dyadic::from_f32(x).minus(&from_f64(f64::from(x)));
                assert_eq!(difference.sign(), Some(Ordering::Equal), "{x}");
                assert_eq!(Dyadic::from_f32(x).sign(), x.partial_cmp(&0.0), "{x}");
                assert_eq!(
                    Dyadic::from_f32(x).abs().minus(&Dyadic::from_f32(x.abs())).sign(),
                    Some(Ordering::Equal)
                );
            }
        }
    }

    /// The same number, with a mantissa that is not short.
    fn long(x: &Dyadic) -> Dyadic {
        Dyadic { mantissa: Long(x.long(x.exponent).into_owned()), exponent: x.exponent }
    }

    #[test]
    fn short_and_long_integers_agree() {
        let mut lengths = [0; 2];
        let mantissa = |bits: u32| [(1_i128 << bits) - 1, 1 - (1_i128 << bits), 1_i128 << (bits / 2)];
        let numbers = [0, 1, 2, 61, 62, 63, 64, 124, 125, 126].map(mantissa);
        let number = |mantissa, exponent| Dyadic { mantissa: Short(mantissa), exponent };
        for &s in numbers.as_flattened() {
            for &t in numbers.as_flattened() {
                for exponent in [-200, -3, -2, -1, 0, 1, 2, 3, 200] {
                    let (s, t) = (number(s, 0), number(t, exponent));
                    for operation in [Dyadic::plus, Dyadic::minus, Dyadic::times] {
                        let result = operation(&s, &t);
                        let expected = operation(&long(&s), &long(&t));
                        assert_eq!(result.minus(&expected).sign(), Some(Ordering::Equal), "{s:?} {t:?}");
                        assert_eq!(result.abs().sign(), long(&expected).abs().sign());
                        lengths[usize::from(matches!(result.mantissa, Long(_)))] += 1;
                    }
                }
            }
        }
        assert!(lengths.iter().all(|&n| n > 1_000), "{lengths:?} short and long");
    }

    /// The sign of `1 + 2^exponent - 1`, which `f64` rounds off if the exponent is low.
    struct Least(i32);

    impl Part for Least {
        type Answer = Ordering;

        fn answer<N: Number>(&self) -> Option<Ordering> {
            let [one, least] = [1.0, (self.0 as f32).exp2()].map(N::from_f32);
            one.plus(&least).minus(&one).sign()
        }
    }

    #[test]
    fn a_part_that_f64_leaves_undecided_is_decided() {
        assert_eq!(Least(-60).answer::<Rounded>(), None);
        for exponent in [-60, -40] {
            assert_eq!(Dyadic::decide(&Least(exponent)), Some(Ordering::Greater));
        }
    }

    #[test]
    fn zero_has_any_power() {
        let [zero, one] = [0.0, 1.0].map(Dyadic::from_f32);
        // A zero of another power: (2^-149 - 2^-149) 2^127.
        let least = Dyadic::from_f32(f32::from_bits(1));
        let far = least.minus(&least).times(&Dyadic::from_f32(1.701_411_8e38));
        for zero in [zero, far] {
            for (sum, expected) in [
                (one.plus(&zero), Ordering::Equal),
                (zero.plus(&one), Ordering::Equal),
                (one.minus(&zero), Ordering::Equal),
                (zero.minus(&one), Ordering::Less),
                (zero.plus(&zero), Ordering::Less),
            ] {
                assert_eq!(sum.minus(&one).sign(), Some(expected));
            }
        }
    }
}
