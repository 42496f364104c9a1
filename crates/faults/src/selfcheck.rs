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
use testkit::climb::{CONSTRUCTED, unproved};
use testkit::corpus::Case;
use testkit::one_lane::Constants;
use testkit::places::At;
use testkit::rng::Rng;
use testkit::rows::{is_finite, is_valid};
use testkit::runner::{Differential, ROWS, Round};
use testkit::search::Search;
use testkit::shrink::shrink;
use testkit::subject::{Call, Engine, Subject};
use testkit::tally::Tally;
use testkit::trial::Trial;

use crate::excuses::{excuse, harmless};
use crate::plan::{Fault, FaultPlan, Precision, Site};
use crate::report::{Caught, Excuse, FaultReport, Report};

/// In less than this a fault must be noticed.
pub const LIMIT: Duration = Duration::from_secs(10);
/// Pairs are reported that show what took longer than this: another machine may be slower.
const SLOW: Duration = Duration::from_secs(5);
/// Rounds after which a fault counts as not noticed.
pub const MAX_ROUNDS: usize = 600;
/// The same for a fault that need not be noticed.
const MAX_ROUNDS_EXCUSED: usize = 60;
/// Further rounds, all of which attack bounds, until a bound that is too small must have been noticed.
const MAX_ATTACKS: usize = 2_000;
/// Steps of the search for a pair that shows a constant which all these do not.
const STEPS: usize = 400_000;

/// Breaks every site of these faults, one after the other, and counts the cases until the loop notices, in at
/// most `max_rounds` rounds and those that are searched for.
pub fn self_check(subject: Subject, faults: &[Fault], max_rounds: usize) -> Report {
    let rounds = rounds(subject, max_rounds);
    let precisions =
        if subject.is_exact() { &[Precision::Single, Precision::Double][..] } else { &[Precision::Single] };
    let mut attacks = Attacks::after(&rounds, subject);
    let mut report =
        Report { name: subject.name().into(), is_sound: true, faults: Vec::new(), slow: Vec::new() };
    let mut slow = Slow { trials: Vec::new() };
    for &precision in precisions {
        let sound = FaultPlan::of(subject, precision).recording();
        report.is_sound &= noticed(&rounds, &sound, None).is_none();
        let check = |&fault| check(subject, &rounds, &mut attacks, &mut slow, fault, precision, &sound);
        report.faults.extend(faults.iter().map(check));
    }
    report.is_sound &= attacks.is_sound;
    report.slow = slow.trials.iter().map(case).collect();
    report
}

/// Pairs that show what is noticed late.
struct Slow {
    trials: Vec<Trial>,
}

impl Slow {
    /// What it took to notice a site. If that was long, there is a pair that shows it afterwards.
    fn caught(&mut self, noticed: Option<Noticed>, plan: &FaultPlan) -> Option<Caught> {
        let Noticed { caught, trial } = noticed?;
        if caught.time < SLOW {
            return Some(caught);
        }
        let analysis = analysis(plan);
        let is_wrong = |trial: &Trial| {
            trial.failure(plan).is_some()
                || analysis.is_some_and(|analysis| trial.failure(&analysis).is_some())
        };
        if !self.trials.iter().any(is_wrong) {
            let small = match analysis.filter(|analysis| trial.failure(analysis).is_some()) {
                Some(analysis) => shrink(&analysis, trial),
                None => shrink(plan, trial),
            };
            let is_pair = small.call == Call::Rows && small.a.len() == 1 && {
                let (a, b) = (&small.a[0], &small.b[0]);
                is_finite(a)
                    && is_finite(b)
                    && is_valid(small.subject.left(), a)
                    && is_valid(small.subject.right(), b)
            };
            self.trials.extend(Some(small).filter(|_| is_pair));
        }
        Some(caught)
    }

    /// Looks for a pair that shows a constant which was not noticed.
    fn seek(&mut self, subject: Subject, plan: &FaultPlan) {
        let site = plan.broken_site().zip(analysis(plan));
        let Some(((_, precision, _), Analysis { constants, .. })) = site else { return };
        let (precision, mut search) =
            (precision as usize, Search::of(subject, Rng::stream(0, subject.name(), 2)));
        let row = unproved(subject, &mut search, precision, constants[precision], STEPS);
        self.trials.extend(row.map(|row| {
            let (a, b) = row.split_at(subject.left().columns().len());
            Trial { subject, call: Call::Rows, a: vec![a.to_vec()], b: vec![b.to_vec()] }
        }));
    }
}

/// A trial of one pair, as it is kept in [`testkit::corpus::strained`].
fn case(trial: &Trial) -> Case {
    let (a, b) = (&trial.a[0], &trial.b[0]);
    let expected = trial.subject.is_hit(&trial.subject.reference(a, b));
    let words = a.iter().chain(b).map(|x| x.to_bits()).collect();
    Case { line: 0, family: CONSTRUCTED.into(), expected: Some(expected), words }
}

/// A round that sites are shown, and how long a run takes up to its end: the processor time of its thread, as
/// other programs may use the machine, too.
struct Timed {
    round: Round,
    time: Duration,
}

impl Timed {
    /// What it takes, after this many rounds before it, if it breaks the contract on these lanes.
    fn noticed(
        &self,
        before: usize,
        plan: &FaultPlan,
        analysis: Option<&Analysis>,
        tally: &mut Tally,
    ) -> Option<Noticed> {
        let answered = self.round.check(&[plan], tally);
        let analysed = || analysis.map_or(Ok(()), |analysis| self.round.analyse(analysis));
        let trial = answered.and_then(|()| analysed()).err()?.trial;
        let caught = Caught { cases: ((before + 1) * ROWS) as u64, time: self.time };
        Some(Noticed { caught, trial })
    }
}

/// What it took to notice a fault, and the call that shows it.
struct Noticed {
    caught: Caught,
    trial: Trial,
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
    fn noticed(&mut self, before: usize, plan: &FaultPlan) -> Option<Noticed> {
        let (analysis, mut tally) = (analysis(plan)?, Tally::default());
        (0..MAX_ATTACKS).find_map(|n| self.get(n)?.noticed(before + n, plan, Some(&analysis), &mut tally))
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
    slow: &mut Slow,
    fault: Fault,
    precision: Precision,
    sound: &FaultPlan,
) -> FaultReport {
    let excuse = excuse(subject.name(), subject.is_exact(), fault, precision);
    let rounds = &rounds[..max_rounds(rounds.len(), excuse)];
    let (mut sites, mut wrong) = (Vec::new(), Vec::new());
    for site in sound.sites(fault, precision) {
        let plan = FaultPlan::of(subject, precision).broken(fault, precision, site);
        let Some((constant, share)) = bound(subject, fault, site) else {
            let caught = slow.caught(noticed(rounds, &plan, None), &plan);
            // Most comparisons for equality are no guards.
            if fault != Fault::NanGuardLost || plan.guarded() {
                sites.push(caught);
            }
            continue;
        };
        if let Some(reason) = harmless(subject.name(), precision, constant, share) {
            // Proofs are about verdicts, and the bounds that these rest on.
            let analysis = analysis(&plan).map(|analysis| Analysis { counts_all: false, ..analysis });
            if noticed(&rounds[..rounds.len().min(MAX_ROUNDS_EXCUSED)], &plan, analysis).is_some() {
                wrong.push(format!("of {constant:e} was noticed, but is listed as harmless: {reason}"));
            }
            continue;
        }
        let caught = noticed(rounds, &plan, analysis(&plan)).or_else(|| attacks.noticed(rounds.len(), &plan));
        let caught = slow.caught(caught, &plan);
        if caught.is_none() {
            slow.seek(subject, &plan);
            wrong.push(format!("of {constant:e} was not noticed"));
        }
        sites.push(caught);
    }
    let lanes = if precision == Precision::Double { " in f64" } else { "" };
    FaultReport { name: format!("{fault:?}{lanes}"), sites, excuse, wrong }
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
    Some(Analysis { constants, counts_all: true })
}

/// What it takes until a call on these lanes breaks the contract.
fn noticed(rounds: &[Timed], plan: &FaultPlan, analysis: Option<Analysis>) -> Option<Noticed> {
    let mut tally = Tally::default();
    let mut rounds = rounds.iter().enumerate();
    rounds.find_map(|(n, timed)| timed.noticed(n, plan, analysis.as_ref(), &mut tally))
}
