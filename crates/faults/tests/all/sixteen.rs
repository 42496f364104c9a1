//! Every kernel in sixteen lanes of two halves, on whatever machine.

use std::sync::LazyLock;

use faults::halves::Halves;
use faults::lanes::{FaultPlan, FaultySimd, Instrumented, Machine, Table};
use testkit::rng::Rng;
use testkit::runner::Differential;
use testkit::subject::{self, Subject};

/// The plans of both halves.
pub struct Sixteen {
    pub low: FaultPlan,
    pub high: FaultPlan,
}

impl Machine for Sixteen {
    type Simd<'a> = Halves<FaultySimd<'a>>;

    fn simd(&self) -> Self::Simd<'_> {
        Halves { low: FaultySimd(&self.low), high: FaultySimd(&self.high) }
    }

    fn table() -> &'static Table<Self> {
        static TABLE: LazyLock<Table<Sixteen>> = LazyLock::new(Table::new);
        &TABLE
    }
}

impl Sixteen {
    /// Nothing is broken.
    pub fn sound(subject: Subject) -> Self {
        let [low, high] = [(); 2].map(|()| FaultPlan::sound(subject.columns(), subject.is_exact()));
        Self { low, high }
    }

    pub fn engine(&self) -> Instrumented<'_, Self> {
        Instrumented(self)
    }
}

/// The differential loop on sixteen lanes of two halves: longer registers are tested where the CPU has none.
#[test]
fn kernels_match_their_references_in_sixteen_lanes_on_every_machine() {
    for subject in subject::all() {
        let mut differential = Differential::new(subject, Rng::stream(16, subject.name(), 0));
        let sixteen = Sixteen::sound(subject);
        for _ in 0..72 {
            let outcome = differential.round(&[&sixteen.engine()]);
            outcome.unwrap_or_else(|found| panic!("{}: {found:?}", subject.name()));
        }
        // That every class is met is a test of testkit.
        assert!(differential.tally().hits > 0 && differential.tally().nan > 0, "{}", subject.name());
    }
}
