//! The command line as a user meets it: bad arguments, commands that other programs run.

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

/// Without the programs themselves: `echo` says what cargo would be told, and `false` fails like a command.
#[cfg(unix)]
#[test]
fn commands_of_other_programs_are_handed_over_as_they_are() {
    let workspace = concat!(env!("CARGO_MANIFEST_DIR"), "/../Cargo.toml");
    let workspace = std::fs::canonicalize(workspace).unwrap();
    let cargo =
        |package| format!("run --release --package {package} --manifest-path {} --", workspace.display());
    for arguments in [
        &["fuzz"][..],
        &["fuzz", "--help"],
        &["fuzz", "--seconds", "5", "-h", "--version", "--fast"],
        &["conformance", "--", "-x.txt", "--", "--peers"],
        &["corpora", "help"],
    ] {
        let out = text(xtask(arguments).env("CARGO", "echo"), 0).0;
        assert_eq!(out, format!("{} {}\n", cargo("lab"), arguments.join(" ")));
    }
    for arguments in [&[][..], &["--quick", "--help"], &["--", "-x"]] {
        let out = text(xtask(&[&["demo"], arguments].concat()).env("CARGO", "echo"), 0).0;
        assert_eq!(out, [&[cargo("demo").as_str()], arguments].concat().join(" ") + "\n");
    }
    text(xtask(&["fuzz"]).env("CARGO", "false"), 1);
}

#[test]
fn a_missing_cargo_is_named() {
    let (out, err) = text(xtask(&["corpora"]).env("CARGO", "nowhere"), 2);
    assert!(err.starts_with("error: cannot run nowhere: ") && out.is_empty(), "{out}{err}");
}
