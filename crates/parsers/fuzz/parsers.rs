//! All parsers, guided by coverage: the first byte says which of them reads the others. Their seeds are
//! written to the folder of inputs, the first argument.
#![no_main]

use std::env;
use std::fs;
use std::path::PathBuf;

use libfuzzer_sys::fuzz_target;
use parsers::Parser;

fn begin() {
    let Some(folder) = env::args_os().nth(1).map(PathBuf::from).filter(|folder| folder.is_dir()) else { return };
    for (number, parser) in (0..).zip(Parser::ALL) {
        for (n, seed) in parser.seeds().into_iter().enumerate() {
            let input = [&[number], &seed[..]].concat();
            fs::write(folder.join(format!("{}_{n}", parser.name)), input).expect("a folder to write to");
        }
    }
}

fuzz_target!(init: begin(), |bytes: &[u8]| {
    if let Some((&number, input)) = bytes.split_first() {
        Parser::ALL[usize::from(number) % Parser::ALL.len()].accepts(input);
    }
});
