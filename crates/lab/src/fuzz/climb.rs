//! `--climb`: the pairs whose rounding errors come nearest to the bounds of the exact kernels.

use std::fs;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use testkit::bounds::PRECISIONS;
use testkit::climb::Climbs;
use testkit::corpus::{file_name, strained};
use testkit::rng::Rng;
use testkit::search::Search;
use testkit::subject::{self, Subject};

use super::each;
use crate::table::table;

/// Steps between two looks at the clock.
const STEPS: usize = 50;

/// Climbs for the exact kernels of these names, all of them in this time, prints what share of its bound the
/// error of the worst pair is, and keeps the pairs.
pub fn run(names: &[String], jobs: usize, seed: u64, time: Duration) -> Result<ExitCode> {
    let exact = |name: &&String| subject::named(name).is_some_and(Subject::is_exact);
    let names: Vec<_> = names.iter().filter(exact).cloned().collect();
    ensure!(!names.is_empty(), "--climb is for exact kernels, and none of these is one");
    let time = time * jobs as u32 / names.len() as u32;
    let rows = each(jobs, &names, |name| climb(subject::named(name)?, seed, time));
    let directory = strained();
    fs::create_dir_all(&directory).with_context(|| directory.display().to_string())?;
    for (name, climbs) in names.iter().zip(&rows) {
        let file = directory.join(file_name(name));
        fs::write(&file, climbs.text()).with_context(|| file.display().to_string())?;
    }
    let cells: Vec<Vec<String>> = names
        .iter()
        .zip(rows)
        .map(|(name, climbs)| {
            let [strain, slack] =
                [climbs.records(), climbs.slack()].map(|both| both.map(|x| format!("{x:.3}")));
            [name.clone()].into_iter().chain(strain).chain(slack).collect()
        })
        .collect();
    let header = [PRECISIONS.map(str::to_owned), PRECISIONS.map(|name| format!("slack in {name}"))].concat();
    println!("{}", table(["worst error, in bounds".to_owned()].into_iter().chain(header), cells));
    println!(
        "The pairs are in corpora/strained. A bound that is divided by 2 gives wrong answers where errors are above \
         0.5. The slack is the least bound over the error that running error analysis finds possible: one that is \
         divided by 2 is no longer proved where it is below 2."
    );
    Ok(ExitCode::SUCCESS)
}

fn climb(subject: Subject, seed: u64, time: Duration) -> Option<Climbs> {
    let mut climbs = Climbs::new(subject)?;
    let mut search = Search::of(subject, Rng::stream(seed, subject.name(), 0));
    let start = Instant::now();
    while start.elapsed() < time {
        climbs.climb(&mut search, STEPS);
    }
    Some(climbs)
}
