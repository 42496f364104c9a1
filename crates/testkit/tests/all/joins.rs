//! Joins against brute force: the sets, the forms, and what is shown of a wrong answer.

use soa::{Error, Level};
use testkit::joins::case::{Case, Hit};
use testkit::joins::forms::{Answer, Form, answer, expected, of_pairs, pairs};
use testkit::joins::sets::Sets;
use testkit::joins::{Kind, check, mismatch};
use testkit::mismatch::Mismatch;
use testkit::places::At;
use testkit::rows::Row;
use testkit::tally::Tally;

/// The join of this name: `disk_triangle`, or `own/disk_disk`.
fn kind(name: &str) -> Kind {
    Kind::all().find(|kind| kind.name() == format!("join/{name}")).unwrap()
}

fn disk(x: f32, radius: f32) -> Row {
    vec![x, 0.0, radius]
}

#[test]
fn every_form_is_expected_as_its_doc_says() {
    // The second row is no disk, the third one touches the first.
    let a = vec![disk(0.0, 1.0), disk(f32::NAN, 1.0), disk(2.0, 1.0)];
    let b = vec![disk(9.0, 1.0), disk(2.0, 0.5), disk(0.0, 0.25), disk(1.0, f32::INFINITY)];
    let case = Case::new(kind("disk_disk"), a.clone(), b);
    assert_eq!((&case.hits[..], case.compared), (&[(0, 2), (2, 1)][..], 6));
    for (form, words) in [
        (Form::Count, &[0, 2][..]),
        (Form::Any, &[1]),
        (Form::Rows, &[0, 2]),
        (Form::AtMost, &[0, 2, 2, 1]),
        (Form::Swapped, &[1, 2, 2, 0]),
    ] {
        assert_eq!(expected(&case, form), Ok(words.to_vec()), "{form:?}");
    }
    assert_eq!(expected(&case, Form::TooMany), Err(Error::TooManyPairs { at_most: 1 }.to_string()));
    let own = Case::new(kind("own/disk_disk"), a.clone(), a);
    assert_eq!((&own.hits[..], own.compared), (&[(0, 2)][..], 1));
}

/// What is left of the first set in which pairs that are broken so show in this form.
fn shrunk(name: &str, form: Form, breaks: fn(&mut Vec<Hit>)) -> Mismatch {
    let broken = |case: &Case, asked: Form, at: At| -> Answer {
        if asked != form {
            return answer(case, asked, at);
        }
        let mut pairs = pairs(case, form);
        breaks(&mut pairs);
        of_pairs(case, form, pairs)
    };
    let mut sets = Sets::new(kind(name), 5, "a name", 3);
    loop {
        let drawn = sets.draw();
        let outcome = check(&broken, &drawn, &[Level::PORTABLE], &mut Tally::default());
        if let Err((form, at)) = outcome {
            return mismatch::describe(&broken, &drawn, form, at, "seed 5, job 3");
        }
    }
}

fn lose(pairs: &mut Vec<Hit>) {
    pairs.pop();
}

#[test]
fn a_mismatch_has_as_few_rows_as_will_do() {
    let lost = shrunk("disk_triangle", Form::Pairs, lose);
    let end = ", 1 left rows, 1 right rows: expected 1 pairs [[0, 0]], got 0 pairs []";
    assert!(lost.summary.ends_with(end) && lost.source.starts_with("seed 5, job 3, set "), "{lost}");
    assert!(lost.snippet.contains("], // x ") && lost.snippet.contains("], // ax "), "{lost}");

    let disordered = shrunk("disk_triangle", Form::Pairs, |pairs| pairs.reverse());
    let rows = [", 1 left rows, 2 right rows", ", 2 left rows, 1 right rows"];
    assert!(rows.iter().any(|rows| disordered.summary.contains(rows)), "{disordered}");

    let own = shrunk("own/disk_disk", Form::Pairs, lose);
    assert!(own.summary.contains(", 2 left rows, 2 right rows: "), "{own}");
    assert!(own.snippet.contains("let case = Case::of_bits(\"join/own/disk_disk\", &["), "{own}");
    assert!(own.snippet.contains("answer(&case, Form::Pairs, At::sequential(level))"), "{own}");
}

#[test]
fn a_mismatch_says_how_answers_of_each_form_differ() {
    for &form in &Form::ALL {
        let lost = shrunk("disk_triangle", form, lose);
        let difference = match form {
            Form::Count => "expected [0, 1], got [0, 0]",
            Form::Any => "expected [1], got [0]",
            Form::Rows => "expected [0], got []",
            Form::TooMany => "got 0 pairs []",
            _ => "expected 1 pairs [[0, 0]], got 0 pairs []",
        };
        assert!(lost.summary.ends_with(difference), "{form:?}: {lost}");
    }
}
