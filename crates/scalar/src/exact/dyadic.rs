//! The second stage: integers of any length.
//!
//! Every finite `f32` is an integer times a power of two, and so are sums and products of such numbers. The integers are
//! those of the crate `dashu-int`, which holds up to 128 bits without an allocation.

use core::cmp::Ordering;

use dashu_int::IBig;

use super::number::Number;

/// The number `mantissa * 2^exponent`, without rounding.
#[derive(Clone, Debug)]
pub struct Dyadic {
    mantissa: IBig,
    exponent: i32,
}

impl Dyadic {
    /// A sum or difference: the mantissas as multiples of the lower of the two powers. A zero has no power of its own.
    fn combine(&self, other: &Self, operation: impl Fn(&IBig, &IBig) -> IBig) -> Self {
        let (s, t) = (&self.mantissa, &other.mantissa);
        let above = if s.is_zero() || t.is_zero() { 0 } else { self.exponent - other.exponent };
        let shift = above.unsigned_abs() as usize;
        let mantissa = match above.cmp(&0) {
            Ordering::Greater => operation(&(s << shift), t),
            Ordering::Equal => operation(s, t),
            Ordering::Less => operation(s, &(t << shift)),
        };
        let exponent =
            if s.is_zero() || (above > 0 && !t.is_zero()) { other.exponent } else { self.exponent };
        Self { mantissa, exponent }
    }
}

impl Number for Dyadic {
    fn from_f32(x: f32) -> Self {
        let bits = x.to_bits();
        let (fraction, biased) = (bits & 0x7f_ffff, (bits >> 23) & 0xff);
        // A number below 2^-126 has no leading bit that is not stored.
        let magnitude = if biased == 0 { fraction } else { fraction | 0x80_0000 };
        let exponent = biased.max(1).cast_signed() - 150;
        // Odd mantissas, as far as possible: those of a grid have a few bits only.
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
        let mantissa = if self.mantissa < IBig::ZERO { -&self.mantissa } else { self.mantissa.clone() };
        Self { mantissa, exponent: self.exponent }
    }

    fn sign(&self) -> Option<Ordering> {
        Some(self.mantissa.cmp(&IBig::ZERO))
    }
}
