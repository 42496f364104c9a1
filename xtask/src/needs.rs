//! What a command needs that this machine may not have, and how to get it.

use std::env::consts::ARCH;
use std::fmt;
use std::path::Path;
use std::process::Command;

use anyhow::{Result, ensure};
use commands::repository;
use soa::Level;

/// Something that a command needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Need {
    /// A CPU with this level.
    Level(&'static str),
    /// Rust's standard library for this triple.
    Library(&'static str),
    /// A program.
    Program(String),
    /// A program of this version at least.
    Version(&'static str, u32),
}

impl Need {
    /// A program.
    pub fn program(name: &str) -> Self {
        Self::Program(name.to_owned())
    }

    /// Whether this machine has it.
    fn is_met(&self) -> bool {
        match self {
            Self::Level(level) => {
                ARCH == "x86_64" && cfg!(target_os = "linux") && level.parse::<Level>().is_ok()
            }
            Self::Library(triple) => output("rustc", &["--print", "target-libdir", "--target", triple])
                .is_some_and(|folder| Path::new(folder.trim()).is_dir()),
            Self::Program(name) => output(name, &["--version"]).is_some(),
            Self::Version(name, least) => {
                output(name, &["--version"]).and_then(|text| major(&text)) >= Some(*least)
            }
        }
    }
}

/// What of all that this machine has not; fetched before, where `install` says so.
///
/// # Errors
/// The script that fetches it fails.
pub fn missing(mut needs: Vec<Need>, install: bool) -> Result<Vec<Need>> {
    needs.retain(|need| !need.is_met());
    let names = needs.iter().filter_map(|need| match need {
        Need::Library(name) => Some(*name),
        Need::Program(name) => Some(name.as_str()),
        Need::Level(_) | Need::Version(..) => None,
    });
    let names: Vec<_> = names.collect();
    if install && !names.is_empty() {
        println!("fetching {}", names.join(", "));
        let status = Command::new("sh").arg(repository("xtask/install.sh")).args(names).status()?;
        ensure!(status.success(), "xtask/install.sh failed");
        needs.retain(|need| !need.is_met());
    }
    Ok(needs)
}

/// What is missing, and how to get it.
impl fmt::Display for Need {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Level(level) => {
                write!(f, "this is no x86-64 Linux whose CPU has the level {level}: take another machine")
            }
            Self::Library(triple) => write!(
                f,
                "Rust has no standard library for {triple}: `rustup target add {triple}`, or --install"
            ),
            Self::Program(name) => {
                write!(f, "there is no program {name}: on Debian `xtask/install.sh {name}`, or --install")
            }
            Self::Version(name, least) => write!(
                f,
                "{name} is older than version {least}, and computes wrongly: take a newer one, on Debian 12 from its backports"
            ),
        }
    }
}

/// What a program prints, if it is there and succeeds.
fn output(program: &str, args: &[&str]) -> Option<String> {
    let output = Command::new(program).args(args).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

/// The first number of a version: 7 of `qemu-s390x version 7.2.22 (Debian ...)`.
fn major(text: &str) -> Option<u32> {
    text.split_once("version ")?.1.split('.').next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_says_how_to_get_it() {
        let needs = vec![
            Need::Level("no such level"),
            Need::Version("no-such-emulator", 1),
            Need::program("no-such-emulator"),
            Need::program("rustc"),
        ];
        assert_eq!(missing(needs.clone(), false).unwrap(), needs[..3]);
        assert!(needs[2].to_string().contains("`xtask/install.sh no-such-emulator`"), "{}", needs[2]);
        let library = Need::Library("s390x-unknown-linux-gnu").to_string();
        assert!(library.contains("`rustup target add s390x-unknown-linux-gnu`"), "{library}");
    }

    #[test]
    fn a_version_is_its_first_number() {
        assert_eq!(major("qemu-s390x version 7.2.22 (Debian 1:7.2+dfsg-7)\nCopyright"), Some(7));
        assert_eq!((major("qemu-s390x version 10.0.2"), major("qemu"), major("")), (Some(10), None, None));
    }
}
