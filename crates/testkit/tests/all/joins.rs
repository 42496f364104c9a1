//! Joins against brute force, and joins that are broken on purpose.

use std::collections::HashSet;
use std::hash::Hasher;

use fnv::FnvHasher;
use soa::{Error, Level, Query};
use testkit::joins::case::{Case, Hit};
use testkit::joins::faults::{Broken, Fault, Outcome, Report};
use testkit::joins::forms::{self, Answer, At, Engine, Form, THREADS};
use testkit::joins::mismatch::{Mismatch, Source};
use testkit::joins::sets::Sets;
use testkit::joins::tally::Tally;
use testkit::joins::{Kind, check, targets};
use testkit::pairs;
use testkit::rows::Row;

/// The join of this name: `disk_triangle`, or `own/disk_disk`.
fn kind(name: &str) -> Kind {
    Kind::all().find(|kind| kind.name() == format!("join/{name}")).unwrap()
}

fn disk(x: f32, radius: f32) -> Row {
    vec![x, 0.0, radius]
}

#[test]
fn every_join_equals_brute_force() {
    let all = targets(20_260_103, 0, Level::available());
    assert_eq!(all.len(), pairs::STEMS.len() + 5);
    for mut target in all {
        // As many as it takes to meet every length.
        for _ in 0..6 {
            target.round().unwrap_or_else(|mismatch| panic!("{mismatch}"));
        }
        assert!(target.tally().hits > 0 && target.tally().forms[Form::Csr as usize] > 0, "{}", target.name());
    }
}

#[test]
fn every_class_is_met() {
    let mut all = targets(20_260_104, 0, Level::available());
    all.retain(|target| ["join/point_disk", "join/own/disk_disk"].contains(&target.name()));
    assert_eq!(all.len(), 2);
    for target in &mut all {
        assert!(target.missing(&Tally::default()).len() > 25);
        (0..60).for_each(|_| target.round().unwrap_or_else(|mismatch| panic!("{mismatch}")));
        let (tally, missing) = (target.tally(), target.missing(target.tally()));
        assert!(missing.is_empty(), "{} met no {missing:?}: {tally:?}", target.name());
        let mut twice = tally.clone();
        twice += tally;
        assert_eq!((twice.sets, twice.spreads[3]), (120, 2 * tally.spreads[3]));
    }
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
    for (threads, &count) in THREADS.iter().enumerate().take(forms::runnable()).skip(1) {
        let at = At { level: Level::PORTABLE, threads };
        assert_eq!(at.run(rayon::current_num_threads), count);
    }
}

/// All pairs of a set, broken so.
fn broken(case: &Case, fault: Fault) -> Vec<Hit> {
    match (Broken { fault, form: Form::Pairs }).answer(case, Form::Pairs, At::sequential(Level::PORTABLE)) {
        Answer::Pairs(pairs) => pairs,
        answer => panic!("{answer:?}"),
    }
}

#[test]
fn a_fault_breaks_pairs_as_its_doc_says() {
    let a = vec![disk(0.0, 1.0), disk(f32::NAN, 1.0), disk(8.0, 1.0)];
    let b = vec![disk(2.0, 1.0), disk(0.0, 1.0), disk(8.0, 0.5)];
    let case = Case::new(kind("disk_disk"), a, b);
    assert_eq!(case.hits, [(0, 0), (0, 1), (2, 2)]);
    for (fault, pairs) in [
        (Fault::Lost, &[(0, 0), (0, 1)][..]),
        (Fault::Extra, &[(0, 0), (0, 1), (0, 2), (2, 2)]),
        (Fault::Doubled, &[(0, 0), (0, 1), (2, 2), (2, 2)]),
        (Fault::Disordered, &[(0, 1), (0, 0), (2, 2)]),
        (Fault::Misplaced, &[(0, 0), (0, 1), (1, 2)]),
    ] {
        assert_eq!(broken(&case, fault), pairs, "{fault:?}");
    }
}

#[test]
fn every_fault_is_noticed_in_every_form_that_can_show_it() {
    let mut all = targets(0, 0, &[]);
    all.retain(|target| ["join/point_triangle", "join/own/disk_disk"].contains(&target.name()));
    assert_eq!(all.len(), 2);
    for target in all {
        let report = target.self_check();
        assert!(report.sound, "{} fails with nothing broken", target.name());
        assert!(!report.failed(), "{}: {:?}", target.name(), report.silent().collect::<Vec<_>>());
        let forms: HashSet<_> = report.outcomes.iter().map(|outcome| outcome.form.name()).collect();
        let faults: HashSet<_> = report.outcomes.iter().map(|outcome| outcome.fault.name()).collect();
        let is_own = target.name().contains("own");
        let wanted = if is_own {
            (Form::OF_OWN.len(), Fault::ALL.len() - 1)
        } else {
            (Form::ALL.len(), Fault::ALL.len())
        };
        assert_eq!((forms.len(), faults.len()), wanted, "{forms:?} {faults:?}");
        let silent = Outcome { caught: None, ..report.outcomes[0] };
        let failed = Report { outcomes: vec![report.outcomes[1], silent], ..report };
        assert!(failed.failed() && failed.silent().eq([&silent]));
    }
}

/// The hash of the bits of a stream's sets, and of what they are called.
fn drawn(name: &str, job: u64, sets: usize) -> u64 {
    let mut hash = FnvHasher::default();
    let mut stream = Sets::new(kind(name), 20_261_123, "a name", job);
    for drawn in std::iter::repeat_with(|| stream.draw()).take(sets) {
        let Case { a, b, .. } = &drawn.case;
        let mut finite = true;
        for x in a.iter().chain(b).flatten() {
            finite &= x.is_finite();
            hash.write(&x.to_bits().to_le_bytes());
        }
        assert_eq!(drawn.broken, !finite);
        hash.write(drawn.spread.name().as_bytes());
        hash.write(drawn.length.name().as_bytes());
    }
    hash.finish()
}

/// A seed that found something finds it on every machine.
#[test]
fn sets_have_the_same_bits_everywhere() {
    for (hash, committed) in [
        (drawn("point_triangle", 0, 70), 0xfd53_e2e4_5d3f_3c67),
        (drawn("point_triangle", 5, 7), 0x94cc_4813_b038_151e),
        (drawn("own/disk_disk", 1, 20), 0xc7e3_1a00_6646_e75f),
    ] {
        assert_eq!(hash, committed, "{hash:#018x}");
    }
}

#[test]
fn every_form_is_expected_as_its_doc_says() {
    // The second row is no disk, the third one touches the first.
    let a = vec![disk(0.0, 1.0), disk(f32::NAN, 1.0), disk(2.0, 1.0)];
    let b = vec![disk(9.0, 1.0), disk(2.0, 0.5), disk(0.0, 0.25), disk(1.0, f32::INFINITY)];
    let case = Case::new(kind("disk_disk"), a.clone(), b);
    assert_eq!((&case.hits[..], case.compared), (&[(0, 2), (2, 1)][..], 6));
    let of = |form| forms::expected(&case, form);
    assert_eq!((of(Form::Count), of(Form::Any)), (Answer::Number(2), Answer::Yes(true)));
    assert_eq!(of(Form::Rows), Answer::Rows(vec![0, 2]));
    assert_eq!(of(Form::AtMost), Answer::Pairs(vec![(0, 2), (2, 1)]));
    assert_eq!(of(Form::TooMany), Error::TooManyPairs { at_most: 1 }.into());
    assert_eq!(of(Form::Swapped), Answer::Pairs(vec![(1, 2), (2, 0)]));
    let own = Case::new(kind("own/disk_disk"), a.clone(), a);
    assert_eq!((&own.hits[..], own.compared), (&[(0, 2)][..], 1));
}

#[test]
fn rows_come_to_a_case_from_elsewhere() {
    let b = [0.0, 1.0, 2.0, 3.0, 4.0].map(|x| disk(x, 1.0)).to_vec();
    let case = Case::new(kind("disk_disk"), Vec::new(), b);
    let before = |form| forms::before(&case, form).iter().map(|disk| disk[0]).collect::<Vec<_>>();
    assert_eq!(before(Form::Refit), [2.0, 3.0, 4.0, 0.0, 1.0]);
    assert_eq!(before(Form::Moved), [0.0, 1.0, 4.0, 3.0, 4.0]);
}

#[test]
fn rows_that_are_kept_hit_as_before() {
    let mut sets = Sets::new(kind("disk_triangle"), 4, "x", 0);
    let mut drawn = (0..100).map(|_| sets.draw().case);
    let case = drawn.find(|case| case.hits.len() > 40 && case.a.len() < 100).unwrap();
    let odd = |n: usize| (0..n).filter(|i| i % 2 == 1).collect::<Vec<_>>();
    let kept = case.keep(&odd(case.a.len()), &odd(case.b.len()));
    let anew = Case::new(kept.kind, kept.a.clone(), kept.b.clone());
    assert!(!kept.hits.is_empty() && kept.hits == anew.hits);
}

/// What is left of the first set in which this fault shows in lists of pairs.
fn shrunk(name: &str, fault: Fault) -> Mismatch {
    shrunk_in(name, fault, Form::Pairs)
}

/// What is left of the first set in which this fault shows in this form.
fn shrunk_in(name: &str, fault: Fault, form: Form) -> Mismatch {
    let engine = Broken { fault, form };
    let mut sets = Sets::new(kind(name), 5, "a name", 3);
    loop {
        let drawn = sets.draw();
        if let Err((form, at)) = check(&engine, &drawn, &[Level::PORTABLE], &mut Tally::default()) {
            let source = Source { name: "a name", seed: 5, job: 3, set: drawn.number };
            return Mismatch::new(&engine, &drawn, form, at, &source);
        }
    }
}

#[test]
fn a_mismatch_has_as_few_rows_as_will_do() {
    let lost = shrunk("disk_triangle", Fault::Lost);
    assert_eq!(lost.left, [1, 1], "{lost}");
    assert!(lost.summary.ends_with("expected 1 pairs, got 0; missing [(0, 0)], not expected []"), "{lost}");
    assert!(lost.source.starts_with("seed 5, job 3, set "), "{lost}");
    assert!(lost.rows.contains("  a[0]  x ") && lost.rows.contains("\n  b[0]  ax "), "{lost}");
    assert!(
        lost.snippet.contains("view::<scalar::dim2::Triangle>(&b);\nlet answer = Join::new(&a, &b)"),
        "{lost}"
    );

    let Mismatch { summary, source, rows, snippet, .. } = &lost;
    let all = format!("MISMATCH: {summary}\nFound in {source}\n\n{rows}\nTo reproduce:\n\n{snippet}");
    assert_eq!(lost.to_string(), all);

    let disordered = shrunk("disk_triangle", Fault::Disordered);
    assert_eq!(disordered.left, [1, 2], "{disordered}");
    assert!(disordered.summary.ends_with("out of order, or some twice"), "{disordered}");

    let own = shrunk("own/disk_disk", Fault::Lost);
    assert_eq!(own.left, [2, 2], "{own}");
    assert!(own.snippet.contains("Join::self_join(&a)") && !own.snippet.contains("(&b)"), "{own}");
}

#[test]
fn a_mismatch_is_shown_as_it_was_asked_for() {
    let query = "query(Query::new().sequential().with_level(\"portable\".parse().unwrap()))";
    for (form, call, answers) in [
        (Form::Count, ".count()", "expected Number(1), got Number(0)"),
        (Form::Any, ".is_empty()", "expected Yes(true), got Yes(false)"),
        (Form::Rows, ".matched_left()", "expected Rows([0]), got Rows([])"),
        (Form::Pairs, ".pairs()", "expected 1 pairs, got 0; missing [(0, 0)], not expected []"),
        (Form::Csr, ".csr()", "expected 1 pairs, got 0; missing [(0, 0)], not expected []"),
        (
            Form::Blocks,
            ".for_each_block(|pairs| println!(\"{pairs:?}\"))",
            "expected 1 pairs, got 0; missing [(0, 0)], not expected []",
        ),
        (Form::AtMost, ".limit(1).pairs()", "expected 1 pairs, got 0; missing [(0, 0)], not expected []"),
    ] {
        let lost = shrunk_in("disk_triangle", Fault::Lost, form);
        let answer = format!("let answer = Join::new(&a, &b).unwrap().{query}{call};\n");
        assert!(lost.snippet.contains(&answer) && lost.summary.ends_with(answers), "{lost}");
    }
    for (form, parts) in [
        (Form::TooMany, &[".limit(0).pairs();"][..]),
        (Form::Swapped, &["let answer = Join::new(&b, &a).unwrap().", "pairs();"]),
        (Form::Kept, &["let answer = { let index = Index::new(&b).unwrap(); index.join(&a)", ".pairs() };"]),
        (Form::Refit, &["let before = columns(&[\n", "index.refit(&b).unwrap();\n    index.join(&a)"]),
        (Form::Moved, &["let before = columns(&[\n", "index.refit(&b).unwrap();\n    index.join(&a)"]),
        (Form::One, &["Index::new(&b).unwrap().intersects_one(&a.get(i).unwrap())"]),
    ] {
        let lost = shrunk_in("disk_triangle", Fault::Lost, form);
        assert!(parts.iter().all(|part| lost.snippet.contains(part)), "{lost}");
    }
}
