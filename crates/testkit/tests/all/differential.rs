//! A short differential run of every kernel at every level, with a fixed seed; and one call each that is
//! large enough for threads and for several tiles.

use soa::Level;
use soa::dim2::disk_disk;
use soa::kernel::Compiled;
use testkit::levels;
use testkit::mismatch::Mismatch;
use testkit::pairs;
use testkit::shrink::shrink;
use testkit::subject::{At, Subject};
use testkit::target::targets;
use testkit::trial::{Call, Trial};

#[test]
fn kernels_match_their_references_and_every_class_is_met() {
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
fn both_sides_of_a_turn_are_answered_as_the_oracle_does() {
    let promised = pairs::promised();
    let mut kernels = 0;
    for mut target in targets(20_260_102, 0, Level::available()) {
        if promised.contains(&target.name()) {
            for _ in 0..96 {
                target.search().unwrap_or_else(|mismatch| panic!("{mismatch}"));
            }
            let (tally, missing) = (target.tally(), target.tally().missing_in_search(target.classes()));
            assert!(missing.is_empty(), "{} met no {missing:?}: {tally:?}", target.name());
            assert_eq!(tally.oracle, tally.cases, "{}: the oracle checks every case", target.name());
            kernels += 1;
        }
    }
    assert_eq!(kernels, pairs::STEMS.len());
}

#[test]
fn a_reference_that_is_not_the_truth_is_found_and_named() {
    // A published algorithm rounds, so the loop does not check this; here it takes the place of an exact one
    // that is wrong.
    let subject = Subject::YesNo(disk_disk::SquaredDistance::kernel());
    let trial = |y: f32| Trial {
        subject,
        call: Call::Truth,
        a: vec![vec![0.0, 0.0, 1.0]],
        b: vec![vec![1.0, y, 0.0]],
    };
    let engine = At::new(Level::PORTABLE);
    assert!(trial(0.0).failure(&engine).is_none(), "the disk touches the point");
    assert!(trial(0.5).failure(&engine).is_none(), "it does not");
    // 1 + 2^-40 is 1 in f32.
    let near = trial(f32::EPSILON * 8.0);
    let failure = near.failure(&engine).unwrap();
    assert_eq!((failure.expected.as_str(), failure.got.as_str(), failure.word), ("no", "yes", "0"));
    let mismatch = Mismatch::new(Level::PORTABLE, "bisected", &shrink(&engine, near), &failure);
    assert!(
        mismatch.summary.contains("scalar::exact and the oracle disagree: the oracle says no"),
        "{mismatch}"
    );
    assert!(mismatch.snippet.contains("testkit::oracle::truth(&a.get(0).unwrap(), &b.get(0).unwrap())"));
    let unit = "vec![0x00000000],\n    vec![0x00000000],\n    vec![0x3f800000],\n";
    assert!(mismatch.snippet.contains(&format!("let a = columns(&[\n    {unit}]);\n")), "{mismatch}");
    assert_eq!(
        mismatch.to_string(),
        format!(
            "MISMATCH: {}\n\n{}\nTo reproduce:\n\n{}\nCorpus line: {}",
            mismatch.summary, mismatch.rows, mismatch.snippet, mismatch.line
        )
    );
}

#[test]
fn threads_and_tiles_change_nothing() {
    for target in targets(0, 0, Level::available()) {
        target.large().unwrap_or_else(|error| panic!("{}: {error}", target.name()));
    }
}
