//! Says whether the levels of x86 are compiled: where the standard library can find out what the CPU has, and
//! the build is optimised.
//!
//! Without optimisation every lane operation goes through memory. Wider registers gain nothing then, and to
//! compile the loops for them takes two thirds of the time and of the program. The answers have the same bits
//! at every level.

use std::env;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-check-cfg=cfg(x86_levels)");
    let is = |name: &str, values: &[&str]| env::var(name).is_ok_and(|value| values.contains(&value.as_str()));
    let is_x86 = is("CARGO_CFG_TARGET_ARCH", &["x86", "x86_64"]);
    if is_x86 && env::var_os("CARGO_FEATURE_STD").is_some() && !is("OPT_LEVEL", &["0"]) {
        println!("cargo::rustc-cfg=x86_levels");
    }
}
