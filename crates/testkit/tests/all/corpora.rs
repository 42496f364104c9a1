//! The conformance files: every case at every level, and a part of them in every place of a batch; how they
//! are made, and files that are none.

use std::collections::HashSet;
use std::fs;
use std::path::Path;

use soa::Level;
use testkit::conformance::{self, of_file, parse};
use testkit::corpora::{Source, make, text};
use testkit::corpus::Case;
use testkit::families::Family;
use testkit::pairs::{PAIRS, Pair};
use testkit::places::describe;
use testkit::replay::{Places, Wrong};
use testkit::subject::Call;

/// One case of this many is queried in all 1,222 places; a prime, so that every source is met.
const SAMPLE: usize = 67;
/// One line of this many is labelled once more.
const LABELLED: usize = 7;
/// One source of this many is made again, in one file after the other another one. `cargo xtask corpora` makes all.
const TURNS: usize = 4;
/// Cases of a kept file, before those go that two sources made.
const CASES: usize = 2080;

/// The pair and the cases of each file.
fn kept() -> impl Iterator<Item = (&'static Pair, Vec<Case>)> {
    conformance::files().into_iter().map(|file| {
        let pair = of_file(&file).unwrap_or_else(|e| panic!("{e}"));
        (pair, conformance::read(pair, &file).unwrap_or_else(|e| panic!("{e}")))
    })
}

#[test]
fn every_conformance_case_is_answered_with_the_truth() {
    println!("{}", describe(Level::available()));
    let (queried, wrong) = conformance::replay(Level::available()).unwrap();
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(queried > 2000 * PAIRS.len(), "{queried} cases");
    for (pair, cases) in kept() {
        let sample: Vec<Case> = cases.iter().step_by(SAMPLE).cloned().collect();
        assert!(sample.len() > 25);
        for &level in Level::available() {
            let (wrong, _) = pair.check(level, &sample, Places::Every).unwrap();
            assert!(wrong.is_empty(), "{} {level}, in every place: {wrong:?}", pair.stem);
        }
    }
}

#[test]
fn a_wrong_answer_is_counted_in_every_place() {
    let pair = of_file(Path::new("disk_disk.txt")).unwrap();
    let disk = |x: f32| [x.to_bits(), 0, 1.0_f32.to_bits()];
    let case = |line: usize, x: f32, expected: bool| Case {
        line,
        family: "grid".into(),
        expected: Some(expected),
        words: [disk(0.0), disk(x)].concat(),
    };
    let mut cases: Vec<_> = (0..40).map(|i| case(i + 1, i as f32 / 8.0, i <= 16)).collect();
    let few = &cases[..3];
    assert!(pair.check(Level::PORTABLE, few, Places::Every).unwrap().0.is_empty(), "shorter than a batch");
    cases[7].expected = Some(false);
    for &level in Level::available() {
        for (places, queried) in [(Places::Once, 2), (Places::Every, 2 * (1 + 561 + 16 + 33))] {
            let wrong = Wrong { case: 7, wrong: queried, call: Call::Rows };
            assert_eq!(pair.check(level, &cases, places), Ok((vec![wrong], queried)));
        }
    }
}

#[test]
fn files_that_are_no_cases_are_refused() {
    let refused = |name: &str, text: &str| {
        let file = Path::new(name);
        of_file(file).and_then(|pair| parse(pair, file, text)).unwrap_err().to_string()
    };
    let unknown = refused("square_circle.txt", "");
    let known = "no pair of shapes is called `square_circle`; known pairs: point_aabb, point_disk,";
    assert!(unknown.contains(known), "{unknown}");
    let words = ["00000000"; 5].join(" ");
    for (text, reason) in [
        ("# nothing\n", ": no cases"),
        (&format!("\ngrid - {words} 3f800000"), ":2: the expected answer is `-`, but must be 1 or 0"),
        (&format!("grid 1 {words} bf800000"), ":1: disks: column radius, row 0: -1 is a negative radius"),
        (&format!("grid 1 {words}"), ":1: 5 words, but the kernel's shapes have 6 columns"),
    ] {
        assert_eq!(refused("disk_disk.mine.txt", text), format!("disk_disk.mine.txt{reason}"));
    }
}

#[test]
fn the_kept_files_are_what_their_heads_say_how_to_make() {
    for (turn, (file, (pair, kept))) in conformance::files().iter().zip(kept()).enumerate() {
        let name = file.display();
        assert!(text(pair, 1, CASES, &kept) == fs::read_to_string(file).unwrap(), "{name}");
        for source in Source::all().skip(turn % TURNS).step_by(TURNS) {
            let (of_source, others): (Vec<_>, Vec<_>) =
                kept.iter().partition(|case| case.family == source.name());
            // A case is left to the last source that made it.
            let others: HashSet<_> = others.iter().map(|case| &case.words).collect();
            let mut made = make(pair, 1, source, source.share(CASES));
            made.retain(|case| !others.contains(&case.words));
            assert!(
                made.iter().map(Case::text).eq(of_source.iter().map(|case| case.text())),
                "{name} {source:?}"
            );
        }
        // Both sides of a turn follow each other.
        let searched = [Source::Bisected, Source::Squeezed].map(|source| make(pair, 5, source, 8)).concat();
        assert!(searched.chunks(2).all(|two| two[0].expected != two[1].expected), "{}", pair.stem);
    }
    let of_seed = |seed| make(&PAIRS[0], seed, Source::Drawn(Family::Touching), 12);
    assert_ne!(of_seed(1), of_seed(2));
}

#[test]
fn the_kept_files_are_true_and_balanced() {
    for (pair, cases) in kept() {
        let stem = pair.stem;
        assert!(cases.len() >= 2000, "{stem}: {}", cases.len());
        for case in cases.iter().step_by(LABELLED) {
            let (a, b) = pair.rows(case);
            let answers = [pair.truth(a, b), pair.exact(a, b)].map(Some);
            assert_eq!(answers, [case.expected; 2], "{stem}:{}", case.line);
        }
        let mut seen = HashSet::new();
        assert!(cases.iter().all(|case| seen.insert(&case.words)), "{stem}: a case is there twice");
        for source in Source::all() {
            let of_source: Vec<_> = cases.iter().filter(|case| case.family == source.name()).collect();
            let hits = of_source.iter().filter(|case| case.expected == Some(true)).count();
            let (hits, misses) = (hits, of_source.len() - hits);
            assert!(hits.min(misses) * 4 >= of_source.len(), "{stem} {}: {hits} and {misses}", source.name());
            assert!(of_source.len() >= 80, "{stem} {}: {}", source.name(), of_source.len());
        }
    }
}
