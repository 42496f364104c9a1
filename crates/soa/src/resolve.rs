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

use core::ops::{Add, AddAssign, Range};

use scalar::exact::Stage;

use crate::blocks::{BLOCK_BYTES, Blocks};
use crate::hits::{count_bits, set_bits};
use crate::lanes::MAX_LANES;
use crate::operand::{Operand, Operands, Registers, slices};
use crate::registry::KernelInfo;
use crate::shape::MAX_COLUMNS;
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

/// Resolves undecided lanes: a register's worth of rows that wait for each other, and a count.
pub(crate) struct Resolver<'a> {
    kernel: &'a KernelInfo,
    blocks: &'a dyn Blocks,
    operands: &'a Operands<'a>,
    a: Registers,
    b: Registers,
    /// Where the answers belong.
    rows: [usize; MAX_LANES],
    len: usize,
    pub(crate) stages: Stages,
}

impl<'a> Resolver<'a> {
    pub(crate) fn new(kernel: &'a KernelInfo, blocks: &'a dyn Blocks, operands: &'a Operands<'a>) -> Self {
        let [a, b] = [[[0.0; MAX_LANES]; MAX_COLUMNS]; 2];
        Self { kernel, blocks, operands, a, b, rows: [0; MAX_LANES], len: 0, stages: Stages::default() }
    }

    /// Takes the rows from `start` whose bit in `open` is set. Their hits are added to `out`, the bits of all rows, some of
    /// them not before [`Resolver::finish`].
    pub(crate) fn compacted(&mut self, start: usize, open: &[u8], out: &mut [u8]) {
        for i in set_bits(open) {
            let row = start + i;
            self.operands.a.copy(row, &mut self.a, self.len);
            self.operands.b.copy(row, &mut self.b, self.len);
            self.rows[self.len] = row;
            self.len += 1;
            if self.len == MAX_LANES {
                self.finish(out);
            }
        }
    }

    /// Resolves the rows that wait.
    pub(crate) fn finish(&mut self, out: &mut [u8]) {
        if self.len == 0 {
            return;
        }
        let open = lanes(self.len).to_le_bytes();
        let mut hits = [0; MAX_LANES / 8];
        let [a, b] = [&self.a, &self.b].map(slices);
        let waiting = one_register(self.operands, [&a, &b]);
        self.stages += self.resolve(&waiting, &open[..MAX_LANES / 8], &mut hits);
        for i in set_bits(&hits) {
            let row = self.rows[i];
            out[row / 8] |= 1 << (row % 8);
        }
        self.len = 0;
    }

    /// Answers the last rows, fewer than a register has lanes: sets the bits of `out`, which begins with them.
    pub(crate) fn tail(&mut self, tail: Range<usize>, out: &mut [u8]) {
        fill_tail(&self.operands.a, tail.clone(), &mut self.a);
        fill_tail(&self.operands.b, tail.clone(), &mut self.b);
        let [a, b] = [&self.a, &self.b].map(slices);
        let padded = one_register(self.operands, [&a, &b]);
        let (sure, open) = self.blocks.tail(&padded);
        let [mut sure, open] = [sure, open].map(|bits| (bits & lanes(tail.len())).to_le_bytes());
        if self.kernel.is_exact && open != [0; 4] {
            self.stages += self.resolve(&padded, &open[..MAX_LANES / 8], &mut sure[..MAX_LANES / 8]);
        }
        let bytes = out.len();
        out.copy_from_slice(&sure[..bytes]);
    }

    /// Resolves the rows from `start`, whole bytes of them, whose bit in `open` is set; their hits are added to `out`.
    pub(crate) fn block(&mut self, start: usize, open: &[u8], out: &mut [u8]) {
        let [_, rows] = self.operands.split(start);
        self.stages += self.resolve(&rows, open, out);
    }

    /// Adds the hits among the first rows, eight for each byte of `open`, whose bit in it is set, to `hits`.
    fn resolve(&self, rows: &Operands, open: &[u8], hits: &mut [u8]) -> Stages {
        let mut left = [0; BLOCK_BYTES];
        let left = &mut left[..open.len()];
        self.blocks.widen(rows, open, hits, left);
        let one_by_one = self.one_by_one(rows, left, hits);
        let double = (count_bits(open) - count_bits(left)) as u64;
        Stages { double, ..one_by_one }
    }

    /// The rows whose bit in `open` is set, which are undecided even in `f64`: adds their hits.
    fn one_by_one(&self, rows: &Operands, open: &[u8], hits: &mut [u8]) -> Stages {
        let mut stages = Stages::default();
        let (mut a, mut b) = ([0.0; MAX_COLUMNS], [0.0; MAX_COLUMNS]);
        for i in set_bits(open) {
            let decision = self.kernel.resolve(rows.a.row(i, &mut a), rows.b.row(i, &mut b));
            hits[i / 8] |= u8::from(decision.hit) << (i % 8);
            match decision.stage {
                Stage::Rounded => stages.rounded += 1,
                Stage::Integer => stages.integer += 1,
            }
        }
        stages
    }
}

/// A register's worth of rows as operands of their own.
pub(crate) fn one_register<'a>(like: &Operands, [a, b]: [&'a [&'a [f32]]; 2]) -> Operands<'a> {
    Operands {
        a: Operand::new(&a[..like.a.columns()]),
        b: Operand::new(&b[..like.b.columns()]),
        rows: MAX_LANES,
    }
}

/// Copies the last rows to lanes of a register; other lanes may hold any rows.
pub(crate) fn fill_tail(operand: &Operand, rows: Range<usize>, to: &mut Registers) {
    for (k, to) in to.iter_mut().enumerate().take(operand.columns()) {
        match operand.only(k) {
            Some(value) => to.fill(value),
            None => to[..rows.len()].copy_from_slice(&operand.whole(k)[rows.clone()]),
        }
    }
}
