//! What is refused.

use arrow_schema::{ArrowError, DataType};

/// An array that holds no shapes, a value that no shape may have, or a result that is too large.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// An array that is neither a struct nor a list of fixed length.
    #[error("shapes are a Struct of Float32 columns or a FixedSizeList of Float32, not {0}")]
    NotShapes(DataType),
    /// A column in `f64`.
    #[error(
        "column {column} is Float64; cast it to Float32: octet answers for the f32 that it is given \
         (`Shapes::rounded` rounds to the nearest)"
    )]
    Float64 {
        /// The column, as it is called in the array.
        column: String,
    },
    /// A column of another type.
    #[error("column {column} is {found}, but must be Float32")]
    WrongType {
        /// The column, as it is called in the array.
        column: String,
        /// Its type.
        found: DataType,
    },
    /// Columns that are not exactly those of a shape.
    #[error("no shape has the columns {columns}: name the shape with `Shapes::read_as`")]
    UnknownColumns {
        /// Their names.
        columns: String,
    },
    /// A column that the shape has and the array has not.
    #[error("{shape}: there is no column {column}")]
    MissingColumn {
        /// The collection: `disks`.
        shape: &'static str,
        /// The column: `radius`.
        column: String,
    },
    /// A list, whose shape its type does not say.
    #[error("a FixedSizeList does not say its shape: name it with `Shapes::read_as`")]
    NoKind,
    /// A list of another length than the shape has columns.
    #[error("{shape} are lists of {expected} values, but these have {found}")]
    ListLength {
        /// The collection: `disks`.
        shape: &'static str,
        /// The values of a row.
        expected: usize,
        /// The length of the lists.
        found: usize,
    },
    /// An extension type of ours that there is not.
    #[error("there is no extension type {0}")]
    UnknownExtension(String),
    /// Chunks of different shapes.
    #[error("a chunk holds {found}, but the first one {expected}")]
    MixedChunks {
        /// The collection of the first chunk.
        expected: &'static str,
        /// The collection of this one.
        found: &'static str,
    },
    /// What the query itself refuses. Rows are counted as in the array that was given.
    #[error(transparent)]
    Octet(#[from] soa::Error),
    /// What Arrow refuses.
    #[error(transparent)]
    Arrow(#[from] ArrowError),
}
