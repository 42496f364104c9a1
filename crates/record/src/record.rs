//! What criterion does not write down: hits, rows and bytes of each measurement, one JSON object a line.

use std::env;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use soa::Stages;

/// The environment variable with the directory that records and limits are written to. Without it there are none.
pub const RECORDS_VARIABLE: &str = "OCTET_BENCH_RECORDS";

/// The environment variable that asks for a quick run, whatever its value: the slowest contenders are left out where rows
/// are many, and most sizes of joins.
pub const QUICK_VARIABLE: &str = "OCTET_BENCH_QUICK";

/// The file of records in that directory.
pub const RECORDS_FILE: &str = "records.jsonl";

/// The directory that [`RECORDS_VARIABLE`] names.
pub fn directory() -> Option<PathBuf> {
    env::var_os(RECORDS_VARIABLE).map(PathBuf::from)
}

/// The shares of its rows that the stages of an exact query settled: together 1.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Shares {
    /// In lanes of `f32`.
    pub single: f64,
    /// In lanes of `f64`.
    pub double: f64,
    /// One by one, in `f64` with error-free transforms.
    pub rounded: f64,
    /// One by one, in integers.
    pub integer: f64,
}

impl From<Stages> for Shares {
    fn from(stages: Stages) -> Self {
        let share = |rows: u64| rows as f64 / stages.rows().max(1) as f64;
        Self {
            single: share(stages.single),
            double: share(stages.double),
            rounded: share(stages.rounded),
            integer: share(stages.integer),
        }
    }
}

/// One measurement, but for its time.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// The shape pair, or whatever else is timed.
    pub bench: String,
    /// Who is timed.
    pub who: String,
    /// Rows of the workload.
    pub rows: usize,
    /// Pairs tested in one pass.
    pub pairs: usize,
    /// Hits found in one pass.
    pub hits: usize,
    /// Bytes of columns read and written in one pass, if that is known.
    pub bytes: Option<usize>,
    /// What the stages settled, if the query is exact.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stages: Option<Shares>,
}

impl Record {
    /// A record of which the hits are not counted yet, one pair a row.
    pub fn new(bench: &str, who: impl Into<String>, rows: usize) -> Self {
        Self {
            bench: bench.to_owned(),
            who: who.into(),
            rows,
            pairs: rows,
            hits: 0,
            bytes: None,
            stages: None,
        }
    }

    /// What criterion calls the measurement.
    pub fn id(&self) -> String {
        format!("{}/{}/{}", self.bench, self.who, self.rows)
    }

    /// Appends the record to the file in the directory that [`RECORDS_VARIABLE`] names, if it names one.
    ///
    /// # Panics
    /// The file cannot be written: a measurement without its record would be lost silently.
    pub fn append(&self) {
        append_line(RECORDS_FILE, self);
    }
}

/// Appends a line to this file in the directory that [`RECORDS_VARIABLE`] names, if it names one.
pub(crate) fn append_line(file: &str, line: &impl Serialize) {
    let Some(path) = directory().map(|directory| directory.join(file)) else { return };
    let written = OpenOptions::new().create(true).append(true).open(&path).and_then(|mut file| {
        let line = serde_json::to_string(line)?;
        writeln!(file, "{line}")
    });
    assert!(written.is_ok(), "cannot write {}: {written:?}", path.display());
}

/// A file of lines that cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum LinesError {
    /// Missing or unreadable.
    #[error("{} cannot be read", file.display())]
    Io {
        /// The file.
        file: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// A line that is something else.
    #[error("{}, line {line} is not what stands in such a file", file.display())]
    Line {
        /// The file.
        file: PathBuf,
        /// The line, counted from 1.
        line: usize,
        /// What the parser says.
        source: serde_json::Error,
    },
}

/// What was appended to a file.
pub(crate) fn read_lines<T: DeserializeOwned>(path: &Path) -> Result<Vec<T>, LinesError> {
    let text = fs::read_to_string(path).map_err(|source| LinesError::Io { file: path.into(), source })?;
    parse_lines(path, &text)
}

/// The text of a file of records or of [`crate::Memory`]: an object of JSON a line.
///
/// # Errors
/// A line that is something else.
pub fn parse_lines<T: DeserializeOwned>(file: &Path, text: &str) -> Result<Vec<T>, LinesError> {
    let parse = |(i, line)| {
        let wrong = |source| LinesError::Line { file: file.into(), line: i + 1, source };
        serde_json::from_str(line).map_err(wrong)
    };
    text.lines().enumerate().map(parse).collect()
}

/// The records that a run has appended to a file.
///
/// # Errors
/// No such file, or a line that is no record.
pub fn read_records(path: &Path) -> Result<Vec<Record>, LinesError> {
    read_lines(path)
}
