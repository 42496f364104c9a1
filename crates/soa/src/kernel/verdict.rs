//! Hit, miss or undecided: what an exact kernel certifies about each of its lanes.
//!
//! An exact predicate is a formula of signs of polynomials. In lanes each polynomial is a *margin*: positive
//! where the shapes overlap, zero where they touch. The kernel computes the margin with rounding, and beside
//! it a *forward error bound* that the rounding cannot exceed. The sign is certain where the margin is
//! farther from zero than the bound. Other lanes are undecided. The query resolves them in `f64`, and what is
//! undecided there by `scalar::exact`.
//!
//! ```text
//!         miss            undecided            hit
//!   ------------------|---------------|------------------>  margin
//!                  -bound     0     +bound
//! ```
//!
//! # Error budgets
//!
//! Define `u` as the unit roundoff: `2^-24` in `f32`, `2^-53` in `f64`. Each operation gives
//! `(x op y)(1 + d)` with `|d| <= u`. So a polynomial of degree `n`, whose operands are at most `S`, is off
//! by at most some `k u S^n`. Above each exact kernel is a table that counts `k`, with a row for each
//! intermediate result:
//!
//! | column | meaning |
//! |---|---|
//! | quantity | its name or expression in the code |
//! | at most | the largest absolute value, by the sizes that are defined above the table |
//! | error | the forward error in units of `u`: "4 `rr`" is `4 u rr`, a number alone is of the quantity |
//! | in `S` | the largest absolute value if no operand exceeds `S`, the [`Predicate::size`] of the kernel |
//!
//! The rules of the count, of first order in `u`:
//!
//! | operation | error |
//! |---|---|
//! | none: a column | 0 |
//! | `x + y`, `x - y` | the errors of `x` and `y`, and 1 of the result |
//! | `x * y` | the error of `x` times `y`, that of `y` times `x`, and 1 of the result |
//! | `x * y` with errors of `m x` and `n y` | `m + n + 1` of the result |
//! | `x + x`, `abs`, `flip_sign`, `select` | the error of the operand |
//! | `min`, `max` | the larger error of the two |
//!
//! The last row of a margin is its bound, with the constants of the code in bold: the units that are passed
//! to [`Rounding::bound`], and the bits up to which `f64` is exact (below). The units exceed the count by a
//! 25th or more, so that terms of second order, the roundings of the size itself, some `16 u` of it, and
//! underflow have room.
//!
//! **Underflow.** A product that underflows is besides off by up to `2^-150`. So each operand of a bound in
//! `f32` is enlarged by a *floor*: `2^-30` for a length ([`Rounding::length`]), `2^-60` for a square
//! ([`Rounding::square`]). A bound of degree 2 then is at least `2^-24 2^-60`, one of degree 3 at least
//! `2^-24 2^-90`. One of degree 4 is at least `2^-23 2^-120`, as it has 2 units or more. The last two
//! products of a margin underflow by `2^-149` together, a `2^-6`th of that. An earlier product that
//! underflows is multiplied by an operand. The bound has that operand as a factor, too, and its other factors
//! are at least `2^-24 2^-60`. Lanes that lie below the floors as a whole are undecided. In `f64` no product
//! of up to seven `f32` differences leaves the range, and the floor is zero.
//!
//! A bound of degree 6 is a multiple of the cube of a square, which has a floor of its own, `2^-42`
//! ([`Rounding::cube`]): so each of its units is at least `2^-24 2^-126`, half of `2^-149`. Where the count
//! is no larger than need be, it has 2 more for that.
//!
//! **Overflow.** The product that a bound is a multiple of exceeds every intermediate result, if need be by
//! [`HEADROOM`]: where one of those overflows, the bound is infinite, or NaN. Nothing is above these, not
//! even an infinite margin: the lane is undecided. A result that has fewer factors than that product may
//! overflow where it does not, as another factor is small: then the bound is made NaN ([`Bound::if_finite`]).
//!
//! **Exact lanes.** Where all columns are multiples of one power of two `q`, and few enough of them, `f64`
//! computes a margin without any rounding. There its sign is certain, and a zero is a touching pair. That is
//! how shapes of moderate coordinates are decided in lanes. A polynomial of degree `n` is a multiple of
//! `q^n`. If it and its intermediate results are at most `c S^n`, they have 53 bits or fewer for `S` up to
//! `2^bits q`, with `bits = floor((53 - log2 c) / n)`. [`CommonUlp`] finds the lanes with such a `q`. The
//! last operation of a margin is a difference, whose sign is right even if it is rounded: so its two operands
//! need not have the same degree, and only they need to fit. Nor is anything rounded where each product has a
//! factor of zero, as a determinant has of vectors in a plane across an axis ([`Rounding::bound_of_volume`]).
//!
//! Infinite and NaN coordinates mean nothing here: the query clears the rows that hold one.
//!
//! [`Predicate::size`]: crate::kernel::Predicate::size

use core::ops::{BitAnd, BitOr};

use crate::lanes::{Lanes, Mask};

/// No intermediate result of a kernel is larger than this times the product that its bound is a multiple of.
pub const HEADROOM: f32 = 16.0;

/// The rounding of a precision, which every forward error bound is computed from.
#[derive(Clone, Copy, Debug)]
pub struct Rounding<L: Lanes> {
    unit: L,
    /// What underflow needs; None in `f64`, where a product of up to seven differences stays in the range.
    floors: Option<Floors<L>>,
    common_ulp: Option<CommonUlp<L>>,
}

/// By how much the operands of a bound are enlarged, so that it is above what underflows.
#[derive(Clone, Copy, Debug)]
struct Floors<L: Lanes> {
    length: L,
    square: L,
    cube: L,
}

impl<L: Lanes> Rounding<L> {
    /// The rounding of `f32`, for lanes of the same level as `like`.
    #[inline(always)]
    pub fn single(like: L) -> Self {
        Self {
            unit: like.splat(f32::EPSILON / 2.0),
            floors: Some(Floors {
                length: like.splat(FLOOR),
                square: like.splat(FLOOR * FLOOR),
                cube: like.splat(FLOOR_OF_CUBE),
            }),
            common_ulp: None,
        }
    }

    /// The rounding of `f64`. Nothing is rounded where the common ulp of the columns is known and large
    /// enough.
    #[inline(always)]
    pub fn double(common_ulp: Option<CommonUlp<L>>, like: L) -> Self {
        let unit = like.splat((f64::EPSILON / 2.0) as f32); // a power of two
        Self { unit, floors: None, common_ulp }
    }

    /// Whether the common ulp of the columns was computed, so that some lanes may be known to be exact.
    #[doc(alias = "knows_grain")]
    pub fn knows_common_ulp(&self) -> bool {
        self.common_ulp.is_some()
    }

    /// A length as an operand of a bound.
    #[inline(always)]
    pub fn length(&self, length: L) -> L {
        self.floors.map_or(
            length,
            #[inline(always)]
            |floors| length + floors.length,
        )
    }

    /// A square, or a product of two lengths, as an operand of a bound.
    #[inline(always)]
    pub fn square(&self, square: L) -> L {
        self.floors.map_or(
            square,
            #[inline(always)]
            |floors| square + floors.square,
        )
    }

    /// The cube of a square, as an operand of a bound of degree 6.
    #[inline(always)]
    pub fn cube(&self, square: L) -> L {
        self.product([square; 3])
    }

    /// The product of three squares, likewise.
    #[inline(always)]
    pub fn product(&self, [x, y, z]: [L; 3]) -> L {
        match self.floors {
            Some(Floors { cube: floor, .. }) => (x + floor) * (y + floor) * (z + floor),
            None => x * y * z,
        }
    }

    /// The bound `k u size`. No intermediate result may exceed `size`.
    ///
    /// Where all columns are multiples of some `q`, and [`Predicate::size`](crate::kernel::Predicate::size)
    /// is below `2^bits q`, nothing may be rounded in `f64` but the last difference of the margin: see "Exact
    /// lanes" above.
    #[inline(always)]
    pub fn bound_of_sum(&self, k: f32, size: L, bits: u32) -> Bound<L> {
        let exact = self.common_ulp.as_ref().map(
            #[inline(always)]
            |common_ulp| common_ulp.is_within(bits),
        );
        Bound { limit: self.limit(k, size), exact }
    }

    /// `k u size`.
    #[inline(always)]
    fn limit(&self, k: f32, size: L) -> L {
        size * (self.unit * size.splat(k))
    }

    /// The bound `k u size`. No intermediate result may exceed `size` times [`HEADROOM`]; `bits` as for
    /// [`Rounding::bound_of_sum`].
    #[inline(always)]
    pub fn bound(&self, k: f32, size: L, bits: u32) -> Bound<L> {
        self.bound_of_sum(k / HEADROOM, size * size.splat(HEADROOM), bits)
    }

    /// [`Rounding::bound`] for results of which no lane is taken for exact: their degree leaves too few bits,
    /// or their numbers are rounded before.
    #[inline(always)]
    pub fn bound_never_exact(&self, k: f32, size: L) -> Bound<L> {
        Bound { limit: self.limit(k / HEADROOM, size * size.splat(HEADROOM)), exact: None }
    }

    /// The bound `k u x y z` of determinants and their sums, each product of which has a factor in x, one in
    /// y and one in z. No sum of such products may exceed `x y z` times [`HEADROOM`], nor one of products of
    /// two factors `x y`, `y z` or `z x`; `bits` as for [`Rounding::bound_of_sum`].
    ///
    /// In `f64` nothing is rounded where one of the sizes is zero, either: the numbers are zero.
    #[inline(always)]
    pub fn bound_of_volume(&self, k: f32, [x, y, z]: [L; 3], bits: u32) -> Bound<L> {
        let size = self.length(x) * self.length(y) * self.length(z);
        let Bound { limit, exact } = self.bound(k, size, bits);
        let exact = exact.map(
            #[inline(always)]
            |exact| exact | size.eq(size.splat(0.0)),
        );
        let bound = Bound { limit, exact };
        if self.floors.is_none() {
            return bound;
        }
        // A product of two may overflow where that of three does not.
        let sides = x + y + z;
        bound.if_finite(sides * sides)
    }
}

/// A forward error bound.
#[derive(Clone, Copy, Debug)]
pub struct Bound<L: Lanes> {
    /// The forward error is at most this.
    limit: L,
    /// The lanes in which nothing was rounded, if that was examined.
    exact: Option<L::Mask>,
}

impl<L: Lanes> Bound<L> {
    /// The largest error.
    #[inline(always)]
    pub fn limit(&self) -> L {
        self.limit
    }

    /// With another error of the number, which does not come of its rounding.
    #[inline(always)]
    #[must_use]
    pub fn plus(self, error: L) -> Self {
        Self { limit: self.limit + error, ..self }
    }

    /// NaN where this number overflows. No intermediate result exceeds it that has fewer factors than the
    /// product of the bound, which may be in range then, as another factor is small.
    #[inline(always)]
    #[must_use]
    pub fn if_finite(self, size: L) -> Self {
        self.plus(size * size.splat(0.0))
    }

    /// No lane but these is taken for exact.
    #[inline(always)]
    #[must_use]
    pub fn exact_where(self, mask: L::Mask) -> Self {
        let exact = self.exact.map(
            #[inline(always)]
            |exact| exact & mask,
        );
        Self { exact, ..self }
    }

    /// The lanes in which the sign of a number with this bound is certain; also a zero, where nothing was
    /// rounded.
    #[inline(always)]
    fn is_sure(&self, number: L) -> L::Mask {
        let beyond = number.abs().gt(self.limit);
        match self.exact {
            Some(exact) => beyond | exact,
            None => beyond,
        }
    }
}

/// The power of two that all columns of a pair, which hold numbers of `f32`, are whole multiples of.
///
/// Define `p` as the power of two with `p <= size < 2 p`, `q = 2^-25 p` and `s = 1.75 2^52 q`. The numbers of
/// `f64` from `2^52 q` to `2^53 q` are the multiples of `q`. So `(s + x) - s` is `x` only if that is a multiple
/// of `q`, and the lowest bit that is set in any `s + x` is the common power of two.
///
/// A column may be so far from zero that a sum leaves that range. Lanes with a sum below zero or above the range
/// are not known. In the others no column is beyond `1.75 2^52 q`, so that no difference of two is rounded. Of a
/// sum between zero and the range no bit counts: as `x` is below `-0.75 2^52 q` and has 24 bits, it is a multiple
/// of `2^28 q`.
#[derive(Clone, Copy, Debug)]
pub struct CommonUlp<L: Lanes> {
    /// `p`.
    power: L,
    /// The bits that are set in any `s + x`.
    sums: L,
    /// The lanes in which all columns are multiples of `q`, and no `s + x` is below zero or above the range.
    known: L::Mask,
}

impl<L: Lanes> CommonUlp<L> {
    /// The most bits that [`CommonUlp::is_within`] distinguishes.
    const MAX_BITS: u32 = 26;

    /// The common ulp of the columns `a` and `b` in `f64`, for a kernel in which no operand exceeds `size`.
    #[inline(always)]
    pub fn new(size: L, a: &[L], b: &[L]) -> Self {
        let (power, zero) = (Self::power(size), size.splat(0.0));
        let s = power * size.splat(1.75 * Self::base(Self::MAX_BITS));
        let (mut sums, mut lost) = (s, zero);
        for column in [a, b] {
            for &x in column {
                let sum = s + x;
                sums = sums.bits_or(sum);
                lost = lost.bits_or((sum - s).bits_xor(x));
            }
        }
        let start = Self::power(s);
        Self { power, sums, known: lost.eq(zero) & s.le(sums) & sums.lt(start + start) }
    }

    /// The lanes in which all columns are multiples of some `q`, and the size is less than `2^bits q`.
    #[inline(always)]
    pub(crate) fn is_within(&self, bits: u32) -> L::Mask {
        if bits >= Self::MAX_BITS {
            return self.known;
        }
        let s = self.power * self.power.splat(Self::base(bits));
        self.known & ((s + self.sums) - s).eq(self.sums)
    }

    /// The power of two that is at most a positive number, and more than its half.
    #[inline(always)]
    fn power(x: L) -> L {
        // The bits of infinity are those of the exponent.
        x.bits_and(x.splat(f32::INFINITY))
    }

    /// The power of two which, times `p`, begins the numbers of `f64` that are the multiples of `2^(1 - bits) p`.
    const fn base(bits: u32) -> f32 {
        (1_u64 << (53 - bits)) as f32
    }
}

/// The floor of a length: `2^-30`. If it were below `2^-32`, underflow could exceed the smallest bound of
/// degree 4.
const FLOOR: f32 = 1.0 / (1 << 30) as f32;

/// The floor of a square whose cube is an operand: `2^-42`. If it were below `2^-43`, underflow could exceed
/// the smallest bound of degree 6.
const FLOOR_OF_CUBE: f32 = 1.0 / (1_u64 << 42) as f32;

/// The lanes that are certain to be a hit, and those that are certain to be a miss. The others are undecided;
/// no lane is both.
#[derive(Clone, Copy, Debug)]
pub struct Certified<M> {
    /// Certain to be a hit.
    pub hit: M,
    /// Certain to be a miss.
    pub miss: M,
}

impl<M: Mask> Certified<M> {
    /// Every lane decided.
    #[inline(always)]
    pub fn sure(hit: M) -> Self {
        Self { hit, miss: !hit }
    }

    /// Whether the margin is at least zero.
    #[inline(always)]
    pub fn at_least_zero<L: Lanes<Mask = M>>(margin: L, bound: Bound<L>) -> Self {
        Self::beyond(margin, bound).or_exact(bound, margin.ge(margin.splat(0.0)))
    }

    /// Whether the margin is above zero.
    #[inline(always)]
    pub fn above_zero<L: Lanes<Mask = M>>(margin: L, bound: Bound<L>) -> Self {
        Self::beyond(margin, bound).or_exact(bound, margin.gt(margin.splat(0.0)))
    }

    /// Whether the margin is positive, where it is farther from zero than its bound.
    #[inline(always)]
    fn beyond<L: Lanes<Mask = M>>(margin: L, bound: Bound<L>) -> Self {
        Self { hit: margin.gt(bound.limit), miss: (-margin).gt(bound.limit) }
    }

    /// `hit` where nothing was rounded.
    #[inline(always)]
    fn or_exact<L: Lanes<Mask = M>>(self, bound: Bound<L>, hit: M) -> Self {
        match bound.exact {
            Some(exact) => Self { hit: self.hit | (exact & hit), miss: self.miss | (exact & !hit) },
            None => self,
        }
    }

    /// The same, but undecided where `number` is not beyond its bound: for a margin whose formula was chosen
    /// by the sign of `number`.
    #[inline(always)]
    #[must_use]
    pub fn where_sure<L: Lanes<Mask = M>>(self, number: L, bound: Bound<L>) -> Self {
        let sure = bound.is_sure(number);
        Self { hit: self.hit & sure, miss: self.miss & sure }
    }

    /// `yes` where the mask is set, `no` elsewhere.
    #[inline(always)]
    #[must_use]
    pub fn select(mask: M, yes: Self, no: Self) -> Self {
        Self { hit: (mask & yes.hit) | (!mask & no.hit), miss: (mask & yes.miss) | (!mask & no.miss) }
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
