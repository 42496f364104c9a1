//! The machine that the numbers were measured on.

use std::fmt;
use std::process::Command;
use std::time::SystemTime;

use anyhow::Context;
use serde::{Deserialize, Serialize};
use soa::Level;
use sysinfo::{CpuRefreshKind, RefreshKind, System};

/// The content of `machine.json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Machine {
    /// The compiler, as it names itself.
    pub rustc: String,
    /// The CPU, as it names itself.
    pub cpu: String,
    /// Threads that the CPU runs at a time.
    pub threads: usize,
    /// Every level that it has, the best last.
    pub levels: Vec<String>,
    /// The levels that it lacks, which are not measured.
    pub missing_levels: Vec<String>,
    /// When the run ended, in UTC.
    pub date: String,
    /// Whether the run was a quick one, with few samples.
    pub quick: bool,
}

impl Machine {
    /// This machine, now.
    pub fn here(quick: bool) -> anyhow::Result<Self> {
        let rustc = Command::new("rustc").arg("--version").output().context("cannot run rustc --version")?;
        let kind = RefreshKind::nothing().with_cpu(CpuRefreshKind::nothing());
        let system = System::new_with_specifics(kind);
        let cpu = system.cpus().first().map_or("unknown", |cpu| cpu.brand()).trim().to_owned();
        Ok(Self {
            rustc: String::from_utf8(rustc.stdout)?.trim().to_owned(),
            cpu,
            threads: std::thread::available_parallelism()?.get(),
            levels: Level::available().iter().map(ToString::to_string).collect(),
            missing_levels: Level::missing().map(str::to_owned).collect(),
            date: humantime::format_rfc3339_seconds(SystemTime::now()).to_string(),
            quick,
        })
    }
}

impl fmt::Display for Machine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { rustc, cpu, threads, levels, missing_levels, date, quick } = self;
        let kind = if *quick { "quick run" } else { "full run" };
        let (levels, missing) = (levels.join(", "), missing_levels.join(", "));
        let lacks = if missing.is_empty() { missing } else { format!(" (this CPU lacks {missing})") };
        write!(f, "{cpu}, {threads} threads, levels {levels}{lacks}; {rustc}; {date}; {kind}")
    }
}

#[cfg(test)]
mod tests {
    use super::Machine;

    #[test]
    fn a_missing_level_is_named() {
        let here = Machine::here(true).unwrap();
        assert_eq!(here.levels.len() + here.missing_levels.len(), soa::Level::NAMES.len());
        let old = Machine { missing_levels: vec!["avx2".to_owned(), "avx512".to_owned()], ..here };
        assert!(old.to_string().contains(" (this CPU lacks avx2, avx512); "), "{old}");
        let new = Machine { missing_levels: Vec::new(), ..old };
        assert!(!new.to_string().contains("lacks"), "{new}");
    }
}
