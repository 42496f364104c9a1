//! Building and running the tests and the golden program for a target.

use std::ffi::OsString;
use std::fmt;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result};
use commands::{cargo, target_directory};

use super::needs::is_own;
use super::rust::{Rust, variable};
use super::targets::{Runner, TARGETS, Target};

/// The crates that answer, and those that hold them to it.
const ALL: &[&str] = &["--package=faults", "--package=scalar", "--package=soa", "--package=testkit"];

/// What is compiled and run in a few minutes, even under an emulator: all tests of the algorithms, the lanes and what refuses bad
/// input.
const QUICK: &[&str] = &[
    "--package=scalar",
    "--package=soa",
    // As the golden program has them, or they would be compiled again.
    "--no-default-features",
    "--features=scalar/std,soa/std,soa/rayon",
    "--lib",
    "--test=all",
    "--test=bad_input",
    "--test=columns",
];

/// Tests that would take an emulator most of an hour: the golden program asks the same of all kernels and joins, and how the fuzzer
/// notices faults does not depend on the machine.
const SLOW: &[&str] = &[
    "every_fault_is_noticed_in_every_kernel_that_can_show_it",
    "golden::",
    "thousands_of_rows_in_space_and_of_one_set_equal_brute_force",
    "threads_and_tiles_change_nothing",
    "twenty_thousand_rows_equal_brute_force",
];

/// With `--quick`, these neither: what algorithms in `f32` make of grids is decided in integers, which are the same on any machine.
const SLOW_IF_QUICK: &str = "integer_truth::";

/// The runner of WebAssembly.
const WASI: &str = include_str!("wasi.mjs");

/// What a target's tests and its golden program said.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// Tests.
    pub counts: Counts,
    /// Whether all of cargo's commands were content.
    pub success: bool,
    /// What the golden program says; None if it does not come to its end.
    pub golden: Option<Golden>,
    /// The cases of the conformance files, and how many answers were wrong.
    pub conformance: Option<(u64, u64)>,
    /// The levels that the target has.
    pub levels: String,
}

/// What the golden program says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Golden {
    /// The hash of all answers.
    pub hash: String,
    /// The kernels and joins that were asked.
    pub lines: usize,
    /// Those that say something else than the committed lines.
    pub differ: usize,
}

impl Golden {
    /// What the program printed, beside the committed lines.
    pub fn read(text: &str, committed: &str) -> Option<Self> {
        let mut lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
        let (name, hash) = lines.pop()?.split_once(": ")?;
        let differ = lines.iter().filter(|line| !committed.lines().any(|known| known == **line)).count();
        (name == "all").then(|| Self { hash: hash.to_owned(), lines: lines.len(), differ })
    }

    /// Whether all is as committed.
    pub fn is_equal(&self, committed: &Self) -> bool {
        self.hash == committed.hash && self.lines > 0 && self.differ == 0
    }
}

impl fmt::Display for Golden {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.differ {
            0 => f.write_str(&self.hash),
            differ => write!(f, "{differ} of {} differ", self.lines),
        }
    }
}

/// Tests by how they ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Those that passed.
    pub passed: u64,
    /// Those that failed.
    pub failed: u64,
    /// Those that did not run, as they cannot on the target.
    pub ignored: u64,
}

impl Counts {
    /// The sum of what the test programs of a run say.
    pub fn read(log: &str) -> Self {
        let mut counts = Self::default();
        for line in log.lines().filter_map(|line| line.strip_prefix("test result: ")) {
            for part in line.split([';', '.']) {
                let mut words = part.split_whitespace();
                let (Some(Ok(number)), Some(what)) = (words.next().map(str::parse::<u64>), words.next())
                else {
                    continue;
                };
                match what {
                    "passed" => counts.passed += number,
                    "failed" => counts.failed += number,
                    "ignored" => counts.ignored += number,
                    _ => {}
                }
            }
        }
        counts
    }
}

/// A target with its compiler, ready to run cargo.
pub struct Suite<'a> {
    target: &'a Target,
    directory: PathBuf,
    environment: Vec<(String, OsString)>,
}

impl<'a> Suite<'a> {
    /// What cargo is to be told.
    ///
    /// # Errors
    /// No compiler for it, or no place for its programs.
    pub fn new(target: &'a Target) -> Result<Self> {
        let rust = Rust::find(target.triple).context("no standard library")?;
        let cross = target_directory()?.join("cross");
        let directory = cross.join(builder(target).name);
        fs::create_dir_all(&directory)?;
        let variable = |what| variable(target.triple, what);
        let flags = [target.flags, rust.flags(target.triple)].concat().join(" ");
        let mut environment: Vec<(String, OsString)> = vec![
            ("CARGO_BUILD_TARGET".into(), target.triple.into()),
            ("CARGO_TARGET_DIR".into(), directory.clone().into()),
            ("RUSTFLAGS".into(), flags.clone().into()),
            ("RUSTDOCFLAGS".into(), flags.into()),
        ];
        if let Some(linker) = target.linker.filter(|_| !is_own(target)) {
            environment.push((variable("LINKER"), linker.program.into()));
        }
        let runner = match target.runner {
            Runner::Native(_) => None,
            Runner::Qemu(program, None) => Some(program.to_owned()),
            Runner::Qemu(program, Some(cpu)) => Some(format!("{program} -cpu {cpu}")),
            Runner::Node => {
                let script = cross.join("wasi.mjs");
                fs::write(&script, WASI)?;
                Some(format!("node --no-warnings {}", script.display()))
            }
        };
        if let Some(runner) = runner {
            // Cargo's, and that of tests that start themselves again.
            let names = [variable("RUNNER"), "OCTET_TEST_RUNNER".to_owned()];
            environment.extend(names.map(|name| (name, runner.clone().into())));
        }
        environment.extend(rust.environment(target.triple)?);
        Ok(Self { target, directory, environment })
    }

    /// Where everything is written that cargo and the tests say.
    pub fn log(&self) -> PathBuf {
        self.directory.join(format!("{}.log", self.target.name))
    }

    /// Runs it all.
    ///
    /// # Errors
    /// Cargo cannot be run, or its words cannot be written.
    pub fn run(&self, quick: bool, committed: &str) -> Result<Outcome> {
        let log = File::create(self.log())?;
        let mut program =
            self.cargo(&["run", "--profile", "test", "--package", "testkit", "--example", "golden"]);
        let said = program.stderr(log.try_clone()?).output()?;
        // The lines are what counts: node 20 crashes at the end of a program of this size, after its last word.
        let golden = Golden::read(&String::from_utf8_lossy(&said.stdout), committed);
        let mut outcome = Outcome { golden, ..Outcome::default() };
        let so_far = read(&self.log())?;
        outcome.levels = so_far.lines().rev().find_map(levels).unwrap_or_default().into();
        outcome.conformance = so_far.lines().rev().find_map(conformance);

        let mut tests = self.cargo(&["test", "--no-fail-fast"]);
        tests.args(if quick { QUICK } else { ALL });
        if !matches!(self.target.runner, Runner::Native(_)) {
            let skipped = SLOW.iter().copied().chain(quick.then_some(SLOW_IF_QUICK));
            tests.arg("--").args(skipped.flat_map(|test| ["--skip", test]));
        }
        let status = tests.stdout(log.try_clone()?).stderr(log).status()?;
        outcome.success = status.success();
        outcome.counts = Counts::read(&read(&self.log())?);
        Ok(outcome)
    }

    fn cargo(&self, args: &[&str]) -> Command {
        let mut command = cargo();
        command.args(args).envs(self.environment.iter().map(|(name, value)| (name, value)));
        // What was said to the command itself is about this machine.
        command.env_remove(soa::Level::VARIABLE).stdin(Stdio::null());
        command
    }
}

/// The first target that is built with the same flags for the same triple: its programs serve.
fn builder(target: &Target) -> &Target {
    TARGETS
        .iter()
        .find(|other| (other.triple, other.flags) == (target.triple, target.flags))
        .unwrap_or(target)
}

/// What the golden program says of levels: `levels portable avx2 (this CPU lacks avx512)`.
fn levels(line: &str) -> Option<&str> {
    let names = line.strip_prefix("levels ").or_else(|| line.strip_prefix("level "))?;
    Some(names.split(" (").next().unwrap_or(names))
}

/// What the golden program says of the conformance files: `conformance: 41629 cases, 0 wrong`.
fn conformance(line: &str) -> Option<(u64, u64)> {
    let (cases, wrong) =
        line.strip_prefix("conformance: ")?.strip_suffix(" wrong")?.split_once(" cases, ")?;
    Some((cases.parse().ok()?, wrong.parse().ok()?))
}

fn read(log: &Path) -> Result<String> {
    let bytes = fs::read(log).with_context(|| format!("cannot read {}", log.display()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// The lines of a log that say why it failed.
///
/// # Errors
/// There is no log.
pub fn reasons(log: &Path) -> Result<String> {
    let text = read(log)?;
    let lines: Vec<&str> = text.lines().collect();
    let tells = |line: &&&str| {
        let line = line.trim_start();
        line.starts_with("error")
            || line.ends_with("FAILED")
            || line.contains("panicked at")
            || line.contains("committed")
    };
    let found: Vec<&str> = lines.iter().filter(tells).take(20).copied().collect();
    let last = lines.len().saturating_sub(10);
    Ok(if found.is_empty() { lines[last..].join("\n") } else { found.join("\n") })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_are_counted_over_all_programs() {
        let log = "\
running 3 tests
test result: ok. 3 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.01s
test result: FAILED. 40 passed; 2 failed; 0 ignored; 0 measured; 7 filtered out; finished in 1.50s

all doctests ran in 1.10s; merged doctests compilation took 0.90s
";
        assert_eq!(Counts::read(log), Counts { passed: 43, failed: 2, ignored: 1 });
        assert_eq!(Counts::read(""), Counts::default());
    }

    #[test]
    fn the_golden_program_is_understood() {
        let committed = "# head\na: 1 rows\nb: 2 rows\nall: 0123456789abcdef\n";
        let whole = Golden::read(committed, committed).unwrap();
        assert_eq!((whole.to_string().as_str(), whole.lines, whole.differ), ("0123456789abcdef", 2, 0));
        let read = |text| Golden::read(text, committed).unwrap();
        let other = read("# head\na: 1 rows\nb: 3 rows\nall: 76543210\n");
        assert_eq!(other.to_string(), "1 of 2 differ");
        let hashed = read("a: 1 rows\nb: 2 rows\nall: 76543210\n");
        assert_eq!(
            [&whole, &other, &hashed, &read("all: 0123456789abcdef")].map(|golden| golden.is_equal(&whole)),
            [true, false, false, false]
        );
        assert_eq!((Golden::read("a: 1 rows\n", committed), Golden::read("", committed)), (None, None));
        assert_eq!(levels("levels portable avx2 (this CPU lacks avx512)"), Some("portable avx2"));
        assert_eq!((levels("level portable"), levels("leveled")), (Some("portable"), None));
        assert_eq!(conformance("conformance: 41629 cases, 3 wrong"), Some((41_629, 3)));
        assert_eq!((conformance("conformance: no"), conformance("1 cases, 0 wrong")), (None, None));
    }

    #[test]
    fn what_is_built_alike_is_built_once() {
        let names: Vec<_> = TARGETS.iter().map(|target| (target.name, builder(target).name)).collect();
        assert!(names.contains(&("x86-64-avx2", "x86-64")) && names.contains(&("x86-64-v3", "x86-64-v3")));
        assert!(
            names.contains(&("wasm32", "wasm32")) && names.contains(&("wasm32-simd128", "wasm32-simd128"))
        );
    }
}
