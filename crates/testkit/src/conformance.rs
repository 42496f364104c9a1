//! Conformance: cases with their true answers, and whether soa's public queries give them.
//!
//! A file is named after a pair of shapes ([`crate::pairs`]) and holds cases as [`crate::corpus`] reads them,
//! the expected answer being the truth. [`check`](Pair::check) runs the queries at one level:
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
use std::path::{Path, PathBuf};

use soa::{AnyView, Error, Hits, Level, Query};

use crate::corpora;
use crate::corpus::{self, Case, CorpusError};
use crate::pairs::{PAIRS, stems};
use crate::rows::{self, Columns, Row};

pub use crate::pairs::Pair;

/// Rows of the longest batch: two registers of sixteen lanes and one row.
pub const LONGEST: usize = 33;
/// Lanes of the longest register.
const LANES: usize = 16;

/// A case that was answered wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong {
    /// Which of the cases.
    pub case: usize,
    /// How often it was answered wrong.
    pub wrong: usize,
    /// How often it was queried.
    pub queried: usize,
    /// The first query that was wrong.
    pub query: String,
}

/// In which places a case is queried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Places {
    /// In its place of one batch of all cases.
    Once,
    /// In every place of every query.
    Every,
}

/// The pair that a file is named after: `corpora/disk_triangle.txt`, or `disk_triangle.mine.txt`.
///
/// # Errors
/// A name that begins with no pair's name; the error says which there are.
pub fn of_file(file: &Path) -> Result<&'static Pair, CorpusError> {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let stem = name.split('.').next().unwrap_or_default();
    let known = || stems().collect::<Vec<_>>().join(", ");
    PAIRS.iter().find(|pair| pair.stem == stem).ok_or_else(|| CorpusError {
        file: file.into(),
        line: 0,
        reason: format!("no pair of shapes is called `{stem}`; known pairs: {}", known()),
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
        let (a, b) = pair.rows(case);
        let valid = rows::check(pair.left, a).and_then(|()| rows::check(pair.right, b));
        valid.map_err(|error| refuse(case.line, error.to_string()))?;
    }
    Ok(cases)
}

impl Pair {
    /// What the words of a line are: `disks x y radius, triangles ax ay bx by cx cy`.
    pub fn describe(&self) -> String {
        // The names of the columns, which say what each number is.
        let [left, right] = [self.left, self.right].map(|shape| (shape.name(), shape.columns().join(" ")));
        format!("{} {}, {} {}", left.0, left.1, right.0, right.1)
    }

    /// The left row and the right row of a case.
    pub fn rows<'a>(&self, case: &'a Case) -> (&'a [f32], &'a [f32]) {
        let values: &[f32] = bytemuck::cast_slice(&case.words);
        values.split_at(self.left.columns().len())
    }

    /// The cases that the queries answer wrong at this level, in the order of the operands and exchanged.
    ///
    /// # Errors
    /// A row that soa refuses.
    pub fn check(&self, level: Level, cases: &[Case], places: Places) -> Result<Vec<Wrong>, Error> {
        let (left, right): (Vec<_>, Vec<_>) = cases.iter().map(|case| self.rows(case)).unzip();
        let (left, right) = ((self.left, left), (self.right, right));
        let mut sheet = Sheet { cases, wrong: BTreeMap::new(), suffix: "" };
        for (order, suffix) in [([&left, &right], ""), ([&right, &left], ", swapped")] {
            sheet.suffix = suffix;
            // The cases in a circle, so that every window of it is a slice.
            let columns = order.map(|(shape, rows)| {
                let circle = rows.iter().cycle().take(rows.len() + LONGEST).map(|row| row.to_vec());
                Columns::of(*shape, &circle.collect::<Vec<Row>>())
            });
            let views = [columns[0].checked()?, columns[1].checked()?];
            sheet.whole(Query::new().with_level(level), &views)?;
            if places == Places::Every {
                sheet.every(Query::new().with_level(level).sequential(), &views, &order[0].1)?;
            }
        }
        let each = match places {
            Places::Once => 1,
            Places::Every => 1 + (1..=LONGEST).sum::<usize>() + LANES + LONGEST,
        };
        Ok(sheet.wrong.into_values().map(|wrong| Wrong { queried: 2 * each, ..wrong }).collect())
    }
}

/// Answers as they come in.
struct Sheet<'a> {
    cases: &'a [Case],
    /// Of the cases that were answered wrong.
    wrong: BTreeMap<usize, Wrong>,
    /// Said of each query.
    suffix: &'static str,
}

impl Sheet<'_> {
    fn note(&mut self, query: &str, case: usize, answer: bool) {
        let case = case % self.cases.len();
        if Some(answer) != self.cases[case].expected {
            let query = format!("{query}{}", self.suffix);
            let new = Wrong { case, wrong: 0, queried: 0, query };
            self.wrong.entry(case).or_insert(new).wrong += 1;
        }
    }

    fn note_hits(&mut self, first: usize, hits: &Hits) {
        for (i, answer) in hits.to_bools().into_iter().enumerate() {
            self.note("intersects", first + i, answer);
        }
    }

    /// All cases in one batch.
    fn whole(&mut self, query: Query, views: &[AnyView; 2]) -> Result<(), Error> {
        let [a, b] = views.each_ref().map(|view| window(view, 0, self.cases.len()));
        self.note_hits(0, &query.intersects_any(&a, &b)?);
        Ok(())
    }

    /// Each case in every place of short batches.
    fn every(&mut self, query: Query, views: &[AnyView; 2], lefts: &[&[f32]]) -> Result<(), Error> {
        for (first, shape) in lefts.iter().enumerate() {
            let windows = |len| views.each_ref().map(|view| window(view, first, len));
            for len in 1..=LONGEST {
                let [a, b] = windows(len);
                self.note_hits(first, &query.intersects_any(&a, &b)?);
            }
            for lane in 0..LANES {
                let n = lefts.len();
                let b = window(&views[1], (first + n * LANES - lane) % n, LANES + 1 + first % LANES);
                let hits = query.intersects_one_any(views[0].kind(), shape, &b)?;
                self.note("intersects_one", first, hits.get(lane) == Some(true));
            }
            let [a, b] = windows(LONGEST);
            let pairs = query.intersecting_pairs_any(&a, &b)?;
            let met: Vec<_> = pairs.iter().filter(|(i, j)| i == j).map(|(i, _)| i as usize).collect();
            for i in 0..LONGEST {
                self.note("intersecting_pairs", first + i, met.contains(&i));
            }
        }
        Ok(())
    }
}

fn window<'a>(view: &AnyView<'a>, first: usize, len: usize) -> AnyView<'a> {
    view.slice(first..first + len).unwrap_or(*view)
}

/// Runs every case of the corpus files in one batch at each of these levels. Returns the cases, and those
/// that were answered wrong, each with its file and the level.
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
            for Wrong { case, query, .. } in pair.check(level, &cases, Places::Once).map_err(refuse)? {
                all_wrong.push(format!("{}.txt:{}, {level}: {query}", pair.stem, cases[case].line));
            }
        }
        queried += cases.len();
    }
    Ok((queried, all_wrong))
}

/// Every corpus file of this repository, in the order of [`PAIRS`].
pub fn files() -> Vec<PathBuf> {
    let directory = corpora::directory();
    stems().map(|stem| directory.join(format!("{stem}.txt"))).collect()
}
