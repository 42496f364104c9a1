//! What criterion does not write down: hits, rows and bytes of each measurement, one JSON object a line.

use std::env;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};
use soa::Level;

/// The environment variable with the file that records are appended to. Without it none are written.
pub const RECORDS_VARIABLE: &str = "OCTET_BENCH_RECORDS";

/// The environment variable with the one level to run. Without it all levels of the CPU run.
pub const LEVEL_VARIABLE: &str = "OCTET_BENCH_LEVEL";

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
}

impl Record {
    /// A record of which the hits are not counted yet, one pair a row.
    pub fn new(bench: &str, who: impl Into<String>, rows: usize) -> Self {
        Self { bench: bench.to_owned(), who: who.into(), rows, pairs: rows, hits: 0, bytes: None }
    }

    /// What criterion calls the measurement.
    pub fn id(&self) -> String {
        format!("{}/{}/{}", self.bench, self.who, self.rows)
    }

    /// Appends the record to the file that [`RECORDS_VARIABLE`] names, if it names one.
    ///
    /// # Panics
    /// The file cannot be written: a measurement without its record would be lost silently.
    pub fn append(&self) {
        let Some(path) = env::var_os(RECORDS_VARIABLE) else { return };
        let written = OpenOptions::new().create(true).append(true).open(&path).and_then(|mut file| {
            let line = serde_json::to_string(self)?;
            writeln!(file, "{line}")
        });
        assert!(written.is_ok(), "cannot write {}: {written:?}", path.display());
    }
}

/// The records that a run has appended to a file.
///
/// # Errors
/// No such file, or a line that is no record.
pub fn read_records(path: &Path) -> io::Result<Vec<Record>> {
    fs::read_to_string(path)?.lines().map(|line| Ok(serde_json::from_str(line)?)).collect()
}

/// The levels to run: those of the CPU, or the one that [`LEVEL_VARIABLE`] names.
///
/// # Panics
/// The CPU has no level of that name.
pub fn levels() -> Vec<Level> {
    let all = Level::available();
    let Ok(wanted) = env::var(LEVEL_VARIABLE) else { return all.to_vec() };
    let chosen: Vec<Level> = all.iter().copied().filter(|level| level.to_string() == wanted).collect();
    let names: Vec<String> = all.iter().map(ToString::to_string).collect();
    assert!(!chosen.is_empty(), "this CPU has no level {wanted:?}; it has {}", names.join(", "));
    chosen
}
