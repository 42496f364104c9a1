//! Kernels in lanes whose `min` and `max` give what other machines give of a NaN and of two zeros: where an
//! answer depends on that, it is seen on this machine.

use faults::habits::Habit;
use faults::lanes::{FaultPlan, Instrumented};
use soa::lanes::portable::Portable;
use soa::lanes::{MAX_LANES, Register, Simd};
use testkit::rng::Rng;
use testkit::runner::Differential;
use testkit::subject;

#[test]
fn kernels_match_their_references_with_min_and_max_of_other_machines() {
    let mut found = Vec::new();
    for subject in subject::all() {
        let mut differential = Differential::new(subject, Rng::stream(20_261_123, subject.name(), 0));
        let plan = |habit| FaultPlan::sound(subject.columns(), subject.is_exact()).with(habit);
        let [neon, number] = [Habit::Neon, Habit::Number].map(plan);
        for _ in 0..120 {
            let outcome = differential.round(&[&Instrumented(&neon)]);
            if outcome.and(differential.round(&[&Instrumented(&number)])).is_err() {
                found.push(subject.name());
                break;
            }
        }
        assert!(differential.tally().hits > 0 && differential.tally().nan > 0, "{}", subject.name());
    }
    assert!(found.is_empty(), "{found:?}");
}

#[test]
fn min_and_max_are_those_of_other_machines() {
    let bits = |habit: Habit, a: f32, b: f32| {
        let [a, b] = [a, b].map(|x| Portable.splat(x));
        [habit.min(a, b), habit.max(a, b)].map(|lanes| {
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

#[test]
fn lanes_of_a_bench_have_the_habits_that_it_was_given() {
    use faults::lanes::FaultySimd;
    use soa::lanes::Lanes;

    let smaller = |plan: &FaultPlan| {
        let [zero, below] = [0.0, -0.0].map(|x| FaultySimd(plan).splat(x));
        let mut values = [1.0; MAX_LANES];
        Lanes::min(zero, below).store(&mut values);
        values[0].to_bits()
    };
    let plan = |habit| FaultPlan::sound(1, false).with(habit);
    assert_eq!(smaller(&plan(Habit::Neon)), (-0.0_f32).to_bits());
    assert_eq!(smaller(&plan(Habit::Number)), 0.0_f32.to_bits());
}
