//! `cargo xtask demo` as a user meets it.

use std::process::Command;

use commands::text;
use soa::Level;

/// The program with these arguments; a variable of the surroundings has no say.
fn program(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_demo"));
    command.args(arguments).env_remove(Level::VARIABLE);
    command
}

#[test]
fn a_demo_at_a_level_that_there_is_not_is_refused() {
    let missing = Level::NAMES.into_iter().filter(|name| name.parse::<Level>().is_err());
    for name in ["mmx", "AVX2"].into_iter().chain(missing) {
        let error = name.parse::<Level>().unwrap_err().to_string();
        let (out, err) = text(&mut program(&["--level", name]), 2);
        assert!(err.contains(&error) && out.is_empty(), "{out}{err}");
        let (out, err) = text(program(&[]).env(Level::VARIABLE, name), 2);
        assert_eq!((err, out), (format!("error: {}: {error}\n", Level::VARIABLE), String::new()));
    }
}

#[test]
fn the_demo_draws_at_the_level_that_was_chosen() {
    let folder = tempfile::TempDir::new().unwrap();
    let demo = |arguments: &[&str], variable: Option<Level>| {
        let out = ["--quick", "--out", folder.path().to_str().unwrap()];
        let mut command = program(&[&out, arguments].concat());
        command.envs(variable.map(|level| (Level::VARIABLE, level.name())));
        let out = text(&mut command, 0).0;
        for (name, width, height) in [
            ("map.png", 1200_u32, 660_u32),
            ("mesh.png", 1000, 600),
            ("frames.png", 1000, 600),
            ("join.png", 1000, 600),
        ] {
            let picture = std::fs::read(folder.path().join(name)).unwrap();
            // The header chunk of a PNG begins with the size.
            assert_eq!(picture[16..24], [width.to_be_bytes(), height.to_be_bytes()].concat(), "{name}");
            assert!(picture.len() > 100_000, "{name}: {} bytes", picture.len());
        }
        // The tables without their last columns, which are times: the answers are the same at every level.
        let row = |line: &str| line.split('|').take(6).map(str::trim).collect::<Vec<_>>().join(" | ");
        let answers: Vec<_> = out.lines().filter(|line| line.starts_with('|')).map(row).collect();
        (out.lines().next().unwrap().to_owned(), answers)
    };
    let at = |level: Level| format!("Octet at level {level}");
    let best = demo(&[], None);
    assert!(best.0 == at(Level::detect()) && best.1.len() > 6, "{best:?}");
    for &level in Level::available() {
        assert_eq!(demo(&["--level", level.name()], Some(Level::detect())), (at(level), best.1.clone()));
    }
    assert_eq!(demo(&[], Some(Level::PORTABLE)), (at(Level::PORTABLE), best.1));
}
