//! `cargo xtask cross`: do the tests pass on other machines, and are the answers the same?

use std::env::consts::ARCH;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::Result;
use clap::builder::PossibleValuesParser;
use comfy_table::{CellAlignment, Table, presets};

mod suite;

use crate::needs::{self, Need};
use Runner::{Native, Node, Qemu};
use suite::Suite;

/// What the golden program must print on every target; the last line is a hash of all answers.
const COMMITTED: &str = include_str!("../../../corpora/golden.txt");

/// Build and run the tests, the conformance corpora and the golden program for other machines: NEON, WebAssembly, x86 down to
/// SSE2, 32 bits, big-endian
///
/// The golden program asks every kernel, every form of query and every join about fixed random rows and hashes all masks, lists
/// and numbers; the hash must be the committed one (corpora/golden.txt) everywhere. Then it asks every case of the conformance
/// corpora, none of which may be answered wrong. What is not this machine runs under QEMU or node, without the five tests that take
/// longest. What cargo and the tests say is in target/cross.
///
/// A target needs Rust's standard library for it, a linker and an emulator; what is missing is named, with the command that
/// brings it. With --install it is fetched: by rustup, or from Debian's packages (xtask/install.sh).
///
/// Exits with 0 if all targets pass and agree, with 1 if one fails, differs or cannot run here, and with 2 for bad arguments.
#[derive(clap::Args)]
pub struct Args {
    /// Only this target (may be repeated)
    #[arg(long, value_name = "TARGET", value_parser = names())]
    only: Vec<String>,
    /// Only the golden program and the tests that take seconds: the algorithms, the lanes, what refuses bad input
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
    /// This machine, if its CPU has this level.
    Native(&'static str),
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
    target("x86-64", X86_64, "", Native("portable"),
        "every level that this CPU has"),
    target("x86-64-sse2", X86_64, "", Qemu("qemu-x86_64 -cpu qemu64,-sse3"),
        "the same programs on an emulated CPU that has SSE2 alone"),
    target("x86-64-sse4", X86_64, "", Qemu("qemu-x86_64 -cpu Nehalem"),
        "the same on a Nehalem, which has SSE4.2"),
    target("x86-64-avx", X86_64, "", Qemu("qemu-x86_64 -cpu max,-avx2,-fma"),
        "the same on a CPU that has AVX, but neither AVX2 nor FMA"),
    target("x86-64-avx2", X86_64, "", Qemu("qemu-x86_64 -cpu max"),
        "the same on a CPU that has AVX2 and FMA, but not AVX-512"),
    target("x86-64-v3", X86_64, "-Ctarget-cpu=x86-64-v3", Native("avx2"),
        "built for AVX2 and FMA, as by target-cpu=x86-64-v3: wide takes other instructions then"),
    target("x86-64-v4", X86_64, "-Ctarget-cpu=x86-64-v4", Native("avx512"),
        "built for AVX-512"),
    target("i686", I686, STATIC, Native("portable"),
        "32 bits, with SSE2 and what this CPU has beyond"),
    target("aarch64", AARCH64, STATIC, Qemu("qemu-aarch64"),
        "NEON"),
    target("wasm32-simd128", WASM, "-Ctarget-feature=+simd128", Node,
        "WebAssembly with SIMD, no threads"),
    target("wasm32", WASM, "", Node,
        "WebAssembly without SIMD, no threads"),
    target("s390x", S390X, STATIC, Qemu("qemu-s390x"),
        "big-endian, no SIMD"),
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

impl Target {
    /// The linker, where it is not this machine's own or Rust's.
    fn linker(&self) -> Option<String> {
        let arch = self.triple.strip_suffix("-unknown-linux-gnu")?;
        (!cfg!(target_os = "linux") || arch != ARCH).then(|| format!("{arch}-linux-gnu-gcc"))
    }

    fn needs(&self) -> Vec<Need> {
        let mut needs = vec![Need::Library(self.triple)];
        needs.extend(self.linker().map(Need::Program));
        needs.push(match self.runner {
            Native(level) => Need::Level(level),
            Qemu(command) => Need::program(command.split(' ').next().unwrap_or(command)),
            Node => Need::program("node"),
        });
        if self.triple == S390X {
            // Before, it takes the first factor of MDEBR, a product of two `f32` in `f64`, for an `f64`: 3 times 3 is 96.
            needs.push(Need::Version("qemu-s390x", 10));
        }
        needs
    }

    fn runs_on(&self) -> &'static str {
        match self.runner {
            Native(_) => "this CPU",
            Qemu(command) => command,
            Node => "node",
        }
    }
}

/// Runs the command.
pub fn run(args: &Args) -> Result<ExitCode> {
    let mut table = Table::new();
    table.load_preset(presets::NOTHING).set_header([
        "target", "runs on", "levels", "passed", "failed", "ignored", "golden", "corpora", "wrong", "s",
    ]);
    for number in [3, 4, 5, 7, 8, 9] {
        if let Some(column) = table.column_mut(number) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    let mut all_passed = true;
    let chosen = |target: &&Target| args.only.is_empty() || args.only.iter().any(|name| name == target.name);
    for target in TARGETS.iter().filter(chosen) {
        let start = Instant::now();
        let missing = needs::missing(target.needs(), args.install && !args.list)?;
        if args.list || !missing.is_empty() {
            println!("{:15} {}", target.name, target.about);
            for need in &missing {
                println!("{:15}   missing: {need}", "");
            }
        }
        if args.list {
            continue;
        }
        let mut cells = [target.name, target.runs_on()].map(str::to_owned).to_vec();
        if missing.is_empty() {
            let suite = Suite::new(target)?;
            println!("{}: {}; see {}", target.name, target.about, suite.log().display());
            let outcome = suite.run(args.quick)?;
            all_passed &= outcome.passed();
            if !outcome.passed() {
                println!("{}\n{}: FAILED", outcome.reasons(), target.name);
            }
            cells.extend(outcome.cells());
            cells.push(start.elapsed().as_secs().to_string());
        } else {
            all_passed = false;
            cells.push(format!("missing {}", missing.len()));
        }
        table.add_row(cells);
    }
    if !args.list {
        println!("\n{table}\ngolden hash as committed: {}", suite::hash(COMMITTED));
    }
    Ok(if all_passed { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
