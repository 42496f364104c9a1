//! The few operations on `f32` whose result depends on the machine unless it is fixed here.

/// `x`, or the one NaN that this workspace returns (`0x7fc0_0000`) if `x` is any NaN.
///
/// The sign and payload of a computed NaN differ between instruction sets; numbers do not. The bits are
/// compared as an integer: a compiler may replace `if x.is_nan() { NAN } else { x }` by `x` where `x` was
/// computed, because it need not keep the bits of a computed NaN (LLVM does so).
///
/// ```
/// assert_eq!(scalar::float::canonical(-f32::NAN).to_bits(), 0x7fc0_0000);
/// assert_eq!(scalar::float::canonical(-0.0).to_bits(), 0x8000_0000);
/// ```
#[inline]
pub fn canonical(x: f32) -> f32 {
    let (bits, infinity) = (x.to_bits(), f32::INFINITY.to_bits());
    f32::from_bits(if bits << 1 > infinity << 1 { 0x7fc0_0000 } else { bits })
}

/// [`canonical`] for every coordinate of a point or vector.
pub fn canonical_all<const N: usize>(v: [f32; N]) -> [f32; N] {
    v.map(canonical)
}

/// False if a value is NaN, true if all are finite.
///
/// A sum of finite values from left to right is never NaN: once it overflows it stays infinite. So one
/// comparison of the sum with itself tests all of them. With infinite values, which no checked column holds,
/// the answer may be either one, but it is the same on every machine.
///
/// ```
/// assert!(scalar::float::no_nan(&[f32::MAX, f32::MAX, -f32::MAX]));
/// assert!(!scalar::float::no_nan(&[1.0, f32::NAN, 2.0]));
/// ```
pub fn no_nan(values: &[f32]) -> bool {
    let sum = values.iter().copied().reduce(|sum, x| sum + x).unwrap_or(0.0);
    !sum.is_nan()
}

/// The smaller of two numbers; `b` where they are equal or one is NaN.
// Always inlined: loops of other crates over many rows become vector code only if this is part of them, in
// any profile.
#[inline(always)]
pub fn min(a: f32, b: f32) -> f32 {
    if a < b { a } else { b }
}

/// The larger of two numbers; `b` where they are equal or one is NaN.
#[inline(always)]
pub fn max(a: f32, b: f32) -> f32 {
    if a > b { a } else { b }
}

/// The correctly rounded square root; NaN below zero.
#[inline]
pub fn sqrt(x: f32) -> f32 {
    #[cfg(feature = "std")]
    return x.sqrt();
    #[cfg(not(feature = "std"))]
    return libm::sqrtf(x);
}

/// [`sqrt`] in `f64`.
#[inline]
pub fn sqrt64(x: f64) -> f64 {
    #[cfg(feature = "std")]
    return x.sqrt();
    #[cfg(not(feature = "std"))]
    return libm::sqrt(x);
}

#[cfg(test)]
mod tests {
    use core::hint::black_box;

    use super::*;

    #[test]
    fn the_second_of_two_numbers_is_taken_if_neither_is_smaller() {
        for choose in [min, max] {
            assert_eq!(choose(0.0, -0.0).to_bits(), (-0.0_f32).to_bits());
            assert_eq!(choose(-0.0, 0.0).to_bits(), 0.0_f32.to_bits());
            assert!(choose(1.0, f32::NAN).is_nan() && choose(f32::NAN, 1.0) == 1.0);
        }
        assert_eq!((min(1.0, 2.0), min(2.0, 1.0), max(1.0, 2.0), max(2.0, 1.0)), (1.0, 1.0, 2.0, 2.0));
    }

    #[test]
    fn a_nan_is_found_among_numbers_of_any_size() {
        let [max, nan] = [f32::MAX, f32::NAN];
        assert!(
            no_nan(&[]) && no_nan(&[0.0]) && no_nan(&[max, max, -max]) && no_nan(&[-max, -max, max, max])
        );
        // Infinities: these answers are the same on every machine.
        let infinity = f32::INFINITY;
        assert!(no_nan(&[infinity, infinity]) && no_nan(&[infinity, 0.0]) && !no_nan(&[infinity, -infinity]));
        for place in 0..3 {
            let mut values = [max, -max, 0.0];
            values[place] = nan;
            assert!(!no_nan(&values));
        }
    }

    /// A compiler may replace a computed NaN by any other NaN.
    #[test]
    fn a_computed_nan_becomes_the_one_nan() {
        let [minus_one, zero, infinity] = black_box([-1.0, 0.0, f32::INFINITY]);
        for x in [sqrt(minus_one), zero / zero, -(zero / zero), infinity - infinity, infinity * zero] {
            assert_eq!(canonical(x).to_bits(), 0x7fc0_0000);
        }
        for x in [infinity, -infinity, zero, -zero, f32::from_bits(1), f32::MAX] {
            assert_eq!(canonical(x).to_bits(), x.to_bits());
        }
    }
}
