//! Yes/no kernels and computing kernels seen as one: a query whose answers a reference knows, word for word.
//!
//! The *words* of a pair are 1 or 0 for yes or no, else the bits of every number. Those of a call follow each
//! other in the order of [`Call::pairs`].

use soa::registry::{self, Kernel, MeasureKernel};
use soa::{AnyView, Error, Hits, MAX_COLUMNS, ShapeKind, Stages};

use crate::pairs;
use crate::places::At;
use crate::rows::row_of;

/// Which query is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Call {
    /// Row `i` with row `i`.
    Rows,
    /// The only left row with each right row.
    One,
    /// Each left row with each right row.
    All,
}

impl Call {
    /// The pairs of rows that the call answers.
    pub fn pairs(self, lefts: usize, rights: usize) -> Vec<(usize, usize)> {
        let rights = 0..rights;
        match self {
            Self::Rows => rights.map(|i| (i, i)).collect(),
            Self::One => rights.map(|i| (0, i)).collect(),
            Self::All => (0..lefts).flat_map(|i| rights.clone().map(move |j| (i, j))).collect(),
        }
    }
}

/// The words of a call, and how many pairs each stage of an exact kernel resolved, if that is counted; none if
/// there is no such query.
pub type Outcome = Option<Result<(Vec<u32>, Stages), Error>>;

/// Something that answers queries by a kernel: soa, or lanes that are broken on purpose.
pub trait Engine {
    /// Its name in messages.
    fn name(&self) -> String;

    /// Lanes of a register.
    fn lanes(&self) -> usize;

    /// The answers of a call.
    fn answer(&self, subject: Subject, call: Call, a: &AnyView, b: &AnyView) -> Outcome;

    /// Whether its answer is the right one where the contract has another.
    fn is_truth(&self) -> bool {
        false
    }
}

/// soa's queries.
impl Engine for At {
    fn name(&self) -> String {
        format!("level {}", self.level)
    }

    fn lanes(&self) -> usize {
        self.level.lanes()
    }

    fn answer(&self, subject: Subject, call: Call, a: &AnyView, b: &AnyView) -> Outcome {
        let query = self.query();
        let alone = |words| (words, Stages::default());
        Some(match (subject, call) {
            (Subject::YesNo(kernel), Call::Rows) => {
                query.test_any(kernel, a, b).map(|(hits, stages)| (of_hits(&hits), stages))
            }
            (Subject::YesNo(kernel), Call::One) => {
                query.test_one_any(kernel, &row_of(a, 0), b).map(|hits| alone(of_hits(&hits)))
            }
            (Subject::YesNo(kernel), Call::All) => {
                query.test_all_any(kernel, a, b).map(|pairs| alone(of_pairs(pairs.iter(), a.len(), b.len())))
            }
            (Subject::Computes(kernel), Call::Rows) => {
                query.measure_any(kernel, a, b).map(|columns| alone(of_columns(&columns)))
            }
            (Subject::Computes(kernel), Call::One) if !subject.is_unary() => {
                query.measure_one_any(kernel, &row_of(a, 0), b).map(|columns| alone(of_columns(&columns)))
            }
            (Subject::Computes(_), _) => return None,
        })
    }
}

/// The words of hits.
pub fn of_hits(hits: &Hits) -> Vec<u32> {
    let mut words: Vec<u32> = hits.to_bools().into_iter().map(u32::from).collect();
    // Bits beyond the last row must be zero: they are counted otherwise.
    if hits.count() != words.iter().sum::<u32>() as usize {
        words.push(2);
    }
    words
}

/// The words of a list of pairs. One that is out of order, listed twice or no pair of these rows is no yes.
pub fn of_pairs(pairs: impl IntoIterator<Item = (u32, u32)>, lefts: usize, rights: usize) -> Vec<u32> {
    let mut words = vec![0; lefts * rights];
    let mut last = None;
    for (left, right) in pairs {
        let is_in_order = last < Some((left, right)) && (right as usize) < rights;
        match words.get_mut(left as usize * rights + right as usize) {
            Some(word) => *word = if is_in_order { 1 } else { 2 },
            None => words.push(2),
        }
        last = Some((left, right));
    }
    words
}

/// The words of columns, row by row.
pub fn of_columns(columns: &[Vec<f32>]) -> Vec<u32> {
    let rows = 0..columns.first().map_or(0, Vec::len);
    rows.flat_map(|row| columns.iter().map(move |column| column[row].to_bits())).collect()
}

/// A function that answers one pair after the other, as an engine: to show what it says wrong.
pub struct Scalar {
    name: &'static str,
    answer: fn(Subject, &[f32], &[f32]) -> Vec<u32>,
    is_truth: bool,
}

/// The kernel's reference by itself, which must say no to a NaN like the query.
pub static REFERENCE: Scalar = Scalar { name: "the reference", answer: Subject::reference, is_truth: false };

/// The oracle, which knows better than the reference.
pub static ORACLE: Scalar = Scalar {
    name: "the oracle",
    answer: |subject, a, b| {
        let pair = pairs::of(subject.left(), subject.right());
        pair.map(|pair| u32::from(pair.truth(a, b))).into_iter().collect()
    },
    is_truth: true,
};

impl Engine for Scalar {
    fn name(&self) -> String {
        self.name.into()
    }

    fn lanes(&self) -> usize {
        1
    }

    fn answer(&self, subject: Subject, call: Call, a: &AnyView, b: &AnyView) -> Outcome {
        let pairs = (call == Call::Rows).then(|| subject.pairs(call, a, b))?.into_iter();
        let words = pairs.flat_map(|(i, j)| (self.answer)(subject, &row_of(a, i), &row_of(b, j)));
        Some(Ok((words.collect(), Stages::default())))
    }

    fn is_truth(&self) -> bool {
        self.is_truth
    }
}

/// An answer that is not as expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong {
    /// Which of the pairs of the call.
    pub pair: usize,
    /// The answer.
    pub got: String,
}

/// A kernel and the ways to query it.
#[derive(Clone, Copy, Debug)]
pub enum Subject {
    /// A yes/no kernel.
    YesNo(&'static Kernel),
    /// A computing kernel.
    Computes(&'static MeasureKernel),
}

/// Every kernel, in soa's order.
pub fn all() -> impl Iterator<Item = Subject> {
    let yes_no = registry::kernels().iter().copied().map(Subject::YesNo);
    yes_no.chain(registry::measures().iter().copied().map(Subject::Computes))
}

/// The kernel of this name.
pub fn named(name: &str) -> Option<Subject> {
    all().find(|subject| subject.name() == name)
}

impl Subject {
    /// The kernel's name.
    pub fn name(self) -> &'static str {
        match self {
            Self::YesNo(kernel) => kernel.info.name,
            Self::Computes(kernel) => kernel.name,
        }
    }

    /// Whether it computes numbers.
    pub fn computes(self) -> bool {
        matches!(self, Self::Computes(_))
    }

    /// Whether its query gives the answer of real arithmetic by stages.
    pub fn is_exact(self) -> bool {
        matches!(self, Self::YesNo(kernel) if kernel.info.is_exact)
    }

    /// Whether its answers are promised to be the truth: those of the kernels that `soa::intersects` runs.
    pub fn is_promised(self) -> bool {
        registry::pairs().iter().any(|kernel| kernel.info.name == self.name())
    }

    /// The left shape.
    pub fn left(self) -> ShapeKind {
        match self {
            Self::YesNo(kernel) => kernel.info.left,
            Self::Computes(kernel) => kernel.left,
        }
    }

    /// The right shape.
    pub fn right(self) -> ShapeKind {
        match self {
            Self::YesNo(kernel) => kernel.info.right,
            Self::Computes(kernel) => kernel.right,
        }
    }

    /// Columns of both shapes.
    pub fn columns(self) -> usize {
        self.left().columns().len() + self.right().columns().len()
    }

    /// Whether it has one operand.
    pub fn is_unary(self) -> bool {
        self.right() == ShapeKind::Nothing
    }

    /// The pairs of rows that a call answers. A shape without columns has no number of rows.
    pub fn pairs(self, call: Call, a: &AnyView, b: &AnyView) -> Vec<(usize, usize)> {
        call.pairs(a.len(), if self.is_unary() { a.len() } else { b.len() })
    }

    /// Whether there are misses: of yes/no kernels, and of crossings that may not exist.
    pub fn can_miss(self) -> bool {
        match self {
            Self::YesNo(_) => true,
            Self::Computes(kernel) => kernel.out.name().starts_with("clip"),
        }
    }

    /// Words of a pair.
    pub fn words(self) -> usize {
        match self {
            Self::YesNo(_) => 1,
            Self::Computes(kernel) => kernel.out.columns().len(),
        }
    }

    /// The words of the reference.
    ///
    /// # Panics
    /// Another number of values than the shapes have columns.
    pub fn reference(self, a: &[f32], b: &[f32]) -> Vec<u32> {
        match self {
            Self::YesNo(kernel) => vec![u32::from(kernel.info.reference(a, b).unwrap())],
            Self::Computes(kernel) => {
                let mut out = [0.0; MAX_COLUMNS];
                let out = &mut out[..self.words()];
                kernel.reference(a, b, out).unwrap();
                out.iter().map(|x| x.to_bits()).collect()
            }
        }
    }

    /// The words that the contract requires: those of the reference, but always no where a yes/no kernel
    /// meets a NaN.
    pub fn expected(self, a: &[f32], b: &[f32]) -> Vec<u32> {
        if !self.computes() && has_nan(a, b) { vec![0] } else { self.reference(a, b) }
    }

    /// Yes, or numbers and no NaN.
    pub fn is_hit(self, words: &[u32]) -> bool {
        match self {
            // Its second point may be missing.
            Self::Computes(kernel) if kernel.out == ShapeKind::Contact => !f32::from_bits(words[0]).is_nan(),
            Self::Computes(_) => !words.iter().any(|&x| f32::from_bits(x).is_nan()),
            Self::YesNo(_) => words == [1],
        }
    }

    /// For people: `yes`, or the numbers with their bits.
    pub fn show(self, words: &[u32]) -> String {
        match (self, words) {
            (Self::YesNo(_), [0]) => "no".into(),
            (Self::YesNo(_), [1]) => "yes".into(),
            (Self::YesNo(_), _) => "yes, out of order or twice".into(),
            _ => {
                let show = |&word: &u32| format!("{:e} (0x{word:08x})", f32::from_bits(word));
                words.iter().map(show).collect::<Vec<_>>().join(", ")
            }
        }
    }

    /// The expected answer in a corpus line: `1`, `0`, or `-` for numbers.
    pub fn corpus_word(self, words: &[u32]) -> &'static str {
        match (self.computes(), self.is_hit(words)) {
            (true, _) => "-",
            (false, true) => "1",
            (false, false) => "0",
        }
    }

    /// Makes the call and compares all words. Returns how many pairs each stage resolved; none where there is
    /// no such query.
    ///
    /// # Errors
    /// The first pair whose answer is not as expected.
    pub fn check(
        self,
        engine: &dyn Engine,
        call: Call,
        a: &AnyView,
        b: &AnyView,
        expected: &[u32],
    ) -> Result<Stages, Wrong> {
        let (words, stages) = match engine.answer(self, call, a, b) {
            None => return Ok(Stages::default()),
            Some(Ok(answers)) => answers,
            Some(Err(error)) => return Err(Wrong { pair: 0, got: error.to_string() }),
        };
        if words == expected {
            return Ok(if self.is_exact() { stages } else { Stages::default() });
        }
        let len = self.words();
        if words.len() != expected.len() {
            return Err(Wrong {
                pair: 0,
                got: format!("{} answers, or bits beyond the last", words.len() / len),
            });
        }
        let pair = words.iter().zip(expected).take_while(|(x, y)| x == y).count() / len;
        Err(Wrong { pair, got: self.show(&words[pair * len..(pair + 1) * len]) })
    }
}

/// Whether a value is NaN.
pub fn has_nan(a: &[f32], b: &[f32]) -> bool {
    a.iter().chain(b).any(|x| x.is_nan())
}

/// What a step of one unit in the last place changes only where a pair touches: which of the words are zero
/// and which are NaN.
pub fn signature(words: &[u32]) -> u64 {
    let classes = |x: f32| u64::from(x == 0.0) | u64::from(x.is_nan()) << 1;
    words.iter().fold(0, |signature, &word| signature << 2 | classes(f32::from_bits(word)))
}
