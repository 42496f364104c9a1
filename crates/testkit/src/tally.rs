//! What a run met: a random test that met nothing of a kind tested nothing.

use core::ops::AddAssign;

/// Counters of one kernel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Batches that were generated.
    pub rounds: u64,
    /// Pairs that were generated and answered by the twin, each counted once however often it was queried.
    pub cases: u64,
    /// Lanes of real query calls that were compared with the twin's answer, at every level.
    pub comparisons: u64,
    /// Cases answered yes; for numbers, cases without a NaN in the answer.
    pub hits: u64,
    /// Cases answered no; for numbers, cases with a NaN in the answer.
    pub misses: u64,
    /// Cases whose answer changes when one coordinate moves by one unit in the last place. One case in four is such
    /// a neighbour of the case before it; only these are looked at. For numbers "changes" means: another component
    /// is zero or NaN.
    pub touching: u64,
    /// Cases with a degenerate shape: zero area, radius, extent or direction.
    pub degenerate: u64,
    /// Rows that got a NaN coordinate.
    pub nan: u64,
    /// Rows that got an infinite coordinate and no NaN.
    pub infinite: u64,
}

/// What a kernel can meet at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Classes {
    /// A hit can be told from a miss.
    pub misses: bool,
    /// There are two operands, which can touch.
    pub touching: bool,
    /// One of its shapes can be degenerate.
    pub degenerate: bool,
}

impl Tally {
    /// The classes that the kernel can meet and did not.
    pub fn missing(&self, classes: Classes) -> Vec<&'static str> {
        let table = [
            ("hits", true, self.hits),
            ("misses", classes.misses, self.misses),
            ("touching", classes.touching, self.touching),
            ("degenerate", classes.degenerate, self.degenerate),
            ("NaN lanes", true, self.nan),
            ("infinite lanes", true, self.infinite),
        ];
        table.into_iter().filter(|&(_, can, met)| can && met == 0).map(|(name, ..)| name).collect()
    }
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
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_classes_that_can_be_met_are_missed() {
        let unary = Classes { misses: false, touching: false, degenerate: true };
        let pair = Classes { misses: true, touching: true, degenerate: true };
        let met = Tally { hits: 1, degenerate: 1, nan: 1, infinite: 1, ..Tally::default() };
        assert!(met.missing(unary).is_empty());
        assert_eq!(met.missing(pair), ["misses", "touching"]);
        assert_eq!(Tally::default().missing(pair).len(), 6);
    }
}
