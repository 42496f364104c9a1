//! Conformance files that are none, and answers that are wrong.

use std::path::Path;

use soa::Level;
use testkit::conformance::{Wrong, files, of_file, parse, read};
use testkit::corpus::{Case, CorpusError};

/// What is said of a file with this name and text.
fn refused(name: &str, text: &str) -> String {
    let directory = std::env::temp_dir().join(format!("octet-conformance-{}-{name}", std::process::id()));
    std::fs::create_dir_all(&directory).unwrap();
    let file = directory.join(name);
    std::fs::write(&file, text).unwrap();
    let outcome = of_file(&file).and_then(|pair| read(pair, &file));
    std::fs::remove_dir_all(&directory).unwrap();
    let CorpusError { line, reason, .. } = outcome.unwrap_err();
    format!("{line}: {reason}")
}

#[test]
#[cfg_attr(target_family = "wasm", ignore = "there is no directory for temporary files")]
fn files_that_are_no_cases_are_refused() {
    let unknown = refused("square_circle.txt", "");
    assert!(unknown.starts_with("0: no pair of shapes is called `square_circle`; known pairs: point_disk,"));
    assert_eq!(refused("disk_disk.txt", "# nothing\n"), "0: no cases");
    let words = ["00000000"; 5].join(" ");
    assert_eq!(
        refused("disk_disk.txt", &format!("\ngrid - {words} 3f800000")),
        "2: the expected answer is `-`, but must be 1 or 0"
    );
    assert_eq!(
        refused("disk_disk.txt", &format!("grid 1 {words} bf800000")),
        "1: disks: column radius, row 0: -1 is a negative radius"
    );
    let short = refused("disk_disk.mine.txt", &format!("grid 1 {words}"));
    assert!(short.starts_with("1: 5 words, but"), "{short}");
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
    for &level in Level::available() {
        assert_eq!(pair.check(level, &cases), Ok(Vec::new()));
    }
    cases[7].expected = Some(false);
    let queried = 2 * (1 + 561 + 16 + 33);
    for &level in Level::available() {
        let wrong = pair.check(level, &cases).unwrap();
        assert_eq!(wrong, [Wrong { case: 7, line: 8, wrong: queried, queried, query: "intersects" }]);
    }
    let few = &cases[..3];
    assert_eq!(pair.check(Level::PORTABLE, few), Ok(Vec::new()), "a file shorter than a batch");
}

#[test]
fn a_pair_says_what_its_columns_are() {
    let pair = of_file(Path::new("disk_triangle.txt")).unwrap();
    assert_eq!(pair.describe(), "disks x y radius, triangles ax ay bx by cx cy");
    assert_eq!(pair.columns(), 9);
}

#[test]
fn the_oracle_and_the_exact_kernel_say_what_a_case_expects_and_the_published_one_not_always() {
    let file = files().into_iter().find(|file| file.ends_with("disk_triangle.txt")).unwrap();
    let pair = of_file(&file).unwrap();
    let cases = parse(pair, &file, &std::fs::read_to_string(&file).unwrap()).unwrap();
    let mut met = [[0; 2]; 2];
    for case in &cases {
        let expected = case.expected.unwrap();
        assert_eq!([pair.truth(&case.words), pair.exact(&case.words)], [expected; 2], "line {}", case.line);
        met[usize::from(expected)][usize::from(pair.published(&case.words))] += 1;
    }
    assert!(met.as_flattened().iter().all(|&n| n > 50), "expected and published: {met:?}");
}
