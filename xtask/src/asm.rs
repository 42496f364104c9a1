//! `cargo xtask asm`: what the compiler made of each kernel at each level.
//!
//! The example `kernels` runs the row-by-row query of every kernel and nothing else. Its assembly names every function by
//! its generic arguments, the kernel among them, so the loop over rows is found by its kernel and its level.

use std::any::type_name;
use std::collections::BTreeMap;
use std::process::ExitCode;

use anyhow::{Result, bail};
use soa::kernel::{Measure, Predicate, Visitor, visit_all};
use soa::{Error, Level};

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
/// The levels are compiled whether this CPU has them or not, so this works on any x86-64. The query is the
/// row-by-row one, in a crate that is compiled as one unit. The hot loop is the one with the most vector arithmetic.
/// With a first test both it and the kernel are in the loop.
///
/// Exits with 2 for bad arguments, and where --check is given with 1 if a hot loop calls a function: that would run on another
/// instruction set. Bounds checks are only listed; a loop has one for all of its columns.
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

/// The hot loop of a kernel at a level.
pub struct Entry {
    kernel: &'static str,
    level: &'static str,
    lanes: usize,
    hot: Hot,
}

impl Entry {
    /// Pairs that a turn of the loop answers.
    fn pairs(&self) -> usize {
        self.hot.rows.unwrap_or(self.lanes)
    }
}

/// Runs the command.
pub fn run(args: &Args) -> Result<ExitCode> {
    let names = crate::kernels::select(&args.kernels)?;
    let levels = levels(&args.level)?;
    let text = build::assembly()?;
    let listing = Listing::parse(&text);

    let mut kernels = Kernels(Vec::new());
    visit_all(&mut kernels);
    let mut entries = Vec::new();
    for (kernel, ty) in kernels.0.into_iter().filter(|(name, _)| names.contains(name)) {
        let functions: Vec<&Function> =
            listing.functions.iter().filter(|function| mentions(&function.name, ty)).collect();
        for &(level, lanes) in &levels {
            let at_level = functions.iter().copied().filter(|function| level_of(&function.name) == level);
            entries.push(Entry { kernel, level, lanes, hot: Hot::find(&listing, at_level) });
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
        for Entry { kernel, level, hot, .. } in entries {
            println!("{kernel} at {level}:\n{}\n", hot.text.join("\n"));
        }
    }
    println!("{}", table::table(entries));
    print_faults(entries);
}

/// Prints each fault once, with the loops that have it.
fn print_faults(entries: &[Entry]) {
    let mut having: BTreeMap<&Fault, Vec<&Entry>> = BTreeMap::new();
    for entry in entries {
        for fault in &entry.hot.faults {
            having.entry(fault).or_default().push(entry);
        }
    }
    for (fault, having) in having {
        println!("\n{} of {} loops: {fault}", having.len(), entries.len());
        if having.len() < entries.len() {
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
        bail!(Error::UnknownLevel { name: name.clone() });
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

/// Whether a function's name has this type in it, and not as a part of a longer one.
fn mentions(function: &str, ty: &str) -> bool {
    let part = |c: char| c.is_alphanumeric() || "_:".contains(c);
    function.match_indices(ty).any(|(at, _)| {
        let (before, after) = (&function[..at], &function[at + ty.len()..]);
        !before.ends_with(part) && !after.starts_with(part) && !after.starts_with('<')
    })
}

/// The names of all kernels and of their types.
struct Kernels(Vec<(&'static str, &'static str)>);

impl Visitor for Kernels {
    fn predicate<P: Predicate>(&mut self) {
        self.0.push((P::NAME, type_name::<P>()));
    }

    fn measure<M: Measure>(&mut self) {
        self.0.push((M::NAME, type_name::<M>()));
    }
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
    fn a_function_is_told_by_its_type_and_its_level() {
        let name = "<fearless_simd::Avx2 as Simd>::vectorize::vectorize_avx2::<<soa::query::Query>::test_rows::\
                    <soa::dim2::box_ray::Slabs<scalar::Ray>, soa::view::View<f32>>::{closure#3}, ()>";
        assert!(mentions(name, "soa::dim2::box_ray::Slabs<scalar::Ray>"));
        assert!(!mentions(name, "soa::dim2::box_ray::Slabs"));
        assert!(!mentions(name, "dim2::box_ray::Slabs<scalar::Ray>"));
        assert_eq!(level_of(name), "avx2");
        assert_eq!(level_of("<soa::query::Query>::test_rows::<soa::Kernel>"), "portable");
    }
}
