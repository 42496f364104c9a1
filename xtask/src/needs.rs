//! What a command needs that this machine may not have: programs, and Rust's standard library for other
//! machines.

use std::path::Path;
use std::process::Command;

use anyhow::{Result, ensure};
use commands::repository;

/// What of all that this machine has not; fetched before, where `install` says so.
///
/// # Errors
/// The script that fetches it fails.
pub fn missing(mut names: Vec<String>, install: bool) -> Result<Vec<String>> {
    names.retain(|name| !is_there(name));
    if install && !names.is_empty() {
        println!("fetching {}", names.join(", "));
        let status = Command::new("sh").arg(repository("xtask/install.sh")).args(&names).status()?;
        ensure!(status.success(), "xtask/install.sh failed");
        names.retain(|name| !is_there(name));
    }
    Ok(names)
}

/// How to get something that is missing.
pub fn advice(name: &str) -> String {
    let what = if is_triple(name) { "Rust's standard library for" } else { "the program" };
    format!("missing: {what} {name}; `xtask/install.sh {name}` fetches it on Debian, or --install")
}

fn is_triple(name: &str) -> bool {
    name.contains("-unknown-") || name.starts_with("wasm32-")
}

fn is_there(name: &str) -> bool {
    if is_triple(name) {
        output("rustc", &["--print", "target-libdir", "--target", name])
            .is_some_and(|folder| Path::new(folder.trim()).is_dir())
    } else {
        output(name, &["--version"]).is_some()
    }
}

/// What a program prints, if it is there and succeeds.
fn output(program: &str, args: &[&str]) -> Option<String> {
    let output = Command::new(program).args(args).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_is_named() {
        let names = ["no-such-emulator", "rustc", "no-such-unknown-machine"].map(str::to_owned);
        assert_eq!(missing(names.to_vec(), false).unwrap(), [names[0].as_str(), names[2].as_str()]);
        assert!(
            advice(&names[0]).contains("the program no-such-emulator; `xtask/install.sh no-such-emulator`")
        );
        assert!(advice("s390x-unknown-linux-gnu").contains("library for s390x-unknown-linux-gnu"));
    }
}
