//! A wrong answer of a join, reduced to as few rows as show it.

use super::case::Case;
use super::forms::{Answer, Answering, Form, expected};
use super::is_wrong;
use super::sets::Drawn;
use crate::mismatch::{Mismatch, bits_of};
use crate::places::{At, THREADS};
use crate::shrink::fewest_rows;

/// Rows and pairs that are shown at most.
const SHOWN: usize = 40;

/// Removes rows as long as the answer is wrong, and describes what is left.
pub fn describe(answering: Answering, drawn: &Drawn, form: Form, at: At, source: &str) -> Mismatch {
    let case = shrunk(answering, &drawn.case, form, at);
    let (kind, got) = (case.kind, at.run(|| answering(&case, form, at)));
    let (name, Case { a, b, .. }) = (kind.name(), &case);
    let snippet = if a.len().max(b.len()) > SHOWN {
        "the same seed, jobs and levels: this needs too many rows to be shown\n".into()
    } else {
        format!(
            "use testkit::{{joins::case::Case, joins::forms::{{Form, answer, expected}}, places::At}};
let case = Case::of_bits(\"{name}\", {}, {});
for &level in soa::Level::available() {{
    let got = answer(&case, Form::{form:?}, At::sequential(level));
    assert_eq!(got, expected(&case, Form::{form:?}), \"{{level}}\");
}}
",
            bits_of(kind.pair.left, a),
            bits_of(kind.pair.right, b)
        )
    };
    Mismatch {
        summary: format!(
            "{name}, level {}, {} threads, {form:?}, {} left rows, {} right rows: {}",
            at.level,
            THREADS[at.threads],
            a.len(),
            b.len(),
            difference(form, &expected(&case, form), &got)
        ),
        name,
        source: format!(
            "{source}, set {}: {:?}, {:?}, family {}, {} left rows, {} right rows",
            drawn.number,
            drawn.length,
            drawn.spread,
            drawn.family.name(),
            drawn.case.a.len(),
            drawn.case.b.len()
        ),
        snippet,
        line: None,
    }
}

/// The case without the rows that the mismatch does not need.
fn shrunk(answering: Answering, case: &Case, form: Form, at: At) -> Case {
    let steps: &[&[usize]] = if case.kind.own { &[&[0, 1]] } else { &[&[0], &[1]] };
    let kept = |[left, right]: &[Vec<usize>; 2]| case.keep(left, right);
    let fails = |rows: &[Vec<usize>; 2]| is_wrong(answering, &kept(rows), form, at);
    kept(&fewest_rows([case.a.len(), case.b.len()], steps, &fails))
}

/// How two answers differ.
fn difference(form: Form, expected: &Answer, got: &Answer) -> String {
    let shown = |answer: &Answer| match answer {
        Ok(words) if form.lists_pairs() => {
            let pairs: Vec<_> = words.chunks(2).take(SHOWN).collect();
            format!("{} pairs {pairs:?}", words.len() / 2)
        }
        Ok(words) => format!("{:?}", &words[..words.len().min(SHOWN)]),
        Err(error) => error.clone(),
    };
    format!("expected {}, got {}", shown(expected), shown(got))
}
