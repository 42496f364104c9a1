//! The narrow phase of the peers: candidates of both sides side by side, and the kernel of the join.

use soa::kernel::Intersects;
use soa::{Query, Shape, View};

/// Candidates that are tested at once: as many as the join tests, `MOST` in the module `join` of soa.
const BLOCK: usize = 1024;

/// Takes candidates and keeps those that hit.
pub struct Narrow<'a, A: Shape, B: Shape> {
    query: Query,
    left: Candidates<'a, A>,
    right: Candidates<'a, B>,
    pairs: Vec<(u32, u32)>,
}

impl<'a, A: Intersects<B>, B: Shape> Narrow<'a, A, B> {
    /// No candidates of these rows yet.
    pub fn new(query: Query, left: &'a [A], right: &'a [B]) -> Self {
        Self { query, left: Candidates::new(left), right: Candidates::new(right), pairs: Vec::new() }
    }

    /// Two rows whose boxes meet.
    pub fn add(&mut self, left: u32, right: u32) {
        self.left.numbers.push(left);
        self.right.numbers.push(right);
        if self.left.numbers.len() == BLOCK {
            self.test();
        }
    }

    /// The hitting pairs, in the order in which they came.
    pub fn finish(mut self) -> Vec<(u32, u32)> {
        self.test();
        self.pairs
    }

    fn test(&mut self) {
        let hits = self.query.intersects(&self.left.gather(), &self.right.gather());
        let [left, right] = [&self.left.numbers, &self.right.numbers];
        self.pairs.extend(hits.expect("as many of both").iter().map(|i| (left[i], right[i])));
        self.left.numbers.clear();
        self.right.numbers.clear();
    }
}

/// The candidates of a side.
struct Candidates<'a, S> {
    rows: &'a [S],
    numbers: Vec<u32>,
    /// Their columns, one after the other.
    block: Vec<f32>,
}

impl<'a, S: Shape> Candidates<'a, S> {
    fn new(rows: &'a [S]) -> Self {
        Self { rows, numbers: Vec::with_capacity(BLOCK), block: vec![0.0; S::COLUMNS.len() * BLOCK] }
    }

    /// Copies the rows as the join does, without a look at their values: all of a workload are valid.
    fn gather(&mut self) -> View<'_, S> {
        for (at, &number) in self.numbers.iter().enumerate() {
            for (k, &x) in self.rows[number as usize].values().iter().enumerate() {
                self.block[k * BLOCK + at] = x;
            }
        }
        let len = self.numbers.len();
        View::new_unvalidated(S::build(|k| &self.block[k * BLOCK..k * BLOCK + len])).expect("equal lengths")
    }
}

/// A number that tells other pairs, in whatever order they come.
pub fn checksum(pairs: impl IntoIterator<Item = (u32, u32)>) -> u64 {
    let mixed = |(left, right): (u32, u32)| {
        // The finalizer of SplitMix64.
        let x = u64::from(left) << 32 | u64::from(right);
        let x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ (x >> 31)
    };
    pairs.into_iter().map(mixed).fold(0, u64::wrapping_add)
}
