//! `--parsers`: everything that reads what users give, guided by coverage. The properties are the crate
//! `parsers`; libFuzzer runs them.

use std::fs;
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};

use anyhow::{Context, Result, bail};
use commands::{cargo, target_directory};

/// The environment variable that says which parser the fuzz target runs.
const VARIABLE: &str = "OCTET_PARSER";

/// Runs each parser so long; all of them even if one fails.
pub fn run(seconds: u64) -> Result<ExitCode> {
    present("cargo-fuzz", cargo().args(["fuzz", "--version"]), "install it with `cargo install cargo-fuzz`")?;
    let compiler = std::env::var_os("CXX").unwrap_or_else(|| "c++".into());
    let what = "a C++ compiler, of which libFuzzer is made,";
    present(what, Command::new(compiler).arg("--version"), "install g++ or clang++, or name one in CXX")?;

    let listed = target(&[])?.stderr(Stdio::inherit()).output()?;
    if !listed.status.success() {
        bail!("the fuzz target does not build");
    }
    let names = String::from_utf8(listed.stdout)?;
    let mut failed = Vec::new();
    for name in names.lines() {
        println!("\n{name}");
        if !fuzz(name, seconds)? {
            failed.push(name);
        }
    }
    if failed.is_empty() {
        return Ok(ExitCode::SUCCESS);
    }
    println!(
        "\nFAILED: {}. Mend it, and keep the input as a seed or a test in crates/parsers",
        failed.join(", ")
    );
    Ok(ExitCode::FAILURE)
}

/// Whether a command that must be there is.
fn present(what: &str, command: &mut Command, hint: &str) -> Result<()> {
    let found =
        command.stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|status| status.success());
    if !found {
        bail!("{what} is missing: {hint}");
    }
    Ok(())
}

/// Whether a parser withstands this number of seconds. The inputs that it met are kept for the next time.
fn fuzz(name: &str, seconds: u64) -> Result<bool> {
    let home = target_directory()?.join("parsers");
    let [corpus, artifacts] = ["corpus", "artifacts"].map(|folder| home.join(folder).join(name));
    for folder in [&corpus, &artifacts] {
        fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    }
    let time = format!("-max_total_time={seconds}");
    let found = format!("-artifact_prefix={}/", artifacts.display());
    let corpus = corpus.display().to_string();
    let status = target(&[&corpus, "--", &time, &found, "-print_final_stats=1", "-timeout=20"])?
        .env(VARIABLE, name)
        .status()?;
    Ok(status.success())
}

/// The fuzz target with these arguments.
fn target(arguments: &[&str]) -> Result<Command> {
    let mut command = cargo();
    // Its own folder: the flags that count coverage would compile everything else anew. Rust is checked by
    // itself, so no sanitizer is needed, and none is stable.
    command
        .args(["fuzz", "run", "--sanitizer", "none", "--fuzz-dir"])
        .arg(Path::new(env!("CARGO_MANIFEST_DIR")).with_file_name("parsers").join("fuzz"))
        .arg("--target-dir")
        .arg(target_directory()?.join("parsers"))
        .arg("parsers")
        .args(arguments)
        .env_remove(VARIABLE);
    Ok(command)
}
