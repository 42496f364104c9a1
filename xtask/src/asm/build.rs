//! Having the compiler list the example `kernels`.

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};

use anyhow::{Context, Result, bail};

use crate::bench::{cargo, target_directory};

/// One file, names that can be read, and the destination first.
const OPTIONS: [&str; 6] =
    ["-C", "codegen-units=1", "-C", "symbol-mangling-version=v0", "-C", "llvm-args=-x86-asm-syntax=intel"];

/// The assembly of the row-by-row queries of all kernels.
pub fn assembly() -> Result<String> {
    if !cfg!(target_arch = "x86_64") {
        bail!("only x86-64 has these levels, and this machine is none");
    }
    let directory = target_directory()?.join("asm");
    fs::create_dir_all(&directory).with_context(|| format!("cannot make {}", directory.display()))?;
    // Cargo does not build again what is up to date, so checkouts that share a target directory must not share this.
    let mut checkout = DefaultHasher::new();
    env!("CARGO_MANIFEST_DIR").hash(&mut checkout);
    let file = directory.join(format!("kernels-{:016x}.s", checkout.finish()));

    let built = cargo()
        .args([
            "rustc",
            "--release",
            "--package",
            "xtask",
            "--no-default-features",
            "--features=listing",
            "--example",
            "kernels",
            "--",
        ])
        .arg(format!("--emit=asm={}", file.display()))
        .args(OPTIONS)
        .status()?;
    if !built.success() {
        bail!("the example `kernels` does not build");
    }
    fs::read_to_string(&file)
        .with_context(|| format!("cannot read {}: `cargo clean --release -p xtask` helps", file.display()))
}
