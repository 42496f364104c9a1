//! Settling the lanes that an exact kernel leaves open.
//!
//! ```text
//!    f32 lanes: margin and bound        rows.rs, all rows
//!            | open
//!    a corner in common?                rows.rs, comparisons only
//!            | open
//!    f64 lanes: the same kernel         compacted, or a block as it lies where most of it is open
//!            | open
//!    is anything rounded at all?        Grain: if not, a margin of zero is one
//!            | open
//!    scalar::exact                      f64 with error-free transforms, then integers
//! ```
//!
//! On random rows one lane in 10^5 is open. Where shapes were made to touch, as in a mesh, most may be: then asking in `f32` is a
//! waste, and a block goes straight to what comes after.

use core::ops::{Add, AddAssign};

use scalar::exact::Stage;

use crate::hits::{count_bits, set_bits};
use crate::kernel::Predicate;
use crate::lanes::{Lanes, MAX_LANES, Mask, Simd};
use crate::rows::{BLOCK_BYTES, BLOCK_ROWS};
use crate::shape::{Shape, put};
use crate::stream::Source;
use crate::verdict::{Grain, Rounding, lanes};

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

    /// Takes the rows from `start` whose bit in `open` is set. Their hits come to stand in `out`, all rows' hits, some of
    /// them not before [`Settle::finish`].
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
            put::<P::A, _>(&mut self.a, self.len, &a.row(row));
            put::<P::B, _>(&mut self.b, self.len, &b.row(row));
            self.rows[self.len] = row;
            self.len += 1;
            if self.len == MAX_LANES {
                self.finish(out);
            }
        }
    }

    /// Settles the rows that wait.
    #[inline(always)]
    pub(crate) fn finish(&mut self, out: &mut [u8]) {
        if self.len != 0 {
            self.settle_waiting(out);
        }
    }

    fn settle_waiting(&mut self, out: &mut [u8]) {
        let open = lanes(self.len).to_le_bytes();
        let mut hits = [0; MAX_LANES / 8];
        let (a, b) = (slices::<P::A, _>(&self.a), slices::<P::B, _>(&self.b));
        self.stages += settle::<T, P>(self.simd, &a, &b, &open[..MAX_LANES / 8], &mut hits);
        for i in set_bits(&hits) {
            let row = self.rows[i];
            out[row / 8] |= 1 << (row % 8);
        }
        self.len = 0;
    }

    /// Settles the rows from `start`, whole bytes of them, whose bit in `open` is set; their hits are added to `out`.
    #[inline(always)]
    pub(crate) fn block(
        &mut self,
        (a, b): (&impl Source<P::A>, &impl Source<P::B>),
        start: usize,
        open: &[u8],
        out: &mut [u8],
    ) {
        let rows = start..start + open.len() * 8;
        let mut room = (P::A::build(|_| [0.0; BLOCK_ROWS]), P::B::build(|_| [0.0; BLOCK_ROWS]));
        let (a, b) = (a.rows(rows.clone(), &mut room.0), b.rows(rows, &mut room.1));
        self.stages += settle::<T, P>(self.simd, &a, &b, open, out);
    }
}

fn slices<S: Shape, const N: usize>(columns: &S::Of<[f32; N]>) -> S::Of<&[f32]> {
    S::build(|k| &columns.as_ref()[k][..])
}

/// Adds the hits among the rows whose bit in `open` is set to `hits`. Columns hold eight rows for each byte of bits.
#[inline(never)]
fn settle<T: Simd, P: Predicate>(
    simd: T,
    a: &<P::A as Shape>::Of<&[f32]>,
    b: &<P::B as Shape>::Of<&[f32]>,
    open: &[u8],
    hits: &mut [u8],
) -> Stages {
    let mut left = [0; BLOCK_BYTES];
    let left = &mut left[..open.len()];
    simd.vectorize(
        #[inline(always)]
        || in_double::<T, P>(simd, a, b, open, hits, left),
    );
    let one_by_one = one_by_one::<P>(a, b, left, hits);
    let double = (count_bits(open) - count_bits(left)) as u64;
    Stages { double, ..one_by_one }
}

/// The kernel in `f64` on the rows whose bit in `open` is set: adds their hits, and tells which are still open.
#[inline(always)]
fn in_double<T: Simd, P: Predicate>(
    simd: T,
    a: &<P::A as Shape>::Of<&[f32]>,
    b: &<P::B as Shape>::Of<&[f32]>,
    open: &[u8],
    hits: &mut [u8],
    left: &mut [u8],
) {
    // Cut to one length before the loop, as in `Streams`.
    let a = P::A::build(
        #[inline(always)]
        |k| &a.as_ref()[k].as_chunks::<8>().0[..open.len()],
    );
    let b = P::B::build(
        #[inline(always)]
        |k| &b.as_ref()[k].as_chunks::<8>().0[..open.len()],
    );
    for (i, ((&open, hits), left)) in open.iter().zip(hits).zip(left).enumerate() {
        if open == 0 {
            continue;
        }
        for at in (0..8).step_by(T::Wide::LEN) {
            let a = P::A::build(
                #[inline(always)]
                |k| simd.load_wide(&a.as_ref()[k][i][at..]),
            );
            let b = P::B::build(
                #[inline(always)]
                |k| simd.load_wide(&b.as_ref()[k][i][at..]),
            );
            let open = u32::from(open) >> at;
            let like = a.as_ref()[0];
            let mut verdict = P::decide(&a, &b, &Rounding::double(None, like));
            if verdict.open() & open != 0 {
                let grain = Grain::new(P::size(&a, &b), a.as_ref(), b.as_ref());
                verdict = P::decide(&a, &b, &Rounding::double(Some(grain), like));
            }
            *hits |= ((verdict.yes.bits() & open) << at) as u8;
            *left |= ((verdict.open() & open) << at) as u8;
        }
    }
}

/// The rows whose bit in `open` is set, which are open even in `f64`: adds their hits.
fn one_by_one<P: Predicate>(
    a: &<P::A as Shape>::Of<&[f32]>,
    b: &<P::B as Shape>::Of<&[f32]>,
    open: &[u8],
    hits: &mut [u8],
) -> Stages {
    let mut stages = Stages::default();
    for i in set_bits(open) {
        let decision =
            P::settle(&P::A::from_values(|k| a.as_ref()[k][i]), &P::B::from_values(|k| b.as_ref()[k][i]));
        hits[i / 8] |= u8::from(decision.hit) << (i % 8);
        match decision.stage {
            Stage::Rounded => stages.rounded += 1,
            Stage::Integer => stages.integer += 1,
        }
    }
    stages
}
