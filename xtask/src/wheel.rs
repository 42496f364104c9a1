//! `cargo xtask wheel`: the Python package `octet`, built and tested in environments of its own.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::{env, fs};

use anyhow::{Context, Result};
use commands::{cargo, repository, target_directory};

use crate::program::check;

/// Builds the Python wheel and tests it
///
/// Makes an environment in target/wheel, installs maturin, pytest and the libraries that the tests use from
/// the package index, builds the wheel in release mode, installs it and runs its tests: pytest with
/// hypothesis, mypy's stubtest, and the import of the wheel in an environment that has nothing else.
#[derive(clap::Args)]
pub struct Args {
    /// The Python to use
    #[arg(long, value_name = "PROGRAM", default_value = "python3")]
    python: String,
    /// Then print times and wrong answers beside those of Shapely, and times and memory beside Rust's
    #[arg(long)]
    bench: bool,
    /// Then draw the pictures of the examples there
    #[arg(long, value_name = "DIR")]
    pictures: Option<PathBuf>,
}

const TOOLS: &[&str] =
    &["maturin>=1.16,<2", "numpy", "pyarrow", "pandas", "polars", "pytest", "hypothesis", "mypy"];

/// Runs the command.
pub fn run(args: &Args) -> Result<ExitCode> {
    let (package, target) = (repository("crates/python"), target_directory()?.join("wheel"));
    let (tools, empty, wheels) = (target.join("tools"), target.join("empty"), target.join("wheels"));
    environment(&args.python, &tools)?;
    pip(&tools, &["install", "--quiet"], TOOLS)?;
    // So that there is one wheel.
    let _ = fs::remove_dir_all(&wheels);
    let bin = tools.join(BIN);
    let path = env::join_paths(
        [bin.clone()].into_iter().chain(env::split_paths(&env::var_os("PATH").unwrap_or_default())),
    )?;
    let mut build = Command::new(bin.join("maturin"));
    build
        .args(["build", "--release", "--quiet", "--out"])
        .arg(&wheels)
        .arg("--interpreter")
        .arg(bin.join("python"));
    check(build.current_dir(&package).env("CARGO_TARGET_DIR", &target).env("PATH", path))?;
    let wheel = fs::read_dir(&wheels)?.next().context("maturin made no wheel")??.path();
    println!("built {}", wheel.display());
    let wheel = wheel.to_string_lossy();
    pip(&tools, &["install", "--quiet", "--force-reinstall", "--no-deps"], &[&*wheel])?;

    let python = bin.join("python");
    // Not from the package's folder, where Python would find the sources.
    let in_target = |program: &Path| {
        let mut command = Command::new(program);
        command.current_dir(&target);
        command
    };
    check(
        in_target(&python)
            .args(["-m", "pytest", "--quiet", "-p", "no:cacheprovider"])
            .arg(package.join("tests")),
    )?;
    check(in_target(&python).args(["-m", "mypy.stubtest", "octet"]))?;
    environment(&args.python, &empty)?;
    pip(&empty, &["install", "--quiet"], &[&*wheel])?;
    check(
        in_target(&empty.join(BIN).join("python"))
            .args(["-c", "import octet; print(octet.level(), octet.Points([0], [0]))"]),
    )?;
    if args.bench {
        pip(&tools, &["install", "--quiet"], &["shapely"])?;
        check(in_target(&python).arg(package.join("bench/shapely_table.py")))?;
        check(in_target(&python).arg(package.join("bench/shapely_wrong.py")))?;
        let mut program = cargo();
        program.args(["build", "--quiet", "--release", "--example", "rust_times"]);
        check(program.current_dir(&package).env("CARGO_TARGET_DIR", &target).env("PYO3_PYTHON", &python))?;
        let program = target.join("release/examples/rust_times");
        check(in_target(&python).arg(package.join("bench/beside_rust.py")).arg(program))?;
    }
    if let Some(pictures) = &args.pictures {
        fs::create_dir_all(pictures)?;
        pip(&tools, &["install", "--quiet"], &["matplotlib", "shapely"])?;
        for example in ["map_join", "particles"] {
            let script = package.join("examples").join(example).with_extension("py");
            check(in_target(&python).arg(script).arg(pictures.canonicalize()?))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Where an environment has its programs.
pub const BIN: &str = if cfg!(windows) { "Scripts" } else { "bin" };

/// An environment in a folder, made if it is not there.
pub fn environment(python: &str, folder: &Path) -> Result<()> {
    if folder.join("pyvenv.cfg").is_file() {
        return Ok(());
    }
    check(Command::new(python).args(["-m", "venv"]).arg(folder))
}

/// Runs pip of an environment.
pub fn pip(environment: &Path, options: &[&str], packages: &[&str]) -> Result<()> {
    let python = environment.join(BIN).join("python");
    check(
        Command::new(python).args(["-m", "pip", "--disable-pip-version-check"]).args(options).args(packages),
    )
}
