//! The narrow phase of the peers: blocks of candidates side by side, and the public query.

use soa::kernel::Intersects;
use soa::{Columns, Query, Shape};

/// Candidates that are tested at once: as many as the join tests, `MOST` in the module `join` of soa.
const BLOCK: usize = 1024;

/// Takes candidates and keeps those that hit.
pub struct Narrow<'a, A: Shape, B: Shape> {
    query: Query,
    left: &'a [A],
    right: &'a [B],
    candidates: Vec<(u32, u32)>,
    block: (Columns<A>, Columns<B>),
    pairs: Vec<(u32, u32)>,
}

impl<'a, A: Intersects<B>, B: Shape> Narrow<'a, A, B> {
    /// No candidates of these rows yet.
    pub fn new(query: Query, left: &'a [A], right: &'a [B]) -> Self {
        Self {
            query,
            left,
            right,
            candidates: Vec::with_capacity(BLOCK),
            block: Default::default(),
            pairs: Vec::new(),
        }
    }

    /// Two rows whose boxes meet.
    pub fn add(&mut self, left: u32, right: u32) {
        self.candidates.push((left, right));
        if self.candidates.len() == BLOCK {
            self.test();
        }
    }

    /// The hitting pairs, in the order in which they came.
    pub fn finish(mut self) -> Vec<(u32, u32)> {
        self.test();
        self.pairs
    }

    fn test(&mut self) {
        let (a, b) = &mut self.block;
        a.clear();
        b.clear();
        for &(left, right) in &self.candidates {
            a.push(self.left[left as usize]).expect("a row of the workload");
            b.push(self.right[right as usize]).expect("a row of the workload");
        }
        let hits = self.query.intersects(a, b).expect("as many of both");
        self.pairs.extend(hits.iter().map(|i| self.candidates[i]));
        self.candidates.clear();
    }
}
