//! `cargo xtask fuzz`: every kernel and query against its scalar reference, and every join against brute
//! force. The loops themselves are `testkit::runner` and `testkit::joins`.

use std::collections::BTreeMap;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result, bail};
use commands::{check_prefixes, is_chosen};
use soa::Level;
use testkit::corpus;
use testkit::mismatch::Mismatch;
use testkit::places;
use testkit::tally::Tally;
use testkit::target::{Target, searches, targets};

mod climb;
mod met;
mod parsers;
mod progress;
mod selfcheck;

use progress::{MAX_JOBS, Progress};

/// Rounds of a kernel before those of the next: long enough that its code and tables stay in cache.
const BURST: u64 = 24;
/// Rounds of each kernel in a leg, over all jobs: enough to meet every class.
const A_LEG: u64 = 480;
/// The same where pairs are searched for.
const SEARCHED_A_LEG: u64 = 48;

/// Compare every kernel with its scalar reference on random pairs, bit for bit: through every query, at every
/// level of this CPU, in every lane, at every batch length from 0 to 33, with NaN and infinities in the other
/// lanes
///
/// The reference of an exact kernel, which is `scalar::exact`, is itself compared with an oracle of another
/// method, in one case of sixteen. Two tables say what was met, and which stage resolved how many lanes of the
/// exact kernels.
///
/// Joins are compared with brute force by `scalar::exact`, on sets of rows that a broad phase may stumble
/// over: in every form of result, at every level, on several numbers of threads. A third table says what
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
/// The same --seed, --comparisons, --jobs, kernels and levels give the same run. A run is legs of some seconds,
/// each with random numbers of its own. With --progress the counts are kept after each leg: a run that is
/// interrupted or killed loses the leg that it is in, and the sums are those of a run that was not.
#[derive(clap::Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of the command")]
pub struct Args {
    /// Only kernels and joins whose name starts with NAME: `disk_triangle`, `join`, `join/own` (may be
    /// repeated)
    #[arg(long, value_name = "NAME")]
    kernel: Vec<String>,
    /// Only at this level: portable, avx2, avx512 (may be repeated) [default: `OCTET_LEVEL`, else all of this
    /// CPU]
    #[arg(long, value_name = "NAME", conflicts_with = "self_check")]
    level: Vec<Level>,
    /// How long to run; kernels and joins that have not met all their classes of pairs then run on until they have
    #[arg(long, value_name = "N", default_value_t = 10, conflicts_with = "comparisons")]
    seconds: u64,
    /// How many lanes to compare with the reference's answers, over all kernels, instead of --seconds;
    /// rounded up to whole legs. Joins are run beside and count nothing
    #[arg(long, value_name = "N")]
    comparisons: Option<u64>,
    /// Keep seed and counts in FILE, and resume from there if it exists. Give the same --kernel, --level and
    /// --bisect again; --seed and --jobs are taken from the file. --comparisons is then for all sessions
    /// together
    #[arg(long, value_name = "FILE", conflicts_with = "self_check")]
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
    /// Search for pairs whose rounding errors come as near as may be to the forward error bounds of the exact
    /// kernels, print which share of them the worst is, and keep these pairs in corpora/strained, where every
    /// run begins its own search
    #[arg(long, conflicts_with_all = ["comparisons", "bisect", "self_check", "progress"])]
    climb: bool,
    /// Break lanes on purpose and count the cases until that is noticed, for each kernel and kind of fault;
    /// break answers of joins, and count the sets. A fault that is noticed after 10 s or more of a run of its
    /// kernel alone (of processor time) or of its join alone is an error, too
    #[arg(long, conflicts_with_all = ["seconds", "comparisons", "seed", "bisect"])]
    self_check: bool,
    /// After --self-check, keep pairs that show the faults which were noticed late in corpora/strained, where
    /// the next run begins
    #[arg(long, requires = "self_check")]
    keep: bool,
    /// Fuzz everything that reads input instead of kernels, guided by coverage. This needs cargo-fuzz and a
    /// C++ compiler; without them `cargo test -p parsers` shows each parser some thousand inputs
    #[arg(long)]
    #[arg(conflicts_with_all = [
        "kernel", "level", "comparisons", "seed", "jobs", "bisect", "climb", "self_check", "progress"
    ])]
    parsers: bool,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<ExitCode> {
    if args.parsers {
        return parsers::run(args.seconds);
    }
    let levels = places::choose(&args.level).context(Level::VARIABLE)?;
    let names = names(args)?;
    let jobs = match args.jobs {
        Some(jobs) => jobs,
        None => std::thread::available_parallelism().map_or(1, |n| MAX_JOBS.min(n.get() as u64)),
    };
    if args.self_check {
        return selfcheck::run(&names, jobs as usize, args.keep);
    }
    if args.comparisons.is_some() && names.iter().all(|name| is_join(name)) {
        bail!("--comparisons counts those of kernels, and these are joins alone: take --seconds");
    }
    if args.climb {
        return climb::run(&names, jobs as usize, args.seed.unwrap_or(0), Duration::from_secs(args.seconds));
    }
    let mut progress = begin(args, jobs, &levels, &names)?;
    let Progress { seed, jobs, sessions, legs, .. } = progress;
    let joins = names.iter().filter(|name| is_join(name)).count();
    println!(
        "{}, kernels {}, joins {joins}, seed {seed}, jobs {jobs}",
        places::describe(&levels),
        names.len() - joins
    );
    if sessions > 0 {
        let comparisons = progress.total("comparisons");
        println!("resumes after session {sessions}: {legs} legs, {comparisons} comparisons");
    }
    let limit = match args.comparisons {
        Some(comparisons) => Limit::Comparisons(comparisons),
        None => Limit::Time(Duration::from_secs(args.seconds)),
    };
    let plan = Plan { levels: &levels, limit, start: Instant::now(), stop: AtomicBool::new(false) };
    let found = plan.run(&mut progress, args.progress.as_deref())?;
    report(&progress, &found)
}

fn is_join(name: &str) -> bool {
    name.starts_with("join/")
}

/// The kernels and joins that a run may have.
fn all(is_search: bool, seed: u64, job: u64, levels: &[Level]) -> Vec<Box<dyn Target>> {
    if is_search { searches(seed, job, levels) } else { targets(seed, job, levels) }
}

/// The names of the kernels and joins that are to be run.
fn names(args: &Args) -> Result<Vec<String>> {
    let all = all(args.bisect, 0, 0, &[]);
    let all: Vec<&str> = all.iter().map(|target| target.name()).collect();
    check_prefixes(&args.kernel, &all)?;
    let chosen = all.into_iter().filter(|name| is_chosen(name, &args.kernel));
    Ok(chosen.map(str::to_owned).collect())
}

/// A new run, or the one of the file.
fn begin(args: &Args, jobs: u64, levels: &[Level], names: &[String]) -> Result<Progress> {
    let file = args.progress.as_deref();
    let kept = file.map(Progress::load).transpose()?.flatten();
    let now = SystemTime::now().duration_since(UNIX_EPOCH).context("a clock before 1970")?.as_nanos() as u64;
    let seed = args.seed.or(kept.as_ref().map(|kept| kept.seed)).unwrap_or(now);
    let jobs = args.jobs.or(kept.as_ref().map(|kept| kept.jobs)).unwrap_or(jobs);
    let new = Progress {
        seed,
        jobs,
        is_search: args.bisect,
        levels: levels.iter().map(|level| level.name().into()).collect(),
        targets: names.iter().map(|name| (name.clone(), Tally::default())).collect(),
        ..Progress::default()
    };
    let Some((file, kept)) = file.zip(kept) else { return Ok(new) };
    kept.same_run(file, &new)?;
    Ok(kept)
}

/// When a run ends.
#[derive(Clone, Copy)]
enum Limit {
    /// After this time in this session.
    Time(Duration),
    /// After this number of comparisons over all sessions.
    Comparisons(u64),
}

/// How a run is made.
struct Plan<'a> {
    levels: &'a [Level],
    limit: Limit,
    start: Instant,
    stop: AtomicBool,
}

/// What one thread ran, and the mismatch that it stopped at.
struct Share {
    targets: Vec<Box<dyn Target>>,
    found: Option<Box<Mismatch>>,
}

impl Plan<'_> {
    /// One leg after the other until the limit is reached or something is found; the file is written after
    /// each. What was found is found again by the next session: its leg is not kept as done.
    fn run(&self, progress: &mut Progress, file: Option<&Path>) -> Result<Vec<Mismatch>> {
        let save = |progress: &Progress| file.map_or(Ok(()), |file| progress.save(file));
        let (first, before) = (progress.legs, progress.milliseconds);
        progress.sessions += 1;
        save(progress)?;
        let (mut found, mut is_missed) = (Vec::new(), true);
        while found.is_empty() && self.goes_on(progress, first, is_missed) {
            // Shares have the same targets.
            let mut targets = Vec::new();
            for share in self.leg(progress, progress.legs > first) {
                for target in &share.targets {
                    *progress.targets.entry(target.name().into()).or_default() += target.tally();
                }
                found.extend(share.found.map(|mismatch| *mismatch));
                targets = share.targets;
            }
            is_missed = targets.iter().any(|target| misses(progress, &**target));
            progress.legs += 1;
            progress.milliseconds = before + self.start.elapsed().as_millis() as u64;
            if found.is_empty() {
                save(progress)?;
            }
            if std::io::stderr().is_terminal() {
                eprint!("\r{} legs, {} comparisons ", progress.legs, progress.total("comparisons"));
            }
        }
        Ok(found)
    }

    /// Whether another leg is run, in a session that began with the leg `first`: the second one also to meet what the
    /// first one had no time to.
    fn goes_on(&self, progress: &Progress, first: u64, is_missed: bool) -> bool {
        match self.limit {
            Limit::Time(time) => {
                self.start.elapsed() < time
                    || progress.legs == first
                    || is_missed && progress.legs == first + 1
            }
            Limit::Comparisons(n) => progress.legs == 0 || progress.total("comparisons") < n,
        }
    }

    /// Runs a leg, or as much of it as the time allows.
    fn leg(&self, progress: &Progress, is_later: bool) -> Vec<Share> {
        std::thread::scope(|scope| {
            let job = |job| scope.spawn(move || self.job(progress, job, is_later));
            let handles: Vec<_> = (0..progress.jobs).map(job).collect();
            handles
                .into_iter()
                .map(|handle| handle.join().unwrap_or_else(|e| std::panic::resume_unwind(e)))
                .collect()
        })
    }

    /// One thread's share of a leg: bursts of each kernel and join, one after the other.
    fn job(&self, progress: &Progress, job: u64, is_later: bool) -> Share {
        let mut targets = all(progress.is_search, progress.seed, progress.stream(job), self.levels);
        targets.retain(|target| progress.targets.contains_key(target.name()));
        let mut share = Share { targets, found: None };
        let whole = if progress.is_search { SEARCHED_A_LEG } else { A_LEG };
        let mut left = whole.div_ceil(progress.jobs);
        while left > 0 && !self.stop.load(Relaxed) {
            let burst = BURST.min(left);
            let is_due = |target: &dyn Target| self.has_time() || is_later && misses(progress, target);
            if let Err(found) = self.burst(&mut share.targets, burst, is_due) {
                self.stop.store(true, Relaxed);
                share.found = Some(found);
            }
            left -= burst;
        }
        share
    }

    /// Runs `burst` rounds of each kernel that is due, and as much of each join; less if another thread has
    /// found something.
    fn burst(
        &self,
        targets: &mut [Box<dyn Target>],
        burst: u64,
        is_due: impl Fn(&dyn Target) -> bool,
    ) -> Result<(), Box<Mismatch>> {
        for target in targets {
            if self.stop.load(Relaxed) {
                break;
            }
            if is_due(&**target) {
                for _ in 0..burst.div_ceil(target.cost()) {
                    target.round()?;
                }
            }
        }
        Ok(())
    }

    /// Whether there is time for another burst.
    fn has_time(&self) -> bool {
        match self.limit {
            Limit::Time(time) => self.start.elapsed() < time,
            Limit::Comparisons(_) => true,
        }
    }
}

/// Whether a target misses a class that was not met before either, by any thread.
fn misses(progress: &Progress, target: &dyn Target) -> bool {
    let classes = target.classes();
    let (before, now) = (progress.targets.get(target.name()), target.tally().missing(&classes));
    before.is_none_or(|met| met.missing(&classes).iter().any(|class| now.contains(class)))
}

/// Prints what was met and found, saves what was found, and says whether all is well.
fn report(progress: &Progress, found: &[Mismatch]) -> Result<ExitCode> {
    let met = met::all(progress);
    let kernels = met.iter().take_while(|met| !is_join(met.name)).count();
    if kernels > 0 {
        met::print_kernels(&met[..kernels], progress.is_search);
        print_totals(progress);
    }
    if kernels < met.len() {
        met::print_joins(&met[kernels..]);
    }
    for mismatch in found {
        println!("\n{mismatch}");
        if let Some(file) = corpus::append(&corpus::regressions(), mismatch)? {
            println!("Saved to corpora/regressions/{}", file.file_name().unwrap_or_default().display());
        }
    }
    let mut is_well = found.is_empty();
    for target in met.iter().filter(|_| found.is_empty()) {
        for class in target.tally.missing(&target.classes) {
            println!("{} met no {class}: it was not tested", target.name);
            is_well = false;
        }
    }
    Ok(if is_well { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The results of all names, in order; each thread takes the next name. Threads of their own, as a pool may
/// let a thread begin with the next one while it waits, which would count as time of the first.
fn each<R: Send>(jobs: usize, names: &[String], work: impl Fn(&String) -> Option<R> + Sync) -> Vec<R> {
    let (next, results) = (AtomicUsize::new(0), Mutex::new(BTreeMap::new()));
    std::thread::scope(|scope| {
        for _ in 0..jobs {
            scope.spawn(|| {
                while let Some((number, name)) = names.iter().enumerate().nth(next.fetch_add(1, Relaxed)) {
                    if let (Some(result), Ok(mut results)) = (work(name), results.lock()) {
                        results.insert(number, result);
                    }
                }
            });
        }
    });
    results.into_inner().unwrap_or_default().into_values().collect()
}

fn print_totals(progress: &Progress) {
    let seconds = progress.milliseconds as f64 / 1e3;
    let [cases, comparisons, oracle] = ["cases", "comparisons", "oracle"].map(|class| progress.total(class));
    let rate = |n: u64| n as f64 / seconds.max(1e-3) / 1e6;
    let sessions = match progress.sessions {
        1 => String::new(),
        sessions => format!(" of {sessions} sessions"),
    };
    println!(
        "\n{cases} cases ({:.2} million a second), {comparisons} comparisons ({:.1} million a second), {oracle} with \
         the oracle, in {seconds:.1} s{sessions}",
        rate(cases),
        rate(comparisons),
    );
}
