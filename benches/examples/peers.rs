//! The answers of other libraries to conformance cases: `cargo xtask conformance --peers` runs this, with the
//! names of the libraries as arguments.
//!
//! The standard input has a case a line: the name of its pair of shapes, then the bits of its numbers. The
//! standard output has as many lines, with a letter for each library: `1` for yes, `0` for no, `!` for a
//! panic, `-` where the library has no such test or cannot hold the case.
#![forbid(unsafe_code)]

use std::env;
use std::error::Error;
use std::io;
use std::panic;

use benches::peers::Peer;
use rayon::prelude::*;

fn main() -> Result<(), Box<dyn Error>> {
    let libraries: Vec<String> = env::args().skip(1).collect();
    let text = io::read_to_string(io::stdin())?;
    let peers = Peer::all();
    panic::set_hook(Box::new(|_| {}));
    let lines: Vec<&str> = text.lines().collect();
    let answers =
        lines.par_iter().map(|line| answer(line, &peers, &libraries)).collect::<Result<Vec<_>, _>>();
    drop(panic::take_hook());
    answers?.iter().for_each(|letters| println!("{letters}"));
    Ok(())
}

/// The letters of a case.
fn answer(line: &str, peers: &[Peer], libraries: &[String]) -> Result<String, String> {
    let mut words = line.split_whitespace();
    let stem = words.next().unwrap_or_default();
    let words: Result<Vec<u32>, _> = words.map(|word| u32::from_str_radix(word, 16)).collect();
    let words = words.map_err(|error| format!("{line:?} is no case: {error}"))?;
    let letter = |library: &String| {
        let peer = peers.iter().find(|peer| peer.stem == stem && peer.who.starts_with(library.as_str()));
        peer.map_or('-', |peer| peer.letter(&words))
    };
    Ok(libraries.iter().map(letter).collect())
}
