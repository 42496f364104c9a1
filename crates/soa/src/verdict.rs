//! Yes, no or open: what a kernel of an exact predicate says of its lanes.
//!
//! An exact predicate is made of signs of polynomials. In lanes each polynomial is a *margin* (positive where the shapes
//! overlap, zero where they touch), computed with rounding, and beside it stands a *forward error bound* that the rounding
//! cannot exceed. The sign is sure where the margin is at least as far from zero as the bound. Other lanes are open; the
//! query settles them in `f64`, and what is open there by `scalar::exact`.
//!
//! ```text
//!          no               open               yes
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
//! never more than a `2^-26`th of the bound. Lanes that lie below the floors as a whole are open. In `f64` no product of up to
//! seven `f32` differences leaves the range, and the floor is zero.
//!
//! **Overflow.** A bound multiplies its operands by [`HEADROOM`] before it multiplies them with the unit roundoff, and that
//! product exceeds every intermediate result: where one of those overflows, the bound is infinite. Then
//! `margin - bound >= 0` and `margin + bound < 0` compare an infinity of the wrong sign, or a NaN: the lane is open.
//!
//! **Exact lanes.** Where all operands are whole multiples of one power of two, and few enough of them, `f64` computes a margin
//! without any rounding. There the unit roundoff is zero, the bound with it, and a margin of zero is a touching pair. That is
//! how meshes that share vertices and whole-numbered coordinates are settled in lanes ([`Predicate::BITS`]).
//!
//! Infinite and NaN coordinates mean nothing here: the query clears the rows that hold one.
//!
//! [`Predicate::BITS`]: crate::kernel::Predicate::BITS

use core::ops::{BitAnd, BitOr};

use crate::lanes::{Lanes, Mask};

/// No intermediate result of a kernel is larger than this times the operands of its bound.
pub const HEADROOM: f32 = 16.0;

/// How numbers of a precision are rounded: what every forward error bound is made of.
#[derive(Clone, Copy, Debug)]
pub struct Rounding<L> {
    unit: L,
    floor: L,
    floor2: L,
}

impl<L: Lanes> Rounding<L> {
    /// That of lanes of `f32`, at the level of `like`.
    #[inline(always)]
    pub fn single(like: L) -> Self {
        Self {
            unit: like.splat(f32::EPSILON / 2.0),
            floor: like.splat(FLOOR),
            floor2: like.splat(FLOOR * FLOOR),
        }
    }

    /// That of lanes of `f64`: none where the arithmetic is known to be exact.
    #[inline(always)]
    pub fn double(exact: L::Mask, like: L) -> Self {
        let zero = like.splat(0.0);
        let unit = like.splat((f64::EPSILON / 2.0) as f32); // a power of two
        Self { unit: L::select(exact, zero, unit), floor: zero, floor2: zero }
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

    /// The bound of `k` units of `size`, the product of all operands.
    #[inline(always)]
    pub fn bound(&self, k: f32, size: L) -> L {
        (size * size.splat(HEADROOM)) * (self.unit * size.splat(k / HEADROOM))
    }
}

/// The floor of a length: `2^-30`. If it were below `2^-32`, underflow could exceed the smallest bound.
const FLOOR: f32 = 1.0 / (1 << 30) as f32;

/// The lanes that are surely a hit, and those that surely are none; the others are open. No lane is both.
#[derive(Clone, Copy, Debug)]
pub struct Verdict<M> {
    /// Surely a hit.
    pub yes: M,
    /// Surely none.
    pub no: M,
}

impl<M: Mask> Verdict<M> {
    /// No lane is open.
    #[inline(always)]
    pub fn sure(yes: M) -> Self {
        Self { yes, no: !yes }
    }

    /// Whether the margin is at least zero.
    #[inline(always)]
    pub fn at_least_zero<L: Lanes<Mask = M>>(margin: L, bound: L) -> Self {
        let zero = margin.splat(0.0);
        Self { yes: (margin - bound).ge(zero), no: (margin + bound).lt(zero) }
    }

    /// Whether the margin is above zero.
    #[inline(always)]
    pub fn above_zero<L: Lanes<Mask = M>>(margin: L, bound: L) -> Self {
        let zero = margin.splat(0.0);
        Self { yes: (margin - bound).gt(zero), no: (margin + bound).le(zero) }
    }

    /// The lanes that are open, as bits.
    #[inline(always)]
    pub fn open(self) -> u32 {
        !(self.yes | self.no).bits() & lanes(M::LANES)
    }
}

/// Both.
impl<M: Mask> BitAnd for Verdict<M> {
    type Output = Self;

    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Self { yes: self.yes & other.yes, no: self.no | other.no }
    }
}

/// Either.
impl<M: Mask> BitOr for Verdict<M> {
    type Output = Self;

    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Self { yes: self.yes | other.yes, no: self.no & other.no }
    }
}

/// The first `n` lanes, as bits.
#[inline(always)]
pub(crate) fn lanes(n: usize) -> u32 {
    (1 << n) - 1
}
