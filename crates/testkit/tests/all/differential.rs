//! A short run of every kernel and join at every level, with a fixed seed.

use soa::Level;
use testkit::pairs::PAIRS;
use testkit::places::{choose, describe};
use testkit::tally::Tally;
use testkit::target::{Target, targets};

/// Runs rounds of these targets, each of which meets all of its classes.
fn check(seed: u64, is_search: bool, rounds: usize, is_chosen: fn(&dyn Target) -> bool) -> usize {
    println!("{}", describe(Level::available()));
    let mut chosen = 0;
    for mut target in targets(seed, 0, Level::available()).into_iter().filter(|target| is_chosen(&**target)) {
        let classes = target.classes(is_search);
        assert_eq!(Tally::default().missing(&classes), classes);
        for _ in 0..rounds {
            let outcome = if is_search { target.search() } else { target.round() };
            outcome.unwrap_or_else(|mismatch| panic!("{mismatch}"));
        }
        let (name, tally) = (target.name(), target.tally());
        let missing = tally.missing(&classes);
        assert!(missing.is_empty(), "{name} met no {missing:?}: {tally:?}");
        if is_search {
            assert_eq!(tally.get("oracle"), tally.get("cases"), "{name}: the oracle checks every case");
        }
        chosen += 1;
    }
    chosen
}

fn is_join(target: &dyn Target) -> bool {
    target.name().starts_with("join/")
}

#[test]
fn kernels_match_their_references_and_every_class_is_met() {
    assert!(check(20_260_101, false, 480, |target| !is_join(target)) >= 50);
}

#[test]
fn both_sides_of_a_turn_are_answered_as_the_oracle_does() {
    assert_eq!(check(20_260_102, true, 96, |target| target.can_search()), PAIRS.len());
}

#[test]
fn joins_equal_brute_force_and_every_class_is_met() {
    let is_chosen = |target: &dyn Target| ["join/point_disk", "join/own/disk_disk"].contains(&target.name());
    assert_eq!(check(20_260_104, false, 60, is_chosen), 2);
}

#[test]
fn every_join_equals_brute_force() {
    let mut all = targets(20_260_103, 0, Level::available());
    all.retain(|target| is_join(&**target));
    assert_eq!(all.len(), PAIRS.len() + 5);
    for mut target in all {
        // As many as it takes to meet every length.
        for _ in 0..6 {
            target.round().unwrap_or_else(|mismatch| panic!("{mismatch}"));
        }
        assert!(target.tally().get("hits") > 0, "{}", target.name());
    }
}

#[test]
fn levels_are_chosen_once_and_in_order() {
    let all = Level::available();
    let twice_and_backwards: Vec<_> = all.iter().chain(all).rev().copied().collect();
    assert_eq!(choose(&twice_and_backwards).as_deref(), Ok(all));
    assert_eq!(choose(&[Level::PORTABLE]), Ok(vec![Level::PORTABLE]));
    assert!(describe(&[Level::PORTABLE]).starts_with("level portable"));
    assert_eq!(describe(all).contains("lacks"), Level::missing().next().is_some());
}

#[test]
fn tallies_are_added_class_by_class() {
    let tally = |classes: &[(&str, u64)]| {
        let mut tally = Tally::default();
        for (class, n) in classes {
            tally.add(class, *n);
        }
        tally
    };
    let mut sum = tally(&[("hits", 2), ("threads/7", 3)]);
    sum += &tally(&[("hits", 5), ("misses", 7), ("threads/1", 1)]);
    assert_eq!(sum, tally(&[("hits", 7), ("misses", 7), ("threads/7", 3), ("threads/1", 1)]));
    assert_eq!(sum.group("threads/").collect::<Vec<_>>(), [("1", 1), ("7", 3)]);
}
