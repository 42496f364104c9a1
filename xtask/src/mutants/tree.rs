//! The copy of the sources that is changed, one a package: what was built for it is kept from call to call, and nobody's files
//! are touched.

use std::collections::HashSet;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

use super::area::{Area, kept};

/// The copy of a package, which nobody else changes as long as this is there.
pub struct Copy {
    pub path: PathBuf,
    _lock: File,
}

impl Copy {
    /// Takes the copy for an area and brings it up to date.
    pub fn of(area: &Area) -> Result<Self> {
        let directory = kept()?.join("trees");
        let path = directory.join(area.package());
        for directory in [&path, &area.directory()?] {
            fs::create_dir_all(directory).with_context(|| format!("cannot make {}", directory.display()))?;
        }
        let lock = File::create(directory.join(format!("{}.lock", area.package())))?;
        lock.try_lock().with_context(|| format!("an area of {} is run by somebody else", area.package()))?;
        bring_up_to_date(&path)?;
        Ok(Self { path, _lock: lock })
    }
}

/// The workspace.
pub fn root() -> Result<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().context("a workspace")?;
    Ok(root.to_owned())
}

/// Writes the files that differ, so that little is built again, and removes those that are gone.
fn bring_up_to_date(tree: &Path) -> Result<()> {
    let root = root()?;
    let out = Command::new("git")
        .args(["ls-files", "--cached", "--others", "--exclude-standard", "-z"])
        .current_dir(&root)
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
    remove_others(tree, tree, &names)
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
