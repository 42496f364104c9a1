//! A short run of every kernel and join at every level, with a fixed seed.

use soa::Level;
use testkit::pairs::PAIRS;
use testkit::places::describe;
use testkit::tally::Tally;
use testkit::target::{Target, searches, targets};

/// Runs rounds of each target, which meets all of its classes.
fn check(targets: Vec<Box<dyn Target>>, rounds: usize) {
    println!("{}", describe(Level::available()));
    for mut target in targets {
        let classes = target.classes();
        assert_eq!(Tally::default().missing(&classes), classes);
        (0..rounds).for_each(|_| target.round().unwrap_or_else(|mismatch| panic!("{mismatch}")));
        let (name, tally) = (target.name(), target.tally());
        let missing = tally.missing(&classes);
        assert!(missing.is_empty(), "{name} met no {missing:?}: {tally:?}");
    }
}

fn is_join(target: &dyn Target) -> bool {
    target.name().starts_with("join/")
}

#[test]
fn kernels_match_their_references_and_every_class_is_met() {
    let mut kernels = targets(20_260_101, 0, Level::available());
    kernels.retain(|target| !is_join(&**target));
    assert!(kernels.len() >= 50);
    check(kernels, 480);
}

#[test]
fn both_sides_of_a_turn_are_answered_as_the_oracle_does() {
    let searches = searches(20_260_102, 0, Level::available());
    assert_eq!(searches.len(), PAIRS.len());
    check(searches, 96);
}

#[test]
fn joins_equal_brute_force_and_every_class_is_met() {
    let mut joins = targets(20_260_104, 0, Level::available());
    joins.retain(|target| ["join/point_disk", "join/own/disk_disk"].contains(&target.name()));
    assert_eq!(joins.len(), 2);
    check(joins, 60);
}

#[test]
fn every_join_equals_brute_force() {
    // Two pairs in turn meet every length: the sets of the second begin where those of the first end.
    let joins = [0, 3].map(|first| {
        targets(20_260_103, first, Level::available()).into_iter().filter(|target| is_join(&**target))
    });
    let [first, second] = joins;
    let joins: Vec<_> = first.step_by(2).chain(second.skip(1).step_by(2)).collect();
    assert_eq!(joins.len(), PAIRS.len() + PAIRS.iter().filter(|pair| pair.is_own()).count());
    for mut target in joins {
        (0..3).for_each(|_| target.round().unwrap_or_else(|mismatch| panic!("{mismatch}")));
        assert!(target.tally().get("hits") > 0, "{}", target.name());
    }
}
