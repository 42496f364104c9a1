//! Lines of cases, the names of levels and shapes.

use std::fmt::Display;
use std::path::Path;
use std::str::FromStr;

use soa::{Level, ShapeKind};
use testkit::conformance as files;
use testkit::corpus::{self as lines, Case, CorpusError};
use testkit::pairs::PAIRS;

/// Columns of the kernel that the cases are for.
const COLUMNS: usize = 3;

/// Cases without their line numbers.
fn contents(cases: &[Case]) -> Vec<Case> {
    cases.iter().map(|case| Case { line: 0, ..case.clone() }).collect()
}

/// Whether a text was accepted, by a parser that must read its cases back when they are written.
fn check_cases(text: &str, parse: impl Fn(&str) -> Result<Vec<Case>, CorpusError>) -> bool {
    match parse(text) {
        Ok(cases) => {
            let lines: Vec<_> = text.lines().collect();
            assert!(cases.iter().all(|case| lines[case.line - 1].trim_start().starts_with(&case.family)));
            let written: String = cases.iter().map(Case::text).collect();
            // No cases are a file of regressions, and none of conformance.
            let read = parse(&written).unwrap_or_default();
            assert!(contents(&read) == contents(&cases), "{cases:?} were written as {written}");
            true
        }
        Err(CorpusError { line: 0, reason, .. }) => {
            assert!(
                reason == "no cases" && text.lines().all(|line| line.trim().is_empty() || line.contains('#'))
            );
            false
        }
        Err(error) => {
            let line = text.lines().nth(error.line - 1);
            assert!(line.is_some_and(|line| !line.trim().is_empty()), "{error}");
            false
        }
    }
}

/// A file of regressions.
pub fn corpus(bytes: &[u8]) -> bool {
    let Ok(text) = str::from_utf8(bytes) else { return false };
    check_cases(text, |text| lines::parse(Path::new("regressions.txt"), text, COLUMNS))
}

/// A file of conformance, after a byte that says which.
pub fn conformance(bytes: &[u8]) -> bool {
    let Some((&number, text)) = bytes.split_first() else { return false };
    let Ok(text) = str::from_utf8(text) else { return false };
    let pair = &PAIRS[usize::from(number) % PAIRS.len()];
    check_cases(text, |text| files::parse(pair, Path::new("conformance.txt"), text))
}

/// The name of a level.
pub fn level(bytes: &[u8]) -> bool {
    name::<Level>(bytes, Level::available().iter().map(|level| level.name()))
}

/// The name of a shape.
pub fn shape(bytes: &[u8]) -> bool {
    name::<ShapeKind>(bytes, ShapeKind::ALL.into_iter().map(ShapeKind::name))
}

/// Whether it is the name of one of these, which must be shown as it was read; an error shows it, too.
fn name<T>(bytes: &[u8], mut known: impl Iterator<Item = &'static str>) -> bool
where
    T: FromStr<Err: Display> + Display,
{
    let Ok(name) = str::from_utf8(bytes) else { return false };
    let is_known = known.any(|known| known == name);
    let shown = match name.parse::<T>() {
        Ok(value) => (true, value.to_string()),
        Err(error) => (false, error.to_string()),
    };
    let has_name = shown.1.contains(name) || shown.1.contains(&format!("{name:?}"));
    assert!(shown.0 == is_known && has_name, "{name}: {shown:?}");
    is_known
}

/// Every kind of line.
pub fn corpus_seeds() -> Vec<Vec<u8>> {
    vec![
        b"# title\n\ngrid 1 3f800000 80000000 7fc00000 # touches\nuniform - 00000000 00000001 ff800000\n"
            .into(),
    ]
}

/// Two disks, a point in a disk, a triangle in a box.
pub fn conformance_seeds() -> Vec<Vec<u8>> {
    let seed = |stem: &str, text: &str| {
        let number = PAIRS.iter().position(|pair| pair.stem == stem).unwrap_or(0);
        [&[number as u8], text.as_bytes()].concat()
    };
    vec![
        seed("disk_disk", "# two\ntouching 1 00000000 00000000 3f800000 40000000 00000000 3f800000\n"),
        seed("point_disk", "grid 0 40000000 00000000 00000000 00000000 3f800000\n"),
        seed(
            "aabb_triangle",
            "grid 1 00000000 00000000 3f800000 3f800000 00000000 00000000 3f800000 00000000 00000000 3f800000\n",
        ),
    ]
}

/// The levels of this machine.
pub fn level_seeds() -> Vec<Vec<u8>> {
    Level::available().iter().map(|level| level.name().into()).collect()
}

/// Every shape.
pub fn shape_seeds() -> Vec<Vec<u8>> {
    ShapeKind::ALL.iter().map(|kind| kind.name().into()).collect()
}
