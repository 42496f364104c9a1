//! The areas: which files, and which tests must notice what is changed in them.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::Result;
use commands::{cargo, target_directory};

/// Files whose mutants are caught by the same few tests.
pub struct Area {
    /// The package, and what it is about.
    pub name: &'static str,
    /// The files within the package's `src`; `**` stands for all that begin so.
    files: &'static [&'static str],
    /// What is not among them.
    but: &'static [&'static str],
    /// What says the package's features and the tests that are built and run. The fewer, the more mutants an hour.
    tests: &'static [&'static str],
    /// What says which tests of these programs are run.
    only: &'static [&'static str],
}

/// One level is enough for what is the same at all of them, and is compiled three times as fast.
const PORTABLE: &str = "--no-default-features";
/// With it, large calls still run on several threads.
const THREADS: &str = "--features=rayon";

/// Each file of the three crates belongs to one area.
pub const AREAS: [Area; 14] = [
    Area {
        name: "scalar/exact",
        files: &["exact**"],
        but: &[],
        tests: &["--lib", "--test=all"],
        only: &["exact::", "oriented_box::"],
    },
    Area {
        name: "scalar/published",
        files: &["**"],
        but: &["exact**"],
        tests: &["--lib", "--test=all"],
        only: &["--skip=exact::"],
    },
    Area {
        name: "soa/columns",
        files: &[
            "columns.rs",
            "csr.rs",
            "error.rs",
            "hits.rs",
            "pairs.rs",
            "serde_impl.rs",
            "shape.rs",
            "view.rs",
        ],
        but: &[],
        tests: &[PORTABLE, "--features=rayon,serde", "--lib", "--test=bad_input", "--test=columns"],
        only: &["--skip=sixteen_million_rows", "--skip=lanes::"],
    },
    Area {
        name: "soa/join",
        files: &["join**"],
        but: &["join/nearest.rs"],
        tests: &[PORTABLE, THREADS, "--lib", "--test=joins"],
        only: &["--skip=lanes::", "--skip=thousand_rows", "--skip=thousands_of_rows"],
    },
    Area {
        name: "soa/kernels",
        files: &["dim2**", "dim3**", "kernel.rs", "verdict.rs"],
        but: &[],
        tests: &[PORTABLE, "--test=kernels"],
        only: &[],
    },
    Area {
        name: "soa/levels",
        files: &["lanes**", "level.rs"],
        but: &[],
        tests: &["--lib", "--test=levels"],
        only: &["--skip=join::"],
    },
    Area {
        name: "soa/nearest",
        files: &["join/nearest.rs"],
        but: &[],
        tests: &[PORTABLE, "--test=nearest"],
        only: &[],
    },
    Area {
        name: "soa/queries",
        files: &[
            "any.rs",
            "blocks.rs",
            "driver.rs",
            "lib.rs",
            "memory.rs",
            "operand.rs",
            "plan.rs",
            "query.rs",
            "registry.rs",
            "resolve.rs",
            "threads.rs",
            "with.rs",
        ],
        but: &[],
        tests: &[PORTABLE, THREADS, "--lib", "--test=loops"],
        only: &["--skip=join::"],
    },
    Area {
        name: "testkit/draws",
        files: &["families.rs", "generate.rs", "rng.rs"],
        but: &[],
        tests: &["--test=all"],
        // The rows that are drawn are hashed there.
        only: &["corpora::", "generate::", "golden::the_committed_lines", "kernels_match_their_twins_and"],
    },
    Area { name: "faults", files: &["**"], but: &[], tests: &["--test=all"], only: &[] },
    Area {
        name: "testkit/golden",
        files: &["golden.rs", "large.rs"],
        but: &[],
        tests: &["--test=all"],
        only: &["golden::kernels_say_the_same", "golden::the_committed_lines", "threads_and_tiles"],
    },
    Area {
        name: "testkit/joins",
        files: &["joins**"],
        but: &[],
        tests: &["--test=all"],
        // The rows of its sets are hashed there.
        only: &["joins::", "tally::", "golden::the_committed_lines", "--skip=golden::joins"],
    },
    Area {
        name: "testkit/oracle",
        files: &["oracle**"],
        but: &[],
        tests: &["--test=all"],
        only: &["corpora::", "integer::", "oracle::"],
    },
    Area {
        name: "testkit/runner",
        files: &["**"],
        but: &["families.rs", "generate.rs", "golden.rs", "joins**", "large.rs", "oracle**", "rng.rs"],
        tests: &["--test=all"],
        only: &["--skip=golden::", "--skip=joins::every", "--skip=threads_and_tiles"],
    },
];

/// Where everything is kept.
pub fn kept() -> Result<PathBuf> {
    Ok(target_directory()?.join("mutants"))
}

impl Area {
    /// Whether a name that somebody has typed means this one.
    pub fn is_named(&self, prefix: &str) -> bool {
        self.name.starts_with(prefix)
    }

    /// The crate.
    pub fn package(&self) -> &'static str {
        self.name.split('/').next().unwrap_or_default()
    }

    /// Where what was found is kept.
    pub fn directory(&self) -> Result<PathBuf> {
        Ok(kept()?.join(self.name))
    }

    /// A call of cargo-mutants about this area in a copy of the sources.
    pub fn command(&self, tree: &Path) -> Command {
        let mut command = cargo();
        command.args(["mutants", "--no-config", "--package", self.package(), "--dir"]).arg(tree);
        for (option, globs) in [("--file", self.files), ("--exclude", self.but)] {
            for glob in globs {
                // Two stars by themselves mean directories, and one does not cross them.
                let (within, here) = (glob.replace("**", "/**"), glob.replace("**", "*"));
                for glob in [within.trim_start_matches('/'), &here] {
                    command.arg(option).arg(format!("crates/{}/src/{glob}", self.package()));
                }
            }
        }
        command
    }

    /// What makes a call build and run only its tests. It stands last, after two dashes.
    pub fn test_arguments(&self) -> impl Iterator<Item = String> {
        let tests = self.tests.iter().map(|argument| format!("--cargo-arg={argument}"));
        let only = ["--", "--"].into_iter().chain(self.only.iter().copied());
        tests.chain(only.map(str::to_owned))
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::{Path, PathBuf};

    use super::AREAS;

    /// The files below a directory.
    fn files(directory: &Path) -> Vec<PathBuf> {
        let paths = fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path());
        paths.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
    }

    #[test]
    fn each_file_belongs_to_one_area() {
        let fits = |globs: &[&str], file: &str| {
            let fits =
                |glob: &&str| glob.strip_suffix("**").map_or(file == *glob, |start| file.starts_with(start));
            globs.iter().any(fits)
        };
        for package in ["faults", "scalar", "soa", "testkit"] {
            let src = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../crates/{package}/src"));
            for file in files(&src) {
                let file = file.strip_prefix(&src).unwrap().to_str().unwrap().replace('\\', "/");
                let of_package = AREAS.iter().filter(|area| area.package() == package);
                let areas: Vec<_> = of_package
                    .filter(|area| fits(area.files, &file) && !fits(area.but, &file))
                    .map(|area| area.name)
                    .collect();
                assert_eq!(areas.len(), 1, "{package}: {file}: {areas:?}");
            }
        }
    }
}
