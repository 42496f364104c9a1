//! The differential loop: random batches, every query, every level, every lane, against the reference.
//!
//! A *round* is one batch of [`ROWS`] random pairs of one family. The reference answers them once; then, at
//! every level:
//!
//! - the batch is queried once for each lane of a register, rotated by one row each time, so that every case
//!   is in every lane once;
//! - a batch of every length from 0 to [`LONGEST`] is queried, one length a round;
//! - NaN and infinities are put into some rows, which must answer as the contract says while the others
//!   answer as before, rotated through every lane in one round of four;
//! - one against many, and a few against many, by brute force;
//! - the batches of many rounds are queried as one of [`LONG`] rows, since long calls resolve undecided lanes
//!   in other ways.
//!
//! Where the answers are promised to be the truth, the oracle checks the reference itself in one case of
//! [`ORACLE_EVERY`]. What a published algorithm says is compared with the exact answer in one case of
//! [`EXACT_EVERY`], to report how often it differs.
//!
//! [`Differential::search`] makes a round of pairs that were searched for ([`crate::search`]): both sides of
//! where the answer turns, and their neighbours. The oracle checks each of them.

use soa::{AnyView, Stages};

use crate::corpora::Source;
use crate::families::Family;
use crate::pairs::{self, GroundTruth};
use crate::rng::Rng;
use crate::rows::{Columns, Row};
use crate::search::{SQUEEZABLE, Search};
use crate::subject::{Answer, Engine, Subject};
use crate::tally::{Classes, Tally};
use crate::trial::{Call, Trial, contract, has_nan};

/// Pairs in a batch: whole registers at every level, so that rotations put each case in each lane.
pub const ROWS: usize = 32;
/// The longest batch: one more than a whole number of registers at every level.
pub const LONGEST: usize = 33;
/// Rows of a long call: several of the blocks that soa treats as one, and a tail.
pub const LONG: usize = 65 * ROWS - 3;
/// The oracle checks one case of this many: it costs more than all queries of a case.
pub const ORACLE_EVERY: usize = 16;
/// One case of this many is compared with the exact answer.
pub const EXACT_EVERY: usize = 4;
/// Left rows of an all-pairs call.
const LEFTS: usize = 3;
/// Rows beside the two sides of a turn: their neighbours.
const NEIGHBOURS: usize = 6;
/// Pairs from which a round begins to search for a turn, before it draws the rest of its batch at random.
const MAX_TRIES: usize = 40;

/// Columns of both sides with the answers that the contract requires. The rows are there twice, one copy
/// behind the other, so that a batch rotated by `r` is the slice from `r`.
#[derive(Clone)]
struct Batch {
    subject: Subject,
    a: Columns,
    b: Columns,
    expected: Vec<Answer>,
}

impl Batch {
    fn new(subject: Subject) -> Self {
        let (a, b) = (Columns::zeros(subject.left(), 2 * ROWS), Columns::zeros(subject.right(), 2 * ROWS));
        let expected = vec![subject.reference(&a.row(0), &b.row(0)); 2 * ROWS];
        Self { subject, a, b, expected }
    }

    /// Writes a row and what the contract says of it.
    fn set(&mut self, row: usize, a: &[f32], b: &[f32]) -> Result<(), ()> {
        for copy in [row, row + ROWS] {
            self.a.set(copy, a);
            self.b.set(copy, b);
        }
        let answer = contract(self.subject, a, b);
        self.expected[row] = answer.map_err(|_| ())?;
        self.expected[row + ROWS] = self.expected[row];
        Ok(())
    }

    fn copy_from(&mut self, other: &Self) {
        self.a.copy_from(&other.a);
        self.b.copy_from(&other.b);
        self.expected.copy_from_slice(&other.expected);
    }

    fn left(&self, start: usize, rows: usize) -> AnyView<'_> {
        self.a.view(start, rows)
    }

    fn right(&self, start: usize, rows: usize) -> AnyView<'_> {
        self.b.view(start, rows)
    }

    fn query(&self, engine: &dyn Engine, start: usize, rows: usize) -> Result<Stages, Window> {
        let expected = &self.expected[start..start + rows];
        let outcome = self.subject.rows(engine, &self.left(start, rows), &self.right(start, rows), expected);
        outcome.map_err(|_| Window { call: Call::Rows, start, rows })
    }

    fn trial(&self, Window { call, start, rows }: Window) -> Trial {
        let lefts = match call {
            Call::Rows | Call::Truth => rows,
            Call::One => 1,
            Call::All => LEFTS,
        };
        let (a, b) = (self.a.rows(start..start + lefts), self.b.rows(start..start + rows));
        Trial { subject: self.subject, call, a, b }
    }
}

/// Part of a batch, and the query that it is for.
#[derive(Clone, Copy)]
struct Window {
    call: Call,
    start: usize,
    rows: usize,
}

/// The rows of many batches, one behind the other, as one call.
struct LongBatch {
    subject: Subject,
    a: Columns,
    b: Columns,
    expected: Vec<Answer>,
}

impl LongBatch {
    fn new(subject: Subject) -> Self {
        let (a, b) = (Columns::zeros(subject.left(), 0), Columns::zeros(subject.right(), 0));
        Self { subject, a, b, expected: Vec::new() }
    }

    /// Appends a batch.
    fn push(&mut self, batch: &Batch) {
        self.a.extend(&batch.a, ROWS);
        self.b.extend(&batch.b, ROWS);
        self.expected.extend_from_slice(&batch.expected[..ROWS]);
    }

    fn query(&self, engine: &dyn Engine) -> Result<Stages, ()> {
        let (a, b) = (self.a.view(0, LONG), self.b.view(0, LONG));
        self.subject.rows(engine, &a, &b, &self.expected[..LONG]).map_err(|_| ())
    }

    fn trial(&self) -> Trial {
        let (a, b) = (self.a.rows(0..LONG), self.b.rows(0..LONG));
        Trial { subject: self.subject, call: Call::Rows, a, b }
    }

    fn clear(&mut self) {
        self.a.clear();
        self.b.clear();
        self.expected.clear();
    }
}

/// A failed call, before it is shrunk.
#[derive(Debug)]
pub struct Found {
    /// The number of the engine.
    pub engine: usize,
    /// The family of the batch, or how it was searched for.
    pub family: &'static str,
    /// The call.
    pub trial: Trial,
}

/// A batch that is ready to be queried, with all its answers.
#[derive(Clone)]
pub struct Round {
    family: &'static str,
    /// The number of the round.
    number: usize,
    clean: Batch,
    poisoned: Batch,
    /// The answers of the all-pairs call of `rows` rows from `start`.
    matrix: Vec<Answer>,
    start: usize,
    rows: usize,
}

impl Round {
    fn new(subject: Subject) -> Self {
        Self {
            family: Family::Uniform.name(),
            number: 0,
            clean: Batch::new(subject),
            poisoned: Batch::new(subject),
            matrix: Vec::new(),
            start: 0,
            rows: 0,
        }
    }

    /// Compares every answer of every engine.
    ///
    /// # Errors
    /// The first call that breaks the contract.
    pub fn check(&self, engines: &[&dyn Engine], tally: &mut Tally) -> Result<(), Box<Found>> {
        let Self { family, number, start, rows, .. } = *self;
        let found = |engine, trial| Box::new(Found { engine, family, trial });
        let turns = |lanes: usize| if number.is_multiple_of(4) { lanes } else { 1 };
        for (i, &engine) in engines.iter().enumerate() {
            self.calls(engine, tally).map_err(|w| found(i, self.clean.trial(w)))?;
            for turn in 0..turns(engine.lanes()) {
                tally.comparisons += rows as u64;
                let start = (start + turn) % ROWS;
                let outcome = self.poisoned.query(engine, start, rows);
                outcome.map_err(|window| found(i, self.poisoned.trial(window)))?;
            }
        }
        Ok(())
    }

    /// Every query on the clean batch.
    fn calls(&self, engine: &dyn Engine, tally: &mut Tally) -> Result<(), Window> {
        let Self { start, rows, ref clean, .. } = *self;
        let subject = clean.subject;
        for turn in 0..engine.lanes() {
            tally.comparisons += ROWS as u64;
            tally.stages += clean.query(engine, turn, ROWS)?;
        }
        tally.comparisons += rows as u64;
        tally.stages += clean.query(engine, start, rows)?;
        if subject.is_unary() {
            return Ok(());
        }
        // Computing kernels have no all-pairs query; for the others the first left row is queried twice.
        tally.comparisons += (self.matrix.len() + if subject.computes() { 0 } else { rows }) as u64;
        let (left, right) = (clean.left(start, LEFTS), clean.right(start, rows));
        let one = subject.one(engine, &clean.a.row(start), &right, &self.matrix[..rows]);
        one.map_err(|_| Window { call: Call::One, start, rows })?;
        let all = subject.all(engine, &left, &right, &self.matrix);
        all.map_err(|_| Window { call: Call::All, start, rows })
    }
}

/// The differential loop of one kernel.
pub struct Differential {
    subject: Subject,
    search: Search,
    round: Round,
    long: LongBatch,
    tally: Tally,
    /// The number of the first round.
    first: usize,
    /// The truth, where the answers are promised to be it.
    oracle: Option<GroundTruth>,
    /// The exact answer, where the kernel is a published algorithm.
    exact: Option<GroundTruth>,
}

impl Differential {
    /// A loop over these random numbers.
    pub fn new(subject: Subject, rng: Rng) -> Self {
        let promised = subject.is_exact() || pairs::promised().contains(&subject.name());
        let (left, right) = (subject.left(), subject.right());
        let ground_truth = pairs::ground_truth(left, right);
        let hit = move |a: &[f32], b: &[f32]| subject.reference(a, b).hit();
        Self {
            subject,
            search: Search::new(rng, [left, right], hit),
            round: Round::new(subject),
            long: LongBatch::new(subject),
            tally: Tally::default(),
            first: 0,
            oracle: ground_truth.filter(|_| promised),
            exact: ground_truth.filter(|_| !promised && !subject.computes()),
        }
    }

    /// The same beginning with another round than the first: families and batch lengths go by the round's
    /// number, so several short loops that begin at different numbers meet as much as a long one.
    #[must_use]
    pub fn beginning_at(self, first: usize) -> Self {
        Self { first, ..self }
    }

    /// What was met so far.
    pub fn tally(&self) -> Tally {
        self.tally
    }

    /// What the kernel can meet.
    pub fn classes(&self) -> Classes {
        let (left, right) = (self.search.generator.left(), self.search.generator.right());
        Classes {
            misses: self.subject.can_miss(),
            touching: !right.fields.is_empty(),
            degenerate: left.can_degenerate() || right.can_degenerate(),
            promised: self.oracle.is_some(),
            published: self.exact.is_some(),
            stages: self.subject.is_exact(),
        }
    }

    /// One round of random pairs on these engines.
    ///
    /// # Errors
    /// The first call that breaks the contract.
    pub fn round(&mut self, engines: &[&dyn Engine]) -> Result<(), Box<Found>> {
        self.draw()?;
        self.check(engines)
    }

    /// One round of pairs that were searched for.
    ///
    /// # Errors
    /// The first call that breaks the contract.
    pub fn search(&mut self, engines: &[&dyn Engine]) -> Result<(), Box<Found>> {
        self.find()?;
        self.check(engines)
    }

    /// Draws a round of random pairs.
    ///
    /// # Errors
    /// A case in which the reference breaks the contract.
    pub fn draw(&mut self) -> Result<&Round, Box<Found>> {
        let number = self.begin();
        let family = number % Family::ALL.len();
        self.round.family = Family::ALL[family].name();
        self.fill(family)?;
        self.finish()
    }

    /// Searches for a round of pairs.
    ///
    /// # Errors
    /// A case in which the reference breaks the contract.
    pub fn find(&mut self) -> Result<&Round, Box<Found>> {
        let number = self.begin();
        let squeeze = number.is_multiple_of(2);
        self.round.family = if squeeze { Source::Squeezed } else { Source::Bisected }.name();
        self.fill_searched(number / 2, squeeze)?;
        self.finish()
    }

    /// Columns of both shapes.
    fn columns(&self) -> [usize; 2] {
        [self.subject.left(), self.subject.right()].map(|shape| shape.columns().len())
    }

    fn begin(&mut self) -> usize {
        self.round.number = self.first + self.tally.rounds as usize;
        self.tally.rounds += 1;
        self.round.number
    }

    /// What the reference does not answer by itself: other queries, other values.
    fn finish(&mut self) -> Result<&Round, Box<Found>> {
        self.round.start = self.search.generator.rng().below(ROWS - LEFTS);
        self.round.rows = self.round.number % (LONGEST + 1);
        self.fill_matrix();
        self.poison().map_err(|window| Box::new(self.found(self.round.poisoned.trial(window))))?;
        Ok(&self.round)
    }

    fn found(&self, trial: Trial) -> Found {
        Found { engine: 0, family: self.round.family, trial }
    }

    fn check(&mut self, engines: &[&dyn Engine]) -> Result<(), Box<Found>> {
        self.round.check(engines, &mut self.tally)?;
        self.long.push(&self.round.clean);
        if self.long.expected.len() < LONG {
            return Ok(());
        }
        for (engine, &at) in engines.iter().enumerate() {
            self.tally.comparisons += LONG as u64;
            let family = self.round.family;
            let found = |()| Box::new(Found { engine, family, trial: self.long.trial() });
            self.tally.stages += self.long.query(at).map_err(found)?;
        }
        self.long.clear();
        Ok(())
    }

    /// Draws the batch, lets the reference answer and counts what was met.
    fn fill(&mut self, family: usize) -> Result<(), Box<Found>> {
        let (mut a, mut b) = ([0.0; 16], [0.0; 16]);
        let [left, right] = self.columns();
        let (a, b) = (&mut a[..left], &mut b[..right]);
        let mut before: Option<u64> = None;
        for row in 0..ROWS {
            let neighbour = before.filter(|_| self.search.generator.rng().one_in(4));
            if neighbour.is_some() {
                self.search.generator.neighbour(a, b);
            } else if Family::ALL[family] == Family::Grid && self.search.generator.rng().one_in(2) {
                let pair = self.search.lattice();
                let (left, right) = pair.split_at(a.len());
                a.copy_from_slice(left);
                b.copy_from_slice(right);
                self.tally.lattice += 1;
            } else {
                self.search.generator.pair(Family::ALL[family], a, b);
            }
            let answer = self.set(row, a, b);
            let signature = answer.signature();
            self.tally.touching += u64::from(neighbour.is_some_and(|before| before != signature));
            before = Some(signature);
            if (row + self.round.number).is_multiple_of(ORACLE_EVERY) {
                self.check_truth(a, b, answer)?;
            }
            if let Some(ground_truth) =
                self.exact.filter(|_| (row + self.round.number).is_multiple_of(EXACT_EVERY))
            {
                let truth = ground_truth.exact(a, b);
                self.tally.published[family].count(truth != answer.hit());
            }
        }
        Ok(())
    }

    /// Searches for one turn or several, so that one lane in four to all of them are hard, and checks every
    /// case.
    fn fill_searched(&mut self, number: usize, squeeze: bool) -> Result<(), Box<Found>> {
        let wanted = (1 + self.search.generator.rng().below(4)) * (2 + NEIGHBOURS);
        let [left, _] = self.columns();
        let mut rows: Vec<Row> = Vec::with_capacity(ROWS);
        for attempt in 0..MAX_TRIES {
            if rows.len() >= wanted {
                break;
            }
            let n = number + attempt;
            let sides = if squeeze {
                self.search.squeezed(SQUEEZABLE[n % SQUEEZABLE.len()])
            } else {
                self.search.bisected(Family::ALL[n % Family::ALL.len()])
            };
            let Some(sides) = sides else { continue };
            *(if squeeze { &mut self.tally.squeezed } else { &mut self.tally.bisected }) += 1;
            rows.extend(sides.map(|(row, _)| row));
            for i in 0..NEIGHBOURS {
                let mut row = rows[rows.len() - 2 - i + i % 2].clone();
                let (a, b) = row.split_at_mut(left);
                self.search.generator.neighbour(a, b);
                rows.push(row);
            }
        }
        while rows.len() < ROWS {
            rows.push(if rows.len().is_multiple_of(2) {
                self.tally.lattice += 1;
                self.search.lattice()
            } else {
                self.search.pair(Family::ALL[number % Family::ALL.len()])
            });
        }
        for row in 0..ROWS {
            // Any order: hard lanes lie among others.
            let pick = self.search.generator.rng().below(rows.len());
            let picked = rows.swap_remove(pick);
            let (a, b) = picked.split_at(left);
            let answer = self.set(row, a, b);
            self.check_truth(a, b, answer)?;
        }
        Ok(())
    }

    /// Writes a case without NaN to the batch, counts it, and returns the reference's answer.
    fn set(&mut self, row: usize, a: &[f32], b: &[f32]) -> Answer {
        // No NaN here, so the contract cannot be broken.
        let _ = self.round.clean.set(row, a, b);
        let answer = self.round.clean.expected[row];
        let (left, right) = (self.search.generator.left(), self.search.generator.right());
        self.tally.cases += 1;
        self.tally.hits += u64::from(answer.hit());
        self.tally.misses += u64::from(!answer.hit());
        self.tally.degenerate += u64::from(left.degenerate(a) || right.degenerate(b));
        answer
    }

    /// Compares an answer with the oracle's.
    fn check_truth(&mut self, a: &[f32], b: &[f32], answer: Answer) -> Result<(), Box<Found>> {
        let Some(ground_truth) = self.oracle else { return Ok(()) };
        self.tally.oracle += 1;
        if ground_truth.oracle(a, b) == answer.hit() {
            return Ok(());
        }
        let (a, b) = (vec![a.to_vec()], vec![b.to_vec()]);
        Err(Box::new(self.found(Trial { subject: self.subject, call: Call::Truth, a, b })))
    }

    /// The reference's answers of a few left rows with many right rows, left row by left row.
    fn fill_matrix(&mut self) {
        let (subject, Round { clean, matrix, start, rows, .. }) = (self.subject, &mut self.round);
        matrix.clear();
        if subject.is_unary() {
            return;
        }
        let lefts = if subject.computes() { 1 } else { LEFTS };
        let (left, right) = (clean.a.rows(*start..*start + lefts), clean.b.rows(*start..*start + *rows));
        for a in &left {
            matrix.extend(right.iter().map(|b| subject.reference(a, b)));
        }
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
        let [left, right] = self.columns();
        let Round { clean, poisoned, .. } = &mut self.round;
        poisoned.copy_from(clean);
        let bits = self.search.generator.rng().bits();
        // A quarter of the rows; or all but one.
        let rows = if bits >> 61 == 0 { !(1 << (bits & 31)) } else { (bits & bits >> 32) as u32 };
        let (mut a, mut b) = ([0.0; 16], [0.0; 16]);
        let (a, b) = (&mut a[..left], &mut b[..right]);
        for row in (0..ROWS).filter(|row| rows >> row & 1 == 1) {
            a.copy_from_slice(&clean.a.row(row));
            b.copy_from_slice(&clean.b.row(row));
            let rng = self.search.generator.rng();
            for _ in 0..=rng.below(2) {
                let (k, bad) = (rng.below(a.len() + b.len()), rng.pick(&BAD));
                *(if k < a.len() { &mut a[k] } else { &mut b[k - a.len()] }) = bad;
            }
            let outcome = poisoned.set(row, a, b);
            outcome.map_err(|()| Window { call: Call::Rows, start: row, rows: 1 })?;
            let nan = has_nan(a, b);
            self.tally.nan += u64::from(nan);
            self.tally.infinite += u64::from(!nan);
        }
        Ok(())
    }
}
