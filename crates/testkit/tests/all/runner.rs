//! What the differential loop asks, as an engine sees it.

use std::cell::RefCell;
use std::collections::HashSet;
use std::slice;

use soa::dim2::{circumcircle, disk_triangle, point_triangle};
use soa::kernel::{Measure, Predicate};
use soa::{Columns, Error, Hits, Level, Pairs, Shape, Stages, View};
use testkit::families::Family;
use testkit::rng::Rng;
use testkit::runner::{CROWD, Differential, JUDGED, LONGEST, ROWS, WEIGHED};
use testkit::subject::{Answer, At, Computes, Engine, Subject, YesNo};
use testkit::tally::{Classes, Tally};
use testkit::trial::{Call, shape};

/// A call: the bits of the right rows, and where there is a left row for each of them of both.
#[derive(Debug)]
struct Asked {
    call: Call,
    rows: Vec<Vec<u32>>,
    /// Lanes that are compared.
    lanes: usize,
}

/// Portable queries, of which a note is taken. Those of so many rows are answered wrong.
struct Watch {
    at: At,
    asked: RefCell<Vec<Asked>>,
    wrong_from: usize,
}

impl Watch {
    fn wrong_from(rows: usize) -> Self {
        Self { at: At::new(Level::PORTABLE), asked: RefCell::default(), wrong_from: rows }
    }

    fn note(&self, call: Call, rows: Vec<Vec<u32>>, lanes: usize) {
        self.asked.borrow_mut().push(Asked { call, rows, lanes });
    }
}

fn bits<S: Shape>(row: &S) -> Vec<u32> {
    row.values().iter().map(|x| x.to_bits()).collect()
}

fn is_finite(row: &[u32]) -> bool {
    row.iter().all(|&x| f32::from_bits(x).is_finite())
}

fn both<A: Shape, B: Shape>(a: &View<A>, b: &View<B>) -> Vec<Vec<u32>> {
    a.iter().zip(b.iter()).map(|(a, b)| [bits(&a), bits(&b)].concat()).collect()
}

fn right<B: Shape>(b: &View<B>) -> Vec<Vec<u32>> {
    b.iter().map(|b| bits(&b)).collect()
}

impl Engine for Watch {
    fn lanes(&self) -> usize {
        self.at.lanes()
    }

    fn test<P: Predicate>(&self, a: &View<P::A>, b: &View<P::B>) -> Result<(Hits, Stages), Error> {
        self.note(Call::Rows, both(a, b), a.len());
        let rows = a.len();
        if rows >= self.wrong_from {
            // Each row with the one before it.
            return self.at.test::<P>(&a.slice(1..rows).unwrap(), &b.slice(0..rows - 1).unwrap());
        }
        self.at.test::<P>(a, b)
    }

    fn measure<M: Measure>(&self, a: &View<M::A>, b: &View<M::B>) -> Result<Columns<M::Out>, Error> {
        self.note(Call::Rows, if b.is_empty() { right(a) } else { both(a, b) }, a.len());
        self.at.measure::<M>(a, b)
    }

    fn test_one<P: Predicate>(&self, a: &P::A, b: &View<P::B>) -> Option<Result<Hits, Error>> {
        self.note(Call::One, right(b), b.len());
        self.at.test_one::<P>(a, b)
    }

    fn test_all<P: Predicate>(&self, a: &View<P::A>, b: &View<P::B>) -> Option<Result<Pairs, Error>> {
        self.note(Call::All, right(b), a.len() * b.len());
        self.at.test_all::<P>(a, b)
    }

    fn measure_one<M: Measure>(&self, a: &M::A, b: &View<M::B>) -> Option<Result<Columns<M::Out>, Error>> {
        self.note(Call::One, right(b), b.len());
        self.at.measure_one::<M>(a, b)
    }
}

/// What the twin says of a left and a right row.
fn answer<S: Subject>(row: &[u32]) -> S::Answer {
    let (a, b) = row.split_at(S::A::COLUMNS.len());
    S::twin(&shape(bytemuck::cast_slice(a)), &shape(bytemuck::cast_slice(b)))
}

/// Batches that make one long call.
const BATCHES: usize = CROWD.div_ceil(ROWS);
const _: () = assert!(CROWD > 2_000 && !CROWD.is_multiple_of(16), "several blocks and a tail");

/// Rounds of which two end with a long call.
const ROUNDS: usize = 2 * BATCHES + 5;

/// Plays rounds and holds what was asked to what the loop promises.
fn watch<S: Subject>() {
    let one = !S::B::COLUMNS.is_empty();
    let all = one && !S::COMPUTES;
    let watch = Watch::wrong_from(usize::MAX);
    let mut differential = Differential::<S>::new(Rng::stream(6, S::NAME, 0));
    let (mut lanes, mut long, mut starts) = (0, 0, HashSet::new());
    let (mut all_but_one, mut bad) = (0, 0);
    for number in 0..ROUNDS {
        let before = differential.tally();
        differential.round(slice::from_ref(&watch)).unwrap();
        let asked = watch.asked.take();
        let met = |count: fn(&Tally) -> u64| (count(&differential.tally()) - count(&before)) as usize;
        lanes += asked.iter().map(|asked| asked.lanes).sum::<usize>();

        let (clean, rest) = asked.split_at(watch.lanes());
        let batch = &clean[0].rows;
        assert!(batch.len() == ROWS && batch.iter().all(|row| is_finite(row)));
        for (turn, asked) in clean.iter().enumerate() {
            let mut turned = batch.clone();
            turned.rotate_left(turn);
            assert!(asked.rows == turned, "each case stands in each lane, round {number}");
        }
        let is_grid = Family::ALL[number % Family::ALL.len()] == Family::Grid;
        assert!(if is_grid { (1..ROWS).contains(&met(|t| t.lattice)) } else { met(|t| t.lattice) == 0 });
        let answers: Vec<u64> = batch.iter().map(|row| answer::<S>(row).signature()).collect();
        let changes = answers.windows(2).filter(|two| two[0] != two[1]).count();
        assert!(met(|t| t.touching) <= changes, "only neighbours whose answers differ touch, round {number}");

        let rows = number % (LONGEST + 1);
        let (others, rest) = rest.split_at(1 + usize::from(one) + usize::from(all));
        let calls: Vec<_> = others.iter().map(|asked| asked.call).collect();
        let expected = [Some(Call::Rows), one.then_some(Call::One), all.then_some(Call::All)];
        assert_eq!(calls, expected.into_iter().flatten().collect::<Vec<_>>());
        assert!(others.iter().all(|asked| asked.rows.len() == rows), "every length, round {number}");
        assert!(others[0].rows.iter().all(|row| batch.contains(row)));
        starts.extend(others[0].rows.first().and_then(|first| batch.iter().position(|row| row == first)));

        let turns = if number % 4 == 0 { watch.lanes() } else { 1 };
        let (poisoned, rest) = rest.split_at(turns);
        for asked in poisoned {
            assert!(asked.call == Call::Rows && asked.rows.len() == rows);
            let as_before = asked.rows.iter().all(|row| !is_finite(row) || batch.contains(row));
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
        for asked in rest {
            assert_eq!((asked.call, asked.rows.len()), (Call::Rows, CROWD));
            assert!(asked.rows.ends_with(&batch[..CROWD % ROWS]), "round {number}");
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
    if S::EXACT {
        assert_eq!(tally.oracle * JUDGED as u64, tally.cases);
        // A round's are the turns of its batch, the short call and its part of a long one.
        let settled = tally.stages.rows() as usize;
        let short: usize = (0..ROUNDS).map(|number| number % (LONGEST + 1)).sum();
        assert_eq!(settled, ROUNDS * watch.lanes() * ROWS + short + 2 * CROWD);
    }
}

#[test]
fn every_query_of_a_round_is_asked_and_counted() {
    watch::<YesNo<disk_triangle::Exact>>();
    watch::<Computes<circumcircle::Circumcircle>>();
}

#[test]
fn a_search_finds_one_to_four_turns_a_round() {
    let mut differential = Differential::<YesNo<disk_triangle::Exact>>::new(Rng::stream(9, "search", 0));
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
fn a_published_algorithm_is_weighed_against_the_truth() {
    let mut differential =
        Differential::<YesNo<disk_triangle::SevenRegions>>::new(Rng::stream(8, "weighed", 0));
    for _ in 0..10 * Family::ALL.len() {
        differential.draw().unwrap();
    }
    let tally = differential.tally();
    assert_eq!(tally.published.iter().map(|share| share.cases).sum::<u64>() * WEIGHED as u64, tally.cases);
    for (family, share) in Family::ALL.iter().zip(tally.published) {
        assert_eq!(share.cases, (10 * ROWS / WEIGHED) as u64, "{family:?}");
    }
    let differ: u64 = tally.published.iter().map(|share| share.differ).sum();
    assert!(0 < differ && differ * 10 < tally.cases, "{differ} of {}", tally.cases);
}

#[test]
fn a_fault_of_long_calls_alone_is_found() {
    let watch = Watch::wrong_from(CROWD);
    let mut differential = Differential::<YesNo<disk_triangle::Exact>>::new(Rng::stream(7, "long", 0));
    for _ in 1..BATCHES {
        assert!(differential.round(slice::from_ref(&watch)).is_ok());
    }
    let found = differential.round(slice::from_ref(&watch)).unwrap_err();
    assert_eq!((found.engine, found.trial.call, found.trial.a.len()), (0, Call::Rows, CROWD));
}

#[test]
fn classes_are_those_of_the_shapes_and_of_the_kernel() {
    let classes = Differential::<YesNo<disk_triangle::Exact>>::new(Rng::new(1)).classes();
    let exact = Classes {
        misses: true,
        touching: true,
        degenerate: true,
        promised: true,
        published: false,
        stages: true,
    };
    assert_eq!(classes, exact);
    let classes = Differential::<YesNo<point_triangle::EdgeFunctions>>::new(Rng::new(1)).classes();
    assert_eq!(classes, Classes { promised: false, published: true, stages: false, ..exact });
    let classes = Differential::<Computes<circumcircle::Circumcircle>>::new(Rng::new(1)).classes();
    let unary = Classes { misses: false, touching: false, degenerate: true, ..exact };
    assert_eq!(classes, Classes { promised: false, stages: false, ..unary });
}
