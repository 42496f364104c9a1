//! The forms of result of a join, and their answers by brute force.

use std::sync::LazyLock;

use rayon::{ThreadPool, ThreadPoolBuilder};
use soa::join::{AnyIndex, AnyJoin, Index, Join};
use soa::{Csr, Error, Level, Pairs, Query};

use super::case::{Case, Hit};
use crate::rows::{Columns, Row, is_finite};

/// A form of result, and the calls that give it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// The number of pairs.
    Count,
    /// Whether there is a pair.
    Any,
    /// The left rows that touch anything.
    Rows,
    /// All pairs.
    Pairs,
    /// A list for each left row.
    Csr,
    /// All pairs, block by block.
    Blocks,
    /// All pairs, where the limit is their number.
    AtMost,
    /// All pairs, where the limit is one less: an error.
    TooMany,
    /// All pairs, with left and right exchanged.
    Swapped,
    /// All pairs with an index that was kept.
    Kept,
    /// The same where all rows of the index lay elsewhere before.
    Refit,
    /// The same where one row of the index did.
    Moved,
    /// Some left rows, one at a time.
    One,
}

impl Form {
    /// Every form.
    pub const ALL: [Self; 13] = [
        Self::Count,
        Self::Any,
        Self::Rows,
        Self::Pairs,
        Self::Csr,
        Self::Blocks,
        Self::AtMost,
        Self::TooMany,
        Self::Swapped,
        Self::Kept,
        Self::Refit,
        Self::Moved,
        Self::One,
    ];

    /// The forms that the join of a set with itself has.
    pub const OF_OWN: &'static [Self] = Self::ALL.split_at(8).0;

    /// What tables and reports call it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Count => "count",
            Self::Any => "any",
            Self::Rows => "rows",
            Self::Pairs => "pairs",
            Self::Csr => "csr",
            Self::Blocks => "blocks",
            Self::AtMost => "at_most",
            Self::TooMany => "too many",
            Self::Swapped => "swapped",
            Self::Kept => "index",
            Self::Refit => "refit",
            Self::Moved => "moved",
            Self::One => "one",
        }
    }
}

/// An answer in any form.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// How many.
    Number(u64),
    /// Whether any.
    Yes(bool),
    /// Left rows.
    Rows(Vec<u32>),
    /// Pairs of rows in the order of the answer.
    Pairs(Vec<Hit>),
    /// An error, or something that is no answer.
    Refused(String),
}

impl From<Result<Pairs, Error>> for Answer {
    fn from(pairs: Result<Pairs, Error>) -> Self {
        pairs.map_or_else(Into::into, |pairs| Self::Pairs(pairs.iter().collect()))
    }
}

impl From<Error> for Answer {
    fn from(error: Error) -> Self {
        Self::Refused(error.to_string())
    }
}

/// How many threads a join may run on; none is [`Query::sequential`].
pub const THREADS: [usize; 4] = [0, 1, 2, 7];

/// Those of [`THREADS`] that this machine can run: on WebAssembly no thread can be started.
pub fn runnable() -> usize {
    1 + POOLS.len()
}

/// The pools of [`THREADS`] but the first.
static POOLS: LazyLock<Vec<ThreadPool>> = LazyLock::new(|| {
    let pool = |&threads: &usize| ThreadPoolBuilder::new().num_threads(threads).build().ok();
    THREADS[1..].iter().map_while(pool).collect()
});

/// Where a join runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct At {
    /// The level.
    pub level: Level,
    /// Which of [`THREADS`], below [`runnable`].
    pub threads: usize,
}

impl At {
    /// Without threads.
    pub fn sequential(level: Level) -> Self {
        Self { level, threads: 0 }
    }

    /// Runs it there.
    pub fn run<R: Send>(self, work: impl FnOnce() -> R + Send) -> R {
        // One closure type for all: what a pool makes of each takes long to compile.
        let (mut work, mut result) = (Some(work), None);
        self.enter(&mut || result = work.take().map(|work| work()));
        result.unwrap_or_else(|| unreachable!("a pool runs what it is given"))
    }

    fn enter(self, work: &mut (dyn FnMut() + Send)) {
        if self.threads == 0 { work() } else { POOLS[self.threads - 1].install(work) }
    }

    /// The queries at this place.
    pub fn query(self) -> Query {
        let query = Query::new().with_level(self.level);
        if self.threads == 0 { query.sequential() } else { query }
    }
}

/// The join, or one that is broken on purpose.
pub trait Engine: Sync {
    /// The answer.
    fn answer(&self, case: &Case, form: Form, at: At) -> Answer;
}

/// The join as it is.
#[derive(Clone, Copy, Debug)]
pub struct Sound;

impl Engine for Sound {
    fn answer(&self, case: &Case, form: Form, at: At) -> Answer {
        let (a, b, query) = (case.left(), case.right(), at.query());
        let kept = |index: Result<AnyIndex, Error>| index?.join_any(&a)?.query(query).pairs();
        match form {
            Form::Swapped => Join::of_any(&b, &a).and_then(|join| join.query(query).pairs()).into(),
            Form::Kept => kept(Index::builder().query(query).build_any(&b)).into(),
            Form::Refit | Form::Moved => kept(refit(case, form, query).map(|(index, _)| index)).into(),
            Form::One => one_by_one(case, query),
            _ => match case.kind.join(&a, &b) {
                Ok(join) => answer_of(join.query(query), form, case),
                Err(error) => error.into(),
            },
        }
    }
}

/// The forms that a join itself has.
fn answer_of(join: AnyJoin, form: Form, case: &Case) -> Answer {
    match form {
        Form::Count => Answer::Number(join.count()),
        Form::Any => Answer::Yes(!join.is_empty()),
        Form::Rows => match join.matched_left() {
            Ok(rows) if rows.len() == case.a.len() => {
                Answer::Rows(rows.iter().map(|row| row as u32).collect())
            }
            Ok(rows) => Answer::Refused(format!("{} bits", rows.len())),
            Err(error) => error.into(),
        },
        Form::Csr => match join.csr() {
            Ok(lists) if lists.len() == case.a.len() => Answer::Pairs(listed(&lists)),
            Ok(lists) => Answer::Refused(format!("{} lists", lists.len())),
            Err(error) => error.into(),
        },
        Form::Blocks => {
            let mut pairs = Vec::new();
            match join.for_each_block(|block| pairs.extend(block.iter())) {
                Ok(()) => Answer::Pairs(pairs),
                Err(error) => error.into(),
            }
        }
        Form::AtMost | Form::TooMany => join.limit(limit(case, form)).pairs().into(),
        _ => join.pairs().into(),
    }
}

fn listed(lists: &Csr) -> Vec<Hit> {
    let list = |row: usize| lists.row(row).unwrap_or_default().iter().map(move |&right| (row as u32, right));
    (0..lists.len()).flat_map(list).collect()
}

/// The limit of pairs.
fn limit(case: &Case, form: Form) -> u64 {
    (case.hits.len() as u64).saturating_sub(u64::from(form == Form::TooMany))
}

/// An index of rows that came to be the right ones of a case, and whether it was built anew for that.
///
/// # Errors
/// Those of the index.
pub fn refit(case: &Case, form: Form, query: Query) -> Result<(AnyIndex, bool), Error> {
    let before = Columns::of(case.kind.right(), &before(case, form));
    let mut index = Index::builder().query(query).build_any(&before.all())?;
    let anew = index.refit_any(&case.right())?;
    Ok((index, anew))
}

/// The right rows before they moved: each in the place of another one, or a single one.
pub fn before(case: &Case, form: Form) -> Vec<Row> {
    let mut rows = case.b.clone();
    let middle = rows.len() / 2;
    if form == Form::Refit {
        rows.rotate_left(middle);
    } else if let Some(last) = rows.last().cloned() {
        rows[middle] = last;
    }
    rows
}

/// Left rows that are queried one at a time, at most.
const ALONE: usize = 32;

fn is_queried_alone(row: usize, rows: usize) -> bool {
    row.is_multiple_of(rows.div_ceil(ALONE).max(1))
}

fn one_by_one(case: &Case, query: Query) -> Answer {
    let index = match Index::builder().query(query).build_any(&case.right()) {
        Ok(index) => index,
        Err(error) => return error.into(),
    };
    let mut pairs = Vec::new();
    for (row, shape) in case.a.iter().enumerate().filter(|(row, _)| is_queried_alone(*row, case.a.len())) {
        match index.intersects_one_any(case.kind.left(), shape) {
            Ok(_) if !is_finite(shape) => {
                return Answer::Refused(format!("row {row} is not finite, and was taken"));
            }
            Ok(rights) => pairs.extend(rights.into_iter().map(|right| (row as u32, right))),
            Err(_) if !is_finite(shape) => {}
            Err(error) => return error.into(),
        }
    }
    Answer::Pairs(pairs)
}

/// The pairs that an answer of this form is made of, as brute force finds them.
pub fn pairs(case: &Case, form: Form) -> Vec<Hit> {
    let mut pairs = case.hits.clone();
    match form {
        Form::Swapped => {
            pairs = pairs.into_iter().map(|(left, right)| (right, left)).collect();
            pairs.sort_unstable();
        }
        Form::One => pairs.retain(|&(left, _)| is_queried_alone(left as usize, case.a.len())),
        _ => {}
    }
    pairs
}

/// The answer that these pairs make.
pub fn of_pairs(case: &Case, form: Form, pairs: Vec<Hit>) -> Answer {
    match form {
        Form::Count => Answer::Number(pairs.len() as u64),
        Form::Any => Answer::Yes(!pairs.is_empty()),
        Form::Rows => {
            let mut rows: Vec<u32> = pairs.into_iter().map(|(left, _)| left).collect();
            rows.sort_unstable();
            rows.dedup();
            Answer::Rows(rows)
        }
        Form::AtMost | Form::TooMany if pairs.len() as u64 > limit(case, form) => {
            Error::TooManyPairs { at_most: limit(case, form) }.into()
        }
        _ => Answer::Pairs(pairs),
    }
}

/// The answer of brute force.
pub fn expected(case: &Case, form: Form) -> Answer {
    of_pairs(case, form, pairs(case, form))
}
