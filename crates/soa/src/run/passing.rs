//! Rows that pass the quick reject, where few do: they are copied side by side, and the kernel tests full
//! registers of them.
//!
//! Where one row in ten passes, nearly every register has one, and a kernel that tests all of those is idle
//! in most of its lanes.

use crate::data::hits::{add_rows, set_bits};
use crate::data::shape::{Element, MAX_COLUMNS};
use crate::kernel::blocks::BLOCK_BYTES;
use crate::run::plan::{LOOK_BLOCKS, Mode, Plan};
use crate::run::resolve::{Resolver, collect};

/// Rows that are copied and tested together: a whole number of registers.
const ROWS: usize = 64;

/// Rows that wait to be tested, by the kernel of the resolver that takes those that are left undecided.
pub(crate) struct Passing<'a, E: Element> {
    rows: [usize; ROWS],
    len: usize,
    columns: &'a mut Option<PassingColumns<E>>,
}

/// Columns of both sides, which are cleared once they are needed: a call that needs none takes less time than
/// that.
pub(crate) type PassingColumns<E> = [[[E; ROWS]; MAX_COLUMNS]; 2];

impl<'a, E: Element> Passing<'a, E> {
    pub(crate) fn new(columns: &'a mut Option<PassingColumns<E>>) -> Self {
        Self { rows: [0; ROWS], len: 0, columns }
    }

    /// Takes the rows of some blocks from `start` whose bit in `out` is set: all that pass. Those that are
    /// tested leave their hits there, others none until [`Passing::finish`].
    pub(crate) fn blocks(
        &mut self,
        start: usize,
        rows: usize,
        plan: &mut Plan,
        resolver: &mut Resolver<E>,
        out: &mut [u8],
    ) {
        let mut bits = [0; LOOK_BLOCKS * BLOCK_BYTES];
        let (bytes, bits) = (&mut out[start / 8..][..rows / 8], &mut bits[..rows / 8]);
        bits.copy_from_slice(bytes);
        bytes.fill(0);
        for i in set_bits(bits) {
            self.rows[self.len] = start + i;
            self.len += 1;
            if self.len == ROWS {
                self.finish(plan, resolver, out);
            }
        }
    }

    /// Tests the rows that wait.
    pub(crate) fn finish(&mut self, plan: &mut Plan, resolver: &mut Resolver<E>, out: &mut [u8]) {
        let Some(&last) = self.rows[..self.len].last() else { return };
        let Resolver { kernel, blocks, operands, .. } = *resolver;
        // The register that is not full is filled with the last row.
        let filled = self.len.next_multiple_of(blocks.lanes());
        self.rows[self.len..filled].fill(last);
        let [left, right] = self.columns.get_or_insert([[[E::zeroed(); ROWS]; MAX_COLUMNS]; 2]);
        let (mut hits, mut undecided) = ([0; ROWS / 8], [0; ROWS / 8]);
        operands.copied(&self.rows[..filled], [left, right], |rows| {
            let (registers, hits) = (0..filled / blocks.lanes(), &mut hits[..filled / 8]);
            let is_sure = !kernel.is_exact || plan.mode() == Mode::Optimistic;
            if is_sure && !blocks.fused(&rows, registers.clone(), hits, &mut []).has_undecided {
                return;
            }
            let collected = [hits, &mut undecided[..filled / 8]];
            plan.record_collected(collect(kernel, blocks, &rows, registers, plan.skips_f32(), collected));
        });
        add_rows(&self.rows, &hits, out);
        for i in set_bits(&undecided).take_while(|&i| i < self.len) {
            resolver.row(self.rows[i], out);
        }
        self.len = 0;
    }
}
