//! `--self-check`: every kernel on faulty lanes, and every join with broken answers.

use std::collections::BTreeMap;
use std::fs;
use std::process::ExitCode;

use anyhow::{Context, Result};
use faults::plan::Fault;
use faults::report::{Excuse, FaultReport, Report};
use faults::selfcheck::{LIMIT, MAX_ROUNDS, self_check};
use testkit::climb::Climbs;
use testkit::corpus::{file_name, strained};
use testkit::joins::Kind;
use testkit::subject;

use super::each;

/// The slowest that are listed.
const SLOWEST: usize = 10;

/// Runs every fault in these kernels and joins, prints the tables and says whether every fault was noticed
/// that must be, and in time. Pairs that show what took long are kept if that is wanted.
pub fn run(names: &[String], jobs: usize, keeps: bool) -> Result<ExitCode> {
    let reports = each(jobs, names, |name| {
        let report = match subject::named(name) {
            Some(subject) => self_check(subject, &Fault::ALL, MAX_ROUNDS),
            None => faults::joins::self_check(Kind::all().find(|kind| kind.name() == *name)?),
        };
        // The whole takes long.
        eprintln!("{name}: {}", if report.failed() { "FAILED" } else { "noticed" });
        Some(report)
    });
    let faults = || reports.iter().flat_map(|report| &report.faults);
    println!(
        "{} of {} sites noticed, each broken alone, in {} kernels and joins",
        faults().map(FaultReport::caught).sum::<usize>(),
        faults().map(|fault| fault.sites.len()).sum::<usize>(),
        reports.len()
    );
    print_excuses(&reports);
    let in_time = print_times(&reports);
    if keeps {
        reports.iter().try_for_each(keep)?;
    }
    Ok(if reports.iter().any(Report::failed) || !in_time { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// Keeps the pairs that show what took long in `corpora/strained`.
fn keep(report: &Report) -> Result<()> {
    let subject = subject::named(&report.name).filter(|_| !report.slow.is_empty());
    let Some(mut climbs) = subject.and_then(Climbs::new) else { return Ok(()) };
    climbs.keep(report.slow.iter().cloned());
    let file = strained().join(file_name(&report.name));
    println!("{} pairs that show what took long are now in {}", report.slow.len(), file_name(&report.name));
    fs::write(&file, climbs.text()).with_context(|| file.display().to_string())
}

/// Says which faults took longest, at the site where that takes longest, and whether all were noticed in time.
fn print_times(reports: &[Report]) -> bool {
    let faults = reports.iter().flat_map(|report| report.faults.iter().map(|fault| (&report.name, fault)));
    let caught = faults.filter_map(|(name, fault)| Some((fault.hardest()?, name, &fault.name)));
    let mut caught: Vec<_> = caught.collect();
    caught.sort_by_key(|(hardest, ..)| core::cmp::Reverse(hardest.time));
    let late = caught.iter().take_while(|(hardest, ..)| hardest.time >= LIMIT).count();
    println!(
        "\nSeconds until a fault is noticed, where that takes longest: those of a run of this kernel or join alone, on one
thread. Every other round of an exact kernel is searched for, as by --bisect; joins at the portable level.\n"
    );
    for (hardest, name, fault) in &caught[..caught.len().min(SLOWEST.max(late))] {
        println!("{:8.3} {name}, {fault}: {} cases or sets", hardest.time.as_secs_f64(), hardest.cases);
    }
    let too_long = if late > 0 { ": TOO LONG" } else { "" };
    println!("{late} of {} faults took {} s or more{too_long}", caught.len(), LIMIT.as_secs());
    late == 0
}

/// What went wrong, and what need not be noticed, reason by reason.
fn print_excuses(reports: &[Report]) {
    let mut excused: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for report in reports {
        if !report.is_sound {
            println!("{}: NOT SOUND: fails with nothing broken", report.name);
        }
        for fault in &report.faults {
            let what = format!("{}, {}", report.name, fault.name);
            fault.wrong.iter().for_each(|wrong| println!("{what} {wrong}: WRONG"));
            match fault.excuse {
                Some(Excuse::Equivalent(_)) if fault.failed() => {
                    println!("{what}: NOTICED, but listed as one that cannot be");
                }
                _ if fault.failed() && fault.wrong.is_empty() => println!("{what}: NOT NOTICED"),
                Some(Excuse::Equivalent(reason) | Excuse::Absorbed(reason))
                    if fault.caught() == 0 && !fault.sites.is_empty() =>
                {
                    excused.entry(reason).or_default().push(what);
                }
                _ => {}
            }
        }
    }
    for (reason, names) in excused {
        println!("\nNot noticed, and need not be: {reason}.\n  {}", names.join("\n  "));
    }
}
