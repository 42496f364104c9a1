//! One query call with its rows: what a mismatch is made of, what is shrunk and what is replayed.

use crate::rows::{Columns, Row, of_bits};
use crate::subject::{Call, Engine, Subject, Wrong, named};

/// A query call and its rows, which may hold NaN or infinities.
#[derive(Clone, Debug)]
pub struct Trial {
    /// The kernel.
    pub subject: Subject,
    /// The query.
    pub call: Call,
    /// Left rows.
    pub a: Vec<Row>,
    /// Right rows; as many as left rows if the kernel has one operand.
    pub b: Vec<Row>,
}

/// How a trial failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The left row.
    pub left: usize,
    /// The right row.
    pub right: usize,
    /// The answer that the contract requires.
    pub expected: String,
    /// The answer that came.
    pub got: String,
}

impl Trial {
    /// A call of a kernel by its name, with rows as bits: what a mismatch is shown as.
    ///
    /// # Panics
    /// No kernel has this name.
    pub fn of_bits(kernel: &str, call: Call, a: &[&[u32]], b: &[&[u32]]) -> Self {
        Self { subject: named(kernel).unwrap(), call, a: of_bits(a), b: of_bits(b) }
    }

    /// Makes the call and compares every answer; None if all keep the contract.
    pub fn failure(&self, engine: &dyn Engine) -> Option<Failure> {
        let Self { subject, call, a, b } = self;
        let pairs = call.pairs(a.len(), b.len());
        let answers = pairs.iter().flat_map(|&(i, j)| subject.expected(&a[i], &b[j]));
        let expected: Vec<u32> = answers.collect();
        let (left, right) = (Columns::of(subject.left(), a), Columns::of(subject.right(), b));
        let (left, right) = (left.view(0..a.len()), right.view(0..b.len()));
        let Wrong { pair, got } = subject.check(engine, *call, &left, &right, &expected).err()?;
        let &(left, right) = pairs.get(pair)?;
        let expected = subject.show(&subject.expected(&a[left], &b[right]));
        Some(Failure { left, right, expected, got })
    }

    /// These rows of each side, in a call of this kind.
    #[must_use]
    pub fn part(&self, call: Call, [left, right]: &[Vec<usize>; 2]) -> Self {
        let take = |rows: &[Row], part: &[usize]| part.iter().map(|&row| rows[row].clone()).collect();
        Self { subject: self.subject, call, a: take(&self.a, left), b: take(&self.b, right) }
    }
}
