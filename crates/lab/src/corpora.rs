//! `cargo xtask corpora`: writes the conformance files. The search itself is `testkit::corpora`.

use std::fs;
use std::io::IsTerminal;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Context, Result};
use comfy_table::{CellAlignment, Table, presets};
use indicatif::{ParallelProgressIterator, ProgressBar};
use rayon::prelude::*;
use testkit::corpora::{self, Made, Source};
use testkit::pairs::{PAIRS, Pair};

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
    let jobs: Vec<(&Pair, Source)> =
        PAIRS.iter().flat_map(|pair| Source::all().map(move |source| (pair, source))).collect();
    let bar = if std::io::stderr().is_terminal() {
        ProgressBar::new(jobs.len() as u64)
    } else {
        ProgressBar::hidden()
    };
    let mut made: Vec<Vec<Made>> = jobs
        .par_iter()
        .progress_with(bar.clone())
        .map(|(pair, source)| pair.make(args.seed, *source, source.share(cases)))
        .collect();
    bar.finish_and_clear();

    let directory = args.out.clone().unwrap_or_else(corpora::directory);
    fs::create_dir_all(&directory).with_context(|| directory.display().to_string())?;
    let mut table = Table::new();
    table.load_preset(presets::NOTHING).set_header(header());
    let sources = Source::all().count();
    for (pair, of_sources) in PAIRS.iter().zip(made.chunks_mut(sources)) {
        corpora::unique(of_sources);
        let all: Vec<Made> = of_sources.concat();
        let file = directory.join(format!("{}.txt", pair.stem));
        let text = corpora::text(pair, args.seed, cases, &all);
        fs::write(&file, text).with_context(|| file.display().to_string())?;
        let mut row = vec![pair.stem.to_owned(), all.len().to_string(), share(&all)];
        row.extend(of_sources.iter().map(|made| share(made)));
        table.add_row(row);
    }
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    println!("{table}\n\nHits in a hundred cases, of all and of each family; `-` where there are no cases.");
    println!("{} files in {:.1} s", PAIRS.len(), start.elapsed().as_secs_f64());
    Ok(ExitCode::SUCCESS)
}

fn header() -> Vec<String> {
    let names = Source::all().map(|source| source.name().replace('_', "\n"));
    ["pair", "cases", "hits %"].into_iter().map(str::to_owned).chain(names).collect()
}

/// Hits in a hundred cases.
fn share(made: &[Made]) -> String {
    let hits = made.iter().filter(|made| made.answer).count();
    (100 * hits).checked_div(made.len()).map_or("-".to_owned(), |share| share.to_string())
}
