//! `--self-check`: every kernel on lanes that misbehave.

use std::collections::BTreeMap;
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use testkit::faults::{Fault, Precision};
use testkit::selfcheck::{Excuse, FaultReport, Report};
use testkit::target::targets;

/// Runs every fault in these kernels, prints the table and says whether every fault was noticed that must be.
pub fn run(wanted: &[&'static str], jobs: usize) -> ExitCode {
    let next = AtomicUsize::new(0);
    let mut results: Vec<(usize, Report)> = std::thread::scope(|scope| {
        let handles: Vec<_> = (0..jobs).map(|_| scope.spawn(|| check_some(wanted, &next))).collect();
        let join = |handle: std::thread::ScopedJoinHandle<'_, _>| match handle.join() {
            Ok(results) => results,
            Err(panic) => std::panic::resume_unwind(panic),
        };
        handles.into_iter().flat_map(join).collect::<Vec<_>>()
    });
    results.sort_by_key(|&(number, _)| number);
    print(wanted, &results);
    if results.iter().any(|(_, report)| report.failed()) { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

/// One thread's share: whichever kernel is next.
fn check_some(wanted: &[&'static str], next: &AtomicUsize) -> Vec<(usize, Report)> {
    let mut results = Vec::new();
    let targets = targets(0, 0, &[]);
    while let Some(name) = wanted.get(next.fetch_add(1, Relaxed)) {
        if let Some((number, target)) = targets.iter().enumerate().find(|(_, target)| target.name() == *name)
        {
            results.push((number, target.self_check(&Fault::ALL)));
        }
    }
    results
}

fn print(wanted: &[&'static str], results: &[(usize, Report)]) {
    println!(
        "Cases until a broken operation is noticed, at the site where that takes longest; then how many of its sites
in the kernel are noticed when broken alone. A dash: the kernel does not use the operation. Exact kernels have a second
line for their lanes of f64, with everything left open by those of f32.\n"
    );
    let width = wanted.iter().map(|name| name.len()).max().unwrap_or(0).max(6);
    print!("{:width$}", "kernel");
    for fault in Fault::ALL {
        print!(" {:>12}", fault.name());
    }
    println!();
    let (mut sites, mut caught) = (0, 0);
    for ((_, report), name) in results.iter().zip(wanted) {
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
fn print_excuses(wanted: &[&'static str], results: &[(usize, Report)]) {
    let mut excused: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for ((_, kernel), name) in results.iter().zip(wanted) {
        for report in kernel.faults.iter().filter(|report| !report.sites.is_empty() || report.failed()) {
            let lanes = if report.precision == Precision::Double { " in f64" } else { "" };
            let what = format!("{name}, {}{lanes}", report.fault.name());
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
                    let fault = format!("{}{lanes}", report.fault.name());
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

fn cell(report: &FaultReport) -> String {
    let (sites, caught) = (report.sites.len(), report.caught());
    match (report.hardest(), report.excuse) {
        _ if sites == 0 => "-".into(),
        (Some(cases), _) => format!("{cases} {caught}/{sites}"),
        (None, Some(Excuse::Equivalent(_))) => format!("equal 0/{sites}"),
        (None, Some(Excuse::Absorbed(_))) => format!("may 0/{sites}"),
        (None, None) => format!("never 0/{sites}"),
    }
}
