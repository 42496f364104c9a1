//! Kernels on lanes of our own: faulty ones, and ones that are as on other machines.
//!
//! - [`lanes`] are the portable ones with one operation broken, [`selfcheck`] counts the cases until the
//!   differential loop of `testkit` notices;
//! - [`halves`] are sixteen lanes on machines that have eight, [`habits`] what other machines have for `min`
//!   and `max`.
//!
//! Only here is every kernel compiled once more ([`lanes::Table`]); nothing else needs its type.
#![forbid(unsafe_code)]

pub mod habits;
pub mod halves;
pub mod lanes;
pub mod selfcheck;
