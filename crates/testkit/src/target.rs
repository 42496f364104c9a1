//! Every kernel and join as a target: what the fuzzer works on.

use soa::Level;

use crate::joins::{JoinTarget, Kind};
use crate::mismatch::Mismatch;
use crate::places::At;
use crate::rng::Rng;
use crate::runner::Differential;
use crate::subject::{self, Engine, Subject};
use crate::tally::Tally;

/// A kernel or a join to be tested, at some levels.
pub trait Target: Send {
    /// Its name: that of the kernel, `join/disk_triangle`, or `join/own/disk_disk` for a set with itself.
    fn name(&self) -> &str;

    /// What was met so far.
    fn tally(&self) -> &Tally;

    /// The classes that it must meet.
    fn classes(&self) -> Vec<String>;

    /// How many rounds of a kernel take about as long as one of these.
    fn cost(&self) -> u64 {
        1
    }

    /// One round.
    ///
    /// # Errors
    /// The first answer that is wrong, with as few rows as show it.
    fn round(&mut self) -> Result<(), Box<Mismatch>>;
}

/// Every kernel, in soa's order, then every join. Targets of the same seed and job draw the same rows.
pub fn targets(seed: u64, job: u64, levels: &[Level]) -> Vec<Box<dyn Target>> {
    let joins = Kind::all().map(|kind| JoinTarget::new(kind, seed, job, levels));
    let kernels = subject::all().map(|subject| KernelTarget::new(subject, false, seed, job, levels));
    let joins = joins.map(|join| -> Box<dyn Target> { Box::new(join) });
    kernels.map(|kernel| -> Box<dyn Target> { Box::new(kernel) }).chain(joins).collect()
}

/// Every kernel whose answers are promised to be the truth, on pairs that are searched for.
pub fn searches(seed: u64, job: u64, levels: &[Level]) -> Vec<Box<dyn Target>> {
    let promised = subject::all().filter(|subject| subject.is_promised());
    let search =
        |subject| -> Box<dyn Target> { Box::new(KernelTarget::new(subject, true, seed, job, levels)) };
    promised.map(search).collect()
}

/// A kernel.
struct KernelTarget {
    differential: Differential,
    is_search: bool,
    /// One a level.
    engines: Vec<At>,
}

impl KernelTarget {
    fn new(subject: Subject, is_search: bool, seed: u64, job: u64, levels: &[Level]) -> Self {
        let rng = Rng::stream(seed, subject.name(), job);
        let engines = levels.iter().map(|&level| At::sequential(level)).collect();
        Self { differential: Differential::new(subject, rng, job as usize), is_search, engines }
    }
}

impl Target for KernelTarget {
    fn name(&self) -> &str {
        self.differential.subject().name()
    }

    fn tally(&self) -> &Tally {
        self.differential.tally()
    }

    fn classes(&self) -> Vec<String> {
        self.differential.classes(self.is_search)
    }

    fn round(&mut self) -> Result<(), Box<Mismatch>> {
        let engines: Vec<&dyn Engine> = self.engines.iter().map(|at| at as &dyn Engine).collect();
        let loops = &mut self.differential;
        let outcome = if self.is_search { loops.search(&engines) } else { loops.round(&engines) };
        outcome.map_err(|found| Box::new(found.shrunk()))
    }
}
