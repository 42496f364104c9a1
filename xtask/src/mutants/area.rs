//! The areas: which files, and which tests must notice what is changed in them.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::Result;

use crate::bench::{cargo, target_directory};

/// Files whose mutants are caught by the same few tests.
pub struct Area {
    /// The package, and what it is about.
    pub name: &'static str,
    /// The files, as globs within the package's `src`.
    files: &'static [&'static str],
    /// What is not among them.
    but: &'static [&'static str],
    /// What says the package's features and the tests that are built and run. The fewer, the more mutants an hour.
    tests: &'static [&'static str],
}

/// Each file of the three crates belongs to one area.
pub const AREAS: [Area; 3] = [
    Area {
        name: "scalar/exact",
        files: &["exact/**"],
        but: &[],
        tests: &["--lib", "--test=exact", "--test=oriented_box"],
    },
    Area {
        name: "scalar/published",
        files: &["**"],
        but: &["exact/**"],
        tests: &[
            "--test=error_bounds",
            "--test=integer_truth",
            "--test=oriented_box",
            "--test=point_triangle3",
            "--test=properties",
        ],
    },
    // One level is enough for what is the same at all of them, and is compiled three times as fast.
    Area {
        name: "soa/kernels",
        files: &["dim2/**", "dim3/**", "kernel.rs", "verdict.rs"],
        but: &[],
        tests: &["--no-default-features", "--test=kernels"],
    },
];

impl Area {
    /// Whether a name that somebody has typed means this one.
    pub fn is_named(&self, prefix: &str) -> bool {
        self.name.starts_with(prefix)
    }

    /// The crate.
    fn package(&self) -> &'static str {
        self.name.split('/').next().unwrap_or_default()
    }

    /// Where its copy of the sources, and what was found, are kept.
    pub fn directory(&self) -> Result<PathBuf> {
        Ok(target_directory()?.join("mutants").join(self.name))
    }

    /// A call of cargo-mutants about this area in a copy of the sources.
    pub fn command(&self, tree: &Path) -> Command {
        let mut command = cargo();
        command.args(["mutants", "--no-config", "--package", self.package(), "--dir"]).arg(tree);
        for (option, globs) in [("--file", self.files), ("--exclude", self.but)] {
            for glob in globs {
                command.arg(option).arg(format!("crates/{}/src/{glob}", self.package()));
            }
        }
        command
    }

    /// What makes a call build and run only its tests.
    pub fn test_arguments(&self) -> impl Iterator<Item = String> {
        self.tests.iter().map(|argument| format!("--cargo-arg={argument}"))
    }
}
