//! What bounds promise, in the numbers of their documentation.

use soa::lanes::Lanes;
use soa::verdict::{Bound, Certified, CommonUlp, Rounding};

use testkit::one_lane::{OneLane, OneMask};
use testkit::rng::Rng;

/// One lane of this number.
fn one<F>(number: F) -> OneLane<F>
where
    OneLane<F>: From<F>,
{
    number.into()
}

/// Whether the sign of a margin is sure.
fn is_sure<L: Lanes<Mask = OneMask>>(margin: L, bound: Bound<L>) -> bool {
    Certified::at_least_zero(margin, bound).undecided() == 0
}

#[test]
fn a_margin_is_sure_beyond_its_units_of_the_size() {
    let single = Rounding::single(one(1.0_f32));
    let double = Rounding::double(None, one(1.0_f64));
    for (units, size) in [(8.0, 3.0_f32), (12.0, 1024.5), (100.0, 0.125), (1.0, 1e-20)] {
        let most = units * size * (-24.0_f32).exp2();
        for bound in [single.bound_of_sum(units, one(size), 30), single.bound(units, one(size), 30)] {
            assert!(!is_sure(one(most), bound) && !is_sure(one(-most), bound) && !is_sure(one(0.0), bound));
            assert!(is_sure(one(most.next_up()), bound) && is_sure(one(-most.next_up()), bound));
        }
        let (size, units_of_f64) = (f64::from(size), f64::from(units) * (-53.0_f64).exp2());
        let most = units_of_f64 * size;
        for bound in [double.bound_of_sum(units, one(size), 30), double.bound(units, one(size), 30)] {
            assert!(!is_sure(one(most), bound) && is_sure(one(most.next_up()), bound));
        }
    }
}

#[test]
fn nothing_is_sure_where_an_intermediate_result_may_overflow() {
    let single = Rounding::single(one(1.0_f32));
    let large = f32::MAX / 8.0;
    for margin in [1.0, f32::MAX, f32::INFINITY] {
        assert!(!is_sure(one(margin), single.bound(4.0, one(large), 30)));
    }
    assert!(is_sure(one(large), single.bound_of_sum(4.0, one(large), 30)));
    assert!(is_sure(one(large), single.bound(4.0, one(large / 4.0), 30)));
}

#[test]
fn a_bound_has_a_floor_in_f32_only() {
    let (single, double) = (Rounding::single(one(1.0_f32)), Rounding::double(None, one(1.0_f64)));
    assert_eq!(
        (single.length(one(0.0)).number, single.square(one(0.0)).number),
        (2.0_f32.powi(-30), 2.0_f32.powi(-60))
    );
    assert_eq!((double.length(one(0.0)).number, double.square(one(0.0)).number), (0.0, 0.0));
    assert_eq!((single.length(one(3.0)).number, single.square(one(3.0)).number), (3.0, 3.0));
    assert_eq!((double.length(one(3.0)).number, double.square(one(3.0)).number), (3.0, 3.0));
}

/// Whether a margin of zero is taken for an exact one, for columns of this size.
fn is_exact(bits: u32, size: f64, a: &[f64], b: &[f64]) -> bool {
    let [a, b] = [a, b].map(|column| column.iter().map(|&x| one(x)).collect::<Vec<_>>());
    let rounding = Rounding::double(Some(CommonUlp::new(one(size), &a, &b)), one(1.0));
    assert!(rounding.knows_common_ulp());
    is_sure(one(0.0), rounding.bound(8.0, one(size), bits))
}

#[test]
fn a_margin_of_zero_is_exact_where_all_columns_are_few_multiples_of_a_power_of_two() {
    assert!(!Rounding::double(None, one(1.0_f64)).knows_common_ulp());
    assert!(!Rounding::single(one(1.0_f32)).knows_common_ulp());
    for bits in 1..=30 {
        // Multiples of a half: the size is less than 2^bits of those.
        for (size, least) in [(7.0, 4), (7.99, 4), (8.0, 5), (4.0, 4), (3.9, 3)] {
            assert_eq!(is_exact(bits, size, &[3.0, -5.0], &[0.5]), bits >= least, "{size} {bits}");
            assert_eq!(is_exact(bits, size, &[-0.5, 0.0], &[2.0]), bits >= least, "{size} {bits}");
        }
        // The finest that is known.
        let finest = (-25.0_f64).exp2();
        assert_eq!(is_exact(bits, 1.5, &[1.0], &[finest]), bits >= 26);
        assert!(!is_exact(bits, 1.5, &[1.0], &[finest / 2.0]));
        // Far from zero, where a number has no bits that low.
        let far = (25.0_f64).exp2();
        for (x, least) in [(far - 4.0, 1), (-7.0 * far, 1), (far, 31), (-7.0 * far - 8.0, 31)] {
            assert_eq!(is_exact(bits, 1.0, &[x, 0.0], &[0.0]), bits >= least, "{x} {bits}");
        }
        for none in [f64::INFINITY, f64::NAN] {
            assert!(!is_exact(bits, none, &[none], &[1.0]));
            assert!(!is_exact(bits, 1.0, &[none], &[1.0]));
        }
        assert!(!is_exact(bits, 0.0, &[1.0], &[1.0]));
    }
}

#[test]
fn lanes_are_exact_where_whole_numbers_say_so() {
    let (mut rng, mut met) = (Rng::new(1), [[0; 2]; 2]);
    for _ in 0..200_000 {
        let bits = 1 + rng.below(27) as u32;
        let size = f64::from(rng.unit() + 1.0) * f64::from(rng.whole(20)).exp2();
        let power = size.log2().floor().exp2();
        let columns: Vec<f64> = (0..=rng.below(4))
            .map(|_| {
                let digits = rng.below(25) as u32;
                let whole = rng.bits() % (1 << digits);
                let number = whole as f64 * power * f64::from(rng.whole(32)).exp2();
                if rng.one_in(2) { number } else { -number }
            })
            .collect();
        let ulp = 2.0 * power * (-f64::from(bits.min(26))).exp2();
        let are_multiples = columns.iter().all(|x| x % ulp == 0.0);
        let is_far = columns.iter().any(|x| x.abs() >= power * 25.0_f64.exp2());
        let is_exact = is_exact(bits, size, &columns, &[]);
        assert!(are_multiples || !is_exact, "{columns:?} are not all multiples of {ulp}");
        assert!(is_exact || is_far || !are_multiples, "{columns:?} are all multiples of {ulp}");
        met[usize::from(is_far)][usize::from(is_exact)] += 1;
    }
    assert!(met.as_flattened().iter().all(|&n| n > 500), "{met:?}: near and far, inexact and exact");
}

/// A verdict of one lane: hit, miss or undecided.
fn verdict(says: Option<bool>) -> Certified<OneMask> {
    Certified { hit: OneMask::of(says == Some(true)), miss: OneMask::of(says == Some(false)) }
}

fn says(verdict: Certified<OneMask>) -> Option<bool> {
    assert!(!(verdict.hit.is_set() && verdict.miss.is_set()));
    assert_eq!(verdict.undecided(), u32::from(!verdict.hit.is_set() && !verdict.miss.is_set()));
    (verdict.hit.is_set() || verdict.miss.is_set()).then_some(verdict.hit.is_set())
}

#[test]
fn verdicts_are_combined_in_three_valued_logic() {
    let all = [Some(true), Some(false), None];
    for (a, b) in all.into_iter().flat_map(|a| all.map(|b| (a, b))) {
        let both = if a == Some(false) || b == Some(false) { Some(false) } else { a.and(b) };
        let either = if a == Some(true) || b == Some(true) { Some(true) } else { a.and(b) };
        assert_eq!(says(verdict(a) & verdict(b)), both, "{a:?} {b:?}");
        assert_eq!(says(verdict(a) | verdict(b)), either, "{a:?} {b:?}");
    }
    assert_eq!([true, false].map(|hit| says(Certified::sure(OneMask::of(hit)))), [Some(true), Some(false)]);
}

#[test]
fn a_margin_is_compared_with_zero() {
    let bound = || Rounding::single(one(1.0_f32)).bound_of_sum(1.0, one(1.0), 30);
    let exact = || {
        let ulp = CommonUlp::new(one(1.0_f64), &[one(1.0)], &[one(1.0)]);
        Rounding::double(Some(ulp), one(1.0)).bound(1.0, one(1.0), 26)
    };
    for (margin, at_least, above) in [(1.0, true, true), (-1.0, false, false)] {
        assert_eq!(says(Certified::at_least_zero(one(margin), bound())), Some(at_least));
        assert_eq!(says(Certified::above_zero(one(margin), bound())), Some(above));
    }
    assert_eq!(says(Certified::above_zero(one(0.0), bound())), None);
    assert_eq!(says(Certified::at_least_zero(one(0.0), exact())), Some(true));
    assert_eq!(says(Certified::above_zero(one(0.0), exact())), Some(false));
    for known in [Some(true), Some(false), None] {
        assert_eq!(says(verdict(known).where_sure(one(-1.0), bound())), known);
        assert_eq!(says(verdict(known).where_sure(one(0.0), bound())), None);
    }
}
