//! Does the differential loop notice faults? It runs on lanes with one broken site at a time.
//!
//! An exact kernel is broken in its lanes of `f32`, and then, with everything left undecided by those, in its
//! lanes of `f64`. What need not be noticed says [`crate::excuses`].
//!
//! How long it takes to notice is the time of a plain run of the kernel alone, on one thread and at every
//! level, for as many rounds: pairs are drawn, the reference answers and sound lanes are compared with it.
//! Broken lanes are slower.

use std::time::Duration;

use cpu_time::ThreadTime;
use soa::Level;
use testkit::bounds::{ANALYSIS, Analysis};
use testkit::one_lane::Constants;
use testkit::places::At;
use testkit::rng::Rng;
use testkit::runner::{Differential, ROWS, Round};
use testkit::subject::{Engine, Subject};
use testkit::tally::Tally;

use crate::excuses::{excuse, harmless, is_open};
use crate::plan::{Fault, FaultPlan, Precision, Site};
use crate::report::{Caught, Excuse, FaultReport, Report};

/// Rounds after which a fault counts as not noticed.
pub const MAX_ROUNDS: usize = 600;
/// The same for a fault that need not be noticed.
const MAX_ROUNDS_EXCUSED: usize = 60;
/// Further rounds, all of which attack bounds, until a bound that is too small must have been noticed.
const MAX_ATTACKS: usize = 2_000;

/// Breaks every site of these faults, one after the other, and counts the cases until the loop notices, in at
/// most `max_rounds` rounds and those that are searched for.
pub fn self_check(subject: Subject, faults: &[Fault], max_rounds: usize) -> Report {
    let rounds = rounds(subject, max_rounds);
    let precisions =
        if subject.is_exact() { &[Precision::Single, Precision::Double][..] } else { &[Precision::Single] };
    let mut attacks = Attacks::after(&rounds, subject);
    let mut report = Report { name: subject.name().into(), is_sound: true, faults: Vec::new() };
    for &precision in precisions {
        let sound = FaultPlan::of(subject, precision).recording();
        report.is_sound &= noticed(&rounds, &sound).is_none();
        let check = |&fault| check(subject, &rounds, &mut attacks, fault, precision, &sound);
        report.faults.extend(faults.iter().map(check));
    }
    report.is_sound &= attacks.is_sound;
    report
}

/// A round that sites are shown, and how long a run takes up to its end: the processor time of its thread, as
/// other programs may use the machine, too.
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
    let start = ThreadTime::now();
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

/// Further rounds, all of which attack bounds. They are the same for all sites, and made when they are needed.
struct Attacks {
    differential: Differential,
    made: Vec<Timed>,
    /// The time of a run before the next one.
    time: Duration,
    /// Whether sound lanes pass.
    is_sound: bool,
}

impl Attacks {
    /// Those that follow these rounds.
    fn after(rounds: &[Timed], subject: Subject) -> Self {
        Self {
            differential: Differential::new(subject, Rng::stream(0, subject.name(), 1), 0),
            made: Vec::new(),
            time: rounds.last().map_or(Duration::ZERO, |last| last.time),
            is_sound: true,
        }
    }

    /// The one of this number, unless the reference breaks the contract before.
    fn get(&mut self, n: usize) -> Option<&Timed> {
        while self.made.len() <= n {
            let start = ThreadTime::now();
            let Ok(round) = self.differential.attack().cloned() else {
                self.is_sound = false;
                return None;
            };
            let levels: Vec<_> = Level::available().iter().map(|&level| At::sequential(level)).collect();
            let engines: Vec<_> = levels.iter().map(|at| at as &dyn Engine).collect();
            self.is_sound &= round.check(&engines, &mut Tally::default()).is_ok();
            self.is_sound &= round.analyse(&ANALYSIS).is_ok();
            self.time += start.elapsed();
            self.made.push(Timed { round, time: self.time });
        }
        self.made.get(n)
    }

    /// What it takes, after the rounds before, until one breaks the contract on these lanes.
    fn noticed(&mut self, before: usize, plan: &FaultPlan) -> Option<Caught> {
        let (analysis, mut tally) = (analysis(plan)?, Tally::default());
        (0..MAX_ATTACKS).find_map(|n| {
            let timed = self.get(n)?;
            let is_wrong =
                timed.round.check(&[plan], &mut tally).is_err() || timed.round.analyse(&analysis).is_err();
            is_wrong.then_some(Caught { cases: ((before + n + 1) * ROWS) as u64, time: timed.time })
        })
    }
}

/// The rounds, of these, that a site is shown.
fn max_rounds(rounds: usize, excuse: Option<Excuse>) -> usize {
    match excuse {
        Some(Excuse::Absorbed(_)) => rounds.min(MAX_ROUNDS_EXCUSED),
        _ => rounds,
    }
}

fn check(
    subject: Subject,
    rounds: &[Timed],
    attacks: &mut Attacks,
    fault: Fault,
    precision: Precision,
    sound: &FaultPlan,
) -> FaultReport {
    let excuse = excuse(subject.name(), subject.is_exact(), fault, precision);
    let rounds = &rounds[..max_rounds(rounds.len(), excuse)];
    let (mut sites, mut wrong, mut open) = (Vec::new(), Vec::new(), Vec::new());
    for site in sound.sites(fault, precision) {
        let plan = FaultPlan::of(subject, precision).broken(fault, precision, site);
        let Some((constant, share)) = bound(subject, fault, site) else {
            let caught = noticed(rounds, &plan);
            // Most comparisons for equality are no guards.
            if fault != Fault::NanGuardLost || plan.guarded() {
                sites.push(caught);
            }
            continue;
        };
        if let Some(reason) = harmless(subject.name(), precision, constant, share) {
            if noticed(&rounds[..rounds.len().min(MAX_ROUNDS_EXCUSED)], &plan).is_some() {
                wrong.push(format!("of {constant:e} was noticed, but is listed as harmless: {reason}"));
            }
            continue;
        }
        let is_open = is_open(subject.name(), constant, share);
        let caught = noticed(rounds, &plan);
        let caught = if is_open { caught } else { caught.or_else(|| attacks.noticed(rounds.len(), &plan)) };
        if caught.is_none() {
            (if is_open { &mut open } else { &mut wrong }).push(format!("of {constant:e} was not noticed"));
        }
        sites.push(caught);
    }
    let lanes = if precision == Precision::Double { " in f64" } else { "" };
    FaultReport { name: format!("{fault:?}{lanes}"), sites, excuse, wrong, open }
}

/// The constant and the share of it at a site of an exact kernel, each of which must be noticed: the query's
/// constants make bounds.
fn bound(subject: Subject, fault: Fault, site: Site) -> Option<(f32, f32)> {
    match site {
        Site::Constant(bits) if subject.is_exact() => Some((f32::from_bits(bits), fault.share()?)),
        _ => None,
    }
}

/// The error analysis of a kernel with this constant.
fn analysis(plan: &FaultPlan) -> Option<Analysis> {
    let (fault, precision, Site::Constant(bits)) = plan.broken_site()? else { return None };
    let mut constants = [Constants::SOUND; 2];
    constants[precision as usize] = Constants { between: [f32::from_bits(bits); 2], share: fault.share()? };
    Some(Analysis { constants })
}

/// What it takes until a call on these lanes breaks the contract.
fn noticed(rounds: &[Timed], plan: &FaultPlan) -> Option<Caught> {
    let (mut tally, analysis) = (Tally::default(), analysis(plan));
    let mut is_wrong = |timed: &Timed| {
        timed.round.check(&[plan], &mut tally).is_err()
            || analysis.is_some_and(|analysis| timed.round.analyse(&analysis).is_err())
    };
    let (n, timed) = (1..).zip(rounds).find(|(_, timed)| is_wrong(timed))?;
    Some(Caught { cases: (n * ROWS) as u64, time: timed.time })
}
