//! One query call with its rows: what a mismatch is made of, what is shrunk and what is replayed.

use crate::pairs;
use crate::rows::{Columns, Row};
use crate::subject::{Answer, Engine, Subject, Wrong};

/// Which query is called, if one is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Call {
    /// Row `i` with row `i`.
    Rows,
    /// The only left row with each right row.
    One,
    /// Each left row with each right row.
    All,
    /// No query: the reference and the oracle answer the first rows.
    Truth,
}

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
    /// The expected answer in a corpus line.
    pub word: &'static str,
    /// The answer that came.
    pub got: String,
}

/// The answer that the contract requires: the reference's, but always no where a yes/no kernel meets a NaN.
///
/// # Errors
/// The reference says yes to a NaN.
pub fn contract(subject: Subject, a: &[f32], b: &[f32]) -> Result<Answer, Answer> {
    let answer = subject.reference(a, b);
    let refused = !subject.computes() && answer.hit() && has_nan(a, b);
    if refused { Err(answer) } else { Ok(answer) }
}

/// Whether a value is NaN.
pub fn has_nan(a: &[f32], b: &[f32]) -> bool {
    a.iter().chain(b).any(|x| x.is_nan())
}

impl Call {
    /// The pairs that the call answers of `lefts` and `rights` rows, in the order of its answers.
    fn pairs(self, lefts: usize, rights: usize) -> Vec<(usize, usize)> {
        let rights = 0..rights;
        match self {
            Self::Rows | Self::Truth => rights.map(|i| (i, i)).collect(),
            Self::One => rights.map(|i| (0, i)).collect(),
            Self::All => (0..lefts).flat_map(|i| rights.clone().map(move |j| (i, j))).collect(),
        }
    }
}

impl Trial {
    /// Makes the call and compares every answer; None if all keep the contract.
    pub fn failure(&self, engine: &dyn Engine) -> Option<Failure> {
        if self.call == Call::Truth {
            return self.untruth();
        }
        let pairs = self.call.pairs(self.a.len(), self.b.len());
        let mut expected = Vec::with_capacity(pairs.len());
        for &(left, right) in &pairs {
            match contract(self.subject, &self.a[left], &self.b[right]) {
                Ok(answer) => expected.push(answer),
                Err(answer) => {
                    let got = format!("{} (the reference)", answer.show());
                    return Some(Failure { left, right, expected: "no".into(), word: "0", got });
                }
            }
        }
        let Self { subject, a, b, .. } = self;
        let (left, right) = (Columns::of(subject.left(), a), Columns::of(subject.right(), b));
        let (left, right) = (left.view(0, a.len()), right.view(0, b.len()));
        let outcome = match self.call {
            Call::Rows | Call::Truth => subject.rows(engine, &left, &right, &expected).map(|_| ()),
            Call::One => subject.one(engine, &a[0], &right, &expected),
            Call::All => subject.all(engine, &left, &right, &expected),
        };
        let Wrong { row, got } = outcome.err()?;
        let &(left, right) = pairs.get(row).or(pairs.first())?;
        let answer = expected.get(row).or(expected.first())?;
        Some(Failure { left, right, expected: answer.show(), word: answer.word(), got })
    }

    /// How the reference's answer differs from the truth.
    fn untruth(&self) -> Option<Failure> {
        let (a, b) = (self.a.first()?, self.b.first()?);
        let ground_truth = pairs::ground_truth(self.subject.left(), self.subject.right())?;
        let (truth, answer) = (ground_truth.oracle(a, b), self.subject.reference(a, b));
        (answer.hit() != truth).then(|| Failure {
            left: 0,
            right: 0,
            expected: Answer::YesNo(truth).show(),
            word: Answer::YesNo(truth).word(),
            got: answer.show(),
        })
    }
}
