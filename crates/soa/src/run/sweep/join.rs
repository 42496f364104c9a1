//! Joins of shapes that move, with their options.

use alloc::vec::Vec;

use crate::data::any::AnyView;
use crate::data::error::Error;
use crate::data::pairs::Pairs;
use crate::data::view::Rows;
use crate::join::{Options, Progress, Report};
use crate::run::query::Query;
use crate::run::sweep::{Moving, Sweep, SweepPair};

/// A join of moving shapes with its options: [`join_sweep`], and the same of shapes that are known only when the
/// program runs.
///
/// ```
/// use soa::{AnyView, Error, JoinSweep, ShapeKind};
///
/// let bullets = AnyView::new(ShapeKind::Disk, &[&[0.0; 2], &[0.0, 90.0], &[0.5; 2]])?; // x, y, radius
/// let motions = AnyView::new(ShapeKind::Point, &[&[8.0; 2], &[0.0; 2]])?; // dx, dy
/// let walls = AnyView::new(ShapeKind::Segment, &[&[4.5, 2.5], &[-1.0; 2], &[0.0; 2], &[2.0; 2]])?; // x, y, dx, dy
/// let join = JoinSweep::of_any(&bullets, &motions, &walls)?;
/// assert_eq!(join.pairs()?.0.iter().collect::<Vec<_>>(), [(0, 0), (0, 1)]);
/// assert_eq!(join.limit(1).pairs(), Err(Error::TooManyPairs { at_most: 1 }));
/// # Ok::<(), Error>(())
/// ```
pub struct JoinSweep<'a> {
    pair: SweepPair,
    moving: AnyView<'a>,
    motions: AnyView<'a>,
    other: AnyView<'a>,
    options: Options<'a>,
}

impl core::fmt::Debug for JoinSweep<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "JoinSweep({:?} with {:?})", self.moving, self.other)
    }
}

impl<'a> JoinSweep<'a> {
    /// The join of these rows, of which the first move by the second.
    ///
    /// # Errors
    /// None: there is a sweep of these shapes.
    pub fn new<A: Rows, M: Rows<Shape = <A::Shape as Moving>::Motion>, B: Rows>(
        moving: &'a A,
        motions: &'a M,
        other: &'a B,
    ) -> Result<Self, Error>
    where
        A::Shape: Sweep<B::Shape>,
    {
        Self::of_any(&moving.view().any(), &motions.view().any(), &other.view().any())
    }

    /// The join of these rows, of shapes that are known only when the program runs. Motions are points, which are
    /// vectors, of the plane or of space like the shapes.
    ///
    /// # Errors
    /// Two shapes without a sweep; motions that are no points of the same space.
    pub fn of_any(moving: &AnyView<'a>, motions: &AnyView<'a>, other: &AnyView<'a>) -> Result<Self, Error> {
        let pair = SweepPair::any(moving.kind(), motions.kind(), other.kind())?;
        Ok(Self { pair, moving: *moving, motions: *motions, other: *other, options: Options::new() })
    }

    /// Runs at this query's level, and on its threads.
    #[must_use]
    pub fn query(mut self, query: Query) -> Self {
        self.options.query = query;
        self
    }

    /// Lists no more pairs than this, by default 2^28, as [`Join::limit`](crate::Join::limit).
    #[must_use]
    pub fn limit(mut self, pairs: u64) -> Self {
        self.options.limit = pairs;
        self
    }

    /// Calls this now and then, as [`Join::progress`](crate::Join::progress).
    #[must_use]
    pub fn progress(mut self, report: &'a (dyn Fn(Progress) + Sync)) -> Self {
        self.options.progress = Some(Report(report));
        self
    }

    /// All pairs of a moving row and one that it touches on its way, sorted by left row, then right row, and the time
    /// of each.
    ///
    /// # Errors
    /// As [`join_sweep`].
    pub fn pairs(&self) -> Result<(Pairs, Vec<f32>), Error> {
        self.pair.pairs(self.options, &self.moving, &self.motions, &self.other)
    }
}

/// All pairs of a row of `a` that moves by the same row of `motions`, and a row of `b` that it touches on its
/// way, sorted by left row, then right row, and the time of each, as [`sweep`](crate::sweep).
///
/// Of disks and spheres it is a join of capsules. Of other shapes it is a join of axis-aligned boxes, around
/// each sweep and around each other shape, whose pairs are measured in blocks of some millions at most.
/// [`JoinSweep`] has options.
///
/// ```
/// use soa::{Disk, Disks, Points, Segment, Segments};
///
/// let bullets = Disks::from_shapes(&[Disk::new([0.0, 0.0], 0.5), Disk::new([0.0, 90.0], 0.5)])?;
/// let motions = Points::from_shapes(&[[8.0, 0.0], [8.0, 0.0]])?;
/// let wall = |x| Segment::new([x, -1.0], [0.0, 2.0]);
/// let (pairs, times) = soa::join_sweep(&bullets, &motions, &Segments::from_shapes(&[wall(4.5), wall(2.5)])?)?;
/// assert_eq!(pairs.iter().collect::<Vec<_>>(), [(0, 0), (0, 1)]);
/// assert!(times[1] < times[0]); // it meets the second wall first
/// # Ok::<(), soa::Error>(())
/// ```
///
/// # Errors
/// Unequal numbers of rows of `a` and `motions`; a value that is not finite; more than `u32::MAX` rows on a
/// side; more than 2^28 pairs; no memory for them.
pub fn join_sweep<A: Rows, M: Rows<Shape = <A::Shape as Moving>::Motion>, B: Rows>(
    a: &A,
    motions: &M,
    b: &B,
) -> Result<(Pairs, Vec<f32>), Error>
where
    A::Shape: Sweep<B::Shape>,
{
    Query::new().join_sweep(a, motions, b)
}

impl Query {
    /// What moving shapes touch of a set, and when: see [`join_sweep`].
    ///
    /// # Errors
    /// As [`join_sweep`].
    pub fn join_sweep<A: Rows, M: Rows<Shape = <A::Shape as Moving>::Motion>, B: Rows>(
        self,
        a: &A,
        motions: &M,
        b: &B,
    ) -> Result<(Pairs, Vec<f32>), Error>
    where
        A::Shape: Sweep<B::Shape>,
    {
        JoinSweep::new(a, motions, b)?.query(self).pairs()
    }
}
