//! The machine that the numbers were measured on.

use std::fmt;
use std::process::Command;
use std::time::SystemTime;

use anyhow::Context;
use serde::Serialize;
use soa::Level;
use sysinfo::{CpuRefreshKind, RefreshKind, System};

/// The content of `machine.json`.
#[derive(Clone, Debug, Serialize)]
pub struct Machine {
    /// The compiler, as it names itself.
    rustc: String,
    /// The CPU, as it names itself.
    cpu: String,
    /// Threads that the CPU runs at a time.
    threads: usize,
    /// Every level that it has, the best last.
    levels: Vec<&'static str>,
    /// The levels that it lacks, which are not measured.
    missing_levels: Vec<&'static str>,
    /// When the run ended, in UTC.
    date: String,
    /// Whether the run was a quick one, with few samples.
    quick: bool,
}

/// This machine, now.
pub fn describe(quick: bool) -> anyhow::Result<Machine> {
    let rustc = Command::new("rustc").arg("--version").output().context("cannot run rustc --version")?;
    let kind = RefreshKind::nothing().with_cpu(CpuRefreshKind::nothing());
    let system = System::new_with_specifics(kind);
    Ok(Machine {
        rustc: String::from_utf8(rustc.stdout)?.trim().to_owned(),
        cpu: system.cpus().first().map_or("unknown", |cpu| cpu.brand()).trim().to_owned(),
        threads: std::thread::available_parallelism()?.get(),
        levels: Level::available().iter().map(|level| level.name()).collect(),
        missing_levels: Level::missing().collect(),
        date: humantime::format_rfc3339_seconds(SystemTime::now()).to_string(),
        quick,
    })
}

impl fmt::Display for Machine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { rustc, cpu, threads, levels, missing_levels, date, quick } = self;
        write!(f, "{cpu}, {threads} threads, levels {}", levels.join(", "))?;
        if !missing_levels.is_empty() {
            write!(f, " (this CPU lacks {})", missing_levels.join(", "))?;
        }
        write!(f, "; {rustc}; {date}; {} run", if *quick { "quick" } else { "full" })
    }
}
