//! The mutants that survive for a reason: `accepted.txt`.

use anyhow::{Result, ensure};

use super::ledger::Outcome;
use super::mutant::Mutant;

/// A line of the list: the title of a mutant, in which `...` stands for anything.
#[derive(Debug)]
pub struct Entry(&'static str);

/// The list.
pub struct Accepted(Vec<Entry>);

impl Entry {
    /// Whether this is about a mutant with this title.
    pub fn covers(&self, title: &str) -> bool {
        let (start, parts) = self.0.split_once("...").unwrap_or((self.0, ""));
        if start == self.0 {
            return title == start;
        }
        let Some(mut rest) = title.strip_prefix(start) else { return false };
        let mut parts: Vec<&str> = parts.split("...").collect();
        let end = parts.pop().unwrap_or_default();
        for part in parts {
            match rest.split_once(part) {
                Some((_, after)) => rest = after,
                None => return false,
            }
        }
        rest.ends_with(end)
    }

    /// What is wrong with the entry, given the mutants of its files and what came of them.
    fn fault(&self, outcomes: &[(&Mutant, Option<Outcome>)]) -> Option<&'static str> {
        let mut covered = outcomes.iter().filter(|(mutant, _)| self.covers(&mutant.title)).peekable();
        if covered.peek().is_none() {
            Some("there is no such mutant")
        } else if covered.all(|(_, outcome)| !matches!(outcome, None | Some(Outcome::Missed))) {
            Some("it is caught")
        } else {
            None
        }
    }
}

impl Accepted {
    /// Reads the list that this was built with.
    pub fn read() -> Result<Self> {
        Self::parse(include_str!("accepted.txt"))
    }

    /// Reads a list: lines that begin with `#` say why those below are on it.
    pub(super) fn parse(text: &'static str) -> Result<Self> {
        let (mut entries, mut reason) = (Vec::new(), false);
        for line in text.lines().map(str::trim) {
            if line.is_empty() {
                reason = false;
            } else if line.starts_with('#') {
                reason = true;
            } else {
                ensure!(reason, "accepted.txt gives no reason for `{line}`");
                entries.push(Entry(line));
            }
        }
        Ok(Self(entries))
    }

    /// Whether a mutant is on the list.
    pub fn has(&self, mutant: &Mutant) -> bool {
        self.0.iter().any(|entry| entry.covers(&mutant.title))
    }

    /// The entries about one of these files that are void, and why.
    pub fn faults(&self, outcomes: &[(&Mutant, Option<Outcome>)]) -> Vec<(&'static str, &'static str)> {
        let file = |title: &'static str| title.split(": ").next().unwrap_or_default();
        let is_here = |entry: &&Entry| outcomes.iter().any(|(mutant, _)| mutant.file() == file(entry.0));
        self.0.iter().filter(is_here).filter_map(|entry| Some((entry.0, entry.fault(outcomes)?))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIST: &str =
        "# Only speed.\na.rs: replace + with - in f\na.rs: replace ... with ... in g\n\n# Equal.\nb.rs: h";

    fn mutant(title: &str) -> Mutant {
        Mutant { name: String::new(), title: title.to_owned(), fingerprint: 0 }
    }

    #[test]
    fn the_list_itself_is_in_order() {
        let list = Accepted::read().unwrap();
        for Entry(title) in list.0 {
            assert!(title.starts_with("crates/") && title.contains(".rs: "), "{title}");
        }
        assert!(Accepted::parse("# Why.\nx\n\ny").is_err(), "a blank line ends a reason");
    }

    #[test]
    fn dots_stand_for_anything() {
        let list = Accepted::parse(LIST).unwrap();
        let has = |title| list.has(&mutant(title));
        assert!(has("a.rs: replace + with - in f") && !has("a.rs: replace + with - in f2"));
        assert!(has("a.rs: replace * with / in g") && !has("a.rs: replace * with / in h"));
        assert!(has("b.rs: h") && !has("a.rs: h") && !has("a.rs: replace * in g"));
    }

    #[test]
    fn an_entry_without_a_survivor_is_void() {
        let list = Accepted::parse(LIST).unwrap();
        let [f, g] = [mutant("a.rs: replace + with - in f"), mutant("a.rs: replace * with / in g")];
        let faults = |one, other| list.faults(&[(&f, one), (&g, other)]).len();
        assert_eq!(faults(Some(Outcome::Missed), Some(Outcome::Missed)), 0);
        assert_eq!(faults(None, None), 0, "what was not run may survive");
        assert_eq!(faults(Some(Outcome::Caught), Some(Outcome::Missed)), 1);
        assert_eq!(
            list.faults(&[(&f, None)]),
            [("a.rs: replace ... with ... in g", "there is no such mutant")]
        );
        assert_eq!(list.faults(&[(&mutant("c.rs: i"), None)]), [], "other areas have their own entries");
    }
}
