//! Does the differential loop notice faults? It runs on lanes with one broken site at a time.
//!
//! An exact kernel is broken in its lanes of `f32`, and then, with everything left undecided by those, in its
//! lanes of `f64`. What must be noticed there is less than elsewhere: the query resolves what a kernel is not
//! sure of, so a fault that only makes it less sure costs time and changes no answer, and the forward error
//! bound has room for roundings on purpose. Which faults may be absorbed so says `absorbed`. That the bound
//! itself is there must be noticed: it vanishes with the constant that it is a multiple of, [`UNITS`].
//!
//! How long it takes to notice is the time of a plain run of the kernel alone, on one thread and at every
//! level, for as many rounds: pairs are drawn, the reference answers and sound lanes are compared with it.
//! Broken lanes are slower.

use std::time::{Duration, Instant};

use soa::Level;

use crate::lanes::{Fault, FaultPlan, Instrumented, Precision, Site};
use testkit::rng::Rng;
use testkit::runner::{Differential, ROWS, Round};
use testkit::subject::{At, Engine, Subject};
use testkit::tally::Tally;

/// Rounds after which a fault counts as not noticed.
const MAX_ROUNDS: usize = 600;
/// The same for a fault that need not be noticed.
const MAX_ROUNDS_EXCUSED: usize = 60;
/// Further rounds, all of them searched for, until a site must have been noticed: that the bound in `f64` has
/// vanished shows only where a margin is some `2^-53` of the numbers that it is made of.
const MAX_SEARCHED_ROUNDS: usize = 20_000;

/// Faults that no answer of a kernel can show at any site, each with the reason. A kernel is named by the
/// start of its name. Whatever is not listed here and not caught fails the self-check.
const EQUIVALENT: &[(&str, Precision, Fault, &str)] = &[
    ("disk_disk/exact", Precision::Single, Fault::SignLost, UNDECIDED),
    ("disk_disk/exact", Precision::Double, Fault::MinMaxSwapped, REACH),
    ("disk_aabb/exact", Precision::Single, Fault::SignLost, UNDECIDED),
    ("point_disk/exact", Precision::Single, Fault::SignLost, UNDECIDED),
    ("point_disk/exact", Precision::Double, Fault::MinMaxSwapped, REACH),
    ("segment_disk/exact", Precision::Single, Fault::SignLost, UNDECIDED),
    ("sphere_triangle3/exact", Precision::Single, Fault::SignLost, UNDECIDED),
    ("ray_oriented_box/exact", Precision::Single, Fault::SelectSwapped, OUTSIDE),
    ("ray3_oriented_box3/exact", Precision::Single, Fault::SelectSwapped, OUTSIDE),
    ("line_oriented_box/exact", Precision::Single, Fault::MinMaxSwapped, STILL),
    ("disk_disk/squared_distance", Precision::Single, Fault::DifferenceReversed, SQUARED),
    ("point_disk/squared_distance", Precision::Single, Fault::DifferenceReversed, SQUARED),
    ("segment_oriented_box/slabs", Precision::Single, Fault::Lax, CHOICE),
    ("segment3_oriented_box3/slabs", Precision::Single, Fault::Lax, CHOICE),
];

const SQUARED: &str = "every difference is squared, and (a - b)^2 has the bits of (b - a)^2";
const UNDECIDED: &str =
    "the only signs are those of margins against bounds, or of exact bounds: lanes are undecided";
const REACH: &str =
    "margins are undecided, and the size of what nearly touches is the reach, not a difference";
const OUTSIDE: &str = "the other arm is within the bound: rays that start outside a slab are undecided";
const STILL: &str = "the choice counts for a line without direction alone, and f32 leaves that undecided";
const CHOICE: &str =
    "every `<` chooses the smaller or larger of two parameters; where they are equal either will do";

/// The unit roundoffs of `f32` and `f64` as constants: every forward error bound is a multiple of one.
pub const UNITS: [f32; 2] = [f32::EPSILON / 2.0, (f64::EPSILON / 2.0) as f32];

/// Why a fault need not be noticed in a kernel, if it need not.
fn excuse(kernel: &str, is_exact: bool, fault: Fault, precision: Precision) -> Option<Excuse> {
    let listed = EQUIVALENT.iter().find(|(start, lanes, listed, _)| {
        kernel.starts_with(start) && *lanes == precision && *listed == fault
    });
    let absorbed = absorbed(fault, precision).filter(|_| is_exact).map(Excuse::Absorbed);
    listed.map(|&(.., reason)| Excuse::Equivalent(reason)).or(absorbed)
}

/// Why an exact kernel may absorb a fault, if it may. Whether it does depends on the cases.
fn absorbed(fault: Fault, precision: Precision) -> Option<&'static str> {
    match fault {
        Fault::SumRounded | Fault::ProductRounded | Fault::QuotientRounded | Fault::RootRounded => {
            Some("the bound has room for a unit in the last place")
        }
        Fault::ConstantSmall => {
            Some("a bound is for the worst case, which random roundings do not come near")
        }
        Fault::NanGuardLost => Some("the query refuses rows that are not finite, whatever the kernel says"),
        Fault::Lax => Some("where a margin equals its bound, which is rare, either answer may be right"),
        Fault::SignLost if precision == Precision::Double => {
            Some("a margin without its absolute value is undecided, and a length is covered by the others")
        }
        Fault::Strict if precision == Precision::Single => {
            Some("a margin of zero is within its bound: such a lane is undecided either way")
        }
        _ => None,
    }
}

/// What it took to notice a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Caught {
    /// Cases.
    pub cases: u64,
    /// The time of a run of that length.
    pub time: Duration,
}

impl Caught {
    fn after(rounds: usize, time: Duration) -> Self {
        Self { cases: (rounds * ROWS) as u64, time }
    }
}

/// Why a fault need not be noticed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Excuse {
    /// It cannot be.
    Equivalent(&'static str),
    /// It may or may not be.
    Absorbed(&'static str),
}

/// The result of checking one fault in one kernel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FaultReport {
    /// The fault.
    pub fault: Fault,
    /// Which lanes were broken.
    pub precision: Precision,
    /// For each site, what it took to notice it, or None.
    pub sites: Vec<(Site, Option<Caught>)>,
    /// Why it need not be noticed.
    pub excuse: Option<Excuse>,
    /// A site that must be noticed, whatever the others are.
    pub must: Option<Site>,
}

impl FaultReport {
    /// Sites that were noticed.
    pub fn caught(&self) -> usize {
        self.sites.iter().filter(|(_, caught)| caught.is_some()).count()
    }

    /// What the hardest noticed site took.
    pub fn hardest(&self) -> Option<Caught> {
        self.sites.iter().filter_map(|(_, caught)| *caught).max_by_key(|caught| (caught.time, caught.cases))
    }

    /// Whether the kernel uses the operation, no site was noticed, and nothing says why; or it is listed as
    /// one that cannot be noticed, and was; or a site that must be was not.
    pub fn failed(&self) -> bool {
        let seen = |site| self.sites.iter().any(|&(met, caught)| met == site && caught.is_some());
        let silent = !self.sites.is_empty() && self.caught() == 0;
        match self.excuse {
            _ if self.must.is_some_and(|site| !seen(site)) => true,
            None => silent,
            Some(Excuse::Equivalent(_)) => self.caught() > 0,
            Some(Excuse::Absorbed(_)) => false,
        }
    }
}

/// The result of the self-check of a kernel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// Whether the loop is silent with nothing broken.
    pub sound: bool,
    /// Of each fault; for an exact kernel, of `f32` and of `f64`.
    pub faults: Vec<FaultReport>,
}

impl Report {
    /// Whether something is wrong: with the kernel's faults, or because none of them was noticed.
    pub fn failed(&self) -> bool {
        !self.sound
            || self.faults.iter().any(FaultReport::failed)
            || self.faults.iter().all(|report| report.caught() == 0)
    }
}

/// Breaks every site of these faults, one after the other, and counts the cases until the loop notices.
pub fn self_check(subject: Subject, faults: &[Fault]) -> Report {
    self_check_within(subject, faults, MAX_ROUNDS)
}

/// The same in at most `max_rounds` rounds, and those that are searched for.
pub fn self_check_within(subject: Subject, faults: &[Fault], max_rounds: usize) -> Report {
    let rounds = rounds(subject, max_rounds);
    let (columns, is_exact) = (subject.columns(), subject.is_exact());
    let (plan, undecided) =
        (FaultPlan::sound(columns, is_exact), FaultPlan::sound(columns, is_exact).undecided());
    let mut sound = noticed(&rounds, &plan).is_none();
    sound &= !is_exact || noticed(&rounds, &undecided).is_none();
    let check = |&fault, precision, sound| check(subject, &rounds, fault, precision, sound);
    let mut reports: Vec<_> = faults.iter().map(|fault| check(fault, Precision::Single, &plan)).collect();
    if is_exact {
        reports.extend(faults.iter().map(|fault| check(fault, Precision::Double, &undecided)));
    }
    Report { sound, faults: reports }
}

/// A round that sites are shown, and how long a run takes up to its end.
struct Timed {
    round: Round,
    time: Duration,
}

/// The rounds that all sites are shown: random ones, and for exact kernels as many that were searched for.
fn rounds(subject: Subject, max_rounds: usize) -> Vec<Timed> {
    let levels: Vec<_> = Level::available().iter().map(|&level| At::new(level).sequential()).collect();
    let engines: Vec<_> = levels.iter().map(|at| at as &dyn Engine).collect();
    let mut differential = Differential::new(subject, Rng::stream(0, subject.name(), 0));
    let mut rounds = Vec::with_capacity(max_rounds);
    let start = Instant::now();
    for is_searched in [false, subject.is_exact()].into_iter().cycle().take(max_rounds) {
        let round = if is_searched { differential.find() } else { differential.draw() };
        // What the reference itself does wrong is found by the loop, not here, and so are sound lanes that
        // are not.
        let Some(round) = round.ok().cloned() else { continue };
        let _ = round.check(&engines, &mut Tally::default());
        rounds.push(Timed { round, time: start.elapsed() });
    }
    rounds
}

/// The rounds, of these, that a site is shown.
fn max_rounds(rounds: usize, fault: Fault, excuse: Option<Excuse>) -> usize {
    match excuse {
        Some(Excuse::Absorbed(_)) if fault != Fault::ConstantSmall => rounds.min(MAX_ROUNDS_EXCUSED),
        _ => rounds,
    }
}

fn check(
    subject: Subject,
    rounds: &[Timed],
    fault: Fault,
    precision: Precision,
    sound: &FaultPlan,
) -> FaultReport {
    let excuse = excuse(subject.name(), subject.is_exact(), fault, precision);
    let rounds = &rounds[..max_rounds(rounds.len(), fault, excuse)];
    let must = subject.is_exact() && fault == Fault::ConstantLost;
    let must = must.then_some(Site::Constant(UNITS[precision as usize].to_bits()));
    let mut sites = Vec::new();
    for site in sound.sites(fault, precision) {
        let plan = FaultPlan::broken(fault, precision, site, subject.columns());
        let plan = if precision == Precision::Double { plan.undecided() } else { plan };
        let caught = noticed(rounds, &plan);
        let caught =
            if must == Some(site) { caught.or_else(|| searched(subject, rounds, &plan)) } else { caught };
        // Most comparisons for equality are no guards.
        if fault != Fault::NanGuardLost || plan.guarded() {
            sites.push((site, caught));
        }
    }
    FaultReport { fault, precision, sites, excuse, must }
}

/// What it takes until a call on these lanes breaks the contract.
fn noticed(rounds: &[Timed], plan: &FaultPlan) -> Option<Caught> {
    let mut tally = Tally::default();
    let mut wrong = |timed: &Timed| timed.round.check(&[&Instrumented(plan)], &mut tally).is_err();
    let (n, timed) = (1..).zip(rounds).find(|(_, timed)| wrong(timed))?;
    Some(Caught::after(n, timed.time))
}

/// What it takes, after these rounds, until a call on pairs that are searched for breaks the contract. The
/// time is that of broken lanes: a run takes less.
fn searched(subject: Subject, before: &[Timed], plan: &FaultPlan) -> Option<Caught> {
    let mut differential = Differential::new(subject, Rng::stream(0, subject.name(), 1));
    let start = Instant::now();
    let mut rounds = (before.len()..).skip(1).take(MAX_SEARCHED_ROUNDS);
    let n = rounds.find(|_| differential.search(&[&Instrumented(plan)]).is_err())?;
    let time = before.last().map_or(Duration::ZERO, |last| last.time) + start.elapsed();
    Some(Caught::after(n, time))
}
