//! `cargo xtask asm`: what the compiler made of each kernel at each level.
//!
//! The crate `soa` compiles the loops of every kernel at every level. Its assembly names each function by its generic arguments,
//! the kernel among them, so a loop over rows is found by its kernel, its level and its name in `crates/soa/src/blocks.rs`.

use std::collections::BTreeMap;
use std::process::ExitCode;

use anyhow::{Result, bail};
use commands::{check_prefixes, is_chosen};
use soa::{Level, LevelError, registry};

mod build;
mod hot;
mod instruction;
mod listing;
mod loops;
mod table;

use hot::{Fault, Hot};
use listing::{Function, Listing};

/// Show what the compiler made of each kernel at each level: the instructions of the loop over rows
///
/// The levels are compiled whether this CPU has them or not, so this works on any x86-64. The crate `soa` is compiled as one
/// unit. A kernel has several loops, of which the table shows the one that runs over whole registers (`fused` or `registers`). The
/// hot loop of a function is the one with the most vector arithmetic. With a first test both it and the kernel are in the loop.
///
/// Exits with 2 for bad arguments, and where --check is given with 1 if a hot loop of any function calls another one: that would
/// run on another instruction set. Bounds checks are only listed; a loop has one for all of its columns.
#[derive(clap::Args)]
#[command(after_help = table::legend())]
pub struct Args {
    /// Only kernels whose name starts with this
    #[arg(value_name = "KERNEL")]
    kernels: Vec<String>,
    /// Only this level (may be repeated)
    #[arg(long, value_name = "NAME")]
    level: Vec<String>,
    /// Print the hot loops too
    #[arg(long)]
    print: bool,
    /// Fail if a hot loop calls a function, or is not found
    #[arg(long)]
    check: bool,
}

/// The functions of `soa::blocks::Blocks` that loop over rows, the one of the table first. Not every kernel needs the others.
const YES_NO: &[&str] = &["fused", "filtered", "collect", "probe", "widen"];
/// That of `soa::blocks::MeasureBlocks`.
const COMPUTING: &[&str] = &["registers"];

/// A hot loop of a kernel at a level.
pub struct Entry {
    kernel: &'static str,
    level: &'static str,
    lanes: usize,
    /// The function that it is in.
    function: &'static str,
    hot: Hot,
}

impl Entry {
    /// Whether the table shows it.
    fn is_main(&self) -> bool {
        [YES_NO[0], COMPUTING[0]].contains(&self.function)
    }

    /// Pairs that a turn of the loop answers.
    fn pairs(&self) -> usize {
        self.hot.rows.unwrap_or(self.lanes)
    }
}

/// Runs the command.
pub fn run(args: &Args) -> Result<ExitCode> {
    let yes_no = registry::kernels().iter().map(|kernel| (kernel.info.name, kernel.info.type_name(), YES_NO));
    let computing = registry::measures().iter().map(|kernel| (kernel.name, kernel.type_name(), COMPUTING));
    let kernels: Vec<_> = yes_no.chain(computing).collect();
    check_prefixes(&args.kernels, &kernels.iter().map(|&(name, ..)| name).collect::<Vec<_>>())?;
    let levels = levels(&args.level)?;
    let text = build::assembly()?;
    let listing = Listing::parse(&text);

    let mut entries: Vec<Entry> = Vec::new();
    for (kernel, ty, loops) in kernels.into_iter().filter(|(name, ..)| is_chosen(name, &args.kernels)) {
        let functions: Vec<&Function> =
            listing.functions.iter().filter(|function| loop_of(&function.name, ty).is_some()).collect();
        for &(level, lanes) in &levels {
            for &function in loops {
                let these = functions
                    .iter()
                    .copied()
                    .filter(|of| loop_of(&of.name, ty) == Some(function) && level_of(&of.name) == level);
                let entry = Entry { kernel, level, lanes, function, hot: Hot::find(&listing, these) };
                if entry.is_main() || !entry.hot.faults.contains(&Fault::NoLoop) {
                    entries.push(entry);
                }
            }
        }
    }
    report(args, &entries);
    let is_check = |fault: &Fault| matches!(fault, Fault::Check { .. });
    let sound = entries.iter().all(|entry| entry.hot.faults.iter().all(is_check));
    Ok(if args.check && !sound { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// Prints what was found.
fn report(args: &Args, entries: &[Entry]) {
    if args.print {
        for Entry { kernel, level, function, hot, .. } in entries {
            println!("{kernel} at {level}, {function}:\n{}\n", hot.text.join("\n"));
        }
    }
    println!("{}", table::table(entries));
    print_faults(entries);
}

/// Prints each fault of a function once, with the loops that have it.
fn print_faults(entries: &[Entry]) {
    let mut having: BTreeMap<(&str, &Fault), Vec<&Entry>> = BTreeMap::new();
    for entry in entries {
        for fault in &entry.hot.faults {
            having.entry((entry.function, fault)).or_default().push(entry);
        }
    }
    for ((function, fault), having) in having {
        let all = entries.iter().filter(|entry| entry.function == function).count();
        println!("\n{} of {all} loops of `{function}`: {fault}", having.len());
        if having.len() < all {
            for kernel in having.chunk_by(|one, other| one.kernel == other.kernel) {
                let levels: Vec<&str> = kernel.iter().map(|entry| entry.level).collect();
                println!("    {} at {}", kernel[0].kernel, levels.join(", "));
            }
        }
    }
}

/// The levels that are asked for, all if none is, with their lanes.
fn levels(wanted: &[String]) -> Result<Vec<(&'static str, usize)>> {
    if let Some(name) = wanted.iter().find(|name| !Level::NAMES.contains(&name.as_str())) {
        bail!(LevelError::Unknown { name: name.clone() });
    }
    let chosen = |level: &&str| wanted.is_empty() || wanted.iter().any(|name| name == level);
    Ok(Level::NAMES.into_iter().filter(chosen).map(|level| (level, lanes(level))).collect())
}

/// The lanes of a level, which this CPU may lack.
fn lanes(level: &str) -> usize {
    if level == "avx512" { 16 } else { 8 }
}

/// The level that a function was compiled for: it is in the name of what [`soa::lanes::Simd::vectorize`] calls, and of
/// all that is generic over its lanes.
fn level_of(function: &str) -> &'static str {
    let function = function.to_lowercase();
    let named = |level: &&&str| function.contains(**level);
    Level::NAMES[1..].iter().find(named).copied().unwrap_or(Level::NAMES[0])
}

/// The name of the loop that a function is, if it is one of the kernel with this type.
fn loop_of<'a>(function: &'a str, ty: &str) -> Option<&'a str> {
    let (_, rest) = function.split_once(&format!("<([{ty}; 0"))?;
    let (_, rest) = rest.split_once(" as soa::blocks::")?;
    let (_, name) = rest.split_once("Blocks>::")?;
    name.split("::").next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lanes_are_those_of_the_level() {
        for level in Level::available() {
            assert_eq!(lanes(level.name()), level.lanes(), "{level}");
        }
    }

    #[test]
    fn a_function_is_told_by_its_type_its_level_and_its_name() {
        let name = "<fearless_simd::Avx2 as Simd>::vectorize::vectorize_avx2::<<([soa::dim2::box_ray::Slabs<scalar::Ray>; 0], \
                    fearless_simd::Avx2) as soa::blocks::Blocks>::fused::{closure#0}, soa::blocks::Run>";
        assert_eq!(loop_of(name, "soa::dim2::box_ray::Slabs<scalar::Ray>"), Some("fused"));
        assert_eq!(loop_of(name, "soa::dim2::box_ray::Slabs"), None);
        assert_eq!(loop_of(name, "dim2::box_ray::Slabs<scalar::Ray>"), None);
        assert_eq!(level_of(name), "avx2");
        let name =
            "<([soa::Area; 0], soa::lanes::portable::Portable) as soa::blocks::MeasureBlocks>::registers";
        assert_eq!((loop_of(name, "soa::Area"), level_of(name)), (Some("registers"), "portable"));
    }
}
