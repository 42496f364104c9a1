//! Every kernel of soa as a target: what the fuzzer and the replay work on.

use std::path::Path;

use soa::{Level, ShapeKind};

use crate::corpus::{Case, CorpusError};
use crate::families::Family;
use crate::generate::Generator;
use crate::large;
use crate::mismatch::Mismatch;
use crate::rng::Rng;
use crate::rows::{self, Row};
use crate::runner::{Differential, Found, LONGEST};
use crate::shrink::shrink;
use crate::subject::{self, At, Engine, Subject};
use crate::tally::{Classes, Tally};
use crate::trial::{Call, Failure, Trial, contract};

/// A kernel to be tested.
pub struct Target {
    subject: Subject,
    differential: Differential,
    /// One a level.
    engines: Vec<At>,
}

/// Every kernel, in soa's order, to run at these levels. Targets of the same seed and job draw the same
/// cases.
pub fn targets(seed: u64, job: u64, levels: &[Level]) -> Vec<Target> {
    subject::all().map(|subject| Target::new(subject, seed, job, levels)).collect()
}

impl Target {
    fn new(subject: Subject, seed: u64, job: u64, levels: &[Level]) -> Self {
        let rng = Rng::stream(seed, subject.name(), job);
        let differential = Differential::new(subject, rng).beginning_at(job as usize);
        let engines = levels.iter().map(|&level| At::new(level).sequential()).collect();
        Self { subject, differential, engines }
    }

    /// The kernel's name.
    pub fn name(&self) -> &'static str {
        self.subject.name()
    }

    /// Columns of both operands.
    pub fn columns(&self) -> usize {
        self.subject.columns()
    }

    /// What was met so far.
    pub fn tally(&self) -> Tally {
        self.differential.tally()
    }

    /// What can be met.
    pub fn classes(&self) -> Classes {
        self.differential.classes()
    }

    /// One round of the differential loop ([`crate::runner`]) at every level of the target.
    ///
    /// # Errors
    /// The first mismatch, shrunk.
    pub fn round(&mut self) -> Result<(), Box<Mismatch>> {
        let outcome = self.differential.round(&dynamic(&self.engines));
        outcome.map_err(|found| Box::new(self.shrunk(*found)))
    }

    /// One round of pairs that were searched for ([`crate::search`]) at every level of the target.
    ///
    /// # Errors
    /// The first mismatch, shrunk.
    pub fn search(&mut self) -> Result<(), Box<Mismatch>> {
        let outcome = self.differential.search(&dynamic(&self.engines));
        outcome.map_err(|found| Box::new(self.shrunk(*found)))
    }

    fn shrunk(&self, found: Found) -> Mismatch {
        let engine = self.engines[found.engine];
        let trial = shrink(&engine, found.trial);
        mismatch(engine, found.family, &trial)
    }

    /// Queries of many rows ([`crate::large`]) at every level of the target.
    ///
    /// # Errors
    /// The level and the first row that is not as the reference says.
    pub fn large(&self) -> Result<(), String> {
        let levels: Vec<Level> = self.engines.iter().map(|engine| engine.level).collect();
        let outcome = large::check(self.subject, &levels);
        outcome.map_err(|(level, wrong)| format!("level {level}, row {}: got {}", wrong.row, wrong.got))
    }

    /// Runs a corpus case in every place of batches of every length up to [`LONGEST`], at every level of
    /// the target, and returns the number of calls.
    ///
    /// # Errors
    /// A case that was answered wrong, or that expects another answer than the contract does.
    pub fn replay(&self, file: &Path, case: &Case) -> Result<u64, CorpusError> {
        let refuse = |reason| CorpusError { file: file.into(), line: case.line, reason };
        let values: &[f32] = bytemuck::cast_slice(&case.words);
        let (a, b) = values.split_at(self.subject.left().columns().len());

        let wanted =
            contract(self.subject, a, b).map_err(|_| refuse("the reference says yes to a NaN".into()))?;
        let wanted = wanted.word();
        let expected = match case.expected {
            Some(true) => "1",
            Some(false) => "0",
            None => "-",
        };
        if expected != wanted {
            return Err(refuse(format!("the case expects {expected}, the reference says {wanted}")));
        }
        let mut calls = 0;
        for &engine in &self.engines {
            for trial in trials(self.subject, a, b) {
                calls += 1;
                if trial.failure(&engine).is_some() {
                    return Err(refuse(mismatch(engine, "replay", &trial).to_string()));
                }
            }
        }
        Ok(calls)
    }
}

fn dynamic(engines: &[At]) -> Vec<&dyn Engine> {
    engines.iter().map(|engine| engine as &dyn Engine).collect()
}

fn mismatch(engine: At, family: &'static str, trial: &Trial) -> Mismatch {
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
fn trials(subject: Subject, a: &[f32], b: &[f32]) -> Vec<Trial> {
    let (left, right) = (subject.left(), subject.right());
    let mut generator = Generator::new(Rng::new(1), left, right);
    let (mut other_a, mut other_b): (Vec<Row>, Vec<Row>) = (Vec::new(), Vec::new());
    let zeros = |shape: ShapeKind| vec![0.0; shape.columns().len()];
    let (mut x, mut y) = (zeros(left), zeros(right));
    for _ in 0..LONGEST {
        generator.pair(Family::Uniform, &mut x, &mut y);
        other_a.push(x.clone());
        other_b.push(y.clone());
    }
    let mut trials = Vec::new();
    for rows in 1..=LONGEST {
        for place in 0..rows {
            let (mut a_rows, mut b_rows) = (other_a[..rows].to_vec(), other_b[..rows].to_vec());
            (a_rows[place], b_rows[place]) = (a.to_vec(), b.to_vec());
            trials.push(Trial { subject, call: Call::Rows, a: a_rows, b: b_rows });
        }
    }
    if subject.is_unary() {
        return trials;
    }
    let mut b_rows = other_b;
    b_rows[LONGEST / 2] = b.to_vec();
    // One against many refuses a left shape that is not valid; columns were checked before.
    if rows::is_valid(left, a) {
        trials.push(Trial { subject, call: Call::One, a: vec![a.to_vec()], b: b_rows.clone() });
    }
    let three = vec![other_a[0].clone(), a.to_vec(), other_a[1].clone()];
    trials.push(Trial { subject, call: Call::All, a: three, b: b_rows });
    trials
}
