//! Yes, no or undecided: what a kernel of an exact predicate says of its lanes.
//!
//! An exact predicate is made of signs of polynomials. In lanes each polynomial is a *margin* (positive where the shapes
//! overlap, zero where they touch), computed with rounding, and beside it stands a *forward error bound* that the rounding
//! cannot exceed. The sign is sure where the margin is farther from zero than the bound. Other lanes are undecided; the
//! query resolves them in `f64`, and what is undecided there by `scalar::exact`.
//!
//! ```text
//!          no             undecided            yes
//!   ------------------|---------------|------------------>  margin
//!                  -bound     0     +bound
//! ```
//!
//! # What a bound is made of
//!
//! With `u` the unit roundoff (`2^-24` in `f32`, `2^-53` in `f64`), each operation gives `(x op y)(1 + d)`, `|d| <= u`, and a
//! product besides is off by at most `2^-150` where it underflows. So a polynomial of degree `n`, whose operands are all at
//! most `S`, is off by some `k u S^n`. The number `k` is counted in each kernel, rounded up so that terms of second order
//! and the roundings of the bound itself have room.
//!
//! **Underflow.** Each operand of a bound is made larger by a *floor*, `2^-30` for a length ([`Rounding::length`]) or `2^-60`
//! for a square ([`Rounding::square`]). Then a bound of degree 2 is at least `2^-24 2^-60`, and one of degree 4 or 6 has a
//! factor of at least `2^-24 2^-60` beside each operand that an underflow of `2^-150` could be multiplied by: underflow is
//! never more than a `2^-26`th of the bound. Lanes that lie below the floors as a whole are undecided. In `f64` no product of up to
//! seven `f32` differences leaves the range, and the floor is zero.
//!
//! **Overflow.** The product that a bound is a multiple of exceeds every intermediate result, if need be by [`HEADROOM`]: where one
//! of those overflows, the bound is infinite. Nothing is above infinity, not even an infinite margin: the lane is undecided.
//!
//! **Exact lanes.** Where all operands are whole multiples of one power of two, and few enough of them, `f64` computes a
//! margin without any rounding. There its sign is sure, and so is a zero, which is a touching pair. That is how shapes of
//! moderate coordinates are decided in lanes. How many multiples are few enough depends on the degree of the polynomial,
//! so each bound says it ([`Rounding::bound`]), and [`CommonUlp`] tells which lanes have no more.
//!
//! Infinite and NaN coordinates mean nothing here: the query clears the rows that hold one.

use core::ops::{BitAnd, BitOr};

use crate::lanes::{Lanes, Mask};

/// No intermediate result of a kernel is larger than this times the product that its bound is a multiple of.
pub const HEADROOM: f32 = 16.0;

/// How numbers of a precision are rounded: what every forward error bound is made of.
#[derive(Clone, Copy, Debug)]
pub struct Rounding<L: Lanes> {
    unit: L,
    floor: L,
    floor2: L,
    common_ulp: Option<CommonUlp<L>>,
}

impl<L: Lanes> Rounding<L> {
    /// That of lanes of `f32`, at the level of `like`.
    #[inline(always)]
    pub fn single(like: L) -> Self {
        Self {
            unit: like.splat(f32::EPSILON / 2.0),
            floor: like.splat(FLOOR),
            floor2: like.splat(FLOOR * FLOOR),
            common_ulp: None,
        }
    }

    /// That of lanes of `f64`: none where the common ulp of the columns is known and large enough.
    #[inline(always)]
    pub fn double(common_ulp: Option<CommonUlp<L>>, like: L) -> Self {
        let (zero, unit) = (like.splat(0.0), like.splat((f64::EPSILON / 2.0) as f32)); // a power of two
        Self { unit, floor: zero, floor2: zero, common_ulp }
    }

    /// Whether some of the lanes may be known to be exact.
    pub fn knows_grain(&self) -> bool {
        self.common_ulp.is_some()
    }

    /// A length as an operand of a bound.
    #[inline(always)]
    pub fn length(&self, length: L) -> L {
        length + self.floor
    }

    /// A square, or a product of two lengths, as an operand of a bound.
    #[inline(always)]
    pub fn square(&self, square: L) -> L {
        square + self.floor2
    }

    /// The bound of `k` units of `size`, which must exceed every intermediate result.
    ///
    /// Where all columns are multiples of some `q`, and `S = 2^bits q` is above
    /// [`Predicate::size`](crate::kernel::Predicate::size), nothing may be rounded in `f64`: a margin of degree `n` is a
    /// multiple of `q^n`, and no intermediate result may exceed `2^53` of those. If it is at most `c S^n`, that holds
    /// up to `bits = (53 - log2 c) / n`.
    #[inline(always)]
    pub fn bound_of_sum(&self, k: f32, size: L, bits: u32) -> Bound<L> {
        let exact = self.common_ulp.as_ref().map(
            #[inline(always)]
            |common_ulp| common_ulp.is_within(bits),
        );
        Bound { most: size * (self.unit * size.splat(k)), exact }
    }

    /// The bound of `k` units of `size`, which must exceed every intermediate result divided by [`HEADROOM`]; `bits` as
    /// for [`Rounding::bound_of_sum`].
    #[inline(always)]
    pub fn bound(&self, k: f32, size: L, bits: u32) -> Bound<L> {
        self.bound_of_sum(k / HEADROOM, size * size.splat(HEADROOM), bits)
    }
}

/// A forward error bound.
#[derive(Clone, Copy, Debug)]
pub struct Bound<L: Lanes> {
    /// The rounding does not exceed it.
    most: L,
    /// The lanes in which nothing was rounded, if that is known of some.
    exact: Option<L::Mask>,
}

impl<L: Lanes> Bound<L> {
    /// Where a number with this bound surely has the sign it has, or is the zero it is.
    #[inline(always)]
    fn is_sure(&self, number: L) -> L::Mask {
        let beyond = number.abs().gt(self.most);
        match self.exact {
            Some(exact) => beyond | exact,
            None => beyond,
        }
    }
}

/// Of which power of two all columns of a pair, which hold numbers of `f32`, are whole multiples.
///
/// Let `p` be the power of two with `p <= size < 2 p`, and `s = 2^27 p`. In `f64` all numbers from `s` to `2 s` are
/// multiples of `2^-25 p`, so `s + |x|`, if it is not rounded nor above `2 s`, holds `|x|` as a whole number of those.
/// The bits of all columns together then show what all are multiples of.
#[derive(Clone, Copy, Debug)]
pub struct CommonUlp<L: Lanes> {
    /// `p`.
    power: L,
    /// All `s + |x|`, bit by bit.
    sums: L,
    /// Whether they mean something.
    known: L::Mask,
}

impl<L: Lanes> CommonUlp<L> {
    /// The smallest unit that is recognised: [`CommonUlp::is_within`] as many bits or fewer.
    const MAX_BITS: u32 = 26;

    /// The common ulp of columns of `f64` for a kernel in which nothing exceeds `size`.
    #[inline(always)]
    pub fn new(size: L, a: &[L], b: &[L]) -> Self {
        // The bits of infinity are those of the exponent.
        let power = size.bits_and(size.splat(f32::INFINITY));
        let s = Self::least(power, Self::MAX_BITS);
        let (mut sums, mut lost) = (s, size.splat(0.0));
        for column in [a, b] {
            for x in column {
                let sum = s + x.abs();
                sums = sums.bits_or(sum);
                lost = lost.bits_or((sum - s).bits_xor(x.abs()));
            }
        }
        Self { power, sums, known: lost.eq(size.splat(0.0)) & sums.le(s + s) }
    }

    /// Whether all columns are multiples of some `q`, and the size is less than `2^bits q`.
    #[inline(always)]
    fn is_within(&self, bits: u32) -> L::Mask {
        if bits >= Self::MAX_BITS {
            return self.known;
        }
        let s = Self::least(self.power, bits);
        self.known & ((s + self.sums) - s).eq(self.sums)
    }

    /// From this to twice as much, the numbers of `f64` are the multiples of `2^-bits 2 p`.
    #[inline(always)]
    fn least(power: L, bits: u32) -> L {
        power * power.splat((1_u64 << (53 - bits)) as f32)
    }
}

/// The floor of a length: `2^-30`. If it were below `2^-32`, underflow could exceed the smallest bound.
const FLOOR: f32 = 1.0 / (1 << 30) as f32;

/// The lanes that are surely a hit, and those that surely are none; the others are undecided. No lane is both.
#[derive(Clone, Copy, Debug)]
pub struct Certified<M> {
    /// Surely a hit.
    pub hit: M,
    /// Surely none.
    pub miss: M,
}

impl<M: Mask> Certified<M> {
    /// No lane is undecided.
    #[inline(always)]
    pub fn sure(hit: M) -> Self {
        Self { hit, miss: !hit }
    }

    /// Whether the margin is at least zero.
    #[inline(always)]
    pub fn at_least_zero<L: Lanes<Mask = M>>(margin: L, bound: Bound<L>) -> Self {
        let (hit, sure) = (margin.ge(margin.splat(0.0)), bound.is_sure(margin));
        Self { hit: hit & sure, miss: !hit & sure }
    }

    /// Whether the margin is above zero.
    #[inline(always)]
    pub fn above_zero<L: Lanes<Mask = M>>(margin: L, bound: Bound<L>) -> Self {
        let (hit, sure) = (margin.gt(margin.splat(0.0)), bound.is_sure(margin));
        Self { hit: hit & sure, miss: !hit & sure }
    }

    /// Undecided where another number is not beyond its bound: the sign of that number was taken for granted.
    #[inline(always)]
    #[must_use]
    pub fn where_sure<L: Lanes<Mask = M>>(self, number: L, bound: Bound<L>) -> Self {
        let sure = bound.is_sure(number);
        Self { hit: self.hit & sure, miss: self.miss & sure }
    }

    /// The undecided lanes, as bits.
    #[inline(always)]
    pub fn undecided(self) -> u32 {
        !(self.hit | self.miss).bits() & lanes(M::LANES)
    }
}

/// Three-valued AND.
impl<M: Mask> BitAnd for Certified<M> {
    type Output = Self;

    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Self { hit: self.hit & other.hit, miss: self.miss | other.miss }
    }
}

/// Three-valued OR.
impl<M: Mask> BitOr for Certified<M> {
    type Output = Self;

    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Self { hit: self.hit | other.hit, miss: self.miss & other.miss }
    }
}

/// The first `n` lanes, as bits.
#[inline(always)]
pub(crate) fn lanes(n: usize) -> u32 {
    (1 << n) - 1
}
