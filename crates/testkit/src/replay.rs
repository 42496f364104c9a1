//! Cases of a corpus of regressions, in every place of a batch.

use std::path::Path;

use soa::{Level, ShapeKind};

use crate::corpus::{Case, CorpusError};
use crate::families::Family;
use crate::generate::Generator;
use crate::mismatch::Mismatch;
use crate::places::At;
use crate::rng::Rng;
use crate::rows::{Row, is_valid};
use crate::runner::LONGEST;
use crate::subject::{Call, Engine, REFERENCE, Subject};
use crate::trial::Trial;

/// Runs a case of a kernel in every place of batches of every length up to [`LONGEST`], at each of these
/// levels, and returns the number of calls.
///
/// # Errors
/// A case that was answered wrong, or that expects another answer than the contract does.
pub fn replay(subject: Subject, levels: &[Level], file: &Path, case: &Case) -> Result<u64, CorpusError> {
    let refuse = |reason| CorpusError { file: file.into(), line: case.line, reason };
    let values: &[f32] = bytemuck::cast_slice(&case.words);
    let (a, b) = values.split_at(subject.left().columns().len());
    let wanted = subject.corpus_word(&subject.expected(a, b));
    let expected = case.word();
    if expected != wanted {
        return Err(refuse(format!("the case expects {expected}, the reference says {wanted}")));
    }
    let mut calls = 0;
    let check = |engine: &dyn Engine, trial: &Trial| match trial.failure(engine) {
        Some(_) => Err(refuse(Mismatch::new(engine, "replay", trial).to_string())),
        None => Ok(()),
    };
    for trial in trials(subject, a, b) {
        check(&REFERENCE, &trial)?;
        for &level in levels {
            check(&At::sequential(level), &trial)?;
            calls += 1;
        }
    }
    Ok(calls)
}

/// The pair in every place of row batches of every length, among other pairs; then in the other queries.
fn trials(subject: Subject, a: &[f32], b: &[f32]) -> Vec<Trial> {
    let (left, right) = (subject.left(), subject.right());
    let mut generator = Generator::new(Rng::new(1), left, right);
    let zeros = |shape: ShapeKind| vec![0.0; shape.columns().len()];
    let (mut x, mut y) = (zeros(left), zeros(right));
    let others = (0..LONGEST).map(|_| {
        generator.pair(Family::Uniform, &mut x, &mut y);
        (x.clone(), y.clone())
    });
    let (other_a, other_b): (Vec<Row>, Vec<Row>) = others.unzip();
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
    if is_valid(left, a) {
        trials.push(Trial { subject, call: Call::One, a: vec![a.to_vec()], b: b_rows.clone() });
    }
    let three = vec![other_a[0].clone(), a.to_vec(), other_a[1].clone()];
    trials.push(Trial { subject, call: Call::All, a: three, b: b_rows });
    trials
}
