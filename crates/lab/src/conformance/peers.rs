//! Other libraries on the same cases. The example `peers` of the package `benches` runs them: nothing else
//! here needs them compiled.

use std::env;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};
use commands::{cargo, repository};

use super::File;

/// What a library says of a case: `-` if it was not called, `0` or `1` for no or yes, `!` if it panicked.
pub type Letter = u8;

const EXAMPLE: &str = "peers";

/// The libraries, in the order of their letters: by the start of the name of a call.
pub const LIBRARIES: [&str; 7] =
    ["parry", "geo", "obvhs", "bvh", "packed_spatial_index", "rayx", "manifold-rust"];

/// What each library says of a case.
pub type Letters = [Letter; LIBRARIES.len()];

/// What they say of each case, file by file.
pub fn run(files: &[File]) -> Result<Vec<Vec<Letters>>> {
    let mut cases = String::new();
    for (file, case) in files.iter().flat_map(|file| file.cases.iter().map(move |case| (file, case))) {
        cases.push_str(file.pair.stem);
        for word in &case.words {
            let _ = write!(cases, " {word:08x}"); // writing to a String cannot fail
        }
        cases.push('\n');
    }
    let own = env::current_exe().context("this program has no path")?;
    let directory = own.parent().context("this program has no directory")?;
    let status = cargo()
        .args(["build", "--quiet", "--workspace", "--profile", profile(directory), "--example", EXAMPLE])
        .arg("--manifest-path")
        .arg(repository("Cargo.toml"))
        .status()
        .context("cannot run cargo")?;
    ensure!(status.success(), "the other libraries cannot be compiled: see above");
    let program = directory.join("examples").join(EXAMPLE);
    let mut child = Command::new(&program)
        .args(LIBRARIES)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .with_context(|| format!("cannot run {}", program.display()))?;
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

/// The profile of the other libraries, which is that of this program, by the directory that it is in. With the
/// features of the whole workspace nothing is compiled again that `cargo test --workspace` has compiled.
fn profile(directory: &Path) -> &'static str {
    if directory.ends_with("release") { "release" } else { "test" }
}

/// The letters of a case.
fn parse(line: &str) -> Option<Letters> {
    let letters: Letters = line.as_bytes().try_into().ok()?;
    letters.iter().all(|letter| b"-01!".contains(letter)).then_some(letters)
}
