//! Makes what fails small: fewer rows first, then simpler numbers, as long as it fails.

use std::time::{Duration, Instant};

use soa::ShapeKind;

use crate::rows::{Row, is_valid};
use crate::subject::{Call, Engine};
use crate::trial::Trial;

/// How long it may take to have fewer rows: sets for several threads cannot become small.
const MAX_TIME: Duration = Duration::from_secs(5);

/// The numbers of rows of both sides, as few as still fail: greedy, in runs of half the rows down to one. Each
/// entry of `steps` is the sides that lose the same rows at once.
pub fn fewest_rows(
    [lefts, rights]: [usize; 2],
    steps: &[&[usize]],
    fails: &dyn Fn(&[Vec<usize>; 2]) -> bool,
) -> [Vec<usize>; 2] {
    let mut rows = [(0..lefts).collect::<Vec<_>>(), (0..rights).collect()];
    let start = Instant::now();
    loop {
        let before = rows.clone();
        for sides in steps {
            let mut run = rows[sides[0]].len().div_ceil(2);
            while run > 0 {
                let mut end = rows[sides[0]].len();
                while end > 0 && start.elapsed() < MAX_TIME {
                    let start = end.saturating_sub(run);
                    let mut fewer = rows.clone();
                    sides.iter().for_each(|&side| drop(fewer[side].drain(start..end)));
                    if fails(&fewer) {
                        rows = fewer;
                    }
                    end = start;
                }
                run /= 2;
            }
        }
        if rows == before {
            return rows;
        }
    }
}

/// The smallest failing trial that greedy steps find. Trials that do not fail come back as they are.
pub fn shrink(engine: &dyn Engine, trial: Trial) -> Trial {
    let fails = |trial: &Trial| trial.failure(engine).is_some();
    if !fails(&trial) {
        return trial;
    }
    let pairs = trial.call.pairs(trial.a.len(), trial.b.len()).into_iter();
    let single = pairs.map(|(i, j)| trial.part(Call::Rows, &[vec![i], vec![j]])).find(|trial| fails(trial));
    let mut best = single.unwrap_or(trial);
    // Row queries lose whole pairs; the others lose rows of each side.
    let steps: &[&[usize]] = match best.call {
        Call::Rows => &[&[0, 1]],
        Call::One => &[&[1]],
        Call::All => &[&[0], &[1]],
    };
    let call = best.call;
    let rows = fewest_rows([best.a.len(), best.b.len()], steps, &|rows| fails(&best.part(call, rows)));
    best = best.part(call, &rows);
    while simplify(&mut best, &fails) {}
    best
}

/// Replaces each value by the simplest that still fails; whether any was.
fn simplify(best: &mut Trial, fails: &dyn Fn(&Trial) -> bool) -> bool {
    let side: [fn(&mut Trial) -> &mut Vec<Row>; 2] = [|trial| &mut trial.a, |trial| &mut trial.b];
    let shapes = [best.subject.left(), best.subject.right()];
    let mut is_simpler = false;
    for (rows, shape) in side.into_iter().zip(shapes) {
        for row in 0..rows(best).len() {
            for k in 0..shape.columns().len() {
                let now = rows(best)[row].clone();
                for candidate in simpler_rows(shape, &now, k) {
                    let mut trial = best.clone();
                    rows(&mut trial)[row] = candidate;
                    if fails(&trial) {
                        *best = trial;
                        is_simpler = true;
                        break;
                    }
                }
            }
        }
    }
    is_simpler
}

/// The row with simpler values in a column, the simplest first. A valid row stays valid.
fn simpler_rows(shape: ShapeKind, row: &[f32], k: usize) -> impl Iterator<Item = Row> {
    let must_be_valid = is_valid(shape, row);
    let rows = simpler(row[k]).map(move |x| [&row[..k], &[x], &row[k + 1..]].concat());
    rows.filter(move |row| !must_be_valid || is_valid(shape, row))
}

/// Simpler values, the simplest first.
pub fn simpler(x: f32) -> impl Iterator<Item = f32> {
    let bits = x.to_bits();
    let masked = [22, 20, 16, 12, 8, 4, 1].map(|dropped| f32::from_bits(bits >> dropped << dropped));
    [0.0, 1.0, -1.0, 0.5, -0.5, 2.0, -2.0, x.round(), -x]
        .into_iter()
        .chain(masked)
        .filter(move |simpler| cost(*simpler) < cost(x))
}

/// How hard a value is to read: bits of the mantissa, then the size of the exponent, then the sign.
pub fn cost(x: f32) -> u32 {
    if !x.is_finite() {
        return if x.is_nan() { 10_000 } else { 9_000 };
    }
    if x == 0.0 {
        return u32::from(x.is_sign_negative());
    }
    let mantissa_bits = 24 - (x.to_bits() & 0x007f_ffff | 0x0080_0000).trailing_zeros();
    let exponent = (x.to_bits() >> 23 & 0xff).abs_diff(127);
    2 + 300 * mantissa_bits + 2 * exponent + u32::from(x < 0.0)
}
