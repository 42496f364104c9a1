//! The second stage: integers of any length.
//!
//! Every finite `f32` is an integer times a power of two, and so are sums and products of such numbers. The
//! integers are those of the crate `dashu-int`, which holds up to 128 bits without an allocation.

use core::cmp::Ordering;

use dashu_int::IBig;
use dashu_int::ops::Abs;

use super::number::Number;

/// The number `mantissa * 2^exponent`, without rounding.
#[derive(Clone, Debug)]
pub struct Dyadic {
    mantissa: IBig,
    exponent: i32,
}

impl Dyadic {
    /// A sum or difference of the mantissas, as multiples of the lower one of the two powers. A zero takes
    /// the power of the other.
    fn combine(&self, other: &Self, operation: impl Fn(&IBig, &IBig) -> IBig) -> Self {
        let (s, t) = (&self.mantissa, &other.mantissa);
        let exponent = match (s.is_zero(), t.is_zero()) {
            (true, _) => other.exponent,
            (_, true) => self.exponent,
            _ => self.exponent.min(other.exponent),
        };
        let multiple = |number: &Self| &number.mantissa << (number.exponent - exponent).max(0) as usize;
        let mantissa = operation(&multiple(self), &multiple(other));
        Self { mantissa, exponent }
    }
}

impl Number for Dyadic {
    fn from_f32(x: f32) -> Self {
        let bits = x.to_bits();
        let (fraction, biased) = (bits & 0x7f_ffff, (bits >> 23) & 0xff);
        // A subnormal number has no implicit leading bit.
        let magnitude = if biased == 0 { fraction } else { fraction + 0x80_0000 };
        let exponent = biased.max(1).cast_signed() - 150;
        // The mantissa is made odd, so that coordinates on a grid have few bits.
        let zeros = if magnitude == 0 { 0 } else { magnitude.trailing_zeros() };
        let odd = IBig::from(magnitude >> zeros);
        Self {
            mantissa: if x.is_sign_negative() { -odd } else { odd },
            exponent: exponent + zeros.cast_signed(),
        }
    }

    fn plus(&self, other: &Self) -> Self {
        self.combine(other, |s, t| s + t)
    }

    fn minus(&self, other: &Self) -> Self {
        self.combine(other, |s, t| s - t)
    }

    fn times(&self, other: &Self) -> Self {
        Self { mantissa: &self.mantissa * &other.mantissa, exponent: self.exponent + other.exponent }
    }

    fn abs(&self) -> Self {
        Self { mantissa: self.mantissa.clone().abs(), exponent: self.exponent }
    }

    fn sign(&self) -> Option<Ordering> {
        Some(self.mantissa.cmp(&IBig::ZERO))
    }
}

#[cfg(test)]
pub mod tests {
    use super::Dyadic;
    use crate::exact::number::Number;
    use core::cmp::Ordering;

    /// The number `x`, finite.
    pub fn from_f64(x: f64) -> Dyadic {
        let bits = x.to_bits();
        let (fraction, biased) = (bits & ((1 << 52) - 1), ((bits >> 52) & 0x7ff) as i32);
        let magnitude = dashu_int::IBig::from(if biased == 0 { fraction } else { fraction | 1 << 52 });
        let mantissa = if x.is_sign_negative() { -magnitude } else { magnitude };
        Dyadic { mantissa, exponent: biased.max(1) - 1075 }
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
