//! The workspace's own commands.
#![forbid(unsafe_code)]

// Where nobody reads any more (`| head`), theirs do not panic.
#[macro_use]
extern crate anstream;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

mod asm;
mod bench;
#[cfg(feature = "fuzz")]
mod conformance;
#[cfg(feature = "fuzz")]
mod corpora;
mod cross;
mod demo;
#[cfg(feature = "fuzz")]
mod fuzz;
mod import;
mod kernels;
mod load;
mod mutants;
mod playground;
#[cfg(not(feature = "fuzz"))]
mod whole;

/// The workspace's own commands.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask", version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

// One variant and one module a command; a command returns an error for bad input and its own exit code otherwise.
#[derive(Subcommand)]
enum Command {
    Asm(asm::Args),
    Bench(bench::Args),
    #[cfg(feature = "fuzz")]
    Conformance(conformance::Args),
    /// Ask the public queries for the answers of conformance files, at every level of this CPU, in every lane position
    #[cfg(not(feature = "fuzz"))]
    Conformance(whole::Args),
    #[cfg(feature = "fuzz")]
    Corpora(corpora::Args),
    /// Write the conformance files: one a pair of shapes, cases of every family with their true answers
    #[cfg(not(feature = "fuzz"))]
    Corpora(whole::Args),
    Cross(cross::Args),
    Demo(demo::Args),
    #[cfg(feature = "fuzz")]
    Fuzz(fuzz::Args),
    /// Compare every kernel with its scalar twin on random pairs, bit for bit, and every join with brute force
    #[cfg(not(feature = "fuzz"))]
    Fuzz(whole::Args),
    ImportData(import::Args),
    Load(load::Args),
    Mutants(mutants::Args),
    Playground(playground::Args),
}

/// Runs the command of the command line.
pub fn main() -> ExitCode {
    let outcome = match Cli::parse().command {
        Command::Asm(args) => asm::run(&args),
        Command::Bench(args) => bench::run(&args),
        #[cfg(feature = "fuzz")]
        Command::Conformance(args) => conformance::run(&args),
        #[cfg(feature = "fuzz")]
        Command::Corpora(args) => corpora::run(&args),
        Command::Cross(args) => cross::run(&args),
        Command::Demo(args) => demo::run(&args),
        #[cfg(feature = "fuzz")]
        Command::Fuzz(args) => fuzz::run(&args),
        #[cfg(not(feature = "fuzz"))]
        Command::Conformance(_) | Command::Corpora(_) | Command::Fuzz(_) => whole::run(),
        Command::ImportData(args) => import::run(&args),
        Command::Load(args) => load::run(&args),
        Command::Mutants(args) => mutants::run(&args),
        Command::Playground(args) => playground::run(&args),
    };
    outcome.unwrap_or_else(|error| {
        eprintln!("error: {error:#}");
        ExitCode::from(2)
    })
}
