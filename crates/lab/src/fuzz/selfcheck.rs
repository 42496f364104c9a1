//! `--self-check`: every kernel on faulty lanes, and every join with broken answers.

use std::collections::BTreeMap;
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::Duration;

use faults::lanes::{Fault, Precision};
use faults::selfcheck::{Excuse, FaultReport, Report, self_check};
use testkit::joins;
use testkit::subject;

use super::Wanted;

/// In less than this a fault must be noticed.
const LIMIT: Duration = Duration::from_secs(10);
/// The slowest that are listed.
const SLOWEST: usize = 10;

/// Runs every fault in these kernels and joins, prints the tables and says whether every fault was noticed
/// that must be, and in time.
pub fn run(wanted: &Wanted, jobs: usize) -> ExitCode {
    let kernels = each(jobs, &wanted.kernels, |name| {
        let subject = subject::all().find(|subject| subject.name() == *name)?;
        Some(self_check(subject, &Fault::ALL))
    });
    if !kernels.is_empty() {
        print(&wanted.kernels, &kernels);
    }
    let joins = each(jobs, &wanted.joins, |name| {
        let target = joins::targets(0, 0, &[]).into_iter().find(|target| target.name() == name)?;
        Some(target.self_check())
    });
    if !joins.is_empty() {
        print_joins(&wanted.joins, &joins);
    }
    let in_time = print_times(times(wanted, &kernels, &joins));
    let failed = kernels.iter().any(Report::failed) || joins.iter().any(joins::faults::Report::failed);
    if failed || !in_time { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

/// The results of all names, in order; each thread takes the next name.
fn each<N: Sync, R: Send>(jobs: usize, names: &[N], work: impl Fn(&N) -> Option<R> + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let some = || {
        let mut results = Vec::new();
        loop {
            let number = next.fetch_add(1, Relaxed);
            let Some(name) = names.get(number) else { return results };
            results.extend(work(name).map(|result| (number, result)));
        }
    };
    let mut results: Vec<(usize, R)> = std::thread::scope(|scope| {
        let handles: Vec<_> = (0..jobs).map(|_| scope.spawn(some)).collect();
        let join = |handle: std::thread::ScopedJoinHandle<'_, _>| match handle.join() {
            Ok(results) => results,
            Err(panic) => std::panic::resume_unwind(panic),
        };
        handles.into_iter().flat_map(join).collect::<Vec<_>>()
    });
    results.sort_by_key(|&(number, _)| number);
    results.into_iter().map(|(_, result)| result).collect()
}

/// How long it took to notice each fault that was, at the site where that took longest, and what it was.
fn times(wanted: &Wanted, kernels: &[Report], joins: &[joins::faults::Report]) -> Vec<(Duration, String)> {
    let mut times = Vec::new();
    for (name, report) in wanted.kernels.iter().zip(kernels) {
        for fault in &report.faults {
            let what = format!("{name}, {}{}", fault.fault.name(), lanes(fault));
            let hardest = fault.hardest();
            times.extend(hardest.map(|caught| (caught.time, format!("{what}: {} cases", caught.cases))));
        }
    }
    for (name, report) in wanted.joins.iter().zip(joins) {
        for met in &report.outcomes {
            let what = format!("{name}, {}, {}", met.fault.name(), met.form.name());
            times.extend(met.caught.map(|caught| (caught.time, format!("{what}: {} sets", caught.sets))));
        }
    }
    times
}

/// Says which took longest, and whether all were noticed in time.
fn print_times(mut times: Vec<(Duration, String)>) -> bool {
    times.sort();
    times.reverse();
    let late = times.iter().take_while(|(time, _)| *time >= LIMIT).count();
    println!(
        "\nSeconds until a fault is noticed, where that takes longest: those of a run of this kernel or join alone, on one
thread. Every other round of an exact kernel is searched for, as by --bisect; joins at the portable level.\n"
    );
    for (time, what) in &times[..times.len().min(SLOWEST.max(late))] {
        println!("{:8.3} {what}", time.as_secs_f64());
    }
    let limit = LIMIT.as_secs();
    println!(
        "{late} of {} faults took {limit} s or more{}",
        times.len(),
        if late > 0 { ": TOO LONG" } else { "" }
    );
    late == 0
}

/// Prints how many faults were noticed in the answers of joins, and those that were not.
fn print_joins(wanted: &[String], reports: &[joins::faults::Report]) {
    let outcomes = || reports.iter().flat_map(|report| &report.outcomes);
    let caught = outcomes().filter(|met| met.caught.is_some()).count();
    println!("\n{caught} of {} faults noticed in the answers of {} joins", outcomes().count(), reports.len());
    for (name, report) in wanted.iter().zip(reports) {
        if !report.sound {
            println!("{name}: NOT SOUND: fails with nothing broken");
        }
        report
            .silent()
            .for_each(|met| println!("{name}: {}, {}: NOT NOTICED", met.fault.name(), met.form.name()));
    }
}

fn print(wanted: &[&'static str], results: &[Report]) {
    println!(
        "Cases until a broken operation is noticed, at the site where that takes longest; then how many of its sites
in the kernel are noticed when broken alone. A dash: the kernel does not use the operation. Exact kernels have a second
line for their lanes of f64, with everything left undecided by those of f32.\n"
    );
    let width = wanted.iter().map(|name| name.len()).max().unwrap_or(0).max(6);
    print!("{:width$}", "kernel");
    for fault in Fault::ALL {
        print!(" {:>12}", fault.name());
    }
    println!();
    let (mut sites, mut caught) = (0, 0);
    for (report, name) in results.iter().zip(wanted) {
        for (i, line) in report.faults.chunks(Fault::ALL.len()).enumerate() {
            print!("{:width$}", if i == 0 { name } else { "  in f64" });
            for report in line {
                sites += report.sites.len();
                caught += report.caught();
                print!(" {:>12}", cell(report));
            }
            println!("{}", if report.sound { "" } else { "  NOT SOUND: fails with nothing broken" });
        }
    }
    println!("\n{caught} of {sites} sites noticed");
    print_excuses(wanted, results);
}

/// What went wrong, kernel by kernel, and what need not be noticed, reason by reason.
fn print_excuses(wanted: &[&'static str], results: &[Report]) {
    let mut excused: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for (kernel, name) in results.iter().zip(wanted) {
        for report in kernel.faults.iter().filter(|report| !report.sites.is_empty() || report.failed()) {
            let what = format!("{name}, {}{}", report.fault.name(), lanes(report));
            match report.excuse {
                Some(Excuse::Equivalent(_)) if report.failed() => {
                    println!("{what}: NOTICED, but listed as one that cannot be");
                }
                _ if report.failed() && report.caught() > 0 => {
                    println!("{what}: NOT NOTICED where it must be, at {:?}", report.must);
                }
                _ if report.failed() => println!("{what}: NOT NOTICED"),
                Some(Excuse::Equivalent(reason)) => println!("{what}: cannot be noticed: {reason}"),
                Some(Excuse::Absorbed(reason)) if report.caught() == 0 => {
                    let fault = format!("{}{}", report.fault.name(), lanes(report));
                    excused.entry(reason).or_default().push(format!("{name} ({fault})"));
                }
                _ => {}
            }
        }
    }
    for (reason, names) in excused {
        println!("\nNot noticed, and need not be: {reason}.\n  {}", names.join("\n  "));
    }
}

/// Which lanes were broken, where a kernel has two.
fn lanes(report: &FaultReport) -> &'static str {
    if report.precision == Precision::Double { " in f64" } else { "" }
}

fn cell(report: &FaultReport) -> String {
    let (sites, caught) = (report.sites.len(), report.caught());
    match (report.hardest(), report.excuse) {
        _ if sites == 0 => "-".into(),
        (Some(hardest), _) => format!("{} {caught}/{sites}", hardest.cases),
        (None, Some(Excuse::Equivalent(_))) => format!("equal 0/{sites}"),
        (None, Some(Excuse::Absorbed(_))) => format!("may 0/{sites}"),
        (None, None) => format!("never 0/{sites}"),
    }
}
