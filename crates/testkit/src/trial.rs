//! One query call with its rows: what a mismatch is made of, what is shrunk and what is replayed.

use soa::{Shape, View};

use crate::oracle;
use crate::subject::{Answer, Engine, Subject, Wrong};

/// Which query is called, or who else is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Call {
    /// Row `i` with row `i`.
    Rows,
    /// The only left row with each right row.
    One,
    /// Each left row with each right row.
    All,
    /// No query: the twin of the first rows is asked, and the oracle.
    Truth,
}

/// A query call and its rows, which may hold NaN or infinities.
#[derive(Clone, Debug)]
pub struct Trial<S: Subject> {
    /// The query.
    pub call: Call,
    /// Left rows.
    pub a: Vec<S::A>,
    /// Right rows; as many as left rows if the kernel has one operand.
    pub b: Vec<S::B>,
}

/// How a trial failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The left row.
    pub left: usize,
    /// The right row.
    pub right: usize,
    /// The answer that the contract asks for.
    pub expected: String,
    /// The expected answer in a corpus line.
    pub word: &'static str,
    /// The answer that came.
    pub got: String,
}

/// The answer that the contract asks for: the twin's, but always no where a yes/no kernel meets a NaN.
///
/// # Errors
/// The twin says yes to a NaN.
pub fn contract<S: Subject>(a: &S::A, b: &S::B) -> Result<S::Answer, S::Answer> {
    let answer = S::twin(a, b);
    let refused = !S::COMPUTES && answer.hit() && has_nan(a, b);
    if refused { Err(answer) } else { Ok(answer) }
}

/// Whether a value is NaN.
pub fn has_nan<A: Shape, B: Shape>(a: &A, b: &B) -> bool {
    a.values().iter().chain(b.values()).any(|x| x.is_nan())
}

/// The shape whose values these begin with.
pub fn shape<S: Shape>(values: &[f32]) -> S {
    bytemuck::pod_read_unaligned(bytemuck::cast_slice(&values[..S::COLUMNS.len()]))
}

/// Rows as owned columns, without a look at their values.
pub fn columns<S: Shape>(rows: &[S]) -> S::Of<Vec<f32>> {
    S::build(|k| rows.iter().map(|row| row.values()[k]).collect())
}

/// A view of columns that are known to be equally long.
pub fn view<S: Shape>(columns: &S::Of<Vec<f32>>, start: usize, rows: usize) -> View<'_, S> {
    let columns = S::build(|k| &columns.as_ref()[k][start..start + rows]);
    View::new_unvalidated(columns).unwrap_or_else(|error| unreachable!("equally long columns: {error}"))
}

impl Call {
    /// The pairs that the call answers of so many left and right rows, in the order of its answers.
    fn pairs(self, lefts: usize, rights: usize) -> Vec<(usize, usize)> {
        let rights = 0..rights;
        match self {
            Self::Rows | Self::Truth => rights.map(|i| (i, i)).collect(),
            Self::One => rights.map(|i| (0, i)).collect(),
            Self::All => (0..lefts).flat_map(|i| rights.clone().map(move |j| (i, j))).collect(),
        }
    }
}

impl<S: Subject> Trial<S> {
    /// Makes the call and compares every answer; None if all are as the contract asks.
    pub fn failure<E: Engine>(&self, engine: &E) -> Option<Failure> {
        if self.call == Call::Truth {
            return self.untruth();
        }
        let pairs = self.call.pairs(self.a.len(), self.b.len());
        let mut expected = Vec::with_capacity(pairs.len());
        for &(left, right) in &pairs {
            match contract::<S>(&self.a[left], &self.b[right]) {
                Ok(answer) => expected.push(answer),
                Err(answer) => {
                    let got = format!("{} (the twin)", answer.show());
                    return Some(Failure { left, right, expected: "no".into(), word: "0", got });
                }
            }
        }
        let (a, b) = (columns(&self.a), columns(&self.b));
        let (view_a, view_b) = (view::<S::A>(&a, 0, self.a.len()), view::<S::B>(&b, 0, self.b.len()));
        let outcome = match self.call {
            Call::Rows | Call::Truth => S::rows(engine, &view_a, &view_b, &expected).map(|_| ()),
            Call::One => S::one(engine, &self.a[0], &view_b, &expected),
            Call::All => S::all(engine, &view_a, &view_b, &expected),
        };
        let Wrong { row, got } = outcome.err()?;
        let &(left, right) = pairs.get(row).or(pairs.first())?;
        let answer = expected.get(row).or(expected.first())?;
        Some(Failure { left, right, expected: answer.show(), word: answer.word(), got })
    }

    /// How the twin's answer differs from the truth.
    fn untruth(&self) -> Option<Failure> {
        let (a, b) = (self.a.first()?, self.b.first()?);
        let (truth, answer) = (oracle::truth(a, b)?, S::twin(a, b));
        (answer.hit() != truth).then(|| Failure {
            left: 0,
            right: 0,
            expected: truth.show(),
            word: truth.word(),
            got: answer.show(),
        })
    }
}
