//! Floats as integers.

use num_bigint::BigInt;
use testkit::oracle::integer::{Unit, split};

#[test]
fn every_number_is_a_whole_multiple_of_its_unit() {
    let mut rng = testkit::rng::Rng::new(7);
    for _ in 0..10_000 {
        let bits = rng.bits() as u32;
        let x = f32::from_bits(bits);
        if !x.is_finite() || x == 0.0 {
            continue;
        }
        let (odd, exponent) = split(x);
        assert!(odd % 2 != 0, "{x:e}");
        assert_eq!(f64::from(odd) * f64::from(exponent).exp2(), f64::from(x));
        assert_eq!(Unit::of([x]).count(x), odd.into());
    }
    let smallest = f32::from_bits(1);
    let unit = Unit::of([f32::MAX, smallest, -0.0]);
    assert_eq!(unit.exponent, -149);
    assert_eq!(unit.count(f32::MAX), BigInt::from(0x00ff_ffff) << 253);
    assert_eq!((unit.count(smallest), unit.count(-0.0)), (1.into(), 0.into()));
}
