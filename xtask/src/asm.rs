//! `cargo xtask asm`: what the compiler made of the loops of each kernel at each level.
//!
//! The crate `soa` compiles the loops of every kernel at every level. In its assembly a loop is a function whose name has the
//! kernel and the method of `crates/soa/src/kernel/blocks.rs`: the method itself for the portable level, else what
//! `Simd::vectorize` compiles.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::BufReader;
use std::process::ExitCode;

use anyhow::{Context, Result, ensure};
use commands::{cargo, repository};

/// Print the assembly of the loops of kernels at each level, or count its instructions, or check that no loop
/// calls a function
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
    /// Print how many instructions the loop over rows has, how many of these use the stack, and how many are
    /// calls: a loop of rows with rows, which is the longest of a function
    #[arg(long, conflicts_with = "check")]
    count: bool,
    /// Compile for another machine, which has the portable level alone: `aarch64-unknown-linux-gnu`, after
    /// `rustup target add` of it
    #[arg(long, value_name = "TRIPLE", conflicts_with = "check")]
    target: Option<String>,
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
    let text = assembly(args.target.as_deref())?;
    let mut loops = loops(&text);
    loops.retain(|found| args.names.iter().all(|name| found.heading.contains(name)));
    ensure!(!loops.is_empty(), "no loop is called `{}`", args.names.join(" "));
    if args.count {
        for Loop { heading, lines } in &loops {
            let Some(loop_) = longest(lines) else { continue };
            let count = |is_it: fn(&str) -> bool| loop_.iter().filter(|line| is_it(line)).count();
            let rows = if heading.ends_with("avx512") { 16 } else { 8 };
            let [all, stack, calls] = [count(is_instruction), count(uses_stack), count(is_call)];
            println!("{heading}: {all} instructions for {rows} rows, {stack} with the stack, {calls} calls");
        }
        return Ok(ExitCode::SUCCESS);
    }
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

/// The lines of the longest loop of a function that has no loop within.
fn longest<'a, 'l>(lines: &'l [&'a str]) -> Option<&'l [&'a str]> {
    let mut labels = BTreeMap::new();
    let mut ends: BTreeMap<usize, usize> = BTreeMap::new();
    for (at, line) in lines.iter().enumerate() {
        if let Some(label) = line.strip_suffix(':') {
            labels.insert(label, at);
        } else if let Some(start) = line.split(['\t', ' ']).next_back().and_then(|label| labels.get(label)) {
            ends.insert(*start, at);
        }
    }
    let is_inner = |&(&start, &end): &(&usize, &usize)| {
        !ends
            .iter()
            .any(|(&other, &its_end)| (other, its_end) != (start, end) && start <= other && its_end <= end)
    };
    let inner = ends.iter().filter(is_inner).map(|(&start, &end)| &lines[start..=end]);
    inner.max_by_key(|inner| inner.iter().filter(|line| is_instruction(line)).count())
}

fn is_instruction(line: &str) -> bool {
    line.starts_with('\t')
}

fn uses_stack(line: &str) -> bool {
    ["[rsp", "[sp", "[x29"].iter().any(|base| line.contains(base))
}

fn is_call(line: &str) -> bool {
    line.starts_with("\tcall") || line.starts_with("\tbl\t")
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

/// The assembly of the crate `soa`, as one unit, with names as in the source; for this machine, or another.
fn assembly(triple: Option<&str>) -> Result<String> {
    let is_here = triple.is_none();
    ensure!(!is_here || cfg!(target_arch = "x86_64"), "only x86-64 has these levels: give a --target");
    // Apart: with these options everything else that needs the crate would compile it again.
    let target = repository("target/asm");
    let file = target.join(format!("soa{}.s", triple.map(|triple| format!("-{triple}")).unwrap_or_default()));
    let mut build = cargo();
    build
        .args(["rustc", "--release", "--package", "octet-soa", "--lib", "--manifest-path"])
        .arg(repository("Cargo.toml"));
    build.arg("--target-dir").arg(&target);
    if let Some(triple) = triple {
        build.args(["--target", triple]);
    }
    build.arg("--").arg(format!("--emit=asm={}", file.display()));
    build.args(["-Ccodegen-units=1", "-Csymbol-mangling-version=v0", "-Cdebuginfo=none"]);
    if is_here {
        build.arg("-Cllvm-args=-x86-asm-syntax=intel");
    }
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
    fn the_longest_inner_loop_is_counted() {
        let lines = [
            ".LBB0_1:",
            "\tmov\trax, rbx",
            ".LBB0_2:",
            "\tvmovups\tymm0, [rsp + 8]",
            "\tjne\t.LBB0_2",
            ".LBB0_3:",
            "\tdec\trax",
            "\tcall\tsoa::helper",
            "\tadd\trax, [rsp]",
            "\tjne\t.LBB0_3",
            "\tjne\t.LBB0_1",
            "\tret",
        ];
        let inner = longest(&lines).unwrap();
        assert_eq!(inner, &lines[5..10]);
        let count = |is_it: fn(&str) -> bool| inner.iter().filter(|line| is_it(line)).count();
        assert_eq!([count(is_instruction), count(uses_stack), count(is_call)], [4, 1, 1]);
        assert_eq!(longest(&lines[11..]), None);
    }

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
