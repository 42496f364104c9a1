//! The command line as a user meets it: bad arguments, short runs, replays.

use std::process::{Command, Output};

fn fuzz(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_xtask")).arg("fuzz").args(arguments).output().unwrap()
}

fn refused(arguments: &[&str]) -> String {
    let output = fuzz(arguments);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    String::from_utf8(output.stderr).unwrap()
}

fn accepted(arguments: &[&str]) -> String {
    let output = fuzz(arguments);
    let (out, err) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {out}{err}");
    out
}

#[test]
fn an_unknown_kernel_is_refused_with_the_names() {
    let message = refused(&["--kernel", "square_circle"]);
    assert!(message.starts_with("error: no kernel is called `square_circle`; there are:"), "{message}");
    assert!(message.contains("\n  disk_triangle/seven_regions\n"), "{message}");
}

#[test]
fn bad_arguments_are_refused() {
    assert!(refused(&["--fast"]).contains("unexpected argument '--fast'"));
    assert!(refused(&["--seconds", "1", "--cases", "1"]).contains("cannot be used with"));
    assert!(refused(&["--self-check", "--seed", "1"]).contains("cannot be used with"));
    assert!(refused(&["--seconds", "soon"]).contains("invalid digit"));
    assert!(refused(&["--jobs", "0"]).contains("0 is not in 1..=1024"));
}

#[test]
fn the_list_can_be_narrowed() {
    let all = accepted(&["--list"]);
    assert!(all.lines().count() >= 7 && all.contains("circumcircle\n"));
    let some = accepted(&["--list", "--kernel", "disk_triangle", "--kernel", "vector3/cross"]);
    assert!(some.lines().all(|name| name.starts_with("disk_triangle/") || name == "vector3/cross"), "{some}");
    assert!(some.contains("disk_triangle/seven_regions\n") && some.ends_with("vector3/cross\n"), "{some}");
}

#[test]
fn the_same_seed_is_the_same_run() {
    let run = |seed| {
        let out =
            accepted(&["--cases", "40000", "--seed", seed, "--jobs", "2", "--kernel", "point_triangle"]);
        let table: Vec<_> = out.lines().filter(|line| line.starts_with("point_triangle")).collect();
        assert!(out.contains("comparisons (") && !table.is_empty(), "{out}");
        table.join("\n")
    };
    assert_eq!(run("5"), run("5"));
    assert_ne!(run("5"), run("6"));
}

#[test]
fn corpora_are_replayed_and_wrong_ones_refused() {
    let good = concat!(env!("CARGO_MANIFEST_DIR"), "/../corpora/regressions/disk_triangle.seven_regions.txt");
    assert!(accepted(&["--replay", good]).contains("cases as the twin says"));

    let directory = std::env::temp_dir().join(format!("octet-cli-{}", std::process::id()));
    std::fs::create_dir_all(&directory).unwrap();
    let file = |name: &str, text: &str| {
        let path = directory.join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let short = refused(&["--replay", &file("vector3.cross.txt", "# title\ngrid - 3f800000\n")]);
    assert!(
        short.contains("vector3.cross.txt:2: 1 words, but the kernel's shapes have 6 columns"),
        "{short}"
    );
    let unknown = refused(&["--replay", &file("square.circle.txt", "")]);
    assert!(unknown.contains("no kernel is called `square/circle`"), "{unknown}");
    let empty = refused(&["--replay", &file("vector3.signed_area.txt", "# nothing\n")]);
    assert!(empty.contains("no cases"), "{empty}");
    assert!(refused(&["--replay", "nowhere/vector3.cross.txt"]).contains("nowhere/vector3.cross.txt"));
    std::fs::remove_dir_all(&directory).unwrap();
}

#[test]
fn a_bench_at_a_level_that_there_is_not_is_refused() {
    let bench = |arguments: &[&str], variable: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_xtask"));
        let output =
            command.arg("bench").args(arguments).env(soa::Level::VARIABLE, variable).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?} {variable}");
        String::from_utf8(output.stderr).unwrap()
    };
    let unknown = "there is no level \"mmx\"; there are portable, avx2, avx512\n";
    assert_eq!(bench(&["--level", "mmx"], ""), format!("error: {unknown}"));
    assert_eq!(bench(&[], "mmx"), format!("error: OCTET_LEVEL: {unknown}"));
    for level in soa::Level::NAMES {
        if let Err(missing) = level.parse::<soa::Level>() {
            assert_eq!(bench(&["--level", level], ""), format!("error: {missing}\n"));
        }
    }
}
