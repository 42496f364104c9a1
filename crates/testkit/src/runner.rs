//! The differential loop: random batches, every query, every level, every lane, against the reference.
//!
//! A *round* is one batch of [`ROWS`] random pairs of one family. The reference answers them once; then, at
//! every level:
//!
//! - the batch is queried once for each lane of a register, rotated by one row each time, so that every case
//!   is in every lane once;
//! - a batch of every length from 0 to [`LONGEST`] is queried, one length a round;
//! - one against many, and a few against many, by brute force;
//! - the batches of many rounds are queried as one of [`LONG`] rows, since long calls resolve undecided lanes
//!   in other ways; then a part of them among rows that miss, which long calls leave out.
//!
//! In every other round NaN and infinities are put into some rows, which must answer as the contract says
//! while the others answer as the reference does.
//!
//! Where the answers are promised to be the truth, the oracle checks the reference itself in one case of
//! [`ORACLE_EVERY`].
//!
//! [`Differential::search`] makes a round of pairs that were searched for ([`crate::search`]): both sides of
//! where the answer turns, and their neighbours. The oracle checks each of them. For an exact kernel there
//! are rounds of pairs that attack its bounds, too: those whose rounding errors come near them
//! ([`crate::climb`]), and those with margins of a few units in the last place ([`crate::construct`]). Of these
//! and of random pairs beside them, running error analysis says whether the bounds are proved
//! ([`crate::bounds`]).

use soa::Stages;

use crate::bounds::{ANALYSIS, Analysis};
use crate::climb::Climbs;
use crate::construct::Construct;
use crate::corpora::Source;
use crate::families::Family;
use crate::mismatch::Mismatch;
use crate::pairs::{self, Pair};
use crate::rng::Rng;
use crate::rows::{Columns, Row};
use crate::search::{SQUEEZABLE, Search};
use crate::shrink::shrink;
use crate::subject::{Call, Engine, ORACLE, REFERENCE, Subject, has_nan, signature};
use crate::tally::Tally;
use crate::trial::Trial;

/// Pairs in a batch: whole registers at every level, so that rotations put each case in each lane.
pub const ROWS: usize = 32;
/// The longest batch: one more than a whole number of registers at every level.
pub const LONGEST: usize = 33;
/// Rows of a long call: several of the blocks that soa treats as one, and a tail.
pub const LONG: usize = 65 * ROWS - 3;
/// In a long call whose other rows are one pair that misses, one of this many is a pair of a round.
const SPARSE: usize = 8;
/// The oracle checks one case of this many: it costs more than all queries of a case.
pub const ORACLE_EVERY: usize = 16;
/// Left rows of an all-pairs call.
const LEFTS: usize = 3;
/// Rows beside the two sides of a turn: their neighbours.
const NEIGHBOURS: usize = 6;
/// One of this many rounds of random pairs attacks the bounds of an exact kernel.
pub const ATTACK_EVERY: usize = 37;
/// Steps of a climb in a round that attacks.
const STEPS: usize = 64;
/// Pairs that are constructed in such a round, at most.
const CONSTRUCTED: usize = 8;
/// Pairs of whole numbers at the end of what is exact in such a round.
const LATTICES: usize = 16;
/// Pairs of which the first half of these is chosen: those about which lanes would be wrong soonest if more bits
/// were taken for exact.
const LATTICES_DRAWN: usize = 128;
/// Pairs of such a round that are shown at another size, too.
const SCALED: usize = 12;
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

    /// The words of some rows.
    fn words(&self, start: usize, rows: usize) -> &[u32] {
        let words = self.subject.words();
        &self.expected[start * words..(start + rows) * words]
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
        self.expected.extend(other.words(0, rows));
    }

    /// The first [`LONG`] rows, but for one of [`SPARSE`] all replaced by one that misses: if its shapes are
    /// far apart, a query leaves the kernel out of nearly all rows. None if no row misses.
    fn sparse(&self) -> Option<Self> {
        let misses = |&row: &usize| !self.subject.computes() && !self.subject.is_hit(self.words(row, 1));
        // Another family each time: rows of one are beside each other.
        let from = self.expected.iter().fold(0, |sum, &word| (31 * sum + word as usize) % LONG);
        let far = (from..LONG).chain(0..from).find(misses)?;
        let mut sparse = Self::new(self.subject);
        for row in 0..LONG {
            let from = if row.is_multiple_of(SPARSE) { row } else { far };
            let [a, b] = [&self.a, &self.b].map(|side| side.rows(from..from + 1));
            sparse.push(&a[0], &b[0], self.words(from, 1));
        }
        Some(sparse)
    }

    /// Makes a call with a window of the rows. The error is the call, to be shrunk.
    fn check(
        &self,
        engine: &dyn Engine,
        call: Call,
        start: usize,
        rows: usize,
        expected: &[u32],
    ) -> Result<Stages, Trial> {
        let lefts = match call {
            Call::Rows => rows,
            Call::One => 1,
            Call::All => LEFTS,
        };
        let (left, right) = (start..start + lefts, start..start + rows);
        let (a, b) = (self.a.view(left.clone()), self.b.view(right.clone()));
        let outcome = self.subject.check(engine, call, &a, &b, expected);
        let trial = |_| Trial { subject: self.subject, call, a: self.a.rows(left), b: self.b.rows(right) };
        outcome.map_err(trial)
    }
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
    /// The rows twice, one copy behind the other, so that a batch rotated by `r` is the slice from `r`.
    batch: Batch,
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
        let Self { family, start, rows, ref batch, ref matrix } = *self;
        let subject = batch.subject;
        for &engine in engines {
            let turns = (0..engine.lanes()).map(|turn| (Call::Rows, turn, ROWS, batch.words(turn, ROWS)));
            // Computing kernels have no all-pairs query.
            let all = if subject.computes() { &[] } else { &matrix[..] };
            let others = [
                (Call::Rows, start, rows, batch.words(start, rows)),
                (Call::One, start, rows, &matrix[..matrix.len().min(rows * subject.words())]),
                (Call::All, start, rows, all),
            ];
            let (mut comparisons, mut stages) = (0, Stages::default());
            for (call, start, rows, expected) in turns.chain(others) {
                let outcome = batch.check(engine, call, start, rows, expected);
                stages += outcome.map_err(|trial| Found { engine, family, trial })?;
                comparisons += expected.len() / subject.words();
            }
            count(tally, comparisons, stages);
        }
        Ok(())
    }

    /// Of pairs that attack bounds: whether those are proved.
    ///
    /// # Errors
    /// A pair for which one is not.
    pub fn analyse<'e>(&self, analysis: &'e Analysis) -> Result<(), Found<'e>> {
        let engines: &[&dyn Engine] = if self.family == ATTACK { &[analysis] } else { &[] };
        self.check(engines, &mut Tally::default())
    }
}

/// The family of rounds that attack.
const ATTACK: &str = "attack";

/// Counts compared lanes, and which stage resolved how many.
fn count(tally: &mut Tally, comparisons: usize, stages: Stages) {
    tally.add("comparisons", comparisons as u64);
    if stages.rows() > 0 {
        let counts = [stages.single, stages.double, stages.rounded, stages.integer];
        STAGES.into_iter().zip(counts).for_each(|(stage, n)| tally.add(stage, n));
    }
}

/// A row of both shapes, and the words of the reference.
type Answered = (Row, Vec<u32>);

/// The differential loop of one kernel.
pub struct Differential {
    subject: Subject,
    search: Search,
    round: Round,
    long: Batch,
    tally: Tally,
    /// The number of the next round.
    number: usize,
    /// The shapes, where the answers are promised to be the truth.
    pair: Option<&'static Pair>,
    /// For an exact kernel.
    attack: Option<(Climbs, Construct)>,
}

impl Differential {
    /// A loop over these random numbers. Families and batch lengths go by the round's number, so several
    /// short loops that begin at different numbers meet as much as a long one.
    pub fn new(subject: Subject, rng: Rng, number: usize) -> Self {
        let shapes = [subject.left(), subject.right()];
        let (batch, long) = (Batch::new(subject), Batch::new(subject));
        let search = Search::of(subject, rng);
        let attack = Climbs::new(subject).map(|climbs| (climbs, Construct::new(&search)));
        Self {
            subject,
            search,
            attack,
            round: Round { family: "", batch, matrix: Vec::new(), start: 0, rows: 0 },
            long,
            tally: Tally::default(),
            number,
            pair: pairs::of(shapes[0], shapes[1]).filter(|_| subject.is_promised()),
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
    pub fn classes(&self, is_search: bool) -> Vec<String> {
        let (subject, generator) = (self.subject, &self.search.generator);
        let can_degenerate = generator.left().can_degenerate() || generator.right().can_degenerate();
        let always = ["hits", "NaN lanes", "infinite lanes", "lattice"].map(|class| (class, true));
        let classes = [
            ("misses", subject.can_miss()),
            ("oracle", self.pair.is_some()),
            ("touching", !is_search && !subject.is_unary()),
            ("degenerate", !is_search && can_degenerate),
            ("bisected", is_search),
            ("squeezed", is_search),
            ("climbed", subject.is_exact()),
            ("constructed", self.attack.as_ref().is_some_and(|(_, construct)| construct.can())),
        ];
        let stages = STAGES.map(|stage| (stage, subject.is_exact()));
        let all = always.into_iter().chain(classes).chain(stages);
        all.filter(|(_, can)| *can).map(|(class, _)| class.to_owned()).collect()
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
        if self.attack.is_some() && self.number % ATTACK_EVERY == ATTACK_EVERY - 1 {
            return self.attack();
        }
        let family = Family::ALL[self.number % Family::ALL.len()];
        self.round.family = family.name();
        let mut rows: Vec<Answered> = Vec::with_capacity(ROWS);
        for n in self.number..self.number + ROWS {
            let before = rows.last().cloned().filter(|_| self.search.generator.rng().one_in(4));
            let row = match &before {
                Some((row, _)) => self.neighbour(row.clone()),
                None if family == Family::Grid && self.search.generator.rng().one_in(2) => self.lattice(),
                None => self.search.pair(family),
            };
            let words = self.answer(&row, n.is_multiple_of(ORACLE_EVERY))?;
            let touches = before.is_some_and(|(_, before)| signature(&before) != signature(&words));
            self.tally.note("touching", touches);
            rows.push((row, words));
        }
        self.finish(rows)
    }

    /// Searches for one turn or several, so that one lane in four to all of them are hard; or attacks the
    /// bounds of an exact kernel.
    ///
    /// # Errors
    /// A case in which the reference breaks the contract.
    pub fn find(&mut self) -> Result<&Round, Found<'static>> {
        if self.attack.is_some() && self.number.is_multiple_of(3) {
            return self.attack();
        }
        let rows = self.turns();
        self.mix(rows)
    }

    /// Attacks the bounds of an exact kernel.
    ///
    /// # Errors
    /// A case in which the reference breaks the contract.
    pub fn attack(&mut self) -> Result<&Round, Found<'static>> {
        let rows = self.attacks();
        self.mix(rows)
    }

    /// Both sides of turns, and their neighbours.
    fn turns(&mut self) -> Vec<Row> {
        let (number, squeeze) = (self.number / 2, self.number.is_multiple_of(2));
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
        rows
    }

    /// Pairs whose rounding errors are large, or whose margins are a few units.
    fn attacks(&mut self) -> Vec<Row> {
        self.round.family = ATTACK;
        let Some((climbs, construct)) = &mut self.attack else { return Vec::new() };
        let mut rows = climbs.climb(&mut self.search, STEPS);
        self.tally.add("climbed", rows.len() as u64);
        let pairs = (0..20 * CONSTRUCTED).filter_map(|_| construct.pair(&mut self.search));
        let pairs: Vec<_> = pairs.take(CONSTRUCTED).collect();
        self.tally.add("constructed", pairs.len() as u64);
        rows.extend(pairs.into_iter().flatten());
        let lattices = (0..LATTICES_DRAWN).filter_map(|_| construct.lattice(&mut self.search));
        let mut lattices: Vec<_> = lattices.collect();
        lattices.sort_by_cached_key(|row| climbs.bits_to_spare(row));
        let (first, others) = lattices.split_at(lattices.len().min(LATTICES / 2));
        rows.extend(first.iter().chain(others.iter().rev().take(LATTICES / 2)).cloned());
        // The same near the ends of the range, where bounds must cover underflow and overflow.
        for _ in 0..SCALED {
            let row = rows[self.search.generator.rng().below(rows.len())].clone();
            rows.extend(self.search.scaled(&row));
        }
        rows
    }

    /// A round of these pairs and of random ones.
    fn mix(&mut self, mut rows: Vec<Row>) -> Result<&Round, Found<'static>> {
        while rows.len() < ROWS {
            let is_lattice = rows.len().is_multiple_of(2);
            let family = Family::ALL[self.number / 2 % Family::ALL.len()];
            rows.push(if is_lattice { self.lattice() } else { self.search.pair(family) });
        }
        let mut answered: Vec<Answered> = Vec::with_capacity(ROWS);
        for _ in 0..ROWS {
            // Any order: hard lanes lie among others.
            let pick = self.search.generator.rng().below(rows.len());
            let row = rows.swap_remove(pick);
            let words = self.answer(&row, true)?;
            answered.push((row, words));
        }
        self.finish(answered)
    }

    /// What the reference does not answer by itself: other queries, other values.
    fn finish(&mut self, mut rows: Vec<Answered>) -> Result<&Round, Found<'static>> {
        let start = self.search.generator.rng().below(ROWS - LEFTS);
        if self.search.generator.rng().one_in(2) {
            self.poison(&mut rows, start)?;
        }
        let mut batch = Batch::new(self.subject);
        for (row, words) in rows.iter().chain(&rows) {
            let (a, b) = self.split(row);
            batch.push(a, b, words);
        }
        let rows = self.number % (LONGEST + 1);
        let mut matrix = Vec::new();
        if !self.subject.is_unary() {
            let (left, right) = (batch.a.rows(start..start + LEFTS), batch.b.rows(start..start + rows));
            let lefts = if self.subject.computes() { 1 } else { LEFTS };
            let pairs = left[..lefts].iter().flat_map(|a| right.iter().map(move |b| (a, b)));
            matrix.extend(pairs.flat_map(|(a, b)| self.subject.expected(a, b)));
        }
        self.number += 1;
        self.round = Round { family: self.round.family, batch, matrix, start, rows };
        Ok(&self.round)
    }

    fn check<'e>(&mut self, engines: &[&'e dyn Engine]) -> Result<(), Found<'e>> {
        self.round.check(engines, &mut self.tally)?;
        self.round.analyse(&ANALYSIS)?;
        self.long.extend(&self.round.batch, ROWS);
        if self.long.len() < LONG {
            return Ok(());
        }
        let sparse = self.long.sparse();
        for long in [Some(&self.long), sparse.as_ref()].into_iter().flatten() {
            for &engine in engines {
                let outcome = long.check(engine, Call::Rows, 0, LONG, long.words(0, LONG));
                let found = |trial| Found { engine, family: self.round.family, trial };
                count(&mut self.tally, LONG, outcome.map_err(found)?);
            }
        }
        self.long = Batch::new(self.subject);
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

    fn found(&self, engine: &'static dyn Engine, row: &[f32]) -> Found<'static> {
        let (a, b) = self.split(row);
        let trial =
            Trial { subject: self.subject, call: Call::Rows, a: vec![a.to_vec()], b: vec![b.to_vec()] };
        Found { engine, family: self.round.family, trial }
    }

    /// The reference's answer to a case without NaN, which is counted; and may be compared with the oracle's.
    fn answer(&mut self, row: &[f32], by_oracle: bool) -> Result<Vec<u32>, Found<'static>> {
        let (a, b) = self.split(row);
        let words = self.subject.reference(a, b);
        let generator = &self.search.generator;
        let is_degenerate = generator.left().degenerate(a) || generator.right().degenerate(b);
        let is_hit = self.subject.is_hit(&words);
        self.tally.add("cases", 1);
        self.tally.add(if is_hit { "hits" } else { "misses" }, 1);
        self.tally.note("degenerate", is_degenerate);
        if let Some(pair) = self.pair.filter(|_| by_oracle) {
            self.tally.add("oracle", 1);
            if pair.truth(a, b) != is_hit {
                return Err(self.found(&ORACLE, row));
            }
        }
        Ok(words)
    }

    /// Puts NaN and infinities into some rows, but not into the one that is a query's only left one.
    fn poison(&mut self, rows: &mut [Answered], one: usize) -> Result<(), Found<'static>> {
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
        let bad_rows = if bits >> 61 == 0 { u32::MAX } else { (bits & bits >> 32) as u32 };
        let is_bad = |n: usize| n != one && bad_rows >> n & 1 == 1;
        for (row, words) in rows.iter_mut().enumerate().filter(|(n, _)| is_bad(*n)).map(|(_, row)| row) {
            let rng = self.search.generator.rng();
            for _ in 0..=rng.below(2) {
                let k = rng.below(row.len());
                row[k] = rng.pick(&BAD);
            }
            let (a, b) = self.split(row);
            *words = self.subject.expected(a, b);
            self.tally.add(if has_nan(a, b) { "NaN lanes" } else { "infinite lanes" }, 1);
            if has_nan(a, b) && *words != self.subject.reference(a, b) {
                return Err(self.found(&REFERENCE, row));
            }
        }
        Ok(())
    }
}
