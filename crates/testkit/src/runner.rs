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

use soa::Stages;

use crate::corpora::Source;
use crate::families::Family;
use crate::mismatch::Mismatch;
use crate::pairs::{self, Pair};
use crate::rng::Rng;
use crate::rows::{Columns, Row};
use crate::search::{SQUEEZABLE, Search};
use crate::shrink::shrink;
use crate::subject::{Call, Engine, ORACLE, REFERENCE, Subject, has_nan};
use crate::tally::Tally;
use crate::trial::Trial;

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

/// What the stages of an exact kernel are called. Each kernel can need all of them, those of degree 2 too:
/// where coordinates differ by many powers of two, a square of two digits has more than `f64` holds.
pub const STAGES: [&str; 4] = ["f32 lanes", "f64 lanes", "f64 error-free", "integers"];

/// Pairs of rows, and the words that the contract requires of them.
#[derive(Clone)]
struct Batch {
    subject: Subject,
    a: Columns,
    b: Columns,
    expected: Vec<u32>,
}

impl Batch {
    fn new(subject: Subject) -> Self {
        let (a, b) = (Columns::new(subject.left()), Columns::new(subject.right()));
        Self { subject, a, b, expected: Vec::new() }
    }

    fn len(&self) -> usize {
        self.expected.len() / self.subject.words()
    }

    /// The words of a row.
    fn words(&self, row: usize) -> &[u32] {
        let words = self.subject.words();
        &self.expected[row * words..][..words]
    }

    fn push(&mut self, a: &[f32], b: &[f32], expected: &[u32]) {
        self.a.push(a);
        self.b.push(b);
        self.expected.extend(expected);
    }

    /// Appends the first rows of another batch.
    fn extend(&mut self, other: &Self, rows: usize) {
        self.a.extend(&other.a, rows);
        self.b.extend(&other.b, rows);
        self.expected.extend(&other.expected[..rows * self.subject.words()]);
    }

    /// Puts a copy of the rows behind them, so that a batch rotated by `r` is the slice from `r`.
    fn double(&mut self) {
        self.extend(&self.clone(), self.len());
    }

    fn clear(&mut self) {
        *self = Self::new(self.subject);
    }

    fn query(&self, engine: &dyn Engine, start: usize, rows: usize) -> Result<Stages, Window> {
        let (range, words) = (start..start + rows, self.subject.words());
        let expected = &self.expected[range.start * words..range.end * words];
        let (a, b) = (self.a.view(range.clone()), self.b.view(range));
        let outcome = self.subject.check(engine, Call::Rows, &a, &b, expected);
        outcome.map_err(|_| Window { call: Call::Rows, start, rows })
    }

    fn trial(&self, Window { call, start, rows }: Window) -> Trial {
        let lefts = match call {
            Call::Rows => rows,
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

/// A failed call, before it is shrunk.
pub struct Found<'e> {
    /// What answered wrong.
    pub engine: &'e dyn Engine,
    /// The family of the batch, or how it was searched for.
    pub family: &'static str,
    /// The call.
    pub trial: Trial,
}

impl Found<'_> {
    /// As few rows and as simple numbers as show it.
    pub fn shrunk(self) -> Mismatch {
        Mismatch::new(self.engine, self.family, &shrink(self.engine, self.trial))
    }
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
    matrix: Vec<u32>,
    start: usize,
    rows: usize,
}

impl Round {
    /// Compares every answer of every engine.
    ///
    /// # Errors
    /// The first call that breaks the contract.
    pub fn check<'e>(&self, engines: &[&'e dyn Engine], tally: &mut Tally) -> Result<(), Found<'e>> {
        let Self { family, number, start, rows, .. } = *self;
        for &engine in engines {
            let found = |trial| Found { engine, family, trial };
            self.calls(engine, tally).map_err(|window| found(self.clean.trial(window)))?;
            let turns = if number.is_multiple_of(4) { engine.lanes() } else { 1 };
            for turn in 0..turns {
                let outcome = self.poisoned.query(engine, (start + turn) % ROWS, rows);
                outcome.map_err(|window| found(self.poisoned.trial(window)))?;
            }
            tally.add("comparisons", (turns * rows) as u64);
        }
        Ok(())
    }

    /// Every query on the clean batch.
    fn calls(&self, engine: &dyn Engine, tally: &mut Tally) -> Result<(), Window> {
        let Self { start, rows, ref clean, .. } = *self;
        let (subject, lanes) = (clean.subject, engine.lanes());
        let mut stages = Stages::default();
        for turn in 0..lanes {
            stages += clean.query(engine, turn, ROWS)?;
        }
        stages += clean.query(engine, start, rows)?;
        count(tally, lanes * ROWS + rows, stages);
        if subject.is_unary() {
            return Ok(());
        }
        let mut check = |call, lefts: usize, expected: &[u32]| {
            tally.add("comparisons", (expected.len() / subject.words()) as u64);
            let (a, b) = (clean.a.view(start..start + lefts), clean.b.view(start..start + rows));
            let outcome = subject.check(engine, call, &a, &b, expected);
            outcome.map_err(|_| Window { call, start, rows })
        };
        check(Call::One, 1, &self.matrix[..rows * subject.words()])?;
        // Computing kernels have no all-pairs query.
        if subject.computes() { Ok(()) } else { check(Call::All, LEFTS, &self.matrix).map(|_| ()) }
    }
}

/// Counts compared lanes, and which stage resolved how many.
fn count(tally: &mut Tally, comparisons: usize, stages: Stages) {
    tally.add("comparisons", comparisons as u64);
    if stages.rows() > 0 {
        let counts = [stages.single, stages.double, stages.rounded, stages.integer];
        STAGES.into_iter().zip(counts).for_each(|(stage, n)| tally.add(stage, n));
    }
}

/// The differential loop of one kernel.
pub struct Differential {
    subject: Subject,
    search: Search,
    round: Round,
    long: Batch,
    tally: Tally,
    /// The number of the first round.
    first: usize,
    rounds: usize,
    /// The shapes, where there is a truth.
    pair: Option<&'static Pair>,
}

impl Differential {
    /// A loop over these random numbers. Families and batch lengths go by the round's number, so several
    /// short loops that begin at different numbers meet as much as a long one.
    pub fn new(subject: Subject, rng: Rng, first: usize) -> Self {
        let shapes = [subject.left(), subject.right()];
        let hit = move |a: &[f32], b: &[f32]| subject.is_hit(&subject.reference(a, b));
        let empty = || Batch::new(subject);
        let round = Round {
            family: "",
            number: 0,
            clean: empty(),
            poisoned: empty(),
            matrix: Vec::new(),
            start: 0,
            rows: 0,
        };
        Self {
            subject,
            search: Search::new(rng, shapes, hit),
            round,
            long: empty(),
            tally: Tally::default(),
            first,
            rounds: 0,
            pair: pairs::of(shapes[0], shapes[1]).filter(|_| !subject.computes()),
        }
    }

    /// The kernel.
    pub fn subject(&self) -> Subject {
        self.subject
    }

    /// What was met so far.
    pub fn tally(&self) -> &Tally {
        &self.tally
    }

    /// The classes that the kernel can meet, in random rounds or in those that are searched for.
    pub fn classes(&self, is_search: bool) -> Vec<&'static str> {
        let (subject, generator) = (self.subject, &self.search.generator);
        let can_degenerate = generator.left().can_degenerate() || generator.right().can_degenerate();
        let (promised, is_random) = (subject.is_promised(), !is_search);
        let mut classes = vec!["hits", "NaN lanes", "infinite lanes", "lattice"];
        let more = [
            ("misses", subject.can_miss()),
            ("oracle", promised),
            ("touching", is_random && !subject.is_unary()),
            ("degenerate", is_random && can_degenerate),
            ("published", is_random && !promised && self.pair.is_some()),
            ("bisected", is_search),
            ("squeezed", is_search),
        ];
        classes.extend(more.into_iter().filter(|(_, can)| *can).map(|(class, _)| class));
        classes.extend(STAGES.into_iter().filter(|_| subject.is_exact()));
        classes
    }

    /// One round of random pairs on these engines.
    ///
    /// # Errors
    /// The first call that breaks the contract.
    pub fn round<'e>(&mut self, engines: &[&'e dyn Engine]) -> Result<(), Found<'e>> {
        self.draw()?;
        self.check(engines)
    }

    /// One round of pairs that were searched for.
    ///
    /// # Errors
    /// The first call that breaks the contract.
    pub fn search<'e>(&mut self, engines: &[&'e dyn Engine]) -> Result<(), Found<'e>> {
        self.find()?;
        self.check(engines)
    }

    /// Draws a round of random pairs.
    ///
    /// # Errors
    /// A case in which the reference breaks the contract.
    pub fn draw(&mut self) -> Result<&Round, Found<'static>> {
        let number = self.begin();
        let family = Family::ALL[number % Family::ALL.len()];
        self.round.family = family.name();
        let mut before: Option<(Row, u64)> = None;
        for n in number..number + ROWS {
            let neighbour = before.take().filter(|_| self.search.generator.rng().one_in(4));
            let row = match &neighbour {
                Some((row, _)) => self.neighbour(row.clone()),
                None if family == Family::Grid && self.search.generator.rng().one_in(2) => self.lattice(),
                None => self.search.pair(family),
            };
            let words = self.push(&row);
            let signature = self.subject.signature(&words);
            self.tally.note("touching", neighbour.is_some_and(|(_, before)| before != signature));
            if n.is_multiple_of(ORACLE_EVERY) {
                self.check_truth(&row, &words)?;
            }
            if n.is_multiple_of(EXACT_EVERY) && !self.subject.is_promised() {
                self.compare_published(&row, &words);
            }
            before = Some((row, signature));
        }
        self.finish()
    }

    /// Searches for one turn or several, so that one lane in four to all of them are hard.
    ///
    /// # Errors
    /// A case in which the reference breaks the contract.
    pub fn find(&mut self) -> Result<&Round, Found<'static>> {
        let number = self.begin();
        let (number, squeeze) = (number / 2, number.is_multiple_of(2));
        self.round.family = if squeeze { Source::Squeezed } else { Source::Bisected }.name();
        let wanted = (1 + self.search.generator.rng().below(4)) * (2 + NEIGHBOURS);
        let mut rows: Vec<Row> = Vec::with_capacity(ROWS);
        for n in number..number + MAX_TRIES {
            if rows.len() >= wanted {
                break;
            }
            let sides = if squeeze {
                self.search.squeezed(SQUEEZABLE[n % SQUEEZABLE.len()])
            } else {
                self.search.bisected(Family::ALL[n % Family::ALL.len()])
            };
            let Some(sides) = sides else { continue };
            self.tally.add(self.round.family, 1);
            rows.extend(sides.map(|(row, _)| row));
            for i in 0..NEIGHBOURS {
                let row = self.neighbour(rows[rows.len() - 2 - i + i % 2].clone());
                rows.push(row);
            }
        }
        while rows.len() < ROWS {
            let is_lattice = rows.len().is_multiple_of(2);
            let family = Family::ALL[number % Family::ALL.len()];
            rows.push(if is_lattice { self.lattice() } else { self.search.pair(family) });
        }
        for _ in 0..ROWS {
            // Any order: hard lanes lie among others.
            let pick = self.search.generator.rng().below(rows.len());
            let row = rows.swap_remove(pick);
            let words = self.push(&row);
            self.check_truth(&row, &words)?;
        }
        self.finish()
    }

    fn begin(&mut self) -> usize {
        self.round.number = self.first + self.rounds;
        self.rounds += 1;
        self.round.clean.clear();
        self.round.poisoned.clear();
        self.round.number
    }

    /// What the reference does not answer by itself: other queries, other values.
    fn finish(&mut self) -> Result<&Round, Found<'static>> {
        self.poison()?;
        self.round.clean.double();
        self.round.poisoned.double();
        self.round.start = self.search.generator.rng().below(ROWS - LEFTS);
        self.round.rows = self.round.number % (LONGEST + 1);
        self.fill_matrix();
        Ok(&self.round)
    }

    fn check<'e>(&mut self, engines: &[&'e dyn Engine]) -> Result<(), Found<'e>> {
        self.round.check(engines, &mut self.tally)?;
        self.long.extend(&self.round.clean, ROWS);
        if self.long.len() < LONG {
            return Ok(());
        }
        for &engine in engines {
            let found = |window| Found { engine, family: self.round.family, trial: self.long.trial(window) };
            let stages = self.long.query(engine, 0, LONG).map_err(found)?;
            count(&mut self.tally, LONG, stages);
        }
        self.long.clear();
        Ok(())
    }

    fn split<'r>(&self, row: &'r [f32]) -> (&'r [f32], &'r [f32]) {
        row.split_at(self.subject.left().columns().len())
    }

    fn neighbour(&mut self, mut row: Row) -> Row {
        let (a, b) = row.split_at_mut(self.subject.left().columns().len());
        self.search.generator.neighbour(a, b);
        row
    }

    fn lattice(&mut self) -> Row {
        self.tally.add("lattice", 1);
        self.search.lattice()
    }

    /// Adds a case without NaN to the batch, counts it, and returns the reference's answer.
    fn push(&mut self, row: &[f32]) -> Vec<u32> {
        let (a, b) = self.split(row);
        let words = self.subject.reference(a, b);
        self.round.clean.push(a, b, &words);
        let generator = &self.search.generator;
        let is_degenerate = generator.left().degenerate(a) || generator.right().degenerate(b);
        let is_hit = self.subject.is_hit(&words);
        self.tally.add("cases", 1);
        self.tally.add(if is_hit { "hits" } else { "misses" }, 1);
        self.tally.note("degenerate", is_degenerate);
        words
    }

    fn found(&self, engine: &'static dyn Engine, a: &[f32], b: &[f32]) -> Found<'static> {
        let (a, b) = (vec![a.to_vec()], vec![b.to_vec()]);
        let trial = Trial { subject: self.subject, call: Call::Rows, a, b };
        Found { engine, family: self.round.family, trial }
    }

    /// Compares an answer that is promised to be the truth with the oracle's.
    fn check_truth(&mut self, row: &[f32], words: &[u32]) -> Result<(), Found<'static>> {
        let Some(pair) = self.pair.filter(|_| self.subject.is_promised()) else { return Ok(()) };
        self.tally.add("oracle", 1);
        let (a, b) = self.split(row);
        let is_true = pair.truth(a, b) == self.subject.is_hit(words);
        if is_true { Ok(()) } else { Err(self.found(&ORACLE, a, b)) }
    }

    /// Compares the answer of a published algorithm with the exact one, by family.
    fn compare_published(&mut self, row: &[f32], words: &[u32]) {
        let Some(pair) = self.pair else { return };
        let (a, b) = self.split(row);
        let differs = pair.exact(a, b) != self.subject.is_hit(words);
        self.tally.add("published", 1);
        self.tally.note("differ", differs);
        self.tally.add(&format!("published/{}", self.round.family), 1);
        self.tally.note(&format!("differ/{}", self.round.family), differs);
    }

    /// The reference's answers of a few left rows with many right rows, left row by left row.
    fn fill_matrix(&mut self) {
        let (subject, Round { clean, matrix, start, rows, .. }) = (self.subject, &mut self.round);
        matrix.clear();
        let lefts = if subject.computes() { 1 } else { LEFTS };
        let (left, right) = (clean.a.rows(*start..*start + lefts), clean.b.rows(*start..*start + *rows));
        for a in left.iter().filter(|_| !subject.is_unary()) {
            matrix.extend(right.iter().flat_map(|b| subject.reference(a, b)));
        }
    }

    /// Copies the batch and puts NaN and infinities into some rows.
    fn poison(&mut self) -> Result<(), Found<'static>> {
        const BAD: [f32; 6] = [
            f32::NAN,
            -f32::NAN,
            f32::from_bits(0x7fa0_1234), // signalling, with a payload
            f32::INFINITY,
            f32::NEG_INFINITY,
            f32::NAN,
        ];
        let bits = self.search.generator.rng().bits();
        // A quarter of the rows; or all but one.
        let bad_rows = if bits >> 61 == 0 { !(1 << (bits & 31)) } else { (bits & bits >> 32) as u32 };
        let (lefts, rights) = (self.round.clean.a.rows(0..ROWS), self.round.clean.b.rows(0..ROWS));
        for (row, (mut a, mut b)) in lefts.into_iter().zip(rights).enumerate() {
            let Round { clean, poisoned, .. } = &mut self.round;
            if bad_rows >> row & 1 == 0 {
                poisoned.push(&a, &b, clean.words(row));
                continue;
            }
            let rng = self.search.generator.rng();
            for _ in 0..=rng.below(2) {
                let (k, bad) = (rng.below(a.len() + b.len()), rng.pick(&BAD));
                *(if k < a.len() { &mut a[k] } else { &mut b[k - a.len()] }) = bad;
            }
            let (has_nan, expected) = (has_nan(&a, &b), self.subject.expected(&a, &b));
            poisoned.push(&a, &b, &expected);
            self.tally.add(if has_nan { "NaN lanes" } else { "infinite lanes" }, 1);
            if has_nan && expected != self.subject.reference(&a, &b) {
                return Err(self.found(&REFERENCE, &a, &b));
            }
        }
        Ok(())
    }
}
