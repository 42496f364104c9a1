//! The driver: calls a kernel's loops over all rows, decides by what they told how the next block is begun, and resolves what is
//! left undecided. Compiled once, for all kernels, levels and operands.

use crate::blocks::{BLOCK_BYTES, BLOCK_ROWS, Blocks, MeasureBlocks};
use crate::lanes::MAX_LANES;
use crate::operand::{Operand, Operands};
use crate::plan::{LOOK, Mode, Plan};
use crate::registry::KernelInfo;
use crate::resolve::{Resolver, Stages};
use crate::shape::Element;

/// Rows that one thread takes at least. Handing half of a call to another thread costs some 15 microseconds. With this
/// many rows a task that is won back by a cheap kernel at the best level, and more than that by a dearer one (bench `threads`).
const ROWS_PER_TASK: usize = 1 << 16;

/// Sets bit `i` of `out` where row `i` hits, and clears the others. Returns how many rows each stage settled.
pub(crate) fn test<E: Element>(
    kernel: &KernelInfo<E>,
    blocks: &dyn Blocks<E>,
    operands: &Operands<E>,
    out: &mut [u8],
) -> Stages {
    let (rows, len) = (operands.rows, blocks.lanes());
    let (width, tail, registers) = (len / 8, rows % len, rows / len);
    let mut resolver = Resolver::new(kernel, blocks, operands);
    answer_registers(kernel, blocks, operands, &mut resolver, out);
    if tail != 0 {
        let (hits, open) = blocks.tail(operands);
        let rest = &mut out[registers * width..];
        let bytes = rest.len();
        rest.copy_from_slice(&hits.to_le_bytes()[..bytes]);
        if open != 0 {
            resolver.compacted(rows - tail, &open.to_le_bytes(), out);
        }
    }
    resolver.finish(out);
    let stages = resolver.stages;
    if kernel.finite_only && !(operands.a.is_finite() && operands.b.is_finite()) {
        clear_not_finite(operands, out);
    }
    Stages { single: rows as u64 - stages.rows(), ..stages }
}

/// All whole registers.
fn answer_registers<E: Element>(
    kernel: &KernelInfo<E>,
    blocks: &dyn Blocks<E>,
    operands: &Operands<E>,
    resolver: &mut Resolver<E>,
    out: &mut [u8],
) {
    let (width, block) = (blocks.lanes() / 8, BLOCK_ROWS / blocks.lanes());
    let registers = operands.rows / blocks.lanes();
    let mut plan = Plan::new(block);
    if kernel.implies_first {
        let looked = registers.min(LOOK);
        plan.looked(looked, blocks.probe(operands, looked));
    }
    let mut next = 0;
    while next < registers {
        if !kernel.is_exact || plan.mode() == Mode::Sure {
            let run = if !kernel.has_first {
                blocks.fused(operands, next..registers, out)
            } else if plan.is_at_once(kernel.implies_first) {
                let end =
                    plan.at_once_for(kernel.implies_first).map_or(registers, |blocks| next + blocks * block);
                let run = blocks.fused(operands, next..registers.min(end), out);
                let undecided = usize::from(!run.is_decided);
                plan.was_at_once((run.next - next).div_ceil(block) + undecided, run.passed);
                run
            } else {
                let until_most = plan.ends_in_turn(kernel.implies_first);
                let run = blocks.filtered(operands, next..registers, until_most, out);
                plan.was_in_turn(run.passed);
                run
            };
            next = run.next;
            if run.is_decided {
                continue;
            }
        }
        let bytes = next * width..registers.min(next + block) * width;
        let mut open = [0; BLOCK_BYTES];
        let open = &mut open[..bytes.len()];
        let noted = blocks.collect(operands, next, plan.skips(), &mut out[bytes.clone()], open);
        if noted.is_dense() {
            resolver.block(bytes.start * 8, open, &mut out[bytes]);
        } else {
            resolver.compacted(bytes.start * 8, open, out);
        }
        plan.was_noted(noted);
        next += block;
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

/// Writes the kernel's numbers to the columns of `out`, every NaN in its canonical form.
pub(crate) fn measure<E: Element>(
    blocks: &dyn MeasureBlocks<E>,
    operands: &Operands<E>,
    out: &mut [&mut [E]],
) {
    blocks.registers(operands, out);
    if !operands.rows.is_multiple_of(blocks.lanes()) {
        blocks.tail(operands, out);
    }
}

/// Where to cut rows in two tasks, if that pays: on a whole number of registers and bytes.
pub(crate) fn cut(rows: usize) -> Option<usize> {
    (rows >= 2 * ROWS_PER_TASK).then(|| (rows / 2).next_multiple_of(MAX_LANES))
}
