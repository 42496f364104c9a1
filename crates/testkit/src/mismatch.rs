//! A mismatch for people and for the corpus.

use core::fmt::{self, Write};

use soa::{Level, ShapeKind};

use crate::rows::Row;
use crate::trial::{Call, Failure, Trial};

/// A kernel and its reference disagree; or a query and brute force do; or the reference and the oracle.
#[derive(Clone, Debug)]
pub struct Mismatch {
    /// The kernel's name.
    pub kernel: &'static str,
    /// The family that the rows came from.
    pub family: &'static str,
    /// Where it happened and how the answers differ.
    pub summary: String,
    /// The rows as bits, one line a row.
    pub rows: String,
    /// A Rust test body that shows it.
    pub snippet: String,
    /// The line for `corpora/regressions`.
    pub line: String,
}

impl Mismatch {
    /// Describes a failed trial.
    pub fn new(level: Level, family: &'static str, trial: &Trial, failure: &Failure) -> Self {
        let Failure { left, right, expected, word, got } = failure;
        let (subject, query) = (trial.subject, query_name(trial));
        let summary = if trial.call == Call::Truth {
            format!(
                "{}: scalar::exact and the oracle disagree: the oracle says {expected}, scalar::exact says {got}",
                subject.name()
            )
        } else {
            format!(
                "{} at level {level}, {query}, left row {left} of {}, right row {right} of {}: expected {expected}, got {got}",
                subject.name(),
                trial.a.len(),
                trial.b.len(),
            )
        };
        let words = words(&trial.a[*left]).chain(words(&trial.b[*right]));
        let line = format!("{family} {word} {}", words.collect::<Vec<_>>().join(" "));
        Self {
            kernel: subject.name(),
            family,
            summary,
            rows: show_rows("a", subject.left(), &trial.a) + &show_rows("b", subject.right(), &trial.b),
            snippet: snippet(level, trial, *left, *right),
            line,
        }
    }
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { summary, rows, snippet, line, .. } = self;
        write!(f, "MISMATCH: {summary}\n\n{rows}\nTo reproduce:\n\n{snippet}\nCorpus line: {line}")
    }
}

fn query_name(trial: &Trial) -> &'static str {
    match (trial.call, trial.subject.computes(), trial.subject.is_unary()) {
        (Call::Rows | Call::Truth, false, _) => "test",
        (Call::Rows | Call::Truth, true, false) => "measure",
        (Call::Rows | Call::Truth, true, true) => "measure_unary",
        (Call::One, false, _) => "test_one",
        (Call::One, true, _) => "measure_one",
        (Call::All, ..) => "test_all",
    }
}

fn words(row: &[f32]) -> impl Iterator<Item = String> + '_ {
    row.iter().map(|x| format!("{:08x}", x.to_bits()))
}

pub(crate) fn show_rows(side: &str, shape: ShapeKind, rows: &[Row]) -> String {
    let mut out = String::new();
    for (i, row) in rows.iter().enumerate().filter(|(_, row)| !row.is_empty()) {
        let _ = write!(out, "  {side}[{i}]");
        for (name, x) in shape.columns().iter().zip(row) {
            let _ = write!(out, "  {name} {:08x} ({x:e})", x.to_bits());
        }
        out.push('\n');
    }
    out
}

/// The columns as an array of arrays of bits.
pub(crate) fn bits(shape: ShapeKind, rows: &[Row]) -> String {
    let column = |k: usize| {
        let bits: Vec<_> = rows.iter().map(|row| format!("0x{:08x}", row[k].to_bits())).collect();
        format!("    vec![{}],\n", bits.join(", "))
    };
    (0..shape.columns().len()).map(column).collect()
}

/// The path of a type, as it is written: the shapes' own module is private, they are shown one level up.
pub(crate) fn path(type_name: &str) -> String {
    type_name.replace("::shapes::", "::")
}

fn snippet(level: Level, trial: &Trial, left: usize, right: usize) -> String {
    let Trial { subject, a: left_rows, b: right_rows, .. } = trial;
    let query = query_name(trial);
    let kind = if subject.computes() { "Measure" } else { "Predicate" };
    let unary = subject.is_unary();
    let a = if trial.call == Call::One { format!("&a.get({left}).unwrap()") } else { "&a".into() };
    let arguments = if unary { a } else { format!("{a}, &b") };
    let unwrap = if unary { "" } else { ".unwrap()" };
    let reference_b = if unary { "soa::Nothing".into() } else { format!("b.get({right}).unwrap()") };
    let b = if unary {
        String::new()
    } else {
        format!(
            "let b = columns(&[\n{}]);\nlet b = view::<<Kernel as {kind}>::B>(&b);\n",
            bits(subject.right(), right_rows)
        )
    };
    let answers = if trial.call == Call::Truth {
        format!("testkit::oracle::truth(&a.get({left}).unwrap(), &b.get({right}).unwrap())")
    } else {
        format!(
            "Query::new().sequential().with_level(\"{level}\".parse().unwrap()).{query}::<Kernel>({arguments}){unwrap}"
        )
    };
    format!(
        "use soa::{{Query, Shape, View, kernel::{kind}}};
type Kernel = {path};
fn columns(bits: &[Vec<u32>]) -> Vec<Vec<f32>> {{
    bits.iter().map(|column| column.iter().map(|&x| f32::from_bits(x)).collect()).collect()
}}
fn view<S: Shape>(columns: &[Vec<f32>]) -> View<'_, S> {{
    View::new_unvalidated(S::build(|k| columns[k].as_slice())).unwrap()
}}
let a = columns(&[\n{a_bits}]);
let a = view::<<Kernel as {kind}>::A>(&a);
{b}let answers = {answers};
println!(\"{{answers:?}}, the reference says {{:?}}\", Kernel::reference(&a.get({left}).unwrap(), &{reference_b}));
",
        path = path(subject.type_name()),
        a_bits = bits(subject.left(), left_rows),
    )
}
