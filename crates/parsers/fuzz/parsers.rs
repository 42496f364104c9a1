//! The parser that the environment variable `OCTET_PARSER` names, guided by coverage; their names, if it
//! names none. Its seeds are written to the folder of inputs, the first argument.
#![no_main]

use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use parsers::Parser;

static PARSER: LazyLock<Option<Parser>> = LazyLock::new(|| Parser::named(&env::var("OCTET_PARSER").ok()?));

fn begin() {
    let Some(parser) = *PARSER else {
        Parser::ALL.iter().for_each(|parser| println!("{}", parser.name));
        std::process::exit(0);
    };
    let folder = env::args_os().nth(1).map(OsString::from).filter(|folder| Path::new(folder).is_dir());
    for (n, bytes) in parser.seeds().into_iter().enumerate() {
        if let Some(folder) = &folder {
            fs::write(Path::new(folder).join(format!("seed_{n}")), bytes).expect("a folder to write to");
        }
    }
}

fuzz_target!(init: begin(), |bytes: &[u8]| {
    if let Some(parser) = &*PARSER {
        parser.accepts(bytes);
    }
});
