//! The workspace's own commands: `cargo xtask`.
#![forbid(unsafe_code)]

// These print to a closed pipe (`| head`) without a panic.
#[macro_use]
extern crate anstream;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

mod asm;
mod bench;
mod cross;
mod dragon;
mod engine;
mod needs;
mod playground;
mod program;
mod wheel;

/// The workspace's own commands.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask", version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

// One variant and one module a command; a command returns an error for bad input and its own exit code
// otherwise.
#[derive(Subcommand)]
enum Command {
    Asm(asm::Args),
    Bench(bench::Args),
    Cluster(engine::ClusterArgs),
    /// Compares the public queries with the answers of conformance files
    Conformance(program::Args),
    /// Writes the conformance files
    Corpora(program::Args),
    Cross(cross::Args),
    /// Asks questions about real data and draws the answers
    Demo(program::Args),
    /// Fetches the mesh of the benches index/.../dragon: 871,414 triangles, 12 MB
    Dragon,
    Engine(engine::Args),
    /// Compares every kernel with its scalar reference on random pairs, bit for bit
    Fuzz(program::Args),
    /// Runs calls as large as they may be and checks every answer
    Load(program::Args),
    Playground(playground::Args),
    Wheel(wheel::Args),
}

fn main() -> ExitCode {
    commands::finish(match Cli::parse().command {
        Command::Asm(args) => asm::run(&args),
        Command::Bench(args) => bench::run(&args),
        Command::Cluster(args) => engine::cluster(&args),
        Command::Cross(args) => cross::run(&args),
        Command::Demo(_) => program::run(&["run", "--release", "--package", "demo"], 2),
        Command::Dragon => dragon::run(),
        Command::Engine(args) => engine::run(&args),
        Command::Load(_) => program::run(&["bench", "--quiet", "--package", "benches", "--bench", "load"], 2),
        Command::Playground(args) => playground::run(&args),
        Command::Wheel(args) => wheel::run(&args),
        Command::Conformance(_) | Command::Corpora(_) | Command::Fuzz(_) => {
            program::run(&["run", "--release", "--package", "lab"], 1)
        }
    })
}
