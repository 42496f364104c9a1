//! What the bench programs write down for `cargo xtask bench`, one JSON object a line: what criterion does
//! not know of a measurement ([`Record`]), and the peak memory of joins ([`Memory`]). Criterion itself writes
//! the times.
#![forbid(unsafe_code)]

use std::env;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use soa::Stages;

/// The environment variable with the directory that records are written to. Without it there are none.
pub const RECORDS_VARIABLE: &str = "OCTET_BENCH_RECORDS";

/// The environment variable that makes a run a quick one, whatever its value: the slowest contenders are left
/// out where rows are many, and most sizes of joins.
pub const QUICK_VARIABLE: &str = "OCTET_BENCH_QUICK";

/// The file of [`Record`]s in that directory.
pub const RECORDS_FILE: &str = "records.jsonl";

/// The file of [`Memory`] in that directory.
pub const MEMORY_FILE: &str = "memory.jsonl";

/// The two sizes of every group of benches: within the first cache levels, and far beyond.
pub const ROWS: [usize; 2] = [4_096, 1_000_000];

/// Bytes of a hitting pair: two row numbers.
const PAIR_BYTES: f64 = 8.0;

/// The shares of its rows that the stages of an exact query decided: together 1.
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
    /// The contender: a level of ours, or a library with its call.
    pub who: String,
    /// Rows of the workload.
    pub rows: usize,
    /// Pairs tested in one pass.
    pub pairs: usize,
    /// Hits found in one pass.
    pub hits: usize,
    /// The shares of the stages, if the query is exact.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stages: Option<Shares>,
    /// Threads of a join.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub threads: Option<usize>,
}

impl Record {
    /// A record of which the hits are not counted yet, one pair a row.
    pub fn new(bench: &str, who: impl Into<String>, rows: usize) -> Self {
        let (bench, who) = (bench.to_owned(), who.into());
        Self { bench, who, rows, pairs: rows, hits: 0, stages: None, threads: None }
    }

    /// Criterion's name of the measurement.
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

/// The most memory that a join held at once.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Memory {
    /// [`Record::id`] of the measurement.
    pub id: String,
    /// Pairs that hit.
    pub hits: usize,
    /// Bytes of the rows of both sides.
    pub input: usize,
    /// Bytes at the peak beyond those of the input, the result among them.
    pub added: usize,
}

impl Memory {
    /// Bytes at the peak, input and result among them.
    pub fn peak(&self) -> usize {
        self.input + self.added
    }

    /// The peak as a multiple of input and result.
    pub fn ratio(&self) -> f64 {
        self.peak() as f64 / (self.input as f64 + PAIR_BYTES * self.hits as f64)
    }

    /// Appends it to the file in the directory that [`RECORDS_VARIABLE`] names, if it names one.
    ///
    /// # Panics
    /// The file cannot be written.
    pub fn append(&self) {
        append_line(MEMORY_FILE, self);
    }
}

fn append_line(file: &str, line: &impl Serialize) {
    let Some(path) = env::var_os(RECORDS_VARIABLE).map(|directory| PathBuf::from(directory).join(file))
    else {
        return;
    };
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
        /// The error of the system.
        source: io::Error,
    },
    /// A line that is something else.
    #[error("{}, line {line} does not belong in such a file", file.display())]
    Line {
        /// The file.
        file: PathBuf,
        /// The line, counted from 1.
        line: usize,
        /// The error of the parser.
        source: serde_json::Error,
    },
}

/// The lines that a run has appended to a file of [`Record`]s or of [`Memory`].
///
/// # Errors
/// No such file, or a line that is something else.
pub fn read_lines<T: DeserializeOwned>(path: &Path) -> Result<Vec<T>, LinesError> {
    let text = fs::read_to_string(path).map_err(|source| LinesError::Io { file: path.into(), source })?;
    parse_lines(path, &text)
}

/// The text of such a file.
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

#[cfg(test)]
mod tests {
    use super::Memory;

    #[test]
    fn input_and_result_count_once() {
        let id = "join/uniform/soa/portable/10".to_owned();
        let memory = Memory { id, hits: 5, input: 360, added: 40 };
        assert_eq!((memory.peak(), memory.ratio()), (400, 1.0));
        assert_eq!(Memory { added: 840, ..memory }.ratio(), 3.0);
    }
}
