//! The search, and the files that are kept.

use super::*;
use crate::conformance;

#[test]
fn the_same_seed_makes_the_same_cases() {
    let pairs = conformance::all();
    let pair = pairs.iter().find(|pair| pair.stem() == "disk_triangle").unwrap();
    for source in [Source::Drawn(Family::Touching), Source::Bisected, Source::Squeezed] {
        let made = pair.make(1, source, 12);
        assert_eq!(made.len(), 12, "{source:?}");
        assert_eq!(made, pair.make(1, source, 12));
        assert_ne!(made, pair.make(2, source, 12));
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
    for pair in conformance::all() {
        for source in [Source::Bisected, Source::Squeezed] {
            let made = pair.make(5, source, 8);
            for two in made.chunks(2) {
                let [one, other] = two else { panic!("{}: {source:?} is odd", pair.stem()) };
                assert_ne!(one.answer, other.answer);
                for case in two {
                    assert_eq!(pair.truth(&case.words), case.answer);
                    assert_eq!(pair.refuse(&case.words), Ok(()));
                }
            }
        }
    }
}

/// Every so many lines are labelled anew.
const SAMPLE: usize = 7;

#[test]
fn the_kept_files_are_true_and_balanced() {
    for file in conformance::files() {
        let pair = conformance::of_file(&file).unwrap();
        let cases = conformance::read(&*pair, &file).unwrap();
        let stem = pair.stem();
        assert!(cases.len() >= 2000, "{stem}: {}", cases.len());
        for case in cases.iter().step_by(SAMPLE) {
            assert_eq!(case.expected, Some(pair.truth(&case.words)), "{stem}:{}", case.line);
        }
        let mut seen = HashSet::new();
        assert!(cases.iter().all(|case| seen.insert(&case.words)), "{stem}: a case stands there twice");
        for source in Source::all() {
            let of_source: Vec<_> = cases.iter().filter(|case| case.family == source.name()).collect();
            let hits = of_source.iter().filter(|case| case.expected == Some(true)).count();
            let (hits, misses) = (hits, of_source.len() - hits);
            assert!(hits.min(misses) * 4 >= of_source.len(), "{stem} {}: {hits} and {misses}", source.name());
            assert!(of_source.len() >= 80, "{stem} {}: {}", source.name(), of_source.len());
        }
    }
}
