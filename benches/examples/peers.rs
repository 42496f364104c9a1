//! The answers of parry and geo to conformance cases: `cargo xtask conformance --peers` runs this.
//!
//! The standard input has a case a line: the name of its pair of shapes, then the bits of its numbers. The
//! standard output has as many lines, a letter for parry and one for geo: `1` for yes, `0` for no, `!` for a
//! panic, `-` where the library has no such test or cannot hold the case.
#![forbid(unsafe_code)]

use std::error::Error;
use std::io;
use std::panic;

use benches::peers::Peer;
use rayon::prelude::*;

fn main() -> Result<(), Box<dyn Error>> {
    let text = io::read_to_string(io::stdin())?;
    let peers = Peer::all();
    panic::set_hook(Box::new(|_| {}));
    let lines: Vec<&str> = text.lines().collect();
    let answers = lines.par_iter().map(|line| answer(line, &peers)).collect::<Result<Vec<_>, _>>();
    drop(panic::take_hook());
    answers?.iter().for_each(|letters| println!("{letters}"));
    Ok(())
}

/// The letters of a case.
fn answer(line: &str, peers: &[Peer]) -> Result<String, String> {
    let mut words = line.split_whitespace();
    let stem = words.next().unwrap_or_default();
    let words: Result<Vec<u32>, _> = words.map(|word| u32::from_str_radix(word, 16)).collect();
    let words = words.map_err(|error| format!("{line:?} is no case: {error}"))?;
    let letter = |library| {
        let peer = peers.iter().find(|peer| peer.stem == stem && peer.who.starts_with(library));
        peer.map_or('-', |peer| peer.letter(&words))
    };
    Ok(["parry", "geo"].map(letter).into_iter().collect())
}
