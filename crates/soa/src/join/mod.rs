//! All hitting pairs of two sets: a broad phase over boxes, and the exact kernel on what it leaves.
//!
//! ```text
//!    left rows                         right rows
//!        |                                 |
//!     regions                           regions          about a thousand neighbours each   region.rs scatter.rs
//!        |                                 |
//!        |                              placed           neighbours in groups of sixteen,   order.rs placed.rs
//!        |                                 |             boxes above them                   bounds.rs groups.rs tree.rs
//!    region by region,                     |
//!    placed like the right ones            |                                                search.rs
//!         \                               /
//!          pairs whose boxes meet, in blocks             Candidates                         candidates.rs
//!                        |
//!          copied side by side, exact kernel             Narrow                             narrow.rs
//!                        |
//!          sorted by left row, then right row            Lists                              lists.rs
//! ```
//!
//! Threads take regions. What they find is put in order at the end, so it does not depend on who found it.
//!
//! # Limits
//!
//! Rows and pairs are numbered by `u32`, so a side has [`u32::MAX`] rows at most. Beside its input a join takes up to three
//! times as much, and some 16 bytes a pair while it puts them in order, of which 8 are the result.
//!
//! All pairs of a million rows with a million may be 10^12, which no memory holds. So a list is refused as soon as more are found
//! than [`Join::at_most`] says, which is 2^28 unless told: those take 4 GiB. What to ask instead:
//!
//! | question | memory for the answer |
//! |---|---|
//! | [`Join::count`], [`Join::any`] | none |
//! | [`Join::rows`] | a bit a left row |
//! | [`Join::for_each_block`], [`Join::try_for_each_block`] | 2^22 pairs, or those of one left row, at a time |
//!
//! If there is no memory for a list or a block, there is an [`Error::OutOfMemory`]; without memory for the rows' copies, the program
//! ends. Threads and panics are as for [every query](crate#limits).

#![allow(
    clippy::needless_range_loop,
    reason = "one index for all columns of a group: such loops become vector code"
)]

use alloc::vec::Vec;
use core::any::Any;
use core::cell::OnceCell;
use core::convert::Infallible;
use core::ops::{ControlFlow, Range};
use core::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, AtomicUsize, Ordering::Relaxed};

use scalar::dim2::Triangle;

use crate::csr::Csr;
use crate::error::Error;
use crate::hits::{Hits, count_bits, set_bits};
use crate::kernel::Overlap;
use crate::memory::reserve;
use crate::pairs::Pairs;
use crate::query::Query;
use crate::view::{Rows, View};

mod bounds;
mod candidates;
mod groups;
mod index;
mod lists;
mod narrow;
mod nearest;
mod order;
mod placed;
mod region;
mod scatter;
mod search;
mod tree;

pub use bounds::Bounded;
pub use index::Index;
use index::place;
use lists::{Hit, Lists, hit};
pub use nearest::{Distance, Nearest};
use placed::Placed;
use region::scatter;
use search::{Done, Left, Search, Wanted};

/// Pairs of a list at most, unless told.
const MOST_PAIRS: u64 = 1 << 28;
/// Left rows of a block that is handed out, at most.
const BLOCK_ROWS: usize = 1 << 20;
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

impl<A: Overlap<B>, B: Bounded> core::fmt::Debug for Join<'_, A, B> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "Join({} {} with {})", self.left.len(), A::NAME, B::NAME)
    }
}

/// Who wants to know how far a join is.
#[derive(Clone, Copy)]
struct Report<'a>(&'a (dyn Fn(Progress) + Sync));

/// How far a join is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Left rows that are done.
    pub rows: usize,
    /// All left rows.
    pub of: usize,
}

/// The indexed side.
enum Right<'a, B: Bounded> {
    /// Placed when it is needed.
    Rows(View<'a, B>, OnceCell<Placed<B>>),
    Kept(&'a Placed<B>),
}

impl<B: Bounded> Right<'_, B> {
    fn placed(&self, query: Query) -> &Placed<B> {
        match self {
            Self::Rows(rows, placed) => placed.get_or_init(|| place(query, rows)),
            Self::Kept(placed) => placed,
        }
    }
}

impl<'a, A, B> Join<'a, A, B>
where
    A: Overlap<B> + Bounded,
    B: Bounded<Bounds = A::Bounds>,
{
    /// The join of these rows. The first answer makes an index of the right ones, which the next answers use.
    ///
    /// # Errors
    /// More than `u32::MAX` rows on a side.
    pub fn new(left: &'a impl Rows<Shape = A>, right: &'a impl Rows<Shape = B>) -> Result<Self, Error> {
        let right = right.view();
        check_rows(right.len())?;
        Self::with(Query::new(), left, Right::Rows(right, OnceCell::new()))
    }

    /// The join of these rows with those of an index that is kept: [`Index::join`].
    fn with(query: Query, left: &'a impl Rows<Shape = A>, right: Right<'a, B>) -> Result<Self, Error> {
        let left = left.view();
        check_rows(left.len())?;
        Ok(Self { query, left, right, own: false, leave_out: None, at_most: MOST_PAIRS, progress: None })
    }

    /// Runs at this query's level, and on its threads.
    #[must_use]
    pub fn query(self, query: Query) -> Self {
        Self { query, ..self }
    }

    /// Lists no more pairs than this, 2^28 unless told: there is an error instead of a list as soon as more are found. A pair
    /// takes some 16 bytes until it is listed, so that those are 4 GiB.
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
        let counts = self.search_all(|search, task| {
            let mut count = 0;
            search.run(task, &mut |_, _, bits| {
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
        self.search_all(|search, task| {
            search.run(task, &mut |_, _, bits| {
                found.fetch_or(count_bits(bits) > 0, Relaxed);
                !found.load(Relaxed)
            });
        });
        found.into_inner()
    }

    /// The left rows that touch anything: one bit a row.
    pub fn rows(&self) -> Hits {
        let touched: Vec<AtomicU8> = (0..self.left.len().div_ceil(8)).map(|_| AtomicU8::new(0)).collect();
        self.search_all(|search, task| {
            search.run(task, &mut |left, _, bits| {
                for i in set_bits(bits) {
                    touched[left[i] as usize / 8].fetch_or(1 << (left[i] % 8), Relaxed);
                }
                true
            });
        });
        Hits::from_bytes(touched.into_iter().map(AtomicU8::into_inner).collect(), self.left.len())
    }

    /// All hitting pairs, sorted by left row, then right row.
    ///
    /// # Errors
    /// More pairs than [`Join::at_most`] allows; no memory for them.
    pub fn pairs(&self) -> Result<Pairs, Error> {
        self.lists()?.pairs()
    }

    /// All hitting pairs as one list of right rows for each left row.
    ///
    /// # Errors
    /// More pairs than [`Join::at_most`] allows; no memory for them.
    pub fn csr(&self) -> Result<Csr, Error> {
        self.lists()?.csr()
    }

    fn lists(&self) -> Result<Lists, Error> {
        let found = Found::new(self.at_most);
        let hits = self.search_all(|search, task| found.list(search, task));
        let hits = hits.into_iter().collect::<Result<_, _>>()?;
        Lists::new(self.query.threads(), hits, 0..self.left.len())
    }

    /// All hitting pairs in the same order, block by block, each of some left rows: no more are held than some millions,
    /// or those of one left row.
    ///
    /// ```
    /// use soa::{Disks, join::Join};
    ///
    /// let disks = Disks::new([vec![0.0; 100], vec![0.0; 100], vec![1.0; 100]])?;
    /// let mut longest = 0;
    /// Join::new(&disks, &disks)?.for_each_block(|pairs| longest = longest.max(pairs.len()))?;
    /// assert_eq!(longest, 10_000);
    /// # Ok::<(), soa::Error>(())
    /// ```
    ///
    /// # Errors
    /// No memory for a block.
    pub fn for_each_block(&self, mut take: impl FnMut(&Pairs)) -> Result<(), Error> {
        let all = self.try_for_each_block::<Infallible>(|pairs| {
            take(pairs);
            ControlFlow::Continue(())
        });
        all.map(|_| ())
    }

    /// [`Join::for_each_block`] until it is told to stop; returns what it was told.
    ///
    /// ```
    /// use std::ops::ControlFlow::{Break, Continue};
    /// use soa::{Disks, join::Join};
    ///
    /// let disks = Disks::new([vec![0.0; 100], vec![0.0; 100], vec![1.0; 100]])?;
    /// let mut first = Vec::new();
    /// let told = Join::new(&disks, &disks)?.try_for_each_block(|pairs| {
    ///     first.extend(pairs.iter().take(3 - first.len()));
    ///     if first.len() == 3 { Break("enough") } else { Continue(()) }
    /// })?;
    /// assert_eq!(first, [(0, 0), (0, 1), (0, 2)]);
    /// assert_eq!(told, Break("enough"));
    /// # Ok::<(), soa::Error>(())
    /// ```
    ///
    /// # Errors
    /// No memory for a block.
    pub fn try_for_each_block<T>(
        &self,
        mut take: impl FnMut(&Pairs) -> ControlFlow<T>,
    ) -> Result<ControlFlow<T>, Error> {
        self.blocks(0..self.left.len(), &self.done(), &mut take)
    }

    fn blocks<T>(
        &self,
        rows: Range<usize>,
        done: &Done,
        take: &mut impl FnMut(&Pairs) -> ControlFlow<T>,
    ) -> Result<ControlFlow<T>, Error> {
        let before = done.rows.load(Relaxed);
        if rows.len() <= BLOCK_ROWS {
            match self.block(rows.clone(), done) {
                Ok(pairs) if pairs.is_empty() => return Ok(ControlFlow::Continue(())),
                Ok(pairs) => return Ok(take(&pairs)),
                Err(Error::TooManyPairs { .. }) => {}
                Err(error) => return Err(error),
            }
        }
        // What was found is lost, and its rows are done again.
        done.rows.store(before, Relaxed);
        let middle = rows.start + rows.len() / 2;
        match self.blocks(rows.start..middle, done, take)? {
            ControlFlow::Continue(()) => self.blocks(middle..rows.end, done, take),
            told @ ControlFlow::Break(_) => Ok(told),
        }
    }

    /// The pairs of some left rows, unless they are too many; of one row, however many they are.
    fn block(&self, rows: Range<usize>, done: &Done) -> Result<Pairs, Error> {
        let found = Found::new(if rows.len() == 1 { u64::MAX } else { BLOCK_PAIRS });
        let hits = self.search(rows.clone(), done, |search, task| found.list(search, task));
        let hits = hits.into_iter().collect::<Result<_, _>>()?;
        Lists::new(self.query.threads(), hits, rows)?.pairs()
    }

    fn done(&self) -> Done<'_> {
        Done { rows: AtomicUsize::new(0), of: self.left.len(), report: self.progress }
    }

    /// What each task makes of the hits of all left rows.
    fn search_all<R: Send>(&self, work: impl Fn(&Search<A, B>, Range<usize>) -> R + Sync + Send) -> Vec<R> {
        let done = self.done();
        let right = self.right.placed(self.query);
        // A set with itself has one type of row.
        let own: Option<&Placed<A>> = (right as &dyn Any).downcast_ref().filter(|_| self.own);
        match own {
            Some(own) => {
                done.add(self.left.len() - own.len());
                self.run(Left::Own(own), right, &done, work)
            }
            None => self.search(0..self.left.len(), &done, work),
        }
    }

    /// What each task makes of the hits of some left rows.
    fn search<R: Send>(
        &self,
        rows: Range<usize>,
        done: &Done,
        work: impl Fn(&Search<A, B>, Range<usize>) -> R + Sync + Send,
    ) -> Vec<R> {
        let threads = self.query.threads();
        let right = self.right.placed(self.query);
        let regions = scatter(self.query.its_level(), threads, &self.left.part(rows.clone()), rows.start);
        // Rows that are not finite are in no region.
        done.add(rows.len() - regions.len());
        self.run(Left::Regions(&regions), right, done, work)
    }

    fn run<R: Send>(
        &self,
        left: Left<A>,
        right: &Placed<B>,
        done: &Done,
        work: impl Fn(&Search<A, B>, Range<usize>) -> R + Sync + Send,
    ) -> Vec<R> {
        let threads = self.query.threads();
        let wanted = Wanted { own: self.own, leave_out: self.leave_out };
        let search = Search { query: self.query.sequential(), left, right, wanted, done };
        threads.map(search.tasks(threads), |task| work(&search, task))
    }
}

/// How many hits all tasks have found.
struct Found {
    hits: AtomicU64,
    at_most: u64,
    /// There are too many, or there is no memory for them.
    stop: AtomicBool,
}

impl Found {
    fn new(at_most: u64) -> Self {
        Self { hits: AtomicU64::new(0), at_most, stop: AtomicBool::new(false) }
    }

    /// The hits of a task; only some of them if another task has an error.
    fn list<A, B>(&self, search: &Search<A, B>, task: Range<usize>) -> Result<Vec<Hit>, Error>
    where
        A: Overlap<B> + Bounded,
        B: Bounded<Bounds = A::Bounds>,
    {
        let (mut hits, mut outcome) = (Vec::new(), Ok(()));
        search.run(task, &mut |left, right, bits| {
            outcome = self.make_room(&mut hits, count_bits(bits));
            if outcome.is_ok() {
                hits.extend(set_bits(bits).map(|i| hit(left[i], right[i])));
            } else {
                self.stop.store(true, Relaxed);
            }
            !self.stop.load(Relaxed)
        });
        outcome.map(|()| hits)
    }

    fn make_room(&self, hits: &mut Vec<Hit>, more: usize) -> Result<(), Error> {
        let at_most = self.at_most;
        if self.hits.fetch_add(more as u64, Relaxed) + more as u64 > at_most {
            return Err(Error::TooManyPairs { at_most });
        }
        reserve(hits, more)
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
/// More than `u32::MAX` rows on a side; more than 2^28 pairs ([`Join::at_most`]); no memory for them.
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
/// More than `u32::MAX` rows; more than 2^28 pairs ([`Join::at_most`]); no memory for them.
pub fn self_join<A: Rows>(a: &A) -> Result<Pairs, Error>
where
    A::Shape: Overlap<A::Shape> + Bounded,
{
    Join::own(a)?.pairs()
}

#[cfg(all(test, target_pointer_width = "64"))]
mod tests {
    use super::*;

    #[test]
    fn rows_are_named_by_32_bits() {
        let most = u32::MAX as usize;
        assert_eq!(check_rows(most), Ok(()));
        assert_eq!(check_rows(most + 1), Err(Error::TooManyRows { rows: most + 1 }));
    }
}
