//! Having the compiler list the crate `soa`.

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};

use anyhow::{Context, Result, bail};
use commands::{cargo, target_directory};

/// One file, names that can be read, the destination first, and no lines for a debugger.
const OPTIONS: [&str; 4] = [
    "-Ccodegen-units=1",
    "-Csymbol-mangling-version=v0",
    "-Cllvm-args=-x86-asm-syntax=intel",
    "-Cdebuginfo=none",
];

/// The assembly of the crate `soa`, which has the loops of all kernels.
pub fn assembly() -> Result<String> {
    if !cfg!(target_arch = "x86_64") {
        bail!("only x86-64 has these levels, and this machine is none");
    }
    let directory = target_directory()?.join("asm");
    fs::create_dir_all(&directory).with_context(|| format!("cannot make {}", directory.display()))?;
    // Cargo does not build again what is up to date, so checkouts that share a target directory must not share this.
    let mut checkout = DefaultHasher::new();
    env!("CARGO_MANIFEST_DIR").hash(&mut checkout);
    let file = directory.join(format!("soa-{:016x}.s", checkout.finish()));

    let built = cargo()
        .args(["rustc", "--release", "--package", "soa", "--lib", "--target-dir"])
        // These options would make everything else that needs the crate compile it again.
        .arg(&directory)
        .arg("--")
        .arg(format!("--emit=asm={}", file.display()))
        .args(OPTIONS)
        .status()?;
    if !built.success() {
        bail!("the crate `soa` does not build");
    }
    fs::read_to_string(&file)
        .with_context(|| format!("cannot read {}: `rm -r {}` helps", file.display(), directory.display()))
}
