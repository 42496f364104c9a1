//! `cargo xtask bench`: runs the benches, then prints tables and writes a summary and a picture.
//!
//! Only measurements of this run are reported: criterion writes to a directory that is made anew for each
//! run, and every measurement must have its time there and its hits in the run's own list.

mod estimates;
mod machine;
mod picture;
mod run;
mod summary;
mod table;

use std::fs;
use std::path::Path;
use std::process::{Command, ExitCode};

use anyhow::{Context, bail};
use commands::target_directory;
use soa::Level;

use machine::Machine;

/// Times every kernel beside scalar functions and other libraries
#[derive(clap::Args)]
pub struct Args {
    /// Only the benches that match: a regular expression over `bench/who/rows`, such as
    /// `disk_triangle/.*/4096`
    filter: Option<String>,
    /// Few samples and short measurements, and of joins only some sizes, in a few minutes altogether
    #[arg(long)]
    quick: bool,
    /// Only this level of the batched kernels: portable, avx2 or avx512. Without it, the one that the
    /// environment variable `OCTET_LEVEL` names, or else every level that the CPU has
    #[arg(long, value_name = "NAME")]
    level: Option<String>,
    /// Opens the picture when it is written
    #[arg(long)]
    open: bool,
}

/// Runs the command.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let level = match &args.level {
        Some(name) => Some(name.parse()?),
        None => Level::from_env().context(Level::VARIABLE)?,
    };
    let missing: Vec<_> = Level::missing().collect();
    if level.is_none() && !missing.is_empty() {
        eprintln!("note: this CPU lacks {}: not measured", missing.join(", "));
    }
    let dir = target_directory()?.join("bench");
    let fresh = run::Fresh::create(&dir)?;
    run::benches(args, level, &fresh)?;

    let records = record::read_lines(&fresh.records())?;
    let entries = summary::join(&records, &estimates::read(&fresh.criterion())?, &fresh.read_memory()?)?;
    let machine = Machine::here(args.quick)?;
    let written = [
        ("summary.json", serde_json::to_string_pretty(&entries)?),
        ("machine.json", serde_json::to_string_pretty(&machine)?),
        ("summary.svg", picture::picture(&entries)?),
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
        open(&dir.join("summary.svg"))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn write(path: &Path, text: &str) -> anyhow::Result<()> {
    fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
}

/// Shows a page or a picture in the user's browser.
pub fn open(page: &Path) -> anyhow::Result<()> {
    let opener = if cfg!(target_os = "macos") { "open" } else { "xdg-open" };
    let status = Command::new(opener).arg(page).status().with_context(|| format!("cannot run {opener}"))?;
    if !status.success() {
        bail!("{opener} could not open {}", page.display());
    }
    Ok(())
}
