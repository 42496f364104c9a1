//! All hitting pairs of two sets: a broad phase over boxes, and the exact kernel on what it leaves.
//!
//! ```text
//!    left rows                         right rows
//!        |                                 |
//!     regions                           regions          about a thousand neighbours each   region.rs scatter.rs
//!        |                                 |
//!        |                              packed           neighbours in groups of sixteen,   order.rs packed.rs
//!        |                                 |             boxes above them                   bounds.rs groups.rs tree.rs
//!    region by region,                     |
//!    packed like the right ones            |                                                search.rs
//!         \                               /
//!          pairs whose boxes intersect, in blocks        Candidates                         candidates.rs
//!                        |
//!          copied side by side, exact kernel             Narrow                             narrow.rs
//!                        |
//!          sorted by left row, then right row            Lists                              lists.rs
//! ```
//!
//! Where most left rows are near no right row, those are left out of the regions (`occupied.rs`). Threads
//! take regions. The hits are sorted at the end, so the result does not depend on the threads.
//!
//! # Limits
//!
//! Rows are numbered by `u32`, so a side has [`u32::MAX`] rows at most. A join takes up to three times the
//! memory of its input, and some 16 bytes a pair while it sorts them, of which 8 are the result.
//!
//! All pairs of a million rows with a million may be 10^12, which no memory holds. So a list is refused as
//! soon as more pairs are found than [`Join::limit`], by default 2^28: those take 4 GiB. What to call
//! instead:
//!
//! | question | memory for the answer |
//! |---|---|
//! | [`Join::count`], [`Join::is_empty`] | none |
//! | [`Join::matched_left`] | a bit a left row |
//! | [`Join::for_each_block`], [`Join::try_for_each_block`] | 2^22 pairs, or those of one left row, at a time |
//!
//! If there is no memory for a list or a block, there is an [`Error::OutOfMemory`]; without memory for the
//! rows' copies, the program ends. Threads and panics are as for [every query](crate#limits).
//!
//! # Which side to keep
//!
//! | the sets | keep | a frame, or a question |
//! |---|---|---|
//! | two, joined once | nothing | [`join()`] |
//! | one that stays, and other rows each time | its [`Index`] | [`Index::join`] |
//! | two, both the same rows each time, still or moving | an [`Index`] of each | [`Index::refit`] of what moves, [`Index::join_index`] |
//! | one with itself | its [`Index`] | [`Index::refit`], [`Index::self_join_into`] |
//! | one of which few rows move, come or go | its [`Index`] | [`Index::set`], [`Index::insert`], [`Index::remove`] |
//!
//! If you keep one index only, keep that of the larger set, even if it is the one that moves: 5,000 triangles
//! joined with an index of 50,000 disks, refitted each time, take half of the time of the disks joined with
//! an index of the triangles. [`Scratch`] keeps the memory that a join works with.
//!
//! # Speed
//!
//! * A long slanted segment has a large bounding box. Segments, rays and lines on the left side descend the
//!   tree by their own path, so put them there.
//! * A few left rows cost about as much with an index as a single call ([`Index::intersects_one`]) for each.
//! * [`Join::count`] and [`Join::matched_left`] sort nothing. For millions of pairs, sorting is most of the work.

#![allow(
    clippy::needless_range_loop,
    reason = "one index for all columns of a group: such loops become vector code"
)]

use core::convert::Infallible;
use core::marker::PhantomData;
use core::ops::ControlFlow;

use scalar::dim2::Triangle;

use crate::data::any::AnyView;
use crate::data::csr::Csr;
use crate::data::error::Error;
use crate::data::hits::Hits;
use crate::data::pairs::Pairs;
use crate::data::shape::Shape;
use crate::data::view::Rows;
use crate::dim2::triangle_triangle::SharedCorner;
use crate::kernel::{Compiled, Intersects};
use crate::run::query::{Query, pair_of};
use crate::run::resolve::Stages;

pub(crate) mod bounds;
mod boxes;
mod candidates;
mod cast;
pub(crate) mod each_row;
mod edit;
mod few;
mod groups;
mod halves;
mod index;
pub(crate) mod lists;
pub(crate) mod moving;
mod narrow;
mod nearest;
pub(crate) mod neighbours;
mod occupied;
mod one;
mod order;
mod packed;
mod plan;
mod probe;
mod progress;
mod region;
mod scatter;
mod search;
mod slabs;
pub(crate) mod swept;
pub(crate) mod table;
mod tree;

pub use bounds::Bounded;
pub use cast::{Cast, RayHit};
pub use index::{AnyIndex, Index, IndexBuilder};
pub use nearest::{Distance, Nearest};
pub use plan::Scratch;
pub(crate) use plan::{Core, Options};
#[doc(hidden)]
pub use progress::Phase;
use progress::PhaseClock;
pub use progress::Progress;
pub(crate) use progress::Report;

/// Every left row against every right row, with a method for each form of the result: all pairs, how many,
/// whether any.
///
/// The answers are those of [`intersects`](crate::intersects), so touching is a hit, and they do not depend
/// on the number of threads or on the level. Rows of a view that was not validated which hold a NaN or an
/// infinity touch nothing.
///
/// ```
/// use soa::{Disks, Points, join::Join};
///
/// let disks = Disks::new([vec![0.0, 10.0, 1.0], vec![0.0; 3], vec![1.0; 3]])?; // x, y, radius
/// let points = Points::new([vec![1.0, 11.0, 5.0], vec![0.0; 3]])?;
/// let join = Join::new(&disks, &points)?;
/// assert_eq!(join.pairs()?.iter().collect::<Vec<_>>(), [(0, 0), (1, 1), (2, 0)]);
/// assert_eq!(join.count(), 3);
/// assert_eq!(Join::new(&points, &disks)?.matched_left()?.to_bools(), [true, true, false]);
/// # Ok::<(), soa::Error>(())
/// ```
///
/// `A` and `B` are the shapes of its sides; [`AnyJoin`] is a join of shapes that are known only when the
/// program runs.
pub struct Join<'a, A = Any, B = Any> {
    core: Core<'a>,
    shapes: PhantomData<fn(A, B)>,
}

/// The mark of a side whose shape is known only when the program runs.
#[derive(Clone, Copy, Debug)]
pub enum Any {}

/// A join of shapes that are known only when the program runs.
///
/// ```
/// use soa::{AnyView, Error, ShapeKind, join::Join};
///
/// let disks = AnyView::new(ShapeKind::Disk, &[&[0.0, 10.0], &[0.0; 2], &[1.0; 2]])?;
/// let points = AnyView::new(ShapeKind::Point, &[&[11.0, 1.0], &[0.0; 2]])?;
/// assert_eq!(Join::of_any(&disks, &points)?.pairs()?.iter().collect::<Vec<_>>(), [(0, 1), (1, 0)]);
///
/// let spheres = AnyView::new(ShapeKind::Sphere, &[&[0.0][..]; 4])?;
/// assert!(matches!(Join::of_any(&disks, &spheres), Err(Error::NoKernel { .. })));
/// # Ok::<(), Error>(())
/// ```
pub type AnyJoin<'a> = Join<'a>;

impl<A, B> core::fmt::Debug for Join<'_, A, B> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        self.core.fmt(f)
    }
}

impl<'a, A, B> Join<'a, A, B>
where
    A: Intersects<B>,
    B: Shape,
{
    /// The join of these rows. The first call for a result makes an index of the right ones, which later
    /// calls use.
    ///
    /// # Errors
    /// More than `u32::MAX` rows on a side.
    pub fn new(left: &'a impl Rows<Shape = A>, right: &'a impl Rows<Shape = B>) -> Result<Self, Error> {
        Ok(Core::new(A::pair(), &left.view().any(), &right.view().any())?.into())
    }
}

impl<'a> AnyJoin<'a> {
    /// The join of these rows.
    ///
    /// # Errors
    /// Two shapes without an intersection test; more than `u32::MAX` rows on a side.
    pub fn of_any(left: &AnyView<'a>, right: &AnyView<'a>) -> Result<Self, Error> {
        Ok(Core::new(pair_of(left.kind(), right.kind())?, left, right)?.into())
    }

    /// The join of a set with itself, as [`Join::self_join`].
    ///
    /// # Errors
    /// A shape without an intersection test with itself; more than `u32::MAX` rows.
    pub fn self_join_any(rows: &AnyView<'a>) -> Result<Self, Error> {
        Ok(Core::new(pair_of(rows.kind(), rows.kind())?, rows, rows)?.with_itself().into())
    }
}

impl<'a, A, B> From<Core<'a>> for Join<'a, A, B> {
    fn from(core: Core<'a>) -> Self {
        Self { core, shapes: PhantomData }
    }
}

impl<'a, A, B> Join<'a, A, B> {
    /// Runs at this query's level, and on its threads.
    #[must_use]
    pub fn query(mut self, query: Query) -> Self {
        self.core.query = query;
        self
    }

    /// Lists no more pairs than this, by default 2^28: there is an error instead of a list as soon as more
    /// are found. A pair takes some 16 bytes until it is listed, so the default is 4 GiB.
    #[must_use]
    pub fn limit(mut self, pairs: u64) -> Self {
        self.core.limit = pairs;
        self
    }

    /// Only pairs whose rows have a bit in common: `left[i] & right[j] != 0`, as the layers of a game or the
    /// groups of a simulation. A mask of 0 leaves its row out. In the join of a set with itself give the same
    /// masks twice.
    ///
    /// ```
    /// use soa::{Disks, join::Join};
    ///
    /// let disks = Disks::new([vec![0.0, 0.5, 1.0], vec![0.0; 3], vec![1.0; 3]])?; // x, y, radius
    /// let layers = [0b01, 0b11, 0b10];
    /// let join = Join::self_join(&disks)?.masks(&layers, &layers)?;
    /// assert_eq!(join.pairs()?.iter().collect::<Vec<_>>(), [(0, 1), (1, 2)]);
    /// # Ok::<(), soa::Error>(())
    /// ```
    ///
    /// # Errors
    /// Another number of masks than a side has rows, of an index [`Index::len`].
    pub fn masks(self, left: &'a [u32], right: &'a [u32]) -> Result<Self, Error> {
        Ok(self.core.with_masks(left, right)?.into())
    }

    /// Only pairs of rows that this says yes to. It is asked about rows that touch, in no order, from the
    /// threads that search, and may be asked about a pair again.
    ///
    /// ```
    /// use soa::{Disks, join::Join};
    ///
    /// let disks = Disks::new([vec![0.0, 0.5, 1.0], vec![0.0; 3], vec![1.0; 3]])?; // x, y, radius
    /// let owner = [7, 7, 8];
    /// let other_owner = |a: u32, b: u32| owner[a as usize] != owner[b as usize];
    /// let join = Join::self_join(&disks)?.filter(&other_owner);
    /// assert_eq!(join.pairs()?.iter().collect::<Vec<_>>(), [(0, 2), (1, 2)]);
    /// # Ok::<(), soa::Error>(())
    /// ```
    #[must_use]
    pub fn filter(mut self, keep: &'a (dyn Fn(u32, u32) -> bool + Sync)) -> Self {
        self.core.filter.keep = Some(keep);
        self
    }

    /// Calls this at the start of each task and every some ten thousand left rows, from the thread that
    /// searches them. A callback that panics ends the join soon.
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
    pub fn progress(mut self, report: &'a (dyn Fn(Progress) + Sync)) -> Self {
        self.core.progress = Some(Report(report));
        self
    }

    /// Calls this with the candidates of a block, which are pairs whose boxes touch, by the stage that
    /// decided them: from the threads that search, in no order. Candidates that are searched again, as
    /// [`Join::for_each_block`] may, are counted again.
    ///
    /// ```
    /// use std::sync::Mutex;
    /// use soa::{Disks, Stages, join::Join};
    ///
    /// // Of three candidates one is no hit, and one touches: f32 does not decide that.
    /// let left = Disks::new([vec![0.0], vec![0.0], vec![5.0]])?; // x, y, radius
    /// let right = Disks::new([vec![0.0, 6.0, 5.5], vec![0.0, 8.0, 5.5], vec![1.0, 5.0, 1.0]])?;
    /// let all = Mutex::new(Stages::default());
    /// let add = |stages| *all.lock().unwrap() += stages;
    /// assert_eq!(Join::new(&left, &right)?.stages(&add).count(), 2);
    /// let all = all.into_inner().unwrap();
    /// assert_eq!((all.rows(), all.single), (3, 2));
    /// # Ok::<(), soa::Error>(())
    /// ```
    #[must_use]
    pub fn stages(mut self, add: &'a (dyn Fn(Stages) + Sync)) -> Self {
        self.core.filter.stages = Some(add);
        self
    }

    /// Calls this at the end of each phase, on one thread: for the benches, which have a clock.
    #[doc(hidden)]
    #[must_use]
    pub fn phases(mut self, ended: &'a (dyn Fn(Phase) + Sync)) -> Self {
        self.core.clock = PhaseClock(Some(ended));
        self
    }

    /// The number of hitting pairs.
    pub fn count(&self) -> u64 {
        self.core.count()
    }

    /// Whether no pair intersects. Stops at the first pair that does.
    #[doc(alias = "any")]
    pub fn is_empty(&self) -> bool {
        self.core.is_empty()
    }

    /// The left rows that intersect at least one right row: one bit a row.
    ///
    /// # Errors
    /// No memory for the bits.
    #[doc(alias = "semi_join")]
    pub fn matched_left(&self) -> Result<Hits, Error> {
        self.core.matched_left()
    }

    /// All hitting pairs, sorted by left row, then right row.
    ///
    /// # Errors
    /// More pairs than [`Join::limit`] allows; no memory for them.
    pub fn pairs(&self) -> Result<Pairs, Error> {
        self.core.pairs()
    }

    /// [`Join::pairs`] into memory that is used again. On one thread a join of two indexes
    /// ([`Index::join_index`]), or of up to 32 rows with one, allocates nothing once the memory has grown;
    /// other left rows are sorted into new memory, and each task of several threads takes its own.
    ///
    /// # Errors
    /// As [`Join::pairs`]; then the list holds nothing of use.
    pub fn pairs_into(&self, pairs: &mut Pairs, scratch: &mut Scratch) -> Result<(), Error> {
        self.core.pairs_into(pairs, scratch)
    }

    /// All hitting pairs as one list of right rows for each left row.
    ///
    /// # Errors
    /// More pairs than [`Join::limit`] allows; no memory for them.
    pub fn csr(&self) -> Result<Csr, Error> {
        self.core.csr()
    }

    /// All hitting pairs in the same order, block by block, each of some left rows: no more are held than
    /// some millions, or those of one left row.
    ///
    /// This saves memory, not time: a block that turns out to have too many pairs is halved and searched
    /// again, so all blocks may take twice as long as [`Join::pairs`].
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

    /// [`Join::for_each_block`] until the callback breaks; returns its last value.
    ///
    /// ```
    /// use std::ops::ControlFlow::{Break, Continue};
    /// use soa::{Disks, join::Join};
    ///
    /// let disks = Disks::new([vec![0.0; 100], vec![0.0; 100], vec![1.0; 100]])?;
    /// let mut first = Vec::new();
    /// let last = Join::new(&disks, &disks)?.try_for_each_block(|pairs| {
    ///     first.extend(pairs.iter().take(3 - first.len()));
    ///     if first.len() == 3 { Break("enough") } else { Continue(()) }
    /// })?;
    /// assert_eq!(first, [(0, 0), (0, 1), (0, 2)]);
    /// assert_eq!(last, Break("enough"));
    /// # Ok::<(), soa::Error>(())
    /// ```
    ///
    /// # Errors
    /// No memory for a block.
    pub fn try_for_each_block<T>(
        &self,
        mut take: impl FnMut(&Pairs) -> ControlFlow<T>,
    ) -> Result<ControlFlow<T>, Error> {
        let mut last = ControlFlow::Continue(());
        self.core.for_each_block(&mut |pairs| {
            last = take(pairs);
            last.is_continue()
        })?;
        Ok(last)
    }
}

impl<'a, S: Intersects<S>> Join<'a, S, S> {
    /// The join of a set with itself: each pair of different rows once, with the smaller row on the left.
    ///
    /// ```
    /// use soa::{Disks, join::Join};
    ///
    /// let disks = Disks::new([vec![0.0, 2.0, 9.0], vec![0.0; 3], vec![1.0; 3]])?; // x, y, radius
    /// assert_eq!(Join::self_join(&disks)?.pairs()?.iter().collect::<Vec<_>>(), [(0, 1)]);
    /// # Ok::<(), soa::Error>(())
    /// ```
    ///
    /// # Errors
    /// More than `u32::MAX` rows.
    pub fn self_join(rows: &'a impl Rows<Shape = S>) -> Result<Self, Error> {
        Ok(Core::new(S::pair(), &rows.view().any(), &rows.view().any())?.with_itself().into())
    }
}

impl Join<'_, Triangle, Triangle> {
    /// Leaves out pairs that have a corner in common, as neighbours in a mesh do: what is left are overlaps
    /// of parts that should lie apart.
    ///
    /// ```
    /// use soa::{Triangle, Triangles, join::Join};
    ///
    /// let triangle = |a, b, c| Triangle { a, b, c };
    /// let mesh = Triangles::from_shapes(&[
    ///     triangle([0.0, 0.0], [4.0, 0.0], [0.0, 4.0]),
    ///     triangle([4.0, 0.0], [4.0, 4.0], [0.0, 4.0]), // shares an edge with the first
    ///     triangle([1.0, 1.0], [9.0, 1.0], [9.0, 2.0]), // lies across both
    /// ])?;
    /// let join = Join::self_join(&mesh)?.exclude_shared_corners();
    /// assert_eq!(join.pairs()?.iter().collect::<Vec<_>>(), [(0, 2), (1, 2)]);
    /// # Ok::<(), soa::Error>(())
    /// ```
    #[must_use]
    pub fn exclude_shared_corners(mut self) -> Self {
        self.core.filter.except = Some(SharedCorner::kernel());
        self
    }
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
/// More than `u32::MAX` rows on a side; more than 2^28 pairs ([`Join::limit`]); no memory for them.
pub fn join<A: Rows, B: Rows>(a: &A, b: &B) -> Result<Pairs, Error>
where
    A::Shape: Intersects<B::Shape>,
{
    Join::new(a, b)?.pairs()
}

/// All hitting pairs of different rows of one set, each once, sorted by the smaller row, then the larger:
/// [`Join::self_join`].
///
/// # Errors
/// More than `u32::MAX` rows; more than 2^28 pairs ([`Join::limit`]); no memory for them.
pub fn self_join<A: Rows>(a: &A) -> Result<Pairs, Error>
where
    A::Shape: Intersects<A::Shape>,
{
    Join::self_join(a)?.pairs()
}
