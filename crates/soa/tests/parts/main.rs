//! The loops and structures that queries and joins are made of, with the few kernels that this takes.

#[path = "../common/answers.rs"]
mod answers;
mod blocks;
#[path = "../common/mod.rs"]
mod common;
mod join;
mod properties;
mod results;
#[path = "../common/spreads.rs"]
mod spreads;
