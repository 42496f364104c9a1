//! Resolving the lanes that an exact kernel leaves undecided.
//!
//! ```text
//!    f32 lanes: margin and bound        blocks.rs, all rows
//!            | undecided
//!    a corner in common?                blocks.rs, comparisons only
//!            | undecided
//!    f64 lanes: the same kernel         compacted, or a block in place where most of it is undecided
//!            | undecided
//!    is anything rounded at all?        CommonUlp: if not, a margin of zero is one
//!            | undecided
//!    scalar::exact                      f64 with error-free transforms, then integers
//! ```
//!
//! On random rows one lane in 10^5 is undecided. Where shapes were made to touch, as in a mesh, most may be: then asking in `f32` is
//! a waste, and a block goes straight to what comes after.

use alloc::vec::Vec;
use core::ops::{Add, AddAssign};

use scalar::exact::Stage;

use crate::data::hits::{count_bits, set_bits};
use crate::data::shape::{Element, MAX_COLUMNS};
use crate::kernel::blocks::{BLOCK_BYTES, Blocks};
use crate::kernel::operand::Operands;
use crate::lanes::MAX_LANES;
use crate::registry::KernelInfo;

/// How many rows each stage of an exact query settled.
///
/// ```
/// use soa::{Disks, Query, Points};
///
/// // A point that lies in its disk, one that lies on the edge, one on an edge that f64 cannot tell.
/// let points = Points::new([vec![0.0, 3.0, 1.0], vec![0.0, 4.0, 1e-30]])?;
/// let disks = Disks::new([vec![0.0; 3], vec![0.0; 3], vec![1.0, 5.0, 1.0]])?;
/// let (hits, stages) = Query::new().intersects_staged(&points, &disks)?;
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
    /// The undecided rows that wait for each other.
    waiting: [usize; WAITING],
    len: usize,
    /// The columns of both sides, for more rows than a register holds; none until then.
    columns: Vec<[E; WAITING]>,
    pub(crate) stages: Stages,
}

/// So many rows are resolved at once.
const WAITING: usize = 32;

impl<'a, E: Element> Resolver<'a, E> {
    pub(crate) fn new(
        kernel: &'a KernelInfo<E>,
        blocks: &'a dyn Blocks<E>,
        operands: &'a Operands<'a, E>,
    ) -> Self {
        let stages = Stages::default();
        Self { kernel, blocks, operands, waiting: [0; WAITING], len: 0, columns: Vec::new(), stages }
    }

    /// Takes the rows from `start` whose bit in `undecided` is set. Their hits are added to `out`, the bits of all rows, some of
    /// them not before [`Resolver::finish`].
    pub(crate) fn compacted(&mut self, start: usize, undecided: &[u8], out: &mut [u8]) {
        for i in set_bits(undecided) {
            self.waiting[self.len] = start + i;
            self.len += 1;
            if self.len == WAITING {
                self.finish(out);
            }
        }
    }

    /// Resolves the rows that wait.
    pub(crate) fn finish(&mut self, out: &mut [u8]) {
        if self.len == 0 {
            return;
        }
        if self.len <= MAX_LANES {
            // A small call has few, and asks for no memory.
            self.resolve_waiting(&mut [[E::zeroed(); MAX_LANES]; 2 * MAX_COLUMNS], out);
        } else {
            let mut columns = core::mem::take(&mut self.columns);
            columns.resize(2 * MAX_COLUMNS, [E::zeroed(); WAITING]);
            self.resolve_waiting(&mut columns, out);
            self.columns = columns;
        }
        self.len = 0;
    }

    /// Copies the rows that wait to these columns, and resolves them.
    fn resolve_waiting<const N: usize>(&mut self, columns: &mut [[E; N]], out: &mut [u8]) {
        let waiting = &self.waiting[..self.len];
        let undecided = (u32::MAX >> (WAITING - self.len)).to_le_bytes();
        let mut hits = [0; WAITING / 8];
        let bytes = self.len.div_ceil(8);
        self.stages += self.operands.copied(waiting, columns, |rows| {
            resolve(self.kernel, self.blocks, &rows, &undecided[..bytes], &mut hits[..bytes])
        });
        for i in set_bits(&hits) {
            let row = waiting[i];
            out[row / 8] |= 1 << (row % 8);
        }
    }

    /// Resolves the rows from `start`, whole bytes of them, whose bit in `undecided` is set; their hits are added to `out`.
    pub(crate) fn block(&mut self, start: usize, undecided: &[u8], out: &mut [u8]) {
        let [_, rows] = self.operands.split(start);
        self.stages += resolve(self.kernel, self.blocks, &rows, undecided, out);
    }
}

/// Adds the hits among the first rows, eight for each byte of `undecided`, whose bit in it is set, to `hits`.
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

/// The rows whose bit in `undecided` is set, which are undecided even in `f64`: adds their hits.
fn one_by_one<E: Element>(
    kernel: &KernelInfo<E>,
    rows: &Operands<E>,
    undecided: &[u8],
    hits: &mut [u8],
) -> Stages {
    let mut stages = Stages::default();
    let mut row = [E::zeroed(); 2 * MAX_COLUMNS];
    for i in set_bits(undecided) {
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
