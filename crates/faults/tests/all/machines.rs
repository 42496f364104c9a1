//! Kernels in sixteen lanes on every machine, and with a `min` and `max` that give what other machines give of
//! a NaN and of two zeros: where an answer depends on that, it is seen on this machine.

use faults::habits::Habit;
use faults::lanes::FaultySimd;
use faults::plan::{FaultPlan, Precision};
use soa::lanes::{Lanes, MAX_LANES, Register, Simd};
use testkit::rng::Rng;
use testkit::runner::{Differential, Found};
use testkit::subject;

#[test]
fn kernels_match_their_references_with_min_and_max_of_every_machine() {
    for subject in subject::all() {
        for (n, habit) in [Habit::Own, Habit::Neon, Habit::Number].into_iter().enumerate() {
            let plan = FaultPlan::of(subject, Precision::Single).with(habit);
            let rng = Rng::stream(20_261_123, subject.name(), n as u64);
            let mut differential = Differential::new(subject, rng, 0);
            for _ in 0..48 {
                let outcome = differential.round(&[&plan]).map_err(Found::shrunk);
                outcome.unwrap_or_else(|mismatch| panic!("{habit:?}: {mismatch}"));
            }
            // That every class is met is a test of testkit.
            let tally = differential.tally();
            assert!(tally.get("hits") > 0 && tally.get("NaN lanes") > 0, "{}", subject.name());
        }
    }
}

#[test]
fn min_and_max_are_those_of_other_machines() {
    let bits = |habit: Habit, a: f32, b: f32| {
        let plan = FaultPlan::new(1, false).with(habit);
        let [a, b] = [a, b].map(|x| FaultySimd(&plan).load(&[x; MAX_LANES]));
        [a.min(b), a.max(b)].map(|lanes| {
            let mut values = [0.0; MAX_LANES];
            lanes.store(&mut values);
            values[0].to_bits()
        })
    };
    let (neon, number) = (|a, b| bits(Habit::Neon, a, b), |a, b| bits(Habit::Number, a, b));
    let of = |a: f32, b: f32| [a.to_bits(), b.to_bits()];
    let nan = f32::NAN;
    for (a, b) in [(1.0, 2.0), (2.0, 1.0)] {
        assert_eq!([neon(a, b), number(a, b), bits(Habit::Own, a, b)], [of(1.0, 2.0); 3]);
        assert_eq!([neon(a, nan), neon(nan, a)], [of(nan, nan); 2]);
        assert_eq!([number(a, nan), number(nan, a)], [of(a, a); 2]);
    }
    assert_eq!([neon(-0.0, 0.0), neon(0.0, -0.0)], [of(-0.0, 0.0); 2]);
    assert_eq!([number(-0.0, 0.0), number(0.0, -0.0)], [of(-0.0, -0.0), of(0.0, 0.0)]);
}
