//! What `min` and `max` give where machines differ: of a NaN and a number, and of two zeros.

use soa::lanes::Lanes;

/// Whose `min` and `max` these are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Habit {
    /// Those of the lanes themselves. x86 takes the second operand if one is a NaN, or both are zeros.
    Own,
    /// NEON takes NaN rather than a number, and orders zeros.
    Neon,
    /// Others take a number rather than NaN, and the first of two zeros.
    Number,
}

impl Habit {
    /// The smaller one.
    pub fn min<L: Lanes>(self, a: L, b: L) -> L {
        match self {
            Self::Own => a.min(b),
            Self::Neon => Self::or_nan(a, b, a.lt(b), a.bits_or(b)),
            Self::Number => Self::or_number(a, b, a.lt(b)),
        }
    }

    /// The larger one.
    pub fn max<L: Lanes>(self, a: L, b: L) -> L {
        match self {
            Self::Own => a.max(b),
            Self::Neon => Self::or_nan(a, b, b.lt(a), a.bits_and(b)),
            Self::Number => Self::or_number(a, b, b.lt(a)),
        }
    }

    /// The first number where `first` says so, `equal` where both are equal, and NaN where one is.
    fn or_nan<L: Lanes>(a: L, b: L, first: L::Mask, equal: L) -> L {
        L::select(a.eq(a), L::select(a.eq(b), equal, L::select(first, a, b)), a)
    }

    /// The first number where `first` says so, or both are equal; the other one where one is NaN.
    fn or_number<L: Lanes>(a: L, b: L, first: L::Mask) -> L {
        L::select(b.eq(b) & !a.eq(b), L::select(first, a, b), a)
    }
}
