//! What a run met: a random test that met nothing of a class tested nothing.

use core::ops::AddAssign;
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// How often each class was met, by its name.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally(BTreeMap<String, u64>);

impl Tally {
    /// Meets a class `n` times more.
    pub fn add(&mut self, class: &str, n: u64) {
        match self.0.get_mut(class) {
            Some(count) => *count += n,
            None => drop(self.0.insert(class.into(), n)),
        }
    }

    /// Meets a class once more, if it did.
    pub fn note(&mut self, class: &str, is_met: bool) {
        self.add(class, u64::from(is_met));
    }

    /// How often a class was met.
    pub fn get(&self, class: &str) -> u64 {
        self.0.get(class).copied().unwrap_or(0)
    }

    /// The classes, of these, that were not met.
    pub fn missing<'a>(&self, classes: &'a [String]) -> Vec<&'a str> {
        classes.iter().map(String::as_str).filter(|class| self.get(class) == 0).collect()
    }

    /// The counts of all classes whose name begins so, by the rest of their name.
    pub fn group<'a>(&'a self, prefix: &'a str) -> impl Iterator<Item = (&'a str, u64)> {
        self.0.iter().filter_map(move |(name, &n)| Some((name.strip_prefix(prefix)?, n)))
    }
}

impl AddAssign<&Self> for Tally {
    fn add_assign(&mut self, other: &Self) {
        other.0.iter().for_each(|(class, &n)| self.add(class, n));
    }
}
