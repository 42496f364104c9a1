//! Chooses the loop for the next block of rows from the counts of the blocks before it. The choice affects
//! how long a query takes, never its answer.

use crate::kernel::blocks::{BLOCK_ROWS, BlockStats, is_most};
use crate::lanes::MAX_LANES;

/// A choice is kept for this many blocks.
const MODE_HOLD_BLOCKS: usize = 15;

/// Registers whose quick reject is run before the first block, to choose its loop.
pub(crate) const PROBE_REGISTERS: usize = 8;

/// The choice of the loop for the next block.
#[derive(Debug)]
pub(crate) struct Plan {
    /// Registers of a block.
    registers: usize,
    /// Registers of the last block that passed the quick reject.
    passed: usize,
    /// Blocks left for which most registers are expected to pass the quick reject.
    passing_blocks: usize,
    mode: Mode,
}

/// How an exact query tests a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// As if the kernel decided every lane. If it does not, the block is computed again, and its undecided
    /// lanes are collected.
    Optimistic,
    /// Undecided lanes are collected at once, since the block before had some.
    CollectUndecided,
    /// The kernel is left out in `f32`, where it decided few lanes.
    SkipF32 {
        /// Blocks after the next one.
        blocks_left: usize,
    },
}

impl Plan {
    /// The plan of a call whose blocks have this many registers.
    pub(crate) fn new(registers: usize) -> Self {
        Self { registers, passed: registers, passing_blocks: 0, mode: Mode::Optimistic }
    }

    /// Takes the result of a probe: how many of some registers passed the quick reject.
    pub(crate) fn record_probe(&mut self, registers: usize, passed: usize) {
        self.passing_blocks = if is_most(passed, registers) { MODE_HOLD_BLOCKS } else { 0 };
    }

    pub(crate) fn mode(&self) -> Mode {
        self.mode
    }

    /// Whether the kernel is left out in `f32`.
    pub(crate) fn skips_f32(&self) -> bool {
        matches!(self.mode, Mode::SkipF32 { .. })
    }

    /// Whether the quick reject and the kernel run in one loop.
    ///
    /// With sixteen lanes most registers have a pair that passes, unless the shapes are far apart. Then it is
    /// faster to load once or, if the kernel implies the quick reject, to leave that out.
    pub(crate) fn is_fused(&self, implies_quick_reject: bool) -> bool {
        if implies_quick_reject {
            self.passing_blocks > 0
        } else {
            self.registers == BLOCK_ROWS / MAX_LANES && is_most(self.passed, self.registers)
        }
    }

    /// For how many blocks they do, if that is known ahead.
    pub(crate) fn fused_blocks(&self, implies_quick_reject: bool) -> Option<usize> {
        implies_quick_reject.then_some(self.passing_blocks)
    }

    /// Takes the result of a fused loop over some blocks: registers of the last one that passed the quick
    /// reject.
    pub(crate) fn record_fused(&mut self, blocks: usize, passed: usize) {
        self.passed = passed;
        self.passing_blocks = self.passing_blocks.saturating_sub(blocks);
    }

    /// Whether a filtered loop ends as soon as most registers of a block pass, so that a fused one takes
    /// over.
    pub(crate) fn ends_filtered(&self, implies_quick_reject: bool) -> bool {
        implies_quick_reject || self.registers == BLOCK_ROWS / MAX_LANES
    }

    /// Takes the result of a filtered loop: registers of its last block that passed the quick reject.
    pub(crate) fn record_filtered(&mut self, passed: usize) {
        self.passed = passed;
        self.record_probe(self.registers, passed);
    }

    /// Takes the counts of a block whose undecided lanes were collected.
    pub(crate) fn record_collected(&mut self, stats: BlockStats) {
        self.mode = match self.mode {
            Mode::SkipF32 { blocks_left: 0 } => Mode::CollectUndecided,
            Mode::SkipF32 { blocks_left } => Mode::SkipF32 { blocks_left: blocks_left - 1 },
            _ if stats.undecided_by_kernel == 0 => Mode::Optimistic,
            _ if stats.f32_was_useless() => Mode::SkipF32 { blocks_left: MODE_HOLD_BLOCKS },
            _ => Mode::CollectUndecided,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kernel_that_implies_the_quick_reject_leaves_it_out_for_some_blocks_if_most_registers_pass() {
        let mut plan = Plan::new(64);
        let fused = |plan: &mut Plan| {
            let blocks = (0..100).take_while(|_| {
                let fused = plan.is_fused(true);
                plan.record_fused(1, 64);
                fused
            });
            blocks.count()
        };
        assert_eq!(fused(&mut plan), 0);
        for (probed, left, blocks) in [(8, 8, 15), (8, 7, 15), (8, 6, 0), (1, 1, 15), (1, 0, 0), (0, 0, 0)] {
            plan.record_probe(probed, left);
            assert_eq!(fused(&mut plan), blocks, "{left} of {probed}");
        }
        for (left, blocks) in [(48, 0), (49, 15), (64, 15), (0, 0)] {
            plan.record_filtered(left);
            assert_eq!(fused(&mut plan), blocks, "{left}");
        }
    }

    #[test]
    fn another_is_fused_if_registers_are_long_and_most_passed() {
        let (mut long, mut short) = (Plan::new(32), Plan::new(64));
        assert!(long.is_fused(false) && !short.is_fused(false));
        for (left, fused) in [(24, false), (25, true), (32, true), (0, false)] {
            long.record_filtered(left);
            short.record_filtered(2 * left);
            assert_eq!((long.is_fused(false), short.is_fused(false)), (fused, false), "{left}");
            long.record_fused(1, 32 - left);
            assert_eq!(long.is_fused(false), 32 - left > 24, "{left}");
        }
    }

    #[test]
    fn f32_is_skipped_where_the_kernel_decides_little() {
        let after = |mode, undecided, undecided_by_kernel, decided_by_kernel| {
            let mut plan = Plan { mode, ..Plan::new(64) };
            plan.record_collected(BlockStats { rows: 48, undecided, undecided_by_kernel, decided_by_kernel });
            plan.mode()
        };
        for mode in [Mode::Optimistic, Mode::CollectUndecided] {
            assert_eq!(after(mode, 0, 0, 40), Mode::Optimistic);
            assert_eq!(after(mode, 1, 1, 40), Mode::CollectUndecided);
            assert_eq!(after(mode, 16, 16, 40), Mode::CollectUndecided);
            assert_eq!(after(mode, 17, 17, 40), Mode::SkipF32 { blocks_left: 15 });
            // Comparisons decide what the kernel does not.
            assert_eq!(after(mode, 0, 17, 5), Mode::SkipF32 { blocks_left: 15 });
            assert_eq!(after(mode, 0, 17, 6), Mode::CollectUndecided);
            assert_eq!(after(mode, 0, 16, 5), Mode::CollectUndecided);
        }
        assert_eq!(after(Mode::SkipF32 { blocks_left: 15 }, 0, 0, 40), Mode::SkipF32 { blocks_left: 14 });
        assert_eq!(after(Mode::SkipF32 { blocks_left: 1 }, 48, 48, 0), Mode::SkipF32 { blocks_left: 0 });
        assert_eq!(after(Mode::SkipF32 { blocks_left: 0 }, 48, 48, 0), Mode::CollectUndecided);
    }
}
