//! `--progress`: the counts of a run in a file, from which a later session resumes it.
//!
//! A run is *legs*, each of a fixed number of rounds. The random numbers of a leg depend on the seed, its
//! number and the job alone ([`Progress::stream`]). The file is written after each leg: a run that is killed
//! loses the leg that it was in, and the next session runs that leg again. So the sums are the same however
//! often a run was interrupted.

use std::collections::BTreeMap;
use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use anyhow::{Context, Result, bail};
use serde::{Deserialize, Serialize};
use testkit::tally::Tally;

/// The most threads of a run.
pub const MAX_JOBS: u64 = 1024;

/// The arguments of a run, and what it met.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Progress {
    /// Seed of the random numbers.
    pub seed: u64,
    /// Threads.
    pub jobs: u64,
    /// Whether pairs are searched for.
    pub is_search: bool,
    /// The names of the levels.
    pub levels: Vec<String>,
    /// How often the run was begun or resumed.
    pub sessions: u64,
    /// Legs that are done.
    pub legs: u64,
    /// How long all of them took.
    pub milliseconds: u64,
    /// What each kernel and join met.
    pub targets: BTreeMap<String, Tally>,
}

impl Progress {
    /// Reads a file; None if there is none.
    pub fn load(file: &Path) -> Result<Option<Self>> {
        match fs::read(file) {
            Ok(text) => serde_json::from_slice(&text)
                .with_context(|| format!("{} is cut short, or is not the progress of a run", file.display())),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error).with_context(|| format!("{} cannot be read", file.display())),
        }
    }

    /// Writes the file: beside it first, so that there is a whole one at any time.
    pub fn save(&self, file: &Path) -> Result<()> {
        let beside = file.with_extension("json.new");
        fs::write(&beside, serde_json::to_string_pretty(self)?)
            .and_then(|()| fs::rename(&beside, file))
            .with_context(|| format!("{} cannot be written", file.display()))
    }

    /// Refuses to resume a run with other arguments.
    pub fn same_run(&self, file: &Path, other: &Self) -> Result<()> {
        let names = |run: &Self| run.targets.keys().cloned().collect::<Vec<_>>().join(" ");
        for (argument, value) in [
            ("--seed", (|run| run.seed.to_string()) as fn(&Self) -> String),
            ("--jobs", |run| run.jobs.to_string()),
            ("--bisect", |run| run.is_search.to_string()),
            ("--level", |run| run.levels.join(" ")),
            ("--kernel", names),
        ] {
            let (kept, given) = (value(self), value(other));
            if kept != given {
                bail!(
                    "{} is the progress of another run: {argument}: {kept} there, {given} here",
                    file.display()
                );
            }
        }
        Ok(())
    }

    /// The number of the stream of random numbers of a job in the next leg: no two are alike.
    pub fn stream(&self, job: u64) -> u64 {
        self.legs * MAX_JOBS + job
    }

    /// Sums over all kernels and joins.
    pub fn total(&self, class: &str) -> u64 {
        self.targets.values().map(|tally| tally.get(class)).sum()
    }
}
