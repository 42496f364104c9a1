//! Runs every kernel and join at every level of this machine, on one thread, and prints the lines of
//! `corpora/golden.txt` as they come out here; and runs every case of the conformance files. Exits with 1
//! where levels differ, the committed lines do, or an answer is not the truth: the standard error says where.
#![forbid(unsafe_code)]

use std::process::ExitCode;

use soa::Level;
use testkit::conformance;
use testkit::golden::{Batch, differences, joins, kernels, text};
use testkit::places::{At, describe};

const COMMITTED: &str = include_str!("../../../corpora/golden.txt");

fn main() -> ExitCode {
    let mut shown = None;
    let mut equal = true;
    for &level in Level::available() {
        let at = [At::sequential(level)];
        let text = text(&[kernels(&at, &[Batch::ALL]), joins(&at)].concat());
        for (here, committed) in differences(&text, COMMITTED) {
            eprintln!("{level}: not as committed\n  here      {here}\n  committed {committed}");
            equal = false;
        }
        // Of a level that differs, if one does: then the last line differs from the committed one.
        if text != COMMITTED || shown.is_none() {
            shown = Some(text);
        }
    }
    print!("{}", shown.unwrap_or_default());
    eprintln!("{}", describe(Level::available()));
    match conformance::replay(Level::available()) {
        Ok((cases, wrong)) => {
            for case in &wrong {
                eprintln!("{case} is wrong");
            }
            eprintln!("conformance: {cases} cases, {} wrong", wrong.len());
            equal &= wrong.is_empty();
        }
        Err(error) => {
            eprintln!("{error}");
            equal = false;
        }
    }
    if equal { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
