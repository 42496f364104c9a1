//! `cargo xtask asm`: what the compiler made of the loops of each kernel at each level.
//!
//! The crate `soa` compiles the loops of every kernel at every level. In its assembly a loop is a function whose name has the
//! kernel and the method of `crates/soa/src/kernel/blocks.rs`: the method itself for the portable level, else what
//! `Simd::vectorize` compiles.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::BufReader;
use std::process::ExitCode;

use anyhow::{Context, Result, ensure};
use commands::{cargo, repository};

/// Print the assembly of the loops of kernels at each level, or check that no loop calls a function
///
/// The levels are compiled whether this CPU has them or not, so this works on any x86-64. For other
/// functions, or a throughput by llvm-mca, there is cargo-show-asm: `cargo asm -p octet-soa --lib --intel`.
///
/// With --check it exits with 1 if a loop calls a function, which would run on another instruction set, or if
/// a kernel lacks a level. Calls that only panic are allowed, and `memset`, which clears a block of hits
/// before a loop.
#[derive(clap::Args)]
pub struct Args {
    /// Only loops whose heading has all of these, such as `disk_triangle::Exact fused avx512`
    #[arg(value_name = "NAME", required_unless_present = "check")]
    names: Vec<String>,
    /// Print nothing but what is wrong
    #[arg(long)]
    check: bool,
}

/// The levels, by what the name of a function compiled for one has in it.
const LEVELS: [(&str, &str); 3] =
    [("portable", "portable::Portable)"), ("avx2", "vectorize_avx2"), ("avx512", "vectorize_avx512")];

/// A loop of a kernel at a level.
struct Loop<'a> {
    /// `soa::dim2::disk_triangle::Exact fused avx512`
    heading: String,
    /// Instructions and labels.
    lines: Vec<&'a str>,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<ExitCode> {
    let text = assembly()?;
    let mut loops = loops(&text);
    loops.retain(|found| args.names.iter().all(|name| found.heading.contains(name)));
    ensure!(!loops.is_empty(), "no loop is called `{}`", args.names.join(" "));
    if !args.check {
        for Loop { heading, lines } in &loops {
            println!("{heading}:\n{}\n", lines.join("\n"));
        }
        return Ok(ExitCode::SUCCESS);
    }
    let faults = faults(&loops);
    println!("{} loops, {} faults", loops.len(), faults.len());
    for fault in &faults {
        println!("{fault}");
    }
    Ok(if faults.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// What is wrong with these, each once.
fn faults(loops: &[Loop]) -> BTreeSet<String> {
    let is_main = |name: &str| name.ends_with(" fused") || name.ends_with(" registers");
    let mut faults = BTreeSet::new();
    for Loop { heading, lines } in loops {
        faults.extend(
            lines.iter().filter_map(|line| called(line)).map(|call| format!("{heading} calls {call}")),
        );
        // Every kernel has one of these at every level.
        let Some((name, _)) = heading.rsplit_once(' ').filter(|(name, _)| is_main(name)) else { continue };
        let wanted = LEVELS.map(|(level, _)| format!("{name} {level}"));
        let missing = wanted.iter().filter(|wanted| loops.iter().all(|found| found.heading != **wanted));
        faults.extend(missing.map(|heading| format!("{heading} is missing")));
    }
    faults
}

/// The function that a line calls, by a jump perhaps, unless it only panics or clears memory.
fn called(line: &str) -> Option<&str> {
    let (operation, target) = line.trim().split_once('\t')?;
    let target = target.trim_start_matches("qword ptr [rip + ").trim_end_matches("@GOTPCREL]");
    let leaves = operation.starts_with("call") || operation.starts_with('j') && target.contains("::");
    let panics = target.starts_with("core::") && (target.contains("panic") || target.contains("fail"));
    (leaves && !panics && target != "memset").then_some(target)
}

/// The loops of an assembler file with demangled names.
fn loops(text: &str) -> Vec<Loop<'_>> {
    let (mut loops, mut current) = (Vec::new(), None);
    for line in text.lines() {
        let label = line.strip_suffix(':').filter(|name| !name.starts_with('\t'));
        if let Some(function) = label.filter(|name| !name.starts_with('.') || name.starts_with(".Lfunc_end"))
        {
            loops.extend(current.take());
            current = heading(function).map(|heading| Loop { heading, lines: Vec::new() });
        } else if let (false, Some(found)) = (line.starts_with("\t."), &mut current) {
            found.lines.push(line);
        }
    }
    loops.extend(current);
    loops
}

/// The heading of the loop that a function is.
fn heading(function: &str) -> Option<String> {
    let (level, _) = LEVELS.iter().rev().find(|(_, part)| function.contains(part))?;
    let (kernel, rest) = function.split_once("<([")?.1.split_once("; 0]")?;
    let method = rest.split_once("Blocks>::")?.1.split([':', ',', '>']).next()?;
    (method != "lanes").then(|| format!("{kernel} {method} {level}"))
}

/// The assembly of the crate `soa`, as one unit, with names as in the source.
fn assembly() -> Result<String> {
    ensure!(cfg!(target_arch = "x86_64"), "only x86-64 has these levels, and this machine is none");
    // Apart: with these options everything else that needs the crate would compile it again.
    let (target, file) = (repository("target/asm"), repository("target/asm/soa.s"));
    let mut build = cargo();
    build
        .args(["rustc", "--release", "--package", "octet-soa", "--lib", "--manifest-path"])
        .arg(repository("Cargo.toml"));
    build.arg("--target-dir").arg(&target).arg("--").arg(format!("--emit=asm={}", file.display()));
    build.args(["-Ccodegen-units=1", "-Csymbol-mangling-version=v0", "-Cdebuginfo=none"]);
    build.arg("-Cllvm-args=-x86-asm-syntax=intel");
    ensure!(build.status()?.success(), "the crate `soa` does not build");
    let text =
        File::open(&file).with_context(|| format!("no assembly: `rm -r {}` helps", target.display()))?;
    let mut demangled = Vec::new();
    rustc_demangle::demangle_stream(&mut BufReader::new(text), &mut demangled, false)?;
    Ok(String::from_utf8(demangled)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loops_are_found_and_their_calls() {
        let method = |token| format!("<([soa::Slabs<Ray>; 0], {token}) as soa::blocks::Blocks>::fused");
        let compiled = |level| format!("Simd::vectorize_{level}::<{}::{{closure#0}}, soa::Run>", method("T"));
        let (shell, portable) = (method("Avx2"), method("portable::Portable"));
        let [avx2, avx512] = ["avx2", "avx512"].map(compiled);
        let faults_with = |line: &str| {
            let loops = format!(
                "{portable}:\n\tret\n{avx2}:\n.LBB0_1:\n\tjne\t.LBB0_1\n\t{line}\n{avx512}:\n\tret\n"
            );
            Vec::from_iter(faults(&super::loops(&format!("{shell}:\n\tjmp\t{avx2}\n{loops}"))))
        };
        let nothing: [&str; 0] = [];
        assert_eq!(faults_with("call\tqword ptr [rip + core::panicking::panic_fmt@GOTPCREL]"), nothing);
        for call in ["call\tsoa::helper", "jmp\tsoa::helper", "call\tqword ptr [rip + soa::helper@GOTPCREL]"]
        {
            assert_eq!(faults_with(call), ["soa::Slabs<Ray> fused avx2 calls soa::helper"]);
        }
        let one = format!("{portable}:\n\tret\n");
        let missing = ["soa::Slabs<Ray> fused avx2 is missing", "soa::Slabs<Ray> fused avx512 is missing"];
        assert_eq!(Vec::from_iter(faults(&loops(&one))), missing);
    }
}
