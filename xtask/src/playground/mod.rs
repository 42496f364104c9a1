//! `cargo xtask playground`: a page on which the queries can be tried, compiled to WebAssembly.
//!
//! `compile` makes the library with SIMD and without, the package `demo` the arrays of the map and the bunny, and the files of
//! `crates/playground/page` are copied as they are. All of it is scripts, so that a browser opens the page from disk, which may not
//! load modules or fetch files there. `browser` tries the page in headless Chromium.

mod browser;
mod compile;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use commands::{repository, target_directory};
use flate2::Compression;
use flate2::write::GzEncoder;

use crate::bench::open;
use crate::needs::{self, Need};

/// Builds the playground: a page that shows the queries at work in a browser
///
/// Shapes to be moved by keys, mouse and touch, a swarm of 200,000 of them, the map and the bunny; every answer comes from this library,
/// compiled to WebAssembly with SIMD and without. The page is a folder of plain files: open its index.html from disk, or serve it from
/// anywhere.
///
/// It needs Rust's standard library for wasm32-unknown-unknown, and compiles wasm-bindgen's generator; with --test also node, npm and
/// Chromium. What is missing is named, with the command that brings it. With --install it is fetched: by rustup, or from Debian's packages
/// (xtask/install.sh).
#[derive(clap::Args)]
pub struct Args {
    /// Where the page goes [default: target/playground].
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Then try every scene in headless Chromium: keys are pressed, answers read, pictures looked at, and times measured
    #[arg(long)]
    test: bool,
    /// Then keep pictures of every scene there; implies --test
    #[arg(long, value_name = "DIR")]
    pictures: Option<PathBuf>,
    /// Then open it in a browser
    #[arg(long)]
    open: bool,
    /// Fetch what is missing
    #[arg(long)]
    install: bool,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<ExitCode> {
    let tested = args.test || args.pictures.is_some();
    let mut needs = vec![Need::Library(compile::TRIPLE)];
    if tested {
        needs.extend(browser::PROGRAMS.map(Need::program));
    }
    let needs = needs::missing(needs, args.install)?;
    if !needs.is_empty() {
        let lines: Vec<String> = needs.iter().map(|need| format!("missing: {need}")).collect();
        bail!("{}", lines.join("\n"));
    }
    let out = match &args.out {
        Some(out) => out.clone(),
        None => target_directory()?.join("playground"),
    };
    build(&out)?;
    let page = out.canonicalize()?.join("index.html");
    println!(
        "open {} in a browser, or serve the folder: python3 -m http.server --directory {}",
        page.display(),
        out.display()
    );
    if tested {
        browser::run(&page, args.pictures.as_deref())?;
    }
    if args.open {
        open(&page)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Makes the folder.
fn build(out: &Path) -> Result<()> {
    fs::create_dir_all(out)?;
    copy(&repository("crates/playground/page"), out)?;
    let data = compile::data()?;
    for build in &compile::BUILDS {
        let program = compile::run(build, out)?;
        let size = pack(&format!("{}_wasm", build.name), &program, out)?;
        println!("{}: {} kB, compressed {} kB", build.about, program.len() / 1000, size / 1000);
    }
    for name in ["map", "bunny"] {
        let bytes = fs::read(data.join(format!("{name}.bin")))?;
        let size = pack(name, &bytes, out)?;
        println!("{name}: {} kB, compressed {} kB", bytes.len() / 1000, size / 1000);
    }
    Ok(())
}

/// Copies a folder of files and folders.
fn copy(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from).with_context(|| format!("cannot read {}", from.display()))? {
        let entry = entry?;
        let place = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy(&entry.path(), &place)?;
        } else {
            fs::copy(entry.path(), place)?;
        }
    }
    Ok(())
}

/// Writes bytes as a script that hands them over, compressed; the compressed size.
fn pack(name: &str, bytes: &[u8], out: &Path) -> Result<usize> {
    let mut gzip = GzEncoder::new(Vec::new(), Compression::best());
    gzip.write_all(bytes)?;
    let gzip = gzip.finish()?;
    fs::write(
        out.join(format!("{name}.js")),
        format!("packed.{name} = \"{}\";\n", BASE64_STANDARD.encode(&gzip)),
    )?;
    Ok(gzip.len())
}
