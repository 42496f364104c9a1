//! `cargo xtask cross`: do the tests pass on other machines, and are the answers the same?

use std::io::IsTerminal;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use clap::builder::PossibleValuesParser;
use comfy_table::{CellAlignment, Table, presets};
use indicatif::{HumanDuration, ProgressBar};

pub mod needs;
pub mod rust;
mod suite;
mod targets;

use needs::Need;
use suite::{Golden, Outcome, Suite};
use targets::{Runner, TARGETS, Target};

/// The hash that every target must have in the last line.
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
/// brings it. With --install it is fetched: by rustup, or else from Debian's packages, whose Rust is unpacked in the user's
/// cache folder and builds the standard library.
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

/// Runs the command.
pub fn run(args: &Args) -> Result<ExitCode> {
    let chosen = |target: &&Target| args.only.is_empty() || args.only.iter().any(|name| name == target.name);
    let targets: Vec<&Target> = TARGETS.iter().filter(chosen).collect();
    if args.list {
        for target in targets {
            describe(target);
        }
        return Ok(ExitCode::SUCCESS);
    }
    let reports = targets.into_iter().map(|target| report(target, args)).collect::<Result<Vec<_>>>()?;
    println!("\n{}", table(&reports));
    let committed = Golden::read(COMMITTED, COMMITTED).context("corpora/golden.txt ends with no hash")?;
    println!("golden hash as committed: {committed}");
    let failed = reports.iter().any(|report| !report.passed(&committed));
    Ok(if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// Prints a target and what it lacks.
fn describe(target: &Target) {
    println!("{:15} {}", target.name, target.about);
    for need in Need::missing(target) {
        println!("{:15}   missing: {need}", "");
    }
}

/// What became of a target.
struct Report {
    target: &'static Target,
    missing: Vec<Need>,
    outcome: Option<Outcome>,
    took: Duration,
}

impl Report {
    fn passed(&self, committed: &Golden) -> bool {
        self.outcome.as_ref().is_some_and(|outcome| {
            outcome.success
                && outcome.counts.passed > 0
                && outcome.golden.as_ref().is_some_and(|golden| golden.is_equal(committed))
                && outcome.conformance.is_some_and(|(cases, wrong)| cases > 0 && wrong == 0)
        })
    }
}

/// Runs a target, or says what it lacks.
fn report(target: &'static Target, args: &Args) -> Result<Report> {
    let start = Instant::now();
    let mut missing = Need::missing(target);
    if args.install {
        needs::fetch(&missing)?;
        missing = Need::missing(target);
    }
    if !missing.is_empty() {
        describe(target);
        return Ok(Report { target, missing, outcome: None, took: Duration::ZERO });
    }
    let suite = Suite::new(target)?;
    let bar =
        if std::io::stderr().is_terminal() { ProgressBar::new_spinner() } else { ProgressBar::hidden() };
    bar.enable_steady_tick(Duration::from_millis(200));
    bar.set_message(format!("{}: {}; see {}", target.name, target.about, suite.log().display()));
    let outcome = suite.run(args.quick, COMMITTED)?;
    bar.finish_and_clear();
    let took = start.elapsed();
    println!("{}: {} passed in {}", target.name, outcome.counts.passed, HumanDuration(took));
    if !outcome.success {
        println!(
            "{}\n{}: FAILED; the whole is in {}",
            suite::reasons(&suite.log())?,
            target.name,
            suite.log().display()
        );
    }
    Ok(Report { target, missing, outcome: Some(outcome), took })
}

fn table(reports: &[Report]) -> Table {
    let mut table = Table::new();
    table.load_preset(presets::NOTHING);
    table.set_header([
        "target", "runs on", "levels", "passed", "failed", "ignored", "golden", "corpora", "wrong", "s",
    ]);
    for column in [3, 4, 5, 7, 8, 9] {
        if let Some(column) = table.column_mut(column) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    for Report { target, missing, outcome, took } in reports {
        let runs_on = match target.runner {
            Runner::Native(_) => "this CPU".to_owned(),
            Runner::Qemu(program, cpu) => {
                cpu.map_or(program.to_owned(), |cpu| format!("{program} -cpu {cpu}"))
            }
            Runner::Node => "node".to_owned(),
        };
        let cells = match outcome {
            None => std::array::from_fn(|column| match column {
                0 => format!("missing {}", missing.len()),
                _ => "-".into(),
            }),
            Some(Outcome { counts, golden, conformance, levels, .. }) => [
                levels.clone(),
                counts.passed.to_string(),
                counts.failed.to_string(),
                counts.ignored.to_string(),
                golden.as_ref().map_or("none".into(), Golden::to_string),
                conformance.map_or("none".into(), |(cases, _)| cases.to_string()),
                conformance.map_or("-".into(), |(_, wrong)| wrong.to_string()),
                took.as_secs().to_string(),
            ],
        };
        table.add_row([target.name.to_owned(), runs_on].into_iter().chain(cells));
    }
    table
}
