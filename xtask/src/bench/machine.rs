//! The machine that the numbers were measured on.

use std::process::Command;
use std::time::SystemTime;

use anyhow::{Context, Result};
use record::Levels;
use serde_json::{Value, json};
use sysinfo::{CpuRefreshKind, RefreshKind, System};

/// The content of `machine.json`: the compiler and the CPU, as they name themselves, its threads, the levels
/// that it has and those that it lacks, the time in UTC, and whether the run was a quick one.
pub fn describe(levels: &Levels, quick: bool) -> Result<Value> {
    let rustc = Command::new("rustc").arg("--version").output().context("cannot run rustc --version")?;
    let kind = RefreshKind::nothing().with_cpu(CpuRefreshKind::nothing());
    let system = System::new_with_specifics(kind);
    Ok(json!({
        "rustc": String::from_utf8(rustc.stdout)?.trim(),
        "cpu": system.cpus().first().map_or("unknown", |cpu| cpu.brand()).trim(),
        "threads": std::thread::available_parallelism()?.get(),
        "levels": levels.levels,
        "missing_levels": levels.missing,
        "date": humantime::format_rfc3339_seconds(SystemTime::now()).to_string(),
        "quick": quick,
    }))
}
