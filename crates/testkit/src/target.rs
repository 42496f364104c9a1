//! Every kernel of soa as a target: what the fuzzer, the replay and the self-check work on.

use std::path::Path;

use soa::{Level, Shape};

use crate::corpus::{Case, CorpusError};
use crate::families::Family;
use crate::faults::Fault;
use crate::generate::Generator;
use crate::large;
use crate::mismatch::Mismatch;
use crate::rng::Rng;
use crate::runner::{Differential, Found, LONGEST};
use crate::selfcheck::{self, Report};
use crate::shrink::shrink;
use crate::subject::{Answer, At, Each, Subject, for_each};
use crate::tally::{Classes, Tally};
use crate::trial::{Call, Failure, Trial, contract, shape};

/// A kernel to be tested.
pub trait Target: Send {
    /// The kernel's name.
    fn name(&self) -> &'static str;
    /// Columns of both operands.
    fn columns(&self) -> usize;
    /// What was met so far.
    fn tally(&self) -> Tally;
    /// What can be met.
    fn classes(&self) -> Classes;
    /// One round of the differential loop ([`crate::runner`]) at every level of the target.
    ///
    /// # Errors
    /// The first mismatch, shrunk.
    fn round(&mut self) -> Result<(), Box<Mismatch>>;
    /// One round of pairs that were searched for ([`crate::search`]) at every level of the target.
    ///
    /// # Errors
    /// The first mismatch, shrunk.
    fn search(&mut self) -> Result<(), Box<Mismatch>>;
    /// Queries of many rows ([`crate::large`]) at every level of the target.
    ///
    /// # Errors
    /// The level and the first row that is not as the twin says.
    fn large(&self) -> Result<(), String>;
    /// Runs a corpus case in every place of batches of every length up to [`LONGEST`], at every level of
    /// the target, and returns the number of calls.
    ///
    /// # Errors
    /// A case that was answered wrong, or that expects another answer than the contract does.
    fn replay(&self, file: &Path, case: &Case) -> Result<u64, CorpusError>;
    /// Breaks the kernel's lanes in these ways and counts the cases until that is noticed.
    fn self_check(&self, faults: &[Fault]) -> Report;
}

/// Every kernel, in soa's order, to run at these levels. Targets of the same seed and job draw the same cases.
pub fn targets(seed: u64, job: u64, levels: &[Level]) -> Vec<Box<dyn Target>> {
    let mut collect = Collect { seed, job, levels, targets: Vec::new() };
    for_each(&mut collect);
    collect.targets
}

struct Collect<'a> {
    seed: u64,
    job: u64,
    levels: &'a [Level],
    targets: Vec<Box<dyn Target>>,
}

impl Each for Collect<'_> {
    fn subject<S: Subject>(&mut self) {
        let rng = Rng::stream(self.seed, S::NAME, self.job);
        let differential = Differential::<S>::new(rng).beginning_at(self.job as usize);
        let engines = self.levels.iter().map(|&level| At::new(level).sequential()).collect();
        self.targets.push(Box::new(Kernel { differential, engines }));
    }
}

struct Kernel<S: Subject> {
    differential: Differential<S>,
    /// One a level.
    engines: Vec<At>,
}

impl<S: Subject> Kernel<S> {
    fn shrunk(&self, found: Found<S>) -> Mismatch {
        let engine = self.engines[found.engine];
        let trial = shrink(&engine, found.trial);
        mismatch(engine, found.family, &trial)
    }
}

impl<S: Subject> Target for Kernel<S> {
    fn name(&self) -> &'static str {
        S::NAME
    }

    fn columns(&self) -> usize {
        S::A::COLUMNS.len() + S::B::COLUMNS.len()
    }

    fn tally(&self) -> Tally {
        self.differential.tally()
    }

    fn classes(&self) -> Classes {
        self.differential.classes()
    }

    fn round(&mut self) -> Result<(), Box<Mismatch>> {
        self.differential.round(&self.engines).map_err(|found| Box::new(self.shrunk(*found)))
    }

    fn search(&mut self) -> Result<(), Box<Mismatch>> {
        self.differential.search(&self.engines).map_err(|found| Box::new(self.shrunk(*found)))
    }

    fn large(&self) -> Result<(), String> {
        self.engines.iter().try_for_each(|engine| {
            let outcome = large::check::<S>(engine.level);
            outcome.map_err(|wrong| format!("level {}, row {}: got {}", engine.level, wrong.row, wrong.got))
        })
    }

    fn replay(&self, file: &Path, case: &Case) -> Result<u64, CorpusError> {
        let refuse = |reason| CorpusError { file: file.into(), line: case.line, reason };
        let (a, b) = bytemuck::cast_slice(&case.words).split_at(S::A::COLUMNS.len());
        let (a, b) = (shape::<S::A>(a), shape::<S::B>(b));

        let wanted = contract::<S>(&a, &b).map_err(|_| refuse("the twin says yes to a NaN".into()))?.word();
        let expected = case.expected.map_or("-", Answer::word);
        if expected != wanted {
            return Err(refuse(format!("the case expects {expected}, the twin says {wanted}")));
        }
        let mut calls = 0;
        for &engine in &self.engines {
            for trial in trials::<S>(a, b) {
                calls += 1;
                if trial.failure(&engine).is_some() {
                    return Err(refuse(mismatch(engine, "replay", &trial).to_string()));
                }
            }
        }
        Ok(calls)
    }

    fn self_check(&self, faults: &[Fault]) -> Report {
        selfcheck::self_check::<S>(faults)
    }
}

fn mismatch<S: Subject>(engine: At, family: &'static str, trial: &Trial<S>) -> Mismatch {
    let failure = trial.failure(&engine).unwrap_or_else(|| Failure {
        left: 0,
        right: 0,
        expected: "the same answer twice".into(),
        word: "-",
        got: "an answer that changes from call to call".into(),
    });
    Mismatch::new(engine.level, family, trial, &failure)
}

/// The pair in every place of row batches of every length, among other pairs; then in the other queries.
fn trials<S: Subject>(a: S::A, b: S::B) -> Vec<Trial<S>> {
    let mut generator = Generator::new::<S::A, S::B>(Rng::new(1));
    let (mut other_a, mut other_b) = (Vec::new(), Vec::new());
    let (mut x, mut y) = (vec![0.0; S::A::COLUMNS.len()], vec![0.0; S::B::COLUMNS.len()]);
    for _ in 0..LONGEST {
        generator.pair(Family::Uniform, &mut x, &mut y);
        other_a.push(shape::<S::A>(&x));
        other_b.push(shape::<S::B>(&y));
    }
    let mut trials = Vec::new();
    for rows in 1..=LONGEST {
        for place in 0..rows {
            let (mut a_rows, mut b_rows) = (other_a[..rows].to_vec(), other_b[..rows].to_vec());
            (a_rows[place], b_rows[place]) = (a, b);
            trials.push(Trial { call: Call::Rows, a: a_rows, b: b_rows });
        }
    }
    if S::B::COLUMNS.is_empty() {
        return trials;
    }
    let mut b_rows = other_b;
    b_rows[LONGEST / 2] = b;
    // One against many refuses a left shape that is not valid; columns were checked before.
    if a.values().iter().all(|x| x.is_finite()) && a.broken_rule().is_none() {
        trials.push(Trial { call: Call::One, a: vec![a], b: b_rows.clone() });
    }
    trials.push(Trial { call: Call::All, a: vec![other_a[0], a, other_a[1]], b: b_rows });
    trials
}
