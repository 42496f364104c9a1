//! The workspace's own commands.
#![forbid(unsafe_code)]

// Where nobody reads any more (`| head`), theirs do not panic.
#[macro_use]
extern crate anstream;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

mod asm;
mod bench;
mod conformance;
mod corpora;
mod cross;
mod demo;
mod fuzz;
mod import;
mod kernels;
mod load;
mod mutants;
mod playground;

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
    Conformance(conformance::Args),
    Corpora(corpora::Args),
    Cross(cross::Args),
    Demo(demo::Args),
    Fuzz(fuzz::Args),
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
        Command::Conformance(args) => conformance::run(&args),
        Command::Corpora(args) => corpora::run(&args),
        Command::Cross(args) => cross::run(&args),
        Command::Demo(args) => demo::run(&args),
        Command::Fuzz(args) => fuzz::run(&args),
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
