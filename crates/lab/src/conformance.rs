//! `cargo xtask conformance`: does the library give the true answers? The calls themselves are
//! `testkit::conformance`.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Context, Result};
use rayon::prelude::*;
use soa::Level;
use testkit::conformance::{self, Pair};
use testkit::corpus::Case;
use testkit::places;
use testkit::replay::{Places, Wrong};
use testkit::subject::Call;

mod peers;
mod scoreboard;

/// Compare the public queries with the answers of conformance files, at every level of this CPU, in every
/// lane position
///
/// Each case runs through `intersects`, `intersects_one` and `intersecting_pairs`, with its operands in the order of the
/// file's name and exchanged, in every place of batches of 1 to 33 rows. A case is wrong if any of these
/// answers is.
///
/// A file is named after its pair of shapes (`disk_triangle.txt`, or `disk_triangle.mine.txt`);
/// corpora/README.md describes its lines. Where the answers to a case differ, the report says in how many
/// places they are wrong.
///
/// Exits with 0 if every answer is right, with 1 if one is wrong, and with 2 for bad arguments or a bad file.
#[derive(clap::Args)]
pub struct Args {
    /// Conformance files [default: all of corpora]
    file: Vec<PathBuf>,
    /// Only at this level: portable, avx2, avx512 (may be repeated) [default: `OCTET_LEVEL`, else all of this
    /// CPU]
    #[arg(long, value_name = "NAME")]
    level: Vec<Level>,
    /// Run the exact oracle, too, and report the cases whose expected answer it denies
    #[arg(long)]
    oracle: bool,
    /// Then run the published f32 algorithms and other libraries, and print how often each is wrong
    #[arg(long)]
    peers: bool,
    /// Print the tables of --peers as Markdown, and nothing else
    #[arg(long, requires = "peers", conflicts_with = "oracle")]
    markdown: bool,
}

/// Wrong cases that are printed for each file and level.
const SHOWN: usize = 3;

/// A file with its cases.
pub struct File {
    path: PathBuf,
    pair: &'static Pair,
    cases: Vec<Case>,
    /// The cases that are wrong at any level.
    wrong: Vec<usize>,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<ExitCode> {
    let start = Instant::now();
    let levels = places::choose(&args.level).context(Level::VARIABLE)?;
    let paths = if args.file.is_empty() { conformance::files() } else { args.file.clone() };
    let mut files = paths.iter().map(|path| open(path)).collect::<Result<Vec<_>>>()?;
    if !args.markdown {
        println!("{}", places::describe(&levels));
    }
    let mut denied = 0;
    if args.oracle {
        for file in &files {
            denied += relabel(file);
        }
    }
    let jobs: Vec<(&File, Level)> =
        files.iter().flat_map(|file| levels.iter().map(move |&level| (file, level))).collect();
    let outcomes = jobs
        .par_iter()
        .map(|(file, level)| {
            file.pair
                .check(*level, &file.cases, Places::Every)
                .with_context(|| file.path.display().to_string())
        })
        .collect::<Result<Vec<_>>>()?;
    if !args.markdown {
        for ((file, level), (wrong, queried)) in jobs.iter().zip(&outcomes) {
            report(file, *level, wrong, *queried);
        }
        println!("{:.1} s", start.elapsed().as_secs_f64());
    }
    let all_right = denied == 0 && outcomes.iter().all(|(wrong, _)| wrong.is_empty());
    for (file, of_levels) in files.iter_mut().zip(outcomes.chunks(levels.len())) {
        file.wrong = of_levels.iter().flat_map(|(wrong, _)| wrong).map(|wrong| wrong.case).collect();
        file.wrong.sort_unstable();
        file.wrong.dedup();
    }
    if args.peers {
        scoreboard::print(&files, args.markdown)?;
    }
    Ok(if all_right { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn open(path: &Path) -> Result<File> {
    let pair = conformance::of_file(path)?;
    let cases = conformance::read(pair, path)?;
    Ok(File { path: path.to_owned(), pair, cases, wrong: Vec::new() })
}

/// The path as seen from where the user is.
fn shown(path: &Path) -> String {
    let here = std::env::current_dir().unwrap_or_default();
    path.strip_prefix(here).unwrap_or(path).display().to_string()
}

/// Reports the cases that the oracle answers otherwise than the file, and how many they are.
fn relabel(file: &File) -> usize {
    let start = Instant::now();
    let denied = |case: &&Case| {
        let (a, b) = file.pair.rows(case);
        case.expected != Some(file.pair.truth(a, b))
    };
    let denied: Vec<&Case> = file.cases.iter().filter(denied).collect();
    let each = start.elapsed().as_secs_f64() * 1e6 / file.cases.len() as f64;
    println!(
        "{} oracle: {} cases, {} wrong, {each:.1} us a case",
        file.pair.stem,
        file.cases.len(),
        denied.len()
    );
    for case in denied.iter().take(SHOWN) {
        println!("  {}:{}: {}: the oracle says otherwise", shown(&file.path), case.line, case.family);
    }
    denied.len()
}

/// Prints a file's line for a level, and the first wrong cases.
fn report(file: &File, level: Level, wrong: &[Wrong], queried: usize) {
    println!("{} {level}: {} cases, {} wrong", file.pair.stem, file.cases.len(), wrong.len());
    for &Wrong { case, call, wrong } in wrong.iter().take(SHOWN) {
        let Case { line, family, expected, .. } = &file.cases[case];
        let (wanted, said) = if *expected == Some(true) { ("yes", "no") } else { ("no", "yes") };
        let query = match call {
            Call::Rows => "intersects",
            Call::One => "intersects_one",
            Call::All => "intersecting_pairs",
        };
        let often =
            if wrong == queried { String::new() } else { format!(", in {wrong} of {queried} places") };
        let path = shown(&file.path);
        println!("  {path}:{line}: {family}: expected {wanted}, {query} says {said}{often}");
    }
}
