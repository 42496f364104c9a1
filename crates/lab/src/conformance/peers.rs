//! Other libraries on the same cases. The example `peers` of the package `benches` runs them: nothing else
//! here needs them compiled.

use std::fmt::Write as _;
use std::io::Write as _;
use std::process::Stdio;

use anyhow::{Context, Result, ensure};
use commands::cargo;

use super::File;

/// The outcome of a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The library was not called.
    LeftOut,
    /// Yes or no.
    Says(bool),
    /// It panicked.
    Panics,
}

/// What parry and geo say of each case, file by file.
pub fn run(files: &[File]) -> Result<Vec<Vec<[Answer; 2]>>> {
    let mut cases = String::new();
    for (file, case) in files.iter().flat_map(|file| file.cases.iter().map(move |case| (file, case))) {
        cases.push_str(file.pair.stem);
        for word in &case.words {
            let _ = write!(cases, " {word:08x}"); // writing to a String cannot fail
        }
        cases.push('\n');
    }
    let mut child = cargo()
        .args(["run", "--quiet", "--release", "--package", "benches", "--example", "peers"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .context("cannot run cargo")?;
    // The program answers when it has read all.
    let written = child.stdin.take().map(|mut input| input.write_all(cases.as_bytes()));
    let out = child.wait_with_output()?;
    ensure!(out.status.success(), "the other libraries cannot be run: see above");
    written.transpose()?;
    let text = String::from_utf8(out.stdout)?;
    let mut lines = text.lines();
    let mut answers =
        |_| lines.next().and_then(parse).context("the other libraries have not answered every case");
    files.iter().map(|file| file.cases.iter().map(&mut answers).collect()).collect()
}

/// The letters of a case.
fn parse(line: &str) -> Option<[Answer; 2]> {
    let answer = |letter: &u8| match letter {
        b'-' => Some(Answer::LeftOut),
        b'0' => Some(Answer::Says(false)),
        b'1' => Some(Answer::Says(true)),
        b'!' => Some(Answer::Panics),
        _ => None,
    };
    let [parry, geo] = line.as_bytes() else { return None };
    Some([answer(parry)?, answer(geo)?])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_letter_is_an_answer() {
        assert_eq!(parse("1-"), Some([Answer::Says(true), Answer::LeftOut]));
        assert_eq!(parse("!0"), Some([Answer::Panics, Answer::Says(false)]));
        assert_eq!([parse("1"), parse("101"), parse("1?")], [None; 3]);
    }
}
