//! `--self-check`: every kernel on lanes that misbehave.

use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use testkit::faults::Fault;
use testkit::selfcheck::FaultReport;
use testkit::target::targets;

/// Runs every fault in these kernels, prints the table and says whether every fault was noticed.
pub fn run(wanted: &[&'static str], jobs: usize) -> ExitCode {
    let next = AtomicUsize::new(0);
    let mut results: Vec<(usize, bool, Vec<FaultReport>)> = std::thread::scope(|scope| {
        let handles: Vec<_> = (0..jobs).map(|_| scope.spawn(|| check_some(wanted, &next))).collect();
        let join = |handle: std::thread::ScopedJoinHandle<'_, _>| match handle.join() {
            Ok(results) => results,
            Err(panic) => std::panic::resume_unwind(panic),
        };
        handles.into_iter().flat_map(join).collect::<Vec<_>>()
    });
    results.sort_by_key(|&(number, ..)| number);
    print(wanted, &results);
    let failed = results.iter().any(|(_, sound, reports)| {
        !sound || reports.iter().any(FaultReport::failed) || reports.iter().all(|report| report.caught() == 0)
    });
    if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

/// One thread's share: whichever kernel is next.
fn check_some(wanted: &[&'static str], next: &AtomicUsize) -> Vec<(usize, bool, Vec<FaultReport>)> {
    let mut results = Vec::new();
    let targets = targets(0, 0, &[]);
    while let Some(name) = wanted.get(next.fetch_add(1, Relaxed)) {
        if let Some((number, target)) = targets.iter().enumerate().find(|(_, target)| target.name() == *name)
        {
            let reports = Fault::ALL.iter().map(|&fault| target.self_check(fault)).collect();
            results.push((number, target.sound(), reports));
        }
    }
    results
}

fn print(wanted: &[&'static str], results: &[(usize, bool, Vec<FaultReport>)]) {
    println!(
        "Cases until a broken operation is noticed, at the site where that takes longest; then how many of its sites
in the kernel are noticed when broken alone. A dash: the kernel does not use the operation.\n"
    );
    let width = wanted.iter().map(|name| name.len()).max().unwrap_or(0).max(6);
    print!("{:width$}", "kernel");
    for fault in Fault::ALL {
        print!(" {:>12}", fault.name());
    }
    println!();
    let (mut sites, mut caught) = (0, 0);
    for ((_, sound, reports), name) in results.iter().zip(wanted) {
        print!("{name:width$}");
        for report in reports {
            sites += report.sites;
            caught += report.caught();
            print!(" {:>12}", cell(report));
        }
        println!("{}", if *sound { "" } else { "  NOT SOUND: fails with nothing broken" });
    }
    println!("\n{caught} of {sites} sites noticed");
    for ((.., reports), name) in results.iter().zip(wanted) {
        for report in reports {
            match report.equivalent {
                Some(_) if report.failed() => {
                    println!("{name}, {}: NOTICED, but listed as one that cannot be", report.fault.name());
                }
                Some(reason) => println!("{name}, {}: cannot be noticed: {reason}", report.fault.name()),
                None if report.failed() => println!("{name}, {}: NOT NOTICED", report.fault.name()),
                None => {}
            }
        }
    }
}

fn cell(report: &FaultReport) -> String {
    match report.hardest() {
        _ if report.sites == 0 => "-".into(),
        None if report.equivalent.is_some() => format!("equal 0/{}", report.sites),
        None => format!("never 0/{}", report.sites),
        Some(cases) => format!("{cases} {}/{}", report.caught(), report.sites),
    }
}
