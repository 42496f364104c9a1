//! Kernels by the beginnings of their names.

use anyhow::{Result, bail};
use soa::registry;

/// The kernels whose name starts with one of these; all of them if none is given.
///
/// # Errors
/// A beginning of no kernel's name; the error says which kernels there are.
pub fn select(prefixes: &[String]) -> Result<Vec<&'static str>> {
    let yes_no = registry::kernels().iter().map(|kernel| kernel.info.name);
    let mut names: Vec<_> = yes_no.chain(registry::measures().iter().map(|kernel| kernel.name)).collect();
    check_prefixes(prefixes, &names)?;
    names.retain(|name| is_chosen(name, prefixes));
    Ok(names)
}

/// Whether a name starts with one of these, or none is given.
pub fn is_chosen(name: &str, prefixes: &[String]) -> bool {
    prefixes.is_empty() || prefixes.iter().any(|prefix| name.starts_with(prefix.as_str()))
}

/// Whether each of these is the beginning of a name.
///
/// # Errors
/// One is not; the error says which names there are.
pub fn check_prefixes(prefixes: &[String], all: &[&str]) -> Result<()> {
    for prefix in prefixes {
        if !all.iter().any(|name| name.starts_with(prefix.as_str())) {
            bail!("no kernel is called `{prefix}`; there are:\n  {}", all.join("\n  "));
        }
    }
    Ok(())
}
