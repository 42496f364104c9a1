//! Calls that are large enough for several threads and several tiles.

use soa::Level;

use crate::families::Family;
use crate::generate::Generator;
use crate::rng::Rng;
use crate::rows::Columns;
use crate::subject::{At, Subject, Wrong};

/// Rows that are split over threads: more than twice what one thread takes, and no whole number of registers.
const THREADED: usize = 140_003;
/// Rows of an all-pairs call: more than one tile on either side.
const LEFTS: usize = 130;
const RIGHTS: usize = 2_053;

/// Asks every query for many rows at these levels, on several threads and on one, and compares with the twin.
///
/// # Errors
/// The first row that is not as the twin says, and the level.
pub fn check(subject: Subject, levels: &[Level]) -> Result<(), (Level, Wrong)> {
    let (a, b) = rows(subject, THREADED);
    let (a_rows, b_rows) = (a.rows(0..THREADED), b.rows(0..THREADED));
    let rows: Vec<_> = a_rows.iter().zip(&b_rows).map(|(a, b)| subject.twin(a, b)).collect();
    let one: Vec<_> = b_rows.iter().map(|b| subject.twin(&a_rows[7], b)).collect();
    let mut all = Vec::new();
    for a in &a_rows[..LEFTS] {
        all.extend(b_rows[..RIGHTS].iter().map(|b| subject.twin(a, b)));
    }
    let ask = |engine: At| {
        for n in [THREADED, 131_072, 131_071] {
            subject.rows(&engine, &a.view(0, n), &b.view(0, n), &rows[..n])?;
        }
        if !subject.is_unary() {
            subject.one(&engine, &a_rows[7], &b.view(0, THREADED), &one)?;
            subject.all(&engine, &a.view(0, LEFTS), &b.view(0, RIGHTS), &all)?;
        }
        Ok(())
    };
    levels.iter().try_for_each(|&level| {
        let outcome = ask(At::new(level)).and_then(|()| ask(At::new(level).sequential()));
        outcome.map_err(|wrong| (level, wrong))
    })
}

/// Random rows of every family.
fn rows(subject: Subject, n: usize) -> (Columns, Columns) {
    let (left, right) = (subject.left(), subject.right());
    let mut generator = Generator::new(Rng::stream(9, subject.name(), 0), left, right);
    let (mut x, mut y) = (vec![0.0; left.columns().len()], vec![0.0; right.columns().len()]);
    let (mut a, mut b) = (Columns::zeros(left, n), Columns::zeros(right, n));
    for i in 0..n {
        generator.pair(Family::ALL[i % Family::ALL.len()], &mut x, &mut y);
        a.set(i, &x);
        b.set(i, &y);
    }
    (a, b)
}
