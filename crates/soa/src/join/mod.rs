//! All hitting pairs of two sets: a broad phase over boxes, and the exact kernel on what it leaves.
//!
//! ```text
//!    left rows, many at a time         right rows
//!         |                                |
//!      order                            order            neighbours next to each other     order.rs
//!         |                                |
//!      boxes                             tree            sixteen boxes a group             bounds.rs groups.rs tree.rs
//!          \                              /
//!           pairs whose boxes meet, in blocks            Candidates                        tree.rs
//!                        |
//!           copied side by side, exact kernel            Narrow                            narrow.rs
//!                        |
//!           sorted by left row, then right row           Join                              here
//! ```
//!
//! Left rows come in chunks, in the order in which they were given: so the part of a result that is finished is final,
//! however the chunks are spread over threads.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;
use core::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};

use scalar::dim2::Triangle;

use crate::csr::Csr;
use crate::error::Error;
use crate::hits::{Hits, count_bits, set_bits};
use crate::kernel::Overlap;
use crate::level::at_level;
use crate::pairs::Pairs;
use crate::query::Query;
use crate::view::{Rows, View};

mod bounds;
mod groups;
mod index;
mod narrow;
mod order;
mod tree;

pub use bounds::Bounded;
pub use index::Index;
use narrow::Narrow;
use tree::Candidates;

/// Left rows of a chunk at most: their hits are held until all of them are known.
const CHUNK: usize = 1 << 20;
/// Left rows of a chunk at least, where there are threads enough.
const LEAST_CHUNK: usize = 1 << 14;
/// Pairs of a block that is handed out, unless a single left row has more.
const BLOCK_PAIRS: u64 = 1 << 22;

/// Every left row against every right row, to be asked for what one wants to know: all pairs, how many, whether any.
///
/// The answers are those of [`overlap`](crate::overlap), so touching is a hit, and they do not depend on the number of threads
/// or on the level. Rows of a view that was not validated which hold a NaN or an infinity touch nothing.
///
/// ```
/// use soa::{Disks, Points, join::Join};
///
/// let disks = Disks::new([vec![0.0, 10.0, 1.0], vec![0.0; 3], vec![1.0; 3]])?; // x, y, radius
/// let points = Points::new([vec![1.0, 11.0, 5.0], vec![0.0; 3]])?;
/// let join = Join::new(&disks, &points)?;
/// assert_eq!(join.pairs()?.iter().collect::<Vec<_>>(), [(0, 0), (1, 1), (2, 0)]);
/// assert_eq!(join.count(), 3);
/// assert_eq!(Join::new(&points, &disks)?.rows().to_bools(), [true, true, false]);
/// # Ok::<(), soa::Error>(())
/// ```
#[derive(Debug)]
pub struct Join<'a, A: Overlap<B>, B: Bounded> {
    query: Query,
    left: View<'a, A>,
    right: Right<'a, B>,
    /// Left and right are one set: each pair of different rows once.
    own: bool,
    leave_out: Option<fn(&A, &B) -> bool>,
    at_most: u64,
    progress: Option<Report<'a>>,
}

/// Who wants to know how far a join is.
#[derive(Clone, Copy)]
struct Report<'a>(&'a (dyn Fn(Progress) + Sync));

impl core::fmt::Debug for Report<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("Report")
    }
}

/// How far a join is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Left rows that are done.
    pub rows: usize,
    /// All left rows.
    pub of: usize,
}

/// The indexed side.
#[derive(Debug)]
enum Right<'a, B: Bounded> {
    Made(Index<B>),
    Kept(&'a Index<B>),
}

impl<B: Bounded> Right<'_, B> {
    fn index(&self) -> &Index<B> {
        match self {
            Self::Made(index) => index,
            Self::Kept(index) => index,
        }
    }
}

impl<'a, A, B> Join<'a, A, B>
where
    A: Overlap<B> + Bounded,
    B: Bounded<Bounds = A::Bounds>,
{
    /// The join of these rows, with an index of the right ones made for it.
    ///
    /// # Errors
    /// More than `u32::MAX` rows on a side.
    pub fn new(left: &'a impl Rows<Shape = A>, right: &impl Rows<Shape = B>) -> Result<Self, Error> {
        Self::with(left, Right::Made(Index::new(right)?))
    }

    /// The join of these rows with those of an index that is kept: [`Index::join`].
    fn with(left: &'a impl Rows<Shape = A>, right: Right<'a, B>) -> Result<Self, Error> {
        let left = left.view();
        check_rows(left.len())?;
        Ok(Self {
            query: Query::new(),
            left,
            right,
            own: false,
            leave_out: None,
            at_most: u64::from(u32::MAX),
            progress: None,
        })
    }

    /// Runs at this query's level, and on its threads.
    #[must_use]
    pub fn query(self, query: Query) -> Self {
        Self { query, ..self }
    }

    /// Lists no more pairs than this; [`u32::MAX`] unless told. There is an error instead of a list if there are more.
    #[must_use]
    pub fn at_most(self, pairs: u64) -> Self {
        Self { at_most: pairs, ..self }
    }

    /// Calls this every some ten thousand left rows, from whatever thread has done them.
    ///
    /// ```
    /// use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
    /// use soa::{Disks, join::{Join, Progress}};
    ///
    /// let disks = Disks::new([vec![0.0; 300], vec![0.0; 300], vec![1.0; 300]])?;
    /// let percent = AtomicUsize::new(0);
    /// let report = |done: Progress| percent.store(100 * done.rows / done.of, Relaxed);
    /// assert_eq!(Join::new(&disks, &disks)?.progress(&report).count(), 90_000);
    /// assert_eq!(percent.into_inner(), 100);
    /// # Ok::<(), soa::Error>(())
    /// ```
    #[must_use]
    pub fn progress(self, report: &'a (dyn Fn(Progress) + Sync)) -> Self {
        Self { progress: Some(Report(report)), ..self }
    }

    /// The number of hitting pairs.
    pub fn count(&self) -> u64 {
        let counts = self.chunks(|rows, done| {
            let mut count = 0;
            self.hits(rows, done, |_, _, bits| {
                count += count_bits(bits) as u64;
                true
            });
            count
        });
        counts.into_iter().sum()
    }

    /// Whether anything touches anything.
    pub fn any(&self) -> bool {
        let found = AtomicBool::new(false);
        self.chunks(|rows, done| {
            self.hits(rows, done, |_, _, bits| {
                found.fetch_or(count_bits(bits) > 0, Relaxed);
                !found.load(Relaxed)
            });
        });
        found.into_inner()
    }

    /// The left rows that touch anything: one bit a row.
    pub fn rows(&self) -> Hits {
        let chunks = self.chunks(|rows, done| {
            let mut touched = vec![false; rows.len()];
            self.hits(rows, done, |left, _, bits| {
                set_bits(bits).for_each(|i| touched[left[i] as usize] = true);
                true
            });
            touched
        });
        Hits::from_bools(chunks.into_iter().flatten())
    }

    /// All hitting pairs, sorted by left row, then right row.
    ///
    /// # Errors
    /// More pairs than [`Join::at_most`] allows.
    pub fn pairs(&self) -> Result<Pairs, Error> {
        let (chunks, count) = self.lists()?;
        let mut pairs = Pairs::with_capacity(count);
        for chunk in chunks {
            chunk.push_to(&mut pairs);
        }
        Ok(pairs)
    }

    /// All hitting pairs as one list of right rows for each left row.
    ///
    /// # Errors
    /// More pairs than [`Join::at_most`] allows.
    pub fn csr(&self) -> Result<Csr, Error> {
        let (chunks, count) = self.lists()?;
        let mut lists = Csr::with_capacity(self.left.len(), count);
        for chunk in chunks {
            lists.push_rows(&chunk.ends, &chunk.right);
        }
        Ok(lists)
    }

    /// The hits of all chunks, and their number.
    fn lists(&self) -> Result<(Vec<Listed>, usize), Error> {
        let found = AtomicU64::new(0);
        let chunks = self.chunks(|rows, done| self.listed(rows, done, &found, self.at_most));
        let chunks: Option<Vec<Listed>> = chunks.into_iter().collect();
        let chunks = chunks.ok_or(Error::TooManyPairs { at_most: self.at_most })?;
        let count = chunks.iter().map(|chunk| chunk.right.len()).sum();
        Ok((chunks, count))
    }

    /// All hitting pairs in the same order, block by block, each of some left rows: no more are held than some millions,
    /// or those of one left row.
    ///
    /// ```
    /// use soa::{Disks, join::Join};
    ///
    /// let disks = Disks::new([vec![0.0; 100], vec![0.0; 100], vec![1.0; 100]])?;
    /// let mut longest = 0;
    /// Join::new(&disks, &disks)?.for_each_block(|pairs| longest = longest.max(pairs.len()));
    /// assert_eq!(longest, 10_000);
    /// # Ok::<(), soa::Error>(())
    /// ```
    pub fn for_each_block(&self, mut take: impl FnMut(&Pairs)) {
        self.blocks(0..self.left.len(), &AtomicUsize::new(0), &mut take);
    }

    fn blocks(&self, rows: Range<usize>, done: &AtomicUsize, take: &mut impl FnMut(&Pairs)) {
        let limit = if rows.len() == 1 { u64::MAX } else { BLOCK_PAIRS };
        let fits = rows.len() <= CHUNK;
        let listed = || self.listed(rows.clone(), done, &AtomicU64::new(0), limit);
        if let Some(listed) = fits.then(listed).flatten() {
            let mut pairs = Pairs::with_capacity(listed.right.len());
            listed.push_to(&mut pairs);
            if !pairs.is_empty() {
                take(&pairs);
            }
        } else if rows.len() > 1 {
            let middle = rows.start + rows.len() / 2;
            self.blocks(rows.start..middle, done, take);
            self.blocks(middle..rows.end, done, take);
        }
    }

    /// The hits of a chunk in order; None if that makes more than `at_most` with those that were found before.
    fn listed(
        &self,
        rows: Range<usize>,
        done: &AtomicUsize,
        found: &AtomicU64,
        at_most: u64,
    ) -> Option<Listed> {
        let start = rows.start;
        let mut ends = vec![0_u64; rows.len() + 1];
        let (mut lefts, mut rights): (Vec<u32>, Vec<u32>) = (Vec::new(), Vec::new());
        let mut too_many = false;
        self.hits(rows, done, |left, right, bits| {
            let count = count_bits(bits) as u64;
            too_many |= found.fetch_add(count, Relaxed) + count > at_most;
            for i in set_bits(bits) {
                ends[left[i] as usize + 1] += 1;
                lefts.push(left[i]);
                rights.push(right[i]);
            }
            !too_many
        });
        if too_many {
            return None;
        }
        for i in 1..ends.len() {
            ends[i] += ends[i - 1];
        }
        let mut next = ends.clone();
        let mut right = vec![0; rights.len()];
        for (&left, &row) in lefts.iter().zip(&rights) {
            let slot = &mut next[left as usize];
            right[*slot as usize] = row;
            *slot += 1;
        }
        for row in ends.windows(2) {
            right[row[0] as usize..row[1] as usize].sort_unstable();
        }
        Some(Listed { start, ends, right })
    }

    /// What `work` makes of each chunk of left rows, in order. It is also given the number of rows that are done.
    fn chunks<R: Send>(&self, work: impl Fn(Range<usize>, &AtomicUsize) -> R + Sync) -> Vec<R> {
        let (rows, done) = (self.left.len(), AtomicUsize::new(0));
        let threads = !self.query.is_sequential();
        let size = if threads { (rows / 8).clamp(LEAST_CHUNK, CHUNK) } else { CHUNK };
        let chunks = rows.div_ceil(size);
        let chunk = |n: usize| work(n * size..rows.min((n + 1) * size), &done);
        #[cfg(feature = "rayon")]
        if threads && chunks > 1 {
            use rayon::prelude::*;
            return (0..chunks).into_par_iter().map(chunk).collect();
        }
        (0..chunks).map(chunk).collect()
    }

    /// Hands the candidates of a chunk to `take`, until it says stop: left rows counted from the chunk's first, right rows,
    /// and the bits of those that hit. Adds to the number of rows that are done, and reports it.
    fn hits(
        &self,
        rows: Range<usize>,
        done: &AtomicUsize,
        mut take: impl FnMut(&[u32], &[u32], &[u8]) -> bool,
    ) {
        let left = Index::of(self.query.its_level(), &self.left.part(rows.clone()));
        let right = self.right.index();
        let mut narrow = Narrow::<A, B>::new();
        let mut candidates = Candidates::new();
        let mut test = |lefts: &[u32], rights: &[u32]| {
            narrow.copy((&left, lefts), (right, rights), |a, b, left, right| {
                (!self.own || rows.start as u32 + left < right)
                    && !self.leave_out.is_some_and(|leave_out| leave_out(a, b))
            });
            narrow.test(self.query);
            take(&narrow.left, &narrow.right, &narrow.bits)
        };
        let mut reported = 0;
        let mut report = |now: usize| {
            let new = now - reported;
            reported = now;
            let rows = done.fetch_add(new, Relaxed) + new;
            if let Some(Report(report)) = self.progress {
                report(Progress { rows, of: self.left.len() });
            }
        };
        let to_the_end = at_level!(
            self.query.its_level(),
            simd => candidates.find(simd, &left.tree, &right.tree, &mut test, &mut report)
        );
        if to_the_end {
            report(rows.len());
        } else {
            done.fetch_sub(reported, Relaxed);
        }
    }
}

impl<'a, S: Overlap<S> + Bounded> Join<'a, S, S> {
    /// The join of a set with itself: each pair of different rows once, with the smaller row on the left.
    ///
    /// ```
    /// use soa::{Disks, join::Join};
    ///
    /// let disks = Disks::new([vec![0.0, 2.0, 9.0], vec![0.0; 3], vec![1.0; 3]])?; // x, y, radius
    /// assert_eq!(Join::own(&disks)?.pairs()?.iter().collect::<Vec<_>>(), [(0, 1)]);
    /// # Ok::<(), soa::Error>(())
    /// ```
    ///
    /// # Errors
    /// More than `u32::MAX` rows.
    pub fn own(rows: &'a impl Rows<Shape = S>) -> Result<Self, Error> {
        Ok(Self { own: true, ..Self::new(rows, rows)? })
    }
}

impl Join<'_, Triangle, Triangle> {
    /// Leaves out pairs that have a corner in common, as neighbours in a mesh do: what is left are overlaps of parts that
    /// should lie apart.
    ///
    /// ```
    /// use scalar::dim2::Triangle;
    /// use soa::{Triangles, join::Join};
    ///
    /// let triangle = |a, b, c| Triangle { a, b, c };
    /// let mesh = Triangles::from_shapes(&[
    ///     triangle([0.0, 0.0], [4.0, 0.0], [0.0, 4.0]),
    ///     triangle([4.0, 0.0], [4.0, 4.0], [0.0, 4.0]), // shares an edge with the first
    ///     triangle([1.0, 1.0], [9.0, 1.0], [9.0, 2.0]), // lies across both
    /// ])?;
    /// let join = Join::own(&mesh)?.without_shared_corners();
    /// assert_eq!(join.pairs()?.iter().collect::<Vec<_>>(), [(0, 2), (1, 2)]);
    /// # Ok::<(), soa::Error>(())
    /// ```
    #[must_use]
    pub fn without_shared_corners(self) -> Self {
        let share = |s: &Triangle, t: &Triangle| [s.a, s.b, s.c].iter().any(|p| [t.a, t.b, t.c].contains(p));
        Self { leave_out: Some(share), ..self }
    }
}

/// Hits of a chunk in order.
struct Listed {
    /// The first left row.
    start: usize,
    /// Where each left row's right ones begin, and where the last one's end.
    ends: Vec<u64>,
    right: Vec<u32>,
}

impl Listed {
    fn push_to(&self, pairs: &mut Pairs) {
        pairs.push_rows(self.start, &self.ends, &self.right);
    }
}

/// Rows are named by `u32`.
fn check_rows(rows: usize) -> Result<(), Error> {
    if u32::try_from(rows).is_ok() { Ok(()) } else { Err(Error::TooManyRows { rows }) }
}

/// All hitting pairs of two sets, sorted by left row, then right row: [`Join::pairs`].
///
/// ```
/// use soa::{Disks, Points};
///
/// let disks = Disks::new([vec![0.0, 10.0], vec![0.0; 2], vec![1.0; 2]])?; // x, y, radius
/// let points = Points::new([vec![11.0, 1.0], vec![0.0; 2]])?;
/// assert_eq!(soa::join(&disks, &points)?.iter().collect::<Vec<_>>(), [(0, 1), (1, 0)]);
/// # Ok::<(), soa::Error>(())
/// ```
///
/// # Errors
/// More than `u32::MAX` rows on a side, or pairs.
pub fn join<A: Rows, B: Rows>(a: &A, b: &B) -> Result<Pairs, Error>
where
    A::Shape: Overlap<B::Shape> + Bounded,
    B::Shape: Bounded<Bounds = <A::Shape as Bounded>::Bounds>,
{
    Join::new(a, b)?.pairs()
}

/// All hitting pairs of different rows of one set, each once, sorted by the smaller row, then the larger:
/// [`Join::own`].
///
/// # Errors
/// More than `u32::MAX` rows, or pairs.
pub fn self_join<A: Rows>(a: &A) -> Result<Pairs, Error>
where
    A::Shape: Overlap<A::Shape> + Bounded,
{
    Join::own(a)?.pairs()
}
