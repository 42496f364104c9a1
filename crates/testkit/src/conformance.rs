//! Conformance: cases with their true answers, and whether soa's public queries give them.
//!
//! A file is named after a pair of shapes ([`crate::pairs::STEMS`]) and holds cases as [`crate::corpus`]
//! reads them, the expected answer being the truth. [`check`](Pair::check) runs the queries at one level:
//!
//! | query | the place of each case |
//! |---|---|
//! | `intersects` | every place of batches of 1 to 33 rows: every lane of full registers and of every tail; and the whole file at once |
//! | `intersects_one` | the lanes 0 to 15 of batches of 17 to 32 rows |
//! | `intersecting_pairs` | every place of the diagonal of 33 rows against 33 rows |
//!
//! each with the operands in the order of the file's name and exchanged. The other rows of a batch are the
//! neighbours in the file.

use std::collections::BTreeMap;
use std::path::Path;

use soa::registry;
use soa::{AnyView, Error, Hits, Level, Query, ShapeKind};

use crate::corpora;
use crate::corpus::{self, Case, CorpusError};
use crate::pairs::{self, PAIRS};
use crate::rows::{self, Columns, Row};

pub use crate::pairs::Pair;

/// Rows of the longest batch: two registers of sixteen lanes and one row.
pub const LONGEST: usize = 33;
/// Lanes of the longest register.
const LANES: usize = 16;

/// A case that was answered wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wrong {
    /// Which of the cases.
    pub case: usize,
    /// Its line in the file.
    pub line: usize,
    /// How often it was answered wrong.
    pub wrong: usize,
    /// How often it was queried.
    pub queried: usize,
    /// The first query that was wrong.
    pub query: &'static str,
}

/// The pair that a file is named after: `corpora/disk_triangle.txt`, or `disk_triangle.mine.txt`.
///
/// # Errors
/// A name that begins with no pair's name; the error says which there are.
pub fn of_file(file: &Path) -> Result<&'static Pair, CorpusError> {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let stem = name.split('.').next().unwrap_or_default();
    PAIRS.iter().find(|pair| pair.stem == stem).ok_or_else(|| CorpusError {
        file: file.into(),
        line: 0,
        reason: format!("no pair of shapes is called `{stem}`; known pairs: {}", pairs::STEMS.join(", ")),
    })
}

/// Reads a pair's cases.
///
/// # Errors
/// A file that cannot be read or holds no case; the first line that is no case of this pair, with what is
/// wrong with it.
pub fn read(pair: &Pair, file: &Path) -> Result<Vec<Case>, CorpusError> {
    checked(pair, file, corpus::read(file, pair.columns())?)
}

/// Reads the text of a file.
///
/// # Errors
/// As [`read`], but for what the system says.
pub fn parse(pair: &Pair, file: &Path, text: &str) -> Result<Vec<Case>, CorpusError> {
    checked(pair, file, corpus::parse(file, text, pair.columns())?)
}

fn checked(pair: &Pair, file: &Path, cases: Vec<Case>) -> Result<Vec<Case>, CorpusError> {
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

/// Rows are the bits of the left shape's columns, then the right's.
impl Pair {
    /// Columns of both shapes.
    pub fn columns(&self) -> usize {
        self.left.columns().len() + self.right.columns().len()
    }

    /// What the words of a line are: `disks x y radius, triangles ax ay bx by cx cy`.
    pub fn describe(&self) -> String {
        // The names of the columns, which say what each number is.
        let [left, right] = [self.left, self.right].map(|shape| (shape.name(), shape.columns().join(" ")));
        format!("{} {}, {} {}", left.0, left.1, right.0, right.1)
    }

    fn rows<'a>(&self, words: &'a [u32]) -> (&'a [f32], &'a [f32]) {
        let values: &[f32] = bytemuck::cast_slice(words);
        values.split_at(self.left.columns().len())
    }

    /// Checks that a row is a pair of shapes.
    ///
    /// # Errors
    /// The first value that soa refuses, as soa says it.
    pub fn refuse(&self, words: &[u32]) -> Result<(), String> {
        let (a, b) = self.rows(words);
        let checked = rows::check(self.left, a).and_then(|()| rows::check(self.right, b));
        checked.map_err(|error| error.to_string())
    }

    /// The true answer.
    pub fn truth(&'static self, words: &[u32]) -> bool {
        let (a, b) = self.rows(words);
        self.ground_truth().oracle(a, b)
    }

    /// The answer of `scalar::exact`: the scalar reference of the kernel that `intersects` runs.
    ///
    /// # Panics
    /// Another number of words than the shapes have columns.
    pub fn exact(&self, words: &[u32]) -> bool {
        let (a, b) = self.rows(words);
        registry::kernel(self.left, self.right).is_some_and(|pair| {
            let [a, b] = if pair.is_swapped { [b, a] } else { [a, b] };
            pair.kernel.info.reference(a, b).unwrap()
        })
    }

    /// The answer of the published algorithm in `f32` ([`Pair::published_kernel`]), as the crate `scalar` has
    /// it.
    ///
    /// # Panics
    /// Another number of words than the shapes have columns.
    pub fn published(&self, words: &[u32]) -> bool {
        let (a, b) = self.rows(words);
        self.published_kernel().info.reference(a, b).unwrap()
    }

    /// The cases that the queries answer wrong at this level.
    ///
    /// # Errors
    /// A row that soa refuses.
    pub fn check(&self, level: Level, cases: &[Case]) -> Result<Vec<Wrong>, Error> {
        let [left, right] = self.sides(cases);
        let mut sheet = Sheet::new(cases);
        sheet.order(level, &left, &right, ["intersects", "intersects_one", "intersecting_pairs"])?;
        sheet.order(
            level,
            &right,
            &left,
            ["intersects, swapped", "intersects_one, swapped", "intersecting_pairs, swapped"],
        )?;
        let queried = sheet.queried;
        Ok(sheet.finish(queried))
    }

    /// The same with each case queried only once for each order of the operands, in a batch of the whole
    /// file.
    ///
    /// # Errors
    /// A row that soa refuses.
    pub fn check_once(&self, level: Level, cases: &[Case]) -> Result<Vec<Wrong>, Error> {
        let sides = self.sides(cases);
        let columns = sides.map(|side| Columns::of(side.shape, &side.rows));
        let [left, right] = [columns[0].checked()?, columns[1].checked()?];
        let (query, mut sheet) = (Query::new().with_level(level), Sheet::new(cases));
        sheet.note_hits("intersects", 0, &query.intersects_any(&left, &right)?);
        sheet.note_hits("intersects, swapped", 0, &query.intersects_any(&right, &left)?);
        Ok(sheet.finish(2))
    }

    fn sides(&self, cases: &[Case]) -> [Side; 2] {
        let rows = cases.iter().map(|case| self.rows(&case.words));
        let (left, right) = rows.map(|(a, b)| (a.to_vec(), b.to_vec())).unzip();
        [Side { shape: self.left, rows: left }, Side { shape: self.right, rows: right }]
    }

    /// Cases of every family ([`corpora`]), up to this number.
    pub fn make(&'static self, seed: u64, family: corpora::Source, cases: usize) -> Vec<corpora::Made> {
        corpora::make(self, seed, family, cases)
    }
}

/// The left rows of all cases, or the right ones.
struct Side {
    shape: ShapeKind,
    rows: Vec<Row>,
}

/// Answers as they come in.
struct Sheet<'a> {
    cases: &'a [Case],
    /// Of the cases that were answered wrong.
    wrong: BTreeMap<usize, Wrong>,
    /// How often each case was queried; the same for all.
    queried: usize,
}

impl<'a> Sheet<'a> {
    fn new(cases: &'a [Case]) -> Self {
        Self { cases, wrong: BTreeMap::new(), queried: 0 }
    }

    fn note(&mut self, query: &'static str, case: usize, answer: bool) {
        let case = case % self.cases.len();
        let Case { line, expected, .. } = self.cases[case];
        if Some(answer) != expected {
            let new = Wrong { case, line, wrong: 0, queried: 0, query };
            self.wrong.entry(case).or_insert(new).wrong += 1;
        }
    }

    fn note_hits(&mut self, query: &'static str, first: usize, hits: &Hits) {
        for (i, answer) in hits.to_bools().into_iter().enumerate() {
            self.note(query, first + i, answer);
        }
    }

    /// Runs every query on the cases in one order of the operands.
    fn order(
        &mut self,
        level: Level,
        left: &Side,
        right: &Side,
        [rows, one, all]: [&'static str; 3],
    ) -> Result<(), Error> {
        let (n, threads) = (left.rows.len(), Query::new().with_level(level));
        let query = threads.sequential();
        // The file in a circle, so that every window of it is a slice.
        let circle = |k: usize| k % n;
        let in_circle = |side: &Side| {
            let rows: Vec<Row> = (0..n + LONGEST).map(|k| side.rows[circle(k)].clone()).collect();
            Columns::of(side.shape, &rows)
        };
        let (a, b) = (in_circle(left), in_circle(right));
        let (a, b) = (a.checked()?, b.checked()?);
        let window = |first: usize, len: usize| {
            let [part_a, part_b] = [a, b].map(|view: AnyView| view.slice(first..first + len).unwrap_or(view));
            (part_a, part_b)
        };
        let (whole_a, whole_b) = window(0, n);
        self.note_hits(rows, 0, &threads.intersects_any(&whole_a, &whole_b)?);
        for (first, shape) in left.rows.iter().enumerate() {
            for len in 1..=LONGEST {
                let (a, b) = window(first, len);
                self.note_hits(rows, first, &query.intersects_any(&a, &b)?);
            }
            for lane in 0..LANES {
                let (_, b) = window(circle(first + n * LANES - lane), LANES + 1 + first % LANES);
                let hits = query.intersects_one_any(left.shape, shape, &b)?;
                self.note(one, first, hits.get(lane) == Some(true));
            }
            let (a, b) = window(first, LONGEST);
            let mut met = [false; LONGEST];
            for (i, j) in query.intersecting_pairs_any(&a, &b)?.iter().filter(|(i, j)| i == j) {
                met[i.min(j) as usize] = true;
            }
            for (i, met) in met.into_iter().enumerate() {
                self.note(all, first + i, met);
            }
        }
        self.queried += 1 + (1..=LONGEST).sum::<usize>() + LANES + LONGEST;
        Ok(())
    }

    /// The wrong cases, each of them queried this often.
    fn finish(self, queried: usize) -> Vec<Wrong> {
        self.wrong.into_values().map(|wrong| Wrong { queried, ..wrong }).collect()
    }
}

/// Runs every case of the corpus files as [`Pair::check_once`] does, at each of these levels. Returns the
/// cases, and those that were answered wrong, each with its file and the level.
///
/// # Errors
/// A file that cannot be read, or a line that is no case.
pub fn replay(levels: &[Level]) -> Result<(usize, Vec<String>), CorpusError> {
    let (mut queried, mut all_wrong) = (0, Vec::new());
    for file in files() {
        let pair = of_file(&file)?;
        let cases = read(pair, &file)?;
        for &level in levels {
            let refuse =
                |error: Error| CorpusError { file: file.clone(), line: 0, reason: error.to_string() };
            for wrong in pair.check_once(level, &cases).map_err(refuse)? {
                all_wrong.push(format!("{}.txt:{}, {level}: {}", pair.stem, wrong.line, wrong.query));
            }
        }
        queried += cases.len();
    }
    Ok((queried, all_wrong))
}

/// Every corpus file of this repository, in the order of [`pairs::STEMS`].
pub fn files() -> Vec<std::path::PathBuf> {
    let directory = corpora::directory();
    pairs::STEMS.iter().map(|stem| directory.join(format!("{stem}.txt"))).collect()
}
