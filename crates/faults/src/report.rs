//! What a self-check finds out.

use std::time::Duration;

use testkit::corpus::Case;

/// What it took to notice a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Caught {
    /// Pairs of rows; for a join, sets.
    pub cases: u64,
    /// The time in which a plain run of the kernel or join alone, on one thread, checks these.
    pub time: Duration,
}

/// Why a fault need not be noticed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Excuse {
    /// It cannot be.
    Equivalent(&'static str),
    /// It may or may not be.
    Absorbed(&'static str),
}

/// The result of checking one fault in one kernel or join.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FaultReport {
    /// The fault.
    pub name: String,
    /// For each of its sites, what it took to notice it, or None.
    pub sites: Vec<Option<Caught>>,
    /// Why it need not be noticed.
    pub excuse: Option<Excuse>,
    /// Constants of exact kernels that should have been noticed, whatever the other sites are, or should not.
    pub wrong: Vec<String>,
}

impl FaultReport {
    /// Sites that were noticed.
    pub fn caught(&self) -> usize {
        self.sites.iter().flatten().count()
    }

    /// What the hardest noticed site took.
    pub fn hardest(&self) -> Option<Caught> {
        self.sites.iter().flatten().copied().max_by_key(|caught| (caught.time, caught.cases))
    }

    /// Whether there are sites, none was noticed, and nothing says why; or the fault is listed as one that
    /// cannot be noticed, and was; or a constant is wrong.
    pub fn failed(&self) -> bool {
        let is_silent = !self.sites.is_empty() && self.caught() == 0;
        match self.excuse {
            _ if !self.wrong.is_empty() => true,
            None => is_silent,
            Some(Excuse::Equivalent(_)) => self.caught() > 0,
            Some(Excuse::Absorbed(_)) => false,
        }
    }
}

/// The result of the self-check of a kernel or join.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The kernel or join.
    pub name: String,
    /// Whether the loop is silent with nothing broken.
    pub is_sound: bool,
    /// Of each fault; for an exact kernel, of `f32` and of `f64`.
    pub faults: Vec<FaultReport>,
    /// Pairs that show what was noticed late.
    pub slow: Vec<Case>,
}

impl Report {
    /// Whether something is wrong: with the faults, or because none of them was noticed.
    pub fn failed(&self) -> bool {
        !self.is_sound
            || self.faults.iter().any(FaultReport::failed)
            || self.faults.iter().all(|report| report.caught() == 0)
    }
}
