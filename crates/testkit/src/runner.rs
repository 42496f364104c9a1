//! The differential loop: random batches, every query, every level, every lane, against the twin.
//!
//! A *round* is one batch of [`ROWS`] random pairs of one family. The twin answers them once; then, at every level:
//!
//! - the batch is queried once for each lane of a register, rotated by one row each time, so that every case stands
//!   in every lane;
//! - a batch of every length from 0 to [`LONGEST`] is queried, one length a round;
//! - NaN and infinities are put into some rows, which must answer as the contract says while the others answer as
//!   before, rotated through every lane in one round of four;
//! - one against many, and a few against many, by brute force.

use bytemuck::Zeroable;
use soa::{Shape, View};

use crate::families::Family;
use crate::generate::Generator;
use crate::rng::Rng;
use crate::subject::{Answer, Engine, Subject};
use crate::tally::{Classes, Tally};
use crate::trial::{Call, Trial, contract, has_nan, view};

/// Pairs in a batch: whole registers at every level, so that rotations put each case in each lane.
pub const ROWS: usize = 32;
/// The longest batch: one more than a whole number of registers at every level.
pub const LONGEST: usize = 33;
/// Left rows of an all-pairs call.
const LEFTS: usize = 3;

/// Columns of both sides with the answers that the contract asks for. The rows stand there twice, one copy behind
/// the other, so that a batch rotated by `r` is the slice from `r`.
struct Batch<S: Subject> {
    a: <S::A as Shape>::Of<Vec<f32>>,
    b: <S::B as Shape>::Of<Vec<f32>>,
    expected: Vec<S::Answer>,
}

impl<S: Subject> Batch<S> {
    fn new() -> Self {
        let expected = vec![S::twin(&S::A::zeroed(), &S::B::zeroed()); 2 * ROWS];
        Self { a: S::A::build(|_| vec![0.0; 2 * ROWS]), b: S::B::build(|_| vec![0.0; 2 * ROWS]), expected }
    }

    /// Writes a row and what the contract says of it.
    fn set(&mut self, row: usize, a: &[f32], b: &[f32]) -> Result<(), ()> {
        for copy in [row, row + ROWS] {
            for (column, &x) in self.a.as_mut().iter_mut().zip(a) {
                column[copy] = x;
            }
            for (column, &x) in self.b.as_mut().iter_mut().zip(b) {
                column[copy] = x;
            }
        }
        let answer = contract::<S>(&S::A::from_values(|k| a[k]), &S::B::from_values(|k| b[k]));
        self.expected[row] = answer.map_err(|_| ())?;
        self.expected[row + ROWS] = self.expected[row];
        Ok(())
    }

    fn copy_from(&mut self, other: &Self) {
        for (column, from) in self.a.as_mut().iter_mut().zip(other.a.as_ref()) {
            column.copy_from_slice(from);
        }
        for (column, from) in self.b.as_mut().iter_mut().zip(other.b.as_ref()) {
            column.copy_from_slice(from);
        }
        self.expected.copy_from_slice(&other.expected);
    }

    fn left(&self, start: usize, rows: usize) -> View<'_, S::A> {
        view::<S::A>(&self.a, start, rows)
    }

    fn right(&self, start: usize, rows: usize) -> View<'_, S::B> {
        view::<S::B>(&self.b, start, rows)
    }

    fn query<E: Engine>(&self, engine: &E, start: usize, rows: usize) -> Result<(), Window> {
        let expected = &self.expected[start..start + rows];
        S::rows(engine, &self.left(start, rows), &self.right(start, rows), expected).map_err(|_| Window {
            call: Call::Rows,
            start,
            rows,
        })
    }

    fn trial(&self, Window { call, start, rows }: Window) -> Trial<S> {
        let a = |row| S::A::from_values(|k| self.a.as_ref()[k][row]);
        let b = |row| S::B::from_values(|k| self.b.as_ref()[k][row]);
        let lefts = match call {
            Call::Rows => rows,
            Call::One => 1,
            Call::All => LEFTS,
        };
        Trial { call, a: (start..start + lefts).map(a).collect(), b: (start..start + rows).map(b).collect() }
    }
}

/// Part of a batch, and what was asked of it.
#[derive(Clone, Copy)]
struct Window {
    call: Call,
    start: usize,
    rows: usize,
}

/// A failed call, before it is shrunk.
#[derive(Debug)]
pub struct Found<S: Subject> {
    /// The number of the engine.
    pub engine: usize,
    /// The family of the batch.
    pub family: Family,
    /// The call.
    pub trial: Trial<S>,
}

/// The differential loop of one kernel.
pub struct Differential<S: Subject> {
    generator: Generator,
    clean: Batch<S>,
    poisoned: Batch<S>,
    matrix: Vec<S::Answer>,
    tally: Tally,
}

impl<S: Subject> Differential<S> {
    /// A loop over these random numbers.
    pub fn new(rng: Rng) -> Self {
        Self {
            generator: Generator::new::<S::A, S::B>(rng),
            clean: Batch::new(),
            poisoned: Batch::new(),
            matrix: Vec::new(),
            tally: Tally::default(),
        }
    }

    /// What was met so far.
    pub fn tally(&self) -> Tally {
        self.tally
    }

    /// What the kernel can meet.
    pub fn classes(&self) -> Classes {
        Classes {
            misses: S::can_miss(),
            touching: !self.generator.right().fields.is_empty(),
            degenerate: self.generator.left().can_degenerate() || self.generator.right().can_degenerate(),
        }
    }

    /// One round on these engines.
    ///
    /// # Errors
    /// The first call that is not as the contract asks.
    pub fn round<E: Engine>(&mut self, engines: &[E]) -> Result<(), Box<Found<S>>> {
        let number = self.tally.rounds as usize;
        self.tally.rounds += 1;
        let family = Family::ALL[number % Family::ALL.len()];
        let found = |engine, trial| Box::new(Found { engine, family, trial });

        self.fill(family);
        let (start, rows) = (self.generator.rng().below(ROWS - LEFTS), number % (LONGEST + 1));
        self.fill_matrix(start, rows);
        self.poison().map_err(|window| found(0, self.poisoned.trial(window)))?;
        let turns = |lanes: usize| if number.is_multiple_of(4) { lanes } else { 1 };

        for (i, engine) in engines.iter().enumerate() {
            self.calls(engine, start, rows).map_err(|w| found(i, self.clean.trial(w)))?;
            for turn in 0..turns(engine.lanes()) {
                self.tally.comparisons += rows as u64;
                let start = (start + turn) % ROWS;
                let outcome = self.poisoned.query(engine, start, rows);
                outcome.map_err(|window| found(i, self.poisoned.trial(window)))?;
            }
        }
        Ok(())
    }

    /// Draws the batch, lets the twin answer and counts what was met.
    fn fill(&mut self, family: Family) {
        let (mut a, mut b) = ([0.0; 16], [0.0; 16]);
        let (a, b) = (&mut a[..S::A::COLUMNS.len()], &mut b[..S::B::COLUMNS.len()]);
        let mut before: Option<u64> = None;
        for row in 0..ROWS {
            let neighbour = before.filter(|_| self.generator.rng().one_in(4));
            if neighbour.is_some() {
                self.generator.neighbour(a, b);
            } else {
                self.generator.pair(family, a, b);
            }
            // No NaN here, so the contract cannot be broken.
            let _ = self.clean.set(row, a, b);
            let answer = self.clean.expected[row];
            let signature = answer.signature();
            let (left, right) = (self.generator.left(), self.generator.right());
            self.tally.cases += 1;
            self.tally.hits += u64::from(answer.hit());
            self.tally.misses += u64::from(!answer.hit());
            self.tally.touching += u64::from(neighbour.is_some_and(|before| before != signature));
            self.tally.degenerate += u64::from(left.degenerate(a) || right.degenerate(b));
            before = Some(signature);
        }
    }

    /// The twin's answers of a few left rows with many right rows, left row by left row.
    fn fill_matrix(&mut self, start: usize, rows: usize) {
        self.matrix.clear();
        if S::B::COLUMNS.is_empty() {
            return;
        }
        let lefts = if S::COMPUTES { 1 } else { LEFTS };
        let (left, right) = (self.clean.left(start, lefts), self.clean.right(start, rows));
        self.matrix.extend(left.iter().flat_map(|a| right.iter().map(move |b| S::twin(&a, &b))));
    }

    /// Copies the batch and puts NaN and infinities into some rows.
    fn poison(&mut self) -> Result<(), Window> {
        const BAD: [f32; 6] = [
            f32::NAN,
            -f32::NAN,
            f32::from_bits(0x7fa0_1234), // signalling, with a payload
            f32::INFINITY,
            f32::NEG_INFINITY,
            f32::NAN,
        ];
        self.poisoned.copy_from(&self.clean);
        let bits = self.generator.rng().bits();
        // A quarter of the rows; or all but one.
        let rows = if bits >> 61 == 0 { !(1 << (bits & 31)) } else { (bits & bits >> 32) as u32 };
        let (mut a, mut b) = ([0.0; 16], [0.0; 16]);
        let (a, b) = (&mut a[..S::A::COLUMNS.len()], &mut b[..S::B::COLUMNS.len()]);
        for row in (0..ROWS).filter(|row| rows >> row & 1 == 1) {
            a.iter_mut().zip(self.clean.a.as_ref()).for_each(|(x, column)| *x = column[row]);
            b.iter_mut().zip(self.clean.b.as_ref()).for_each(|(x, column)| *x = column[row]);
            let rng = self.generator.rng();
            for _ in 0..=rng.below(2) {
                let (k, bad) = (rng.below(a.len() + b.len()), rng.pick(&BAD));
                *(if k < a.len() { &mut a[k] } else { &mut b[k - a.len()] }) = bad;
            }
            let outcome = self.poisoned.set(row, a, b);
            outcome.map_err(|()| Window { call: Call::Rows, start: row, rows: 1 })?;
            let nan = has_nan(&S::A::from_values(|k| a[k]), &S::B::from_values(|k| b[k]));
            self.tally.nan += u64::from(nan);
            self.tally.infinite += u64::from(!nan);
        }
        Ok(())
    }

    /// Every query on the clean batch.
    fn calls<E: Engine>(&mut self, engine: &E, start: usize, rows: usize) -> Result<(), Window> {
        for turn in 0..engine.lanes() {
            self.tally.comparisons += ROWS as u64;
            self.clean.query(engine, turn, ROWS)?;
        }
        self.tally.comparisons += rows as u64;
        self.clean.query(engine, start, rows)?;
        if S::B::COLUMNS.is_empty() {
            return Ok(());
        }
        // Computing kernels have no all-pairs query; for the others the first left row is asked twice.
        self.tally.comparisons += (self.matrix.len() + if S::COMPUTES { 0 } else { rows }) as u64;
        let left = self.clean.left(start, LEFTS);
        let right = self.clean.right(start, rows);
        let first = left.iter().next().unwrap_or_else(S::A::zeroed);
        S::one(engine, &first, &right, &self.matrix[..rows]).map_err(|_| Window {
            call: Call::One,
            start,
            rows,
        })?;
        S::all(engine, &left, &right, &self.matrix).map_err(|_| Window { call: Call::All, start, rows })
    }
}
