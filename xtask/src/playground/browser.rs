//! The page in headless Chromium.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result};
use commands::{repository, target_directory};

use super::compile::check;

/// What tries the page.
pub const PROGRAMS: [&str; 3] = ["node", "npm", "chromium"];

/// What drives the browser: a package of npm, which brings no browser of its own.
const DRIVER: &str = "playwright-core@1.64.1";

/// Tries every scene; pictures of them go to a folder.
pub fn run(page: &Path, pictures: Option<&Path>) -> Result<()> {
    let folder = target_directory()?.join("browser");
    let tests = "scenes.test.mjs";
    // Beside the driver, which node looks for from there.
    std::fs::copy(repository("crates/playground/tests").join(tests), folder.join(tests))
        .context("cannot copy the tests")?;
    if !folder.join("node_modules/playwright-core").is_dir() {
        check(
            Command::new("npm")
                .args(["install", "--no-save", "--no-audit", "--no-fund", "--silent", "--prefix"])
                .arg(&folder)
                .arg(DRIVER),
        )?;
    }
    let mut node = Command::new("node");
    node.args(["--test", "--test-reporter=spec"]).arg(folder.join(tests)).env("PLAYGROUND", page);
    if let Some(pictures) = pictures {
        std::fs::create_dir_all(pictures)?;
        node.env("PICTURES", pictures.canonicalize()?);
    }
    check(&mut node)
}
