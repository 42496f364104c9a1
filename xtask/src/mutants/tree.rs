//! The copy of the sources that is changed: what was built for it is kept from call to call, and nobody's files are touched. A
//! package has one, and another for each area that is run at the same time.

use std::collections::HashSet;
use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

use super::area::{Area, kept};

/// A copy of a package, which nobody else changes as long as this is there, nor what was found of the area.
pub struct Copy {
    pub path: PathBuf,
    _locks: [File; 2],
}

impl Copy {
    /// Takes the first copy that nobody uses for an area, and brings it up to date.
    pub fn of(area: &Area) -> Result<Self> {
        let of_area = lock(&area.directory()?)?;
        let of_area = of_area.with_context(|| format!("{} is run by somebody else", area.name))?;
        let trees = kept()?.join("trees");
        let mut path = trees.join(area.package());
        let mut n = 1;
        let of_copy = loop {
            if let Some(of_copy) = lock(&path)? {
                break of_copy;
            }
            n += 1;
            path = trees.join(format!("{}-{n}", area.package()));
        };
        bring_up_to_date(&path)?;
        Ok(Self { path, _locks: [of_area, of_copy] })
    }
}

/// Makes a directory and locks it, unless somebody else has.
fn lock(directory: &Path) -> Result<Option<File>> {
    fs::create_dir_all(directory).with_context(|| format!("cannot make {}", directory.display()))?;
    let lock = File::create(directory.with_extension("lock"))?;
    match lock.try_lock() {
        Ok(()) => Ok(Some(lock)),
        Err(TryLockError::WouldBlock) => Ok(None),
        Err(TryLockError::Error(error)) => {
            Err(error).with_context(|| format!("cannot lock {}", directory.display()))
        }
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
