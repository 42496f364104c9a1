//! Conformance: cases with their true answers, and whether soa's public queries give them.
//!
//! A file is named after a pair of shapes ([`crate::pairs::STEMS`]) and holds cases as [`crate::corpus`] reads them,
//! the expected answer being the truth. [`check`](Pair::check) asks the queries at one level:
//!
//! | query | where each case stands |
//! |---|---|
//! | `overlap` | every place of batches of 1 to 33 rows: every lane of full registers and of every tail; and the whole file at once |
//! | `overlap_one` | the lanes 0 to 15 of batches of 17 to 32 rows |
//! | `all_pairs` | every place of the diagonal of 33 rows against 33 rows |
//!
//! each with the operands in the order of the file's name and exchanged. The other rows of a batch are the neighbours
//! in the file.

use core::marker::PhantomData;
use std::collections::BTreeMap;
use std::path::Path;

use scalar::exact::Exact;
use soa::join::Bounded;
use soa::kernel::{Overlap, Predicate};
use soa::{Columns, Error, Hits, Level, Query, Shape};

use crate::corpora;
use crate::corpus::{self, Case, CorpusError};
use crate::oracle::Oracle;
use crate::pairs::{self, PairVisitor};
use crate::trial::shape;

/// Rows of the longest batch: two registers of sixteen lanes and one row.
pub const LONGEST: usize = 33;
/// Lanes of the longest register.
const LANES: usize = 16;

/// A pair of shapes whose files can be checked and made. Rows are the bits of the left shape's columns, then the
/// right's.
pub trait Pair: Send + Sync {
    /// The name of its file, without `.txt`.
    fn stem(&self) -> &'static str;
    /// Columns of both shapes.
    fn columns(&self) -> usize;
    /// What the words of a line are: `disk x y radius, triangle ax ay bx by cx cy`.
    fn describe(&self) -> String;
    /// Why a row is not a pair of shapes.
    ///
    /// # Errors
    /// The first value that soa refuses, as soa says it.
    fn refuse(&self, words: &[u32]) -> Result<(), String>;
    /// The true answer.
    fn truth(&self, words: &[u32]) -> bool;
    /// The answer of `scalar::exact`: the scalar twin of the kernel that `overlap` runs.
    fn exact(&self, words: &[u32]) -> bool;
    /// The answer of the published algorithm in `f32` ([`pairs::PairVisitor`]), as the crate `scalar` has it.
    fn published(&self, words: &[u32]) -> bool;
    /// The cases that the queries answer wrong at this level.
    ///
    /// # Errors
    /// A row that soa refuses.
    fn check(&self, level: Level, cases: &[Case]) -> Result<Vec<Wrong>, Error>;
    /// The same with each case asked only once an order of the operands, in a batch of the whole file.
    ///
    /// # Errors
    /// A row that soa refuses.
    fn check_once(&self, level: Level, cases: &[Case]) -> Result<Vec<Wrong>, Error>;
    /// Cases of every family ([`corpora`]), so many if there are as many.
    fn make(&self, seed: u64, family: corpora::Source, cases: usize) -> Vec<corpora::Made>;
}

/// A case that was answered wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wrong {
    /// Which of the cases.
    pub case: usize,
    /// Its line in the file.
    pub line: usize,
    /// How often it was answered wrong.
    pub wrong: usize,
    /// How often it was asked.
    pub asked: usize,
    /// The first query that was wrong.
    pub query: &'static str,
}

/// Every pair, in the order of [`pairs::STEMS`].
pub fn all() -> Vec<Box<dyn Pair>> {
    let mut collect = Collect(Vec::new());
    pairs::visit(&mut collect);
    collect.0
}

struct Collect(Vec<Box<dyn Pair>>);

impl PairVisitor for Collect {
    fn pair<A, B, P>(&mut self, stem: &'static str)
    where
        A: Overlap<B> + Oracle<B> + Exact<B> + Bounded,
        B: Overlap<A> + Oracle<A> + Bounded<Bounds = A::Bounds>,
        P: Predicate<A = A, B = B>,
    {
        self.0.push(Box::new(Typed::<A, B, P> { stem, shapes: PhantomData }));
    }
}

/// The pair that a file is named after: `corpora/disk_triangle.txt`, or `disk_triangle.mine.txt`.
///
/// # Errors
/// A name that begins with no pair's name; the error says which there are.
pub fn of_file(file: &Path) -> Result<Box<dyn Pair>, CorpusError> {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let stem = name.split('.').next().unwrap_or_default();
    all().into_iter().find(|pair| pair.stem() == stem).ok_or_else(|| CorpusError {
        file: file.into(),
        line: 0,
        reason: format!("no pair of shapes is called `{stem}`; known pairs: {}", pairs::STEMS.join(", ")),
    })
}

/// Reads a pair's cases.
///
/// # Errors
/// A file that cannot be read or holds no case; the first line that is no case of this pair, with what is wrong with
/// it.
pub fn read(pair: &dyn Pair, file: &Path) -> Result<Vec<Case>, CorpusError> {
    checked(pair, file, corpus::read(file, pair.columns())?)
}

/// Reads the text of a file.
///
/// # Errors
/// As [`read`], but for what the system says.
pub fn parse(pair: &dyn Pair, file: &Path, text: &str) -> Result<Vec<Case>, CorpusError> {
    checked(pair, file, corpus::parse(file, text, pair.columns())?)
}

fn checked(pair: &dyn Pair, file: &Path, cases: Vec<Case>) -> Result<Vec<Case>, CorpusError> {
    let refuse = |line, reason| CorpusError { file: file.into(), line, reason };
    if cases.is_empty() {
        return Err(refuse(0, "no cases".into()));
    }
    for case in &cases {
        if case.expected.is_none() {
            return Err(refuse(case.line, "the expected answer is `-`, but must be 1 or 0".into()));
        }
        pair.refuse(&case.words).map_err(|reason| refuse(case.line, reason))?;
    }
    Ok(cases)
}

struct Typed<A, B, P> {
    stem: &'static str,
    shapes: PhantomData<fn(A, B, P)>,
}

impl<A: Shape, B: Shape, P> Typed<A, B, P> {
    fn shapes(words: &[u32]) -> (A, B) {
        let (left, right) = words.split_at(A::COLUMNS.len());
        (shape(bytemuck::cast_slice(left)), shape(bytemuck::cast_slice(right)))
    }
}

impl<A, B, P> Pair for Typed<A, B, P>
where
    A: Overlap<B> + Oracle<B> + Exact<B>,
    B: Overlap<A> + Oracle<A>,
    P: Predicate<A = A, B = B>,
{
    fn stem(&self) -> &'static str {
        self.stem
    }

    fn columns(&self) -> usize {
        A::COLUMNS.len() + B::COLUMNS.len()
    }

    fn describe(&self) -> String {
        // The names of the columns, which say what each number is.
        format!("{} {}, {} {}", A::NAME, A::COLUMNS.join(" "), B::NAME, B::COLUMNS.join(" "))
    }

    fn refuse(&self, words: &[u32]) -> Result<(), String> {
        let (a, b) = Self::shapes(words);
        let checked =
            Columns::from_shapes(&[a]).map(|_| ()).and_then(|()| Columns::from_shapes(&[b]).map(|_| ()));
        checked.map_err(|error| error.to_string())
    }

    fn truth(&self, words: &[u32]) -> bool {
        let (a, b) = Self::shapes(words);
        a.truth(&b)
    }

    fn exact(&self, words: &[u32]) -> bool {
        let (a, b) = Self::shapes(words);
        <A as Overlap<B>>::Kernel::twin(&a, &b)
    }

    fn published(&self, words: &[u32]) -> bool {
        let (a, b) = Self::shapes(words);
        P::twin(&a, &b)
    }

    fn check(&self, level: Level, cases: &[Case]) -> Result<Vec<Wrong>, Error> {
        let (left, right): (Vec<A>, Vec<B>) = cases.iter().map(|case| Self::shapes(&case.words)).unzip();
        let mut sheet = Sheet::new(cases);
        sheet.order(level, &left, &right, ["overlap", "overlap_one", "all_pairs"])?;
        sheet.order(
            level,
            &right,
            &left,
            ["overlap, swapped", "overlap_one, swapped", "all_pairs, swapped"],
        )?;
        let asked = sheet.asked;
        Ok(sheet.finish(asked))
    }

    fn check_once(&self, level: Level, cases: &[Case]) -> Result<Vec<Wrong>, Error> {
        let (left, right): (Vec<A>, Vec<B>) = cases.iter().map(|case| Self::shapes(&case.words)).unzip();
        let (left, right) = (Columns::from_shapes(&left)?, Columns::from_shapes(&right)?);
        let (query, mut sheet) = (Query::new().level(level), Sheet::new(cases));
        sheet.note_hits("overlap", 0, &query.overlap(&left, &right)?);
        sheet.note_hits("overlap, swapped", 0, &query.overlap(&right, &left)?);
        Ok(sheet.finish(2))
    }

    fn make(&self, seed: u64, family: corpora::Source, cases: usize) -> Vec<corpora::Made> {
        corpora::make::<A, B>(seed, self.stem, family, cases)
    }
}

/// Answers as they come in.
struct Sheet<'a> {
    cases: &'a [Case],
    /// Of the cases that were answered wrong.
    wrong: BTreeMap<usize, Wrong>,
    /// How often each case was asked; the same for all.
    asked: usize,
}

impl<'a> Sheet<'a> {
    fn new(cases: &'a [Case]) -> Self {
        Self { cases, wrong: BTreeMap::new(), asked: 0 }
    }

    fn note(&mut self, query: &'static str, case: usize, answer: bool) {
        let case = case % self.cases.len();
        let Case { line, expected, .. } = self.cases[case];
        if Some(answer) != expected {
            let new = Wrong { case, line, wrong: 0, asked: 0, query };
            self.wrong.entry(case).or_insert(new).wrong += 1;
        }
    }

    fn note_hits(&mut self, query: &'static str, first: usize, hits: &Hits) {
        for (i, answer) in hits.to_bools().into_iter().enumerate() {
            self.note(query, first + i, answer);
        }
    }

    /// Asks every query about the cases in one order of the operands.
    fn order<A: Overlap<B>, B: Shape>(
        &mut self,
        level: Level,
        left: &[A],
        right: &[B],
        [rows, one, all]: [&'static str; 3],
    ) -> Result<(), Error> {
        let (n, threads) = (left.len(), Query::new().level(level));
        let query = threads.sequential();
        // The file in a circle, so that every window of it is a slice.
        let circle = |k: usize| k % n;
        let a: Columns<A> = columns((0..n + LONGEST).map(|k| left[circle(k)]))?;
        let b: Columns<B> = columns((0..n + LONGEST).map(|k| right[circle(k)]))?;
        let (a, b) = (a.as_view(), b.as_view());
        let window = |first: usize, len: usize| {
            (
                a.slice(first..first + len).unwrap_or(a.clone()),
                b.slice(first..first + len).unwrap_or(b.clone()),
            )
        };
        let (whole_a, whole_b) = window(0, n);
        self.note_hits(rows, 0, &threads.overlap(&whole_a, &whole_b)?);
        for (first, shape) in left.iter().enumerate() {
            for len in 1..=LONGEST {
                let (a, b) = window(first, len);
                self.note_hits(rows, first, &query.overlap(&a, &b)?);
            }
            for lane in 0..LANES {
                let (_, b) = window(circle(first + n * LANES - lane), LANES + 1 + first % LANES);
                let hits = query.overlap_one(shape, &b)?;
                self.note(one, first, hits.get(lane) == Some(true));
            }
            let (a, b) = window(first, LONGEST);
            let mut met = [false; LONGEST];
            for (i, j) in query.all_pairs(&a, &b)?.iter().filter(|(i, j)| i == j) {
                met[i.min(j) as usize] = true;
            }
            for (i, met) in met.into_iter().enumerate() {
                self.note(all, first + i, met);
            }
        }
        self.asked += 1 + (1..=LONGEST).sum::<usize>() + LANES + LONGEST;
        Ok(())
    }

    /// The wrong cases, each of them asked so often.
    fn finish(self, asked: usize) -> Vec<Wrong> {
        self.wrong.into_values().map(|wrong| Wrong { asked, ..wrong }).collect()
    }
}

fn columns<S: Shape>(rows: impl Iterator<Item = S>) -> Result<Columns<S>, Error> {
    let mut columns = Columns::default();
    rows.into_iter().try_for_each(|row| columns.push(row))?;
    Ok(columns)
}

/// Asks every case of the corpus files as [`Pair::check_once`] does, at each of these levels. Returns the cases, and those
/// that were answered wrong, each with its file and the level.
///
/// # Errors
/// A file that cannot be read, or a line that is no case.
pub fn replay(levels: &[Level]) -> Result<(usize, Vec<String>), CorpusError> {
    let (mut asked, mut all_wrong) = (0, Vec::new());
    for file in files() {
        let pair = of_file(&file)?;
        let cases = read(&*pair, &file)?;
        for &level in levels {
            let refuse =
                |error: Error| CorpusError { file: file.clone(), line: 0, reason: error.to_string() };
            for wrong in pair.check_once(level, &cases).map_err(refuse)? {
                all_wrong.push(format!("{}.txt:{}, {level}: {}", pair.stem(), wrong.line, wrong.query));
            }
        }
        asked += cases.len();
    }
    Ok((asked, all_wrong))
}

/// Every corpus file of this repository, in the order of [`pairs::STEMS`].
pub fn files() -> Vec<std::path::PathBuf> {
    let directory = corpora::directory();
    pairs::STEMS.iter().map(|stem| directory.join(format!("{stem}.txt"))).collect()
}
