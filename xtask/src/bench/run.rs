//! Running the bench program, with a line of progress.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, bail};
use commands::cargo;
use indicatif::{ProgressBar, ProgressStyle};
use record::{MEMORY_FILE, Memory, QUICK_VARIABLE, RECORDS_FILE, RECORDS_VARIABLE};
use soa::Level;

use super::Args;

/// Criterion's arguments for a quick run: a quarter of a second a measurement.
const QUICK: [&str; 6] = ["--sample-size", "10", "--warm-up-time", "0.05", "--measurement-time", "0.15"];

/// The program that times.
const TIMES: &str = "octet";
/// The program that measures memory.
const MEMORY: &str = "memory";

/// A directory that nothing has been written to before this run.
pub struct Fresh(PathBuf);

impl Fresh {
    /// Clears the files of an earlier run.
    pub fn create(dir: &Path) -> anyhow::Result<Self> {
        let fresh = dir.join("run");
        if fresh.exists() {
            fs::remove_dir_all(&fresh).with_context(|| format!("cannot clear {}", fresh.display()))?;
        }
        fs::create_dir_all(&fresh).with_context(|| format!("cannot make {}", fresh.display()))?;
        Ok(Self(fresh))
    }

    /// Where criterion writes.
    pub fn criterion(&self) -> PathBuf {
        self.0.join("criterion")
    }

    /// Where the benches write hits.
    pub fn records(&self) -> PathBuf {
        self.0.join(RECORDS_FILE)
    }

    /// The memory of joins; nothing if no join was measured.
    pub fn read_memory(&self) -> anyhow::Result<Vec<Memory>> {
        let path = self.0.join(MEMORY_FILE);
        if !path.exists() {
            return Ok(Vec::new());
        }
        record::read_lines(&path).with_context(|| format!("cannot read {}", path.display()))
    }
}

/// Builds and runs the benches that match the filter, at one level or at all.
pub fn benches(args: &Args, level: Option<Level>, fresh: &Fresh) -> anyhow::Result<()> {
    let programs = ["--bench", TIMES, "--bench", MEMORY];
    let built = cargo().args(["bench", "-p", "benches", "--no-run"]).args(programs).status()?;
    if !built.success() {
        bail!("the benches do not build");
    }
    let ids = list(args, level, args.filter.as_deref())?;
    if ids.is_empty() {
        let filter = args.filter.as_deref().unwrap_or_default();
        bail!("no bench matches {filter:?}; there are {}", bench_names(&list(args, level, None)?).join(", "));
    }

    let mut command = program(args, level, TIMES, args.filter.as_deref().as_slice());
    if args.quick {
        command.args(QUICK);
    }
    let mut child = command
        .env("CRITERION_HOME", fresh.criterion())
        .env(RECORDS_VARIABLE, &fresh.0)
        .stdout(Stdio::piped())
        .spawn()?;
    let bar = progress(ids.len());
    for line in BufReader::new(child.stdout.take().context("the benches have no output")?).lines() {
        let line = line?;
        if let Some(id) = line.strip_prefix("Benchmarking ").and_then(|rest| rest.strip_suffix(": Analyzing"))
        {
            bar.inc(1);
            bar.set_message(id.to_owned());
            if bar.is_hidden() {
                eprintln!("{}/{} {id}", bar.position(), ids.len());
            }
        }
    }
    bar.finish_and_clear();
    if !child.wait()?.success() {
        bail!("the benches have stopped: see above");
    }
    let joins: Vec<_> = ids.iter().filter(|id| id.starts_with("join/")).map(String::as_str).collect();
    if !joins.is_empty() {
        memory(args, level, fresh, &joins)?;
    }
    Ok(())
}

/// Measures the memory of these joins.
fn memory(args: &Args, level: Option<Level>, fresh: &Fresh, joins: &[&str]) -> anyhow::Result<()> {
    let mut command = program(args, level, MEMORY, joins);
    let measured = command.env(RECORDS_VARIABLE, &fresh.0).stdout(Stdio::null()).status()?;
    if !measured.success() {
        bail!("the memory of joins was not measured: see above");
    }
    Ok(())
}

/// A bench program with these arguments, at one level or at all.
fn program(args: &Args, level: Option<Level>, name: &str, arguments: &[&str]) -> Command {
    let mut command = cargo();
    command.args(["bench", "--quiet", "-p", "benches", "--bench", name, "--"]).args(arguments);
    match level {
        Some(level) => command.env(Level::VARIABLE, level.name()),
        None => command.env_remove(Level::VARIABLE),
    };
    if args.quick {
        command.env(QUICK_VARIABLE, "1");
    } else {
        command.env_remove(QUICK_VARIABLE);
    }
    command
}

/// The measurements that a filter lets through.
fn list(args: &Args, level: Option<Level>, filter: Option<&str>) -> anyhow::Result<Vec<String>> {
    let out =
        program(args, level, TIMES, filter.as_slice()).arg("--list").stderr(Stdio::inherit()).output()?;
    if !out.status.success() {
        bail!("the benches cannot be listed: see above");
    }
    let text = String::from_utf8(out.stdout)?;
    Ok(text.lines().filter_map(|line| line.strip_suffix(": benchmark")).map(str::to_owned).collect())
}

/// The benches that these measurements belong to, in order.
fn bench_names(ids: &[String]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for id in ids {
        let name = id.split("/soa/").next().filter(|name| *name != id);
        if let Some(name) = name.filter(|name| !names.iter().any(|known| known == name)) {
            names.push(name.to_owned());
        }
    }
    names
}

fn progress(measurements: usize) -> ProgressBar {
    let template = "{elapsed_precise} {bar:32} {pos}/{len} {msg}";
    let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(measurements as u64).with_style(style)
}

#[cfg(test)]
mod tests {
    use super::{Fresh, bench_names};
    use std::fs;

    #[test]
    fn files_of_an_earlier_run_are_gone() {
        let dir = tempfile::tempdir().unwrap();
        let first = Fresh::create(dir.path()).unwrap();
        fs::write(first.records(), "old").unwrap();
        fs::create_dir_all(first.criterion().join("disk_triangle/scalar/4096/new")).unwrap();
        let second = Fresh::create(dir.path()).unwrap();
        assert!(!second.records().exists());
        assert!(!second.criterion().exists());
    }

    #[test]
    fn names_are_listed_once() {
        let ids = ["a/scalar/4096", "a/soa/portable/4096", "a/soa/avx2/4096", "b/two/soa/portable/4096"];
        assert_eq!(bench_names(&ids.map(str::to_owned)), ["a", "b/two"]);
    }
}
