//! Makes a failing trial small: fewer rows first, then simpler numbers, as long as it fails.

use soa::ShapeKind;

use crate::generate::breaks_rule;
use crate::layout::Layout;
use crate::rows::Row;
use crate::subject::Engine;
use crate::trial::{Call, Trial};

/// The smallest failing trial that greedy steps find. Trials that do not fail come back as they are.
pub fn shrink(engine: &dyn Engine, trial: Trial) -> Trial {
    let fails = |trial: &Trial| trial.failure(engine).is_some();
    if !fails(&trial) {
        return trial;
    }
    let mut best = single_pair(&trial, &fails).unwrap_or(trial);
    drop_rows(&mut best, &fails);
    simplify(&mut best, &fails);
    best
}

/// A row query with one pair of the trial, if one fails by itself.
fn single_pair(trial: &Trial, fails: &dyn Fn(&Trial) -> bool) -> Option<Trial> {
    let call = if trial.call == Call::Truth { Call::Truth } else { Call::Rows };
    let pair = |i: usize, j: usize| {
        let (a, b) = (vec![trial.a[i].clone()], vec![trial.b[j].clone()]);
        Trial { subject: trial.subject, call, a, b }
    };
    let rights = 0..trial.b.len();
    let mut pairs: Box<dyn Iterator<Item = Trial>> = match trial.call {
        Call::Rows | Call::Truth => Box::new(rights.map(|i| pair(i, i))),
        Call::One => Box::new(rights.map(|i| pair(0, i))),
        Call::All => Box::new((0..trial.a.len()).flat_map(|i| rights.clone().map(move |j| pair(i, j)))),
    };
    pairs.find(|trial| fails(trial))
}

/// Drops rows, from the end, in runs of half the length down to one.
fn drop_rows(best: &mut Trial, fails: &dyn Fn(&Trial) -> bool) {
    // Row queries lose whole pairs; the others lose rows of each side.
    let sides: &[(bool, bool)] = match best.call {
        Call::Rows | Call::Truth => &[(true, true)],
        Call::One => &[(false, true)],
        Call::All => &[(true, false), (false, true)],
    };
    for &(left, right) in sides {
        let len = if left { best.a.len() } else { best.b.len() };
        let mut run = len.div_ceil(2);
        while run > 0 {
            let mut end = if left { best.a.len() } else { best.b.len() };
            while end >= run {
                let range = end - run..end;
                let mut smaller = best.clone();
                if left {
                    smaller.a.drain(range.clone());
                }
                if right {
                    smaller.b.drain(range.clone());
                }
                if !smaller.a.is_empty() && !smaller.b.is_empty() && fails(&smaller) {
                    *best = smaller;
                }
                end = range.start;
            }
            run /= 2;
        }
    }
}

/// Replaces values by simpler ones until none can be replaced.
fn simplify(best: &mut Trial, fails: &dyn Fn(&Trial) -> bool) {
    loop {
        let mut changed = false;
        for row in 0..best.a.len() {
            changed |= simplify_row(best, row, best.subject.left(), |trial| &mut trial.a, fails);
        }
        for row in 0..best.b.len() {
            changed |= simplify_row(best, row, best.subject.right(), |trial| &mut trial.b, fails);
        }
        if !changed {
            return;
        }
    }
}

fn simplify_row(
    best: &mut Trial,
    row: usize,
    shape: ShapeKind,
    side: fn(&mut Trial) -> &mut Vec<Row>,
    fails: &dyn Fn(&Trial) -> bool,
) -> bool {
    let layout = Layout::of(shape);
    let mut changed = false;
    for k in 0..layout.columns {
        let now = side(best)[row].clone();
        for simpler in simpler(now[k]) {
            let mut candidate = now.clone();
            candidate[k] = simpler;
            // A valid row stays valid.
            if breaks_rule(&layout, &candidate) && !breaks_rule(&layout, &now) {
                continue;
            }
            let mut trial = best.clone();
            side(&mut trial)[row] = candidate;
            if fails(&trial) {
                *best = trial;
                changed = true;
                break;
            }
        }
    }
    changed
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
