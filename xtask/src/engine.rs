//! `cargo xtask engine` and `cargo xtask cluster`: what is in the workspace `crates/engine`.

use std::process::{Command, ExitCode};

use anyhow::Result;
use commands::{cargo, repository, target_directory};

use crate::program::check;

/// Compiles and tests joins in SQL, in one process and on workers
///
/// The first time this compiles a database engine, which takes ten minutes or more.
#[derive(clap::Args)]
pub struct Args {
    /// Then print times of joins in SQL beside those of octet-arrow; compiles all again, optimised
    #[arg(long)]
    bench: bool,
    /// The rows of each table of the bench
    #[arg(long, value_name = "N", default_value_t = 1_000_000, requires = "bench")]
    rows: usize,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<ExitCode> {
    // All of the workspace each time: cargo would compile the engine again for the features of a part.
    check(&mut in_engine(&["test", "--quiet", "--workspace"])?)?;
    if args.bench {
        let bench = ["run", "--quiet", "--release", "--workspace", "--example", "beside_arrow", "--"];
        check(in_engine(&bench)?.arg(args.rows.to_string()))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Runs the demonstration of a cluster: two workers, three questions, and one worker killed in the middle.
pub fn cluster() -> Result<ExitCode> {
    check(&mut in_engine(&["build", "--quiet", "--workspace", "--bins", "--examples"])?)?;
    check(&mut in_engine(&["run", "--quiet", "--workspace", "--example", "lost_worker"])?)?;
    Ok(ExitCode::SUCCESS)
}

fn in_engine(arguments: &[&str]) -> Result<Command> {
    let mut command = cargo();
    let target = target_directory()?.join("engine");
    command.args(arguments).current_dir(repository("crates/engine")).env("CARGO_TARGET_DIR", target);
    Ok(command)
}
