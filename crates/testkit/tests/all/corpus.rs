//! Corpus files, and files that are none.

use std::fs;
use std::path::Path;

use testkit::corpus::{Case, CorpusError, append, file_name, files, kernel_name, parse};
use testkit::mismatch::Mismatch;

fn refused(text: &str) -> String {
    parse(Path::new("x/disk_triangle.seven_regions.txt"), text, 2).unwrap_err().to_string()
}

#[test]
fn cases_comments_and_blank_lines_are_read() {
    let text = "# title\n\ngrid 1 3f800000 80000000 # touches\n  nan 0 7FC00000 00000001\nuniform - 0 1\n";
    let text = text.replace("0 1\n", "00000000 00000001\n");
    let cases = parse(Path::new("f"), &text, 2).unwrap();
    assert_eq!(cases.len(), 3);
    let first =
        Case { line: 3, family: "grid".into(), expected: Some(true), words: vec![0x3f80_0000, 0x8000_0000] };
    assert_eq!(cases[0], first);
    assert_eq!((cases[1].line, cases[1].expected, cases[1].words[0]), (4, Some(false), 0x7fc0_0000));
    assert_eq!(cases[2].expected, None);
}

#[test]
fn errors_name_the_file_and_the_line() {
    let file = "x/disk_triangle.seven_regions.txt";
    assert_eq!(
        refused("# one\ngrid 1 3f800000\n"),
        format!("{file}:2: 1 words, but the kernel's shapes have 2 columns")
    );
    for word in ["3f80000", "+3f80000", "3f80000g", "0x3f8000"] {
        let wanted = format!("{file}:1: `{word}` is not eight hex digits");
        assert_eq!(refused(&format!("grid 1 {word} 00000000")), wanted);
    }
    assert_eq!(
        refused("grid 2 00000000 00000000"),
        format!("{file}:1: the expected answer is `2`, but must be 1, 0 or -")
    );
    assert_eq!(refused("grid"), format!("{file}:1: the expected answer (1, 0 or -) is missing"));
}

#[test]
fn names_and_files_match() {
    assert_eq!(file_name("disk_triangle/seven_regions"), "disk_triangle.seven_regions.txt");
    let name = kernel_name(Path::new("a/disk_triangle.seven_regions.txt"));
    assert_eq!(name.as_deref(), Some("disk_triangle/seven_regions"));
    assert_eq!(kernel_name(Path::new("a/README.md")), None);
}

#[test]
fn an_error_of_a_whole_file_has_no_line() {
    let error = |line| CorpusError { file: "f.txt".into(), line, reason: "no".into() }.to_string();
    assert_eq!([0, 1].map(error), ["f.txt: no", "f.txt:1: no"]);
}

#[test]
#[cfg_attr(target_family = "wasm", ignore = "there is no directory for temporary files")]
fn a_mismatch_is_kept_once() {
    let directory = std::env::temp_dir().join(format!("octet-kept-{}", std::process::id()));
    let mismatch = |line: &str| Mismatch {
        kernel: "disk_disk/exact",
        family: "grid",
        summary: "a summary".into(),
        rows: String::new(),
        snippet: String::new(),
        line: line.into(),
    };
    let [one, other] = ["grid 1 00000000", "grid 0 00000001"].map(mismatch);
    let kept = [&one, &other, &one].map(|mismatch| append(&directory, mismatch).unwrap());
    let text = fs::read_to_string(&kept[0]).unwrap();
    fs::remove_dir_all(&directory).unwrap();
    assert_eq!(text, "# a summary\ngrid 1 00000000\n# a summary\ngrid 0 00000001\n");
    assert!(kept.iter().all(|file| *file == directory.join("disk_disk.exact.txt")));
}

#[test]
#[cfg_attr(target_family = "wasm", ignore = "there is no directory for temporary files")]
fn a_file_of_no_kernel_is_refused() {
    let directory = std::env::temp_dir().join(format!("octet-corpus-{}", std::process::id()));
    fs::create_dir_all(&directory).unwrap();
    fs::write(directory.join("square.circle.txt"), "").unwrap();
    let refused = files(&directory, &["disk_triangle/seven_regions"]).unwrap_err();
    fs::remove_dir_all(&directory).unwrap();
    assert!(refused.file.ends_with("square.circle.txt"));
    let reason = "no kernel is called `square/circle`; known kernels: disk_triangle/seven_regions";
    assert_eq!(refused.reason, reason);
    assert!(files(&directory, &[]).is_err(), "a directory that does not exist");
}
