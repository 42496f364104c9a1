//! The hashes of `corpora/golden.txt`: at every level, for batches of every length, on any number of threads.

use std::fmt::Debug;

use soa::Level;
use testkit::golden::{Batch, Entry, How, ROWS, differences, joins, kernels, text};
use testkit::joins::forms::{At, THREADS, runnable};
use testkit::runner::LONGEST;
use testkit::subject;

const COMMITTED: &str = include_str!("../../../../corpora/golden.txt");

/// How often all rows are repeated, so that a call is split over threads.
const SPLIT: usize = 140_000 / ROWS;

/// Every level without threads; and every number of threads, at one level after the other.
fn everywhere() -> Vec<At> {
    let levels = Level::available();
    let alone = levels.iter().map(|&level| At::sequential(level));
    let shared = (1..runnable()).zip(levels.iter().cycle()).map(|(threads, &level)| At { level, threads });
    alone.chain(shared).collect()
}

/// Every entry is as committed, and there are `count` for each way.
fn check<How: Debug>(hows: &[How], answers: &[Vec<Entry>], count: usize) {
    assert_eq!(answers.len(), hows.len());
    for (how, entries) in hows.iter().zip(answers) {
        assert_eq!(entries.len(), count, "{how:?}");
        for entry in entries {
            assert!(COMMITTED.lines().any(|line| line == entry.to_string()), "{how:?}: {entry}");
        }
    }
}

fn check_kernels(hows: &[How]) -> Vec<Vec<Entry>> {
    let answers = kernels(hows);
    check(hows, &answers, subject::all().count());
    answers
}

/// Joins of two sets and of one, and what is nearest.
const JOINS: usize = 40;

fn check_joins(places: &[At]) -> Vec<Vec<Entry>> {
    let answers = joins(places);
    check(places, &answers, JOINS);
    answers
}

#[test]
fn the_committed_lines_are_told_from_others() {
    assert_eq!(differences("a\nb\n", "a\nb\n"), []);
    assert_eq!(differences("a\nb\n", "a\nc\nd\n"), [("b", "c"), ("nothing", "d")]);
    assert_eq!(differences("a\nb\n", "a\n"), [("b", "nothing")]);
    let text = text(&[]);
    let (head, hash): (Vec<&str>, Vec<&str>) = text.lines().partition(|line| line.starts_with('#'));
    let [hash] = hash[..] else { panic!("{text}") };
    assert!(hash.starts_with("all: ") && hash.len() == 21, "{hash}");
    assert!(!head.is_empty());
}

#[test]
fn kernels_say_the_same_in_batches_of_every_length() {
    let lengths = || (1..=LONGEST).chain([511, 512, 513, ROWS]).map(Batch::Of);
    let at = |&level| lengths().map(move |batch| How { at: At::sequential(level), batch });
    let hows: Vec<How> = Level::available().iter().flat_map(at).collect();
    check_kernels(&hows);
}

#[test]
fn kernels_say_the_same_on_any_number_of_threads() {
    let hows: Vec<How> = everywhere().into_iter().map(|at| How { at, batch: Batch::Again(SPLIT) }).collect();
    check_kernels(&hows);
    assert!(runnable() == THREADS.len() || cfg!(target_family = "wasm"), "{} of {THREADS:?}", runnable());
}

#[test]
fn the_committed_lines_are_what_joins_say_on_any_number_of_threads() {
    let at = At::sequential(Level::PORTABLE);
    let places = everywhere();
    assert_eq!(places[0], at);
    let joins = check_joins(&places).swap_remove(0);
    let entries = [check_kernels(&[How::whole(at)]).concat(), joins].concat();
    let text = text(&entries);
    for (here, committed) in differences(&text, COMMITTED) {
        eprintln!("  here      {here}\n  committed {committed}");
    }
    assert!(text == COMMITTED, "corpora/golden.txt: see above");
}
