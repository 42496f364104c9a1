//! The conformance files: every case at every level, and a part of them in every place of a batch.

use soa::Level;
use testkit::conformance;
use testkit::corpus::Case;
use testkit::levels;

/// One case of so many is asked in all 1,222 places; a prime, so that every source has its turn.
const SAMPLE: usize = 67;

#[test]
fn every_conformance_case_is_answered_with_the_truth() {
    println!("{}", levels::describe(Level::available()));
    let (mut cases_asked, mut sampled) = (0, 0);
    for file in conformance::files() {
        let pair = conformance::of_file(&file).unwrap_or_else(|e| panic!("{e}"));
        let cases = conformance::read(&*pair, &file).unwrap_or_else(|e| panic!("{e}"));
        let sample: Vec<Case> = cases.iter().step_by(SAMPLE).cloned().collect();
        for &level in Level::available() {
            let wrong = pair.check_once(level, &cases).unwrap();
            assert!(wrong.is_empty(), "{} {level}: {wrong:?}", pair.stem());
            let wrong = pair.check(level, &sample).unwrap();
            assert!(wrong.is_empty(), "{} {level}, in every place: {wrong:?}", pair.stem());
        }
        cases_asked += cases.len();
        sampled += sample.len();
    }
    assert!(cases_asked > 40_000 && sampled > 500, "{cases_asked} cases, {sampled} of them in every place");
}

#[test]
fn a_wrong_answer_is_noticed_in_one_batch() {
    let file = conformance::files().into_iter().find(|file| file.ends_with("disk_triangle.txt")).unwrap();
    let pair = conformance::of_file(&file).unwrap();
    let mut cases = conformance::read(&*pair, &file).unwrap();
    cases[1234].expected = cases[1234].expected.map(|answer| !answer);
    let wrong = pair.check_once(Level::PORTABLE, &cases).unwrap();
    assert_eq!(wrong.len(), 1);
    assert_eq!((wrong[0].case, wrong[0].wrong, wrong[0].asked), (1234, 2, 2));
}
