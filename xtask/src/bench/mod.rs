//! `cargo xtask bench`: runs the benches, then prints tables and writes a summary and a picture.
//!
//! Only measurements of this run are reported: criterion writes to a directory that is made anew for each
//! run, and every measurement must have its time there and its hits in the run's own list.

mod cases;
mod machine;
mod picture;
mod table;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result, bail, ensure};
use commands::{cargo, target_directory};
use record::{MEMORY_FILE, QUICK_VARIABLE, RECORDS_FILE, RECORDS_VARIABLE, Record};
use serde_json::Value;
use soa::Level;

/// Times every kernel beside scalar functions and other libraries
///
/// At every level that the CPU has, or the one that the environment variable `OCTET_LEVEL` names.
#[derive(clap::Args)]
pub struct Args {
    /// Only the benches that match: a regular expression over `bench/who/rows`, such as
    /// `disk_triangle/.*/4096`
    filter: Option<String>,
    /// Few samples and short measurements, and of joins only some sizes, in a few minutes altogether
    #[arg(long)]
    quick: bool,
}

/// Criterion's arguments for a quick run: a quarter of a second a measurement.
const QUICK: [&str; 6] = ["--sample-size", "10", "--warm-up-time", "0.05", "--measurement-time", "0.15"];

/// Runs the command.
pub fn run(args: &Args) -> Result<ExitCode> {
    // Before anything is compiled: the bench programs take the same one.
    let level = Level::from_env().context(Level::VARIABLE)?;
    let missing: Vec<_> = Level::missing().collect();
    if level.is_none() && !missing.is_empty() {
        eprintln!("note: this CPU lacks {}: not measured", missing.join(", "));
    }
    let dir = target_directory()?.join("bench");
    let records = measured(args, &dir.join("run"))?;
    let machine = machine::describe(args.quick)?;
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
    Ok(ExitCode::SUCCESS)
}

/// Runs the bench programs in a directory that nothing has been written to before.
fn measured(args: &Args, fresh: &Path) -> Result<Vec<Record>> {
    if fresh.exists() {
        fs::remove_dir_all(fresh).with_context(|| format!("cannot clear {}", fresh.display()))?;
    }
    fs::create_dir_all(fresh)?;
    let program = |name: &str, arguments: &[&str]| {
        let mut command = cargo();
        command.args(["bench", "-p", "benches", "--bench", name, "--"]).args(arguments);
        command.env("CRITERION_HOME", fresh.join("criterion")).env(RECORDS_VARIABLE, fresh);
        // The standard output is for the tables.
        command.stdout(std::io::stderr());
        command.env_remove(QUICK_VARIABLE).envs(args.quick.then_some((QUICK_VARIABLE, "1")));
        ensure!(command.status()?.success(), "the bench {name} has stopped: see above");
        Ok(())
    };
    // A line a measurement.
    let mut arguments = vec!["--output-format", "bencher"];
    arguments.extend(if args.quick { &QUICK[..] } else { &[] });
    arguments.extend(args.filter.as_deref());
    program("octet", &arguments)?;
    let records = Record::read(&fresh.join(RECORDS_FILE))?;
    if records.is_empty() {
        let filter = args.filter.as_deref().unwrap_or_default();
        bail!("no bench matches {filter:?}; `cargo bench -p benches --bench octet -- --list` names them");
    }
    let joins: Vec<_> = records.iter().filter(|record| record.threads.is_some()).map(Record::id).collect();
    if !joins.is_empty() {
        program("memory", &joins.iter().map(String::as_str).collect::<Vec<_>>())?;
    }
    let mut times = BTreeMap::new();
    read_times(&fresh.join("criterion"), &mut times)?;
    complete(records, times, &Record::read(&fresh.join(MEMORY_FILE))?)
}

/// The median time of a pass of every measurement below criterion's directory, in nanoseconds, by its id.
fn read_times(dir: &Path, times: &mut BTreeMap<String, f64>) -> Result<()> {
    let json = |name: &str| -> Result<Value> {
        let file = dir.join("new").join(name);
        let text = fs::read_to_string(&file).with_context(|| format!("cannot read {}", file.display()))?;
        serde_json::from_str(&text).with_context(|| file.display().to_string())
    };
    if dir.join("new").exists() {
        let (benchmark, estimates) = (json("benchmark.json")?, json("estimates.json")?);
        let id = benchmark["full_id"].as_str();
        let median = estimates["median"]["point_estimate"].as_f64().filter(|median| *median > 0.0);
        let (id, median) = id.zip(median).with_context(|| format!("no median in {}", dir.display()))?;
        times.insert(id.to_owned(), median);
    }
    for entry in fs::read_dir(dir).with_context(|| format!("cannot read {}", dir.display()))? {
        let path = entry?.path();
        if path.is_dir() {
            read_times(&path, times)?;
        }
    }
    Ok(())
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
    fn medians_are_read_by_id() {
        let home = tempfile::tempdir().unwrap();
        let new = home.path().join("disk_triangle/scalar/4096/new");
        fs::create_dir_all(&new).unwrap();
        fs::write(new.join("benchmark.json"), r#"{"full_id": "disk_triangle/scalar/4096"}"#).unwrap();
        let read = |estimates: &str| {
            fs::write(new.join("estimates.json"), estimates).unwrap();
            let mut times = BTreeMap::new();
            read_times(home.path(), &mut times).map(|()| times).map_err(|error| format!("{error:#}"))
        };
        let times = read(r#"{"mean": {"point_estimate": 4.0}, "median": {"point_estimate": 2.0}}"#);
        assert_eq!(times.unwrap(), BTreeMap::from([("disk_triangle/scalar/4096".to_owned(), 2.0)]));
        for corrupt in ["{\"median\": {", "{}", r#"{"median": {"point_estimate": 0.0}}"#] {
            let error = read(corrupt).unwrap_err();
            assert!(error.contains("disk_triangle/scalar/4096"), "{error}");
        }
    }

    #[test]
    fn a_measurement_is_complete_or_refused() {
        let record = Record::new("intersecting_pairs", "soa/portable", 64);
        let times = BTreeMap::from([(record.id(), 8_192.0)]);
        let memory = Record { peak_bytes: Some(7), ..record.clone() };
        let complete = |records: &[&Record], times| {
            complete(records.iter().map(|r| (*r).clone()).collect(), times, &[memory.clone()])
        };
        let full = Record { ns: 2.0, ..memory.clone() };
        assert_eq!(complete(&[&record], times.clone()).unwrap(), [full]);
        let lost_time = complete(&[&record], BTreeMap::new()).unwrap_err().to_string();
        assert_eq!(
            lost_time,
            "intersecting_pairs/soa/portable/64 was counted but criterion has no time for it"
        );
        let lost_hits = complete(&[], times).unwrap_err().to_string();
        assert_eq!(lost_hits, "intersecting_pairs/soa/portable/64 has a time but its hits were not recorded");
    }
}
