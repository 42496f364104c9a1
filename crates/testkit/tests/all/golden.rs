//! The hashes of `corpora/golden.txt`: at every level, for batches of every length, on any number of threads.

use soa::Level;
use testkit::golden::{Batch, Entry, ROWS, differences, joins, kernels, text};
use testkit::joins::Kind;
use testkit::places::{At, THREADS, runnable};
use testkit::subject;

const COMMITTED: &str = include_str!("../../../../corpora/golden.txt");

/// Shapes of which the nearest is looked for.
const NEAREST: usize = 26;

/// How often all rows are repeated, so that a call is split over threads.
const SPLIT: usize = 140_000 / ROWS;

/// Every level without threads.
fn alone() -> Vec<At> {
    Level::available().iter().map(|&level| At::sequential(level)).collect()
}

/// Every number of threads, at one level after the other.
fn shared() -> Vec<At> {
    let levels = Level::available().iter().cycle();
    (1..runnable()).zip(levels).map(|(threads, &level)| At { level, threads }).collect()
}

/// Every entry is as committed, and there are this many.
fn check(entries: &[Entry], count: usize) {
    assert_eq!(entries.len(), count);
    for entry in entries {
        assert!(COMMITTED.lines().any(|line| line == entry.to_string()), "{entry}");
    }
}

/// Of less than a register, of one and of two, with a row more and less; and of a block. The runner of fuzzing
/// calls with each other length.
const LENGTHS: [usize; 13] = [1, 3, 7, 8, 9, 15, 16, 17, 33, 511, 512, 513, ROWS];

#[test]
fn kernels_say_the_same_in_batches_of_every_length() {
    let batches = LENGTHS.map(|len| Batch { len, times: 1 });
    let entries = kernels(&alone(), &batches);
    check(&entries, subject::all().count() * alone().len() * batches.len());
}

#[test]
fn kernels_say_the_same_on_any_number_of_threads() {
    let places = shared();
    let entries = kernels(&places, &[Batch { len: ROWS * SPLIT, times: SPLIT }]);
    check(&entries, subject::all().count() * places.len());
    assert!(runnable() == THREADS.len() || cfg!(target_family = "wasm"), "{} of {THREADS:?}", runnable());
}

#[test]
fn the_committed_lines_are_what_joins_say_on_any_number_of_threads() {
    let places = [alone(), shared()].concat();
    let joins = joins(&places);
    check(&joins, (Kind::all().count() + NEAREST) * places.len());
    // Of the first place, which is the portable level without threads.
    let joins = joins.into_iter().step_by(places.len());
    let entries: Vec<_> = kernels(&places[..1], &[Batch::ALL]).into_iter().chain(joins).collect();
    let text = text(&entries);
    assert_eq!(differences(&text, COMMITTED), [], "corpora/golden.txt");
    assert!(text == COMMITTED);
    assert_eq!(differences("a\nb\n", "a\nc\nd\n"), [("b", "c"), ("nothing", "d")]);
}
