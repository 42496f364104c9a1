//! Cases in text files: one a line, `family expected word...`, each word eight hex digits of an f32's bits,
//! the left shape's columns before the right shape's. `#` starts a comment. Expected is `1`, `0`, or `-` for
//! numbers, which are compared with the reference's.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use crate::mismatch::Mismatch;

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

/// What is wrong with a corpus, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CorpusError {
    /// The file.
    pub file: PathBuf,
    /// The line, counted from 1; 0 for the whole file.
    pub line: usize,
    /// What is wrong.
    pub reason: String,
}

impl core::fmt::Display for CorpusError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "{}", self.file.display())?;
        if self.line > 0 {
            write!(f, ":{}", self.line)?;
        }
        write!(f, ": {}", self.reason)
    }
}

impl core::error::Error for CorpusError {}

/// The regressions of this repository.
pub fn regressions() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpora/regressions")
}

/// The file of a kernel's regressions: `disk_triangle.seven_regions.txt`.
pub fn file_name(kernel: &str) -> String {
    format!("{}.txt", kernel.replace('/', "."))
}

/// The kernel of a file of regressions; None if the name does not end in `.txt`.
pub fn kernel_name(file: &Path) -> Option<String> {
    let stem = file.file_name()?.to_str()?.strip_suffix(".txt")?;
    Some(stem.replace('.', "/"))
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

/// Reads a file.
///
/// # Errors
/// A file that cannot be read; otherwise as [`parse`].
pub fn read(file: &Path, columns: usize) -> Result<Vec<Case>, CorpusError> {
    let text = fs::read_to_string(file).map_err(|error| whole(file, error.to_string()))?;
    parse(file, &text, columns)
}

/// Every corpus file of a directory, sorted, with the kernel it belongs to.
///
/// # Errors
/// A directory that cannot be read; a file that is named after no kernel that `known` has.
pub fn files(directory: &Path, known: &[&str]) -> Result<Vec<(PathBuf, String)>, CorpusError> {
    let unreadable = |error: std::io::Error| whole(directory, error.to_string());
    let mut found = Vec::new();
    for entry in fs::read_dir(directory).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        let Some(name) = kernel_name(&path) else { continue };
        if !known.contains(&name.as_str()) {
            let reason = format!("no kernel is called `{name}`; known kernels: {}", known.join(", "));
            return Err(whole(&path, reason));
        }
        found.push((path, name));
    }
    found.sort();
    Ok(found)
}

/// Appends a mismatch to its kernel's file in a directory, unless it is there already, and returns the file.
///
/// # Errors
/// A file that cannot be read or written.
pub fn append(directory: &Path, mismatch: &Mismatch) -> Result<PathBuf, CorpusError> {
    let file = directory.join(file_name(mismatch.kernel));
    let unwritable = |error: std::io::Error| whole(&file, error.to_string());
    let text = if file.exists() { fs::read_to_string(&file).map_err(unwritable)? } else { String::new() };
    if !text.lines().any(|line| line == mismatch.line) {
        fs::create_dir_all(directory).map_err(unwritable)?;
        let mut out = fs::OpenOptions::new().create(true).append(true).open(&file).map_err(unwritable)?;
        writeln!(out, "# {}\n{}", mismatch.summary, mismatch.line).map_err(unwritable)?;
    }
    Ok(file)
}

fn whole(file: &Path, reason: String) -> CorpusError {
    CorpusError { file: file.into(), line: 0, reason }
}
