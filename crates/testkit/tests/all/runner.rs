//! The calls of the differential loop, as an engine sees them.

use std::cell::RefCell;
use std::collections::HashSet;

use soa::dim2::{circumcircle, disk_triangle};
use soa::kernel::{Compiled, CompiledMeasure};
use soa::registry::{Kernel, MeasureKernel};
use soa::{AnyView, Error, Hits, Level, Pairs, Stages};
use testkit::families::Family;
use testkit::mismatch::Mismatch;
use testkit::rng::Rng;
use testkit::runner::{Differential, LONG, LONGEST, ORACLE_EVERY, ROWS};
use testkit::shrink::shrink;
use testkit::subject::{Answer, At, Engine, Subject};
use testkit::tally::Tally;
use testkit::trial::Call;

use crate::rows_of;

/// A call: the bits of the right rows, and where there is a left row for each of them of both.
#[derive(Debug)]
struct Called {
    call: Call,
    rows: Vec<Vec<u32>>,
    /// Lanes that are compared.
    lanes: usize,
}

/// Portable queries that are recorded. Those of `wrong_from` rows or more are answered wrong.
struct Watch {
    at: At,
    called: RefCell<Vec<Called>>,
    wrong_from: usize,
}

impl Watch {
    fn wrong_from(rows: usize) -> Self {
        Self { at: At::new(Level::PORTABLE), called: RefCell::default(), wrong_from: rows }
    }

    fn note(&self, call: Call, rows: Vec<Vec<u32>>, lanes: usize) {
        self.called.borrow_mut().push(Called { call, rows, lanes });
    }
}

fn is_finite(row: &[u32]) -> bool {
    row.iter().all(|&x| f32::from_bits(x).is_finite())
}

fn bits(view: &AnyView) -> Vec<Vec<u32>> {
    rows_of(view).iter().map(|row| row.iter().map(|x| x.to_bits()).collect()).collect()
}

fn both(a: &AnyView, b: &AnyView) -> Vec<Vec<u32>> {
    bits(a).into_iter().zip(bits(b)).map(|(a, b)| [a, b].concat()).collect()
}

impl Engine for Watch {
    fn lanes(&self) -> usize {
        self.at.lanes()
    }

    fn test(&self, kernel: &'static Kernel, a: &AnyView, b: &AnyView) -> Result<(Hits, Stages), Error> {
        self.note(Call::Rows, both(a, b), a.len());
        let rows = a.len();
        if rows >= self.wrong_from {
            // Each row with the one before it.
            return self.at.test(kernel, &a.slice(1..rows).unwrap(), &b.slice(0..rows - 1).unwrap());
        }
        self.at.test(kernel, a, b)
    }

    fn measure(
        &self,
        kernel: &'static MeasureKernel,
        a: &AnyView,
        b: &AnyView,
    ) -> Result<Vec<Vec<f32>>, Error> {
        self.note(Call::Rows, if b.is_empty() { bits(a) } else { both(a, b) }, a.len());
        self.at.measure(kernel, a, b)
    }

    fn test_one(&self, kernel: &'static Kernel, a: &[f32], b: &AnyView) -> Option<Result<Hits, Error>> {
        self.note(Call::One, bits(b), b.len());
        self.at.test_one(kernel, a, b)
    }

    fn test_all(&self, kernel: &'static Kernel, a: &AnyView, b: &AnyView) -> Option<Result<Pairs, Error>> {
        self.note(Call::All, bits(b), a.len() * b.len());
        self.at.test_all(kernel, a, b)
    }

    fn measure_one(
        &self,
        kernel: &'static MeasureKernel,
        a: &[f32],
        b: &AnyView,
    ) -> Option<Result<Vec<Vec<f32>>, Error>> {
        self.note(Call::One, bits(b), b.len());
        self.at.measure_one(kernel, a, b)
    }
}

/// What the reference says of a left and a right row.
fn answer(subject: Subject, row: &[u32]) -> Answer {
    let (a, b) = bytemuck::cast_slice(row).split_at(subject.left().columns().len());
    subject.reference(a, b)
}

/// The exact kernel of a disk and a triangle.
fn exact() -> Subject {
    Subject::YesNo(disk_triangle::Exact::kernel())
}

/// Batches that make one long call.
const BATCHES: usize = LONG.div_ceil(ROWS);
const _: () =
    assert!(LONG > 2_000 && !LONG.is_multiple_of(16), "several blocks, and rows after the last register");

/// Rounds of which two end with a long call.
const ROUNDS: usize = 2 * BATCHES + 5;

/// Runs rounds and compares their calls with what the loop promises.
fn watch(subject: Subject) {
    let one = !subject.is_unary();
    let all = one && !subject.computes();
    let watch = Watch::wrong_from(usize::MAX);
    let mut differential = Differential::new(subject, Rng::stream(6, subject.name(), 0));
    let (mut lanes, mut long, mut starts) = (0, 0, HashSet::new());
    let (mut all_but_one, mut bad) = (0, 0);
    for number in 0..ROUNDS {
        let before = differential.tally();
        differential.round(&[&watch]).unwrap();
        let called = watch.called.take();
        let met = |count: fn(&Tally) -> u64| (count(&differential.tally()) - count(&before)) as usize;
        lanes += called.iter().map(|called| called.lanes).sum::<usize>();

        let (clean, rest) = called.split_at(watch.lanes());
        let batch = &clean[0].rows;
        assert!(batch.len() == ROWS && batch.iter().all(|row| is_finite(row)));
        for (turn, called) in clean.iter().enumerate() {
            let mut turned = batch.clone();
            turned.rotate_left(turn);
            assert!(called.rows == turned, "each case is in each lane, round {number}");
        }
        let is_grid = Family::ALL[number % Family::ALL.len()] == Family::Grid;
        assert!(if is_grid { (1..ROWS).contains(&met(|t| t.lattice)) } else { met(|t| t.lattice) == 0 });
        let answers: Vec<u64> = batch.iter().map(|row| answer(subject, row).signature()).collect();
        let changes = answers.windows(2).filter(|two| two[0] != two[1]).count();
        assert!(met(|t| t.touching) <= changes, "only neighbours whose answers differ touch, round {number}");

        let rows = number % (LONGEST + 1);
        let (others, rest) = rest.split_at(1 + usize::from(one) + usize::from(all));
        let calls: Vec<_> = others.iter().map(|called| called.call).collect();
        let expected = [Some(Call::Rows), one.then_some(Call::One), all.then_some(Call::All)];
        assert_eq!(calls, expected.into_iter().flatten().collect::<Vec<_>>());
        assert!(others.iter().all(|called| called.rows.len() == rows), "every length, round {number}");
        assert!(others[0].rows.iter().all(|row| batch.contains(row)));
        starts.extend(others[0].rows.first().and_then(|first| batch.iter().position(|row| row == first)));

        let turns = if number % 4 == 0 { watch.lanes() } else { 1 };
        let (poisoned, rest) = rest.split_at(turns);
        for called in poisoned {
            assert!(called.call == Call::Rows && called.rows.len() == rows);
            let as_before = called.rows.iter().all(|row| !is_finite(row) || batch.contains(row));
            assert!(as_before, "others as before, round {number}");
        }
        match met(|t| t.nan + t.infinite) {
            31 => all_but_one += 1,
            rows => bad += rows,
        }
        for two in poisoned.windows(2).filter(|_| rows > 0) {
            assert!(two[0].rows[1..] == two[1].rows[..rows - 1], "in every lane, round {number}");
        }

        assert_eq!(rest.len(), usize::from(number % BATCHES == BATCHES - 1), "round {number}");
        for called in rest {
            assert_eq!((called.call, called.rows.len()), (Call::Rows, LONG));
            assert!(called.rows.ends_with(&batch[..LONG % ROWS]), "round {number}");
            long += 1;
        }
    }
    assert_eq!(long, 2);
    // One round in eight; a quarter of 32 rows in the others.
    assert!((5..30).contains(&all_but_one), "{all_but_one} rounds with one good row");
    assert!((6..10).contains(&(bad / (ROUNDS - all_but_one))), "{bad} bad rows");
    assert!(starts.len() > 20, "short calls begin anywhere: {starts:?}");
    let tally = differential.tally();
    assert_eq!(tally.comparisons, lanes as u64);
    assert_eq!(tally.cases, tally.hits + tally.misses);
    assert_eq!(tally.rounds * ROWS as u64, tally.cases);
    if subject.is_exact() {
        assert_eq!(tally.oracle * ORACLE_EVERY as u64, tally.cases);
        // A round's are the turns of its batch, the short call and its part of a long one.
        let settled = tally.stages.rows() as usize;
        let short: usize = (0..ROUNDS).map(|number| number % (LONGEST + 1)).sum();
        assert_eq!(settled, ROUNDS * watch.lanes() * ROWS + short + 2 * LONG);
    }
}

#[test]
fn every_query_of_a_round_is_asked_and_counted() {
    watch(exact());
    watch(Subject::Computes(circumcircle::Circumcircle::kernel()));
}

#[test]
fn a_search_finds_one_to_four_turns_a_round() {
    let mut differential = Differential::new(exact(), Rng::stream(9, "search", 0));
    let mut found = [HashSet::new(), HashSet::new()];
    for number in 0..140 {
        let before = differential.tally();
        assert!(differential.find().is_ok());
        let tally = differential.tally();
        assert_eq!(tally.cases - before.cases, ROWS as u64);
        assert_eq!(tally.oracle - before.oracle, ROWS as u64, "each case is judged");
        let turns = [tally.squeezed - before.squeezed, tally.bisected - before.bisected];
        assert_eq!(turns[1 - number % 2], 0, "one way a round, in turn: {turns:?}");
        found[number % 2].insert(turns[number % 2]);
    }
    assert!(found.iter().all(|found| (1..=4).all(|n| found.contains(&n)) && found.len() == 4), "{found:?}");
}

#[test]
fn a_fault_of_long_calls_alone_is_found() {
    let watch = Watch::wrong_from(LONG);
    let mut differential = Differential::new(exact(), Rng::stream(7, "long", 0));
    for _ in 1..BATCHES {
        assert!(differential.round(&[&watch]).is_ok());
    }
    let found = differential.round(&[&watch]).unwrap_err();
    assert_eq!((found.engine, found.trial.call, found.trial.a.len()), (0, Call::Rows, LONG));
}

/// Queries that are wrong for every row.
struct Never;

impl Engine for Never {
    fn lanes(&self) -> usize {
        8
    }

    fn test(&self, _: &'static Kernel, a: &AnyView, _: &AnyView) -> Result<(Hits, Stages), Error> {
        Ok((Hits::from_bools(vec![false; a.len()]), Stages::default()))
    }

    fn measure(
        &self,
        kernel: &'static MeasureKernel,
        a: &AnyView,
        _: &AnyView,
    ) -> Result<Vec<Vec<f32>>, Error> {
        Ok(vec![vec![-1.0; a.len()]; kernel.out.columns().len()])
    }
}

#[test]
fn what_is_found_of_one_operand_can_be_shrunk_and_shown() {
    let subject = Subject::Computes(circumcircle::Circumcircle::kernel());
    let mut differential = Differential::new(subject, Rng::stream(6, "unary", 0));
    let found = differential.round(&[&Never]).unwrap_err();
    let trial = shrink(&Never, found.trial);
    let failure = trial.failure(&Never).unwrap();
    assert_eq!((trial.a.len(), &trial.b[..]), (1, &[vec![]][..]));
    let mismatch = Mismatch::new(Level::PORTABLE, found.family, &trial, &failure);
    assert!(mismatch.line.split(' ').count() == 8 && mismatch.line.contains(" - "), "{mismatch}");
    assert!(mismatch.snippet.contains("measure_unary::<Kernel>(&a);"), "{mismatch}");
}
