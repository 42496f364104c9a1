//! The command line as a user meets it: commands that other programs run.

use std::process::Command;

use commands::text;

fn xtask(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_xtask"));
    command.args(arguments);
    command
}

/// Without the programs themselves: `echo` prints what cargo would be called with, and `false` fails like a
/// command.
#[cfg(unix)]
#[test]
fn commands_of_other_programs_are_handed_over_as_they_are() {
    let workspace = concat!(env!("CARGO_MANIFEST_DIR"), "/../Cargo.toml");
    let manifest = format!("--manifest-path {} --", std::fs::canonicalize(workspace).unwrap().display());
    let lab = format!("run --release --package lab {manifest}");
    let demo = format!("run --release --package demo {manifest}");
    let load = format!("bench --quiet --package benches --bench load {manifest}");
    for (program, arguments, passed) in [
        (&lab, "fuzz", "fuzz"),
        (&lab, "fuzz --help", "fuzz --help"),
        (&lab, "fuzz --seconds 5 -h --version --fast", "fuzz --seconds 5 -h --version --fast"),
        (&lab, "conformance -- -x.txt -- --peers", "conformance -- -x.txt -- --peers"),
        (&demo, "demo", ""),
        (&demo, "demo --quick --help", "--quick --help"),
        (&demo, "demo -- -x", "-- -x"),
        (&load, "load --quick", "--quick"),
    ] {
        let arguments: Vec<_> = arguments.split(' ').collect();
        let out = text(xtask(&arguments).env("CARGO", "echo"), 0).0;
        assert_eq!(out.trim_end(), format!("{program} {passed}").trim_end());
    }
    text(xtask(&["fuzz"]).env("CARGO", "false"), 1);
    let (out, err) = text(xtask(&["corpora"]).env("CARGO", "nowhere"), 2);
    assert!(err.starts_with("error: cannot run nowhere: ") && out.is_empty(), "{out}{err}");
}
