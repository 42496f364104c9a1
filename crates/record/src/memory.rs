//! What a join takes of memory, one JSON object a line.

use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::record::{LinesError, append_line, read_lines};

/// The file of peaks in the directory that [`crate::RECORDS_VARIABLE`] names.
pub const MEMORY_FILE: &str = "memory.jsonl";

/// Bytes of a hitting pair: two row numbers.
const PAIR_BYTES: f64 = 8.0;

/// The most memory that someone held at once.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Memory {
    /// As in the [`crate::Record`] of the same measurement.
    pub bench: String,
    /// The same.
    pub who: String,
    /// The same.
    pub rows: usize,
    /// The same.
    pub hits: usize,
    /// Bytes of the rows of both sides.
    pub input: usize,
    /// Bytes at the peak beyond those of the input, the result among them.
    pub added: usize,
}

impl Memory {
    /// All of it at the peak, as a multiple of input and result.
    pub fn ratio(&self) -> f64 {
        let input = self.input as f64;
        (input + self.added as f64) / (input + PAIR_BYTES * self.hits as f64)
    }

    /// Appends it to the file in the directory that [`crate::RECORDS_VARIABLE`] names, if it names one.
    ///
    /// # Panics
    /// The file cannot be written.
    pub fn append(&self) {
        append_line(MEMORY_FILE, self);
    }
}

/// What a run has appended to a file.
///
/// # Errors
/// No such file, or a line that is something else.
pub fn read_memory(path: &Path) -> Result<Vec<Memory>, LinesError> {
    read_lines(path)
}

#[cfg(test)]
mod tests {
    use super::Memory;

    #[test]
    fn input_and_result_are_once() {
        let memory = Memory {
            bench: "join/uniform".to_owned(),
            who: "soa/portable".to_owned(),
            rows: 10,
            hits: 5,
            input: 360,
            added: 40,
        };
        assert_eq!(memory.ratio(), 1.0);
        assert_eq!(Memory { added: 840, ..memory }.ratio(), 3.0);
    }
}
