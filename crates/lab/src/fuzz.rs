//! `cargo xtask fuzz`: every kernel and query against its scalar reference, and every join against brute
//! force. The loops themselves are `testkit::runner` and `testkit::joins`.

use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result, bail};
use commands::{check_prefixes, is_chosen};
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

mod parsers;
mod progress;
mod selfcheck;
mod table;

use progress::{MAX_JOBS, Progress};

/// Rounds of a kernel before those of the next: long enough that its code and tables stay in cache.
const BURST: u64 = 24;
/// Rounds of each kernel in a leg, over all jobs: enough to meet every class. A run has a leg at least.
const A_LEG: u64 = 480;
/// The same where pairs are searched for.
const SEARCHED_A_LEG: u64 = 48;
/// Rounds of a kernel that take about as long as one set of a join.
const ROUNDS_A_SET: u64 = 8;

/// Compare every kernel with its scalar reference on random pairs, bit for bit: through every query, at every
/// level of this CPU, in every lane, at every batch length from 0 to 33, with NaN and infinities in the other
/// lanes
///
/// The reference of an exact kernel, which is `scalar::exact`, is itself compared with an oracle of another
/// method, in one case of sixteen. Three tables say what was met, which stage resolved how many lanes of the
/// exact kernels, and how often the published f32 algorithms differ from the truth, which is no failure.
///
/// Joins are compared with brute force by `scalar::exact`, on sets of rows that a broad phase may stumble
/// over: in every form of result, at every level, on several numbers of threads. A fourth table says what
/// they met.
///
/// Exits with 0 if nothing was found and every class of pairs was met, with 1 if not, and with 2 for bad
/// arguments. A mismatch is shrunk and printed with a Rust snippet; one of a kernel is appended to
/// corpora/regressions, which `cargo test` replays.
///
/// The first line of output names the levels that run, and those that this CPU lacks. Which run is said by
/// --level, else by the environment variable `OCTET_LEVEL`; else all do. A name that is refused, in either,
/// is an error.
///
/// The same --seed, --cases, --jobs, kernels and levels give the same run. A run is legs of some seconds,
/// each with random numbers of its own. With --progress the counts are kept after each leg: a run that is
/// interrupted or killed loses the leg that it is in, and the sums are those of a run that was not.
#[derive(clap::Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
pub struct Args {
    /// Only kernels and joins whose name starts with NAME: `disk_triangle`, `join`, `join/own` (may be
    /// repeated)
    #[arg(long, value_name = "NAME")]
    kernel: Vec<String>,
    /// Only at this level: portable, avx2, avx512 (may be repeated) [default: `OCTET_LEVEL`, else all of this
    /// CPU]
    #[arg(long, value_name = "NAME", conflicts_with = "self_check")]
    level: Vec<Level>,
    /// How long to run
    #[arg(long, value_name = "N", default_value_t = 10, conflicts_with_all = ["cases", "comparisons"])]
    seconds: u64,
    /// How many pairs to generate, over all kernels, instead of --seconds; rounded up to whole rounds. A set
    /// of rows for a join counts as 256 pairs
    #[arg(long, value_name = "N", conflicts_with = "comparisons")]
    cases: Option<u64>,
    /// How many lanes to compare with the reference's answers, over all kernels, instead of --seconds;
    /// rounded up to whole legs. Joins are run beside and count nothing
    #[arg(long, value_name = "N")]
    comparisons: Option<u64>,
    /// Keep seed and counts in FILE, and resume from there if it exists. Give the same --kernel, --level and
    /// --bisect again; --seed and --jobs are taken from the file. --cases and --comparisons are then for all
    /// sessions together
    #[arg(long, value_name = "FILE", conflicts_with_all = ["self_check", "replay"])]
    progress: Option<PathBuf>,
    /// Seed of the random numbers [default: from the clock]
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// Threads [default: one a core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=MAX_JOBS))]
    jobs: Option<u64>,
    /// Search for pairs that touch as closely as floats can say, for each exact kernel, and compare the
    /// answers on both sides, and of their neighbours, with the oracle's, always
    #[arg(long)]
    bisect: bool,
    /// Break lanes of the portable level on purpose and count the cases until that is noticed, for each
    /// kernel and kind of fault; break answers of joins, and count the sets. A fault that is noticed after 10
    /// s or more of a run of its kernel alone is an error, too
    #[arg(long, conflicts_with_all = ["seconds", "cases", "comparisons", "seed", "bisect"])]
    self_check: bool,
    /// Fuzz everything that reads input instead of kernels, guided by coverage, each parser for --seconds.
    /// This needs cargo-fuzz and a C++ compiler; without them `cargo test -p parsers` shows each some
    /// thousand inputs
    #[arg(long)]
    #[arg(conflicts_with_all = [
        "kernel", "level", "cases", "comparisons", "seed", "jobs", "bisect", "self_check", "progress", "replay", "list"
    ])]
    parsers: bool,
    /// Replay a corpus file that is named after its kernel, as in corpora/regressions (may be repeated)
    #[arg(long, value_name = "FILE")]
    #[arg(conflicts_with_all = ["seconds", "cases", "comparisons", "seed", "kernel", "self_check", "bisect"])]
    replay: Vec<PathBuf>,
    /// Print the names of the kernels and joins
    #[arg(long)]
    list: bool,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<ExitCode> {
    if args.parsers {
        return parsers::run(args.seconds);
    }
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
        None => std::thread::available_parallelism().map_or(1, |n| MAX_JOBS.min(n.get() as u64)),
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
    if args.comparisons.is_some() && wanted.kernels.is_empty() {
        bail!("--comparisons counts those of kernels, and these are joins alone: take --cases or --seconds");
    }
    let mut progress = begin(args, jobs, &levels, &wanted)?;
    println!(
        "{}, kernels {}, joins {}, seed {}, jobs {}",
        levels::describe(&levels),
        wanted.kernels.len(),
        wanted.joins.len(),
        progress.seed,
        progress.jobs
    );
    if progress.sessions > 0 {
        let Progress { sessions, legs, .. } = progress;
        let comparisons = progress.all_kernels().comparisons;
        println!("resumes after session {sessions}: {legs} legs, {comparisons} comparisons");
    }
    let plan = Plan::new(args, &progress, &levels, &wanted);
    let found = plan.run(&mut progress, args.progress.as_deref())?;
    report(&progress, &found)
}

/// A new run, or the one of the file.
fn begin(args: &Args, jobs: u64, levels: &[Level], wanted: &Wanted) -> Result<Progress> {
    let kept = match &args.progress {
        Some(file) => Progress::load(file)?.map(|kept| (file, kept)),
        None => None,
    };
    let seed = match (args.seed, &kept) {
        (Some(seed), _) => seed,
        (None, Some((_, kept))) => kept.seed,
        (None, None) => {
            SystemTime::now().duration_since(UNIX_EPOCH).context("a clock before 1970")?.as_nanos() as u64
        }
    };
    let jobs = kept.as_ref().filter(|_| args.jobs.is_none()).map_or(jobs, |(_, kept)| kept.jobs);
    let new = Progress {
        seed,
        jobs,
        bisect: args.bisect,
        levels: levels.iter().map(|level| level.name().into()).collect(),
        kernels: wanted.kernels.iter().map(|&name| (name.into(), Tally::default())).collect(),
        joins: wanted.joins.iter().map(|name| (name.clone(), joins::tally::Tally::default())).collect(),
        ..Progress::default()
    };
    let Some((file, kept)) = kept else { return Ok(new) };
    kept.same_run(file, &new)?;
    Ok(kept)
}

/// The names of what is to be run.
struct Wanted {
    kernels: Vec<&'static str>,
    joins: Vec<String>,
}

impl Wanted {
    /// The kernels and joins whose name starts with one of these; all of them if none is given.
    fn select(prefixes: &[String]) -> Result<Self> {
        let kernels = targets(0, 0, &[]).iter().map(Target::name).collect();
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
    println!("{}: {} cases as the reference says", file.display(), cases.len());
    Ok(())
}

/// When a run ends.
#[derive(Clone, Copy)]
enum Limit {
    /// After this time in this session.
    Time(Duration),
    /// After this number of cases over all sessions.
    Cases(u64),
    /// After this number of comparisons over all sessions.
    Comparisons(u64),
}

/// How a run is made.
struct Plan<'a> {
    levels: &'a [Level],
    wanted: &'a Wanted,
    limit: Limit,
    start: Instant,
    bar: ProgressBar,
    stop: AtomicBool,
    /// Of all sessions.
    cases: AtomicU64,
    comparisons: AtomicU64,
}

/// What one thread ran, and the mismatch that it stopped at.
struct Share {
    targets: Vec<Target>,
    joins: Vec<joins::Target>,
    found: Option<Found>,
}

/// A mismatch.
enum Found {
    Kernel(Box<Mismatch>),
    Join(Box<joins::mismatch::Mismatch>),
}

/// Cases of the kernels, and as much for the sets of joins.
fn cases(progress: &Progress) -> u64 {
    progress.all_kernels().cases + progress.sets() * ROUNDS_A_SET * ROWS as u64
}

impl<'a> Plan<'a> {
    fn new(args: &Args, progress: &Progress, levels: &'a [Level], wanted: &'a Wanted) -> Self {
        let limit = match (args.cases, args.comparisons) {
            (Some(cases), _) => Limit::Cases(cases),
            (_, Some(comparisons)) => Limit::Comparisons(comparisons),
            _ => Limit::Time(Duration::from_secs(args.seconds)),
        };
        let (total, template) = match limit {
            Limit::Time(time) => (time.as_millis() as u64, "{bar:40} {elapsed} {msg}"),
            Limit::Cases(n) => (n, "{bar:40} {human_pos}/{human_len} cases, {per_sec}, {eta} left"),
            Limit::Comparisons(n) => {
                (n, "{bar:40} {human_pos}/{human_len} comparisons, {per_sec}, {eta} left")
            }
        };
        let bar =
            if std::io::stderr().is_terminal() { ProgressBar::new(total) } else { ProgressBar::hidden() };
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        Self {
            levels,
            wanted,
            limit,
            start: Instant::now(),
            bar,
            stop: AtomicBool::new(false),
            cases: cases(progress).into(),
            comparisons: progress.all_kernels().comparisons.into(),
        }
    }

    /// One leg after the other until the limit is reached or something is found; the file is written after
    /// each. What was found is found again by the next session: its leg is not kept as done.
    fn run(&self, progress: &mut Progress, file: Option<&Path>) -> Result<Vec<Found>> {
        let save = |progress: &Progress| file.map_or(Ok(()), |file| progress.save(file));
        let (first, before) = (progress.legs, progress.milliseconds);
        progress.sessions += 1;
        save(progress)?;
        let mut found = Vec::new();
        while let Some(rounds) = self.rounds(progress, first) {
            // The first leg of a session is whole: it meets every class.
            let shares = self.leg(progress, rounds, progress.legs > first);
            for share in shares {
                for target in share.targets {
                    *progress.kernels.entry(target.name().into()).or_default() += target.tally();
                }
                for target in share.joins {
                    *progress.joins.entry(target.name().into()).or_default() += target.tally();
                }
                found.extend(share.found);
            }
            progress.legs += 1;
            progress.milliseconds = before + self.start.elapsed().as_millis() as u64;
            if !found.is_empty() {
                break;
            }
            save(progress)?;
        }
        self.bar.finish_and_clear();
        Ok(found)
    }

    /// Rounds of each kernel in each job of the next leg; None if the run is over.
    fn rounds(&self, progress: &Progress, first: u64) -> Option<u64> {
        let least = if progress.bisect { SEARCHED_A_LEG } else { A_LEG };
        let leg = least.div_ceil(progress.jobs).next_multiple_of(ROUNDS_A_SET);
        let whole = |more: bool| (more || progress.legs == 0).then_some(leg);
        match self.limit {
            Limit::Time(time) => whole(progress.legs == first || self.start.elapsed() < time),
            Limit::Comparisons(n) => whole(progress.all_kernels().comparisons < n),
            Limit::Cases(n) => {
                let round = progress.jobs * self.wanted.names().count() as u64 * ROWS as u64;
                let left = n.saturating_sub(cases(progress)).div_ceil(round);
                whole(left >= leg).or((left > 0).then_some(left))
            }
        }
    }

    /// Runs `rounds` rounds of each kernel in each job, or as many as the time allows if they can be cut
    /// short.
    fn leg(&self, progress: &Progress, rounds: u64, cut: bool) -> Vec<Share> {
        std::thread::scope(|scope| {
            let job = |job| scope.spawn(move || self.job(progress, job, rounds, cut));
            let handles: Vec<_> = (0..progress.jobs).map(job).collect();
            handles
                .into_iter()
                .map(|handle| handle.join().unwrap_or_else(|e| std::panic::resume_unwind(e)))
                .collect()
        })
    }

    /// One thread's share of a leg: bursts of each kernel and join, one after the other.
    fn job(&self, progress: &Progress, job: u64, rounds: u64, cut: bool) -> Share {
        let (seed, stream) = (progress.seed, progress.stream(job));
        let mut targets = targets(seed, stream, self.levels);
        targets.retain(|target| self.wanted.kernels.contains(&target.name()));
        let mut joins = joins::targets(seed, stream, self.levels);
        joins.retain(|target| self.wanted.joins.iter().any(|name| name == target.name()));
        let mut share = Share { targets, joins, found: None };
        let over = || cut && matches!(self.limit, Limit::Time(time) if self.start.elapsed() >= time);
        let mut done = 0;
        while done < rounds && !over() {
            let burst = BURST.min(rounds - done);
            if let Err(found) = self.burst(&mut share, burst, progress.bisect) {
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

    /// Runs `burst` rounds of each kernel, and as much of each join; less if another thread has found
    /// something.
    fn burst(&self, share: &mut Share, burst: u64, bisect: bool) -> Result<(), Found> {
        let stops = |comparisons| {
            self.progress(burst * ROWS as u64, comparisons);
            self.stop.load(Relaxed)
        };
        for target in &mut share.targets {
            let before = target.tally().comparisons;
            for _ in 0..burst {
                let outcome = if bisect { target.search() } else { target.round() };
                outcome.map_err(Found::Kernel)?;
            }
            if stops(target.tally().comparisons - before) {
                return Ok(());
            }
        }
        for join in &mut share.joins {
            for _ in 0..burst.div_ceil(ROUNDS_A_SET) {
                join.round().map_err(Found::Join)?;
            }
            if stops(0) {
                return Ok(());
            }
        }
        Ok(())
    }

    fn progress(&self, cases: u64, comparisons: u64) {
        let cases = self.cases.fetch_add(cases, Relaxed) + cases;
        let comparisons = self.comparisons.fetch_add(comparisons, Relaxed) + comparisons;
        self.bar.set_position(match self.limit {
            Limit::Time(_) => self.start.elapsed().as_millis() as u64,
            Limit::Cases(_) => cases,
            Limit::Comparisons(_) => comparisons,
        });
        self.bar.set_message(format!("{cases} cases, {comparisons} comparisons"));
    }
}

/// What every kernel and join of a run met.
struct Met {
    kernels: Vec<table::Row>,
    joins: Vec<table::Joined>,
}

impl Met {
    fn new(progress: &Progress) -> Self {
        let kernels = targets(0, 0, &[]).into_iter().filter_map(|target| {
            Some((target.name(), target.classes(), *progress.kernels.get(target.name())?))
        });
        // What a join can meet depends on the levels.
        let levels: Vec<_> = progress.levels.iter().filter_map(|name| name.parse().ok()).collect();
        let joins = joins::targets(0, 0, &levels).into_iter().filter_map(|target| {
            let tally = progress.joins.get(target.name())?.clone();
            Some((target, tally))
        });
        Self { kernels: kernels.collect(), joins: joins.collect() }
    }
}

/// Prints what was met and found, saves what was found, and says whether all is well.
fn report(progress: &Progress, found: &[Found]) -> Result<ExitCode> {
    let met = Met::new(progress);
    if !met.kernels.is_empty() {
        kernels(progress, &met.kernels);
    }
    table::joins(&met.joins);
    for found in found {
        match found {
            Found::Kernel(mismatch) => {
                println!("\n{mismatch}");
                let file = corpus::append(&corpus::regressions(), mismatch)?;
                println!("Saved to corpora/regressions/{}", file.file_name().unwrap_or_default().display());
            }
            Found::Join(mismatch) => println!("\n{mismatch}"),
        }
    }
    if !found.is_empty() {
        return Ok(ExitCode::FAILURE);
    }
    let mut missed = false;
    let mut miss = |name: &str, class: &str| {
        println!("{name} met no {class}: it was not tested");
        missed = true;
    };
    for (name, classes, tally) in &met.kernels {
        let missing =
            if progress.bisect { tally.missing_in_search(*classes) } else { tally.missing(*classes) };
        for class in missing {
            miss(name, class);
        }
    }
    for (join, tally) in &met.joins {
        for class in join.missing(tally) {
            miss(join.name(), &class);
        }
    }
    Ok(if missed { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// Prints what the kernels met.
fn kernels(progress: &Progress, rows: &[table::Row]) {
    if progress.bisect {
        table::searched(rows);
    } else {
        table::met(rows);
    }
    table::stages(rows);
    table::differences(rows);
    let all = progress.all_kernels();
    let seconds = progress.milliseconds as f64 / 1e3;
    let rate = |n: u64| n as f64 / seconds.max(1e-3) / 1e6;
    let sessions = match progress.sessions {
        1 => String::new(),
        sessions => format!(" of {sessions} sessions"),
    };
    println!(
        "\n{} cases ({:.2} million a second), {} comparisons ({:.1} million a second), {} with the oracle, in {seconds:.1} \
         s{sessions}",
        all.cases,
        rate(all.cases),
        all.comparisons,
        rate(all.comparisons),
        all.oracle,
    );
}
