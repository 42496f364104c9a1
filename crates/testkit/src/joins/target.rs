//! A join to be tested.

use soa::Level;

use super::faults::{self, Report};
use super::forms::Sound;
use super::mismatch::{Mismatch, Source};
use super::sets::Sets;
use super::tally::Tally;
use super::{Kind, check};

/// A join to be tested.
pub struct Target {
    kind: Kind,
    name: String,
    sets: Sets,
    levels: Vec<Level>,
    tally: Tally,
}

/// Every join, to run at these levels. Targets of the same seed and job draw the same sets.
pub fn targets(seed: u64, job: u64, levels: &[Level]) -> Vec<Target> {
    Kind::all().map(|kind| Target::new(kind, seed, job, levels)).collect()
}

impl Target {
    fn new(kind: Kind, seed: u64, job: u64, levels: &[Level]) -> Self {
        let name = kind.name();
        let sets = Sets::new(kind, seed, &name, job);
        Self { kind, name, sets, levels: levels.to_vec(), tally: Tally::default() }
    }

    /// Its name: `join/disk_triangle`, or `join/own/disk_disk` for a set with itself.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What was met so far.
    pub fn tally(&self) -> &Tally {
        &self.tally
    }

    /// The classes that it could have met at its levels and did not.
    pub fn missing(&self, tally: &Tally) -> Vec<String> {
        tally.missing(self.kind.forms(), &self.levels)
    }

    /// One round.
    ///
    /// # Errors
    /// The first answer that differs from brute force, with as few rows as show it.
    pub fn round(&mut self) -> Result<(), Box<Mismatch>> {
        let drawn = self.sets.draw();
        check(&Sound, &drawn, &self.levels, &mut self.tally).map_err(|(form, at)| {
            let source =
                Source { name: &self.name, seed: self.sets.seed, job: self.sets.job, set: drawn.number };
            Box::new(Mismatch::new(&Sound, &drawn, form, at, &source))
        })
    }

    /// Breaks answers and counts the sets until that is noticed.
    pub fn self_check(&self) -> Report {
        faults::self_check(self.kind)
    }
}
