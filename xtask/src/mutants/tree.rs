//! The copy of the sources that is changed: what was built for it is kept from call to call, and nobody's files are touched.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

use super::area::Area;

/// Brings the copy of an area up to date: writes the files that differ, so that little is built again, and removes those that are
/// gone.
pub fn copy(area: &Area) -> Result<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().context("a workspace")?;
    let tree = area.directory()?.join("tree");
    let out = Command::new("git")
        .args(["ls-files", "--cached", "--others", "--exclude-standard", "-z"])
        .current_dir(root)
        .output()
        .context("cannot run git, which knows the files")?;
    ensure!(out.status.success(), "git does not know the files of {}", root.display());
    let names = String::from_utf8(out.stdout).context("a file with an odd name")?;
    let names: HashSet<&Path> =
        names.split_terminator('\0').map(Path::new).filter(|name| root.join(name).is_file()).collect();
    for name in &names {
        let (from, to) = (root.join(name), tree.join(name));
        let content = fs::read(&from).with_context(|| format!("cannot read {}", from.display()))?;
        if fs::read(&to).is_ok_and(|old| old == content) {
            continue;
        }
        to.parent().map_or(Ok(()), fs::create_dir_all)?;
        fs::write(&to, content).with_context(|| format!("cannot write {}", to.display()))?;
    }
    remove_others(&tree, &tree, &names)?;
    Ok(tree)
}

/// Removes the files below a directory that are not named, but for what cargo builds.
fn remove_others(tree: &Path, directory: &Path, names: &HashSet<&Path>) -> Result<()> {
    for entry in fs::read_dir(directory)? {
        let path = entry?.path();
        let name = path.strip_prefix(tree)?;
        if path.is_dir() && name != "target" {
            remove_others(tree, &path, names)?;
        } else if path.is_file() && !names.contains(name) {
            fs::remove_file(&path).with_context(|| format!("cannot remove {}", path.display()))?;
        }
    }
    Ok(())
}
