//! Conformance: cases with their true answers, and whether soa's public queries give them.
//!
//! A file is named after a pair of shapes ([`crate::pairs`]) and holds cases as [`crate::corpus`] reads them,
//! the expected answer being the truth. [`check`](Pair::check) runs `intersects`, `intersects_one` and
//! `intersecting_pairs` at one level, with each case in every place of a batch ([`crate::replay`]), and with
//! the operands in the order of the file's name and exchanged.

use std::path::{Path, PathBuf};

use soa::{AnyView, Error, Level, Query};

use crate::corpora;
use crate::corpus::{self, Case, CorpusError};
use crate::pairs::{PAIRS, stems};
use crate::places::At;
use crate::replay::{self, Places, Wrong};
use crate::rows::{Columns, check, row_of};
use crate::subject::{Call, Engine, Outcome, Subject, of_hits, of_pairs};

pub use crate::pairs::Pair;

/// The public queries, which find the kernel of two shapes.
struct Public(Query);

impl Engine for Public {
    fn name(&self) -> String {
        "a public query".into()
    }

    fn lanes(&self) -> usize {
        1
    }

    fn answer(&self, _: Subject, call: Call, a: &AnyView, b: &AnyView) -> Outcome {
        let words = match call {
            Call::Rows => self.0.intersects_any(a, b).map(|hits| of_hits(&hits)),
            Call::One => self.0.intersects_one_any(a.kind(), &row_of(a, 0), b).map(|hits| of_hits(&hits)),
            Call::All => {
                self.0.intersecting_pairs_any(a, b).map(|pairs| of_pairs(pairs.iter(), a.len(), b.len()))
            }
        };
        Some(words.map(|words| (words, soa::Stages::default())))
    }
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
    parse(pair, file, &corpus::text_of(file)?)
}

/// Reads the text of a file.
///
/// # Errors
/// As [`read`], but for what the system says.
pub fn parse(pair: &Pair, file: &Path, text: &str) -> Result<Vec<Case>, CorpusError> {
    let cases = corpus::parse(file, text, pair.columns())?;
    let refuse = |line, reason| CorpusError { file: file.into(), line, reason };
    if cases.is_empty() {
        return Err(refuse(0, "no cases".into()));
    }
    for case in &cases {
        if case.expected.is_none() {
            return Err(refuse(case.line, "the expected answer is `-`, but must be 1 or 0".into()));
        }
        let (a, b) = pair.rows(case);
        let valid = check(pair.left, a).and_then(|()| check(pair.right, b));
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

    /// The cases that the queries answer wrong at this level, in the order of the operands and exchanged; and
    /// how often each was queried.
    ///
    /// # Errors
    /// A row that soa refuses.
    pub fn check(&self, level: Level, cases: &[Case], places: Places) -> Result<(Vec<Wrong>, usize), Error> {
        let (mut left, mut right) = (Columns::new(self.left), Columns::new(self.right));
        for case in cases {
            let (a, b) = self.rows(case);
            left.push(a);
            right.push(b);
        }
        let expected: Vec<u32> = cases.iter().map(|case| u32::from(case.expected == Some(true))).collect();
        let engine = Public(At::sequential(level).query());
        let subject = Subject::YesNo(self.kernel());
        let check = |rows| replay::check(&engine, subject, rows, &expected, places);
        let ((mut wrong, n), (swapped, m)) = (check([&left, &right])?, check([&right, &left])?);
        for other in swapped {
            match wrong.iter_mut().find(|wrong| wrong.case == other.case) {
                Some(wrong) => wrong.wrong += other.wrong,
                None => wrong.push(other),
            }
        }
        Ok((wrong, n + m))
    }
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
            let (wrong, _) = pair.check(level, &cases, Places::Once).map_err(refuse)?;
            let line = |wrong: &Wrong| format!("{}.txt:{}, {level}", pair.stem, cases[wrong.case].line);
            all_wrong.extend(wrong.iter().map(line));
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
