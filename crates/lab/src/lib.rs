//! The commands that hold the kernels against the truth: `cargo xtask fuzz`, `conformance` and `corpora`.
//! They are a program of their own, which `xtask` runs, so that no other command has the fuzzer compiled.
#![forbid(unsafe_code)]

// Unlike those of std, these macros do not panic where the reader is gone (`| head`).
#[macro_use]
extern crate anstream;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

mod conformance;
mod corpora;
mod fuzz;
mod table;

/// The commands that hold the kernels against the truth.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

// One variant and one module a command; a command returns an error for bad input and its own exit code
// otherwise.
#[derive(Subcommand)]
enum Command {
    Conformance(conformance::Args),
    Corpora(corpora::Args),
    Fuzz(fuzz::Args),
}

/// Runs the command of the command line.
pub fn main() -> ExitCode {
    commands::finish(match Cli::parse().command {
        Command::Conformance(args) => conformance::run(&args),
        Command::Corpora(args) => corpora::run(&args),
        Command::Fuzz(args) => fuzz::run(&args),
    })
}
