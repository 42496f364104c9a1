//! `--parsers`: everything that reads what users give, guided by coverage. The properties are the crate
//! `parsers`; libFuzzer runs them.

use std::fs;
use std::path::Path;
use std::process::{ExitCode, Stdio};

use anyhow::{Context, Result, bail};
use commands::{cargo, target_directory};

/// Runs all parsers for this number of seconds. The inputs that they met are kept for the next time.
pub fn run(seconds: u64) -> Result<ExitCode> {
    let version = cargo().args(["fuzz", "--version"]).stdout(Stdio::null()).stderr(Stdio::null()).status();
    if !version.is_ok_and(|status| status.success()) {
        bail!(
            "cargo-fuzz is missing: install it with `cargo install cargo-fuzz`; it needs a C++ compiler, too"
        );
    }
    let home = target_directory()?.join("parsers");
    let [corpus, artifacts] = ["corpus", "artifacts"].map(|folder| home.join(folder));
    for folder in [&corpus, &artifacts] {
        fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    }
    // Its own folder: the flags that count coverage would compile everything else once more. Rust is checked
    // by itself, so no sanitizer is needed, and none is stable.
    let status = cargo()
        .args(["fuzz", "run", "--sanitizer", "none", "--fuzz-dir"])
        .arg(Path::new(env!("CARGO_MANIFEST_DIR")).with_file_name("parsers").join("fuzz"))
        .arg("--target-dir")
        .arg(home)
        .arg("parsers")
        .arg(corpus)
        .args(["--", "-print_final_stats=1", "-timeout=20"])
        .arg(format!("-max_total_time={seconds}"))
        .arg(format!("-artifact_prefix={}/", artifacts.display()))
        .status()?;
    if status.success() {
        return Ok(ExitCode::SUCCESS);
    }
    println!("\nFAILED. Mend it, and keep the input as a seed or a test in crates/parsers");
    Ok(ExitCode::FAILURE)
}
