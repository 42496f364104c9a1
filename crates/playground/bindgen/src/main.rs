//! `bindgen PROGRAM.wasm FOLDER NAME`: writes `FOLDER/NAME.js`, a script that defines the function `NAME`, which loads
//! `FOLDER/NAME_bg.wasm` or the same bytes from anywhere.

use anyhow::{Context, Result};
use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<()> {
    let mut args = std::env::args().skip(1);
    let mut next = |what: &str| args.next().with_context(|| format!("missing: {what}"));
    let (program, folder, name) = (next("the program")?, next("the folder")?, next("the name")?);
    // No module: a page that is opened from disk may not load one.
    let mut bindgen = Bindgen::new();
    bindgen.input_path(program).out_name(&name).no_modules(true)?.no_modules_global(&name)?;
    bindgen.typescript(false).remove_name_section(true).remove_producers_section(true);
    bindgen.generate(folder)
}
