//! What tests, fuzzing and benches share: generators, the differential runner, fault injection, corpora.
//!
//! Everything works on every kernel that [`subject::visit_all`] shows, through the public queries, and knows of
//! a shape only what its column names say. A kernel that joins the list is fuzzed, replayed and self-checked with
//! no edit here.
//!
//! - [`generate`] draws pairs of shapes by [`families`], knowing them by their [`layout`];
//! - [`search`] finds pairs that touch as closely as floats can say;
//! - `runner` is the differential loop, [`tally`] what it met, [`trial`] one call of it, [`large`] larger calls;
//! - [`shrink`] and [`mismatch`] turn a failed call into something to paste, [`corpus`] keeps it;
//! - [`oracle`] is the true answer of each of the [`pairs`] of shapes, in real arithmetic;
//! - `faults` are lanes that misbehave, `selfcheck` counts the cases until the loop notices;
//! - [`joins`] compares whole joins with brute force, on sets that a broad phase may stumble over;
//! - `golden` hashes what everything says of fixed rows, to compare machines;
//! - [`progress`] keeps what a long run met in a file, from which a later one goes on;
//! - [`halves`] are sixteen lanes on machines that have eight;
//! - `target` is a kernel with all of that, behind one trait, at the [`levels`] that were chosen.
//!
//! The features `fuzz` (`faults`, `runner`, `selfcheck`, `target`) and `golden` (`conformance` and `corpora` come with either) are what
//! takes long to compile: all kernels and joins at every level.
#![forbid(unsafe_code)]

#[cfg(any(feature = "fuzz", feature = "golden"))]
pub mod conformance;
#[cfg(any(feature = "fuzz", feature = "golden"))]
pub mod corpora;
pub mod corpus;
pub mod families;
#[cfg(feature = "fuzz")]
pub mod faults;
pub mod generate;
#[cfg(feature = "golden")]
pub mod golden;
pub mod halves;
pub mod joins;
pub mod large;
pub mod layout;
pub mod levels;
pub mod mismatch;
pub mod oracle;
pub mod pairs;
pub mod progress;
pub mod rng;
#[cfg(feature = "fuzz")]
pub mod runner;
pub mod search;
#[cfg(feature = "fuzz")]
pub mod selfcheck;
pub mod shrink;
pub mod subject;
pub mod tally;
#[cfg(feature = "fuzz")]
pub mod target;
pub mod trial;
