//! What a moving shape touches first of the rows of an index: a shape cast.
//!
//! The index hands out the rows that are on its way, up to sixteen at a time ([`crate::join::swept`]). They are
//! measured in lanes, as those of [`sweep`](crate::sweep), and the earliest time bounds the rest of the search.

use alloc::vec::Vec;
use core::cmp::Ordering;

use super::hulls::{HullShapes, Part};
use super::{How, Sweep, SweepPair};
use crate::data::any::AnyView;
use crate::data::check::check_row;
use crate::data::error::Error;
use crate::data::memory::{reserve, with_capacity};
use crate::data::shape::Shape;
use crate::data::view::Rows;
use crate::join::each_row::each_task;
use crate::join::swept::{Moved, OF_MANY, OF_ONE, SweptRows};
use crate::join::{AnyIndex, Index};
use crate::kernel::MeasureKernel;
use crate::kernel::operand::{Operand, Operands, slices};
use crate::lanes::MAX_LANES;
use crate::registry::Pair;
use crate::run::driver;
use crate::run::query::{Query, equal_rows};
use crate::run::rows_or_pairs::Source;

/// A row that a moving shape touches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SweepHit {
    /// The row.
    pub row: u32,
    /// How much of its motion the shape makes before that, from 0 to 1: never late, and at most `2^-24` early.
    pub time: f32,
}

impl<S: Shape> Index<S> {
    /// What a shape touches first when it moves along a vector: the row with the least time, as [`sweep`](crate::sweep)
    /// gives it, and the smaller row where two are equal. Whether it touches any is exact. A shape that touches a row
    /// where it starts does so at 0.
    ///
    /// A point that moves is a disk or a sphere with a radius of zero: a ray with an end, at any shapes.
    ///
    /// ```
    /// use soa::{Disk, Index, Segment, Segments};
    ///
    /// let wall = |x| Segment::new([x, -1.0], [0.0, 2.0]);
    /// let walls = Index::new(&Segments::from_shapes(&[wall(6.5), wall(4.5), wall(-1.0)])?)?;
    /// let bullet = Disk::new([0.0, 0.0], 0.5);
    /// let hit = walls.sweep_one(&bullet, &[8.0, 0.0])?.unwrap();
    /// assert_eq!(hit.row, 1);
    /// assert!(0.4999999 < hit.time && hit.time < 0.5); // 4 of 8
    /// assert_eq!(walls.sweep_one(&bullet, &[0.0, 8.0])?, None);
    /// # Ok::<(), soa::Error>(())
    /// ```
    ///
    /// # Errors
    /// A value that is not finite.
    #[doc(alias = "cast_shape")]
    #[doc(alias = "shape_cast")]
    pub fn sweep_one<A: Sweep<S>>(&self, shape: &A, motion: &A::Motion) -> Result<Option<SweepHit>, Error> {
        self.sweep_where(shape, motion, |_| true)
    }

    /// [`Index::sweep_one`] among the rows that `keep` says yes to: all but the shape itself, or those of one layer.
    ///
    /// ```
    /// use soa::{Aabb, Aabbs, Index};
    ///
    /// let crates = [0.0, 3.0, 7.0].map(|x| Aabb { min: [x, 0.0], max: [x + 1.0, 1.0] });
    /// let index = Index::new(&Aabbs::from_shapes(&crates)?)?;
    /// assert_eq!(index.sweep_one(&crates[0], &[8.0, 0.0])?.unwrap().row, 0);
    /// let hit = index.sweep_where(&crates[0], &[8.0, 0.0], |row| row != 0)?.unwrap();
    /// assert_eq!(hit.row, 1);
    /// assert!(0.2499999 < hit.time && hit.time < 0.25); // 2 of 8
    /// # Ok::<(), soa::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Index::sweep_one`].
    pub fn sweep_where<A: Sweep<S>>(
        &self,
        shape: &A,
        motion: &A::Motion,
        mut keep: impl FnMut(u32) -> bool,
    ) -> Result<Option<SweepHit>, Error> {
        Ok(self.mover(shape, motion)?.first(self, [shape.values(), motion.values()], &mut keep))
    }

    /// All rows that a shape touches when it moves along a vector, by time, then by row.
    ///
    /// ```
    /// use soa::{Disk, Index, Segment, Segments};
    ///
    /// let wall = |x| Segment::new([x, -1.0], [0.0, 2.0]);
    /// let walls = Index::new(&Segments::from_shapes(&[wall(6.5), wall(4.5), wall(-1.0)])?)?;
    /// let hits = walls.sweep_all(&Disk::new([0.0, 0.0], 0.5), &[8.0, 0.0])?;
    /// assert_eq!(hits.iter().map(|hit| hit.row).collect::<Vec<_>>(), [1, 0]);
    /// assert!(hits[0].time < 0.5 && 0.5 < hits[1].time);
    /// # Ok::<(), soa::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Index::sweep_one`]; no memory for the result.
    pub fn sweep_all<A: Sweep<S>>(&self, shape: &A, motion: &A::Motion) -> Result<Vec<SweepHit>, Error> {
        self.mover(shape, motion)?.all(self, [shape.values(), motion.values()])
    }

    /// [`Index::sweep_one`] of every row of `moving`, by the same row of `motions`. Large sets run on the threads of
    /// the index's query.
    ///
    /// ```
    /// use soa::{Disk, Disks, Index, Points, Segment, Segments};
    ///
    /// let wall = |x| Segment::new([x, -1.0], [0.0, 2.0]);
    /// let walls = Index::new(&Segments::from_shapes(&[wall(6.5), wall(4.5)])?)?;
    /// let bullets = Disks::from_shapes(&[Disk::new([0.0, 0.0], 0.5), Disk::new([0.0, 90.0], 0.5)])?;
    /// let hits = walls.sweep(&bullets, &Points::from_shapes(&[[8.0, 0.0]; 2])?)?;
    /// assert_eq!(hits[0].map(|hit| hit.row), Some(1));
    /// assert_eq!(hits[1], None);
    /// # Ok::<(), soa::Error>(())
    /// ```
    ///
    /// # Errors
    /// Unequal numbers of rows of `moving` and `motions`; a value that is not finite; no memory for the result.
    pub fn sweep<A: Sweep<S>>(
        &self,
        moving: &impl Rows<Shape = A>,
        motions: &impl Rows<Shape = A::Motion>,
    ) -> Result<Vec<Option<SweepHit>>, Error> {
        self.first_of_moving(&moving.view().any(), &motions.view().any())
    }

    fn mover<A: Sweep<S>>(&self, shape: &A, motion: &A::Motion) -> Result<Mover, Error> {
        check_row(shape, 0)?;
        check_row(motion, 0)?;
        Ok(Mover::new(SweepPair::any(A::KIND, A::Motion::KIND, S::KIND)?, self.query))
    }
}

impl AnyIndex {
    /// [`Index::sweep`] of shapes that are known only when the program runs. Motions are points, which are vectors, of
    /// the plane or of space like the shapes.
    ///
    /// ```
    /// use soa::{AnyView, Index, ShapeKind};
    ///
    /// let walls: [&[f32]; 4] = [&[6.5, 4.5], &[-1.0; 2], &[0.0; 2], &[2.0; 2]]; // start, direction
    /// let walls = Index::of_any(&AnyView::new(ShapeKind::Segment, &walls)?)?;
    /// let bullets = AnyView::new(ShapeKind::Disk, &[&[0.0], &[0.0], &[0.5]])?; // x, y, radius
    /// let motions = AnyView::new(ShapeKind::Point, &[&[8.0], &[0.0]])?; // dx, dy
    /// assert_eq!(walls.sweep_any(&bullets, &motions)?[0].map(|hit| hit.row), Some(1));
    /// # Ok::<(), soa::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Index::sweep`]; shapes without a sweep.
    pub fn sweep_any(&self, moving: &AnyView, motions: &AnyView) -> Result<Vec<Option<SweepHit>>, Error> {
        self.first_of_moving(moving, motions)
    }
}

impl<S> Index<S> {
    fn first_of_moving(&self, moving: &AnyView, motions: &AnyView) -> Result<Vec<Option<SweepHit>>, Error> {
        let rows = equal_rows(moving.len(), motions.len())?;
        let (moving, motions) = (moving.validated()?, motions.validated()?);
        let mut hits = with_capacity(rows)?;
        hits.resize(rows, None);
        let pair = SweepPair::any(moving.kind(), motions.kind(), self.packed.kind)?;
        each_task(self.query.threads(), &mut hits, |first, hits| {
            Mover::new(pair, self.query).first_of_each(self, [&moving, &motions], first, hits);
        });
        Ok(hits)
    }
}

impl SweepHit {
    /// By time, then by row.
    fn order(self, other: Self) -> Ordering {
        self.time.total_cmp(&other.time).then(self.row.cmp(&other.row))
    }
}

/// How early a time may be.
const EARLY: f64 = 1.0 / (1 << 24) as f64;

/// What searches an index for what shapes of a kind touch that move.
struct Mover {
    pair: SweepPair,
    query: Query,
    measure: Measure,
}

/// What measures when shapes touch.
enum Measure {
    /// By the capsule that is swept.
    Capsule {
        /// The kernel that says whether, and the one that says when.
        pair: Pair,
        impact: &'static MeasureKernel,
        time: fn(&[f32], &[f32]) -> f32,
    },
    Hulls(HullShapes),
}

impl Mover {
    fn new(pair: SweepPair, query: Query) -> Self {
        let measure = match pair.how {
            How::Capsule { pair, time, impact, .. } => {
                Measure::Capsule { pair: pair(), impact: impact(), time }
            }
            How::Hulls(time) => {
                Measure::Hulls(HullShapes { kinds: [pair.moving, pair.motion, pair.other], time })
            }
        };
        Self { pair, query, measure }
    }

    /// The first row that a shape touches, of those that `keep` says yes to.
    fn first<S>(
        &mut self,
        index: &Index<S>,
        moved: Moved,
        keep: &mut dyn FnMut(u32) -> bool,
    ) -> Option<SweepHit> {
        let mut first: Option<SweepHit> = None;
        self.search(index, moved, &mut |hit| {
            if first.is_none_or(|first| hit.order(first).is_lt()) && keep(hit.row) {
                first = Some(hit);
            }
            first.map_or(1.0, |first| f64::from(first.time) + EARLY)
        });
        first
    }

    /// The first row that each of some shapes touches, from the row `start` of these on.
    fn first_of_each<S>(
        &mut self,
        index: &Index<S>,
        sides: [&AnyView; 2],
        start: usize,
        hits: &mut [Option<SweepHit>],
    ) {
        let (Self { query, measure, .. }, numbers) = (self, start..start + hits.len());
        index.packed.search_swept_many(query.level(), sides, numbers, &mut |rows, shares| {
            let mut times = [f32::NAN; OF_MANY];
            measure.times(*query, Moving::Many(sides.map(Operand::any), rows.shapes()), rows, &mut times);
            for (i, (&row, &shape)) in rows.numbers().iter().zip(rows.shapes()).enumerate() {
                let (first, hit) = (&mut hits[shape as usize - start], SweepHit { row, time: times[i] });
                if !hit.time.is_nan() && first.is_none_or(|first| hit.order(first).is_lt()) {
                    *first = Some(hit);
                    shares[i] = f64::from(hit.time) + EARLY;
                }
            }
        });
    }

    /// All rows that a shape touches.
    fn all<S>(&mut self, index: &Index<S>, moved: Moved) -> Result<Vec<SweepHit>, Error> {
        let (mut all, mut outcome) = (Vec::new(), Ok(()));
        self.search(index, moved, &mut |hit| {
            outcome = outcome.clone().and_then(|()| reserve(&mut all, 1));
            if outcome.is_err() {
                return -1.0;
            }
            all.push(hit);
            1.0
        });
        outcome?;
        all.sort_unstable_by(|a, b| a.order(*b));
        Ok(all)
    }

    /// Calls `take` with rows that a shape touches, which says after which share of the motion no other row
    /// matters.
    fn search<S>(&mut self, index: &Index<S>, moved: Moved, take: &mut dyn FnMut(SweepHit) -> f64) {
        let (Self { pair, query, measure }, mut limit) = (self, 1.0);
        index.packed.search_swept(query.level(), pair.moving, moved, &mut |rows| {
            let mut times = [f32::NAN; OF_ONE];
            measure.times(*query, Moving::One(moved), rows, &mut times);
            for (&row, time) in rows.numbers().iter().zip(times) {
                if !time.is_nan() {
                    limit = take(SweepHit { row, time });
                }
            }
            limit
        });
    }
}

/// What moves.
#[derive(Clone, Copy)]
enum Moving<'a> {
    /// One shape.
    One(Moved<'a>),
    /// Rows of shapes and of their motions.
    Many([Operand<'a>; 2], &'a [u32]),
}

impl Measure {
    /// When these touch each of some rows; NaN, as it was, where they do not.
    fn times<const N: usize>(
        &mut self,
        query: Query,
        moving: Moving,
        rows: &SweptRows<N>,
        times: &mut [f32; N],
    ) {
        let (columns, len) = (slices(rows.columns()), rows.numbers().len());
        let other = Operand::new(&columns[..rows.columns().len()]);
        match self {
            Self::Hulls(shapes) => {
                let numbers: [u32; N];
                let ([shape, motion], source) = match moving {
                    Moving::One(moved) => (moved.map(Operand::Broadcast), Source::Rows(len)),
                    Moving::Many(sides, moving) => {
                        numbers = core::array::from_fn(|i| i as u32);
                        (sides, Source::Pairs([moving, &numbers[..len]]))
                    }
                };
                let part = Part { operands: [shape, motion, other], source, are_near: true };
                shapes.fill(query, part, &mut times[..len]);
            }
            Self::Capsule { pair, impact, time } => {
                let (mut one, mut many, many_slices);
                let swept = match moving {
                    Moving::One([shape, motion]) => {
                        one = [0.0; MAX_SWEPT];
                        Operand::Broadcast(swept_capsule(shape, motion, &mut one))
                    }
                    Moving::Many([shapes, motions], rows) => {
                        let (mut shape, mut motion) = ([[0.0; N]; 4], [[0.0; N]; 3]);
                        shapes.gather(rows, &mut shape);
                        motions.gather(rows, &mut motion);
                        let motion = &motion[..motions.columns()];
                        many = [[0.0; N]; MAX_SWEPT];
                        let swept = swept_capsule(&shape, motion, &mut many);
                        many_slices = slices(swept);
                        Operand::new(&many_slices[..swept.len()])
                    }
                };
                let ([a, b], rows) = (pair.order(swept, other), len.next_multiple_of(MAX_LANES / 2));
                let mut hits = [0; OF_MANY / 8];
                query.test_here(pair.kernel, &Operands { a, b, rows }, &mut hits[..rows / 8]);
                let is_hit = |row: usize| hits[row / 8] >> (row % 8) & 1 == 1;
                if !(0..len).any(is_hit) {
                    return;
                }
                let mut found = [0.0; N];
                let operands = Operands { a: swept, b: other, rows };
                driver::measure(impact, query.level(), &operands, &mut [&mut found[..rows]]);
                for row in (0..len).filter(|&row| is_hit(row)) {
                    times[row] = if found[row].is_nan() {
                        time(&swept.values(row), &other.values(row))
                    } else {
                        found[row]
                    };
                }
            }
        }
    }
}

/// The most columns of a capsule that is swept.
const MAX_SWEPT: usize = 7;

/// The capsule that a disk or a sphere sweeps: center, motion and radius. Numbers, or columns of them.
fn swept_capsule<'a, T: Copy>(shape: &[T], motion: &[T], swept: &'a mut [T; MAX_SWEPT]) -> &'a [T] {
    let dim = motion.len();
    swept[..dim].copy_from_slice(&shape[..dim]);
    swept[dim..2 * dim].copy_from_slice(motion);
    swept[2 * dim] = shape[dim];
    &swept[..=2 * dim]
}
