//! Everything that reads input, and what must hold of it whatever the input is.
//!
//! A [`Parser`] takes bytes and panics where a property is broken:
//!
//! - nothing panics;
//! - what is accepted is written and read back equal;
//! - an error names a line, column or row that is there, and what stands in it;
//! - memory stays within a small multiple of the input, whatever a header promises.
//!
//! `cargo test` shows each of them its seeds, some thousand mutants of those ([`mutate`]) and what was once found and is kept in
//! `corpora/parsers/`. The fuzz targets in `crates/parsers/fuzz` are the same parsers, guided by coverage.
#![forbid(unsafe_code)]

use std::fs;
use std::path::PathBuf;

use peak_alloc::PeakAlloc;
use testkit::corpora;

mod columns;
mod data;
pub mod mutate;
mod text;

/// Of every program that this crate is part of.
#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

/// Memory that any parser may take: names of kernels in messages, buffers of a decoder.
const ANY: usize = 256 << 10;

/// Something that reads input.
#[derive(Clone, Copy, Debug)]
pub struct Parser {
    /// Its name, which is that of its fuzz target and of its folder in `corpora/parsers/`.
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
    pub const ALL: [Self; 11] = [
        Self { name: "columns_json", memory: 256, check: columns::json, seeds: columns::json_seeds },
        Self { name: "columns_bytes", memory: 64, check: columns::bytes, seeds: columns::byte_seeds },
        Self { name: "conformance", memory: 256, check: text::conformance, seeds: text::conformance_seeds },
        Self { name: "corpus", memory: 256, check: text::corpus, seeds: text::corpus_seeds },
        Self { name: "progress", memory: 256, check: text::progress, seeds: text::progress_seeds },
        Self { name: "level", memory: 256, check: text::level, seeds: text::level_seeds },
        Self { name: "mesh", memory: 256, check: data::mesh, seeds: data::mesh_seeds },
        Self { name: "cities", memory: 256, check: data::cities, seeds: data::city_seeds },
        Self {
            name: "cities_gzip",
            memory: 256 * data::DEFLATED,
            check: data::gzip,
            seeds: data::gzip_seeds,
        },
        // A border of one step may run over half the globe, and gets a corner a degree.
        Self { name: "countries", memory: 1 << 15, check: data::countries, seeds: data::country_seeds },
        Self { name: "records", memory: 256, check: data::records, seeds: data::record_seeds },
    ];

    /// The one of this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|parser| parser.name == name)
    }

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

    /// What was found and is kept, by the names of the files.
    pub fn kept(&self) -> Vec<(PathBuf, Vec<u8>)> {
        let folder = fs::read_dir(corpora::directory().join("parsers").join(self.name));
        let files = folder.into_iter().flatten().flatten().map(|entry| entry.path());
        let mut kept: Vec<_> = files.filter_map(|file| Some((file.clone(), fs::read(file).ok()?))).collect();
        kept.sort();
        kept
    }
}

/// What comes of something, and the most bytes that it held at once. All threads of the program count.
pub fn memory_of<T>(run: impl FnOnce() -> T) -> (T, usize) {
    let before = MEMORY.current_usage();
    MEMORY.reset_peak_usage();
    let outcome = run();
    (outcome, MEMORY.peak_usage().saturating_sub(before))
}

/// Whether a line and a column, counted from 1, are in this text; a parser that wants more stands behind the end.
fn is_in(text: &str, line: usize, column: usize) -> bool {
    let mut lines = text.split('\n');
    line >= 1 && lines.nth(line - 1).is_some_and(|line| column <= line.len() + 1)
}

/// Holds an error of JSON against its text.
fn check_json(text: &str, error: &serde_json::Error) {
    // A line of zero: the value was read, and then refused as a whole.
    let (line, column) = (error.line(), error.column());
    assert!((line, column) == (0, 0) || is_in(text, line, column), "line {line}, column {column}: {error}");
}
