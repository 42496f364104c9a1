//! `cargo xtask fuzz`: every kernel and query against its scalar twin, and every join against brute force. The loops
//! themselves are `testkit::runner` and `testkit::joins`.

use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result, bail};
use indicatif::{ProgressBar, ProgressStyle};
use soa::Level;
use testkit::corpus;
use testkit::joins;
use testkit::levels;
use testkit::mismatch::Mismatch;
use testkit::pairs;
use testkit::runner::ROWS;
use testkit::tally::Tally;
use testkit::target::{Target, targets};

mod selfcheck;
mod table;

/// Rounds of a kernel before the next kernel has its turn: long enough that its code and tables stay in cache.
const BURST: u64 = 24;
/// Rounds that each kernel gets however short the run is, over all jobs: enough to meet every class.
const AT_LEAST: u64 = 480;
/// The same where pairs are searched for.
const SEARCHED_AT_LEAST: u64 = 48;
/// Rounds of a kernel that take about as long as one set of a join.
const ROUNDS_A_SET: u64 = 8;

/// Compare every kernel with its scalar twin on random pairs, bit for bit: through every query, at every level of
/// this CPU, in every lane, at every batch length from 0 to 33, with NaN and infinities in the other lanes
///
/// The twin of an exact kernel, which is `scalar::exact`, is itself compared with an oracle of another method, in one
/// case of sixteen. Three tables say what was met, which stage settled how many lanes of the exact kernels, and how
/// often the published f32 algorithms differ from the truth, which is no failure.
///
/// Joins are compared with brute force by `scalar::exact`, on sets of rows that a broad phase may stumble over: in every
/// form of result, at every level, on several numbers of threads. A fourth table says what they met.
///
/// Exits with 0 if nothing was found and every class of pairs was met, with 1 if not, and with 2 for bad arguments.
/// A mismatch is shrunk and printed with a Rust snippet; one of a kernel is appended to corpora/regressions, which
/// `cargo test` replays.
///
/// The first line of output names the levels that run, and those that this CPU lacks. Which run is said by --level,
/// else by the environment variable `OCTET_LEVEL`; else all do. A name that is refused, in either, is an error.
///
/// The same --seed, --cases, --jobs, kernels and levels give the same run.
#[derive(clap::Args)]
pub struct Args {
    /// Only kernels and joins whose name starts with NAME: `disk_triangle`, `join`, `join/own` (may be repeated)
    #[arg(long, value_name = "NAME")]
    kernel: Vec<String>,
    /// Only at this level: portable, avx2, avx512 (may be repeated) [default: `OCTET_LEVEL`, else all of this CPU]
    #[arg(long, value_name = "NAME", conflicts_with = "self_check")]
    level: Vec<Level>,
    /// How long to run
    #[arg(long, value_name = "N", default_value_t = 10, conflicts_with = "cases")]
    seconds: u64,
    /// How many pairs to generate, over all kernels, instead of --seconds; rounded up to whole rounds. A set of rows for
    /// a join counts as 256 pairs
    #[arg(long, value_name = "N")]
    cases: Option<u64>,
    /// Seed of the random numbers [default: from the clock]
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// Threads [default: one a core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1024))]
    jobs: Option<u64>,
    /// Search for pairs that touch as closely as floats can say, for each exact kernel, and compare the answers on both
    /// sides, and of their neighbours, with the oracle's, always
    #[arg(long)]
    bisect: bool,
    /// Break lanes of the portable level on purpose and count the cases until that is noticed, for each kernel and
    /// kind of fault; break answers of joins, and count the sets
    #[arg(long, conflicts_with_all = ["seconds", "cases", "seed", "bisect"])]
    self_check: bool,
    /// Replay a corpus file that is named after its kernel, as in corpora/regressions (may be repeated)
    #[arg(long, value_name = "FILE")]
    #[arg(conflicts_with_all = ["seconds", "cases", "seed", "kernel", "self_check", "bisect"])]
    replay: Vec<PathBuf>,
    /// Print the names of the kernels and joins
    #[arg(long)]
    list: bool,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<ExitCode> {
    let levels = levels::choose(&args.level).context(Level::VARIABLE)?;
    let mut wanted = Wanted::select(&args.kernel)?;
    if args.bisect {
        let promised = pairs::promised();
        wanted.kernels.retain(|name| promised.contains(name));
        wanted.joins.clear();
        if wanted.kernels.is_empty() {
            bail!("none of these kernels is exact; there are:\n  {}", promised.join("\n  "));
        }
    }
    let jobs = match args.jobs {
        Some(jobs) => jobs,
        None => std::thread::available_parallelism().map_or(1, |n| n.get() as u64),
    };
    if args.list {
        wanted.names().for_each(|name| println!("{name}"));
        return Ok(ExitCode::SUCCESS);
    }
    if !args.replay.is_empty() {
        println!("{}", levels::describe(&levels));
        args.replay.iter().try_for_each(|file| replay(file, &levels))?;
        return Ok(ExitCode::SUCCESS);
    }
    if args.self_check {
        return Ok(selfcheck::run(&wanted, jobs as usize));
    }
    let seed = match args.seed {
        Some(seed) => seed,
        None => {
            SystemTime::now().duration_since(UNIX_EPOCH).context("a clock before 1970")?.as_nanos() as u64
        }
    };
    println!(
        "{}, kernels {}, joins {}, seed {seed}, jobs {jobs}",
        levels::describe(&levels),
        wanted.kernels.len(),
        wanted.joins.len()
    );
    let plan = Plan::new(args, seed, jobs, &levels, &wanted);
    let start = Instant::now();
    let outcome = plan.run();
    let elapsed = start.elapsed();
    report(&outcome, elapsed, args.bisect)
}

/// The names of what is to be run.
struct Wanted {
    kernels: Vec<&'static str>,
    joins: Vec<String>,
}

impl Wanted {
    /// The kernels and joins whose name starts with one of these; all of them if none is given.
    fn select(prefixes: &[String]) -> Result<Self> {
        let kernels = targets(0, 0, &[]).iter().map(|target| target.name()).collect();
        let joins = joins::targets(0, 0, &[]).iter().map(|target| target.name().to_owned()).collect();
        let mut all = Self { kernels, joins };
        check_prefixes(prefixes, &all.names().collect::<Vec<_>>())?;
        all.kernels.retain(|name| is_chosen(name, prefixes));
        all.joins.retain(|name| is_chosen(name, prefixes));
        Ok(all)
    }

    fn names(&self) -> impl Iterator<Item = &str> {
        self.kernels.iter().copied().chain(self.joins.iter().map(String::as_str))
    }
}

/// The kernels whose name starts with one of these; all of them if none is given.
pub fn select(prefixes: &[String]) -> Result<Vec<&'static str>> {
    let mut all: Vec<&'static str> = targets(0, 0, &[]).iter().map(|target| target.name()).collect();
    check_prefixes(prefixes, &all)?;
    all.retain(|name| is_chosen(name, prefixes));
    Ok(all)
}

fn is_chosen(name: &str, prefixes: &[String]) -> bool {
    prefixes.is_empty() || prefixes.iter().any(|prefix| name.starts_with(prefix.as_str()))
}

fn check_prefixes(prefixes: &[String], all: &[&str]) -> Result<()> {
    for prefix in prefixes {
        if !all.iter().any(|name| name.starts_with(prefix.as_str())) {
            bail!("no kernel is called `{prefix}`; there are:\n  {}", all.join("\n  "));
        }
    }
    Ok(())
}

/// Runs every case of a corpus file at these levels.
fn replay(file: &Path, levels: &[Level]) -> Result<()> {
    let name = corpus::kernel_name(file).with_context(|| format!("{} is no .txt file", file.display()))?;
    let targets = targets(0, 0, levels);
    let Some(target) = targets.iter().find(|target| target.name() == name) else {
        bail!("{}: no kernel is called `{name}`; --list names them", file.display());
    };
    let cases = corpus::read(file, target.columns())?;
    for case in &cases {
        target.replay(file, case)?;
    }
    if cases.is_empty() {
        bail!("{}: no cases", file.display());
    }
    println!("{}: {} cases as the twin says", file.display(), cases.len());
    Ok(())
}

/// What is to be run.
struct Plan<'a> {
    seed: u64,
    jobs: u64,
    levels: &'a [Level],
    wanted: &'a Wanted,
    /// Rounds of each kernel in each job, at least.
    rounds: u64,
    deadline: Option<Instant>,
    /// Whether pairs are searched for.
    bisect: bool,
    bar: ProgressBar,
    stop: AtomicBool,
    cases: AtomicU64,
}

/// What a run met, and what it found.
struct Outcome {
    rows: Vec<(&'static str, testkit::tally::Classes, Tally)>,
    joins: Vec<table::Joined>,
    found: Vec<Found>,
}

/// What one thread ran, and the mismatch that it stopped at.
struct Share {
    targets: Vec<Box<dyn Target>>,
    joins: Vec<Box<dyn joins::Target>>,
    found: Option<Found>,
}

/// A mismatch.
enum Found {
    Kernel(Box<Mismatch>),
    Join(Box<joins::mismatch::Mismatch>),
}

impl<'a> Plan<'a> {
    fn new(args: &Args, seed: u64, jobs: u64, levels: &'a [Level], wanted: &'a Wanted) -> Self {
        let shares = jobs * wanted.names().count() as u64;
        let rounds = args.cases.map_or(0, |cases| cases.div_ceil(shares * ROWS as u64));
        let seconds = Duration::from_secs(args.seconds);
        let deadline = args.cases.is_none().then(|| Instant::now() + seconds);
        let total = args.cases.unwrap_or(args.seconds * 1000);
        let bar =
            if std::io::stderr().is_terminal() { ProgressBar::new(total) } else { ProgressBar::hidden() };
        let template = if args.cases.is_some() {
            "{bar:40} {human_pos}/{human_len} cases, {per_sec}, {eta} left"
        } else {
            "{bar:40} {elapsed} {msg}"
        };
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        let least = if args.bisect { SEARCHED_AT_LEAST } else { AT_LEAST };
        let rounds = rounds.max(least.div_ceil(jobs));
        Self {
            seed,
            jobs,
            levels,
            wanted,
            rounds,
            deadline,
            bisect: args.bisect,
            bar,
            stop: AtomicBool::new(false),
            cases: 0.into(),
        }
    }

    fn run(&self) -> Outcome {
        let start = Instant::now();
        let results: Vec<_> = std::thread::scope(|scope| {
            let job = |job| scope.spawn(move || self.job(job, start));
            let handles: Vec<_> = (0..self.jobs).map(job).collect();
            handles
                .into_iter()
                .map(|handle| handle.join().unwrap_or_else(|e| std::panic::resume_unwind(e)))
                .collect()
        });
        self.bar.finish_and_clear();
        let mut outcome = Outcome { rows: Vec::new(), joins: Vec::new(), found: Vec::new() };
        for Share { targets, joins, found } in results {
            for (i, target) in targets.iter().enumerate() {
                match outcome.rows.get_mut(i) {
                    Some((.., tally)) => *tally += target.tally(),
                    None => outcome.rows.push((target.name(), target.classes(), target.tally())),
                }
            }
            for (i, target) in joins.into_iter().enumerate() {
                if let Some((_, tally)) = outcome.joins.get_mut(i) {
                    *tally += target.tally();
                } else {
                    let tally = target.tally().clone();
                    outcome.joins.push((target, tally));
                }
            }
            outcome.found.extend(found);
        }
        outcome
    }

    /// One thread's share: bursts of each kernel and join in turn until the rounds are done and the time is over.
    fn job(&self, job: u64, start: Instant) -> Share {
        let mut targets = targets(self.seed, job, self.levels);
        targets.retain(|target| self.wanted.kernels.contains(&target.name()));
        let mut joins = joins::targets(self.seed, job, self.levels);
        joins.retain(|target| self.wanted.joins.iter().any(|name| name == target.name()));
        let mut share = Share { targets, joins, found: None };
        let over = || self.deadline.is_none_or(|deadline| Instant::now() >= deadline);
        let mut done = 0;
        while done < self.rounds || !over() {
            let burst = if over() { BURST.min(self.rounds - done) } else { BURST };
            if let Err(found) = self.burst(&mut share, burst, start) {
                self.stop.store(true, Relaxed);
                share.found = Some(found);
            }
            if self.stop.load(Relaxed) {
                break;
            }
            done += burst;
        }
        share
    }

    /// So many rounds of each kernel, and as much of each join; less if another thread has found something.
    fn burst(&self, share: &mut Share, burst: u64, start: Instant) -> Result<(), Found> {
        let stops = || {
            self.progress(burst * ROWS as u64, start);
            self.stop.load(Relaxed)
        };
        for target in &mut share.targets {
            for _ in 0..burst {
                let outcome = if self.bisect { target.search() } else { target.round() };
                outcome.map_err(Found::Kernel)?;
            }
            if stops() {
                return Ok(());
            }
        }
        for join in &mut share.joins {
            for _ in 0..burst.div_ceil(ROUNDS_A_SET) {
                join.round().map_err(Found::Join)?;
            }
            if stops() {
                return Ok(());
            }
        }
        Ok(())
    }

    fn progress(&self, new: u64, start: Instant) {
        let cases = self.cases.fetch_add(new, Relaxed) + new;
        if self.deadline.is_none() {
            self.bar.set_position(cases);
        } else {
            let elapsed = start.elapsed();
            self.bar.set_position(elapsed.as_millis() as u64);
            let rate = cases as f64 / elapsed.as_secs_f64().max(1e-3);
            self.bar.set_message(format!("{cases} cases, {:.2} million a second", rate / 1e6));
        }
    }
}

/// Prints what was met and found, saves what was found, and says whether all is well.
fn report(outcome: &Outcome, elapsed: Duration, bisect: bool) -> Result<ExitCode> {
    if !outcome.rows.is_empty() {
        kernels(outcome, elapsed, bisect);
    }
    table::joins(&outcome.joins);
    for found in &outcome.found {
        match found {
            Found::Kernel(mismatch) => {
                println!("\n{mismatch}");
                let file = corpus::append(&corpus::regressions(), mismatch)?;
                println!("Saved to corpora/regressions/{}", file.file_name().unwrap_or_default().display());
            }
            Found::Join(mismatch) => println!("\n{mismatch}"),
        }
    }
    if !outcome.found.is_empty() {
        return Ok(ExitCode::FAILURE);
    }
    let mut missed = false;
    let mut miss = |name: &str, class: &str| {
        println!("{name} met no {class}: it was not tested");
        missed = true;
    };
    for (name, classes, tally) in &outcome.rows {
        let missing = if bisect { tally.missing_in_search(*classes) } else { tally.missing(*classes) };
        for class in missing {
            miss(name, class);
        }
    }
    for (join, tally) in &outcome.joins {
        for class in join.missing(tally) {
            miss(join.name(), &class);
        }
    }
    Ok(if missed { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// Prints what the kernels met.
fn kernels(outcome: &Outcome, elapsed: Duration, bisect: bool) {
    if bisect {
        table::searched(&outcome.rows);
    } else {
        table::met(&outcome.rows);
    }
    table::stages(&outcome.rows);
    table::differences(&outcome.rows);
    let mut all = Tally::default();
    outcome.rows.iter().for_each(|&(.., tally)| all += tally);
    let rate = |n: u64| n as f64 / elapsed.as_secs_f64() / 1e6;
    println!(
        "\n{} cases ({:.2} million a second), {} comparisons ({:.1} million a second), {} with the oracle, in {:.1} s",
        all.cases,
        rate(all.cases),
        all.comparisons,
        rate(all.comparisons),
        all.oracle,
        elapsed.as_secs_f64()
    );
}
