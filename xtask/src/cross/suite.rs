//! Building and running the tests and the golden program for a target.

use std::fs::{self, File};
use std::path::PathBuf;
use std::process::{Command, Stdio};

use anyhow::{Context, Result};
use commands::{cargo, repository, target_directory};

use super::{COMMITTED, Runner, TARGETS, Target};

/// The crates that answer, and those that hold them to it.
const ALL: &[&str] =
    &["--package=faults", "--package=octet-scalar", "--package=octet-soa", "--package=testkit"];

/// What is compiled and run in a few minutes, even under an emulator: all tests of the algorithms, the lanes and what refuses bad
/// input.
const QUICK: &[&str] = &[
    "--package=octet-scalar",
    "--package=octet-soa",
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

/// What a target's tests and its golden program said.
#[derive(Default)]
pub struct Outcome {
    /// Whether cargo's tests succeeded.
    success: bool,
    /// What the golden program prints.
    golden: String,
    /// What else cargo, the golden program and the tests say.
    log: String,
}

impl Outcome {
    /// Whether all is as it should be.
    pub fn passed(&self) -> bool {
        let [passed, ..] = self.counts();
        let is_right = conformance(&self.log).is_some_and(|(cases, wrong)| cases > 0 && wrong == 0);
        self.success && passed > 0 && is_right && self.golden == COMMITTED
    }

    /// Levels, tests that passed, failed and were ignored, golden hash, conformance cases and wrong ones.
    pub fn cells(&self) -> [String; 7] {
        let golden =
            match COMMITTED.lines().filter(|line| !self.golden.lines().any(|known| known == *line)).count() {
                0 => hash(&self.golden).to_owned(),
                differ => format!("{differ} of {} differ", COMMITTED.lines().count()),
            };
        let [passed, failed, ignored] = self.counts().map(|count| count.to_string());
        let (cases, wrong) = conformance(&self.log)
            .map_or(("none".to_owned(), "-".to_owned()), |(cases, wrong)| {
                (cases.to_string(), wrong.to_string())
            });
        let levels = self.log.lines().find_map(levels).unwrap_or_default().to_owned();
        [levels, passed, failed, ignored, golden, cases, wrong]
    }

    /// Tests that passed, failed and were ignored, over all test programs.
    fn counts(&self) -> [u64; 3] {
        let results = self.log.lines().filter_map(|line| line.strip_prefix("test result: "));
        let parts: Vec<_> = results.flat_map(|line| line.split([';', '.'])).map(str::trim).collect();
        ["passed", "failed", "ignored"].map(|what| {
            let counts = parts.iter().filter_map(|part| part.strip_suffix(what)?.trim().parse::<u64>().ok());
            counts.sum()
        })
    }

    /// The lines that say why it failed.
    pub fn reasons(&self) -> String {
        let says = |line: &&str| {
            line.starts_with("error")
                || ["FAILED", "panicked at", "committed"].iter().any(|word| line.contains(word))
        };
        let lines = self.log.lines().filter(says);
        lines.take(20).collect::<Vec<_>>().join("\n")
    }
}

/// A target, ready to run cargo.
pub struct Suite<'a> {
    target: &'a Target,
    directory: PathBuf,
    environment: Vec<(String, String)>,
}

impl<'a> Suite<'a> {
    /// What cargo is to be told.
    ///
    /// # Errors
    /// No place for its programs.
    pub fn new(target: &'a Target) -> Result<Self> {
        // The first target that is built with the same flags for the same triple: its programs serve.
        let same = |other: &&Target| (other.triple, other.flags) == (target.triple, target.flags);
        let builder = TARGETS.iter().find(same).unwrap_or(target);
        let directory = target_directory()?.join("cross").join(builder.name);
        fs::create_dir_all(&directory)?;
        let variable =
            |what: &str| format!("CARGO_TARGET_{}_{what}", target.triple.to_uppercase().replace('-', "_"));
        let mut environment = vec![
            ("CARGO_BUILD_TARGET".to_owned(), target.triple.to_owned()),
            ("RUSTFLAGS".to_owned(), target.flags.to_owned()),
            ("RUSTDOCFLAGS".to_owned(), target.flags.to_owned()),
        ];
        environment.extend(target.linker().map(|linker| (variable("LINKER"), linker)));
        let runner = match target.runner {
            Runner::Native(_) => None,
            Runner::Qemu(command) => Some(command.to_owned()),
            Runner::Node => {
                Some(format!("node --no-warnings {}", repository("xtask/src/cross/wasi.mjs").display()))
            }
        };
        if let Some(runner) = runner {
            // Cargo's, and that of tests that start themselves again.
            let names = [variable("RUNNER"), "OCTET_TEST_RUNNER".to_owned()];
            environment.extend(names.map(|name| (name, runner.clone())));
        }
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
    pub fn run(&self, quick: bool) -> Result<Outcome> {
        let log = File::create(self.log())?;
        let mut program =
            self.cargo(&["run", "--profile", "test", "--package", "testkit", "--example", "golden"]);
        // The lines are what counts: node 20 crashes at the end of a program of this size, after its last word.
        let golden = program.stderr(log.try_clone()?).output()?.stdout;
        let mut tests = self.cargo(&["test", "--no-fail-fast"]);
        tests.args(if quick { QUICK } else { ALL });
        if !matches!(self.target.runner, Runner::Native(_)) {
            let skipped = SLOW.iter().copied().chain(quick.then_some(SLOW_IF_QUICK));
            tests.arg("--").args(skipped.flat_map(|test| ["--skip", test]));
        }
        let success = tests.stdout(log.try_clone()?).stderr(log).status()?.success();
        let log = fs::read(self.log()).with_context(|| format!("cannot read {}", self.log().display()))?;
        let [golden, log] = [golden, log].map(|text| String::from_utf8_lossy(&text).into_owned());
        Ok(Outcome { success, golden, log })
    }

    fn cargo(&self, args: &[&str]) -> Command {
        let mut command = cargo();
        command.args(args).envs(self.environment.iter().map(|(name, value)| (name, value)));
        command.env("CARGO_TARGET_DIR", &self.directory);
        // What was said to the command itself is about this machine.
        command.env_remove(soa::Level::VARIABLE).stdin(Stdio::null());
        command
    }
}

/// The hash of all answers, in the last of the golden lines.
pub fn hash(golden: &str) -> &str {
    golden.trim_end().rsplit_once("all: ").map_or("none", |(_, hash)| hash)
}

/// What the golden program says of levels: `levels portable avx2 (this CPU lacks avx512)`.
fn levels(line: &str) -> Option<&str> {
    let names = line.strip_prefix("levels ").or_else(|| line.strip_prefix("level "))?;
    Some(names.split(" (").next().unwrap_or(names))
}

/// What the golden program says of the conformance files: `conformance: 41629 cases, 0 wrong`.
fn conformance(log: &str) -> Option<(u64, u64)> {
    let line = log.lines().find_map(|line| line.strip_prefix("conformance: "))?;
    let (cases, wrong) = line.strip_suffix(" wrong")?.split_once(" cases, ")?;
    Some((cases.parse().ok()?, wrong.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOG: &str = "\
levels portable avx2 (this CPU lacks avx512)
conformance: 41629 cases, 0 wrong
running 3 tests
test result: ok. 3 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.01s
test result: ok. 40 passed; 0 failed; 0 ignored; 0 measured; 7 filtered out; finished in 1.50s

all doctests ran in 1.10s; merged doctests compilation took 0.90s
";

    fn outcome(golden: &str, log: &str) -> Outcome {
        Outcome { success: true, golden: golden.to_owned(), log: log.to_owned() }
    }

    #[test]
    fn what_is_said_is_understood() {
        let right = outcome(COMMITTED, LOG);
        assert!(right.passed());
        assert_eq!(right.cells(), ["portable avx2", "43", "0", "1", hash(COMMITTED), "41629", "0"]);
        let nothing = outcome("", "");
        assert_eq!(nothing.cells()[..4], ["", "0", "0", "0"]);
        assert_eq!(nothing.cells()[5..], ["none", "-"]);
    }

    #[test]
    fn each_fault_counts() {
        let other = COMMITTED.replacen(" rows", " row", 1);
        assert!(outcome(&other, LOG).cells()[4].starts_with("1 of "));
        assert!(!outcome(&other, LOG).passed());
        assert!(!outcome("", LOG).passed());
        for (part, by) in [(" 0 wrong", " 3 wrong"), ("passed", "filtered"), ("conformance", "conform")] {
            assert!(!outcome(COMMITTED, &LOG.replace(part, by)).passed(), "{part}");
        }
        assert!(!Outcome { success: false, ..outcome(COMMITTED, LOG) }.passed());
    }
}
