//! Resolving the lanes that an exact kernel leaves undecided.
//!
//! ```text
//!    f32 lanes: margin and bound        blocks.rs, all rows
//!            | undecided
//!    a corner in common?                blocks.rs, comparisons only
//!            | undecided
//!    f64 lanes: the same kernel         compacted, or a block in place where most of it is undecided
//!            | undecided
//!    is anything rounded at all?        Grain: if not, a margin of zero is one
//!            | undecided
//!    scalar::exact                      f64 with error-free transforms, then integers
//! ```
//!
//! On random rows one lane in 10^5 is undecided. Where shapes were made to touch, as in a mesh, most may be: then asking in `f32` is
//! a waste, and a block goes straight to what comes after.

use alloc::vec;
use core::ops::{Add, AddAssign};

use scalar::exact::Stage;

use crate::blocks::{BLOCK_BYTES, Blocks};
use crate::hits::{count_bits, set_bits};
use crate::lanes::MAX_LANES;
use crate::operand::{Operand, Operands, Registers};
use crate::registry::KernelInfo;
use crate::shape::{Element, MAX_COLUMNS};
use crate::verdict::lanes;

/// How many rows each stage of an exact query settled.
///
/// ```
/// use soa::{Disks, Query, Points};
///
/// // A point that lies in its disk, one that lies on the edge, one on an edge that f64 cannot tell.
/// let points = Points::new([vec![0.0, 3.0, 1.0], vec![0.0, 4.0, 1e-30]])?;
/// let disks = Disks::new([vec![0.0; 3], vec![0.0; 3], vec![1.0, 5.0, 1.0]])?;
/// let (hits, stages) = Query::new().overlap_staged(&points, &disks)?;
/// assert_eq!(hits.to_bools(), [true, true, false]);
/// assert_eq!((stages.single, stages.double, stages.rounded, stages.integer), (1, 1, 0, 1));
/// # Ok::<(), soa::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stages {
    /// In lanes of `f32`: the margin is beyond its forward error bound, or comparisons tell.
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

/// Resolves undecided lanes, and counts what each stage settled.
pub(crate) struct Resolver<'a, E: Element> {
    kernel: &'a KernelInfo<E>,
    blocks: &'a dyn Blocks<E>,
    operands: &'a Operands<'a, E>,
    /// None until a row waits: most calls have none.
    waiting: Option<Waiting<E>>,
    pub(crate) stages: Stages,
}

/// Undecided rows that wait for each other, up to a register's worth of them.
struct Waiting<E> {
    /// Those of the left side, then those of the right one.
    columns: Registers<E>,
    /// Where the answers belong.
    rows: [usize; MAX_LANES],
    len: usize,
}

impl<'a, E: Element> Resolver<'a, E> {
    pub(crate) fn new(
        kernel: &'a KernelInfo<E>,
        blocks: &'a dyn Blocks<E>,
        operands: &'a Operands<'a, E>,
    ) -> Self {
        Self { kernel, blocks, operands, waiting: None, stages: Stages::default() }
    }

    /// Takes the rows from `start` whose bit in `open` is set. Their hits are added to `out`, the bits of all rows, some of
    /// them not before [`Resolver::finish`].
    pub(crate) fn compacted(&mut self, start: usize, open: &[u8], out: &mut [u8]) {
        for i in set_bits(open) {
            let row = start + i;
            let Operands { a, b, .. } = self.operands;
            let waiting = self.waiting.get_or_insert_with(|| Waiting {
                columns: vec![[E::zeroed(); MAX_LANES]; a.columns() + b.columns()],
                rows: [0; MAX_LANES],
                len: 0,
            });
            for (column, x) in waiting.columns.iter_mut().zip(a.row(row).chain(b.row(row))) {
                column[waiting.len] = x;
            }
            waiting.rows[waiting.len] = row;
            waiting.len += 1;
            if waiting.len == MAX_LANES {
                self.finish(out);
            }
        }
    }

    /// Resolves the rows that wait.
    pub(crate) fn finish(&mut self, out: &mut [u8]) {
        let Some(waiting) = self.waiting.as_mut().filter(|waiting| waiting.len > 0) else { return };
        let open = lanes(waiting.len).to_le_bytes();
        let mut hits = [0; MAX_LANES / 8];
        let mut slices: [&[E]; 2 * MAX_COLUMNS] = [&[]; 2 * MAX_COLUMNS];
        slices.iter_mut().zip(&waiting.columns).for_each(|(slice, column)| *slice = column);
        let (a, b) = slices[..waiting.columns.len()].split_at(self.operands.a.columns());
        let rows = Operands { a: Operand::new(a), b: Operand::new(b), rows: MAX_LANES };
        self.stages += resolve(self.kernel, self.blocks, &rows, &open[..MAX_LANES / 8], &mut hits);
        for i in set_bits(&hits) {
            let row = waiting.rows[i];
            out[row / 8] |= 1 << (row % 8);
        }
        waiting.len = 0;
    }

    /// Resolves the rows from `start`, whole bytes of them, whose bit in `open` is set; their hits are added to `out`.
    pub(crate) fn block(&mut self, start: usize, open: &[u8], out: &mut [u8]) {
        let [_, rows] = self.operands.split(start);
        self.stages += resolve(self.kernel, self.blocks, &rows, open, out);
    }
}

/// Adds the hits among the first rows, eight for each byte of `open`, whose bit in it is set, to `hits`.
fn resolve<E: Element>(
    kernel: &KernelInfo<E>,
    blocks: &dyn Blocks<E>,
    rows: &Operands<E>,
    open: &[u8],
    hits: &mut [u8],
) -> Stages {
    let mut left = [0; BLOCK_BYTES];
    let left = &mut left[..open.len()];
    blocks.widen(rows, open, hits, left);
    let one_by_one = one_by_one(kernel, rows, left, hits);
    let double = (count_bits(open) - count_bits(left)) as u64;
    Stages { double, ..one_by_one }
}

/// The rows whose bit in `open` is set, which are undecided even in `f64`: adds their hits.
fn one_by_one<E: Element>(
    kernel: &KernelInfo<E>,
    rows: &Operands<E>,
    open: &[u8],
    hits: &mut [u8],
) -> Stages {
    let mut stages = Stages::default();
    let mut row = [E::zeroed(); 2 * MAX_COLUMNS];
    for i in set_bits(open) {
        row.iter_mut().zip(rows.a.row(i).chain(rows.b.row(i))).for_each(|(slot, x)| *slot = x);
        let (a, b) = row[..rows.a.columns() + rows.b.columns()].split_at(rows.a.columns());
        let decision = kernel.resolve(a, b);
        hits[i / 8] |= u8::from(decision.hit) << (i % 8);
        match decision.stage {
            Stage::Rounded => stages.rounded += 1,
            Stage::Integer => stages.integer += 1,
        }
    }
    stages
}
