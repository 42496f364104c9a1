//! The calls of the differential loop, as an engine sees them; and how a wrong answer is named.

use std::cell::RefCell;
use std::collections::HashSet;

use soa::dim2::{circumcircle, disk_triangle, point_segment};
use soa::kernel::{Compiled, CompiledMeasure};
use soa::{AnyView, Level, Query, ShapeKind};
use testkit::places::{At, THREADS, runnable};
use testkit::rng::Rng;
use testkit::rows::{Columns, row_of};
use testkit::runner::{ATTACK_EVERY, Differential, LONG, LONGEST, ORACLE_EVERY, ROWS, STAGES};
use testkit::subject::{Call, Engine, Outcome, Subject, Wrong, of_pairs, signature};

const PORTABLE: At = At { level: Level::PORTABLE, threads: 0 };

/// Portable queries that are recorded, each with the bits of both sides' rows. Those of `wrong_from` rows or more
/// answer yes where they should say no, and the other way round.
struct Watch {
    called: RefCell<Vec<(Call, Vec<Vec<u32>>)>>,
    wrong_from: usize,
}

impl Engine for Watch {
    fn name(&self) -> String {
        "a watch".into()
    }

    fn lanes(&self) -> usize {
        PORTABLE.lanes()
    }

    fn answer(&self, subject: Subject, call: Call, a: &AnyView, b: &AnyView) -> Outcome {
        let answer = PORTABLE.answer(subject, call, a, b)?;
        let rows = subject
            .pairs(call, a, b)
            .into_iter()
            .map(|(i, j)| [row_of(a, i), row_of(b, j)].concat().iter().map(|x| x.to_bits()).collect());
        self.called.borrow_mut().push((call, rows.collect()));
        let flipped =
            |(words, stages): (Vec<u32>, _)| (words.into_iter().map(|word| 1 - word).collect(), stages);
        Some(if a.len() >= self.wrong_from { answer.map(flipped) } else { answer })
    }
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
fn watch(subject: Subject, other_calls: &[Call]) {
    let watch = Watch { called: RefCell::default(), wrong_from: usize::MAX };
    let mut differential = Differential::new(subject, Rng::stream(6, subject.name(), 0), 0);
    let (mut lanes, mut poisoned, mut starts) = (0, 0, HashSet::new());
    for number in 0..ROUNDS {
        assert!(differential.round(&[&watch]).is_ok());
        let called = watch.called.take();
        lanes += called.iter().map(|(_, rows)| rows.len()).sum::<usize>();

        let (turns, rest) = called.split_at(watch.lanes());
        let batch = &turns[0].1;
        assert_eq!(batch.len(), ROWS);
        for (turn, (_, rows)) in turns.iter().enumerate() {
            let mut turned = batch.clone();
            turned.rotate_left(turn);
            assert!(*rows == turned, "each case is in each lane, round {number}");
        }
        poisoned += usize::from(!batch.iter().flatten().all(|&x| f32::from_bits(x).is_finite()));

        let rows = number % (LONGEST + 1);
        let (others, rest) = rest.split_at(other_calls.len());
        assert!(others.iter().map(|(call, _)| call).eq(other_calls));
        let lengths = others.iter().map(|(call, pairs)| pairs.len() / if *call == Call::All { 3 } else { 1 });
        assert!(lengths.eq(vec![rows; others.len()]), "every length, round {number}");
        let short = &others[0].1;
        assert!(short.iter().all(|row| batch.contains(row)));
        starts.extend(short.first().and_then(|first| batch.iter().position(|row| row == first)));

        // Of long calls the second one has few of the rows, and one that misses in all other places.
        let calls = if number % BATCHES < BATCHES - 1 { 0 } else { 1 + usize::from(!subject.computes()) };
        assert_eq!(rest.len(), calls, "round {number}");
        for (call, rows) in rest {
            assert_eq!((*call, rows.len()), (Call::Rows, LONG));
        }
        if let Some((_, all)) = rest.first() {
            assert!(all.ends_with(&batch[..LONG % ROWS]), "round {number}");
        }
        if let [(_, all), (_, sparse)] = rest {
            assert!((0..LONG).step_by(8).all(|row| sparse[row] == all[row]), "round {number}");
            let far: HashSet<_> = (0..LONG).filter(|row| row % 8 > 0).map(|row| &sparse[row]).collect();
            assert!(far.len() == 1 && all.contains(&sparse[1]), "round {number}");
        }
    }
    assert!((ROUNDS / 3..ROUNDS * 2 / 3).contains(&poisoned), "{poisoned} rounds with NaN and infinities");
    assert!(starts.len() > 20, "short calls begin anywhere: {starts:?}");
    let tally = differential.tally();
    assert_eq!(tally.get("comparisons"), lanes as u64);
    assert_eq!(tally.get("cases"), (ROUNDS * ROWS) as u64);
    assert_eq!(tally.get("cases"), tally.get("hits") + tally.get("misses"));
    if subject.is_exact() {
        // It checks each case of a round that attacks bounds.
        let attacks = ROUNDS / ATTACK_EVERY;
        let by_oracle = attacks * ROWS + (ROUNDS - attacks) * ROWS / ORACLE_EVERY;
        assert_eq!(tally.get("oracle"), by_oracle as u64);
        // A round's are the turns of its batch, the short call and its part of two long ones.
        let resolved: u64 = STAGES.iter().map(|stage| tally.get(stage)).sum();
        let short: usize = (0..ROUNDS).map(|number| number % (LONGEST + 1)).sum();
        assert_eq!(resolved as usize, ROUNDS * watch.lanes() * ROWS + short + 4 * LONG);
    }
}

#[test]
fn every_query_of_a_round_is_made_and_counted() {
    watch(exact(), &[Call::Rows, Call::One, Call::All]);
    watch(Subject::Computes(point_segment::SquaredDistance::kernel()), &[Call::Rows, Call::One]);
    watch(Subject::Computes(circumcircle::Circumcircle::kernel()), &[Call::Rows]);
}

#[test]
fn a_fault_of_long_calls_alone_is_found() {
    let watch = Watch { called: RefCell::default(), wrong_from: LONG };
    let mut differential = Differential::new(exact(), Rng::stream(7, "long", 0), 0);
    assert!((1..BATCHES).all(|_| differential.round(&[&watch]).is_ok()));
    let found = differential.round(&[&watch]).err().unwrap();
    assert_eq!((found.trial.call, found.trial.a.len()), (Call::Rows, LONG));
}

#[test]
fn numbers_are_compared_by_their_bits() {
    let circle = Subject::Computes(circumcircle::Circumcircle::kernel());
    let bits = |numbers: [f32; 3]| numbers.map(f32::to_bits);
    assert!(circle.is_hit(&bits([1.0, -2.0, 0.0])) && !circle.is_hit(&bits([1.0, f32::NAN, 0.0])));
    let rows = [[1.0, 2.0, 3.0], [1.0, 2.0, 0.0], [1.0, -0.0, 3.0], [f32::NAN, 0.0, 1.0]];
    assert_eq!(rows.map(|row| signature(&bits(row))), [0, 0b1, 0b100, 0b10_0100]);
    let shown = circle.show(&bits([1.0, 0.5, -0.0]));
    assert_eq!(shown, "1e0 (0x3f800000), 5e-1 (0x3f000000), -0e0 (0x80000000)");
    assert_eq!(
        [exact().corpus_word(&[1]), exact().corpus_word(&[0]), circle.corpus_word(&[0])],
        ["1", "0", "-"]
    );

    let triangles = Columns::of(ShapeKind::Triangle, &vec![vec![0.0, 0.0, 4.0, 0.0, 0.0, 4.0]; 9]);
    let nothing = Columns::new(ShapeKind::Nothing);
    let mut expected = bits([2.0, 2.0, 8.0_f32.sqrt()]).repeat(9);
    let check = |expected: &[u32]| {
        circle.check(&PORTABLE, Call::Rows, &triangles.view(0..9), &nothing.view(0..0), expected).map(|_| ())
    };
    assert_eq!(check(&expected), Ok(()));
    expected[3 * 5 + 1] = 2.0_f32.next_up().to_bits();
    let got = circle.show(&bits([2.0, 2.0, 8.0_f32.sqrt()]));
    assert_eq!(check(&expected), Err(Wrong { pair: 5, got }));
}

#[test]
fn pairs_out_of_order_or_listed_twice_are_no_yes() {
    assert_eq!(of_pairs([(0, 1), (0, 0), (2, 1), (2, 1)], 3, 2), [2, 1, 0, 0, 0, 2]);
    assert_eq!(of_pairs([(0, 2), (3, 0)], 3, 2), [0, 0, 2, 0, 0, 0, 2]);
}

#[test]
fn a_place_is_where_its_queries_run() {
    let shown = |query: Query| format!("{query:?}");
    for &level in Level::available() {
        let query = Query::new().with_level(level);
        assert_eq!(shown(At::sequential(level).query()), shown(query.sequential()));
        assert_eq!(shown(At { level, threads: 1 }.query()), shown(query));
        assert_ne!(shown(query), shown(query.sequential()));
    }
    for (threads, &count) in THREADS.iter().enumerate().take(runnable()).skip(1) {
        assert_eq!(At { threads, ..PORTABLE }.run(rayon::current_num_threads), count);
    }
}
