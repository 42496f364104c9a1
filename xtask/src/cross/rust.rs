//! A compiler with a standard library for a foreign triple: rustup's, where it has the target; else Debian's.
//!
//! Debian's own Rust can be newer than rustup's and comes with the source of its standard library, so that the library can be
//! built for any triple. Both are unpacked into a folder of their own: nothing shadows the compiler of everything else.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use anyhow::{Context, Result, bail};

/// The packages, each with what it needs.
const PACKAGES: [&str; 3] = ["rustc-web", "rust-web-src", "wasi-libc"];

/// Which compiler builds for a triple.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rust {
    /// The one on the path, which has a standard library for it.
    Rustup,
    /// Debian's, unpacked here, which builds its standard library.
    Debian(PathBuf),
}

impl Rust {
    /// The compiler for a triple, if there is one.
    pub fn find(triple: &str) -> Option<Self> {
        if output("rustc", &["--print", "target-libdir", "--target", triple])
            .is_ok_and(|dir| Path::new(&dir).is_dir())
        {
            return Some(Self::Rustup);
        }
        let root = folder()?;
        PACKAGES.iter().all(|package| stamp(&root, package).exists()).then_some(Self::Debian(root))
    }

    /// Fetches a standard library for a triple: by rustup, or else from Debian.
    ///
    /// # Errors
    /// What neither could do.
    pub fn fetch(triple: &str) -> Result<()> {
        if Command::new("rustup")
            .args(["target", "add", triple])
            .status()
            .is_ok_and(|status| status.success())
        {
            return Ok(());
        }
        let root = folder().context("there is no home directory to unpack Debian's Rust in")?;
        for package in PACKAGES {
            if !stamp(&root, package).exists() {
                unpack(package, &root)?;
                fs::write(stamp(&root, package), "")?;
            }
        }
        let libc = root.join("usr/lib/wasm32-wasi");
        let place = root.join("usr/lib/rustlib/wasm32-wasip1/lib/self-contained");
        fs::create_dir_all(&place)?;
        for file in ["crt1-command.o", "crt1-reactor.o", "libc.a"] {
            fs::copy(libc.join(file), place.join(file))
                .with_context(|| format!("wasi-libc has no {file}"))?;
        }
        Ok(())
    }

    /// What cargo must be told to build for a triple by this compiler.
    ///
    /// # Errors
    /// The linker for WebAssembly is missing.
    pub fn environment(&self, triple: &str) -> Result<Vec<(String, OsString)>> {
        let Self::Debian(root) = self else { return Ok(Vec::new()) };
        let bin = root.join("usr/bin");
        let libraries = root.join(format!("usr/lib/{}-linux-gnu", std::env::consts::ARCH));
        let wasm = triple.starts_with("wasm");
        let mut environment: Vec<(String, OsString)> = vec![
            ("RUSTC".into(), bin.join("rustc").into()),
            ("RUSTDOC".into(), bin.join("rustdoc").into()),
            ("LD_LIBRARY_PATH".into(), libraries.into()),
            // Lets a release compiler build its standard library.
            ("RUSTC_BOOTSTRAP".into(), "1".into()),
            ("CARGO_UNSTABLE_BUILD_STD".into(), if wasm { "std,panic_abort" } else { "std" }.into()),
        ];
        if wasm {
            let tools = PathBuf::from(output("rustc", &["--print", "target-libdir"])?);
            let lld = tools.with_file_name("bin").join("rust-lld");
            if !lld.exists() {
                bail!("the compiler has no linker for WebAssembly: {} is missing", lld.display());
            }
            environment.push((variable(triple, "LINKER"), lld.into()));
        }
        Ok(environment)
    }

    /// Flags beside those of the target: Debian's C library for WebAssembly has no threads, not even ones that cannot be started.
    pub fn flags(&self, triple: &str) -> &'static [&'static str] {
        let without_threads = matches!(self, Self::Debian(_)) && triple.starts_with("wasm32-wasi");
        if without_threads { &["-Clink-arg=--allow-undefined"] } else { &[] }
    }
}

/// The variable that tells cargo something about a triple.
pub fn variable(triple: &str, what: &str) -> String {
    format!("CARGO_TARGET_{}_{what}", triple.to_uppercase().replace('-', "_"))
}

/// Where Debian's Rust is unpacked.
fn folder() -> Option<PathBuf> {
    let cache = std::env::var_os("XDG_CACHE_HOME").map(PathBuf::from);
    let cache = cache.or_else(|| Some(PathBuf::from(std::env::var_os("HOME")?).join(".cache")))?;
    Some(cache.join("octet-cross"))
}

/// A file that says that a package is there, whole.
fn stamp(root: &Path, package: &str) -> PathBuf {
    root.join(format!(".{package}"))
}

/// Unpacks a package of Debian, and what it needs that is not installed, without installing anything.
fn unpack(package: &str, root: &Path) -> Result<()> {
    update()?;
    let archives = root.join("archives");
    fs::create_dir_all(archives.join("partial"))?;
    run(Command::new("apt-get")
        .args(["install", "-y", "-qq", "--no-install-recommends", "--download-only"])
        .arg("-o")
        .arg(format!("Dir::Cache::archives={}", archives.display()))
        .arg(package))?;
    for entry in fs::read_dir(&archives)? {
        let file = entry?.path();
        if file.extension().is_some_and(|extension| extension == "deb") {
            run(Command::new("dpkg").arg("-x").arg(&file).arg(root))?;
        }
    }
    Ok(fs::remove_dir_all(&archives)?)
}

/// Installs packages of Debian.
///
/// # Errors
/// Not Debian, no permission, or no such package.
pub fn install(packages: &[&str]) -> Result<()> {
    update()?;
    run(Command::new("apt-get").args(["install", "-y", "-qq", "--no-install-recommends"]).args(packages))
}

/// Brings Debian's list of packages up to date, once.
fn update() -> Result<()> {
    static DONE: AtomicBool = AtomicBool::new(false);
    if !DONE.swap(true, Relaxed) {
        run(Command::new("apt-get").args(["update", "-qq"]))?;
    }
    Ok(())
}

fn run(command: &mut Command) -> Result<()> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command.output().with_context(|| format!("cannot run {name}"))?;
    if !output.status.success() {
        bail!("{command:?} failed\n{}", String::from_utf8_lossy(&output.stderr));
    }
    Ok(())
}

/// What a program prints.
fn output(program: &str, args: &[&str]) -> Result<String> {
    let output =
        Command::new(program).args(args).output().with_context(|| format!("cannot run {program}"))?;
    if !output.status.success() {
        bail!("{program} {}: {}", args.join(" "), String::from_utf8_lossy(&output.stderr));
    }
    Ok(String::from_utf8(output.stdout)?.trim().to_owned())
}
