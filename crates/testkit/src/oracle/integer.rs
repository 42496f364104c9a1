//! `f32` as integers of any size, and vectors of them.

use num_bigint::BigInt;

/// A vector of integers.
pub type Vector<const N: usize> = [BigInt; N];

/// A power of two of which all numbers of a question are whole multiples.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unit {
    /// The unit is two to this power.
    pub exponent: i32,
}

impl Unit {
    /// The largest unit for these finite numbers, so that their multiples are as small as can be; 1 if all
    /// are zero.
    ///
    /// ```
    /// use testkit::oracle::integer::Unit;
    /// let unit = Unit::of([0.75, -2.0, 0.0]);
    /// assert_eq!(unit.exponent, -2);
    /// assert_eq!(unit.count(-2.0), (-8).into());
    /// ```
    pub fn of(numbers: impl IntoIterator<Item = f32>) -> Self {
        let exponents = numbers.into_iter().filter(|&x| x != 0.0).map(|x| split(x).1);
        Self { exponent: exponents.min().unwrap_or(0) }
    }

    /// How many units a number is: one of those that the unit was made for.
    pub fn count(self, number: f32) -> BigInt {
        let (odd, exponent) = split(number);
        if odd == 0 { BigInt::ZERO } else { BigInt::from(odd) << (exponent - self.exponent) }
    }

    /// [`Unit::count`] of every coordinate.
    pub fn counts<const N: usize>(self, numbers: [f32; N]) -> Vector<N> {
        numbers.map(|x| self.count(x))
    }
}

/// A finite number as an odd whole number times a power of two; zero as `0, _`.
pub fn split(x: f32) -> (i32, i32) {
    let bits = x.to_bits();
    let (fraction, field) = (bits & 0x007f_ffff, (bits >> 23 & 0xff).cast_signed());
    // Subnormals have no leading one, and the exponent of the smallest normal numbers.
    let (mantissa, field) = if field == 0 { (fraction, 1) } else { (fraction | 0x0080_0000, field) };
    if mantissa == 0 {
        return (0, 0);
    }
    let zeros = mantissa.trailing_zeros();
    let odd = (mantissa >> zeros).cast_signed();
    (if x.is_sign_negative() { -odd } else { odd }, field - 150 + zeros.cast_signed())
}

/// `a + b`.
pub fn add<const N: usize>(a: &Vector<N>, b: &Vector<N>) -> Vector<N> {
    core::array::from_fn(|k| &a[k] + &b[k])
}

/// `a - b`.
pub fn sub<const N: usize>(a: &Vector<N>, b: &Vector<N>) -> Vector<N> {
    core::array::from_fn(|k| &a[k] - &b[k])
}

/// `a` times a number.
pub fn times<const N: usize>(a: &Vector<N>, factor: &BigInt) -> Vector<N> {
    core::array::from_fn(|k| &a[k] * factor)
}

/// The scalar product.
pub fn dot<const N: usize>(a: &Vector<N>, b: &Vector<N>) -> BigInt {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

/// The cross product.
pub fn cross(u: &Vector<3>, v: &Vector<3>) -> Vector<3> {
    let minor = |j: usize, k: usize| &u[j] * &v[k] - &u[k] * &v[j];
    [minor(1, 2), minor(2, 0), minor(0, 1)]
}

/// The square of a number.
pub fn square(x: &BigInt) -> BigInt {
    x * x
}
