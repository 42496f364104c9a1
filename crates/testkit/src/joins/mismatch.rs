//! A wrong answer of a join, reduced to as few rows as show it.

use std::collections::HashSet;

use super::case::{Case, Hit};
use super::forms::{Answer, Answering, Form, before, expected};
use super::is_wrong;
use super::sets::Drawn;
use crate::mismatch::{Mismatch, Side, show, snippet};
use crate::places::{At, THREADS};
use crate::shrink::fewest_rows;

/// Rows and pairs that are shown at most.
const SHOWN: usize = 40;

/// Removes rows as long as the answer is wrong, and describes what is left.
pub fn describe(answering: Answering, drawn: &Drawn, form: Form, at: At, source: &str) -> Mismatch {
    let case = shrunk(answering, &drawn.case, form, at);
    let (kind, got) = (case.kind, at.run(|| answering(&case, form, at)));
    let name = kind.name();
    let mut sides = vec![Side { name: "a", shape: kind.left(), rows: &case.a }];
    if !kind.own {
        sides.push(Side { name: "b", shape: kind.right(), rows: &case.b });
    }
    let before = before(&case, form);
    let is_small = case.a.len() <= SHOWN && case.b.len() <= SHOWN;
    let (rows, snippet) = if is_small {
        let shown = show(&sides);
        if matches!(form, Form::Refit | Form::Moved) {
            sides.push(Side { name: "before", shape: kind.right(), rows: &before });
        }
        (shown, snippet(&sides, &expression(&case, form)))
    } else {
        let too_many = "the same seed, jobs and levels: this needs too many rows to be shown\n";
        (String::new(), too_many.to_owned())
    };
    Mismatch {
        summary: format!(
            "{name}, level {}, {} threads, {form:?}, {} left rows, {} right rows: {}",
            at.level,
            THREADS[at.threads],
            case.a.len(),
            case.b.len(),
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
        rows,
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
    match (expected, got) {
        _ if expected == got => "an answer that changes from call to call".into(),
        (Ok(expected), Ok(got)) if form.lists_pairs() => {
            let pairs = |words: &[u32]| words.chunks(2).map(|two| (two[0], two[two.len() - 1])).collect();
            let [expected, got]: [Vec<Hit>; 2] = [pairs(expected), pairs(got)];
            let without = |some: &[Hit], others: &[Hit]| {
                let others: HashSet<_> = others.iter().collect();
                some.iter().copied().filter(|pair| !others.contains(pair)).take(SHOWN).collect::<Vec<_>>()
            };
            let (missing, extra) = (without(&expected, &got), without(&got, &expected));
            let pairs = format!("expected {} pairs, got {}", expected.len(), got.len());
            if missing.is_empty() && extra.is_empty() {
                return format!("{pairs}: out of order, or some twice");
            }
            format!("{pairs}; missing {missing:?}, not expected {extra:?}")
        }
        _ => {
            let short = |answer: &Answer| match answer {
                Ok(words) if form.lists_pairs() => format!("{} pairs", words.len() / 2),
                Ok(words) => format!("{words:?}"),
                Err(error) => error.clone(),
            };
            format!("expected {}, got {}", short(expected), short(got))
        }
    }
}

/// The call as Rust.
fn expression(case: &Case, form: Form) -> String {
    let join = if case.kind.own { "Join::self_join_any(&a)" } else { "Join::of_any(&a, &b)" };
    let index = "Index::builder().query(query)";
    let call = match form {
        Form::Count => "count()",
        Form::Any => "is_empty()",
        Form::Rows => "matched_left()",
        Form::Csr => "csr()",
        Form::Blocks => "for_each_block(|pairs| println!(\"{pairs:?}\"))",
        Form::AtMost => &format!("limit({}).pairs()", case.hits.len()),
        Form::TooMany => &format!("limit({}).pairs()", case.hits.len().saturating_sub(1)),
        _ => "pairs()",
    };
    match form {
        Form::Swapped => "Join::of_any(&b, &a).unwrap().query(query).pairs()".into(),
        Form::Kept => format!("{index}.build_any(&b).unwrap().join_any(&a).unwrap().query(query).pairs()"),
        Form::Refit | Form::Moved => format!(
            "{{
        let mut index = {index}.build_any(&before).unwrap();
        index.refit_any(&b).unwrap();
        index.join_any(&a).unwrap().query(query).pairs()
    }}"
        ),
        Form::One => format!(
            "{{
        let index = {index}.build_any(&b).unwrap();
        let one = |row| a_columns.iter().map(|column| column[row]).collect::<Vec<f32>>();
        (0..a.len()).map(|row| index.intersects_one_any(a.kind(), &one(row))).collect::<Vec<_>>()
    }}"
        ),
        _ => format!("{join}.unwrap().query(query).{call}"),
    }
}
