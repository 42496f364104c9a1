//! `cargo xtask corpora`: writes the conformance files. The search itself is `testkit::corpora`.

use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Context, Result};
use rayon::prelude::*;
use testkit::corpora;
use testkit::pairs::PAIRS;

/// Write the conformance files: one a pair of shapes, cases of every family with their true answers
///
/// The answers come from exact arithmetic on integers of any size, not from the library. Two cases in five
/// are searched for: a hit and a miss that differ in one coordinate, or in several that were zero, brought
/// together until the two floats are neighbours.
///
/// The same --seed and --cases write the same bytes on every machine.
#[derive(clap::Args)]
pub struct Args {
    /// Seed of the random numbers
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Cases of each file; a few less where two families make the same one
    #[arg(long, value_name = "N", default_value_t = 2080, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    cases: u64,
    /// Where to write them [default: corpora]
    #[arg(long, value_name = "DIRECTORY")]
    out: Option<PathBuf>,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<ExitCode> {
    let start = Instant::now();
    let cases = args.cases as usize;
    let made: Vec<_> =
        PAIRS.par_iter().map(|pair| corpora::of_sources(pair, args.seed, cases).concat()).collect();
    let directory = args.out.clone().unwrap_or_else(corpora::directory);
    fs::create_dir_all(&directory).with_context(|| directory.display().to_string())?;
    for (pair, cases_made) in PAIRS.iter().zip(&made) {
        let file = directory.join(format!("{}.txt", pair.stem));
        let text = corpora::text(pair, args.seed, cases, cases_made);
        fs::write(&file, text).with_context(|| file.display().to_string())?;
        let hits = cases_made.iter().filter(|case| case.expected == Some(true)).count();
        println!("{}: {} cases, {hits} hits", pair.stem, cases_made.len());
    }
    println!("{} files in {:.1} s", PAIRS.len(), start.elapsed().as_secs_f64());
    Ok(ExitCode::SUCCESS)
}
