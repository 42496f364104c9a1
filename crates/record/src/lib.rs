//! A measurement as `cargo xtask bench` reports it. The bench programs append what they know of one as a line
//! of JSON: hits, shares of stages, memory. The times are criterion's.
#![forbid(unsafe_code)]

use std::env;
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// The environment variable with the directory that lines are appended in. Without it there are none.
pub const RECORDS_VARIABLE: &str = "OCTET_BENCH_RECORDS";

/// The environment variable that makes a run a quick one, whatever its value: the slowest contenders are left
/// out where rows are many, and most sizes of joins.
pub const QUICK_VARIABLE: &str = "OCTET_BENCH_QUICK";

/// The file of all measurements in that directory.
pub const RECORDS_FILE: &str = "records.jsonl";

/// The file of joins whose memory was measured.
pub const MEMORY_FILE: &str = "memory.jsonl";

/// The file of the instruction sets that this CPU has.
pub const LEVELS_FILE: &str = "levels.jsonl";

/// The bench of every left row with every right one.
pub const ALL_PAIRS: &str = "intersecting_pairs";

/// The two sizes of every group of benches: within the first cache levels, and far beyond.
pub const ROWS: [usize; 2] = [4_096, 1_000_000];

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

/// One measurement: an entry of `summary.json`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// The shape pair, or whatever else is timed.
    pub bench: String,
    /// Rows of the workload.
    pub rows: usize,
    /// The contender: `scalar`, `scalar/exact`, `soa/<level>`, `f32/<level>`, another library with its call,
    /// or `limit/read`.
    pub who: String,
    /// Nanoseconds a pair, the median: 0 in a line of a bench program.
    pub ns: f64,
    /// Hits in one pass.
    pub hits: usize,
    /// The shares of its rows that the stages of an exact query decided.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stages: Option<Shares>,
    /// Threads of a join.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub threads: Option<usize>,
    /// Peak memory of a join in bytes, input and result among them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub peak_bytes: Option<usize>,
    /// Peak memory of a join as a multiple of input and result.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub memory: Option<f64>,
}

impl Record {
    /// A contender in a bench, of which nothing is measured yet.
    pub fn new(bench: impl Into<String>, who: impl Into<String>, rows: usize) -> Self {
        Self { bench: bench.into(), who: who.into(), rows, ..Self::default() }
    }

    /// Criterion's name of the measurement.
    pub fn id(&self) -> String {
        format!("{}/{}/{}", self.bench, self.who, self.rows)
    }

    /// Pairs that are tested in one pass; of a join the left rows.
    pub fn pairs(&self) -> usize {
        if self.bench == ALL_PAIRS { self.rows * self.rows } else { self.rows }
    }
}

/// The instruction sets of the machine, by the names that the library gives them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Levels {
    /// Those that its CPU has, the best last.
    pub levels: Vec<String>,
    /// Those that it lacks.
    pub missing: Vec<String>,
}

/// Appends a line to a file in the directory that [`RECORDS_VARIABLE`] names, if it names one.
///
/// # Panics
/// The file cannot be written: a measurement without its record would be lost silently.
pub fn append(record: &impl Serialize, file: &str) {
    let Some(directory) = env::var_os(RECORDS_VARIABLE) else { return };
    let path = PathBuf::from(directory).join(file);
    let written = OpenOptions::new().create(true).append(true).open(&path).and_then(|mut file| {
        let line = serde_json::to_string(record)?;
        writeln!(file, "{line}")
    });
    assert!(written.is_ok(), "cannot write {}: {written:?}", path.display());
}

/// The lines that a run has appended to a file; none if there is no such file.
///
/// # Errors
/// The file cannot be read, or has a line of something else.
pub fn read<T: DeserializeOwned>(file: &Path) -> Result<Vec<T>> {
    if !file.exists() {
        return Ok(Vec::new());
    }
    let text = fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
    let record = |(line, number): (&str, usize)| {
        serde_json::from_str(line).with_context(|| format!("{}, line {number}", file.display()))
    };
    text.lines().zip(1..).map(record).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fields_of_the_summary_are_fixed() {
        let record = Record { ns: 2.0, hits: 502, ..Record::new("disk_triangle", "soa/portable", 4_096) };
        let json = r#"{"bench":"disk_triangle","rows":4096,"who":"soa/portable","ns":2.0,"hits":502"#;
        assert_eq!(serde_json::to_string(&record).unwrap(), format!("{json}}}"));
        let stages = Some(Shares { single: 0.75, double: 0.25, rounded: 0.0, integer: 0.0 });
        let record =
            Record { stages, threads: Some(2), peak_bytes: Some(10_032), memory: Some(2.0), ..record };
        let stages = r#""stages":{"single":0.75,"double":0.25,"rounded":0.0,"integer":0.0}"#;
        let full = format!(r#"{json},{stages},"threads":2,"peak_bytes":10032,"memory":2.0}}"#);
        assert_eq!(serde_json::to_string(&record).unwrap(), full);
        assert_eq!(serde_json::from_str::<Record>(&full).unwrap(), record);
    }
}
