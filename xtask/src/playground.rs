//! `cargo xtask playground`: a page on which the queries can be tried, compiled to WebAssembly.
//!
//! The library is compiled with SIMD and without, the package `demo` makes the data of the map and the bunny, and the files of
//! `crates/playground/page` are copied as they are. All of it is scripts, so that a browser opens the page from disk, which may not
//! load modules or fetch files there.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anyhow::{Context, Result, bail};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use commands::{cargo, repository, target_directory};
use flate2::Compression;
use flate2::write::GzEncoder;

use crate::needs::{self, advice};
use crate::program::check;

/// Builds the playground: a page that shows the queries at work in a browser
///
/// Shapes to be moved by keys, mouse and touch, a swarm of 200,000 of them, the map and the bunny; every
/// answer comes from this library, compiled to WebAssembly with SIMD and without. The page is a folder of
/// plain files: open its index.html from disk, or serve it from anywhere.
///
/// It needs Rust's standard library for wasm32-unknown-unknown, and compiles wasm-bindgen's generator; with
/// --test also node, npm and Chromium. What is missing is named, with the command that brings it. With
/// --install it is fetched: by rustup, or from Debian's packages (xtask/install.sh).
#[derive(clap::Args)]
pub struct Args {
    /// Where the page goes [default: target/playground].
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Then try every scene in headless Chromium: keys are pressed, answers read, pictures looked at, and
    /// times measured
    #[arg(long)]
    test: bool,
    /// Then keep pictures of every scene there; implies --test
    #[arg(long, value_name = "DIR")]
    pictures: Option<PathBuf>,
    /// Fetch what is missing
    #[arg(long)]
    install: bool,
}

/// What browsers run.
const TRIPLE: &str = "wasm32-unknown-unknown";

/// With the SIMD of WebAssembly, and for browsers that lack it: the function that loads the library, and
/// flags of the compiler.
const BUILDS: [(&str, &str); 2] = [("octet_simd", "-Ctarget-feature=+simd128"), ("octet_plain", "")];

/// What drives the browser: a package of npm, which brings no browser of its own.
const DRIVER: &str = "playwright-core@1.64.1";

/// Runs the command.
pub fn run(args: &Args) -> Result<ExitCode> {
    let tested = args.test || args.pictures.is_some();
    let names = [TRIPLE, "node", "npm", "chromium"].into_iter().take(if tested { 4 } else { 1 });
    let missing = needs::missing(names.map(str::to_owned).collect(), args.install)?;
    if !missing.is_empty() {
        bail!("{}", missing.iter().map(|name| advice(name)).collect::<Vec<_>>().join("\n"));
    }
    let target = target_directory()?;
    let (out, work) = (args.out.clone().unwrap_or_else(|| target.join("playground")), target.join("browser"));
    fs::create_dir_all(&work)?;
    for folder in ["", "scenes"] {
        fs::create_dir_all(out.join(folder))?;
        for entry in fs::read_dir(repository("crates/playground/page").join(folder))? {
            let entry = entry?;
            if entry.file_type()?.is_file() {
                fs::copy(entry.path(), out.join(folder).join(entry.file_name()))?;
            }
        }
    }
    library(&out, &work)?;
    // As the tests have compiled it, for whom has run them.
    let program = ["build", "--workspace", "--bin", "playground_data", "--profile", "test"];
    check(cargo().args(program).arg("--manifest-path").arg(repository("Cargo.toml")))?;
    let program = target.join("debug").join(format!("playground_data{}", std::env::consts::EXE_SUFFIX));
    check(Command::new(program).arg(&work))?;
    for name in ["map", "bunny"] {
        pack(name, &work.join(format!("{name}.json")), &out)?;
    }
    let page = out.canonicalize()?.join("index.html");
    println!(
        "open {} in a browser, or serve the folder: python3 -m http.server --directory {}",
        page.display(),
        out.display()
    );
    if tested {
        test(&page, args.pictures.as_deref(), &work)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Compiles the library in each way, with the scripts that load it.
fn library(out: &Path, work: &Path) -> Result<()> {
    // Not optimised: it works for seconds and takes minutes to compile.
    let generator = target_directory()?.join("bindgen");
    let mut compile = cargo();
    compile.args(["build", "--manifest-path"]).arg(repository("crates/playground/bindgen/Cargo.toml"));
    check(compile.arg("--target-dir").arg(&generator))?;
    for (name, flags) in BUILDS {
        let mut compile = cargo();
        compile
            .args(["build", "--release", "--package", "playground", "--lib", "--target", TRIPLE])
            // One folder for all builds: what runs in the compiler is the same.
            .arg("--target-dir")
            .arg(work)
            .env("RUSTFLAGS", flags)
            .env("CARGO_PROFILE_RELEASE_DEBUG", "false")
            .env("CARGO_PROFILE_RELEASE_LTO", "fat")
            .env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "1")
            .env("CARGO_PROFILE_RELEASE_PANIC", "abort");
        check(&mut compile)?;
        let program = work.join(TRIPLE).join("release/playground.wasm");
        check(
            Command::new(generator.join("debug").join(format!("bindgen{}", std::env::consts::EXE_SUFFIX)))
                .arg(program)
                .arg(work)
                .arg(name),
        )?;
        let script = format!("{name}.js");
        fs::copy(work.join(&script), out.join(script))?;
        pack(&format!("{name}_wasm"), &work.join(format!("{name}_bg.wasm")), out)?;
    }
    Ok(())
}

/// Tries every scene in headless Chromium; pictures of them go to a folder.
fn test(page: &Path, pictures: Option<&Path>, work: &Path) -> Result<()> {
    let tests = "scenes.test.mjs";
    // Beside the driver, which node looks for from there.
    fs::copy(repository("crates/playground/tests").join(tests), work.join(tests))?;
    if !work.join("node_modules/playwright-core").is_dir() {
        let options = ["install", "--no-save", "--no-audit", "--no-fund", "--silent", "--prefix"];
        check(Command::new("npm").args(options).arg(work).arg(DRIVER))?;
    }
    let mut node = Command::new("node");
    node.args(["--test", "--test-reporter=spec"]).arg(work.join(tests)).env("PLAYGROUND", page);
    if let Some(pictures) = pictures {
        fs::create_dir_all(pictures)?;
        node.env("PICTURES", pictures.canonicalize()?);
    }
    check(&mut node)
}

/// Writes a file as a script that hands its bytes over, compressed.
fn pack(name: &str, file: &Path, out: &Path) -> Result<()> {
    let bytes = fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
    let mut gzip = GzEncoder::new(Vec::new(), Compression::best());
    gzip.write_all(&bytes)?;
    let gzip = gzip.finish()?;
    println!("{name}: {} kB, compressed {} kB", bytes.len() / 1000, gzip.len() / 1000);
    let script = format!("packed.{name} = \"{}\";\n", BASE64_STANDARD.encode(&gzip));
    Ok(fs::write(out.join(format!("{name}.js")), script)?)
}
