//! `cargo xtask bench`: runs the benches, then prints a table and writes a summary and a report.
//!
//! Only what this run has measured is reported: criterion writes to a directory that is made anew for each run, and
//! every measurement must have its time there and its hits in the run's own list.

mod estimates;
mod machine;
mod plot;
mod report;
mod run;
mod summary;
mod table;

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::{env, fs};

use anyhow::{Context, bail};
use soa::Level;

use machine::Machine;

/// Times every kernel beside its scalar twin and other libraries.
#[derive(clap::Args)]
pub struct Args {
    /// Only the benches that match: a regular expression over `bench/who/rows`, such as `disk_triangle/.*/4096`
    filter: Option<String>,
    /// Few samples and short measurements, in a few minutes altogether
    #[arg(long)]
    quick: bool,
    /// Only this level of the batched kernels, such as `portable`; the others beside it run all the same
    #[arg(long)]
    level: Option<String>,
    /// Opens the report when it is written
    #[arg(long)]
    open: bool,
}

/// Runs the command.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    if let Some(wanted) = &args.level {
        known_level(wanted)?;
    }
    let dir = target_directory()?.join("bench");
    let fresh = run::Fresh::create(&dir)?;
    run::benches(args, &fresh)?;

    let entries =
        summary::join(&benches::read_records(&fresh.records())?, &estimates::read(&fresh.criterion())?)?;
    let machine = Machine::here(args.quick)?;
    let written = [
        ("summary.json", serde_json::to_string_pretty(&entries)?),
        ("machine.json", serde_json::to_string_pretty(&machine)?),
        ("report.html", report::page(&entries, &machine)?),
    ];
    for (name, text) in &written {
        write(&dir.join(name), text)?;
    }
    println!("{}", table::terminal(&entries));
    println!("{machine}");
    for (name, _) in &written {
        println!("{}", dir.join(name).display());
    }
    if args.open {
        open(&dir.join("report.html"))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn known_level(wanted: &str) -> anyhow::Result<()> {
    let names: Vec<String> = Level::available().iter().map(ToString::to_string).collect();
    if !names.iter().any(|name| name == wanted) {
        bail!("this CPU has no level {wanted:?}; it has {}", names.join(", "));
    }
    Ok(())
}

fn write(path: &Path, text: &str) -> anyhow::Result<()> {
    fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
}

/// Where cargo puts what it builds.
pub fn target_directory() -> anyhow::Result<PathBuf> {
    #[derive(serde::Deserialize)]
    struct Metadata {
        target_directory: PathBuf,
    }
    let out = cargo().args(["metadata", "--no-deps", "--format-version", "1"]).output()?;
    let metadata: Metadata =
        serde_json::from_slice(&out.stdout).context("cargo metadata gave no target directory")?;
    Ok(metadata.target_directory)
}

/// The cargo that runs us.
pub fn cargo() -> Command {
    Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

fn open(page: &Path) -> anyhow::Result<()> {
    let opener = if cfg!(target_os = "macos") { "open" } else { "xdg-open" };
    let status = Command::new(opener).arg(page).status().with_context(|| format!("cannot run {opener}"))?;
    if !status.success() {
        bail!("{opener} could not open {}", page.display());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::known_level;

    #[test]
    fn an_unknown_level_is_refused() {
        assert!(known_level("portable").is_ok());
        let refused = known_level("avx1024").unwrap_err().to_string();
        assert!(refused.starts_with("this CPU has no level \"avx1024\"; it has portable"), "{refused}");
    }
}
