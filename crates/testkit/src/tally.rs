//! What a run met: a random test that met nothing of a kind tested nothing.

use core::ops::AddAssign;

use serde::{Deserialize, Serialize};
use soa::Stages;

use crate::families::Family;

/// Counters of one kernel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tally {
    /// Batches that were generated.
    pub rounds: u64,
    /// Pairs that were generated and answered by the reference, each counted once however often it was
    /// queried.
    pub cases: u64,
    /// Lanes of real query calls that were compared with the reference's answer, at every level.
    pub comparisons: u64,
    /// Cases answered yes; for numbers, cases without a NaN in the answer.
    pub hits: u64,
    /// Cases answered no; for numbers, cases with a NaN in the answer.
    pub misses: u64,
    /// Cases whose answer changes when one coordinate moves by one unit in the last place. One case in four
    /// is such a neighbour of the case before it; only these are counted. For numbers "changes" means:
    /// another component is zero or NaN.
    pub touching: u64,
    /// Cases with a degenerate shape: zero area, radius, extent or direction.
    pub degenerate: u64,
    /// Rows that got a NaN coordinate.
    pub nan: u64,
    /// Rows that got an infinite coordinate and no NaN.
    pub infinite: u64,
    /// Cases in which the reference of a kernel that promises the truth was compared with the oracle.
    pub oracle: u64,
    /// Lanes of row queries that each stage of an exact kernel resolved.
    #[serde(with = "StageCounts")]
    pub stages: Stages,
    /// Pairs of cases whose answers differ though they are neighbouring floats: one of their numbers was
    /// bisected.
    pub bisected: u64,
    /// The same after two numbers or more were bisected, one after the other.
    pub squeezed: u64,
    /// Cases of whole numbers that are multiples of small ones, of up to 24 bits.
    pub lattice: u64,
    /// By family, the cases in which a published algorithm was compared with the exact answer.
    pub published: [Share; Family::ALL.len()],
}

/// The fields of [`Stages`], which is read and written here alone.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Stages", deny_unknown_fields)]
struct StageCounts {
    single: u64,
    double: u64,
    rounded: u64,
    integer: u64,
}

/// A part of a number of cases.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Share {
    /// Cases that were compared.
    pub cases: u64,
    /// Those of them that differ.
    pub differ: u64,
}

impl Share {
    /// One more case.
    pub fn count(&mut self, differs: bool) {
        *self += Self { cases: 1, differ: u64::from(differs) };
    }
}

impl AddAssign for Share {
    fn add_assign(&mut self, other: Self) {
        self.cases += other.cases;
        self.differ += other.differ;
    }
}

/// What a kernel can meet at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a class of its own, named by its field")]
pub struct Classes {
    /// There are hits and misses.
    pub misses: bool,
    /// There are two operands, which can touch.
    pub touching: bool,
    /// One of its shapes can be degenerate.
    pub degenerate: bool,
    /// Its answers are promised to be the truth, so they are compared with the oracle's.
    pub promised: bool,
    /// Its answers are a published algorithm's, which can be compared with the truth.
    pub published: bool,
    /// It is exact, and resolves lanes in stages. Each kernel can need all [`STAGES`], those of degree 2 too:
    /// where coordinates differ by many powers of two, a square of two digits has more than `f64` holds.
    pub stages: bool,
}

/// What the stages of an exact kernel are called.
pub const STAGES: [&str; 4] = ["f32 lanes", "f64 lanes", "f64 error-free", "integers"];

/// The counts of the stages, in the order of [`STAGES`].
pub fn counts(stages: Stages) -> [u64; 4] {
    [stages.single, stages.double, stages.rounded, stages.integer]
}

impl Tally {
    /// The classes that the kernel can meet and did not.
    pub fn missing(&self, classes: Classes) -> Vec<&'static str> {
        let compared: u64 = self.published.iter().map(|share| share.cases).sum();
        let table = [
            ("hits", true, self.hits),
            ("misses", classes.misses, self.misses),
            ("touching", classes.touching, self.touching),
            ("degenerate", classes.degenerate, self.degenerate),
            ("NaN lanes", true, self.nan),
            ("infinite lanes", true, self.infinite),
            ("comparisons with the oracle", classes.promised, self.oracle),
            ("comparisons with the truth", classes.published, compared),
            ("multiples of small whole numbers", true, self.lattice),
        ];
        unmet(table.into_iter().chain(self.stages(classes)))
    }

    /// The same after a search for pairs that touch, which meets other classes.
    pub fn missing_in_search(&self, classes: Classes) -> Vec<&'static str> {
        let table = [
            ("hits", true, self.hits),
            ("misses", true, self.misses),
            ("NaN lanes", true, self.nan),
            ("infinite lanes", true, self.infinite),
            ("comparisons with the oracle", true, self.oracle),
            ("bisected pairs", true, self.bisected),
            ("squeezed pairs", true, self.squeezed),
            ("multiples of small whole numbers", true, self.lattice),
        ];
        unmet(table.into_iter().chain(self.stages(classes)))
    }

    fn stages(&self, classes: Classes) -> impl Iterator<Item = (&'static str, bool, u64)> {
        STAGES.into_iter().zip(counts(self.stages)).map(move |(name, met)| (name, classes.stages, met))
    }
}

/// The classes that can be met and were not.
fn unmet(table: impl Iterator<Item = (&'static str, bool, u64)>) -> Vec<&'static str> {
    table.filter(|&(_, can, met)| can && met == 0).map(|(name, ..)| name).collect()
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        self.rounds += other.rounds;
        self.cases += other.cases;
        self.comparisons += other.comparisons;
        self.hits += other.hits;
        self.misses += other.misses;
        self.touching += other.touching;
        self.degenerate += other.degenerate;
        self.nan += other.nan;
        self.infinite += other.infinite;
        self.oracle += other.oracle;
        self.stages += other.stages;
        self.bisected += other.bisected;
        self.squeezed += other.squeezed;
        self.lattice += other.lattice;
        self.published.iter_mut().zip(other.published).for_each(|(share, other)| *share += other);
    }
}
