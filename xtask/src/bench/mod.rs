//! `cargo xtask bench`: runs the benches, then prints tables and writes a summary and a picture.
//!
//! Only measurements of this run are reported: the bench programs write to a directory that is made anew for
//! each run, and every measurement must have its time in what criterion prints and its hits there.

mod cases;
mod machine;
mod picture;
mod table;

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{ExitCode, Stdio};

use anyhow::{Context, Result, bail, ensure};
use commands::{cargo, target_directory};
use record::{LEVELS_FILE, MEMORY_FILE, QUICK_VARIABLE, RECORDS_FILE, RECORDS_VARIABLE, Record};

/// Times every kernel beside scalar functions and other libraries
///
/// At every level that the CPU has, or the one that the environment variable `OCTET_LEVEL` names.
///
/// Exits with 1 if anything takes five times as long at a level as portable code does: then a loop is not
/// compiled for it.
#[derive(clap::Args)]
pub struct Args {
    /// Only the benches that match: a regular expression over `bench/who/rows`, such as
    /// `disk_triangle/.*/4096`
    filter: Option<String>,
    /// Few samples and short measurements, and of joins only some sizes, in a few minutes altogether
    #[arg(long)]
    quick: bool,
    /// Compile with this profile of cargo's and the features of the whole workspace: of `test`, all is there once
    /// the tests are compiled [default: bench]
    #[arg(long, value_name = "NAME")]
    profile: Option<String>,
}

/// Criterion's arguments for a quick run: a quarter of a second a measurement.
const QUICK: [&str; 6] = ["--sample-size", "10", "--warm-up-time", "0.05", "--measurement-time", "0.15"];

/// Runs the command.
pub fn run(args: &Args) -> Result<ExitCode> {
    let dir = target_directory()?.join("bench");
    let run = dir.join("run");
    let records = measured(args, &run)?;
    let levels = record::read(&run.join(LEVELS_FILE))?.pop().context("the bench has not said its levels")?;
    let machine = machine::describe(&levels, args.quick)?;
    let written = [
        ("summary.json", serde_json::to_string_pretty(&records)?),
        ("machine.json", serde_json::to_string_pretty(&machine)?),
        ("summary.svg", picture::picture(&records)?),
    ];
    for (name, text) in &written {
        let file = dir.join(name);
        fs::write(&file, text).with_context(|| format!("cannot write {}", file.display()))?;
    }
    println!("{}\n{machine}", table::terminal(&records));
    for (name, _) in &written {
        println!("{}", dir.join(name).display());
    }
    let slow = slow_levels(&records);
    for (level, portable) in &slow {
        println!(
            "{} takes {:.1} ns a pair, portable {:.1}: is a loop not compiled for its level? `cargo xtask asm --check` says which",
            level.id(),
            level.ns,
            portable.ns
        );
    }
    Ok(if slow.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// What takes five times as long at a level as portable code, and that. However noisy the machine, no level is
/// that slow, unless something is called in a loop that should have been inlined: it runs on another instruction
/// set then, ten times slower.
fn slow_levels(records: &[Record]) -> Vec<(&Record, &Record)> {
    let portable_of = |record: &Record| {
        let (of, _level) = record.who.rsplit_once('/')?;
        let same = |other: &&Record| {
            (&other.bench, other.rows, other.threads) == (&record.bench, record.rows, record.threads)
        };
        records.iter().filter(same).find(|other| other.who == format!("{of}/portable"))
    };
    let pairs = records.iter().filter_map(|record| Some((record, portable_of(record)?)));
    pairs.filter(|(level, portable)| level.ns > 5.0 * portable.ns).collect()
}

/// Runs the bench programs in a directory that nothing has been written to before.
fn measured(args: &Args, fresh: &Path) -> Result<Vec<Record>> {
    if fresh.exists() {
        fs::remove_dir_all(fresh).with_context(|| format!("cannot clear {}", fresh.display()))?;
    }
    fs::create_dir_all(fresh)?;
    let mut times = BTreeMap::new();
    let mut program = |name: &str, arguments: &[&str]| {
        let mut command = cargo();
        command.arg("bench");
        match &args.profile {
            Some(profile) => command.args(["--workspace", "--profile", profile]),
            None => command.args(["-p", "benches"]),
        };
        command.args(["--bench", name, "--"]).args(arguments);
        command.env("CRITERION_HOME", fresh.join("criterion")).env(RECORDS_VARIABLE, fresh);
        command.env_remove(QUICK_VARIABLE).envs(args.quick.then_some((QUICK_VARIABLE, "1")));
        let mut child = command.stdout(Stdio::piped()).spawn()?;
        for line in child.stdout.take().into_iter().flat_map(|out| BufReader::new(out).lines()) {
            let line = line?;
            eprintln!("{line}");
            times.extend(median(&line));
        }
        ensure!(child.wait()?.success(), "the bench {name} has stopped: see above");
        Ok(())
    };
    let mut arguments = vec!["--output-format", "bencher"];
    arguments.extend(if args.quick { &QUICK[..] } else { &[] });
    arguments.extend(args.filter.as_deref());
    program("octet", &arguments)?;
    let records: Vec<Record> = record::read(&fresh.join(RECORDS_FILE))?;
    if records.is_empty() {
        let filter = args.filter.as_deref().unwrap_or_default();
        bail!("no bench matches {filter:?}; `cargo bench -p benches --bench octet -- --list` names them");
    }
    let joins: Vec<_> = records.iter().filter(|record| record.threads.is_some()).map(Record::id).collect();
    if !joins.is_empty() {
        program("memory", &joins.iter().map(String::as_str).collect::<Vec<_>>())?;
    }
    complete(records, times, &record::read(&fresh.join(MEMORY_FILE))?)
}

/// What criterion writes of a measurement: its id, and the median time of a pass in nanoseconds. A pass takes
/// hundreds at least.
fn median(line: &str) -> Option<(String, f64)> {
    let (id, time) = line.strip_prefix("test ")?.split_once(" ... bench:")?;
    let time = time.split_once("ns/iter")?.0.trim().replace(',', "");
    Some((id.to_owned(), time.parse().ok()?))
}

/// Joins the records with the times of a pass, and with memory where it was measured. A record without a time
/// or a time without a record is an error: something was lost.
fn complete(
    mut records: Vec<Record>,
    mut times: BTreeMap<String, f64>,
    memory: &[Record],
) -> Result<Vec<Record>> {
    for record in &mut records {
        let id = record.id();
        let pass = times.remove(&id);
        let pass = pass.with_context(|| format!("{id} was counted but criterion has no time for it"))?;
        record.ns = pass / record.pairs() as f64;
        if let Some(memory) = memory.iter().find(|memory| memory.id() == id) {
            (record.peak_bytes, record.memory) = (memory.peak_bytes, memory.memory);
        }
    }
    match times.first_key_value() {
        Some((id, _)) => bail!("{id} has a time but its hits were not recorded"),
        None => Ok(records),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_median_is_read_with_its_id() {
        let line = "test disk_triangle/scalar/4096 ... bench:     142,192 ns/iter (+/- 14,473)";
        assert_eq!(median(line), Some(("disk_triangle/scalar/4096".to_owned(), 142_192.0)));
        assert_eq!(median("     Running benches/octet/main.rs"), None);
    }

    #[test]
    fn a_level_that_is_far_slower_than_portable_code_is_found() {
        let record = |who, rows, ns| Record { ns, ..Record::new("disk_disk", who, rows) };
        let records = [
            record("soa/portable", 64, 1.0),
            record("soa/avx2", 64, 5.1),
            record("soa/avx512", 64, 4.9),
            record("soa/avx2", 128, 9.0),
            record("f32/avx2", 64, 9.0),
            record("scalar", 64, 9.0),
        ];
        assert_eq!(slow_levels(&records), [(&records[1], &records[0])]);
    }

    #[test]
    fn a_measurement_is_complete_or_refused() {
        let record = Record::new("intersecting_pairs", "soa/portable", 64);
        let times = BTreeMap::from([(record.id(), 8_192.0)]);
        let memory = [Record { peak_bytes: Some(7), ..record.clone() }];
        let full = Record { ns: 2.0, ..memory[0].clone() };
        assert_eq!(complete(vec![record.clone()], times.clone(), &memory).unwrap(), [full]);
        let id = record.id();
        let lost_time = complete(vec![record], BTreeMap::new(), &memory).unwrap_err().to_string();
        assert_eq!(lost_time, format!("{id} was counted but criterion has no time for it"));
        let lost_hits = complete(Vec::new(), times, &memory).unwrap_err().to_string();
        assert_eq!(lost_hits, format!("{id} has a time but its hits were not recorded"));
    }
}
