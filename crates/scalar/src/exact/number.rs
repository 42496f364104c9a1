//! What a formula asks of the numbers that it is evaluated in.

use core::cmp::Ordering;

/// A number of one stage, which stands for one real number: that of the formula evaluated without any rounding.
///
/// Formulas may have degree 6 in `f32` values at the most, see [`super::rounded`].
pub trait Number: Clone {
    /// The number `x`, which must be finite.
    fn from_f32(x: f32) -> Self;

    /// The sum.
    fn plus(&self, other: &Self) -> Self;

    /// The difference.
    fn minus(&self, other: &Self) -> Self;

    /// The product.
    fn times(&self, other: &Self) -> Self;

    /// The absolute value.
    fn abs(&self) -> Self;

    /// How the real number compares with zero. None if this stage cannot tell.
    fn sign(&self) -> Option<Ordering>;

    /// The product with itself.
    fn squared(&self) -> Self {
        self.times(self)
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
