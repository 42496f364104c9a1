//! Sixteen lanes on every machine: two registers of eight. What only a longer register can break is tested
//! where there is none, and one half can be faulty by itself.

use core::ops::{Add, BitAnd, BitOr, Div, Mul, Neg, Not, Sub};

use soa::lanes::{Lanes, Mask, Register, Simd};

/// Two instruction sets, registers or masks of eight lanes as one of sixteen.
#[derive(Clone, Copy, Debug)]
pub struct Halves<T> {
    /// Lanes 0 to 7.
    pub low: T,
    /// Lanes 8 to 15.
    pub high: T,
}

impl<T> Halves<T> {
    fn map<R>(self, f: impl Fn(T) -> R) -> Halves<R> {
        Halves { low: f(self.low), high: f(self.high) }
    }

    fn zip<U, R>(self, other: Halves<U>, f: impl Fn(T, U) -> R) -> Halves<R> {
        Halves { low: f(self.low, other.low), high: f(self.high, other.high) }
    }
}

/// Implements operators half by half.
macro_rules! operators {
    ($($trait:ident $method:ident($($other:ident)?) $by:ident;)*) => {
        $(
            impl<T: $trait<Output = T>> $trait for Halves<T> {
                type Output = Self;

                fn $method(self $(, $other: Self)?) -> Self {
                    self.$by($($other,)? T::$method)
                }
            }
        )*
    };
}

operators! {
    Add add(other) zip;
    Sub sub(other) zip;
    Mul mul(other) zip;
    Div div(other) zip;
    BitAnd bitand(other) zip;
    BitOr bitor(other) zip;
    Neg neg() map;
    Not not() map;
}

impl<T: Simd> Simd for Halves<T> {
    type Lanes = Halves<T::Lanes>;
    type Wide = Halves<T::Wide>;

    fn load(self, values: &[f32]) -> Self::Lanes {
        let (low, high) = values.split_at(T::Lanes::LEN);
        Halves { low: self.low.load(low), high: self.high.load(high) }
    }

    fn splat(self, value: f32) -> Self::Lanes {
        self.map(|half| half.splat(value))
    }

    fn load_wide(self, values: &[f32]) -> Self::Wide {
        let (low, high) = values.split_at(T::Wide::LEN);
        Halves { low: self.low.load_wide(low), high: self.high.load_wide(high) }
    }
}

impl<L: Lanes> Lanes for Halves<L> {
    type Mask = Halves<L::Mask>;
    const LEN: usize = 2 * L::LEN;

    fn splat(self, value: f32) -> Self {
        self.map(|half| half.splat(value))
    }

    fn lt(self, other: Self) -> Self::Mask {
        self.zip(other, L::lt)
    }

    fn le(self, other: Self) -> Self::Mask {
        self.zip(other, L::le)
    }

    fn eq(self, other: Self) -> Self::Mask {
        self.zip(other, L::eq)
    }

    fn select(mask: Self::Mask, yes: Self, no: Self) -> Self {
        mask.zip(yes.zip(no, |yes, no| (yes, no)), |mask, (yes, no)| L::select(mask, yes, no))
    }

    fn bits_and(self, other: Self) -> Self {
        self.zip(other, L::bits_and)
    }

    fn bits_or(self, other: Self) -> Self {
        self.zip(other, L::bits_or)
    }

    fn bits_xor(self, other: Self) -> Self {
        self.zip(other, L::bits_xor)
    }

    fn min(self, other: Self) -> Self {
        self.zip(other, L::min)
    }

    fn max(self, other: Self) -> Self {
        self.zip(other, L::max)
    }

    fn abs(self) -> Self {
        self.map(L::abs)
    }

    fn flip_sign(self, by: Self) -> Self {
        self.zip(by, L::flip_sign)
    }

    fn sqrt(self) -> Self {
        self.map(L::sqrt)
    }

    fn canonical(self) -> Self {
        self.map(L::canonical)
    }
}

impl<L: Register> Register for Halves<L> {
    type Batch = [f32; 16];

    fn batches(values: &[f32]) -> &[[f32; 16]] {
        const { assert!(Self::LEN == 16, "halves are of eight lanes") };
        values.as_chunks().0
    }

    fn batches_mut(values: &mut [f32]) -> &mut [[f32; 16]] {
        values.as_chunks_mut().0
    }

    fn store(self, values: &mut [f32]) {
        let (low, high) = values.split_at_mut(L::LEN);
        self.low.store(low);
        self.high.store(high);
    }
}

impl<M: Mask> Mask for Halves<M> {
    const LANES: usize = 2 * M::LANES;

    fn bits(self) -> u32 {
        self.low.bits() | self.high.bits() << M::LANES
    }
}
