//! A mismatch for people and for the corpus.

use core::fmt::{self, Write};

use soa::ShapeKind;

use crate::rows::Row;
use crate::subject::{Call, Engine};
use crate::trial::{Failure, Trial};

/// An answer that differs from the reference's, or from that of brute force.
#[derive(Clone, Debug)]
pub struct Mismatch {
    /// The name of the kernel or join.
    pub name: String,
    /// Where it happened and how the answers differ.
    pub summary: String,
    /// The family or the set that the rows came from.
    pub source: String,
    /// The rows as bits, one line a row.
    pub rows: String,
    /// A Rust test body that shows it.
    pub snippet: String,
    /// The line for `corpora/regressions`, which are of kernels.
    pub line: Option<String>,
}

impl Mismatch {
    /// Describes a trial that fails on this engine.
    pub fn new(engine: &dyn Engine, family: &str, trial: &Trial) -> Self {
        let Trial { subject, call, a, b } = trial;
        let unstable = || Failure {
            left: 0,
            right: 0,
            expected: "the same answer twice".into(),
            got: "an answer that changes from call to call".into(),
        };
        let Failure { left, right, expected, got } = trial.failure(engine).unwrap_or_else(unstable);
        let (name, words) = (subject.name(), subject.expected(&a[left], &b[right]));
        let word = match (subject.corpus_word(&words), engine.is_truth()) {
            ("1", true) => "0",
            ("0", true) => "1",
            (word, _) => word,
        };
        let bits: Vec<_> = a[left].iter().chain(&b[right]).map(|x| format!("{:08x}", x.to_bits())).collect();
        let sides = [
            Side { name: "a", shape: subject.left(), rows: a },
            Side { name: "b", shape: subject.right(), rows: b },
        ];
        Self {
            name: name.into(),
            summary: format!(
                "{name}, {call:?}, left row {left} of {}, right row {right} of {}: the reference says {expected}, {} says {got}",
                a.len(),
                b.len(),
                engine.name()
            ),
            source: format!("family {family}"),
            rows: show(&sides),
            snippet: snippet(&sides, &expression(trial)),
            line: Some(format!("{family} {word} {}", bits.join(" "))),
        }
    }
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { summary, source, rows, snippet, line, .. } = self;
        write!(f, "MISMATCH: {summary}\nFound in {source}\n\n{rows}\nTo reproduce:\n\n{snippet}")?;
        line.iter().try_for_each(|line| write!(f, "\nCorpus line: {line}"))
    }
}

/// The query of a trial as Rust.
fn expression(trial: &Trial) -> String {
    let name = trial.subject.name();
    let (kind, kernel) = if trial.subject.computes() {
        ("measure", format!("*registry::measures().iter().find(|kernel| kernel.name == \"{name}\").unwrap()"))
    } else {
        ("test", format!("registry::named(\"{name}\").unwrap()"))
    };
    match trial.call {
        Call::Rows => format!("query.{kind}_any({kernel}, &a, &b)"),
        Call::One => format!("query.{kind}_one_any({kernel}, &a_columns.concat(), &b)"),
        Call::All => format!("query.{kind}_all_any({kernel}, &a, &b)"),
    }
}

/// The rows of a side of a call, and the name of the variable that holds them.
pub(crate) struct Side<'a> {
    pub name: &'a str,
    pub shape: ShapeKind,
    pub rows: &'a [Row],
}

/// The rows, one a line, with the names of their columns.
pub(crate) fn show(sides: &[Side]) -> String {
    let mut out = String::new();
    for Side { name, shape, rows } in sides {
        for (i, row) in rows.iter().enumerate().filter(|(_, row)| !row.is_empty()) {
            let _ = write!(out, "  {name}[{i}]");
            for (column, x) in shape.columns().iter().zip(row) {
                let _ = write!(out, "  {column} {:08x} ({x:e})", x.to_bits());
            }
            out.push('\n');
        }
    }
    out
}

/// A test body that prints what an expression of views and a `query` gives at every level.
pub(crate) fn snippet(sides: &[Side], expression: &str) -> String {
    let mut out = String::from(
        "use soa::{AnyView, Level, Query, join::{Index, Join}, registry};
fn floats(columns: &[&[u32]]) -> Vec<Vec<f32>> {
    columns.iter().map(|column| column.iter().map(|&x| f32::from_bits(x)).collect()).collect()
}
fn view<'a>(shape: &str, columns: &'a [Vec<f32>]) -> AnyView<'a> {
    let columns: Vec<&[f32]> = columns.iter().map(Vec::as_slice).collect();
    AnyView::new_unvalidated(shape.parse().unwrap(), &columns).unwrap()
}
",
    );
    for Side { name, shape, rows } in sides {
        let _ = writeln!(out, "let {name}_columns = floats(&[");
        for k in 0..shape.columns().len() {
            let bits: Vec<_> = rows.iter().map(|row| format!("0x{:08x}", row[k].to_bits())).collect();
            let _ = writeln!(out, "    &[{}],", bits.join(", "));
        }
        let _ = writeln!(out, "]);\nlet {name} = view(\"{}\", &{name}_columns);", shape.name());
    }
    out + &format!(
        "for &level in Level::available() {{
    let query = Query::new().sequential().with_level(level);
    println!(\"{{level}}: {{:?}}\", {expression});
}}
"
    )
}
