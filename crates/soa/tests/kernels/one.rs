//! Registers of one lane in plain arithmetic.

use std::ops::{Add, BitAnd, BitOr, Div, Mul, Neg, Not, Sub};

use soa::lanes::{Lanes, Mask};

/// One lane.
#[derive(Clone, Copy, Debug)]
pub struct One<F>(pub F);

/// Its mask.
#[derive(Clone, Copy, Debug)]
pub struct Yes(pub bool);

impl Mask for Yes {
    const LANES: usize = 1;

    fn bits(self) -> u32 {
        self.0.into()
    }
}

impl BitAnd for Yes {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for Yes {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl Not for Yes {
    type Output = Self;

    fn not(self) -> Self {
        Self(!self.0)
    }
}

/// Implements an operator of a lane by that of its number.
macro_rules! operator {
    ($float:ty, $($trait:ident $function:ident),*) => {$(
        impl $trait for One<$float> {
            type Output = Self;

            fn $function(self, other: Self) -> Self {
                Self(self.0.$function(other.0))
            }
        }
    )*};
}

macro_rules! one {
    ($float:ty) => {
        operator!($float, Add add, Sub sub, Mul mul, Div div);

        impl Neg for One<$float> {
            type Output = Self;

            fn neg(self) -> Self {
                Self(-self.0)
            }
        }

        impl Lanes for One<$float> {
            type Mask = Yes;
            const LEN: usize = 1;

            fn splat(self, value: f32) -> Self {
                Self(value.into())
            }

            fn lt(self, other: Self) -> Yes {
                Yes(self.0 < other.0)
            }

            fn le(self, other: Self) -> Yes {
                Yes(self.0 <= other.0)
            }

            fn eq(self, other: Self) -> Yes {
                Yes(self.0 == other.0)
            }

            fn select(mask: Yes, yes: Self, no: Self) -> Self {
                if mask.0 { yes } else { no }
            }

            fn min(self, other: Self) -> Self {
                if self.0 < other.0 { self } else { other }
            }

            fn max(self, other: Self) -> Self {
                if self.0 > other.0 { self } else { other }
            }

            fn abs(self) -> Self {
                Self(self.0.abs())
            }

            fn flip_sign(self, by: Self) -> Self {
                if by.0.is_sign_negative() { -self } else { self }
            }

            fn bits_and(self, other: Self) -> Self {
                Self(<$float>::from_bits(self.0.to_bits() & other.0.to_bits()))
            }

            fn bits_or(self, other: Self) -> Self {
                Self(<$float>::from_bits(self.0.to_bits() | other.0.to_bits()))
            }

            fn bits_xor(self, other: Self) -> Self {
                Self(<$float>::from_bits(self.0.to_bits() ^ other.0.to_bits()))
            }

            fn sqrt(self) -> Self {
                Self(self.0.sqrt())
            }
        }
    };
}

one!(f32);
one!(f64);
