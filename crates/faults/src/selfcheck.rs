//! Does the differential loop notice faults? It runs on lanes with one broken site at a time.
//!
//! An exact kernel is broken in its lanes of `f32`, and then, with everything left undecided by those, in its
//! lanes of `f64`. What need not be noticed says [`crate::excuses`].
//!
//! How long it takes to notice is the time of a plain run of the kernel alone, on one thread and at every
//! level, for as many rounds: pairs are drawn, the reference answers and sound lanes are compared with it.
//! Broken lanes are slower.

use std::time::{Duration, Instant};

use soa::Level;
use testkit::climb::Climbs;
use testkit::places::At;
use testkit::rng::Rng;
use testkit::runner::{Differential, ROWS, Round};
use testkit::subject::{Engine, Subject};
use testkit::tally::Tally;

use crate::excuses::{UNITS, excuse};
use crate::plan::{Fault, FaultPlan, Precision, Site};
use crate::report::{Caught, Excuse, FaultReport, Report};

/// Rounds after which a fault counts as not noticed.
pub const MAX_ROUNDS: usize = 600;
/// The same for a fault that need not be noticed.
const MAX_ROUNDS_EXCUSED: usize = 60;
/// Further rounds, all of them searched for, until a site must have been noticed: that the bound in `f64` has
/// vanished shows only where a margin is some `2^-53` of the numbers that it is made of.
const MAX_SEARCHED_ROUNDS: usize = 20_000;

/// Breaks every site of these faults, one after the other, and counts the cases until the loop notices, in at
/// most `max_rounds` rounds and those that are searched for.
pub fn self_check(subject: Subject, faults: &[Fault], max_rounds: usize) -> Report {
    let rounds = rounds(subject, max_rounds);
    let precisions =
        if subject.is_exact() { &[Precision::Single, Precision::Double][..] } else { &[Precision::Single] };
    let mut report = Report { name: subject.name().into(), is_sound: true, faults: Vec::new() };
    for &precision in precisions {
        let sound = FaultPlan::of(subject, precision).recording();
        report.is_sound &= noticed(&rounds, &sound).is_none();
        report.faults.extend(faults.iter().map(|&fault| check(subject, &rounds, fault, precision, &sound)));
    }
    report
}

/// A round that sites are shown, and how long a run takes up to its end.
struct Timed {
    round: Round,
    time: Duration,
}

/// The rounds that all sites are shown: random ones, and for exact kernels as many that were searched for.
fn rounds(subject: Subject, max_rounds: usize) -> Vec<Timed> {
    let levels: Vec<_> = Level::available().iter().map(|&level| At::sequential(level)).collect();
    let engines: Vec<_> = levels.iter().map(|at| at as &dyn Engine).collect();
    let mut differential = Differential::new(subject, Rng::stream(0, subject.name(), 0), 0);
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
        Some(Excuse::Absorbed(_)) if fault.share().is_none() => rounds.min(MAX_ROUNDS_EXCUSED),
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
    let unit = Site::Constant(UNITS[precision as usize].to_bits());
    let mut must = must_be_noticed(subject, fault, precision).then_some(false);
    let mut sites = Vec::new();
    for site in sound.sites(fault, precision) {
        let plan = FaultPlan::of(subject, precision).broken(fault, precision, site);
        let mut caught = noticed(rounds, &plan);
        if must.is_some() && site == unit {
            caught = caught.or_else(|| searched(subject, rounds, &plan));
            must = Some(caught.is_some());
        }
        // Most comparisons for equality are no guards.
        if fault != Fault::NanGuardLost || plan.guarded() {
            sites.push(caught);
        }
    }
    let lanes = if precision == Precision::Double { " in f64" } else { "" };
    FaultReport { name: format!("{fault:?}{lanes}"), sites, excuse, must }
}

/// Whether this fault must be noticed where it is in the unit roundoff, a factor of every bound: where bounds
/// vanish, and where there is a pair whose rounding errors are larger than the smaller bounds.
fn must_be_noticed(subject: Subject, fault: Fault, precision: Precision) -> bool {
    let is_larger = |share: f32| {
        Climbs::new(subject).is_some_and(|climbs| climbs.records()[precision as usize] > f64::from(share))
    };
    fault.share().is_some_and(is_larger)
}

/// What it takes until a call on these lanes breaks the contract.
fn noticed(rounds: &[Timed], plan: &FaultPlan) -> Option<Caught> {
    let mut tally = Tally::default();
    let mut is_wrong = |timed: &Timed| timed.round.check(&[plan], &mut tally).is_err();
    let (n, timed) = (1..).zip(rounds).find(|(_, timed)| is_wrong(timed))?;
    Some(Caught { cases: (n * ROWS) as u64, time: timed.time })
}

/// What it takes, after these rounds, until a call on pairs that are searched for breaks the contract. The
/// time is that of broken lanes: a run takes less.
fn searched(subject: Subject, before: &[Timed], plan: &FaultPlan) -> Option<Caught> {
    let mut differential = Differential::new(subject, Rng::stream(0, subject.name(), 1), 0);
    let start = Instant::now();
    let mut rounds = (before.len()..).skip(1).take(MAX_SEARCHED_ROUNDS);
    let n = rounds.find(|_| differential.search(&[plan]).is_err())?;
    let time = before.last().map_or(Duration::ZERO, |last| last.time) + start.elapsed();
    Some(Caught { cases: (n * ROWS) as u64, time })
}
