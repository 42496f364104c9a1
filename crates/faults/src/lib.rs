//! Faults that are put into kernels and joins on purpose, to show that the tests of `testkit` notice them.
//!
//! - [`plan`] lists the faults of lane operations, and where a kernel has a site for one: a fault of another
//!   kind, or of another constant of an error bound, is a variant of [`plan::Fault`] and a line in [`lanes`];
//! - [`lanes`] are sixteen lanes on every machine, with one operation broken;
//! - [`kernels`] runs every kernel on them: only here is each compiled once more;
//! - [`habits`] are what other machines have for `min` and `max`;
//! - [`joins`] breaks answers of joins;
//! - [`selfcheck`] counts the cases until a fault is noticed, [`excuses`] says which need not be, and why;
//!   [`report`] is the result.
#![forbid(unsafe_code)]

pub mod excuses;
pub mod habits;
pub mod joins;
pub mod kernels;
pub mod lanes;
pub mod plan;
pub mod report;
pub mod selfcheck;
