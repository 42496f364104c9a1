//! Chooses the loop for the next block of rows from the counts of the blocks before it. The choice affects
//! how long a query takes, never its answer.

use crate::kernel::blocks::BlockStats;

/// A choice is kept for this many blocks.
const HOLD_BLOCKS: usize = 15;

/// Registers whose quick reject is run before that of their block: where many of their rows pass, that of the
/// others is left out.
pub(crate) const PROBE_REGISTERS: usize = 8;

/// Blocks whose quick reject is run at once, after one of which few rows passed.
pub(crate) const LOOK_BLOCKS: usize = 4;

/// The choice of the loop for the next block.
#[derive(Debug)]
pub(crate) struct Plan {
    /// Of 32 rows, how many pass the quick reject where to copy these takes as long as to test all.
    break_even: usize,
    /// Blocks left of which many rows are expected to pass the quick reject.
    dense_blocks: usize,
    /// Whether few rows passed it in the last block.
    is_sparse: bool,
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
    /// The plan of a call of a kernel with this [`Blocks::break_even`].
    ///
    /// [`Blocks::break_even`]: crate::kernel::blocks::Blocks::break_even
    pub(crate) fn new(break_even: usize) -> Self {
        Self { break_even, dense_blocks: 0, is_sparse: false, mode: Mode::Optimistic }
    }

    /// How many blocks are tested whole, without looking which of their rows pass the quick reject.
    pub(crate) fn dense_blocks(&self) -> usize {
        self.dense_blocks
    }

    /// Of how many blocks the quick reject is run next.
    pub(crate) fn look_blocks(&self) -> usize {
        if self.is_sparse { LOOK_BLOCKS } else { 1 }
    }

    /// Takes how many of some rows pass the quick reject. Returns true if many do: then their block and the
    /// next ones are tested whole.
    pub(crate) fn record_passed(&mut self, passed: usize, rows: usize) -> bool {
        let is_dense = passed * 32 > rows * self.break_even;
        self.is_sparse = !is_dense;
        if is_dense {
            self.dense_blocks = HOLD_BLOCKS;
        }
        is_dense
    }

    /// Takes how many blocks were tested whole.
    pub(crate) fn record_dense(&mut self, blocks: usize) {
        self.dense_blocks = self.dense_blocks.saturating_sub(blocks);
    }

    pub(crate) fn mode(&self) -> Mode {
        self.mode
    }

    /// Whether the kernel is left out in `f32`.
    pub(crate) fn skips_f32(&self) -> bool {
        matches!(self.mode, Mode::SkipF32 { .. })
    }

    /// Takes the counts of a block whose undecided lanes were collected.
    pub(crate) fn record_collected(&mut self, stats: BlockStats) {
        self.mode = match self.mode {
            Mode::SkipF32 { blocks_left: 0 } => Mode::CollectUndecided,
            Mode::SkipF32 { blocks_left } => Mode::SkipF32 { blocks_left: blocks_left - 1 },
            _ if stats.undecided_by_kernel == 0 => Mode::Optimistic,
            _ if stats.f32_was_useless() => Mode::SkipF32 { blocks_left: HOLD_BLOCKS },
            _ => Mode::CollectUndecided,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_of_which_many_rows_pass_are_tested_whole_for_some_time() {
        let mut plan = Plan::new(3);
        assert!(!plan.record_passed(12, 128) && plan.dense_blocks() == 0);
        assert!(plan.record_passed(13, 128) && plan.dense_blocks() == 15);
        plan.record_dense(14);
        assert_eq!(plan.dense_blocks(), 1);
        plan.record_dense(3);
        assert_eq!(plan.dense_blocks(), 0);
        assert!(!plan.record_passed(0, 0));
    }

    #[test]
    fn f32_is_skipped_where_the_kernel_decides_little() {
        let after = |mode, undecided, undecided_by_kernel, decided_by_kernel| {
            let mut plan = Plan { mode, ..Plan::new(8) };
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
