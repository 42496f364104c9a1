//! Everything that reads what users give: columns, bytes, files of cases, names. What must hold whatever the
//! input is.
//!
//! A [`Parser`] takes bytes and panics where a property is broken:
//!
//! - nothing panics;
//! - accepted input is written and read back equal;
//! - an error names a line, column or row that is there, and its content;
//! - memory stays within a small multiple of the input, whatever a header promises.
//!
//! `cargo test` runs each of them on its seeds and on some thousand mutants of those ([`mutate`]). The fuzz
//! target in `crates/parsers/fuzz` runs the same functions, guided by coverage.
#![forbid(unsafe_code)]

use peak_alloc::PeakAlloc;

mod columns;
pub mod mutate;
mod text;

/// Of every program that this crate is part of.
#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

/// Memory that any parser may take: names of kernels in messages.
const ANY: usize = 256 << 10;

/// A function that reads input, with its properties.
#[derive(Clone, Copy, Debug)]
pub struct Parser {
    /// Its name in messages.
    pub name: &'static str,
    /// Bytes of memory that it may take for each byte of input.
    memory: usize,
    /// Whether it accepts the bytes.
    check: fn(&[u8]) -> bool,
    /// Input that it accepts.
    seeds: fn() -> Vec<Vec<u8>>,
}

impl Parser {
    /// Every one.
    pub const ALL: [Self; 6] = [
        Self { name: "columns_json", memory: 256, check: columns::json, seeds: columns::json_seeds },
        Self { name: "columns_bytes", memory: 64, check: columns::bytes, seeds: columns::byte_seeds },
        Self { name: "conformance", memory: 256, check: text::conformance, seeds: text::conformance_seeds },
        Self { name: "corpus", memory: 256, check: text::corpus, seeds: text::corpus_seeds },
        Self { name: "level", memory: 256, check: text::level, seeds: text::level_seeds },
        Self { name: "shape", memory: 256, check: text::shape, seeds: text::shape_seeds },
    ];

    /// Whether it accepts these bytes. Nothing else may run beside it ([`memory_of`]).
    ///
    /// # Panics
    /// A property is broken.
    pub fn accepts(&self, bytes: &[u8]) -> bool {
        let (accepted, taken) = memory_of(|| (self.check)(bytes));
        let most = self.memory * bytes.len() + ANY;
        assert!(taken <= most, "{}: {taken} bytes of memory for {} of input", self.name, bytes.len());
        accepted
    }

    /// Input that it accepts.
    pub fn seeds(&self) -> Vec<Vec<u8>> {
        (self.seeds)()
    }
}

/// The result of a function, and the most bytes that it held at once. All threads of the program count.
pub fn memory_of<T>(run: impl FnOnce() -> T) -> (T, usize) {
    let before = MEMORY.current_usage();
    MEMORY.reset_peak_usage();
    let outcome = run();
    (outcome, MEMORY.peak_usage().saturating_sub(before))
}

/// Whether a line and a column, counted from 1, are in this text; the column behind the last is where text is
/// missing.
fn is_in(text: &str, line: usize, column: usize) -> bool {
    let mut lines = text.split('\n');
    line >= 1 && lines.nth(line - 1).is_some_and(|line| column <= line.len() + 1)
}

/// Checks that an error of JSON names a place in its text.
fn check_json(text: &str, error: &serde_json::Error) {
    // A line of zero: the value was read, and then refused as a whole.
    let (line, column) = (error.line(), error.column());
    assert!((line, column) == (0, 0) || is_in(text, line, column), "line {line}, column {column}: {error}");
}
