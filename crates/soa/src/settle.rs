//! Settling the lanes that an exact kernel leaves open: again in lanes of `f64`, then one by one by `scalar::exact`.
//!
//! Where few lanes of a register are open, they are compacted: copied to a batch of their own until it is full. Where most are,
//! copying costs more than it saves, and the whole register is a batch.

use core::ops::{Add, AddAssign};

use scalar::exact::Stage;

use crate::kernel::Predicate;
use crate::lanes::{Lanes, MAX_LANES, Mask, Register, Simd};
use crate::shape::Shape;
use crate::stream::{Registers, Stream};
use crate::verdict::{Rounding, lanes};

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
    /// In lanes of `f32`: the margin is beyond its forward error bound.
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

/// Rows to be settled together: one register's worth of each column.
struct Batch<P: Predicate> {
    a: <P::A as Shape>::Of<[f32; MAX_LANES]>,
    b: <P::B as Shape>::Of<[f32; MAX_LANES]>,
}

impl<P: Predicate> Batch<P> {
    fn new() -> Self {
        Self { a: P::A::build(|_| [0.0; MAX_LANES]), b: P::B::build(|_| [0.0; MAX_LANES]) }
    }

    #[inline(always)]
    fn store<L: Register>(&mut self, a: &<P::A as Shape>::Of<L>, b: &<P::B as Shape>::Of<L>) {
        store(&mut self.a, a);
        store(&mut self.b, b);
    }

    fn copy_lane(&mut self, to: usize, from: &Self, lane: usize) {
        copy_lane(self.a.as_mut(), to, from.a.as_ref(), lane);
        copy_lane(self.b.as_mut(), to, from.b.as_ref(), lane);
    }
}

#[inline(always)]
fn store<L: Register>(columns: &mut impl AsMut<[[f32; MAX_LANES]]>, registers: &impl AsRef<[L]>) {
    for (column, register) in columns.as_mut().iter_mut().zip(registers.as_ref()) {
        register.store(column);
    }
}

fn copy_lane(columns: &mut [[f32; MAX_LANES]], to: usize, from: &[[f32; MAX_LANES]], lane: usize) {
    for (column, from) in columns.iter_mut().zip(from) {
        column[to] = from[lane];
    }
}

/// Settles the lanes that are `open`, one number a register of `out`, in the registers from `start`; `out` holds the hits that are sure.
#[inline(always)]
pub(crate) fn settle<T: Simd, P: Predicate>(
    simd: T,
    stream: &Stream<impl Registers<P::A, T>, impl Registers<P::B, T>>,
    start: usize,
    open: &[u16],
    out: &mut [u8],
) -> Stages {
    let len = T::Lanes::LEN;
    let mut settle = Settle::<T, P>::new(simd);
    for (i, &open) in open.iter().enumerate().filter(|(_, open)| **open != 0) {
        settle.register.store(&stream.a.load(start + i), &stream.b.load(start + i));
        settle.take(i * len, open.into(), out);
    }
    settle.finish(out)
}

/// The same for the lanes of a padded tail, whose hits are bits of a number.
#[inline(always)]
pub(crate) fn settle_tail<T: Simd, P: Predicate>(
    simd: T,
    a: &<P::A as Shape>::Of<T::Lanes>,
    b: &<P::B as Shape>::Of<T::Lanes>,
    open: u32,
) -> (u32, Stages) {
    let mut settle = Settle::<T, P>::new(simd);
    settle.register.store(a, b);
    let mut out = [0; MAX_LANES / 8];
    settle.take(0, open, &mut out);
    let stages = settle.finish(&mut out);
    (u16::from_le_bytes(out).into(), stages)
}

struct Settle<T, P: Predicate> {
    simd: T,
    /// The register in work.
    register: Batch<P>,
    /// Open lanes of several registers, and the rows that they came from.
    compacted: Batch<P>,
    rows: [usize; MAX_LANES],
    len: usize,
    stages: Stages,
}

impl<T: Simd, P: Predicate> Settle<T, P> {
    fn new(simd: T) -> Self {
        let (register, compacted) = (Batch::new(), Batch::new());
        Self { simd, register, compacted, rows: [0; MAX_LANES], len: 0, stages: Stages::default() }
    }

    /// Takes the open lanes of the register, whose first row is `start`.
    fn take(&mut self, start: usize, open: u32, out: &mut [u8]) {
        let len = T::Lanes::LEN;
        // Copying a lane costs about as much as the kernel in it.
        if open.count_ones() as usize > len / 2 {
            let hits = settle_batch::<T, P>(self.simd, &self.register, open, &mut self.stages);
            for (byte, hits) in out[start / 8..].iter_mut().zip(hits.to_le_bytes()) {
                *byte |= hits;
            }
            return;
        }
        let mut open = open;
        while open != 0 {
            let lane = open.trailing_zeros() as usize;
            open &= open - 1;
            self.compacted.copy_lane(self.len, &self.register, lane);
            self.rows[self.len] = start + lane;
            self.len += 1;
            if self.len == len {
                self.settle_compacted(out);
            }
        }
    }

    fn finish(mut self, out: &mut [u8]) -> Stages {
        if self.len > 0 {
            self.settle_compacted(out);
        }
        self.stages
    }

    fn settle_compacted(&mut self, out: &mut [u8]) {
        let hits = settle_batch::<T, P>(self.simd, &self.compacted, lanes(self.len), &mut self.stages);
        for (i, row) in self.rows[..self.len].iter().enumerate() {
            out[row / 8] |= ((hits >> i & 1) as u8) << (row % 8);
        }
        self.len = 0;
    }
}

/// The hits among the open lanes of a batch.
fn settle_batch<T: Simd, P: Predicate>(simd: T, batch: &Batch<P>, open: u32, stages: &mut Stages) -> u32 {
    let (mut hits, mut left) = simd.vectorize(
        #[inline(always)]
        || in_double::<T, P>(simd, batch, open),
    );
    hits &= open;
    left &= open;
    stages.double += u64::from((open & !left).count_ones());
    while left != 0 {
        let lane = left.trailing_zeros() as usize;
        left &= left - 1;
        let a = P::A::from_values(|k| batch.a.as_ref()[k][lane]);
        let b = P::B::from_values(|k| batch.b.as_ref()[k][lane]);
        let decision = P::settle(&a, &b);
        hits |= u32::from(decision.hit) << lane;
        match decision.stage {
            Stage::Rounded => stages.rounded += 1,
            Stage::Integer => stages.integer += 1,
        }
    }
    hits
}

/// The lanes that are hits and those that stay open, in `f64`.
#[inline(always)]
fn in_double<T: Simd, P: Predicate>(simd: T, batch: &Batch<P>, open: u32) -> (u32, u32) {
    let (a, b) = (widen::<T, P::A>(simd, &batch.a), widen::<T, P::B>(simd, &batch.b));
    let (mut hits, mut left) = (0, 0);
    for (half, (a, b)) in a.iter().zip(&b).enumerate() {
        let at = half * T::Wide::LEN;
        if open >> at & lanes(T::Wide::LEN) != 0 {
            let size = P::size(a, b);
            let exact = multiples(a.as_ref(), size, P::BITS) & multiples(b.as_ref(), size, P::BITS);
            let verdict = P::decide(a, b, &Rounding::double(exact, size));
            hits |= verdict.yes.bits() << at;
            left |= verdict.open() << at;
        }
    }
    (hits, left)
}

/// Both halves of a batch's columns in `f64`.
#[inline(always)]
fn widen<T: Simd, S: Shape>(simd: T, columns: &S::Of<[f32; MAX_LANES]>) -> [S::Of<T::Wide>; 2] {
    [
        S::build(
            #[inline(always)]
            |k| simd.widen(simd.load(&columns.as_ref()[k]))[0],
        ),
        S::build(
            #[inline(always)]
            |k| simd.widen(simd.load(&columns.as_ref()[k]))[1],
        ),
    ]
}

/// The lanes in which all columns, which hold numbers of `f32`, are multiples of a power of two `q` with `size < 2^bits q`.
///
/// With `s = 2^(54 - bits) size` and `q` half of its unit in the last place, `s < 2^54 q`. If `|x| <= s / 2`, the sum `s + x` is
/// a multiple of `q`, and only if it was not rounded is `(s + x) - s`, a difference without rounding, `x` itself. A larger `x`
/// has 24 bits, which makes it a multiple of `2^-25 s`, far above `q`.
#[inline(always)]
fn multiples<L: Lanes>(columns: &[L], size: L, bits: u32) -> L::Mask {
    let s = size * size.splat((1_u64 << (54 - bits)) as f32);
    let mut all = s.eq(s);
    for &x in columns {
        all = all & ((s + x) - s).eq(x);
    }
    all
}
