//! The conformance files: every case at every level, and a part of them in every place of a batch; how they
//! are made.

use std::collections::HashSet;

use soa::Level;
use testkit::conformance;
use testkit::corpora::{Made, Source, text, unique};
use testkit::corpus::Case;
use testkit::families::Family;
use testkit::levels;
use testkit::pairs::PAIRS;

/// One case of this many is queried in all 1,222 places; a prime, so that every source is met.
const SAMPLE: usize = 67;

#[test]
fn every_conformance_case_is_answered_with_the_truth() {
    println!("{}", levels::describe(Level::available()));
    let (queried, wrong) = conformance::replay(Level::available()).unwrap();
    assert!(wrong.is_empty(), "{wrong:#?}");
    let mut sampled = 0;
    for file in conformance::files() {
        let pair = conformance::of_file(&file).unwrap_or_else(|e| panic!("{e}"));
        let cases = conformance::read(pair, &file).unwrap_or_else(|e| panic!("{e}"));
        let sample: Vec<Case> = cases.iter().step_by(SAMPLE).cloned().collect();
        for &level in Level::available() {
            let wrong = pair.check(level, &sample).unwrap();
            assert!(wrong.is_empty(), "{} {level}, in every place: {wrong:?}", pair.stem);
        }
        sampled += sample.len();
    }
    let files = conformance::files().len();
    assert!(
        queried > 2000 * files && sampled > 25 * files,
        "{queried} cases, {sampled} of them in every place"
    );
}

#[test]
fn a_wrong_answer_is_noticed_in_one_batch() {
    let file = conformance::files().into_iter().find(|file| file.ends_with("disk_triangle.txt")).unwrap();
    let pair = conformance::of_file(&file).unwrap();
    let mut cases = conformance::read(pair, &file).unwrap();
    cases[1234].expected = cases[1234].expected.map(|answer| !answer);
    let wrong = pair.check_once(Level::PORTABLE, &cases).unwrap();
    assert_eq!(wrong.len(), 1);
    assert_eq!((wrong[0].case, wrong[0].wrong, wrong[0].queried), (1234, 2, 2));
}

#[test]
fn the_same_seed_makes_the_same_cases() {
    let pair = PAIRS.iter().find(|pair| pair.stem == "disk_triangle").unwrap();
    for source in [Source::Drawn(Family::Touching), Source::Bisected, Source::Squeezed] {
        let made = pair.make(1, source, 12);
        assert_eq!(made.len(), 12, "{source:?}");
        assert_eq!(made, pair.make(1, source, 12));
        assert_ne!(made, pair.make(2, source, 12));
    }
}

#[test]
fn the_kept_files_are_what_their_heads_say_how_to_make() {
    const CASES: usize = 2080;
    for file in conformance::files() {
        let pair = conformance::of_file(&file).unwrap();
        let make = |source: Source| pair.make(1, source, source.share(CASES));
        let mut of_sources: Vec<_> = Source::all().map(make).collect();
        unique(&mut of_sources);
        let made = text(pair, 1, CASES, &of_sources.concat());
        assert!(made == std::fs::read_to_string(&file).unwrap(), "{}", file.display());
    }
}

#[test]
fn a_case_is_kept_once_and_by_its_last_source() {
    let made = |family, word| Made { family, answer: true, words: vec![word] };
    let mut of_sources =
        [vec![made("grid", 1), made("grid", 2)], vec![made("bisected", 2), made("bisected", 3)]];
    unique(&mut of_sources);
    assert_eq!(of_sources, [vec![made("grid", 1)], vec![made("bisected", 2), made("bisected", 3)]]);
}

#[test]
fn bisected_pairs_are_neighbours_with_two_answers() {
    for pair in PAIRS {
        for source in [Source::Bisected, Source::Squeezed] {
            let made = pair.make(5, source, 8);
            for two in made.chunks(2) {
                let [one, other] = two else { panic!("{}: {source:?} is odd", pair.stem) };
                assert_ne!(one.answer, other.answer);
                for case in two {
                    assert_eq!(pair.truth(&case.words), case.answer);
                    assert_eq!(pair.refuse(&case.words), Ok(()));
                }
            }
        }
    }
}

/// One line of this many is labelled anew.
const LABELLED: usize = 7;

#[test]
fn the_kept_files_are_true_and_balanced() {
    for file in conformance::files() {
        let pair = conformance::of_file(&file).unwrap();
        let cases = conformance::read(pair, &file).unwrap();
        let stem = pair.stem;
        assert!(cases.len() >= 2000, "{stem}: {}", cases.len());
        for case in cases.iter().step_by(LABELLED) {
            assert_eq!(case.expected, Some(pair.truth(&case.words)), "{stem}:{}", case.line);
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
