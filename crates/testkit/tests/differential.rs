//! A short differential run of every kernel at every level, with a fixed seed; the same on sixteen lanes that every
//! machine has; and one call each that is large enough for threads and for several tiles.

use soa::Level;
use soa::lanes::portable::Portable;
use testkit::halves::Halves;
use testkit::levels;
use testkit::rng::Rng;
use testkit::runner::Differential;
use testkit::subject::{Each, Subject, With, for_each};
use testkit::target::targets;

#[test]
fn kernels_match_their_twins_and_every_class_is_met() {
    println!("{}", levels::describe(Level::available()));
    let mut kernels = 0;
    for mut target in targets(20_260_101, 0, Level::available()) {
        for _ in 0..480 {
            target.round().unwrap_or_else(|mismatch| panic!("{mismatch}"));
        }
        let missing = target.tally().missing(target.classes());
        assert!(missing.is_empty(), "{} met no {missing:?}: {:?}", target.name(), target.tally());
        kernels += 1;
    }
    assert!(kernels >= 7);
}

#[test]
fn the_same_seed_meets_the_same() {
    let run = |seed| {
        let mut all = targets(seed, 1, Level::available());
        let target = all.first_mut().unwrap();
        (0..48).for_each(|_| target.round().unwrap_or_else(|mismatch| panic!("{mismatch}")));
        target.tally()
    };
    assert_eq!(run(3), run(3));
    assert_ne!(run(3), run(4));
}

/// The differential loop on sixteen lanes of two halves: longer registers are tested where the CPU has none.
struct Sixteen {
    kernels: usize,
}

impl Each for Sixteen {
    fn subject<S: Subject>(&mut self) {
        let mut differential = Differential::<S>::new(Rng::stream(16, S::NAME, 0));
        for _ in 0..240 {
            let outcome = differential.round(&[With(Halves { low: Portable, high: Portable })]);
            outcome.unwrap_or_else(|found| panic!("{}: {found:?}", S::NAME));
        }
        // The test above sees to every class.
        assert!(differential.tally().hits > 0 && differential.tally().nan > 0, "{}", S::NAME);
        self.kernels += 1;
    }
}

#[test]
fn kernels_match_their_twins_in_sixteen_lanes_on_every_machine() {
    let mut sixteen = Sixteen { kernels: 0 };
    for_each(&mut sixteen);
    assert!(sixteen.kernels >= 7);
}

#[test]
fn threads_and_tiles_change_nothing() {
    for target in targets(0, 0, Level::available()) {
        target.large().unwrap_or_else(|error| panic!("{}: {error}", target.name()));
    }
}
