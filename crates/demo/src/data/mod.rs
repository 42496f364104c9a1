//! The files in `data/` that are shapes: where they lie, what is in them, and every way in which one can be wrong.

pub mod cities;
mod code;
pub mod mercator;
mod mesh;
mod swarm;
mod topojson;
pub mod world;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

pub use cities::City;
pub use code::Code;
pub use mesh::Mesh;
pub use swarm::swarm;
pub use world::World;

/// Country polygons, as `TopoJSON`.
pub const COUNTRIES: &str = "countries-50m.json";
/// Cities, as gzipped tab-separated values.
pub const CITIES: &str = "cities.tsv.gz";
/// The bunny's triangles, as Wavefront OBJ.
pub const BUNNY: &str = "bunny.obj";

/// A folder of this repository.
pub fn repository(folder: &str) -> PathBuf {
    // This package lies in `crates/demo`.
    let demo = Path::new(env!("CARGO_MANIFEST_DIR"));
    demo.ancestors().nth(2).unwrap_or(demo).join(folder)
}

/// `data/` in this repository.
pub fn shipped() -> PathBuf {
    repository("data")
}

/// A data file that cannot be read, and where in it the fault lies. What the system or a decoder says is the source.
#[derive(Debug, thiserror::Error)]
pub enum DataError {
    /// Missing, unreadable or (compressed) cut short.
    #[error("{} cannot be read or written", file.display())]
    Io {
        /// The file.
        file: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// Compressed text that ends or breaks within the file.
    #[error("{}: the gzip stream is cut short or damaged after line {line}", file.display())]
    Gzip {
        /// The file.
        file: PathBuf,
        /// The last line that could be read, counted from 1.
        line: usize,
        /// What the decoder says.
        source: io::Error,
    },
    /// A line of text that is not what stands there in a good file.
    #[error("{}, line {line}: expected {expected}, found {found:?}", file.display())]
    Line {
        /// The file.
        file: PathBuf,
        /// The line, counted from 1.
        line: usize,
        /// What a good file has there.
        expected: String,
        /// What stands there.
        found: String,
    },
    /// Not the JSON that was expected; the source names line and column.
    #[error("{} is cut short, or is not the JSON that was expected", file.display())]
    Json {
        /// The file.
        file: PathBuf,
        /// What the parser says.
        source: serde_json::Error,
    },
    /// JSON of the right form that describes no map.
    #[error("{}, {part}: {fault}", file.display())]
    Topology {
        /// The file.
        file: PathBuf,
        /// The country or the arc.
        part: String,
        /// What is wrong with it.
        fault: String,
    },
}

impl DataError {
    /// A wrong line.
    pub fn line(file: &Path, line: usize, expected: impl Into<String>, found: impl Into<String>) -> Self {
        Self::Line { file: file.into(), line, expected: expected.into(), found: found.into() }
    }

    /// A wrong country or arc.
    pub fn topology(file: &Path, part: impl Into<String>, fault: impl Into<String>) -> Self {
        Self::Topology { file: file.into(), part: part.into(), fault: fault.into() }
    }
}

/// The bytes of a file.
///
/// # Errors
/// It cannot be read.
pub fn bytes(file: &Path) -> Result<Vec<u8>, DataError> {
    fs::read(file).map_err(|source| DataError::Io { file: file.into(), source })
}

/// The text of a file.
///
/// # Errors
/// It cannot be read, or is no text.
pub fn text(file: &Path) -> Result<String, DataError> {
    fs::read_to_string(file).map_err(|source| DataError::Io { file: file.into(), source })
}
