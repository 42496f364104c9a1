//! The driver: runs a kernel's loops over all rows, chooses the next loop by their counts, and resolves
//! undecided lanes. Compiled once, for all kernels, levels and operands.

use core::ops::Range;

use scalar::float::canonical;

use crate::data::hits::count_bits;
use crate::data::shape::{Element, MAX_COLUMNS};
use crate::kernel::MeasureKernel;
use crate::kernel::blocks::{BLOCK_BYTES, BLOCK_ROWS, Blocks, MeasureBlocks};
use crate::kernel::operand::{Operand, Operands, slices};
use crate::lanes::MAX_LANES;
use crate::lanes::level::Level;
use crate::registry::KernelInfo;
use crate::run::passing::Passing;
use crate::run::plan::{Mode, PROBE_REGISTERS, Plan};
use crate::run::resolve::{Resolver, Stages, collect};

/// Rows that one thread takes at least. Handing half of a call to another thread costs some 15 microseconds.
/// With this many rows a task that is won back by a cheap kernel at the best level, and more than that by a
/// dearer one (bench `threads`).
const ROWS_PER_TASK: usize = 1 << 16;

/// The lanes of a register, which are a power of two: to divide by a number that is only known when the
/// program runs takes as long as a register of a kernel.
#[derive(Clone, Copy)]
struct Width {
    lanes: usize,
    shift: u32,
}

impl Width {
    fn of(lanes: usize) -> Self {
        Self { lanes, shift: lanes.trailing_zeros() }
    }

    /// The number of whole registers in `rows`.
    fn registers(self, rows: usize) -> usize {
        rows >> self.shift
    }

    /// The number of rows after them.
    fn rest(self, rows: usize) -> usize {
        rows & (self.lanes - 1)
    }
}

/// A kernel and the rows that it tests.
struct Call<'a, E: Element> {
    kernel: &'a KernelInfo<E>,
    blocks: &'a dyn Blocks<E>,
    operands: &'a Operands<'a, E>,
    width: Width,
}

/// Sets bit `i` of `out` where row `i` hits, and clears the others. Returns how many rows each stage decided.
pub(crate) fn test<E: Element>(
    kernel: &KernelInfo<E>,
    blocks: &dyn Blocks<E>,
    operands: &Operands<E>,
    out: &mut [u8],
) -> Stages {
    let call = Call { kernel, blocks, operands, width: Width::of(blocks.lanes()) };
    if operands.rows <= call.width.lanes {
        let (bits, stages) = test_few(kernel, blocks, operands);
        out.copy_from_slice(&bits.to_le_bytes()[..out.len()]);
        return stages;
    }
    let stages = call.decide(out);
    if kernel.finite_only && !(operands.a.is_finite() && operands.b.is_finite()) {
        clear_not_finite(operands, out);
    }
    Stages { single: operands.rows as u64 - stages.rows(), ..stages }
}

/// [`test`] of at most a register of rows: their bits. A call of eight rows takes less time than the memory
/// that longer ones need takes to clear.
pub(crate) fn test_few<E: Element>(
    kernel: &KernelInfo<E>,
    blocks: &dyn Blocks<E>,
    operands: &Operands<E>,
) -> (u16, Stages) {
    let call = Call { kernel, blocks, operands, width: Width::of(blocks.lanes()) };
    let mut stages = Stages::default();
    let mut bits = if operands.rows > 0 { call.few(&mut stages) } else { 0 };
    if kernel.finite_only && !(operands.a.is_finite() && operands.b.is_finite()) {
        let mut bytes = bits.to_le_bytes();
        clear_not_finite(operands, &mut bytes);
        bits = u16::from_le_bytes(bytes);
    }
    (bits, Stages { single: operands.rows as u64 - stages.rows(), ..stages })
}

/// [`test`] of up to 64 rows: their bits.
pub(crate) fn test_word<E: Element>(
    kernel: &KernelInfo<E>,
    blocks: &dyn Blocks<E>,
    operands: &Operands<E>,
) -> (u64, Stages) {
    if operands.rows <= blocks.lanes() {
        let (bits, stages) = test_few(kernel, blocks, operands);
        return (bits.into(), stages);
    }
    let mut bytes = [0; 8];
    let stages = test(kernel, blocks, operands, &mut bytes[..operands.rows.div_ceil(8)]);
    (u64::from_le_bytes(bytes), stages)
}

impl<E: Element> Call<'_, E> {
    /// All rows, of more than a register.
    fn decide(&self, out: &mut [u8]) -> Stages {
        let Self { kernel, blocks, operands, width } = *self;
        let (bytes_each, block) = (width.lanes / 8, width.registers(BLOCK_ROWS));
        let registers = width.registers(operands.rows);
        let mut resolver = Resolver::new(kernel, blocks, operands);
        let mut columns = None;
        let mut passing = Passing::new(&mut columns);
        // Few registers are collected at once: to look ahead, or to test a block twice, takes longer.
        let few = registers < PROBE_REGISTERS;
        let mut plan = Plan::new(blocks.break_even());
        let mut next = 0;
        while next < registers {
            if kernel.has_quick_reject && !few && plan.dense_blocks() == 0 {
                let end = registers.min(next + plan.look_blocks() * block);
                let bytes = &mut out[next * bytes_each..end * bytes_each];
                if self.quick_reject(&mut plan, next..end, bytes) {
                    let rows = bytes.len() * 8;
                    passing.blocks(next * width.lanes, rows, &mut plan, &mut resolver, out);
                    next = end;
                    continue;
                }
            }
            if !kernel.is_exact || !few && plan.mode() == Mode::Optimistic {
                let whole =
                    if kernel.has_quick_reject { plan.dense_blocks().max(1) * block } else { registers };
                let end = registers.min(next + whole);
                let hits = &mut out[next * bytes_each..end * bytes_each];
                let run = blocks.fused(operands, next..end, hits, &mut []);
                plan.record_dense((run.next - next).div_ceil(block));
                next = run.next;
                if !run.has_undecided {
                    continue;
                }
            }
            let end = registers.min(next + block);
            let bytes = next * bytes_each..end * bytes_each;
            let mut undecided = [0; BLOCK_BYTES];
            let undecided = &mut undecided[..bytes.len()];
            let collected = [&mut out[bytes.clone()], &mut *undecided];
            let stats = collect(kernel, blocks, operands, next..end, plan.skips_f32(), collected);
            if stats.is_dense() {
                resolver.block(bytes.start * 8, undecided, &mut out[bytes]);
            } else if stats.undecided > 0 {
                resolver.compacted(bytes.start * 8, undecided, out);
            }
            plan.record_collected(stats);
            plan.record_dense(1);
            next = end;
        }
        passing.finish(&mut plan, &mut resolver, out);
        if width.rest(operands.rows) > 0 {
            let undecided = self.rest(out);
            if undecided > 0 {
                resolver.compacted(registers * width.lanes, &undecided.to_le_bytes(), out);
            }
        }
        resolver.finish(out);
        resolver.stages
    }

    /// Writes which rows of some blocks pass the quick reject, a bit each. Returns false if more pass than
    /// the plan allows; then the blocks must be tested whole. Of a single block the first registers are
    /// looked at before the others.
    fn quick_reject(&self, plan: &mut Plan, registers: Range<usize>, out: &mut [u8]) -> bool {
        let Self { blocks, operands, width, .. } = *self;
        let at = if plan.look_blocks() == 1 { PROBE_REGISTERS.min(registers.len()) } else { 0 };
        let (first, rest) = out.split_at_mut(at * width.lanes / 8);
        let at = registers.start + at;
        [(registers.start..at, first), (at..registers.end, rest)].into_iter().all(|(registers, bytes)| {
            if registers.is_empty() {
                return true;
            }
            let rows = registers.len() * width.lanes;
            blocks.quick_reject(operands, registers, bytes);
            !plan.record_passed(count_bits(bytes), rows)
        })
    }

    /// The last rows, fewer than a register has lanes, in a register that ends with them. Returns the
    /// undecided ones, as bits.
    fn rest(&self, out: &mut [u8]) -> u16 {
        let Self { operands, width, .. } = *self;
        let (rows, len, rest) = (operands.rows, width.lanes, width.rest(operands.rows));
        // The lanes before the rest are rows that have been answered.
        let [_, last] = operands.split(rows - len);
        let [hits, undecided] = self.register(&last).map(|bits| bits >> (len - rest));
        for (byte, hits) in out[(rows - rest) / 8..].iter_mut().zip(hits.to_le_bytes()) {
            *byte = hits;
        }
        undecided
    }

    /// The hits of at most a register of rows, as bits.
    fn few(&self, stages: &mut Stages) -> u16 {
        let Self { kernel, blocks, operands, width } = *self;
        let mut bits = [0; 2];
        if operands.rows == width.lanes {
            bits = self.register(operands);
        } else if operands.rows == 1 {
            // In all lanes: of the left side as one shape, of the right one as rows.
            let (a, b) = (operands.a.values(0), operands.b.values(0).map(|x| [x; MAX_LANES]));
            let a = Operand::Broadcast(&a[..operands.a.columns()]);
            let b = slices(&b);
            let b = Operand::new(&b[..operands.b.columns()]);
            bits = self.register(&Operands { a, b, rows: width.lanes });
        } else {
            operands.padded(width.lanes, |rows| bits = self.register(rows));
        }
        let [hits, undecided] = bits.map(|bits| bits & (u16::MAX >> (16 - operands.rows)));
        if undecided == 0 {
            return hits;
        }
        let mut hits = hits.to_le_bytes();
        let mut resolver = Resolver::new(kernel, blocks, operands);
        resolver.compacted(0, &undecided.to_le_bytes(), &mut hits);
        resolver.finish(&mut hits);
        *stages = resolver.stages;
        u16::from_le_bytes(hits)
    }

    /// The hits and the undecided lanes of one register, as bits.
    fn register(&self, rows: &Operands<E>) -> [u16; 2] {
        let bytes = self.width.lanes / 8;
        let (mut hits, mut undecided) = ([0; MAX_LANES / 8], [0; MAX_LANES / 8]);
        // Read with the length that was written: a processor waits for a store to load more than that.
        let bits = |of: [u8; 2]| if bytes == 1 { u16::from(of[0]) } else { u16::from_le_bytes(of) };
        let out = [&mut hits[..bytes], &mut undecided[..bytes]];
        collect(self.kernel, self.blocks, rows, 0..1, false, out);
        [bits(hits), bits(undecided)]
    }
}

/// Clears the hits of rows that hold an infinity or a NaN: rows of a view that was not validated.
fn clear_not_finite<E: Element>(operands: &Operands<E>, out: &mut [u8]) {
    for operand in [&operands.a, &operands.b] {
        let &Operand::Rows { columns, start, .. } = operand else {
            if !operand.is_finite() {
                out.fill(0);
            }
            continue;
        };
        for column in columns {
            for (byte, rows) in out.iter_mut().zip(column[start..start + operands.rows].chunks(8)) {
                let finite = |bits, (i, x): (usize, &E)| bits | u8::from(x.is_finite()) << i;
                *byte &= rows.iter().enumerate().fold(0, finite);
            }
        }
    }
}

/// Writes the kernel's numbers to the columns of `out`, every NaN in its canonical form. One row is left to
/// the scalar function, which has the same bits and takes less time than a register.
pub(crate) fn measure(kernel: &MeasureKernel, level: Level, operands: &Operands, out: &mut [&mut [f32]]) {
    if operands.rows == 1 {
        let mut found = [0.0; MAX_COLUMNS];
        kernel.row(&operands.a.values(0), &operands.b.values(0), &mut found[..out.len()]);
        out.iter_mut().zip(found).for_each(|(column, x)| column[0] = canonical(x));
    } else {
        let mut blocks = kernel.at(level);
        if blocks.lanes() == MAX_LANES {
            blocks = kernel.at(level.for_rows(operands.rows));
        }
        measure_registers(&*blocks, operands, out);
    }
}

/// The same, but in registers whatever the number of rows.
pub(crate) fn measure_registers<E: Element>(
    blocks: &dyn MeasureBlocks<E>,
    operands: &Operands<E>,
    out: &mut [&mut [E]],
) {
    let (rows, len, columns) = (operands.rows, blocks.lanes(), out.len());
    let rest = Width::of(len).rest(rows);
    if rows >= len {
        blocks.registers(operands, out);
    }
    if rest == 0 {
        return;
    }
    // The last rows, in a register that ends with them.
    if let Some(start) = rows.checked_sub(len) {
        let mut last: [&mut [E]; MAX_COLUMNS] = Default::default();
        last.iter_mut().zip(&mut *out).for_each(|(last, column)| *last = &mut column[start..]);
        blocks.registers(&operands.split(start)[1], &mut last[..columns]);
    } else {
        let mut padded = [[E::zeroed(); MAX_LANES]; MAX_COLUMNS];
        operands.padded(len, |last| {
            blocks.registers(last, &mut padded.each_mut().map(|column| &mut column[..])[..columns]);
        });
        out.iter_mut().zip(&padded).for_each(|(column, padded)| column.copy_from_slice(&padded[..rows]));
    }
}

/// Where to cut rows in two tasks, if that pays: on a whole number of registers and bytes.
pub(crate) fn cut(rows: usize) -> Option<usize> {
    (rows >= 2 * ROWS_PER_TASK).then(|| (rows / 2).next_multiple_of(MAX_LANES))
}
