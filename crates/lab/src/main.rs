//! `cargo xtask fuzz`, `conformance` and `corpora`.
#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    lab::main()
}
