//! How a block of rows is begun, by what the blocks before it have told. Answers do not depend on it: only how long they take.

use crate::blocks::BLOCK_ROWS;
use crate::lanes::MAX_LANES;

/// What one block tells is taken for granted for so many more: that most lanes are open, or that most pass the first test.
const BLOCKS_ALIKE: usize = 15;

/// So many registers are looked at before the first block, to begin it as suits them.
pub(crate) const LOOK: usize = 8;

/// What the blocks so far tell of the next one.
#[derive(Debug)]
pub(crate) struct Plan {
    /// Registers of a block.
    registers: usize,
    /// Those of which the first test left a pair, in the last block that was asked.
    left: usize,
    /// For so many blocks more, most registers are taken to pass the first test.
    passing: usize,
    mode: Mode,
}

/// How an exact query begins a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// As if every lane were going to be sure. If one is not, the block is tested again, and noted.
    Sure,
    /// Open lanes are noted, since the block before had some.
    Note,
    /// For so many blocks more, nobody asks the kernel in `f32`: it told few lanes.
    Straight(usize),
}

/// What was noted of a block, in lanes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Noted {
    /// All.
    pub(crate) rows: usize,
    /// Those that are to be settled.
    pub(crate) open: usize,
    /// Those that the kernel does not tell, though a comparison may.
    pub(crate) doubtful: usize,
    /// Those that nothing but the kernel tells.
    pub(crate) told: usize,
}

impl Noted {
    /// Whether so many lanes are open that a block is settled as it lies: to copy a lane costs about twice as much as to settle it.
    pub(crate) fn is_dense(self) -> bool {
        self.open > self.rows / 3
    }

    /// Whether the kernel was asked for nothing, or nearly.
    fn is_in_vain(self) -> bool {
        self.is_dense() || (self.doubtful > self.rows / 3 && self.told < self.rows / 8)
    }
}

impl Plan {
    /// Of blocks of so many registers.
    pub(crate) fn new(registers: usize) -> Self {
        Self { registers, left: registers, passing: 0, mode: Mode::Sure }
    }

    /// Of so many registers the first test left so many a pair.
    pub(crate) fn looked(&mut self, registers: usize, left: usize) {
        self.passing = if is_most(left, registers) { BLOCKS_ALIKE } else { 0 };
    }

    pub(crate) fn mode(&self) -> Mode {
        self.mode
    }

    /// Whether the kernel is to be left out in `f32`.
    pub(crate) fn skips(&self) -> bool {
        matches!(self.mode, Mode::Straight(_))
    }

    /// Whether a kernel that has a first test is asked without waiting for it.
    ///
    /// With sixteen lanes most registers have a pair left, unless the shapes lie far apart. Then it is cheaper to load once, or,
    /// if the kernel implies the first test, to do without.
    pub(crate) fn is_at_once(&self, implies_first: bool) -> bool {
        if implies_first {
            self.passing > 0
        } else {
            self.registers == BLOCK_ROWS / MAX_LANES && is_most(self.left, self.registers)
        }
    }

    /// For how many blocks it is, if that is known ahead.
    pub(crate) fn at_once_for(&self, implies_first: bool) -> Option<usize> {
        implies_first.then_some(self.passing)
    }

    /// So it was for so many blocks, and the first test left so many registers of the last one a pair.
    pub(crate) fn was_at_once(&mut self, blocks: usize, left: usize) {
        self.left = left;
        self.passing = self.passing.saturating_sub(blocks);
    }

    /// Whether the kernel goes over to being asked at once as soon as most registers of a block pass.
    pub(crate) fn ends_in_turn(&self, implies_first: bool) -> bool {
        implies_first || self.registers == BLOCK_ROWS / MAX_LANES
    }

    /// The kernel was asked where the first test left a pair: in so many registers.
    pub(crate) fn was_in_turn(&mut self, left: usize) {
        self.left = left;
        self.looked(self.registers, left);
    }

    /// A block was not begun as if it were sure.
    pub(crate) fn was_noted(&mut self, noted: Noted) {
        self.mode = match self.mode {
            Mode::Straight(0) => Mode::Note,
            Mode::Straight(blocks) => Mode::Straight(blocks - 1),
            _ if noted.doubtful == 0 => Mode::Sure,
            _ if noted.is_in_vain() => Mode::Straight(BLOCKS_ALIKE),
            _ => Mode::Note,
        };
    }
}

/// Whether so many are most of so many registers.
#[inline]
pub(crate) fn is_most(left: usize, registers: usize) -> bool {
    left > registers * 3 / 4
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kernel_that_implies_the_first_test_does_without_for_some_blocks_if_most_registers_pass() {
        let mut plan = Plan::new(64);
        let at_once = |plan: &mut Plan| {
            let blocks = (0..100).take_while(|_| {
                let at_once = plan.is_at_once(true);
                plan.was_at_once(1, 64);
                at_once
            });
            blocks.count()
        };
        assert_eq!(at_once(&mut plan), 0);
        for (looked, left, blocks) in [(8, 8, 15), (8, 7, 15), (8, 6, 0), (1, 1, 15), (1, 0, 0), (0, 0, 0)] {
            plan.looked(looked, left);
            assert_eq!(at_once(&mut plan), blocks, "{left} of {looked}");
        }
        for (left, blocks) in [(48, 0), (49, 15), (64, 15), (0, 0)] {
            plan.was_in_turn(left);
            assert_eq!(at_once(&mut plan), blocks, "{left}");
        }
    }

    #[test]
    fn another_does_not_wait_if_registers_are_long_and_most_passed() {
        let (mut long, mut short) = (Plan::new(32), Plan::new(64));
        assert!(long.is_at_once(false) && !short.is_at_once(false));
        for (left, at_once) in [(24, false), (25, true), (32, true), (0, false)] {
            long.was_in_turn(left);
            short.was_in_turn(2 * left);
            assert_eq!((long.is_at_once(false), short.is_at_once(false)), (at_once, false), "{left}");
            long.was_at_once(1, 32 - left);
            assert_eq!(long.is_at_once(false), 32 - left > 24, "{left}");
        }
    }

    #[test]
    fn blocks_go_straight_where_the_kernel_tells_little() {
        let after = |mode, open, doubtful, told| {
            let mut plan = Plan { mode, ..Plan::new(64) };
            plan.was_noted(Noted { rows: 48, open, doubtful, told });
            plan.mode()
        };
        for mode in [Mode::Sure, Mode::Note] {
            assert_eq!(after(mode, 0, 0, 40), Mode::Sure);
            assert_eq!(after(mode, 1, 1, 40), Mode::Note);
            assert_eq!(after(mode, 16, 16, 40), Mode::Note);
            assert_eq!(after(mode, 17, 17, 40), Mode::Straight(15));
            // Comparisons settle what is doubtful.
            assert_eq!(after(mode, 0, 17, 5), Mode::Straight(15));
            assert_eq!(after(mode, 0, 17, 6), Mode::Note);
            assert_eq!(after(mode, 0, 16, 5), Mode::Note);
        }
        assert_eq!(after(Mode::Straight(15), 0, 0, 40), Mode::Straight(14));
        assert_eq!(after(Mode::Straight(1), 48, 48, 0), Mode::Straight(0));
        assert_eq!(after(Mode::Straight(0), 48, 48, 0), Mode::Note);
    }
}
