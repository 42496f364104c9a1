//! What tests and fuzzing share: generators, the differential runner, corpora.
//!
//! Everything works on every kernel of [`soa::registry`], through the public queries, and knows of a shape
//! only what its column names say. A kernel that joins the list is fuzzed and replayed with no edit here.
//!
//! Shapes, kernels and rows are values, so all of this is compiled once. Only what the oracle says of the
//! [`pairs`] of shapes needs their types.
//!
//! - [`generate`] draws pairs of shapes by [`families`], knowing them by their [`layout`];
//! - [`search`] finds pairs that touch as closely as floats can say;
//! - [`subject`] is a kernel with its reference, [`places`] are where it runs, [`trial`] is one call;
//! - [`runner`] is the differential loop, [`joins`] the same for whole joins, on sets that a broad phase may
//!   stumble over; [`target`] makes both one list, [`tally`] is what they met;
//! - [`shrink`] and [`mismatch`] turn a failed call into something to paste, [`corpus`] keeps it, [`replay`]
//!   runs it again;
//! - [`oracle`] is the true answer of each of the [`pairs`] of shapes, in real arithmetic, by which
//!   [`corpora`] are labelled, and [`conformance`] holds queries to them;
//! - [`golden`] hashes what everything says of fixed rows, to compare machines;
//! - [`rows`] are the rows and columns of a shape that is a value.
#![forbid(unsafe_code)]

pub mod bounds;
pub mod climb;
pub mod conformance;
pub mod construct;
pub mod corpora;
pub mod corpus;
pub mod families;
pub mod generate;
pub mod golden;
pub mod joins;
pub mod layout;
pub mod mismatch;
pub mod one_lane;
pub mod oracle;
pub mod pairs;
pub mod places;
pub mod replay;
pub mod rng;
pub mod rows;
pub mod runner;
pub mod search;
pub mod shrink;
pub mod subject;
pub mod tally;
pub mod target;
pub mod trial;
