//! The command line as a user meets it: bad arguments, short runs, commands of `lab`.

use std::process::Command;

use commands::text;
use soa::Level;

/// The command with these arguments; a variable of the surroundings has no say.
fn xtask(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_xtask"));
    command.args(arguments).env_remove(Level::VARIABLE);
    command
}

#[test]
fn assembly_of_an_unknown_kernel_is_refused_with_the_names() {
    let message = text(&mut xtask(&["asm", "disk_disk", "square_circle"]), 2).1;
    assert!(message.starts_with("error: no kernel is called `square_circle`; there are:"), "{message}");
    assert!(message.contains("\n  disk_triangle/seven_regions\n"), "{message}");
}

#[test]
fn assembly_at_an_unknown_level_is_refused_with_the_names() {
    let message = text(&mut xtask(&["asm", "--level", "avx2", "--level", "mmx"]), 2).1;
    assert!(message.contains("there is no level \"mmx\"; there are portable, avx2, avx512"), "{message}");
    assert!(text(&mut xtask(&["asm", "--fast"]), 2).1.contains("unexpected argument '--fast'"));
}

#[test]
fn a_bench_at_a_level_that_there_is_not_is_refused() {
    let bench = |arguments: &[&str], variable: &str| {
        text(xtask(&[&["bench"], arguments].concat()).env(Level::VARIABLE, variable), 2).1
    };
    let unknown = "there is no level \"mmx\"; there are portable, avx2, avx512\n";
    assert_eq!(bench(&["--level", "mmx"], ""), format!("error: {unknown}"));
    assert_eq!(bench(&[], "mmx"), format!("error: OCTET_LEVEL: {unknown}"));
    for level in Level::NAMES {
        if let Err(missing) = level.parse::<Level>() {
            assert_eq!(bench(&["--level", level], ""), format!("error: {missing}\n"));
        }
    }
}

#[test]
fn a_demo_at_a_level_that_there_is_not_is_refused() {
    let missing = Level::NAMES.into_iter().filter(|name| name.parse::<Level>().is_err());
    for name in ["mmx", "AVX2"].into_iter().chain(missing) {
        let error = name.parse::<Level>().unwrap_err().to_string();
        let (out, err) = text(&mut xtask(&["demo", "--level", name]), 2);
        assert!(err.contains(&error) && out.is_empty(), "{out}{err}");
        let (out, err) = text(xtask(&["demo"]).env(Level::VARIABLE, name), 2);
        assert_eq!((err, out), (format!("error: {}: {error}\n", Level::VARIABLE), String::new()));
    }
}

#[test]
fn the_demo_runs_at_the_level_that_was_chosen() {
    let directory = tempfile::TempDir::new().unwrap();
    let demo = |arguments: &[&str], variable: Option<Level>| {
        let out = ["demo", "--quick", "--spheres", "10", "--out", directory.path().to_str().unwrap()];
        let mut command = xtask(&[&out, arguments].concat());
        command.envs(variable.map(|level| (Level::VARIABLE, level.name())));
        let out = text(&mut command, 0).0;
        // The tables without their last columns, which are times: the answers are the same at every level.
        let row = |line: &str| line.split('|').take(6).map(str::trim).collect::<Vec<_>>().join(" | ");
        let answers: Vec<_> = out.lines().filter(|line| line.starts_with('|')).map(row).collect();
        (out.lines().next().unwrap().split_once(", ").unwrap().0.to_owned(), answers)
    };
    let at = |level: Level| format!("Octet at level {level}");
    let best = demo(&[], None);
    assert!(best.0 == at(Level::detect()) && best.1.len() > 6, "{best:?}");
    for &level in Level::available() {
        assert_eq!(demo(&["--level", level.name()], Some(Level::detect())), (at(level), best.1.clone()));
    }
    assert_eq!(demo(&[], Some(Level::PORTABLE)), (at(Level::PORTABLE), best.1));
}

/// Without `lab` itself: `echo` says what cargo would be told, and `false` fails like a command.
#[cfg(unix)]
#[test]
fn commands_of_the_lab_are_handed_over_as_they_are() {
    let workspace = concat!(env!("CARGO_MANIFEST_DIR"), "/../Cargo.toml");
    let workspace = std::fs::canonicalize(workspace).unwrap();
    let cargo = format!("run --release --package lab --manifest-path {} -- ", workspace.display());
    for arguments in [
        &["fuzz"][..],
        &["fuzz", "--help"],
        &["fuzz", "--seconds", "5", "-h", "--version", "--fast"],
        &["conformance", "--", "-x.txt", "--", "--peers"],
        &["corpora", "help"],
    ] {
        let out = text(xtask(arguments).env("CARGO", "echo"), 0).0;
        assert_eq!(out, format!("{cargo}{}\n", arguments.join(" ")));
    }
    text(xtask(&["fuzz"]).env("CARGO", "false"), 1);
}

#[test]
fn a_missing_cargo_is_named() {
    let (out, err) = text(xtask(&["corpora"]).env("CARGO", "nowhere"), 2);
    assert!(err.starts_with("error: cannot run nowhere: ") && out.is_empty(), "{out}{err}");
}
