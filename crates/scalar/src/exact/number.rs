//! The numbers that a formula can be evaluated in.

use core::cmp::Ordering;

use super::kleene::{all, or};

/// A part of a predicate that is evaluated from the coordinates by itself, such as the side of a line that a
/// point lies on, or whether two edges are near each other.
pub trait Part {
    /// A truth value or a sign.
    type Answer;

    /// The answer in numbers of one stage. None if that stage leaves it undecided.
    fn answer<N: Number>(&self) -> Option<Self::Answer>;
}

/// A number of one stage. It represents a real number: the value of the formula without any rounding.
///
/// Formulas may have degree 6 in `f32` values at most, or more where some of these are moderate, see
/// [`super::rounded`].
pub trait Number: Clone {
    /// Whether it is that of the last stage, which evaluates few parts of a predicate.
    const IS_LAST: bool = false;

    /// The number `x`, which must be finite.
    fn from_f32(x: f32) -> Self;

    /// The difference of two of them.
    fn difference(to: f32, from: f32) -> Self {
        Self::from_f32(to).minus(&Self::from_f32(from))
    }

    /// The sum.
    fn plus(&self, other: &Self) -> Self;

    /// The difference.
    fn minus(&self, other: &Self) -> Self;

    /// The product.
    fn times(&self, other: &Self) -> Self;

    /// The absolute value.
    fn abs(&self) -> Self;

    /// The smaller number.
    fn min(&self, other: &Self) -> Self;

    /// The larger number.
    fn max(&self, other: &Self) -> Self;

    /// The order of the real number and zero. None if this stage leaves it undecided.
    fn sign(&self) -> Option<Ordering>;

    /// The answer to a part of a predicate. The last stage evaluates it as the first one does, and in
    /// integers if that leaves it undecided. So of a predicate of many parts few are evaluated in integers.
    fn decide<P: Part>(part: &P) -> Option<P::Answer>;

    /// The product with itself.
    fn squared(&self) -> Self {
        self.times(self)
    }

    /// Whether all are `>= 0`, or all are `<= 0`.
    fn have_one_sign<const M: usize>(numbers: &[Self; M]) -> Option<bool> {
        let signs = numbers.each_ref().map(Self::sign);
        let all_are = |side: fn(Ordering) -> bool| all(signs.map(|sign| sign.map(side)));
        or(all_are(Ordering::is_ge), || all_are(Ordering::is_le))
    }

    /// Whether it is above zero.
    fn is_positive(&self) -> Option<bool> {
        self.sign().map(Ordering::is_gt)
    }

    /// Whether it is `<= other`.
    fn at_most(&self, other: &Self) -> Option<bool> {
        self.minus(other).sign().map(Ordering::is_le)
    }

    /// Whether it is `< other`.
    fn below(&self, other: &Self) -> Option<bool> {
        self.minus(other).sign().map(Ordering::is_lt)
    }
}
