//! `cargo xtask load`: calls as large as they may be. The work itself is the bench program `load`.

use std::process::ExitCode;

use commands::cargo;

/// Run calls as large as they may be and check every answer: time, and memory beside the input
///
/// 2^27 rows at once, row by row and joined, and joins whose pairs would fill any memory. It takes up to 8 GiB.
#[derive(clap::Args)]
pub struct Args {
    /// A thirty-second of the rows, in some seconds
    #[arg(long)]
    quick: bool,
}

/// Runs the command.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let mut program = cargo();
    program.args(["bench", "--quiet", "-p", "benches", "--bench", "load", "--"]);
    if args.quick {
        program.arg("--quick");
    }
    Ok(if program.status()?.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
