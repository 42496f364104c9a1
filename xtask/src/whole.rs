//! Commands that are not in this program: whoever asks for the demo need not wait for all kernels to be compiled for the fuzzer.

use std::env;
use std::process::ExitCode;

use anyhow::{Context, Result};

use crate::bench::cargo;

/// Whatever follows, for the program that has the command.
#[derive(clap::Args)]
#[command(disable_help_flag = true)]
pub struct Args {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, hide = true)]
    _rest: Vec<std::ffi::OsString>,
}

/// Has the whole program compiled, and runs the same command there.
pub fn run() -> Result<ExitCode> {
    let mut whole = cargo();
    whole.args(["run", "--quiet", "--release", "--package", "xtask", "--bin", "xtask-whole", "--"]);
    let status = whole.args(env::args_os().skip(1)).status().context("cannot run cargo")?;
    Ok(status.code().map_or(ExitCode::from(2), |code| ExitCode::from(code as u8)))
}
