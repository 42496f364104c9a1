//! Commands that are programs of other packages, compiled when their command is run: `lab` has `fuzz`, `conformance` and `corpora`,
//! `demo` itself, and `benches` has `load`. And how all commands run others.

use std::env;
use std::ffi::OsString;
use std::process::{Command, ExitCode, ExitStatus};

use anyhow::{Context, Result, ensure};
use commands::{cargo, repository};

// Any at all: the program reads them.
#[derive(clap::Args)]
#[command(disable_help_flag = true)]
pub struct Args {
    /// As the command itself lists them, if it is given --help
    #[arg(value_name = "OPTIONS", trailing_var_arg = true, allow_hyphen_values = true)]
    _arguments: Vec<OsString>,
}

/// Runs a program by cargo with our arguments, from this one on. On Unix it takes the place of this program,
/// so that it gets its signals, too.
pub fn run(program: &[&str], first: usize) -> Result<ExitCode> {
    let mut command = cargo();
    command
        .args(program)
        .arg("--manifest-path")
        .arg(repository("Cargo.toml"))
        .arg("--")
        // As they came: clap leaves out the first `--`.
        .args(env::args_os().skip(first));
    #[cfg(unix)]
    let status = Err(std::os::unix::process::CommandExt::exec(&mut command));
    #[cfg(not(unix))]
    let status = command.status();
    let status: ExitStatus =
        status.with_context(|| format!("cannot run {}", command.get_program().display()))?;
    std::process::exit(status.code().unwrap_or(2))
}

/// Runs a command that says by itself what is wrong.
pub fn check(command: &mut Command) -> Result<()> {
    let name = command.get_program().to_string_lossy().into_owned();
    let status = command.status().with_context(|| format!("cannot run {name}"))?;
    ensure!(status.success(), "{name} failed: {status}");
    Ok(())
}
