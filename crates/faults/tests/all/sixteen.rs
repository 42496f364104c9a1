//! Every kernel in sixteen lanes of two halves, on whatever machine.

use std::sync::LazyLock;

use faults::halves::Halves;
use faults::lanes::{Bench, Machine, Misbehaving, Table, Watched};
use testkit::rng::Rng;
use testkit::runner::Differential;
use testkit::subject::{self, Subject};

/// The benches of both halves.
pub struct Sixteen {
    pub low: Bench,
    pub high: Bench,
}

impl Machine for Sixteen {
    type Simd<'a> = Halves<Misbehaving<'a>>;

    fn simd(&self) -> Self::Simd<'_> {
        Halves { low: Misbehaving(&self.low), high: Misbehaving(&self.high) }
    }

    fn table() -> &'static Table<Self> {
        static TABLE: LazyLock<Table<Sixteen>> = LazyLock::new(Table::new);
        &TABLE
    }
}

impl Sixteen {
    /// Nothing is broken.
    pub fn sound(subject: Subject) -> Self {
        let [low, high] = [(); 2].map(|()| Bench::sound(subject.columns(), subject.is_exact()));
        Self { low, high }
    }

    pub fn engine(&self) -> Watched<'_, Self> {
        Watched(self)
    }
}

/// The differential loop on sixteen lanes of two halves: longer registers are tested where the CPU has none.
#[test]
fn kernels_match_their_twins_in_sixteen_lanes_on_every_machine() {
    for subject in subject::all() {
        let mut differential = Differential::new(subject, Rng::stream(16, subject.name(), 0));
        let sixteen = Sixteen::sound(subject);
        for _ in 0..240 {
            let outcome = differential.round(&[&sixteen.engine()]);
            outcome.unwrap_or_else(|found| panic!("{}: {found:?}", subject.name()));
        }
        // A test of testkit sees to every class.
        assert!(differential.tally().hits > 0 && differential.tally().nan > 0, "{}", subject.name());
    }
}
