//! Registers of one lane in plain arithmetic, with a bound of the rounding error of their number.
//!
//! This is running error analysis (N. J. Higham, Accuracy and Stability of Numerical Algorithms, section
//! 3.3): each number has a bound of its difference from the result of the same operations in real numbers.
//! The forward error bound that a kernel has for a margin must be no less, for any pair: unlike a wrong
//! answer, a bound that is too small is visible in pairs that do not nearly touch.

use std::ops::{Add, BitAnd, BitOr, Div, Mul, Neg, Not, Sub};

use soa::lanes::{Lanes, Mask};

/// One lane.
#[derive(Clone, Copy, Debug)]
pub struct One<F>(pub F, Trace);

/// How its number was computed.
#[derive(Clone, Copy, Debug)]
struct Trace {
    /// The bound of its error.
    error: f64,
    /// Whether the unit roundoff is a factor: then the number is a bound of a kernel.
    is_bound: bool,
}

impl Trace {
    /// That of the result of an operation, which is wrong by this already where its operands are.
    fn with_error(self, other: Self, error: f64) -> Self {
        Self { error, is_bound: self.is_bound || other.is_bound }
    }
}

/// One lane of this number.
pub fn one<F>(number: F) -> One<F>
where
    One<F>: From<F>,
{
    number.into()
}

/// Its mask, and the least of the bounds that it comes from, in errors of what each was compared with.
#[derive(Clone, Copy, Debug)]
pub struct OneMask(pub bool, pub f64);

/// A mask that comes from no bound.
pub fn mask(is_set: bool) -> OneMask {
    OneMask(is_set, f64::INFINITY)
}

impl Mask for OneMask {
    const LANES: usize = 1;

    fn bits(self) -> u32 {
        self.0.into()
    }
}

impl BitAnd for OneMask {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        !(!self | !other)
    }
}

impl BitOr for OneMask {
    type Output = Self;

    /// One that holds is enough.
    fn bitor(self, other: Self) -> Self {
        match (self.0, other.0) {
            (true, true) => Self(true, self.1.max(other.1)),
            (false, false) => Self(false, self.1.min(other.1)),
            (true, false) => self,
            (false, true) => other,
        }
    }
}

impl Not for OneMask {
    type Output = Self;

    fn not(self) -> Self {
        Self(!self.0, self.1)
    }
}

/// Implements lanes of one float, given the most by which a product that underflows is wrong.
macro_rules! one {
    ($float:ty, $underflow:expr) => {
        impl From<$float> for One<$float> {
            fn from(number: $float) -> Self {
                One(number, Trace { error: 0.0, is_bound: false })
            }
        }

        impl One<$float> {
            /// The size of the number, with its error.
            fn most(self) -> f64 {
                f64::from(self.0.abs()) + self.1.error
            }

            /// The result of an operation, which is wrong by this already where its operands are.
            fn rounded(self, other: Self, result: $float, error: f64) -> Self {
                let rounding = f64::from(result.abs()) * f64::from(<$float>::EPSILON / 2.0);
                One(result, self.1.with_error(other.1, error + rounding))
            }

            /// The first, which is the smaller or the larger one, but for their errors.
            fn rather(self, other: Self) -> Self {
                let (errors, apart) = (self.1.error.max(other.1.error), f64::from((self.0 - other.0).abs()));
                let error = if apart > self.1.error + other.1.error { self.1.error } else { errors };
                Self(self.0, self.1.with_error(other.1, error))
            }

            /// The mask of a comparison of the two.
            fn compared(self, other: Self, yes: bool) -> OneMask {
                let (bound, number) = if self.1.is_bound { (self, other) } else { (other, self) };
                let is_needed = bound.1.is_bound && bound.0.is_finite() && number.1.error > 0.0;
                OneMask(yes, if is_needed { f64::from(bound.0) / number.1.error } else { f64::INFINITY })
            }
        }

        impl Add for One<$float> {
            type Output = Self;

            fn add(self, other: Self) -> Self {
                let (sum, error) = (self.0 + other.0, self.1.error + other.1.error);
                // Nothing is rounded where a zero is added.
                let is_exact = self.most() == 0.0 || other.most() == 0.0;
                if is_exact {
                    One(sum, self.1.with_error(other.1, error))
                } else {
                    self.rounded(other, sum, error)
                }
            }
        }

        impl Sub for One<$float> {
            type Output = Self;

            fn sub(self, other: Self) -> Self {
                self + -other
            }
        }

        impl Mul for One<$float> {
            type Output = Self;

            fn mul(self, other: Self) -> Self {
                let error = self.most() * other.1.error + self.1.error * f64::from(other.0.abs());
                self.rounded(other, self.0 * other.0, error + $underflow)
            }
        }

        impl Div for One<$float> {
            type Output = Self;

            /// No exact kernel divides.
            fn div(self, other: Self) -> Self {
                self.rounded(other, self.0 / other.0, f64::INFINITY)
            }
        }

        impl Neg for One<$float> {
            type Output = Self;

            fn neg(self) -> Self {
                Self(-self.0, self.1)
            }
        }

        impl Lanes for One<$float> {
            type Mask = OneMask;
            const LEN: usize = 1;

            fn splat(self, value: f32) -> Self {
                let number = <$float>::from(value);
                // No other constant of a kernel is the unit roundoff.
                Self(number, Trace { error: 0.0, is_bound: number == <$float>::EPSILON / 2.0 })
            }

            fn lt(self, other: Self) -> OneMask {
                self.compared(other, self.0 < other.0)
            }

            fn le(self, other: Self) -> OneMask {
                self.compared(other, self.0 <= other.0)
            }

            fn eq(self, other: Self) -> OneMask {
                self.compared(other, self.0 == other.0)
            }

            fn select(mask: OneMask, yes: Self, no: Self) -> Self {
                if mask.0 { yes } else { no }
            }

            fn min(self, other: Self) -> Self {
                if self.0 < other.0 { self.rather(other) } else { other.rather(self) }
            }

            fn max(self, other: Self) -> Self {
                if self.0 > other.0 { self.rather(other) } else { other.rather(self) }
            }

            fn abs(self) -> Self {
                Self(self.0.abs(), self.1)
            }

            fn flip_sign(self, by: Self) -> Self {
                if by.0.is_sign_negative() { -self } else { self }
            }

            fn bits_and(self, other: Self) -> Self {
                Self(<$float>::from_bits(self.0.to_bits() & other.0.to_bits()), self.1)
            }

            fn bits_or(self, other: Self) -> Self {
                Self(<$float>::from_bits(self.0.to_bits() | other.0.to_bits()), self.1)
            }

            fn bits_xor(self, other: Self) -> Self {
                Self(<$float>::from_bits(self.0.to_bits() ^ other.0.to_bits()), self.1)
            }

            /// No exact kernel takes a root.
            fn sqrt(self) -> Self {
                self.rounded(self, self.0.sqrt(), f64::INFINITY)
            }
        }
    };
}

// Half of the least subnormal number; in `f64` no product of a kernel comes near it.
one!(f32, f64::from(f32::from_bits(1)) / 2.0);
one!(f64, 0.0);
