//! Calls that are large enough for several threads and several tiles.

use bytemuck::Zeroable;
use soa::{Level, Shape};

use crate::families::Family;
use crate::generate::Generator;
use crate::rng::Rng;
use crate::subject::{At, Subject, Wrong};
use crate::trial::{columns, shape, view};

/// Rows that are split over threads: more than twice what one thread takes, and no whole number of registers.
const THREADED: usize = 140_003;
/// Rows of an all-pairs call: more than one tile on either side.
const LEFTS: usize = 130;
const RIGHTS: usize = 2_053;

/// Asks every query for many rows at this level, on several threads and on one, and compares with the twin.
///
/// # Errors
/// The first row that is not as the twin says.
pub fn check<S: Subject>(level: Level) -> Result<(), Wrong> {
    let (a, b) = rows::<S>(THREADED);
    let (a_columns, b_columns) = (columns(&a), columns(&b));
    let left = |rows| view::<S::A>(&a_columns, 0, rows);
    let right = |rows| view::<S::B>(&b_columns, 0, rows);
    let rows: Vec<_> = a.iter().zip(&b).map(|(a, b)| S::twin(a, b)).collect();
    let one: Vec<_> = b.iter().map(|b| S::twin(&a[7], b)).collect();
    let mut all = Vec::new();
    for a in &a[..LEFTS] {
        all.extend(b[..RIGHTS].iter().map(|b| S::twin(a, b)));
    }
    for engine in [At::new(level), At::new(level).sequential()] {
        for n in [THREADED, 131_072, 131_071] {
            S::rows(&engine, &left(n), &right(n), &rows[..n])?;
        }
        if !S::B::COLUMNS.is_empty() {
            S::one(&engine, &a[7], &right(THREADED), &one)?;
            S::all(&engine, &left(LEFTS), &right(RIGHTS), &all)?;
        }
    }
    Ok(())
}

/// Random rows of every family.
fn rows<S: Subject>(n: usize) -> (Vec<S::A>, Vec<S::B>) {
    let mut generator = Generator::new::<S::A, S::B>(Rng::stream(9, S::NAME, 0));
    let (mut x, mut y) = (vec![0.0; S::A::COLUMNS.len()], vec![0.0; S::B::COLUMNS.len()]);
    let (mut a, mut b) = (vec![S::A::zeroed(); n], vec![S::B::zeroed(); n]);
    for i in 0..n {
        generator.pair(Family::ALL[i % Family::ALL.len()], &mut x, &mut y);
        (a[i], b[i]) = (shape::<S::A>(&x), shape::<S::B>(&y));
    }
    (a, b)
}
