//! What a long run met, kept in a file so that a later run goes on where it ended.
//!
//! A run is *legs* one after the other, of a fixed number of rounds. The random numbers of a leg depend on the seed, on its
//! number and on the job alone ([`Progress::stream`]). The file is written after each leg, whole: what is killed loses the leg
//! that it was in, and goes through that one again. So the sums are the same however often a run was interrupted.

use core::ops::RangeInclusive;
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::joins;
use crate::tally::Tally;

/// The number of this form of file.
pub const FORMAT: u32 = 1;
/// The most threads of a run.
pub const MOST_JOBS: u64 = 1024;
/// The largest count that a file may hold: sums of many do not overflow.
const MOST: u64 = 1 << 53;
/// Legs that have random numbers of their own. At some seconds each that is a year.
const MOST_LEGS: u64 = 1 << 22;

/// What was run, and what it met.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Progress {
    /// [`FORMAT`].
    format: u32,
    /// Seed of the random numbers.
    pub seed: u64,
    /// Threads.
    pub jobs: u64,
    /// Whether pairs were searched for.
    pub bisect: bool,
    /// The names of the levels.
    pub levels: Vec<String>,
    /// How often the run was begun or gone on with.
    pub sessions: u64,
    /// Legs that are done.
    pub legs: u64,
    /// How long all of them took.
    pub milliseconds: u64,
    /// What each kernel met.
    pub kernels: BTreeMap<String, Tally>,
    /// What each join met.
    pub joins: BTreeMap<String, joins::tally::Tally>,
}

/// Why a file is not the progress of a run, or not of this one.
#[derive(Debug, thiserror::Error)]
pub enum ProgressError {
    /// The file cannot be read or written.
    #[error("{} cannot be read or written", file.display())]
    Io {
        /// The file.
        file: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// Damaged: the source names line and column.
    #[error("{} is cut short, or is not the progress of a run", file.display())]
    Json {
        /// The file.
        file: PathBuf,
        /// What the parser says.
        source: serde_json::Error,
    },
    /// Written by another version.
    #[error("{} has format {found}; this program reads format {FORMAT}", file.display())]
    Format {
        /// The file.
        file: PathBuf,
        /// Its format.
        found: u32,
    },
    /// A number that no run comes to.
    #[error("{}: {what} is {found}, which is not in {range:?}", file.display())]
    OutOfRange {
        /// The file.
        file: PathBuf,
        /// Which number.
        what: &'static str,
        /// The number.
        found: u64,
        /// What it can be.
        range: RangeInclusive<u64>,
    },
    /// Of a run with other arguments.
    #[error("{} is the progress of another run: {what}", file.display())]
    Other {
        /// The file.
        file: PathBuf,
        /// Which argument differs, and how.
        what: String,
    },
}

/// The least that every form of the file has.
#[derive(Deserialize)]
struct Header {
    format: u32,
}

impl Progress {
    /// A run that is to begin.
    pub fn new<'a>(
        seed: u64,
        jobs: u64,
        bisect: bool,
        levels: impl IntoIterator<Item = &'a str>,
        kernels: impl IntoIterator<Item = &'a str>,
        joins: impl IntoIterator<Item = &'a str>,
    ) -> Self {
        Self {
            format: FORMAT,
            seed,
            jobs,
            bisect,
            levels: levels.into_iter().map(str::to_owned).collect(),
            sessions: 0,
            legs: 0,
            milliseconds: 0,
            kernels: kernels.into_iter().map(|name| (name.to_owned(), Tally::default())).collect(),
            joins: joins.into_iter().map(|name| (name.to_owned(), joins::tally::Tally::default())).collect(),
        }
    }

    /// Reads the text of a file.
    ///
    /// # Errors
    /// It is no progress of this [`FORMAT`], or holds a number that no run comes to.
    pub fn parse(file: &Path, text: &str) -> Result<Self, ProgressError> {
        let damaged = |source| ProgressError::Json { file: file.into(), source };
        let Header { format } = serde_json::from_str(text).map_err(damaged)?;
        if format != FORMAT {
            return Err(ProgressError::Format { file: file.into(), found: format });
        }
        let progress: Self = serde_json::from_str(text).map_err(damaged)?;
        let counts = serde_json::to_value((&progress.kernels, &progress.joins)).map_err(damaged)?;
        for (what, found, range) in [
            ("jobs", progress.jobs, 1..=MOST_JOBS),
            ("legs", progress.legs, 0..=MOST_LEGS),
            ("sessions", progress.sessions, 0..=MOST),
            ("milliseconds", progress.milliseconds, 0..=MOST),
            ("a count", largest(&counts), 0..=MOST),
        ] {
            if !range.contains(&found) {
                return Err(ProgressError::OutOfRange { file: file.into(), what, found, range });
            }
        }
        Ok(progress)
    }

    /// The text of the file.
    ///
    /// # Panics
    /// Never: numbers and names can be written.
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).unwrap_or_else(|error| unreachable!("names and numbers: {error}"))
    }

    /// Reads a file; None if there is none.
    ///
    /// # Errors
    /// A file that cannot be read; otherwise as [`Progress::parse`].
    pub fn load(file: &Path) -> Result<Option<Self>, ProgressError> {
        match fs::read_to_string(file) {
            Ok(text) => Self::parse(file, &text).map(Some),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(source) => Err(ProgressError::Io { file: file.into(), source }),
        }
    }

    /// Writes the file: beside it first, so that there is a whole one at any time.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn save(&self, file: &Path) -> Result<(), ProgressError> {
        let mut beside = file.as_os_str().to_owned();
        beside.push(".new");
        let written = || -> io::Result<()> {
            let mut new = File::create(&beside)?;
            new.write_all(self.to_json().as_bytes())?;
            new.sync_all()?;
            fs::rename(&beside, file)
        };
        written().map_err(|source| ProgressError::Io { file: file.into(), source })
    }

    /// Refuses to go on as another run: one with other arguments.
    ///
    /// # Errors
    /// The first argument that differs.
    pub fn same_run(&self, file: &Path, other: &Self) -> Result<(), ProgressError> {
        let differ = |argument: &str, kept: &dyn ToString, given: &dyn ToString| {
            let (kept, given) = (kept.to_string(), given.to_string());
            (kept != given).then(|| format!("{argument}: {kept} there, {given} here"))
        };
        let what = differ("--seed", &self.seed, &other.seed)
            .or_else(|| differ("--jobs", &self.jobs, &other.jobs))
            .or_else(|| differ("--bisect", &self.bisect, &other.bisect))
            .or_else(|| differ("--level", &self.levels.join(" "), &other.levels.join(" ")))
            .or_else(|| one_sided(&self.kernels, &other.kernels))
            .or_else(|| one_sided(&self.joins, &other.joins));
        what.map_or(Ok(()), |what| Err(ProgressError::Other { file: file.into(), what }))
    }

    /// The number of the stream of random numbers that a job takes in the next leg.
    pub fn stream(&self, job: u64) -> u64 {
        self.legs * MOST_JOBS + job
    }

    /// Sums over all kernels.
    pub fn all_kernels(&self) -> Tally {
        let mut all = Tally::default();
        self.kernels.values().for_each(|&tally| all += tally);
        all
    }

    /// Sets of all joins.
    pub fn sets(&self) -> u64 {
        self.joins.values().map(|tally| tally.sets).sum()
    }
}

/// A name that stands on one side only.
fn one_sided<T>(kept: &BTreeMap<String, T>, given: &BTreeMap<String, T>) -> Option<String> {
    let there = kept.keys().find(|name| !given.contains_key(*name));
    let here = || given.keys().find(|name| !kept.contains_key(*name));
    there
        .map(|name| format!("--kernel: {name} there, and not here"))
        .or_else(|| here().map(|name| format!("--kernel: {name} here, and not there")))
}

/// The largest of all numbers.
fn largest(value: &Value) -> u64 {
    match value {
        Value::Number(number) => number.as_u64().unwrap_or(u64::MAX),
        Value::Array(values) => values.iter().map(largest).max().unwrap_or(0),
        Value::Object(values) => values.values().map(largest).max().unwrap_or(0),
        Value::Null | Value::Bool(_) | Value::String(_) => 0,
    }
}
