//! Settling the lanes that an exact kernel leaves open.
//!
//! ```text
//!    f32 lanes: margin and bound        rows.rs, all rows
//!            | open
//!    a corner in common?                rows.rs, comparisons only
//!            | open
//!    f64 lanes: the same kernel         compacted, or a whole register where most of it is open
//!            | open
//!    scalar::exact                      f64 with error-free transforms, then integers
//! ```
//!
//! On random rows one lane in 10^5 is open. Where shapes were made to touch, as in a mesh, most may be: then asking in `f32` is a
//! waste, and a block goes straight to what comes after.

use core::ops::{Add, AddAssign};

use scalar::exact::Stage;

use crate::hits::set_bits;
use crate::kernel::Predicate;
use crate::lanes::{Lanes, MAX_LANES, Mask, Register, Simd};
use crate::shape::Shape;
use crate::stream::{Registers, Source, Stream};
use crate::verdict::{Rounding, Verdict, lanes};

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

/// What settles open lanes: a register's worth of rows that wait for each other, and a count.
pub(crate) struct Settle<T, P: Predicate> {
    simd: T,
    a: <P::A as Shape>::Of<[f32; MAX_LANES]>,
    b: <P::B as Shape>::Of<[f32; MAX_LANES]>,
    /// Where the answers belong.
    rows: [usize; MAX_LANES],
    len: usize,
    pub(crate) stages: Stages,
}

impl<T: Simd, P: Predicate> Settle<T, P> {
    pub(crate) fn new(simd: T) -> Self {
        let (a, b) = (P::A::build(|_| [0.0; MAX_LANES]), P::B::build(|_| [0.0; MAX_LANES]));
        Self { simd, a, b, rows: [0; MAX_LANES], len: 0, stages: Stages::default() }
    }

    /// Takes the rows from `start` whose bit in `open` is set. Their hits come to stand in `out`, all rows' hits, some of them not
    /// before [`Settle::finish`].
    #[inline(always)]
    pub(crate) fn compacted(
        &mut self,
        (a, b): (&impl Source<P::A>, &impl Source<P::B>),
        start: usize,
        open: &[u8],
        out: &mut [u8],
    ) {
        for i in set_bits(open) {
            let row = start + i;
            put(&mut self.a, self.len, &a.row(row));
            put(&mut self.b, self.len, &b.row(row));
            self.rows[self.len] = row;
            self.len += 1;
            if self.len == T::Lanes::LEN {
                self.finish(out);
            }
        }
    }

    /// Settles the rows that wait.
    pub(crate) fn finish(&mut self, out: &mut [u8]) {
        if self.len == 0 {
            return;
        }
        let a = P::A::build(|k| self.simd.load(&self.a.as_ref()[k]));
        let b = P::B::build(|k| self.simd.load(&self.b.as_ref()[k]));
        let hits = self.register(&a, &b, lanes(self.len));
        for (i, row) in self.rows[..self.len].iter().enumerate() {
            out[row / 8] |= ((hits >> i & 1) as u8) << (row % 8);
        }
        self.len = 0;
    }

    /// Settles whole registers from `start`, whose lanes are open where a bit of `open` is set; `out` holds their hits.
    #[inline(always)]
    pub(crate) fn registers(
        &mut self,
        stream: &Stream<impl Registers<P::A, T>, impl Registers<P::B, T>>,
        start: usize,
        open: &[u8],
        out: &mut [u8],
    ) {
        let width = T::Lanes::LEN / 8;
        for (i, (bytes, open)) in out.chunks_exact_mut(width).zip(open.chunks_exact(width)).enumerate() {
            stream.prefetch(start + i);
            let (a, b) = (stream.a.load(start + i), stream.b.load(start + i));
            let open = open.iter().rev().fold(0, |bits, &byte| bits << 8 | u32::from(byte));
            let hits = self.register(&a, &b, open);
            bytes.iter_mut().zip(hits.to_le_bytes()).for_each(|(byte, hits)| *byte |= hits);
        }
    }

    /// The hits among the open lanes of a register.
    #[inline(always)]
    pub(crate) fn register(
        &mut self,
        a: &<P::A as Shape>::Of<T::Lanes>,
        b: &<P::B as Shape>::Of<T::Lanes>,
        open: u32,
    ) -> u32 {
        if open == 0 { 0 } else { settle::<T, P>(self.simd, a, b, open, &mut self.stages) }
    }
}

#[inline(always)]
fn put<S: Shape>(columns: &mut S::Of<[f32; MAX_LANES]>, lane: usize, row: &S) {
    for (column, &x) in columns.as_mut().iter_mut().zip(row.values()) {
        column[lane] = x;
    }
}

/// The hits among the open lanes of a register.
#[inline(never)]
fn settle<T: Simd, P: Predicate>(
    simd: T,
    a: &<P::A as Shape>::Of<T::Lanes>,
    b: &<P::B as Shape>::Of<T::Lanes>,
    open: u32,
    stages: &mut Stages,
) -> u32 {
    let (mut hits, mut left) = simd.vectorize(
        #[inline(always)]
        || {
            let (a, b) = (widen::<T, P::A>(simd, a), widen::<T, P::B>(simd, b));
            let (mut hits, mut left) = (0, 0);
            for (half, (a, b)) in a.iter().zip(&b).enumerate() {
                let at = half * T::Wide::LEN;
                if open >> at & lanes(T::Wide::LEN) != 0 {
                    let verdict = in_double::<T, P>(a, b);
                    hits |= verdict.yes.bits() << at;
                    left |= verdict.open() << at;
                }
            }
            (hits, left)
        },
    );
    hits &= open;
    left &= open;
    stages.double += u64::from((open & !left).count_ones());
    if left != 0 {
        hits |= one_by_one::<T, P>(a, b, left, stages);
    }
    hits
}

/// The hits among the lanes that are open even in `f64`.
#[cold]
fn one_by_one<T: Simd, P: Predicate>(
    a: &<P::A as Shape>::Of<T::Lanes>,
    b: &<P::B as Shape>::Of<T::Lanes>,
    mut open: u32,
    stages: &mut Stages,
) -> u32 {
    let (a, b) = (stored::<_, P::A>(a), stored::<_, P::B>(b));
    let mut hits = 0;
    while open != 0 {
        let lane = open.trailing_zeros() as usize;
        open &= open - 1;
        let decision = P::settle(
            &P::A::from_values(|k| a.as_ref()[k][lane]),
            &P::B::from_values(|k| b.as_ref()[k][lane]),
        );
        hits |= u32::from(decision.hit) << lane;
        match decision.stage {
            Stage::Rounded => stages.rounded += 1,
            Stage::Integer => stages.integer += 1,
        }
    }
    hits
}

fn stored<L: Register, S: Shape>(registers: &S::Of<L>) -> S::Of<[f32; MAX_LANES]> {
    S::build(|k| {
        let mut values = [0.0; MAX_LANES];
        registers.as_ref()[k].store(&mut values);
        values
    })
}

/// The kernel in `f64`, with the lanes told apart in which it rounds nothing.
#[inline(always)]
fn in_double<T: Simd, P: Predicate>(
    a: &<P::A as Shape>::Of<T::Wide>,
    b: &<P::B as Shape>::Of<T::Wide>,
) -> Verdict<<T::Wide as Lanes>::Mask> {
    let size = P::size(a, b);
    let exact = multiples(a.as_ref(), size, P::BITS) & multiples(b.as_ref(), size, P::BITS);
    P::decide(a, b, &Rounding::double(exact, size))
}

/// Both halves of the registers in `f64`.
#[inline(always)]
fn widen<T: Simd, S: Shape>(simd: T, registers: &S::Of<T::Lanes>) -> [S::Of<T::Wide>; 2] {
    [
        S::build(
            #[inline(always)]
            |k| simd.widen(registers.as_ref()[k])[0],
        ),
        S::build(
            #[inline(always)]
            |k| simd.widen(registers.as_ref()[k])[1],
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
