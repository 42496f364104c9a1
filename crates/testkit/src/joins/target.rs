//! A join to be tested, whatever its shapes.

use scalar::exact::Exact;
use soa::Level;
use soa::join::Bounded;
use soa::kernel::{Overlap, Predicate};

use super::ask::Sound;
use super::faults::{self, Report};
use super::mismatch::{Mismatch, Source};
use super::sets::Sets;
use super::tally::Tally;
use super::{Kind, Own, Two, check};
use crate::oracle::Oracle;
use crate::pairs::{OwnVisitor, PairVisitor, visit, visit_own};

/// A join to be tested.
pub trait Target: Send {
    /// Its name: `join/disk_triangle`, or `join/own/disk_disk` for a set with itself.
    fn name(&self) -> &str;
    /// What was met so far.
    fn tally(&self) -> &Tally;
    /// The classes that it could have met at its levels and did not.
    fn missing(&self, tally: &Tally) -> Vec<String>;
    /// One round.
    ///
    /// # Errors
    /// The first answer that is not as brute force says, with as few rows as will do.
    fn round(&mut self) -> Result<(), Box<Mismatch>>;
    /// Breaks answers and counts the sets until that is noticed.
    fn self_check(&self) -> Report;
}

/// Every join, to run at these levels. Targets of the same seed and job draw the same sets.
pub fn targets(seed: u64, job: u64, levels: &[Level]) -> Vec<Box<dyn Target>> {
    let mut collect = Collect { seed, job, levels, targets: Vec::new() };
    visit(&mut collect);
    visit_own(&mut collect);
    collect.targets
}

struct Collect<'a> {
    seed: u64,
    job: u64,
    levels: &'a [Level],
    targets: Vec<Box<dyn Target>>,
}

impl Collect<'_> {
    fn add<K: Kind>(&mut self, name: String) {
        let sets = Sets::new(self.seed, &name, self.job);
        let levels = self.levels.to_vec();
        self.targets.push(Box::new(Typed::<K> { name, sets, levels, tally: Tally::default() }));
    }
}

impl PairVisitor for Collect<'_> {
    fn pair<A, B, P>(&mut self, stem: &'static str)
    where
        A: Overlap<B> + Oracle<B> + Exact<B> + Bounded,
        B: Overlap<A> + Oracle<A> + Bounded<Bounds = A::Bounds>,
        P: Predicate<A = A, B = B>,
    {
        self.add::<Two<A, B>>(format!("join/{stem}"));
    }
}

impl OwnVisitor for Collect<'_> {
    fn own<S: Overlap<S> + Exact<S> + Bounded>(&mut self, stem: &'static str) {
        self.add::<Own<S>>(format!("join/own/{stem}"));
    }
}

struct Typed<K: Kind> {
    name: String,
    sets: Sets<K>,
    levels: Vec<Level>,
    tally: Tally,
}

impl<K: Kind> Target for Typed<K> {
    fn name(&self) -> &str {
        &self.name
    }

    fn tally(&self) -> &Tally {
        &self.tally
    }

    fn missing(&self, tally: &Tally) -> Vec<String> {
        tally.missing(K::FORMS, &self.levels)
    }

    fn round(&mut self) -> Result<(), Box<Mismatch>> {
        let drawn = self.sets.draw();
        check(&Sound, &drawn, &self.levels, &mut self.tally).map_err(|(form, at)| {
            let source =
                Source { name: &self.name, seed: self.sets.seed, job: self.sets.job, set: drawn.number };
            Box::new(Mismatch::new(&Sound, &drawn, form, at, &source))
        })
    }

    fn self_check(&self) -> Report {
        faults::self_check::<K>(&self.name)
    }
}
