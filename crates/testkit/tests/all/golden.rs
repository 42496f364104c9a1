//! The hashes of `corpora/golden.txt`: at every level, for batches of every length, on any number of threads.

use soa::Level;
use testkit::golden::{Batch, Entry, How, ROWS, differences, joins, kernels, text};
use testkit::joins::ask::{At, THREADS, runnable};
use testkit::runner::LONGEST;

const COMMITTED: &str = include_str!("../../../../corpora/golden.txt");

/// Calls of all rows so many times are split over threads.
const SPLIT: usize = 140_000 / ROWS;

/// Every level, on one thread and on as many as may be; the best, on every number of threads.
fn everywhere() -> Vec<At> {
    let most = runnable() - 1;
    let some =
        Level::available().iter().flat_map(|&level| [At::sequential(level), At { level, threads: most }]);
    let best = Level::available().last().copied().unwrap_or(Level::PORTABLE);
    some.chain((1..most).map(|threads| At { level: best, threads })).collect()
}

/// Every entry is as committed.
fn check(entries: &[Entry], how: impl core::fmt::Debug) {
    for entry in entries {
        assert!(COMMITTED.lines().any(|line| line == entry.to_string()), "{how:?}: {entry}");
    }
}

#[test]
fn the_committed_lines_are_what_comes_out() {
    let at = At::sequential(Level::PORTABLE);
    let entries = [kernels(&[How::whole(at)]), joins(&[at])].concat().concat();
    check(&entries, at);
    if cfg!(few) {
        return;
    }
    let text = text(&entries);
    for (here, committed) in differences(&text, COMMITTED) {
        eprintln!("  here      {here}\n  committed {committed}");
    }
    assert!(text == COMMITTED, "corpora/golden.txt: see above");
    assert!(entries.len() > 90, "{}", entries.len());
}

#[test]
fn the_committed_lines_are_told_from_others() {
    assert_eq!(differences("a\nb\n", "a\nb\n"), []);
    assert_eq!(differences("a\nb\n", "a\nc\nd\n"), [("b", "c"), ("nothing", "d")]);
    assert_eq!(differences("a\nb\n", "a\n"), [("b", "nothing")]);
    let text = text(&[]);
    let (head, hash): (Vec<&str>, Vec<&str>) = text.lines().partition(|line| line.starts_with('#'));
    let [hash] = hash[..] else { panic!("{text}") };
    assert!(hash.starts_with(if cfg!(few) { "few: " } else { "all: " }) && hash.len() == 21, "{hash}");
    assert!(!head.is_empty());
}

#[test]
fn kernels_say_the_same_in_batches_of_every_length() {
    let lengths = || (1..=LONGEST).chain([511, 512, 513, ROWS]).map(Batch::Of);
    let at = |&level| lengths().map(move |batch| How { at: At::sequential(level), batch });
    let hows: Vec<How> = Level::available().iter().flat_map(at).collect();
    for (how, entries) in hows.iter().zip(kernels(&hows)) {
        check(&entries, how);
    }
}

#[test]
fn kernels_say_the_same_on_any_number_of_threads() {
    let hows: Vec<How> = everywhere().into_iter().map(|at| How { at, batch: Batch::Again(SPLIT) }).collect();
    for (how, entries) in hows.iter().zip(kernels(&hows)) {
        check(&entries, how);
    }
    assert!(runnable() == THREADS.len() || cfg!(target_family = "wasm"), "{} of {THREADS:?}", runnable());
}

#[test]
fn joins_say_the_same_on_any_number_of_threads() {
    let places = everywhere();
    for (at, entries) in places.iter().zip(joins(&places)) {
        check(&entries, at);
    }
}
