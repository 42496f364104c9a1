//! Files of regressions: how they are read and written, and that every case is answered in every place.

use std::fs;
use std::path::Path;

use soa::Level;
use testkit::corpus::{Case, append, files, parse, read, regressions as directory, strained};
use testkit::mismatch::Mismatch;
use testkit::places::describe;
use testkit::replay::regressions;
use testkit::runner::LONGEST;
use testkit::subject::named;

#[test]
fn regressions_stay_mended() {
    println!("{}", describe(Level::available()));
    let (mut all, least) = (0, LONGEST * (LONGEST + 1) / 2 * Level::available().len());
    for file in [directory(), strained()].iter().flat_map(|dir| files(dir).unwrap_or_else(|e| panic!("{e}")))
    {
        let (subject, cases) = read(&file).unwrap_or_else(|e| panic!("{e}"));
        let queried = regressions(subject, Level::available(), &file, &cases);
        assert!(queried.unwrap_or_else(|e| panic!("{e}")) > least, "every place of batches of every length");
        all += cases.len();
    }
    assert!(
        all >= 110,
        "only {all} cases were replayed: are corpora/regressions and corpora/strained there?"
    );
}

#[test]
fn a_wrong_case_is_refused_with_file_and_line() {
    let subject = named("point_triangle/edge_functions").unwrap();
    let file = Path::new("x.txt");
    let run = |expected: &str, x: &str| {
        let triangle = "00000000 00000000 00000000 40000000 40000000 00000000";
        let text = format!("# title\ngrid {expected} {x} 40a00000 {triangle}\n");
        let cases = parse(file, &text, subject.columns()).unwrap();
        regressions(subject, &[Level::PORTABLE], file, &cases).map_err(|error| error.to_string())
    };
    assert!(run("0", "40a00000").is_ok() && run("0", "7f800000").is_ok());
    for (expected, message) in
        [("1", "expects 1, the reference says 0"), ("-", "expects -, the reference says 0")]
    {
        assert_eq!(run(expected, "40a00000"), Err(format!("x.txt:2: the case {message}")));
    }
}

#[test]
fn cases_comments_and_blank_lines_are_read() {
    let text = "# title\n\ngrid 1 3f800000 80000000 # touches\n  nan 0 7FC00000 00000001\n";
    let cases = parse(Path::new("f"), &format!("{text}uniform - 00000000 00000001\n"), 2).unwrap();
    let case = |line, family: &str, expected, words: [u32; 2]| Case {
        line,
        family: family.into(),
        expected,
        words: words.to_vec(),
    };
    let wanted = [
        case(3, "grid", Some(true), [0x3f80_0000, 0x8000_0000]),
        case(4, "nan", Some(false), [0x7fc0_0000, 1]),
        case(5, "uniform", None, [0, 1]),
    ];
    assert_eq!(cases, wanted);
    assert_eq!(wanted[0].text(), "grid 1 3f800000 80000000\n");
}

#[test]
fn errors_name_the_file_and_the_line() {
    for (text, reason) in [
        ("# one\ngrid 1 3f800000\n", "2: 1 words, but the kernel's shapes have 2 columns"),
        ("grid 1 3f80000 00000000", "1: `3f80000` is not eight hex digits"),
        ("grid 1 +3f80000 00000000", "1: `+3f80000` is not eight hex digits"),
        ("grid 1 3f80000g 00000000", "1: `3f80000g` is not eight hex digits"),
        ("grid 2 00000000 00000000", "1: the expected answer is `2`, but must be 1, 0 or -"),
        ("grid", "1: the expected answer (1, 0 or -) is missing"),
    ] {
        let refused = parse(Path::new("f.txt"), text, 2).unwrap_err();
        assert_eq!(refused.to_string(), format!("f.txt:{reason}"));
    }
    let unknown = read(Path::new("a/square.circle.txt")).unwrap_err().to_string();
    let wanted =
        "a/square.circle.txt: no kernel is called `square/circle`; known kernels: aabb_aabb/intervals, ";
    assert!(unknown.starts_with(wanted), "{unknown}");
}

#[test]
#[cfg_attr(target_family = "wasm", ignore = "there is no directory for temporary files")]
fn a_mismatch_is_kept_once() {
    let directory = std::env::temp_dir().join(format!("octet-kept-{}", std::process::id()));
    let mismatch = |line: &str| Mismatch {
        name: "disk_disk/exact".into(),
        summary: "a summary".into(),
        source: String::new(),
        snippet: String::new(),
        line: Some(line.into()),
    };
    let [one, other] = ["grid 1 00000000", "grid 0 00000001"].map(mismatch);
    let kept = [&one, &other, &one].map(|mismatch| append(&directory, mismatch).unwrap());
    let (file, listed) = (directory.join("disk_disk.exact.txt"), files(&directory));
    let text = fs::read_to_string(&file).unwrap();
    fs::remove_dir_all(&directory).unwrap();
    assert_eq!(text, "# a summary\ngrid 1 00000000\n# a summary\ngrid 0 00000001\n");
    assert_eq!((kept, listed), ([(); 3].map(|()| Some(file.clone())), Ok(vec![file.clone()])));
    assert_eq!(append(&directory, &Mismatch { line: None, ..one }), Ok(None));
    assert!(files(&directory).is_err(), "a directory that does not exist");
}
