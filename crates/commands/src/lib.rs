//! What the programs `demo`, `lab` and `xtask` have in common: cargo, names by their beginnings, and how a
//! command ends.
#![forbid(unsafe_code)]

use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Output};

use anyhow::{Context, Result, bail};

/// `soa::Level::VARIABLE`, for programs that are compiled without the library.
pub const LEVEL_VARIABLE: &str = "OCTET_LEVEL";

/// The cargo that runs us.
pub fn cargo() -> Command {
    Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

/// A file or folder of this repository.
pub fn repository(name: &str) -> PathBuf {
    // This package lies in `crates/commands`.
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().nth(2).unwrap_or(here).join(name)
}

/// Where cargo puts what it builds.
///
/// # Errors
/// Cargo cannot be run, or does not say.
pub fn target_directory() -> Result<PathBuf> {
    #[derive(serde::Deserialize)]
    struct Metadata {
        target_directory: PathBuf,
    }
    let out = cargo().args(["metadata", "--no-deps", "--format-version", "1"]).output()?;
    let metadata: Metadata =
        serde_json::from_slice(&out.stdout).context("cargo metadata gave no target directory")?;
    Ok(metadata.target_directory)
}

/// Whether a name starts with one of these, or none is given.
pub fn is_chosen(name: &str, prefixes: &[String]) -> bool {
    prefixes.is_empty() || prefixes.iter().any(|prefix| name.starts_with(prefix.as_str()))
}

/// Whether each of these is the beginning of a name.
///
/// # Errors
/// One is not; the error says which names there are.
pub fn check_prefixes(prefixes: &[String], all: &[&str]) -> Result<()> {
    for prefix in prefixes {
        if !all.iter().any(|name| name.starts_with(prefix.as_str())) {
            bail!("no kernel is called `{prefix}`; there are:\n  {}", all.join("\n  "));
        }
    }
    Ok(())
}

/// A number as people write it: 135,233.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// What a program exits with after a command: the command's own code, or 2 and a message.
pub fn finish(outcome: Result<ExitCode>) -> ExitCode {
    outcome.unwrap_or_else(|error| {
        anstream::eprintln!("error: {error:#}");
        ExitCode::from(2)
    })
}

/// For tests: what a program says on its standard output and error.
///
/// # Panics
/// It cannot be run, or exits with another code.
pub fn text(program: &mut Command, code: i32) -> (String, String) {
    let Output { status, stdout, stderr } = program.output().unwrap();
    let (out, err) = (String::from_utf8(stdout).unwrap(), String::from_utf8(stderr).unwrap());
    assert_eq!(status.code(), Some(code), "{program:?}: {out}{err}");
    (out, err)
}

#[cfg(test)]
mod tests {
    #[test]
    fn numbers_are_grouped() {
        let numbers = [7, 999, 4_096, 135_233, 1_000_000].map(super::grouped);
        assert_eq!(numbers, ["7", "999", "4,096", "135,233", "1,000,000"]);
    }
}
