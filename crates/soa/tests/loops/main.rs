//! The loops that queries are made of, with the few kernels that this takes.

mod blocks;
#[path = "../common/mod.rs"]
mod common;
mod properties;
mod results;
