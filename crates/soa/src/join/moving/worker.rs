//! Finds and tests candidates: one worker a thread.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::ops::Range;

use super::{Allow, Candidate, Lefts, Test};
use crate::data::hits::set_bits;
use crate::data::shape::Shape;
use crate::join::candidates::{Candidates, Kept, LEFT_GROUPS, SearchInput, SelfJoin};
use crate::join::groups::{BLOCK, bits};
use crate::join::narrow::{Narrow, PairFilter};
use crate::join::neighbours::{LEN, Neighbours};
use crate::join::packed::{Packed, PackedRows};

/// What all tasks of a search have in common.
pub(super) struct Sides<'a, B: Shape> {
    pub(super) test: Test,
    pub(super) packed: &'a Packed<B>,
    /// Another set on the right.
    pub(super) others: Option<&'a Packed<B>>,
    /// Columns of left and right shapes.
    pub(super) columns: [usize; 2],
}

impl<'a, B: Shape> Sides<'a, B> {
    fn right(&self) -> &'a Packed<B> {
        self.others.unwrap_or(self.packed)
    }
}

/// Searches a part of the items of a call.
pub(super) type Work<'a, B> = dyn Fn(&mut Worker<B>, &Sides<B>, Range<usize>) + Sync + 'a;

/// What a task works with, and what it finds.
pub(super) struct Worker<B: Shape> {
    candidates: Candidates<B>,
    narrow: Narrow,
    /// Left and right places of candidates that are tested together.
    block: Box<[[u32; BLOCK]; 2]>,
    /// Whether they touched before: 0 or 1.
    before: Box<[u8; BLOCK]>,
    len: usize,
    pub(super) found: Vec<Candidate>,
}

impl<B: Shape> Worker<B> {
    pub(super) fn new() -> Self {
        Self {
            candidates: Candidates::new(),
            narrow: Narrow::new(),
            block: bytemuck::zeroed_box(),
            before: bytemuck::zeroed_box(),
            len: 0,
            found: Vec::new(),
        }
    }

    /// Finds all candidates of some of the groups from a first one on, or some more than `most`.
    pub(super) fn search(
        &mut self,
        sides: &Sides<B>,
        allow: Allow,
        (first, groups): (usize, Range<usize>),
        most: usize,
    ) {
        let Self { candidates, narrow, block, found, .. } = self;
        let (level, left, right) = (sides.test.query.level(), sides.packed, sides.right());
        narrow.resize(sides.columns);
        found.clear();
        for start in groups.clone().step_by(LEFT_GROUPS) {
            let input = SearchInput {
                left: left.side().part(start..groups.end.min(start + LEFT_GROUPS)),
                right: right.side(),
                tree: &right.tree,
                boxes: right.boxes.as_ref(),
                kept: Some(Kept { packed: left, first: start }),
                own: sides.others.is_none().then_some(SelfJoin { first, start }),
                found: None,
                has_margins: true,
            };
            let has_all = candidates.find(level, &input, &mut |lefts, rights| {
                let [lefts, rights] = match allow {
                    Some(allow) => {
                        let len = allowed(&*left.rows, [lefts, rights], &*right.rows, allow, block);
                        [&block[0][..len], &block[1][..len]]
                    }
                    None => [lefts, rights],
                };
                narrow.copy((&*left.rows, lefts), (&*right.rows, rights));
                let tested = narrow.test(sides.test.query, PairFilter::of(sides.test.pair));
                let start = found.len();
                let pairs = lefts.iter().zip(rights);
                found.extend(pairs.map(|(&left, &right)| Candidate { left, right, touches: false }));
                set_bits(tested.bits()).for_each(|i| found[start + i].touches = true);
                found.len() <= most
            });
            if !has_all {
                return;
            }
        }
    }

    /// Finds the candidates of some left places whose answer is another one now.
    pub(super) fn test(
        &mut self,
        sides: &Sides<B>,
        candidates: &Neighbours,
        lefts: Lefts,
        part: Range<usize>,
    ) {
        self.narrow.resize(sides.columns);
        self.found.clear();
        self.len = 0;
        let is_self = sides.others.is_none();
        match (lefts, is_self) {
            (Lefts::All, true) => {
                part.for_each(|left| self.add(sides, candidates, left as u32, |right| left < right as usize));
            }
            (Lefts::All, false) => part.for_each(|left| self.add(sides, candidates, left as u32, |_| true)),
            (Lefts::These(places, marks), true) => {
                for &left in &places[part] {
                    let is_first = |right: u32| (left < right) | (marks.get(right as usize) == Some(&0));
                    self.add(sides, candidates, left, is_first);
                }
            }
            (Lefts::These(places, _), false) => {
                places[part].iter().for_each(|&left| self.add(sides, candidates, left, |_| true));
            }
        }
        self.test_block(sides);
    }

    /// Adds the candidates of a place that `is_chosen` says yes to, without a branch that a processor could
    /// not predict, and tests full blocks.
    #[inline(always)]
    fn add(&mut self, sides: &Sides<B>, candidates: &Neighbours, left: u32, is_chosen: impl Fn(u32) -> bool) {
        candidates.for_each_node(
            left,
            #[inline(always)]
            |others, count, touching| {
                if self.len + LEN > BLOCK {
                    self.test_block(sides);
                }
                for (i, &right) in others.iter().enumerate() {
                    let at = self.len % BLOCK;
                    (self.block[0][at], self.block[1][at]) = (left, right);
                    self.before[at] = touching >> i & 1;
                    self.len += usize::from((i < count) & is_chosen(right));
                }
            },
        );
    }

    /// Tests the candidates of the block, and appends those whose answer is another one than before.
    #[inline(never)]
    fn test_block(&mut self, sides: &Sides<B>) {
        let len = core::mem::take(&mut self.len);
        let (lefts, rights) = (&self.block[0][..len], &self.block[1][..len]);
        self.narrow.copy((&*sides.packed.rows, lefts), (&*sides.right().rows, rights));
        let tested = self.narrow.test(sides.test.query, PairFilter::of(sides.test.pair));
        for (n, (before, &now)) in self.before.as_chunks::<8>().0.iter().zip(tested.bits()).enumerate() {
            // Byte i, which is 0 or 1, becomes bit i: the products of other bytes are below.
            let before = (u64::from_le_bytes(*before).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u8;
            for bit in bits(u32::from(before ^ now)) {
                let i = 8 * n + bit;
                if i < len {
                    let touches = now >> bit & 1 == 1;
                    self.found.push(Candidate { left: lefts[i], right: rights[i], touches });
                }
            }
        }
    }
}

/// Copies the candidates that are allowed to a block. Returns their number.
fn allowed<B: Shape>(
    left: &dyn PackedRows<B>,
    candidates: [&[u32]; 2],
    right: &dyn PackedRows<B>,
    allow: &(dyn Fn(u32, u32) -> bool + Sync),
    block: &mut [[u32; BLOCK]; 2],
) -> usize {
    let (mut ids, mut len) = ([[0; BLOCK]; 2], 0);
    left.numbers(candidates[0], &mut ids[0]);
    right.numbers(candidates[1], &mut ids[1]);
    for (i, (&a, &b)) in candidates[0].iter().zip(candidates[1]).enumerate() {
        (block[0][len % BLOCK], block[1][len % BLOCK]) = (a, b);
        len += usize::from(allow(ids[0][i], ids[1][i]));
    }
    len
}
