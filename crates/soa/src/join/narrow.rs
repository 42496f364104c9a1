//! The narrow phase: candidates copied side by side, and the kernel of their shapes.

use alloc::boxed::Box;
use alloc::vec::Vec;

use bytemuck::Zeroable;

use super::groups::{BLOCK, bits as ones};
use super::packed::{Column, PackedRows};
use crate::data::shape::Shape;
use crate::kernel::operand::{Operand, Operands, slices};
use crate::registry::{Kernel, Pair};
use crate::run::query::Query;
use crate::run::resolve::Stages;

/// A block of candidates.
pub(crate) struct Narrow {
    a: Vec<Column>,
    b: Vec<Column>,
    left: Box<[u32; BLOCK]>,
    right: Box<[u32; BLOCK]>,
    bits: Box<[u8; BLOCK / 8]>,
    len: usize,
}

/// Which candidates are hits.
#[derive(Clone, Copy)]
pub(crate) struct PairFilter<'a> {
    /// The kernel of left and right shapes.
    pub(crate) pair: Pair,
    /// A kernel whose hits are excluded.
    pub(crate) except: Option<&'static Kernel>,
    /// Masks of left and of right rows, which must have a bit in common.
    pub(crate) masks: Option<[&'a [u32]; 2]>,
    /// What must be true of a left and a right row.
    pub(crate) keep: Option<&'a (dyn Fn(u32, u32) -> bool + Sync)>,
    /// Takes what each stage decided of some candidates.
    pub(crate) stages: Option<&'a (dyn Fn(Stages) + Sync)>,
}

impl PairFilter<'_> {
    /// All that touch.
    pub(crate) fn of(pair: Pair) -> Self {
        Self { pair, except: None, masks: None, keep: None, stages: None }
    }

    /// Whether no pair that touches is left out.
    pub(crate) fn takes_all(&self) -> bool {
        self.masks.is_none() && self.keep.is_none()
    }

    /// Clears the bits of pairs that touch and are to be left out: of `left(i)` and `right[i]`.
    #[inline(always)]
    pub(crate) fn choose(self, left: impl Fn(usize) -> u32, right: &[u32], bits: &mut [u8]) {
        if self.takes_all() {
            return;
        }
        for (n, byte) in bits.iter_mut().enumerate() {
            for bit in ones((*byte).into()) {
                let (left, right) = (left(8 * n + bit), right[8 * n + bit]);
                let is_kept = self.masks.is_none_or(|[a, b]| a[left as usize] & b[right as usize] != 0)
                    && self.keep.is_none_or(|keep| keep(left, right));
                if !is_kept {
                    *byte &= !(1 << bit);
                }
            }
        }
    }

    /// One bit for each of up to 64 pairs of a left and a right row that hits.
    pub(crate) fn test_word(self, query: Query, left: Operand, right: Operand, rows: usize) -> u64 {
        let [a, b] = self.pair.order(left, right);
        let (hits, stages) = query.test_word_here(self.pair.kernel, &Operands { a, b, rows });
        if let Some(add) = self.stages {
            add(stages);
        }
        match self.except {
            Some(except) => hits & !query.test_word_here(except, &Operands { a: left, b: right, rows }).0,
            None => hits,
        }
    }

    /// One bit for each of up to [`BLOCK`] pairs of a left and a right row that hits.
    pub(crate) fn test(self, query: Query, left: Operand, right: Operand, rows: usize, bits: &mut [u8]) {
        let [a, b] = self.pair.order(left, right);
        let stages = query.test_here(self.pair.kernel, &Operands { a, b, rows }, bits);
        if let Some(add) = self.stages {
            add(stages);
        }
        if let Some(except) = self.except {
            let mut hits = [0; BLOCK / 8];
            query.test_here(except, &Operands { a: left, b: right, rows }, &mut hits[..bits.len()]);
            bits.iter_mut().zip(hits).for_each(|(bits, hits)| *bits &= !hits);
        }
    }
}

/// Candidates of a side: its rows, and places of them.
pub(crate) type Places<'a, B> = (&'a dyn PackedRows<B>, &'a [u32]);

impl Narrow {
    pub(crate) fn new() -> Self {
        Self {
            a: Vec::new(),
            b: Vec::new(),
            left: bytemuck::zeroed_box(),
            right: bytemuck::zeroed_box(),
            bits: bytemuck::zeroed_box(),
            len: 0,
        }
    }

    /// Makes room for this many columns of each side.
    pub(crate) fn resize(&mut self, [left, right]: [usize; 2]) {
        self.a.resize(left, Zeroable::zeroed());
        self.b.resize(right, Zeroable::zeroed());
    }

    /// Copies up to [`BLOCK`] candidates.
    pub(crate) fn copy<B: Shape>(&mut self, left: Places<B>, right: Places<B>) {
        self.len = left.1.len();
        left.0.copy(left.1, &mut self.a, &mut self.left);
        right.0.copy(right.1, &mut self.b, &mut self.right);
    }

    /// Copies candidates of a self-join, each once, with the smaller row on the left.
    pub(crate) fn copy_sorted<B: Shape>(&mut self, left: Places<B>, right: Places<B>) {
        self.copy(left, right);
        for (left, right) in self.left.iter_mut().zip(&mut self.right[..]).take(self.len) {
            (*left, *right) = ((*left).min(*right), (*left).max(*right));
        }
    }

    /// Copies those candidates of a self-join whose left row is the smaller one.
    pub(crate) fn copy_ascending<B: Shape>(&mut self, (left, lefts): Places<B>, (right, rights): Places<B>) {
        left.numbers(lefts, &mut self.left);
        right.numbers(rights, &mut self.right);
        let mut places = [[0; BLOCK]; 2];
        let mut len = 0;
        for (i, (&left, &right)) in lefts.iter().zip(rights).enumerate() {
            (places[0][len], places[1][len]) = (left, right);
            len += usize::from(self.left[i] < self.right[i]);
        }
        self.copy((left, &places[0][..len]), (right, &places[1][..len]));
    }

    /// Tests the candidates.
    pub(crate) fn test(&mut self, query: Query, filter: PairFilter) -> Tested<'_> {
        let Self { a, b, left, right, bits, len } = self;
        let bits = &mut bits[..len.div_ceil(8)];
        run(query, filter, [a, b], *len, bits);
        filter.choose(|i| left[i], &right[..], bits);
        Tested { candidates: self, query }
    }
}

/// One bit for each pair of a row of the left columns and of the right ones.
fn run(query: Query, filter: PairFilter, [a, b]: [&[Column]; 2], rows: usize, bits: &mut [u8]) {
    let (left, right) = (slices(a), slices(b));
    filter.test(query, Operand::new(&left[..a.len()]), Operand::new(&right[..b.len()]), rows, bits);
}

/// Candidates that were tested.
pub(crate) struct Tested<'a> {
    candidates: &'a Narrow,
    query: Query,
}

impl Tested<'_> {
    /// Left rows.
    pub(crate) fn left(&self) -> &[u32; BLOCK] {
        &self.candidates.left
    }

    /// Right rows.
    pub(crate) fn right(&self) -> &[u32; BLOCK] {
        &self.candidates.right
    }

    /// One bit for each pair that hits. There may be fewer bits than rows.
    pub(crate) fn bits(&self) -> &[u8] {
        &self.candidates.bits[..self.candidates.len.div_ceil(8)]
    }

    /// The bits of another kernel for the same candidates.
    pub(crate) fn test(&self, pair: Pair) -> [u8; BLOCK / 8] {
        let (Narrow { a, b, len, .. }, mut bits) = (self.candidates, [0; BLOCK / 8]);
        run(self.query, PairFilter::of(pair), [a, b], *len, &mut bits[..len.div_ceil(8)]);
        bits
    }
}
