//! Every kernel in sixteen lanes of two halves, on whatever machine.

use std::sync::LazyLock;

use testkit::faults::{Bench, Machine, Misbehaving, Table, Watched};
use testkit::halves::Halves;
use testkit::subject::Subject;

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
