//! Runs every kernel and join at every level of this machine, on one thread, and prints the lines of
//! `corpora/golden.txt` as they come out here; and runs every case of the conformance files. Exits with 1
//! where levels differ, the committed lines do, or an answer is not the truth: the standard error says where.
#![forbid(unsafe_code)]

use std::process::ExitCode;

use soa::Level;
use testkit::conformance;
use testkit::golden::{How, differences, joins, kernels, text};
use testkit::joins::forms::At;
use testkit::levels;

const COMMITTED: &str = include_str!("../../../corpora/golden.txt");

fn main() -> ExitCode {
    let places: Vec<At> = Level::available().iter().map(|&level| At::sequential(level)).collect();
    let hows: Vec<How> = places.iter().map(|&at| How::whole(at)).collect();
    let entries =
        kernels(&hows).into_iter().zip(joins(&places)).map(|(kernels, joins)| [kernels, joins].concat());
    let texts: Vec<String> = entries.map(|entries| text(&entries)).collect();
    // Of a level that differs, if one does: then the last line differs from the committed one.
    let shown = texts.iter().find(|text| *text != COMMITTED).or(texts.first());
    print!("{}", shown.map_or("", |text| text));
    let mut equal = true;
    for (at, text) in places.iter().zip(&texts) {
        for (here, committed) in differences(text, COMMITTED) {
            eprintln!("{}: not as committed\n  here      {here}\n  committed {committed}", at.level);
            equal = false;
        }
    }
    eprintln!("{}", levels::describe(Level::available()));
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
