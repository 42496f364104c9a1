//! The library of the page: compiled for browsers, with the JavaScript that loads it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};
use commands::{cargo, repository, target_directory};

/// What browsers run.
pub const TRIPLE: &str = "wasm32-unknown-unknown";

/// A way to compile it.
pub struct Build {
    /// The function that loads it, as the page calls it.
    pub name: &'static str,
    /// For the user.
    pub about: &'static str,
    flags: &'static str,
}

/// With the SIMD of WebAssembly, and for browsers that lack it.
pub const BUILDS: [Build; 2] = [
    Build { name: "octet_simd", about: "with SIMD", flags: "-Ctarget-feature=+simd128" },
    Build { name: "octet_plain", about: "without SIMD", flags: "" },
];

/// Compiles it, writes the script that loads it, and gives the program.
pub fn run(build: &Build, out: &Path) -> Result<Vec<u8>> {
    // One folder for all builds: what runs in the compiler is the same.
    let target = target_directory()?.join("browser");
    let mut compile = cargo();
    compile
        .args(["build", "--release", "--package", "playground", "--lib", "--target", TRIPLE, "--target-dir"])
        .arg(&target)
        .env("RUSTFLAGS", build.flags)
        .env("CARGO_PROFILE_RELEASE_DEBUG", "false")
        .env("CARGO_PROFILE_RELEASE_LTO", "fat")
        .env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "1")
        .env("CARGO_PROFILE_RELEASE_PANIC", "abort");
    check(&mut compile)?;
    let program = target.join(TRIPLE).join("release/playground.wasm");

    let mut bindgen = Command::new(generator()?);
    check(bindgen.arg(program).arg(&target).arg(build.name))?;
    let script = format!("{}.js", build.name);
    fs::copy(target.join(&script), out.join(script))?;
    Ok(fs::read(target.join(format!("{}_bg.wasm", build.name)))?)
}

/// The program that writes the script, compiled: not optimised, as it works for seconds and takes minutes to compile.
fn generator() -> Result<PathBuf> {
    let target = target_directory()?.join("bindgen");
    let mut compile = cargo();
    compile.args(["build", "--manifest-path"]).arg(repository("crates/playground/bindgen/Cargo.toml"));
    check(compile.arg("--target-dir").arg(&target))?;
    Ok(target.join("debug").join(format!("bindgen{}", std::env::consts::EXE_SUFFIX)))
}

/// Makes the arrays of the map and the bunny; the folder where they are.
pub fn data() -> Result<PathBuf> {
    let folder = target_directory()?.join("browser");
    fs::create_dir_all(&folder)?;
    let mut pack = cargo();
    pack.args([
        "run",
        "--quiet",
        "--release",
        "--package",
        "demo",
        "--no-default-features",
        "--bin",
        "playground_data",
        "--",
    ]);
    check(pack.arg(&folder))?;
    Ok(folder)
}

/// Runs a command that says by itself what is wrong.
pub fn check(command: &mut Command) -> Result<()> {
    let name = command.get_program().to_string_lossy().into_owned();
    let status = command.status().with_context(|| format!("cannot run {name}"))?;
    if !status.success() {
        bail!("{name} failed: {status}");
    }
    Ok(())
}
