//! What is refused, beside what `octet_arrow` refuses.

use datafusion::common::DataFusionError;

/// A value or an expression that has no exact answer.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A number that no `f32` is.
    #[error(
        "column {column}, row {row} of its batch: {value} is no f32, and answers are exact for what is given: \
         CAST({column} AS REAL) rounds it"
    )]
    NotAnF32 {
        /// The column, as the shape calls it.
        column: String,
        /// The row, from the first one of the batch on.
        row: usize,
        /// The value as it was given.
        value: String,
    },
    /// A coordinate that is no number.
    #[error("column {column} is {found}, but must be REAL, DOUBLE or an integer")]
    NotANumber {
        /// The column, as the shape calls it.
        column: String,
        /// Its type.
        found: String,
    },
    /// Columns that several shapes have.
    #[error(
        "{column} has the columns of segments, rays and lines, and does not say which: write \
         segment({arguments}), ray(...) or line(...) of its fields"
    )]
    Ambiguous {
        /// The column.
        column: String,
        /// Its fields.
        arguments: String,
    },
    /// More pairs than a limit allows.
    #[error("an octet join found more than {at_most} pairs, which octet.join.at_most does not allow")]
    TooManyPairs {
        /// The limit.
        at_most: u64,
    },
    /// An input that never ends, where one must be read to its end.
    #[error("an octet join reads its inputs to their ends, and the {side} one has none")]
    Unbounded {
        /// `left` or `right`.
        side: &'static str,
    },
}

impl From<Error> for DataFusionError {
    fn from(error: Error) -> Self {
        external(error)
    }
}

/// An error of a library of ours as one of the engine's.
pub(crate) fn external(error: impl std::error::Error + Send + Sync + 'static) -> DataFusionError {
    DataFusionError::External(Box::new(error))
}
