//! Kernels by the beginnings of their names.

use anyhow::{Result, bail};
use soa::kernel::{Measure, Predicate, Visitor, visit_all};

/// The kernels whose name starts with one of these; all of them if none is given.
///
/// # Errors
/// A beginning of no kernel's name; the error says which kernels there are.
pub fn select(prefixes: &[String]) -> Result<Vec<&'static str>> {
    let mut names = Names(Vec::new());
    visit_all(&mut names);
    check_prefixes(prefixes, &names.0)?;
    names.0.retain(|name| is_chosen(name, prefixes));
    Ok(names.0)
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

struct Names(Vec<&'static str>);

impl Visitor for Names {
    fn predicate<P: Predicate>(&mut self) {
        self.0.push(P::NAME);
    }

    fn measure<M: Measure>(&mut self) {
        self.0.push(M::NAME);
    }
}
