//! `cargo xtask cross`: do the tests pass on other machines, and are the answers the same?

use std::env::consts::ARCH;
use std::fs::{self, File};
use std::path::PathBuf;
use std::process::{Command, ExitCode, Stdio};
use std::time::Instant;

use anyhow::{Context, Result};
use clap::builder::PossibleValuesParser;
use commands::{LEVEL_VARIABLE, cargo, repository, target_directory};

use crate::needs::{self, advice};
use Runner::{Native, Node, Qemu};

/// What the golden program must print on every target; the last line is a hash of all answers.
const COMMITTED: &str = include_str!("../../../corpora/golden.txt");

/// Build and run the tests, the conformance corpora and the golden program for other machines: NEON,
/// WebAssembly, x86 down to SSE2, 32 bits, big-endian
///
/// The golden program asks every kernel, every form of query and every join about fixed random rows and
/// hashes all masks, lists and numbers; the hash must be the committed one (corpora/golden.txt) everywhere.
/// Then it asks every case of the conformance corpora, none of which may be answered wrong. What is not this
/// machine runs under QEMU or node, without the five tests that take longest. What cargo and the tests say is
/// in target/cross.
///
/// A target needs Rust's standard library for it, a linker and an emulator; what is missing is named, with
/// the command that brings it. With --install it is fetched: by rustup, or from Debian's packages
/// (xtask/install.sh).
///
/// Exits with 0 if all targets pass and agree, with 1 if one fails, differs or cannot run here, and with 2
/// for bad arguments.
#[derive(clap::Args)]
pub struct Args {
    /// Only this target (may be repeated)
    #[arg(long, value_name = "TARGET", value_parser = names())]
    only: Vec<String>,
    /// Only the golden program and the tests that take seconds: the algorithms and what refuses bad input
    #[arg(long)]
    quick: bool,
    /// Fetch what is missing
    #[arg(long)]
    install: bool,
    /// Print the targets, and what each needs that is missing here
    #[arg(long)]
    list: bool,
}

fn names() -> PossibleValuesParser {
    PossibleValuesParser::new(TARGETS.iter().map(|target| target.name))
}

/// A machine to build for, and what runs its programs here.
struct Target {
    /// What `--only` takes.
    name: &'static str,
    about: &'static str,
    /// As the compiler calls it.
    triple: &'static str,
    /// For the compiler.
    flags: &'static str,
    runner: Runner,
}

/// What runs programs.
#[derive(Clone, Copy)]
enum Runner {
    /// This machine, if it runs programs for this version of x86-64.
    Native(u8),
    /// An emulator, with its options.
    Qemu(&'static str),
    /// Node's WASI.
    Node,
}

const X86_64: &str = "x86_64-unknown-linux-gnu";
const I686: &str = "i686-unknown-linux-gnu";
const AARCH64: &str = "aarch64-unknown-linux-gnu";
const S390X: &str = "s390x-unknown-linux-gnu";
const WASM: &str = "wasm32-wasip1";
/// Static programs need no C library of the emulated machine.
const STATIC: &str = "-Ctarget-feature=+crt-static";

/// Every target, the cheapest first.
#[rustfmt::skip]
const TARGETS: [Target; 12] = [
    target("x86-64", X86_64, "", Native(1),
        "every level that this CPU has"),
    target("x86-64-sse2", X86_64, "", Qemu("qemu-x86_64 -cpu qemu64,-sse3"),
        "the same programs on an emulated CPU that has SSE2 alone"),
    target("x86-64-sse4", X86_64, "", Qemu("qemu-x86_64 -cpu Nehalem"),
        "the same on a Nehalem, which has SSE4.2"),
    target("x86-64-avx", X86_64, "", Qemu("qemu-x86_64 -cpu max,-avx2,-fma"),
        "the same on a CPU that has AVX, but neither AVX2 nor FMA"),
    target("x86-64-avx2", X86_64, "", Qemu("qemu-x86_64 -cpu max"),
        "the same on a CPU that has AVX2 and FMA, but not AVX-512"),
    target("x86-64-v3", X86_64, "-Ctarget-cpu=x86-64-v3", Native(3),
        "built for AVX2 and FMA, as by target-cpu=x86-64-v3: wide takes other instructions then"),
    target("x86-64-v4", X86_64, "-Ctarget-cpu=x86-64-v4", Native(4),
        "built for AVX-512"),
    target("i686", I686, STATIC, Native(1),
        "32 bits, with SSE2 and what this CPU has beyond"),
    target("aarch64", AARCH64, STATIC, Qemu("qemu-aarch64"),
        "NEON"),
    target("wasm32-simd128", WASM, "-Ctarget-feature=+simd128", Node,
        "WebAssembly with SIMD, no threads"),
    target("wasm32", WASM, "", Node,
        "WebAssembly without SIMD, no threads"),
    target("s390x", S390X, STATIC, Qemu("qemu-s390x"),
        // Before version 10 it takes the first factor of MDEBR, a product of two `f32` in `f64`, for an
        // `f64`: 3 times 3 is 96.
        "big-endian, no SIMD; qemu-s390x before version 10 computes wrongly"),
];

const fn target(
    name: &'static str,
    triple: &'static str,
    flags: &'static str,
    runner: Runner,
    about: &'static str,
) -> Target {
    Target { name, about, triple, flags, runner }
}

/// The crates that answer, and those that hold them to it.
const ALL: &[&str] =
    &["--package=faults", "--package=octet-scalar", "--package=octet-soa", "--package=testkit"];

/// What is compiled and run in a few minutes, even under an emulator: all tests of the algorithms and of what
/// refuses bad input. Unit tests would have the large crate compiled once more.
const QUICK: &[&str] = &[
    "--package=octet-scalar",
    "--package=octet-soa",
    // As the golden program has them, or they would be compiled again.
    "--no-default-features",
    "--features=octet-scalar/std,octet-soa/std,octet-soa/rayon",
    "--test=all",
    "--test=bad_input",
    "--test=columns",
];

/// Tests that would take an emulator most of an hour: the golden program asks the same of all kernels and
/// joins, and how the fuzzer notices faults does not depend on the machine.
const SLOW: &[&str] = &[
    "every_fault_is_noticed_in_every_kernel_that_can_show_it",
    "golden::",
    "twenty_thousand_rows_equal_brute_force",
];

/// With `--quick`, these neither: they ask integers and `f64` about thousands of shapes. That the answers and
/// numbers of other machines have the same bits is shown by the golden program and the cases of `corpora`.
const SLOW_IF_QUICK: &[&str] = &[
    "integer_truth::",
    "closest::",
    "contact::",
    "contact_hulls::",
    "exact::one_unit_",
    "exact::stages_agree_",
];

/// Whether this CPU runs programs for a version of x86-64, of which the third has AVX2 and the fourth AVX-512.
fn runs(version: u8) -> bool {
    #[cfg(target_arch = "x86_64")]
    return match version {
        4 => is_x86_feature_detected!("avx512bw") && is_x86_feature_detected!("avx512vl"),
        3 => is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma"),
        _ => true,
    };
    #[cfg(not(target_arch = "x86_64"))]
    {
        let _ = version;
        false
    }
}

impl Target {
    /// The linker, where it is not this machine's own or Rust's.
    fn linker(&self) -> Option<String> {
        let arch = self.triple.strip_suffix("-unknown-linux-gnu")?;
        (!cfg!(target_os = "linux") || arch != ARCH).then(|| format!("{arch}-linux-gnu-gcc"))
    }

    /// What is missing here, and how to get it.
    fn missing(&self, install: bool) -> Result<Vec<String>> {
        let mut names = vec![self.triple.to_owned()];
        names.extend(self.linker());
        names.extend(match self.runner {
            Native(_) => None,
            Qemu(command) => command.split(' ').next().map(str::to_owned),
            Node => Some("node".to_owned()),
        });
        let missing = needs::missing(names, install)?;
        let mut missing: Vec<String> = missing.iter().map(|name| advice(name)).collect();
        if let Native(version) = self.runner
            && !(cfg!(target_os = "linux") && runs(version))
        {
            missing.push(format!("missing: Linux on a CPU that runs x86-64-v{version}"));
        }
        Ok(missing)
    }

    /// Where its programs are built, which are those of the first target that is built with the same flags
    /// for the same triple.
    fn directory(&self) -> Result<PathBuf> {
        let same = |other: &&Target| (other.triple, other.flags) == (self.triple, self.flags);
        let directory =
            target_directory()?.join("cross").join(TARGETS.iter().find(same).unwrap_or(self).name);
        fs::create_dir_all(&directory)?;
        Ok(directory)
    }

    fn cargo(&self, args: &[&str]) -> Result<Command> {
        let mut command = cargo();
        let variable =
            |what: &str| format!("CARGO_TARGET_{}_{what}", self.triple.to_uppercase().replace('-', "_"));
        command.args(args).env("CARGO_BUILD_TARGET", self.triple).env("CARGO_TARGET_DIR", self.directory()?);
        command.env("RUSTFLAGS", self.flags).env("RUSTDOCFLAGS", self.flags);
        command.envs(self.linker().map(|linker| (variable("LINKER"), linker)));
        let runner = match self.runner {
            Native(_) => None,
            Qemu(command) => Some(command.to_owned()),
            Node => Some(format!("node --no-warnings {}", repository("xtask/src/cross/wasi.mjs").display())),
        };
        if let Some(runner) = runner {
            // Cargo's, and that of tests that start themselves again.
            command.env(variable("RUNNER"), &runner).env("OCTET_TEST_RUNNER", runner);
        }
        // What was said to the command itself is about this machine.
        command.env_remove(LEVEL_VARIABLE).stdin(Stdio::null());
        Ok(command)
    }

    /// Runs the golden program and the tests; what passed, or what is wrong.
    fn run(&self, quick: bool) -> Result<Result<String, String>> {
        let file = self.directory()?.join(format!("{}.log", self.name));
        println!("{}: {}; see {}", self.name, self.about, file.display());
        let log = File::create(&file)?;
        let mut program =
            self.cargo(&["run", "--profile", "test", "--package", "testkit", "--example", "golden"])?;
        // The lines are what counts: node 20 crashes at the end of a program of this size, after its last
        // word.
        let golden = program.stderr(log.try_clone()?).output()?.stdout;
        let mut tests = self.cargo(&["test", "--no-fail-fast"])?;
        tests.args(if quick { QUICK } else { ALL });
        if !matches!(self.runner, Native(_)) {
            let if_quick = if quick { SLOW_IF_QUICK } else { &[] };
            let skipped = SLOW.iter().chain(if_quick);
            tests.arg("--").args(skipped.flat_map(|test| ["--skip", test]));
        }
        let success = tests.stdout(log.try_clone()?).stderr(log).status()?.success();
        let log = fs::read(&file).with_context(|| format!("cannot read {}", file.display()))?;
        Ok(verdict(success, &String::from_utf8_lossy(&golden), &String::from_utf8_lossy(&log)))
    }
}

/// What passed, or what is wrong: by whether cargo's tests succeeded, what the golden program printed, and
/// what both said.
fn verdict(success: bool, golden: &str, log: &str) -> Result<String, String> {
    // `levels portable avx2 (this CPU lacks avx512)`, or `level portable`
    let levels = log.lines().find(|line| line.starts_with("level")).unwrap_or_default();
    // `conformance: 41629 cases, 0 wrong`
    let conformance = log.lines().find(|line| line.starts_with("conformance: ")).unwrap_or("no conformance");
    // `test result: ok. 40 passed; 0 failed; ...`
    let passed =
        |line: &str| line.strip_prefix("test result: ok. ")?.split_once(" passed")?.0.parse::<u64>().ok();
    let tests: u64 = log.lines().filter_map(passed).sum();
    let lines = COMMITTED.lines().count();
    let differ = COMMITTED.lines().filter(|line| !golden.lines().any(|known| known == *line)).count();
    let hash = golden.trim_end().rsplit("all: ").next().unwrap_or_default();
    let faults = [
        (!success || tests == 0, format!("the tests failed, {tests} passed")),
        (golden != COMMITTED, format!("{differ} golden lines of {lines} differ from corpora/golden.txt")),
        (!conformance.ends_with(" cases, 0 wrong") || conformance.contains(": 0 "), conformance.to_owned()),
    ];
    let faults: Vec<String> =
        faults.into_iter().filter(|(is_fault, _)| *is_fault).map(|(_, what)| what).collect();
    let passed = format!("{levels}; {tests} tests; {conformance}; golden hash {hash} as committed");
    if faults.is_empty() { Ok(passed) } else { Err(faults.join("; ")) }
}

/// Runs the command.
pub fn run(args: &Args) -> Result<ExitCode> {
    let mut all_passed = true;
    let chosen = |target: &&Target| args.only.is_empty() || args.only.iter().any(|name| name == target.name);
    for target in TARGETS.iter().filter(chosen) {
        let start = Instant::now();
        let missing = target.missing(args.install && !args.list)?;
        if args.list || !missing.is_empty() {
            println!("{:15} {}", target.name, target.about);
            for line in &missing {
                println!("{:15}   {line}", "");
            }
        }
        if args.list {
            continue;
        }
        let verdict = if missing.is_empty() { target.run(args.quick)? } else { Err("not run".to_owned()) };
        let (word, what) = match &verdict {
            Ok(what) => ("passed", what),
            Err(what) => ("FAILED", what),
        };
        println!("{}: {word} in {} s: {what}", target.name, start.elapsed().as_secs());
        all_passed &= verdict.is_ok();
    }
    Ok(if all_passed { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_fault_counts() {
        let log = "levels portable avx2\nconformance: 41629 cases, 0 wrong\n\
            test result: ok. 3 passed; 0 failed\ntest result: ok. 40 passed; 0 failed\n";
        let passed = verdict(true, COMMITTED, log).unwrap();
        assert!(passed.starts_with("levels portable avx2; 43 tests; conformance: 41629 cases"), "{passed}");
        let other = COMMITTED.replacen(" rows", " row", 1);
        for (success, golden, log) in [
            (false, COMMITTED, log),
            (true, &other, log),
            (true, "", log),
            (true, COMMITTED, &log.replace(" 0 wrong", " 3 wrong")),
            (true, COMMITTED, &log.replace("41629", "0")),
            (true, COMMITTED, &log.replace("conformance", "conform")),
            (true, COMMITTED, &log.replace("result", "")),
        ] {
            let faults = verdict(success, golden, log).unwrap_err();
            assert!(!faults.contains("; "), "one fault: {faults}");
        }
    }
}
