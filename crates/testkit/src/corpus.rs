//! Cases in text files: one a line, `family expected word...`, each word eight hex digits of an f32's bits, the left
//! shape's columns before the right shape's. `#` starts a comment. Expected is `1`, `0`, or `-` for numbers, which
//! are compared with the twin's.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use crate::mismatch::Mismatch;

/// A line of a corpus.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// Where it stands, counted from 1.
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

/// Reads the cases of a kernel whose operands have so many columns in all.
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

/// Appends a mismatch to its kernel's file in a directory, unless it stands there already, and returns the file.
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

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(text: &str) -> String {
        parse(Path::new("x/disk_triangle.seven_regions.txt"), text, 2).unwrap_err().to_string()
    }

    #[test]
    fn cases_comments_and_blank_lines_are_read() {
        let text =
            "# title\n\ngrid 1 3f800000 80000000 # touches\n  nan 0 7FC00000 00000001\nuniform - 0 1\n";
        let text = text.replace("0 1\n", "00000000 00000001\n");
        let cases = parse(Path::new("f"), &text, 2).unwrap();
        assert_eq!(cases.len(), 3);
        let first = Case {
            line: 3,
            family: "grid".into(),
            expected: Some(true),
            words: vec![0x3f80_0000, 0x8000_0000],
        };
        assert_eq!(cases[0], first);
        assert_eq!((cases[1].line, cases[1].expected, cases[1].words[0]), (4, Some(false), 0x7fc0_0000));
        assert_eq!(cases[2].expected, None);
    }

    #[test]
    fn errors_name_the_file_and_the_line() {
        let file = "x/disk_triangle.seven_regions.txt";
        assert_eq!(
            refused("# one\ngrid 1 3f800000\n"),
            format!("{file}:2: 1 words, but the kernel's shapes have 2 columns")
        );
        for word in ["3f80000", "+3f80000", "3f80000g", "0x3f8000"] {
            let wanted = format!("{file}:1: `{word}` is not eight hex digits");
            assert_eq!(refused(&format!("grid 1 {word} 00000000")), wanted);
        }
        assert_eq!(
            refused("grid 2 00000000 00000000"),
            format!("{file}:1: the expected answer is `2`, but must be 1, 0 or -")
        );
        assert_eq!(refused("grid"), format!("{file}:1: the expected answer (1, 0 or -) is missing"));
    }

    #[test]
    fn names_and_files_match() {
        assert_eq!(file_name("disk_triangle/seven_regions"), "disk_triangle.seven_regions.txt");
        let name = kernel_name(Path::new("a/disk_triangle.seven_regions.txt"));
        assert_eq!(name.as_deref(), Some("disk_triangle/seven_regions"));
        assert_eq!(kernel_name(Path::new("a/README.md")), None);
    }

    #[test]
    fn a_file_of_no_kernel_is_refused() {
        let directory = std::env::temp_dir().join(format!("octet-corpus-{}", std::process::id()));
        fs::create_dir_all(&directory).unwrap();
        fs::write(directory.join("square.circle.txt"), "").unwrap();
        let refused = files(&directory, &["disk_triangle/seven_regions"]).unwrap_err();
        fs::remove_dir_all(&directory).unwrap();
        assert!(refused.file.ends_with("square.circle.txt"));
        let reason = "no kernel is called `square/circle`; known kernels: disk_triangle/seven_regions";
        assert_eq!(refused.reason, reason);
        assert!(files(&directory, &[]).is_err(), "a directory that does not exist");
    }
}
