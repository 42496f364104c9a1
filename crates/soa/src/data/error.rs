//! The one error type: every way in which a call is refused.

use alloc::string::String;

/// Why a value was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Rule {
    /// NaN or infinite.
    #[error("is not a finite number")]
    NotFinite,
    /// A radius below zero.
    #[error("is a negative radius")]
    NegativeRadius,
    /// A distance below zero.
    #[error("is a negative distance")]
    NegativeDistance,
    /// A half extent below zero.
    #[error("is a negative half extent")]
    NegativeExtent,
    /// A box whose `min` is above its `max`.
    #[error("is above the box's max")]
    InvertedBox,
    /// A box axis without a direction.
    #[error("begins an axis that is zero")]
    ZeroAxis,
}

/// Input that was refused, or a result that is too large. The input is as it was.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A column is not as long as the first one.
    #[error("{shape}: column {column} has {rows} rows, but the first column has {expected}")]
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
    #[error("{shape} have {expected} columns, but {columns} were given")]
    ColumnCount {
        /// The collection: `disks`.
        shape: &'static str,
        /// The columns that were given.
        columns: usize,
        /// The number of columns of the shape.
        expected: usize,
    },
    /// A value that no row may hold.
    #[error("{shape}: column {column}, row {row}: {value} {rule}")]
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
    #[error("{shape}: a buffer of length {len} is not {columns} columns: {reason}")]
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
    #[error("there is no such query of {left} and {right}")]
    NoKernel {
        /// The left collection: `points`.
        left: &'static str,
        /// The right collection: `spheres`.
        right: &'static str,
    },
    /// Columns of another shape than the kernel takes.
    #[error("the kernel takes {expected}, but {shape} were given")]
    WrongShape {
        /// The collection that was given.
        shape: &'static str,
        /// The one that the kernel takes.
        expected: &'static str,
    },
    /// The name of no shape.
    #[error("there are no {name:?}; there are {known}")]
    UnknownShape {
        /// The name.
        name: String,
        /// The names that there are.
        known: String,
    },
    /// Two collections that should pair up row by row have different lengths.
    #[error("row by row needs equal lengths, but there are {left} rows on the left and {right} on the right")]
    UnequalRows {
        /// Rows on the left.
        left: usize,
        /// Rows on the right.
        right: usize,
    },
    /// Another number of masks than there are rows.
    #[error("there are {masks} masks for {rows} rows")]
    MaskCount {
        /// The masks that were given.
        masks: usize,
        /// The rows of that side.
        rows: usize,
    },
    /// Another number of distances than there are rows.
    #[error("there are {distances} distances for {rows} rows")]
    DistanceCount {
        /// The distances that were given.
        distances: usize,
        /// The rows.
        rows: usize,
    },
    /// A row beyond the last one.
    #[error("there is no row {row}; there are {rows} rows")]
    NoSuchRow {
        /// The row, counted from 0.
        row: usize,
        /// The number of rows.
        rows: usize,
    },
    /// A face of a mesh with the number of a vertex beyond the last one.
    #[error("face {face}, corner {corner}: there is no vertex {vertex}; there are {vertices} vertices")]
    NoSuchVertex {
        /// The face, counted from 0.
        face: usize,
        /// The corner of the face, from 0 to 2.
        corner: usize,
        /// The number that it has.
        vertex: u32,
        /// The number of vertices.
        vertices: usize,
    },
    /// A mesh that is not closed has no inside.
    #[error(
        "the mesh is not closed: the edge at corner {corner} of face {face} is on an odd number of faces, {on}"
    )]
    OpenMesh {
        /// A face with such an edge, counted from 0.
        face: usize,
        /// The corner, from 0 to 2, from which the edge goes to the next one.
        corner: usize,
        /// How often faces have the edge.
        on: usize,
    },
    /// A margin that is not a number.
    #[error("the margin within which contacts are wanted is NaN")]
    BadMargin,
    /// A distance that is not a number.
    #[error("the distance to search within is NaN")]
    BadDistance,
    /// More rows than a `u32` pair list can name.
    #[error("{rows} rows are more than a pair list can name ({})", u32::MAX)]
    TooManyRows {
        /// The rows that were given.
        rows: usize,
    },
    /// More pairs than the limit of a list.
    #[error("there are more than {at_most} pairs: raise the limit, count them, or take them block by block")]
    TooManyPairs {
        /// The limit.
        at_most: u64,
    },
    /// No memory for a result.
    #[error("there is no memory for {bytes} bytes of a result")]
    OutOfMemory {
        /// The bytes of the allocation that failed.
        bytes: usize,
    },
    /// A name in serialised columns that the collection does not have, or one that is missing.
    #[error("{shape}: column {column} is missing, double or unknown")]
    BadColumn {
        /// The collection: `disks`.
        shape: &'static str,
        /// The column.
        column: String,
    },
}

/// Names as a list, for messages.
pub(crate) fn list(names: impl IntoIterator<Item = &'static str>) -> String {
    let mut list = String::new();
    for name in names {
        list.push_str(if list.is_empty() { "" } else { ", " });
        list.push_str(name);
    }
    list
}
