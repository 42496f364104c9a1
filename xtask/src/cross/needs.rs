//! What a target needs that this machine may not have, and how to get it.

use std::env::consts::ARCH;
use std::fmt;
use std::process::{Command, Stdio};

use anyhow::{Result, bail};
use soa::Level;

use super::rust::{self, Rust};
use super::targets::{Runner, Target};

/// Something that a target needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// Another machine, or a newer CPU.
    Level(&'static str),
    /// A standard library for this triple.
    Library(&'static str),
    /// A program, and the packages of Debian that bring it.
    Program(&'static str, &'static [&'static str]),
    /// An emulator of this version at least, which computes rightly.
    Version(&'static str, u32),
}

/// Before version 10 it takes the first factor of MDEBR, a product of two `f32` in `f64`, for an `f64`: 3 times 3 is 96.
const S390X: Need = Need::Version("qemu-s390x", 10);

impl Need {
    /// What of all that this machine has not.
    pub fn missing(target: &Target) -> Vec<Self> {
        let mut needs = vec![Self::Library(target.triple)];
        needs.extend(target.linker.filter(|_| !is_own(target)).map(|l| Self::Program(l.program, l.packages)));
        needs.push(match target.runner {
            Runner::Native(level) => Self::Level(level),
            Runner::Qemu(program, _) => Self::Program(program, &["qemu-user"]),
            Runner::Node => Self::Program("node", &["nodejs"]),
        });
        needs.extend((target.name == "s390x").then_some(S390X));
        needs.retain(|need| !need.is_met());
        needs
    }

    /// Whether this machine has it.
    pub fn is_met(&self) -> bool {
        match self {
            Self::Level(level) => {
                ARCH == "x86_64" && cfg!(target_os = "linux") && level.parse::<Level>().is_ok()
            }
            Self::Library(triple) => Rust::find(triple).is_some(),
            Self::Version(program, least) => {
                let said = Command::new(program).arg("--version").output();
                said.is_ok_and(|said| major(&String::from_utf8_lossy(&said.stdout)) >= Some(*least))
            }
            Self::Program(program, _) => {
                let mut version = Command::new(program);
                version.arg("--version").stdout(Stdio::null()).stderr(Stdio::null());
                version.status().is_ok_and(|status| status.success())
            }
        }
    }

    /// Fetches it.
    ///
    /// # Errors
    /// It cannot be had here.
    pub fn fetch(&self) -> Result<()> {
        match self {
            Self::Level(_) | Self::Version(..) => bail!("{self}"),
            Self::Library(triple) => Rust::fetch(triple),
            Self::Program(_, packages) => rust::install(packages),
        }
    }
}

/// Fetches all of that.
///
/// # Errors
/// One of it cannot be had here.
pub fn fetch(needs: &[Need]) -> Result<()> {
    for need in needs {
        println!("fetching: {need}");
        need.fetch()?;
    }
    Ok(())
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
                "Rust has no standard library for {triple}: `rustup target add {triple}`, or on Debian --install"
            ),
            Self::Version(program, least) => write!(
                f,
                "{program} is older than version {least}, and computes wrongly: take a newer one, on Debian 12 from its backports"
            ),
            Self::Program(program, packages) => {
                write!(
                    f,
                    "there is no program {program}: on Debian `apt-get install {}`, or --install",
                    packages.join(" ")
                )
            }
        }
    }
}

/// The first number of a version: 7 of `qemu-s390x version 7.2.22 (Debian ...)`.
fn major(text: &str) -> Option<u32> {
    text.split_once("version ")?.1.split('.').next()?.parse().ok()
}

/// Whether this machine's own linker links for the target.
pub fn is_own(target: &Target) -> bool {
    cfg!(target_os = "linux") && target.triple.starts_with(ARCH)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cross::targets::TARGETS;

    #[test]
    fn what_is_missing_says_how_to_get_it() {
        let library = Need::Library("s390x-unknown-linux-gnu").to_string();
        assert!(library.contains("`rustup target add s390x-unknown-linux-gnu`"), "{library}");
        let program = Need::Program("no-such-emulator", &["qemu-user"]);
        assert!(!program.is_met());
        assert!(program.to_string().contains("`apt-get install qemu-user`"), "{program}");
        let level = Need::Level("no such level");
        assert!(!level.is_met() && level.fetch().is_err());
    }

    #[test]
    fn an_old_emulator_is_refused() {
        assert_eq!(major("qemu-s390x version 7.2.22 (Debian 1:7.2+dfsg-7)\nCopyright"), Some(7));
        assert_eq!(major("qemu-s390x version 10.0.2"), Some(10));
        assert_eq!((major("qemu"), major("")), (None, None));
        assert!(!Need::Version("no-such-emulator", 1).is_met() && S390X.fetch().is_err());
    }

    #[test]
    fn a_target_needs_a_library_first() {
        for target in TARGETS {
            // Whatever this machine has.
            let missing = Need::missing(target);
            assert!(missing.len() <= 4, "{}: {missing:?}", target.name);
            assert!(!missing.contains(&Need::Program("rust-lld", &[])));
        }
    }
}
