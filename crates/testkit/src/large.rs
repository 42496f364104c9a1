//! Calls that are large enough for several threads and several tiles.

use soa::Level;

use crate::families::Family;
use crate::generate::Generator;
use crate::rng::Rng;
use crate::rows::{Columns, Row};
use crate::subject::{Answer, At, Subject, Wrong};

/// Rows that are split over threads: more than twice what one thread takes, and no whole number of registers.
const THREADED: usize = 140_003;
/// Rows after which they repeat: a prime, so that a row at the place of another is noticed.
const PERIOD: usize = 509;
/// Rows of an all-pairs call: more than one tile on either side, and enough pairs for threads.
const LEFTS: usize = 130;
const RIGHTS: usize = 2_053;

/// Calls every query with many rows at these levels, on several threads and on one, and compares with the
/// reference.
///
/// # Errors
/// The first row that is not as the reference says, and the level.
pub fn check(subject: Subject, levels: &[Level]) -> Result<(), (Level, Wrong)> {
    let (a, b) = rows(subject);
    let (a_rows, b_rows) = (a.rows(0..PERIOD), b.rows(0..PERIOD));
    let again = |answers: Vec<Answer>, n: usize| answers.into_iter().cycle().take(n).collect::<Vec<_>>();
    let against = |a: &Row| b_rows.iter().map(|b| subject.reference(a, b)).collect::<Vec<_>>();
    let rows = again(a_rows.iter().zip(&b_rows).map(|(a, b)| subject.reference(a, b)).collect(), THREADED);
    let one = again(against(&a_rows[7]), THREADED);
    let all: Vec<_> = a_rows[..LEFTS].iter().flat_map(|a| again(against(a), RIGHTS)).collect();
    let (a, b) = (a.repeat(THREADED.div_ceil(PERIOD)), b.repeat(THREADED.div_ceil(PERIOD)));
    let check_all = |engine: At, lengths: &[usize]| {
        for &n in lengths {
            subject.rows(&engine, &a.view(0, n), &b.view(0, n), &rows[..n])?;
        }
        if !subject.is_unary() {
            subject.one(&engine, &a_rows[7], &b.view(0, THREADED), &one)?;
            subject.all(&engine, &a.view(0, LEFTS), &b.view(0, RIGHTS), &all)?;
        }
        Ok(())
    };
    levels.iter().try_for_each(|&level| {
        let threaded = check_all(At::new(level), &[THREADED, 131_072, 131_071]);
        let outcome = threaded.and_then(|()| check_all(At::new(level).sequential(), &[THREADED]));
        outcome.map_err(|wrong| (level, wrong))
    })
}

/// Families whose pairs are resolved without integers, nearly all: what is tested here is the length of
/// calls.
const FAMILIES: [Family; 3] = [Family::Uniform, Family::Grid, Family::Touching];

/// Random rows.
fn rows(subject: Subject) -> (Columns, Columns) {
    let (left, right) = (subject.left(), subject.right());
    let mut generator = Generator::new(Rng::stream(9, subject.name(), 0), left, right);
    let (mut x, mut y) = (vec![0.0; left.columns().len()], vec![0.0; right.columns().len()]);
    let (mut a, mut b) = (Columns::zeros(left, PERIOD), Columns::zeros(right, PERIOD));
    for i in 0..PERIOD {
        generator.pair(FAMILIES[i % FAMILIES.len()], &mut x, &mut y);
        a.set(i, &x);
        b.set(i, &y);
    }
    (a, b)
}
