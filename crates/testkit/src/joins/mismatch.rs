//! A wrong answer, reduced to as few rows as show it.

use core::fmt::{self, Write};
use std::collections::HashSet;
use std::time::{Duration, Instant};

use soa::{Level, ShapeKind};

use super::case::{Case, Hit};
use super::forms::{Answer, At, Engine, Form, THREADS, before, expected};
use super::sets::Drawn;
use crate::mismatch::{bits, path, show_rows};
use crate::rows::Row;

/// Where a set comes from.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    /// The target.
    pub name: &'a str,
    /// The seed of the run.
    pub seed: u64,
    /// The job of the run.
    pub job: u64,
    /// Which set of the job.
    pub set: u64,
}

/// A join and brute force disagree.
#[derive(Clone, Debug)]
pub struct Mismatch {
    /// Where it happened and how the answers differ.
    pub summary: String,
    /// The set that it was found in.
    pub source: String,
    /// The rows that are left, as bits, one line a row.
    pub rows: String,
    /// A Rust test body that shows it.
    pub snippet: String,
    /// How many rows are left on both sides.
    pub left: [usize; 2],
}

/// Rows that are shown at most.
const SHOWN: usize = 40;
/// How long it may take to have fewer rows: sets for several threads cannot become small.
const MAX_TIME: Duration = Duration::from_secs(5);

impl Mismatch {
    /// Removes rows as long as the answer is wrong, and describes what is left.
    pub fn new(engine: &dyn Engine, drawn: &Drawn, form: Form, at: At, source: &Source<'_>) -> Self {
        let case = shrunk(engine, &drawn.case, form, at);
        let kind = case.kind;
        let got = at.run(|| engine.answer(&case, form, at));
        let difference = difference(&expected(&case, form), &got);
        let (level, threads) = (at.level, THREADS[at.threads]);
        let Source { name, seed, job, set } = source;
        let left = [case.a.len(), case.b.len()];
        Self {
            summary: format!(
                "{name} at level {level}, {threads} threads, {}, {} left rows, {} right rows: {difference}",
                form.name(),
                left[0],
                left[1]
            ),
            source: format!(
                "seed {seed}, job {job}, set {set}: {}, {}, family {}, {} left rows, {} right rows",
                drawn.length.name(),
                drawn.spread.name(),
                drawn.family.name(),
                drawn.case.a.len(),
                drawn.case.b.len()
            ),
            rows: show("a", kind.left(), &case.a)
                + &if kind.own { String::new() } else { show("b", kind.right(), &case.b) },
            snippet: snippet(&case, form, level),
            left,
        }
    }
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { summary, source, rows, snippet, .. } = self;
        write!(f, "MISMATCH: {summary}\nFound in {source}\n\n{rows}\nTo reproduce:\n\n{snippet}")
    }
}

/// The case without the rows that the mismatch does not need: greedy, in runs of half the rows down to one.
fn shrunk(engine: &dyn Engine, case: &Case, form: Form, at: At) -> Case {
    let own = case.kind.own;
    let mut rows = [(0..case.a.len()).collect::<Vec<_>>(), (0..case.b.len()).collect()];
    let kept = |rows: &[Vec<usize>; 2]| case.keep(&rows[0], &rows[usize::from(!own)]);
    let start = Instant::now();
    let fails = |case: &Case| at.run(|| engine.answer(case, form, at)) != expected(case, form);
    let sides = if own { 1 } else { 2 };
    loop {
        let before = [rows[0].len(), rows[1].len()];
        for side in 0..sides {
            let mut run = rows[side].len().div_ceil(2);
            while run > 0 {
                let mut end = rows[side].len();
                while end > 0 && start.elapsed() < MAX_TIME {
                    let start = end.saturating_sub(run);
                    let mut fewer = rows.clone();
                    fewer[side].drain(start..end);
                    if fails(&kept(&fewer)) {
                        rows = fewer;
                    }
                    end = start;
                }
                run /= 2;
            }
        }
        if before == [rows[0].len(), rows[1].len()] {
            return kept(&rows);
        }
    }
}

/// How two answers differ.
fn difference(expected: &Answer, got: &Answer) -> String {
    match (expected, got) {
        _ if expected == got => "an answer that changes from call to call".into(),
        (Answer::Pairs(expected), Answer::Pairs(got)) => {
            let without = |some: &[Hit], others: &[Hit]| {
                let others: HashSet<_> = others.iter().collect();
                some.iter().copied().filter(|pair| !others.contains(pair)).take(SHOWN).collect::<Vec<_>>()
            };
            let (missing, extra) = (without(expected, got), without(got, expected));
            let pairs = format!("expected {} pairs, got {}", expected.len(), got.len());
            if missing.is_empty() && extra.is_empty() {
                return format!("{pairs}: out of order, or some twice");
            }
            format!("{pairs}; missing {missing:?}, not expected {extra:?}")
        }
        _ => {
            let short = |answer: &Answer| match answer {
                Answer::Pairs(pairs) => format!("{} pairs", pairs.len()),
                answer => format!("{answer:?}"),
            };
            format!("expected {}, got {}", short(expected), short(got))
        }
    }
}

fn show(side: &str, shape: ShapeKind, rows: &[Row]) -> String {
    let mut out = show_rows(side, shape, &rows[..rows.len().min(SHOWN)]);
    if rows.len() > SHOWN {
        let _ = writeln!(out, "  and {} more", rows.len() - SHOWN);
    }
    out
}

fn snippet(case: &Case, form: Form, level: Level) -> String {
    if case.a.len() > SHOWN || case.b.len() > SHOWN {
        return "the same seed, jobs and levels: this needs too many rows to be shown\n".into();
    }
    let kind = case.kind;
    let [a, b] = kind.pair.type_names().map(path);
    let right = if kind.own {
        String::new()
    } else {
        format!("let b = columns(&[\n{}]);\nlet b = view::<{b}>(&b);\n", bits(kind.right(), &case.b))
    };
    let limit = case.hits.len().saturating_sub(usize::from(form == Form::TooMany));
    let join = if kind.own { "Join::self_join(&a)" } else { "Join::new(&a, &b)" };
    let call = match form {
        Form::Count => "count()".into(),
        Form::Any => "is_empty()".into(),
        Form::Rows => "matched_left()".into(),
        Form::Csr => "csr()".into(),
        Form::Blocks => "for_each_block(|pairs| println!(\"{pairs:?}\"))".into(),
        Form::AtMost | Form::TooMany => format!("limit({limit}).pairs()"),
        _ => "pairs()".into(),
    };
    let query = format!("query(Query::new().sequential().with_level(\"{level}\".parse().unwrap()))");
    let index = format!("index.join(&a).unwrap().{query}.pairs()");
    let answer = match form {
        Form::Swapped => format!("Join::new(&b, &a).unwrap().{query}.pairs()"),
        Form::Kept => format!("{{ let index = Index::new(&b).unwrap(); {index} }}"),
        Form::Refit | Form::Moved => format!(
            "{{
    let before = columns(&[\n{}]);
    let mut index = Index::new(&view::<{b}>(&before)).unwrap();
    index.refit(&b).unwrap();
    {index}
}}",
            bits(kind.right(), &before(case, form))
        ),
        Form::One => {
            "(0..a.len()).map(|i| Index::new(&b).unwrap().intersects_one(&a.get(i).unwrap())).collect::<Vec<_>>()".into()
        }
        _ => format!("{join}.unwrap().{query}.{call}"),
    };
    format!(
        "use soa::{{Query, Shape, View, join::{{Index, Join}}}};
fn columns(bits: &[Vec<u32>]) -> Vec<Vec<f32>> {{
    bits.iter().map(|column| column.iter().map(|&x| f32::from_bits(x)).collect()).collect()
}}
fn view<S: Shape>(columns: &[Vec<f32>]) -> View<'_, S> {{
    View::new_unvalidated(S::build(|k| columns[k].as_slice())).unwrap()
}}
let a = columns(&[\n{}]);
let a = view::<{a}>(&a);
{right}let answer = {answer};
println!(\"{{answer:?}}, brute force says {:?}\");
",
        bits(kind.left(), &case.a),
        case.hits,
    )
}
