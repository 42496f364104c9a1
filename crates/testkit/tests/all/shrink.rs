//! What fails is made small, and shown so that it can be pasted.

use std::path::Path;

use soa::dim2::{circumcircle, disk_disk, disk_triangle};
use soa::kernel::{Compiled, CompiledMeasure};
use soa::{AnyView, Level};
use testkit::corpus::parse;
use testkit::mismatch::Mismatch;
use testkit::places::At;
use testkit::replay::regressions;
use testkit::rng::Rng;
use testkit::rows::{Row, row_of};
use testkit::runner::Differential;
use testkit::shrink::{cost, shrink, simpler};
use testkit::subject::{Call, Engine, ORACLE, Outcome, Subject, named};
use testkit::trial::Trial;

const PORTABLE: At = At { level: Level::PORTABLE, threads: 0 };

/// Portable queries that say yes to some pairs.
struct Wrong {
    /// Whether a call with these numbers of left and right rows does.
    calls: fn(Call, usize, usize) -> bool,
    /// Which pairs are mistaken, by the number of the left row and its x.
    pairs: fn(usize, f32) -> bool,
}

impl Engine for Wrong {
    fn name(&self) -> String {
        "a wrong one".into()
    }

    fn lanes(&self) -> usize {
        8
    }

    fn answer(&self, subject: Subject, call: Call, a: &AnyView, b: &AnyView) -> Outcome {
        let (mut words, stages) = PORTABLE.answer(subject, call, a, b)?.unwrap();
        for (word, (i, _)) in words.iter_mut().zip(subject.pairs(call, a, b)) {
            if (self.calls)(call, a.len(), b.len()) && (self.pairs)(i, row_of(a, i)[0]) {
                *word = 1;
            }
        }
        Some(Ok((words, stages)))
    }
}

/// Disks that lie far apart.
fn disks(call: Call) -> Trial {
    let disk = |x: f32, i: usize| vec![x + i as f32, 0.1 * i as f32, 0.3];
    let lefts = if call == Call::One { 1 } else { 20 };
    let a: Vec<Row> = (0..lefts).map(|i| disk(1.7, i)).collect();
    let b = (0..20).map(|i| disk(-50.6, i)).collect();
    Trial { subject: Subject::YesNo(disk_disk::SquaredDistance::kernel()), call, a, b }
}

#[test]
fn a_trial_is_shrunk_to_the_rows_and_numbers_that_it_takes() {
    type Calls = fn(Call, usize, usize) -> bool;
    let always: Calls = |_, _, _| true;
    // One pair is enough in any call that does not need more; where a call must have some rows it keeps them.
    let rows: Calls = |call, lefts, _| call == Call::Rows && lefts > 4;
    let one: Calls = |call, _, rights| call == Call::One && rights > 6;
    let all: Calls = |call, lefts, rights| call == Call::All && lefts > 1 && rights > 2;
    for (call, calls, left) in [
        (Call::Rows, always, (Call::Rows, 1, 1)),
        (Call::One, always, (Call::Rows, 1, 1)),
        (Call::All, always, (Call::Rows, 1, 1)),
        (Call::Rows, rows, (Call::Rows, 5, 5)),
        (Call::One, one, (Call::One, 1, 7)),
        (Call::All, all, (Call::All, 2, 3)),
    ] {
        let wrong = Wrong { calls, pairs: |_, x| x > 1.0 };
        let trial = shrink(&wrong, disks(call));
        assert!(trial.failure(&wrong).is_some());
        assert_eq!((trial.call, trial.a.len(), trial.b.len()), left);
    }
    let wrong = Wrong { calls: always, pairs: |_, x| x > 10.0 };
    let trial = shrink(&wrong, disks(Call::Rows));
    assert!(trial.a[0][0] > 10.0 && cost(trial.a[0][0]) <= cost(11.7), "{trial:?}");
    assert_eq!((&trial.a[0][1..], &trial.b[0][..]), (&[0.0; 2][..], &[0.0; 3][..]));

    let unfailing = Wrong { calls: always, pairs: |_, _| false };
    let back = shrink(&unfailing, disks(Call::Rows));
    assert_eq!((back.a, back.b), (disks(Call::Rows).a, disks(Call::Rows).b));
}

#[test]
fn simpler_values_are_simpler_and_come_to_an_end() {
    for start in [f32::MAX, -1.234_567, 1e-40, -0.0, f32::NAN, f32::INFINITY, 3.0, 0.75] {
        let mut x = start;
        for _ in 0..100 {
            let Some(next) = simpler(x).last() else { break };
            assert!(cost(next) < cost(x), "{x} to {next}");
            x = next;
        }
        assert_eq!(x.to_bits(), 0, "from {start}");
    }
}

/// The first mismatch that the loop finds on an engine.
fn found(subject: Subject, engine: &dyn Engine) -> Mismatch {
    let mut differential = Differential::new(subject, Rng::stream(6, "found", 0), 0);
    loop {
        if let Err(found) = differential.round(&[engine]) {
            return found.shrunk();
        }
    }
}

#[test]
fn a_mismatch_in_one_lane_of_sixteen_is_shown_with_what_it_takes_to_see_it_again() {
    let wrong = Wrong { calls: |call, _, _| call == Call::Rows, pairs: |i, x| i % 16 == 13 && x > 10.0 };
    let mismatch = found(Subject::YesNo(disk_triangle::SevenRegions::kernel()), &wrong);
    let summary = "disk_triangle/seven_regions, Rows, left row 13 of 14, right row 13 of 14: the reference says no, a wrong one says yes";
    assert_eq!(mismatch.summary, summary);
    assert!(mismatch.snippet.contains("], // x ") && mismatch.snippet.contains("], // ax "), "{mismatch}");
    let trial = "let trial = Trial::of_bits(\"disk_triangle/seven_regions\", Call::Rows, &[\n    &[0x";
    assert!(mismatch.snippet.contains(trial) && mismatch.snippet.contains("&At::sequential(level)"));
    // As it is found again: the right queries answer it as the reference does.
    let subject = named(&mismatch.name).unwrap();
    let cases = parse(Path::new("x.txt"), &mismatch.line.unwrap(), subject.columns()).unwrap();
    assert!(cases[0].expected == Some(false) && cases[0].words[0].trailing_zeros() >= 16, "{cases:?}");
    assert!(regressions(subject, &[Level::PORTABLE], Path::new("x.txt"), &cases).is_ok());

    let circle = found(Subject::Computes(circumcircle::Circumcircle::kernel()), &wrong);
    assert!(circle.line.is_some_and(|line| line.split(' ').count() == 8 && line.contains(" - ")));
}

#[test]
fn a_reference_that_is_not_the_truth_is_found_and_named() {
    // A published algorithm rounds, so the loop does not check this; here it takes the place of an exact one
    // that is wrong.
    let subject = Subject::YesNo(disk_disk::SquaredDistance::kernel());
    let trial = |y: f32| Trial {
        subject,
        call: Call::Rows,
        a: vec![vec![0.0, 0.0, 1.0]],
        b: vec![vec![1.0, y, 0.0]],
    };
    assert!(trial(0.0).failure(&ORACLE).is_none(), "the disk touches the point");
    assert!(trial(0.5).failure(&ORACLE).is_none(), "it does not");
    // 1 + 2^-40 is 1 in f32.
    let mismatch = Mismatch::new(&ORACLE, "bisected", &trial(f32::EPSILON * 8.0));
    assert!(mismatch.summary.ends_with("the reference says yes, the oracle says no"), "{mismatch}");
    // The line expects the truth.
    assert!(mismatch.line.is_some_and(|line| line.starts_with("bisected 0 ")));
}
