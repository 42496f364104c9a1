//! Resolving the lanes that an exact kernel leaves undecided.
//!
//! ```text
//!    f32 lanes: margin and bound        all rows
//!            | undecided
//!    a corner in common? boxes apart?   comparisons only
//!            | undecided
//!    f64 lanes: the same kernel         compacted, or a block in place where most is undecided;
//!            |                          a margin of zero is one if nothing is rounded: CommonUlp
//!            | undecided
//!    scalar::exact                      f64 with error-free transforms, then integers
//! ```
//!
//! On random rows one lane in 10^5 is undecided. Where shapes were made to touch, as in a mesh, most may be:
//! then `f32` is useless, and a block skips it.

use alloc::vec::Vec;
use core::ops::{Add, AddAssign, Range};

use scalar::exact::Stage;

use crate::data::hits::{add_rows, count_bits, set_bits};
use crate::data::shape::{Element, MAX_COLUMNS};
use crate::kernel::blocks::{BLOCK_BYTES, BlockStats, Blocks};
use crate::kernel::operand::Operands;
use crate::lanes::MAX_LANES;
use crate::registry::KernelInfo;

/// How many rows each stage of an exact query decided.
///
/// ```
/// use soa::{Disks, Query, Points};
///
/// // A point in its disk, one on the edge, one that f64 cannot tell from one on the edge.
/// let points = Points::new([vec![0.0, 3.0, 1.0], vec![0.0, 4.0, 1e-30]])?;
/// let disks = Disks::new([vec![0.0; 3], vec![0.0; 3], vec![1.0, 5.0, 1.0]])?;
/// let (hits, stages) = Query::new().intersects_staged(&points, &disks)?;
/// assert_eq!(hits.to_bools(), [true, true, false]);
/// assert_eq!((stages.single, stages.double, stages.rounded, stages.integer), (1, 1, 0, 1));
/// # Ok::<(), soa::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stages {
    /// In lanes of `f32`: the margin is beyond its forward error bound, or comparisons decide.
    pub single: u64,
    /// In lanes of `f64`: beyond the bound of that, or computed without rounding.
    pub double: u64,
    /// By `scalar::exact` in `f64` with error-free transforms.
    pub rounded: u64,
    /// By `scalar::exact` in integers of any length.
    pub integer: u64,
}

impl Stages {
    /// All rows.
    pub fn rows(&self) -> u64 {
        self.single + self.double + self.rounded + self.integer
    }
}

impl AddAssign for Stages {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Add for Stages {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            single: self.single + other.single,
            double: self.double + other.double,
            rounded: self.rounded + other.rounded,
            integer: self.integer + other.integer,
        }
    }
}

/// Tests a block at most, and says which lanes are undecided: those that neither the kernel nor comparisons
/// decide. With `skips_f32` the kernel is left out. A kernel that is not exact leaves none.
pub(crate) fn collect<E: Element>(
    kernel: &KernelInfo<E>,
    blocks: &dyn Blocks<E>,
    operands: &Operands<E>,
    registers: Range<usize>,
    skips_f32: bool,
    [hits, undecided]: [&mut [u8]; 2],
) -> BlockStats {
    let rows = hits.len() * 8;
    if skips_f32 {
        hits.fill(0);
        undecided.fill(u8::MAX);
    } else if !blocks.fused(operands, registers.clone(), hits, undecided).has_undecided {
        return BlockStats { rows, decided_by_kernel: rows, ..BlockStats::default() };
    }
    let (mut passing, mut accepted) = ([u8::MAX; BLOCK_BYTES], [0; BLOCK_BYTES]);
    let (passing, accepted) = (&mut passing[..hits.len()], &mut accepted[..hits.len()]);
    if kernel.has_quick_reject {
        blocks.quick_reject(operands, registers.clone(), passing);
    }
    blocks.quick_accept(operands, registers, accepted);
    undecided.iter_mut().zip(&*passing).for_each(|(undecided, passing)| *undecided &= passing);
    let undecided_by_kernel = count_bits(undecided);
    for (i, (hits, undecided)) in hits.iter_mut().zip(&mut *undecided).enumerate() {
        passing[i] &= !(*undecided | accepted[i]);
        *undecided &= !accepted[i];
        *hits |= accepted[i];
    }
    BlockStats {
        rows,
        undecided: count_bits(undecided),
        undecided_by_kernel,
        decided_by_kernel: count_bits(passing),
    }
}

/// Resolves undecided lanes, and counts what each stage decided.
pub(crate) struct Resolver<'a, E: Element> {
    pub(super) kernel: &'a KernelInfo<E>,
    pub(super) blocks: &'a dyn Blocks<E>,
    pub(super) operands: &'a Operands<'a, E>,
    /// Undecided rows that are resolved together once there are enough.
    pending: [usize; PENDING],
    len: usize,
    /// Columns of both sides, allocated once there are more rows than a register holds.
    columns: Vec<[E; PENDING]>,
    pub(crate) stages: Stages,
}

/// Rows that are resolved together.
const PENDING: usize = 32;

impl<'a, E: Element> Resolver<'a, E> {
    pub(crate) fn new(
        kernel: &'a KernelInfo<E>,
        blocks: &'a dyn Blocks<E>,
        operands: &'a Operands<'a, E>,
    ) -> Self {
        let stages = Stages::default();
        Self { kernel, blocks, operands, pending: [0; PENDING], len: 0, columns: Vec::new(), stages }
    }

    /// Resolves the rows from `start` whose bit in `undecided` is set, and ORs each hit into its row's bit of
    /// `out`; rows still pending are written by [`Resolver::finish`].
    pub(crate) fn compacted(&mut self, start: usize, undecided: &[u8], out: &mut [u8]) {
        set_bits(undecided).for_each(|i| self.row(start + i, out));
    }

    /// The same of one row.
    pub(crate) fn row(&mut self, row: usize, out: &mut [u8]) {
        self.pending[self.len] = row;
        self.len += 1;
        if self.len == PENDING {
            self.finish(out);
        }
    }

    /// Resolves the pending rows.
    pub(crate) fn finish(&mut self, out: &mut [u8]) {
        if self.len == 0 {
            return;
        }
        if self.len <= MAX_LANES {
            // A small call has few, and allocates nothing.
            self.resolve_pending(&mut [[E::zeroed(); MAX_LANES]; 2 * MAX_COLUMNS], out);
        } else {
            let mut columns = core::mem::take(&mut self.columns);
            columns.resize(2 * MAX_COLUMNS, [E::zeroed(); PENDING]);
            self.resolve_pending(&mut columns, out);
            self.columns = columns;
        }
        self.len = 0;
    }

    /// Copies the pending rows to these columns, and resolves them.
    fn resolve_pending<const N: usize>(&mut self, columns: &mut [[E; N]], out: &mut [u8]) {
        let pending = &self.pending[..self.len];
        let undecided = (u32::MAX >> (PENDING - self.len)).to_le_bytes();
        let mut hits = [0; PENDING / 8];
        let bytes = self.len.div_ceil(8);
        let (left, right) = columns.split_at_mut(MAX_COLUMNS);
        self.stages += self.operands.copied(pending, [left, right], |rows| {
            resolve(self.kernel, self.blocks, &rows, &undecided[..bytes], &mut hits[..bytes])
        });
        add_rows(pending, &hits, out);
    }

    /// Resolves the rows from `start`, whole bytes of them, whose bit in `undecided` is set, in place, and
    /// ORs their hits into `out`.
    pub(crate) fn block(&mut self, start: usize, undecided: &[u8], out: &mut [u8]) {
        let [_, rows] = self.operands.split(start);
        self.stages += resolve(self.kernel, self.blocks, &rows, undecided, out);
    }
}

/// Resolves the first rows, eight for each byte of `undecided`, whose bit in it is set, and ORs their hits
/// into `hits`.
fn resolve<E: Element>(
    kernel: &KernelInfo<E>,
    blocks: &dyn Blocks<E>,
    rows: &Operands<E>,
    undecided: &[u8],
    hits: &mut [u8],
) -> Stages {
    let mut left = [0; BLOCK_BYTES];
    let left = &mut left[..undecided.len()];
    blocks.widen(rows, undecided, hits, left);
    let one_by_one = one_by_one(kernel, rows, left, hits);
    let double = (count_bits(undecided) - count_bits(left)) as u64;
    Stages { double, ..one_by_one }
}

/// Resolves the rows whose bit in `undecided` is set, which are undecided even in `f64`, and ORs their hits
/// into `hits`.
fn one_by_one<E: Element>(
    kernel: &KernelInfo<E>,
    rows: &Operands<E>,
    undecided: &[u8],
    hits: &mut [u8],
) -> Stages {
    let mut stages = Stages::default();
    for i in set_bits(undecided) {
        let decision = kernel.resolve(&rows.a.values(i), &rows.b.values(i));
        hits[i / 8] |= u8::from(decision.hit) << (i % 8);
        match decision.stage {
            Stage::Rounded => stages.rounded += 1,
            Stage::Integer => stages.integer += 1,
        }
    }
    stages
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dim2::triangle_triangle;
    use crate::kernel::blocks::at;
    use crate::kernel::blocks::tests::{TRIANGLE, beside_triangle, bits, with_rows};
    use crate::lanes::portable::Portable;

    #[test]
    fn comparisons_decide_what_the_kernel_does_not() {
        let (kernel, blocks): (_, &dyn Blocks) =
            (&KernelInfo::of::<triangle_triangle::Exact>(), &at::<triangle_triangle::Exact, _>(Portable));
        with_rows(TRIANGLE, beside_triangle, |operands| {
            for (start, skips_f32) in [(0, false), (1, false), (2, false), (0, true), (1, true), (2, true)] {
                // Hits, undecided lanes, those that the kernel does not decide, and those that it alone
                // decides.
                let [hits, undecided, by_kernel, by_kernel_alone]: [&[u8]; 4] =
                    if skips_f32 { [b"vc", b"ibt", b"ivbct", b""] } else { [b"ivc", b"t", b"ct", b"ib"] };
                let count = |kinds| count_bits(&bits(start, kinds));
                let expected = BlockStats {
                    rows: 16,
                    undecided: count(undecided),
                    undecided_by_kernel: count(by_kernel),
                    // Comparisons are left out where there is nothing to decide.
                    decided_by_kernel: if start == 1 && !skips_f32 { 16 } else { count(by_kernel_alone) },
                };
                let (mut out, mut left) = ([0xaa; 2], [0xaa; 2]);
                let collected = [&mut out[..], &mut left];
                let stats = collect(kernel, blocks, operands, start..start + 2, skips_f32, collected);
                assert_eq!((stats, out, left), (expected, bits(start, hits), bits(start, undecided)));
            }
        });
    }
}
