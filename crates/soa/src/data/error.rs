//! The one error type: every way in which a call is refused.

use alloc::string::String;
use core::fmt;

use super::kind::ShapeKind;

/// Why a value was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Rule {
    /// NaN or infinite.
    NotFinite,
    /// A radius below zero.
    NegativeRadius,
    /// A half extent below zero.
    NegativeExtent,
    /// A box whose `min` lies above its `max`.
    InvertedBox,
    /// A box axis without a direction.
    ZeroAxis,
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotFinite => "is not a finite number",
            Self::NegativeRadius => "is a negative radius",
            Self::NegativeExtent => "is a negative half extent",
            Self::InvertedBox => "is above the box's max",
            Self::ZeroAxis => "begins an axis that is zero",
        })
    }
}

/// Input that was refused, or a result that is too large. The input is as it was.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Error {
    /// A column is not as long as the first one.
    UnequalColumns {
        /// The collection: `disks`.
        shape: &'static str,
        /// The column: `radius`.
        column: &'static str,
        /// Its length.
        rows: usize,
        /// The first column's length.
        expected: usize,
    },
    /// Not as many columns as the shape has.
    ColumnCount {
        /// The collection: `disks`.
        shape: &'static str,
        /// The columns that were given.
        columns: usize,
        /// The number of columns of the shape.
        expected: usize,
    },
    /// A value that no row may hold.
    InvalidValue {
        /// The collection: `disks`.
        shape: &'static str,
        /// The column: `radius`.
        column: &'static str,
        /// The row, counted from 0.
        row: usize,
        /// The value.
        value: f32,
        /// Why it was refused.
        rule: Rule,
    },
    /// A contiguous buffer that does not divide into columns, or bytes that are no whole, aligned floats.
    BadBuffer {
        /// The collection: `disks`.
        shape: &'static str,
        /// The number of columns that were expected.
        columns: usize,
        /// The buffer's length in its own elements.
        len: usize,
        /// What is wrong with it.
        reason: &'static str,
    },
    /// Two shapes without such a query.
    NoKernel {
        /// The left collection: `points`.
        left: &'static str,
        /// The right collection: `spheres`.
        right: &'static str,
    },
    /// Columns of another shape than the kernel takes.
    WrongShape {
        /// The collection that was given.
        shape: &'static str,
        /// The one that the kernel takes.
        expected: &'static str,
    },
    /// The name of no shape.
    UnknownShape {
        /// The name.
        name: String,
    },
    /// Two collections that should pair up row by row have different lengths.
    UnequalRows {
        /// Rows on the left.
        left: usize,
        /// Rows on the right.
        right: usize,
    },
    /// A row beyond the last one.
    NoSuchRow {
        /// The row, counted from 0.
        row: usize,
        /// The number of rows.
        rows: usize,
    },
    /// An index is refitted to another number of rows than it has.
    RefitRows {
        /// The rows of the index.
        expected: usize,
        /// The rows that were given.
        rows: usize,
    },
    /// A distance that is not a number.
    BadDistance,
    /// More rows than a `u32` pair list can name.
    TooManyRows {
        /// The rows that were given.
        rows: usize,
    },
    /// More pairs than the limit of a list.
    TooManyPairs {
        /// The limit.
        at_most: u64,
    },
    /// No memory for a result.
    OutOfMemory {
        /// The bytes of the allocation that failed.
        bytes: usize,
    },
    /// A name in serialised columns that the collection does not have, or one that is missing.
    BadColumn {
        /// The collection: `disks`.
        shape: &'static str,
        /// The column.
        column: String,
    },
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnequalColumns { shape, column, rows, expected } => {
                write!(f, "{shape}: column {column} has {rows} rows, but the first column has {expected}")
            }
            Self::ColumnCount { shape, columns, expected } => {
                write!(f, "{shape} have {expected} columns, but {columns} were given")
            }
            Self::NoKernel { left, right } => write!(f, "there is no such query of {left} and {right}"),
            Self::WrongShape { shape, expected } => {
                write!(f, "the kernel takes {expected}, but {shape} were given")
            }
            Self::UnknownShape { name } => {
                let known = list(ShapeKind::ALL.into_iter().map(ShapeKind::name));
                write!(f, "there are no {name:?}; there are {known}")
            }
            Self::InvalidValue { shape, column, row, value, rule } => {
                write!(f, "{shape}: column {column}, row {row}: {value} {rule}")
            }
            Self::BadBuffer { shape, columns, len, reason } => {
                write!(f, "{shape}: a buffer of length {len} is not {columns} columns: {reason}")
            }
            Self::UnequalRows { left, right } => {
                write!(
                    f,
                    "row by row needs equal lengths, but there are {left} rows on the left and {right} on the right"
                )
            }
            Self::NoSuchRow { row, rows } => write!(f, "there is no row {row}; there are {rows} rows"),
            Self::RefitRows { expected, rows } => {
                write!(f, "an index of {expected} rows cannot be refitted to {rows} rows: build a new one")
            }
            Self::BadDistance => f.write_str("the distance to search within is NaN"),
            Self::TooManyPairs { at_most } => {
                write!(
                    f,
                    "there are more than {at_most} pairs: raise the limit, count them, or take them block by block"
                )
            }
            Self::TooManyRows { rows } => {
                write!(f, "{rows} rows are more than a pair list can name ({})", u32::MAX)
            }
            Self::OutOfMemory { bytes } => {
                write!(f, "there is no memory for {bytes} bytes of a result")
            }
            Self::BadColumn { shape, column } => {
                write!(f, "{shape}: column {column} is missing, double or unknown")
            }
        }
    }
}

impl core::error::Error for Error {}

/// Names as a list, for messages.
pub(crate) fn list(names: impl IntoIterator<Item = &'static str>) -> String {
    let mut list = String::new();
    for name in names {
        list.push_str(if list.is_empty() { "" } else { ", " });
        list.push_str(name);
    }
    list
}
