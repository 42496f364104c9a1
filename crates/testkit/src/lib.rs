//! What tests, fuzzing and benches share: generators, the differential runner, fault injection, corpora.
#![forbid(unsafe_code)]

pub mod families;
pub mod generate;
pub mod layout;
pub mod rng;
