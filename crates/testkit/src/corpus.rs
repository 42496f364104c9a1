//! Cases in text files: one a line, `family expected word...`, each word eight hex digits of an f32's bits,
//! the left shape's columns before the right shape's. `#` starts a comment. Expected is `1`, `0`, or `-` for
//! numbers, which are compared with the reference's.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use crate::mismatch::Mismatch;
use crate::subject::{self, Subject};

/// A line of a corpus.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// Its line, counted from 1.
    pub line: usize,
    /// The family.
    pub family: String,
    /// Yes, no, or numbers.
    pub expected: Option<bool>,
    /// The bits of every column.
    pub words: Vec<u32>,
}

impl Case {
    /// The expected answer as it is written.
    pub fn word(&self) -> &'static str {
        match self.expected {
            Some(true) => "1",
            Some(false) => "0",
            None => "-",
        }
    }

    /// The case as a line of a file.
    pub fn text(&self) -> String {
        let words: Vec<_> = self.words.iter().map(|word| format!(" {word:08x}")).collect();
        format!("{} {}{}\n", self.family, self.word(), words.concat())
    }
}

/// What is wrong with a corpus, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}{}: {reason}", file.display(), if *line > 0 { format!(":{line}") } else { String::new() })]
pub struct CorpusError {
    /// The file.
    pub file: PathBuf,
    /// The line, counted from 1; 0 for the whole file.
    pub line: usize,
    /// What is wrong.
    pub reason: String,
}

/// The regressions of this repository.
pub fn regressions() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpora/regressions")
}

/// The pairs of this repository whose rounding errors come nearest to the bounds of the exact kernels
/// ([`crate::climb`]): the family is the precision of the lanes, and each pair is followed by its neighbour
/// with the other answer.
pub fn strained() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpora/strained")
}

/// The file of a kernel's regressions: `disk_triangle.seven_regions.txt`.
pub fn file_name(kernel: &str) -> String {
    format!("{}.txt", kernel.replace('/', "."))
}

/// Reads the cases of a kernel whose operands have `columns` columns in all.
///
/// # Errors
/// The first line that is no case, with what is wrong with it.
pub fn parse(file: &Path, text: &str, columns: usize) -> Result<Vec<Case>, CorpusError> {
    let mut cases = Vec::new();
    for (i, line) in text.lines().enumerate() {
        let content = line.split('#').next().unwrap_or_default().trim();
        if !content.is_empty() {
            let case = parse_line(content, i + 1, columns);
            cases.push(case.map_err(|reason| CorpusError { file: file.into(), line: i + 1, reason })?);
        }
    }
    Ok(cases)
}

fn parse_line(content: &str, line: usize, columns: usize) -> Result<Case, String> {
    let mut fields = content.split_whitespace();
    let family = fields.next().unwrap_or_default().to_owned();
    let expected = match fields.next() {
        Some("1") => Some(true),
        Some("0") => Some(false),
        Some("-") => None,
        Some(other) => return Err(format!("the expected answer is `{other}`, but must be 1, 0 or -")),
        None => return Err("the expected answer (1, 0 or -) is missing".into()),
    };
    let words = fields.map(parse_word).collect::<Result<Vec<_>, _>>()?;
    if words.len() != columns {
        return Err(format!("{} words, but the kernel's shapes have {columns} columns", words.len()));
    }
    Ok(Case { line, family, expected, words })
}

fn parse_word(word: &str) -> Result<u32, String> {
    // from_str_radix would also take a sign.
    let hex = word.len() == 8 && word.bytes().all(|byte| byte.is_ascii_hexdigit());
    let bits = u32::from_str_radix(word, 16).ok().filter(|_| hex);
    bits.ok_or_else(|| format!("`{word}` is not eight hex digits"))
}

/// The text of a file.
///
/// # Errors
/// A file that cannot be read.
pub fn text_of(file: &Path) -> Result<String, CorpusError> {
    fs::read_to_string(file).map_err(|error| whole(file, error.to_string()))
}

/// The kernel that a file of regressions is named after, and its cases.
///
/// # Errors
/// A file of no kernel, or that cannot be read; otherwise as [`parse`].
pub fn read(file: &Path) -> Result<(Subject, Vec<Case>), CorpusError> {
    let subject = subject_of(file)?;
    Ok((subject, parse(file, &text_of(file)?, subject.columns())?))
}

/// Every corpus file of a directory, sorted.
///
/// # Errors
/// A directory that cannot be read.
pub fn files(directory: &Path) -> Result<Vec<PathBuf>, CorpusError> {
    let unreadable = |error: std::io::Error| whole(directory, error.to_string());
    let entries = fs::read_dir(directory).map_err(unreadable)?;
    let paths = entries.map(|entry| Ok(entry.map_err(unreadable)?.path()));
    let mut paths = paths.collect::<Result<Vec<_>, CorpusError>>()?;
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "txt"));
    paths.sort();
    Ok(paths)
}

/// The kernel that a file of regressions is named after: `disk_triangle.seven_regions.txt`.
///
/// # Errors
/// There is none of that name; the error says which there are.
fn subject_of(file: &Path) -> Result<Subject, CorpusError> {
    let stem = file.file_stem().unwrap_or_default().to_string_lossy().replace('.', "/");
    let known = || subject::all().map(Subject::name).collect::<Vec<_>>().join(", ");
    let unknown = || whole(file, format!("no kernel is called `{stem}`; known kernels: {}", known()));
    subject::named(&stem).ok_or_else(unknown)
}

/// Appends the line of a mismatch to its kernel's file in a directory, unless it is there already, and returns
/// the file; None if it has no line.
///
/// # Errors
/// A file that cannot be read or written.
pub fn append(directory: &Path, mismatch: &Mismatch) -> Result<Option<PathBuf>, CorpusError> {
    let Some(line) = &mismatch.line else { return Ok(None) };
    let file = directory.join(file_name(&mismatch.name));
    let unwritable = |error: std::io::Error| whole(&file, error.to_string());
    let text = if file.exists() { text_of(&file)? } else { String::new() };
    if !text.lines().any(|there| there == line) {
        fs::create_dir_all(directory).map_err(unwritable)?;
        let mut out = fs::OpenOptions::new().create(true).append(true).open(&file).map_err(unwritable)?;
        writeln!(out, "# {}\n{line}", mismatch.summary).map_err(unwritable)?;
    }
    Ok(Some(file))
}

fn whole(file: &Path, reason: String) -> CorpusError {
    CorpusError { file: file.into(), line: 0, reason }
}
