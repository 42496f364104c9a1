//! Queries and joins of many shapes. One program, so that a kernel which several of these ask is compiled once.

#[path = "../common/answers.rs"]
mod answers;
#[path = "../common/classes.rs"]
mod classes;
#[path = "../common/mod.rs"]
mod common;
mod exact;
mod join;
mod kernels3;
// WebAssembly has neither threads nor panics that are caught.
#[cfg(not(target_family = "wasm"))]
mod load;
#[path = "../common/spreads.rs"]
mod spreads;
