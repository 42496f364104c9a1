//! Queries: their answers, the ways to them, results in columns that are kept, and the limits.

mod blocks;
mod closest;
#[path = "../common/mod.rs"]
mod common;
mod contacts;
mod kernels;
mod manifolds;
// WebAssembly has neither threads nor panics that are caught.
#[cfg(not(target_family = "wasm"))]
mod load;
mod properties;
mod results;
