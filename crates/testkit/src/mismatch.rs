//! A mismatch for people and for the corpus.

use core::fmt;

use soa::ShapeKind;

use crate::rows::Row;
use crate::subject::Engine;
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
    /// A Rust test body that shows it, with the rows as bits and as numbers.
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
        let at = if engine.is_truth() { "testkit::subject::ORACLE" } else { "At::sequential(level)" };
        Self {
            name: name.into(),
            summary: format!(
                "{name}, {call:?}, left row {left} of {}, right row {right} of {}: the reference says {expected}, {} says {got}",
                a.len(),
                b.len(),
                engine.name()
            ),
            source: format!("family {family}"),
            snippet: format!(
                "use testkit::{{places::At, subject::Call, trial::Trial}};
let trial = Trial::of_bits(\"{name}\", Call::{call:?}, {}, {});
for &level in soa::Level::available() {{
    assert_eq!(trial.failure(&{at}), None, \"{{level}}\");
}}
",
                bits_of(subject.left(), a),
                bits_of(subject.right(), b)
            ),
            line: Some(format!("{family} {word} {}", bits.join(" "))),
        }
    }
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { summary, source, snippet, line, .. } = self;
        write!(f, "MISMATCH: {summary}\nFound in {source}\nTo reproduce:\n\n{snippet}")?;
        line.iter().try_for_each(|line| write!(f, "\nCorpus line: {line}"))
    }
}

/// The rows as Rust: a slice of slices of bits, each with its numbers.
pub(crate) fn bits_of(shape: ShapeKind, rows: &[Row]) -> String {
    let row = |row: &Row| {
        let bits: Vec<_> = row.iter().map(|x| format!("0x{:08x}", x.to_bits())).collect();
        let numbers = shape.columns().iter().zip(row).map(|(column, x)| format!(" {column} {x:e}"));
        format!("\n    &[{}], //{}", bits.join(", "), numbers.collect::<String>())
    };
    format!("&[{}\n]", rows.iter().map(row).collect::<String>())
}
