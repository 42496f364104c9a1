//! Every kernel and join as a target: what the fuzzer works on.

use soa::Level;

use crate::joins;
use crate::mismatch::Mismatch;
use crate::places::At;
use crate::rng::Rng;
use crate::runner::Differential;
use crate::subject::{self, Engine};
use crate::tally::Tally;

/// A kernel or a join to be tested, at some levels.
pub trait Target: Send {
    /// Its name: that of the kernel, `join/disk_triangle`, or `join/own/disk_disk` for a set with itself.
    fn name(&self) -> &str;

    /// What was met so far.
    fn tally(&self) -> &Tally;

    /// The classes that it must meet, in rounds of random pairs or in rounds of pairs that are searched for.
    fn classes(&self, is_search: bool) -> Vec<String>;

    /// How many rounds of a kernel take about as long as one of these.
    fn cost(&self) -> u64 {
        1
    }

    /// One round.
    ///
    /// # Errors
    /// The first answer that is wrong, with as few rows as show it.
    fn round(&mut self) -> Result<(), Box<Mismatch>>;

    /// One round of pairs that are searched for; where the target knows of none, a plain one.
    ///
    /// # Errors
    /// The first answer that is wrong, with as few rows as show it.
    fn search(&mut self) -> Result<(), Box<Mismatch>> {
        self.round()
    }

    /// Whether its answers are promised to be the truth, so that [`Target::search`] has pairs to search for.
    fn can_search(&self) -> bool {
        false
    }
}

/// Every kernel, in soa's order, then every join. Targets of the same seed and job draw the same rows.
pub fn targets(seed: u64, job: u64, levels: &[Level]) -> Vec<Box<dyn Target>> {
    let kernel = |subject: subject::Subject| -> Box<dyn Target> {
        let rng = Rng::stream(seed, subject.name(), job);
        let engines = levels.iter().map(|&level| At::sequential(level)).collect();
        Box::new(KernelTarget { differential: Differential::new(subject, rng, job as usize), engines })
    };
    let join = |kind| -> Box<dyn Target> { Box::new(joins::JoinTarget::new(kind, seed, job, levels)) };
    subject::all().map(kernel).chain(joins::Kind::all().map(join)).collect()
}

/// A kernel.
struct KernelTarget {
    differential: Differential,
    /// One a level.
    engines: Vec<At>,
}

impl KernelTarget {
    fn run(&mut self, is_search: bool) -> Result<(), Box<Mismatch>> {
        let engines: Vec<&dyn Engine> = self.engines.iter().map(|at| at as &dyn Engine).collect();
        let loops = &mut self.differential;
        let outcome = if is_search { loops.search(&engines) } else { loops.round(&engines) };
        outcome.map_err(|found| Box::new(found.shrunk()))
    }
}

impl Target for KernelTarget {
    fn name(&self) -> &str {
        self.differential.subject().name()
    }

    fn tally(&self) -> &Tally {
        self.differential.tally()
    }

    fn classes(&self, is_search: bool) -> Vec<String> {
        self.differential.classes(is_search)
    }

    fn round(&mut self) -> Result<(), Box<Mismatch>> {
        self.run(false)
    }

    fn search(&mut self) -> Result<(), Box<Mismatch>> {
        self.run(true)
    }

    fn can_search(&self) -> bool {
        self.differential.subject().is_promised()
    }
}
