//! Shapes that move along a vector: what they touch on their way, and when.
//!
//! A disk or a sphere sweeps a capsule, so its hits are those of the kernels of capsules, and times are
//! measured of hits alone. Of a box, a triangle or a capsule one kernel finds both ([`crate::impact::hull`],
//! [`crate::impact::round`]).

mod hulls;
pub(crate) mod index;
pub(crate) mod join;

use alloc::vec::Vec;

use scalar::dim2::{Aabb, Capsule, Disk, OrientedBox, Point, Segment, Triangle};
use scalar::dim3::{Aabb3, Capsule3, Point3, Segment3, Sphere, Triangle3};
use scalar::exact::{MovingShape, time_of_hit, time_of_impact};

use crate::data::any::AnyView;
use crate::data::columns::Columns;
use crate::data::error::Error;
use crate::data::hits::{Hits, write_numbers};
use crate::data::memory::with_capacity;
use crate::data::pairs::Pairs;
use crate::data::shape::{MAX_COLUMNS, Shape, ShapeKind};
use crate::data::view::{Rows, View};
use crate::impact::Impact;
use crate::join::{Core, Options};
use crate::kernel::operand::{Operand, Operands};
use crate::kernel::{CompiledMeasure, Intersects, MeasureKernel, Pair};
use crate::lanes::MAX_LANES;
use crate::run::driver;
use crate::run::query::{Query, equal_rows, no_kernel};
use crate::run::rows_or_pairs::{AsMeasured, Source};
use crate::run::sweep::hulls::{HullSweep, Time};

/// A shape that can move along a vector: a disk, a sphere, a capsule, an axis-aligned box or a triangle, in
/// the plane or in space, or an oriented box of the plane.
pub trait Moving: Shape {
    /// A vector: the whole motion.
    type Motion: Shape;
}

/// A disk or a sphere: what it sweeps when it moves is a shape, too.
pub trait SweepsCapsule: Moving {
    /// A capsule from the center along the motion.
    type Swept: Shape;
}

/// There is a sweep of this shape against a `B` that stands still.
#[diagnostic::on_unimplemented(
    message = "there is no sweep of `{Self}` against `{B}`",
    label = "these shapes cannot be swept",
    note = "a disk, a capsule, a box or a triangle moves against points, segments, disks, capsules, boxes and triangles",
    note = "a sphere, a capsule, an axis-aligned box or a triangle of space moves against points, segments, spheres, \
            capsules, axis-aligned boxes and triangles of space"
)]
pub trait Sweep<B: Shape>: Moving {
    /// How much of its motion the shape makes before it touches another one; None if it never does. See
    /// [`time_of_impact`].
    fn time(&self, motion: &Self::Motion, other: &B) -> Option<f32>;
}

macro_rules! moving {
    ($($shape:ty: $motion:ty $(, $swept:ty)?;)*) => {$(
        impl Moving for $shape {
            type Motion = $motion;
        }

        $(impl SweepsCapsule for $shape {
            type Swept = $swept;
        })?
    )*};
}

moving! {
    Disk: Point, Capsule;
    Capsule: Point;
    Aabb: Point;
    OrientedBox: Point;
    Triangle: Point;
    Sphere: Point3, Capsule3;
    Capsule3: Point3;
    Aabb3: Point3;
    Triangle3: Point3;
}

/// Implements [`Sweep`] and lists every pair: those of disks and spheres, each with the capsule that it
/// sweeps, and those of other shapes.
macro_rules! sweeps {
    (
        $($moving:ident => $swept:ident: $($other:ty),*;)*
        $([hull] $hull:ty: $($still:ty),*;)*
    ) => {
        /// Every sweep, of shapes that are values.
        #[inline(never)]
        fn sweeps() -> &'static [SweepPair] {
            const {
                &[
                    $($(SweepPair::of::<$moving, $other>(How::Capsule {
                        swept: <$swept as Shape>::KIND,
                        pair: <$swept as Intersects<$other>>::pair,
                        time: |swept, other| time_of_hit(&row::<$swept>(swept), &row::<$other>(other)),
                        impact: <Impact<$swept, $other>>::kernel,
                    }),)*)*
                    $($(SweepPair::of::<$hull, $still>(How::Hulls(|moving, motion, other| {
                        row::<$hull>(moving).time(&row(motion), &row::<$still>(other))
                    })),)*)*
                ]
            }
        }

        $($(impl Sweep<$other> for $moving {
            fn time(&self, &motion: &Self::Motion, other: &$other) -> Option<f32> {
                time_of_impact(&$swept { start: self.center, direction: motion, radius: self.radius }, other)
            }
        })*)*

        $($(impl Sweep<$still> for $hull {
            fn time(&self, &motion: &Self::Motion, other: &$still) -> Option<f32> {
                time_of_impact(&MovingShape { shape: *self, motion }, other)
            }
        })*)*
    };
}

sweeps! {
    Disk => Capsule: Point, Segment, Disk, Capsule, Aabb, OrientedBox, Triangle;
    Sphere => Capsule3: Point3, Segment3, Sphere, Capsule3, Aabb3, Triangle3;
    [hull] Capsule: Point, Segment, Disk, Capsule, Aabb, OrientedBox, Triangle;
    [hull] Aabb: Point, Segment, Disk, Capsule, Aabb, OrientedBox, Triangle;
    [hull] OrientedBox: Point, Segment, Disk, Capsule, Aabb, OrientedBox, Triangle;
    [hull] Triangle: Point, Segment, Disk, Capsule, Aabb, OrientedBox, Triangle;
    [hull] Capsule3: Point3, Segment3, Sphere, Capsule3, Aabb3, Triangle3;
    [hull] Aabb3: Point3, Segment3, Sphere, Capsule3, Aabb3, Triangle3;
    [hull] Triangle3: Point3, Segment3, Sphere, Capsule3, Aabb3, Triangle3;
}

/// The shape with these values.
fn row<S: Shape>(values: &[f32]) -> S {
    S::from_values(|k| values[k])
}

/// What moving shapes touch, row by row, and when.
#[derive(Clone, Debug, PartialEq)]
pub struct Impacts {
    /// Whether row `i` touches the other one at any time: exact.
    pub hits: Hits,
    /// How much of its motion row `i` makes before that, from 0 to 1; NaN where it touches nothing.
    pub times: Vec<f32>,
}

/// A moving shape and one that stands still, as values.
#[derive(Clone, Copy)]
pub(super) struct SweepPair {
    moving: ShapeKind,
    motion: ShapeKind,
    other: ShapeKind,
    how: How,
}

/// How a sweep is measured.
#[derive(Clone, Copy)]
enum How {
    /// As a capsule.
    Capsule {
        swept: ShapeKind,
        /// The kernel of that capsule with the other shape.
        pair: fn() -> Pair,
        /// The time of a hit, of the values of both.
        time: fn(&[f32], &[f32]) -> f32,
        /// The times of hits in lanes, of which some are NaN.
        impact: fn() -> &'static MeasureKernel,
    },
    /// As two convex hulls.
    Hulls(Time),
}

impl SweepPair {
    const fn of<A: Sweep<B>, B: Shape>(how: How) -> Self {
        Self { moving: A::KIND, motion: A::Motion::KIND, other: B::KIND, how }
    }

    /// The sweep of these shapes.
    pub(super) fn any(moving: ShapeKind, motion: ShapeKind, other: ShapeKind) -> Result<Self, Error> {
        let found = sweeps().iter().find(|pair| (pair.moving, pair.other) == (moving, other));
        found.ok_or(no_kernel(moving, other))?.moved_by(motion)
    }

    /// The capsule that this shape sweeps.
    fn swept(moving: ShapeKind, motion: ShapeKind) -> Result<ShapeKind, Error> {
        let capsules = sweeps().iter().filter(|pair| pair.moving == moving);
        let found = capsules.filter_map(|pair| match pair.how {
            How::Capsule { swept, .. } => Some((pair, swept)),
            How::Hulls(_) => None,
        });
        let (pair, swept) = found.into_iter().next().ok_or(no_kernel(moving, motion))?;
        pair.moved_by(motion).map(|_| swept)
    }

    /// This sweep, if motions are of this shape.
    fn moved_by(self, motion: ShapeKind) -> Result<Self, Error> {
        if self.motion == motion {
            Ok(self)
        } else {
            Err(Error::WrongShape { shape: motion.name(), expected: self.motion.name() })
        }
    }

    /// [`sweep`].
    pub(super) fn impacts(
        self,
        query: Query,
        a: &AnyView,
        motions: &AnyView,
        b: &AnyView,
    ) -> Result<Impacts, Error> {
        match self.how {
            How::Capsule { swept, pair, time, impact } => {
                let swept = swept_view(swept, a, motions)?;
                CapsuleSweep { swept: &swept, other: b, pair: pair(), time, impact }.impacts(query)
            }
            How::Hulls(time) => {
                let sweep = HullSweep::new([a, motions, b], time)?;
                let rows = equal_rows(a.len(), b.len())?;
                let times = sweep.times(query, Source::Rows(rows))?;
                Ok(Impacts { hits: hits_of(&times)?, times })
            }
        }
    }

    /// [`join::JoinSweep::pairs`].
    fn pairs(
        self,
        options: Options,
        a: &AnyView,
        motions: &AnyView,
        b: &AnyView,
    ) -> Result<(Pairs, Vec<f32>), Error> {
        match self.how {
            How::Capsule { swept, pair, time, impact } => {
                let swept = swept_view(swept, a, motions)?;
                CapsuleSweep { swept: &swept, other: b, pair: pair(), time, impact }.pairs(options)
            }
            How::Hulls(time) => HullSweep::new([a, motions, b], time)?.pairs(options),
        }
    }
}

/// Rows that have a time.
fn hits_of(times: &[f32]) -> Result<Hits, Error> {
    let mut hits = Hits::none(times.len())?;
    write_numbers(times, hits.bytes_mut());
    Ok(hits)
}

/// What disks or spheres sweep, and the shapes that they may touch.
struct CapsuleSweep<'a> {
    swept: &'a AnyView<'a>,
    other: &'a AnyView<'a>,
    pair: Pair,
    time: fn(&[f32], &[f32]) -> f32,
    impact: fn() -> &'static MeasureKernel,
}

impl CapsuleSweep<'_> {
    fn impacts(&self, query: Query) -> Result<Impacts, Error> {
        let (swept, b) = (self.swept, self.other);
        let rows = equal_rows(swept.len(), b.len())?;
        let operands = Operands { a: Operand::any(swept), b: Operand::any(b), rows };
        let hits = query.hits_of_pair(self.pair, rows, operands.a, operands.b)?;
        let mut times = with_capacity(rows)?;
        times.resize(rows, f32::NAN);
        if hits.count() == 0 {
            return Ok(Impacts { hits, times });
        }
        if rows <= MAX_LANES {
            self.few_times(query, &operands, &hits, &mut times);
            return Ok(Impacts { hits, times });
        }
        let mut found = with_capacity(hits.count())?;
        found.extend(hits.iter().map_while(|row| u32::try_from(row).ok()));
        for (&row, time) in found.iter().zip(self.times(query, [&found; 2])?) {
            times[row as usize] = time;
        }
        // Those that `u32` cannot count.
        for row in hits.iter().skip(found.len()) {
            times[row] = self.time(row, row);
        }
        Ok(Impacts { hits, times })
    }

    /// The times of hits among a register of rows, which are measured where they are.
    fn few_times(&self, query: Query, operands: &Operands, hits: &Hits, times: &mut [f32]) {
        let kernel = (self.impact)().at(query.level().for_rows(operands.rows));
        let mut found = [0.0; MAX_LANES];
        driver::measure_registers(&*kernel, operands, &mut [&mut found[..operands.rows]]);
        for row in hits.iter() {
            times[row] = if found[row].is_nan() { self.time(row, row) } else { found[row] };
        }
    }

    fn pairs(&self, options: Options) -> Result<(Pairs, Vec<f32>), Error> {
        let pairs = Core::new(self.pair, self.swept, self.other)?.with_options(options).pairs()?;
        let times = self.times(options.query, [pairs.left(), pairs.right()])?;
        Ok((pairs, times))
    }

    /// When rows touch that do: in lanes, and one by one where these are not certain.
    fn times(&self, query: Query, rows: [&[u32]; 2]) -> Result<Vec<f32>, Error> {
        let task = AsMeasured((self.impact)());
        let columns = query.columns_of(&task, [self.swept, self.other], Source::Pairs(rows), 1)?;
        let mut times = columns.into_iter().next().unwrap_or_default();
        let [left, right] = rows;
        for ((time, &left), &right) in times.iter_mut().zip(left).zip(right).filter(|((t, _), _)| t.is_nan())
        {
            *time = self.time(left as usize, right as usize);
        }
        Ok(times)
    }

    /// The time of a hit.
    fn time(&self, left: usize, right: usize) -> f32 {
        (self.time)(&Operand::any(self.swept).values(left), &Operand::any(self.other).values(right))
    }
}

/// The columns of what shapes sweep: those of centers, motions and radii, borrowed. They are checked unless
/// all were.
fn swept_view<'a>(
    swept: ShapeKind,
    shapes: &AnyView<'a>,
    motions: &AnyView<'a>,
) -> Result<AnyView<'a>, Error> {
    let (rows, dim) = (equal_rows(shapes.len(), motions.len())?, motions.kind().columns().len());
    let mut columns: [&[f32]; MAX_COLUMNS] = [&[]; MAX_COLUMNS];
    for (k, column) in columns[..=2 * dim].iter_mut().enumerate() {
        let from =
            if (dim..2 * dim).contains(&k) { motions.column(k - dim) } else { shapes.column(k.min(dim)) };
        *column = from.unwrap_or_default();
    }
    let swept = |is_validated| AnyView::of(swept, &columns[..=2 * dim], rows, is_validated);
    if !(shapes.is_validated() && motions.is_validated()) {
        swept(false).checked()?;
    }
    Ok(swept(true))
}

/// The capsules that moving disks or spheres sweep: columns for every query, and for an
/// [`Index`](crate::Index).
///
/// ```
/// use soa::{Disk, Disks, Index, Points, Triangle};
///
/// let bullets = Disks::from_shapes(&[Disk::new([0.0, 0.0], 0.5), Disk::new([0.0, 9.0], 0.5)])?;
/// let motions = Points::from_shapes(&[[8.0, 0.0], [0.0, 1.0]])?;
/// let paths = Index::new(&soa::swept(&bullets, &motions)?)?;
/// assert_eq!(paths.intersects_one(&Triangle::new([4.0, -1.0], [5.0, 0.0], [4.0, 1.0]))?, [0]);
/// # Ok::<(), soa::Error>(())
/// ```
///
/// # Errors
/// Unequal numbers of rows; a value that is not finite; no memory for the columns.
pub fn swept<A: Rows, M: Rows<Shape = <A::Shape as Moving>::Motion>>(
    shapes: &A,
    motions: &M,
) -> Result<Columns<<A::Shape as SweepsCapsule>::Swept>, Error>
where
    A::Shape: SweepsCapsule,
{
    type Swept<S> = <S as SweepsCapsule>::Swept;
    let all = swept_view(Swept::<A::Shape>::KIND, &shapes.view().any(), &motions.view().any())?;
    let slices = Swept::<A::Shape>::build(|k| all.column(k).unwrap_or_default());
    Columns::try_from_iter(View::<Swept<A::Shape>>::of(slices, all.len(), true).iter())
}

/// [`swept`] of shapes that are known only when the program runs: columns of both, all borrowed. Motions are
/// points, which are vectors: of disks in the plane, of spheres in space.
///
/// ```
/// use soa::{AnyView, Query, ShapeKind, swept_any};
///
/// let bullets = AnyView::new(ShapeKind::Disk, &[&[0.0; 2], &[0.0, 9.0], &[0.5; 2]])?; // x, y, radius
/// let motions = AnyView::new(ShapeKind::Point, &[&[8.0, 0.0], &[0.0, 1.0]])?; // dx, dy
/// let paths = swept_any(&bullets, &motions)?;
/// assert_eq!(paths.kind(), ShapeKind::Capsule);
/// let points = AnyView::new(ShapeKind::Point, &[&[4.0; 2], &[0.5; 2]])?;
/// assert_eq!(Query::new().intersects_any(&paths, &points)?.to_bools(), [true, false]);
/// # Ok::<(), soa::Error>(())
/// ```
///
/// # Errors
/// A shape that does not move; motions that are no points of the same space; unequal numbers of rows; a value
/// that is not finite.
pub fn swept_any<'a>(shapes: &AnyView<'a>, motions: &AnyView<'a>) -> Result<AnyView<'a>, Error> {
    swept_view(SweepPair::swept(shapes.kind(), motions.kind())?, shapes, motions)
}

/// Moves row `i` of `a` by row `i` of `motions`, a vector, and says whether it touches row `i` of `b` on its
/// way, and when: continuous collision detection.
///
/// | moves | against |
/// |---|---|
/// | disk, capsule, axis-aligned box, oriented box, triangle | point, segment, and all of these |
/// | sphere, capsule, axis-aligned box and triangle of space | point, segment, sphere, capsule, axis-aligned box, triangle of space |
///
/// Shapes do not turn while they move. Whether it does is exact: a bullet passes through no wall, however
/// thin, and grazing is a touch. The time is the largest multiple of `2^-24` of the motion until which the
/// moving shape touches nothing: it is never late and at most `2^-24` early, and zero if they touch at the
/// start. Motions are in the units of the coordinates, and may be zero; a disk of radius zero is a moving
/// point, a capsule of radius zero a moving segment. A triangle of zero area is its segment or its point, as
/// is a box with sides of length zero.
///
/// ```
/// use soa::{Aabb, Aabbs, Disk, Disks, Points};
///
/// let wall = Aabb { min: [7.0, -9.0], max: [7.001, 9.0] };
/// let bullets = Disks::from_shapes(&[Disk::new([2.0, 0.0], 1.0); 2])?;
/// let motions = Points::from_shapes(&[[16.0, 0.0], [3.9, 0.0]])?; // to (18, 0): beyond the wall
/// let impacts = soa::sweep(&bullets, &motions, &Aabbs::from_shapes(&[wall; 2])?)?;
/// assert_eq!(impacts.hits.to_bools(), [true, false]);
/// assert!((impacts.times[0] - 0.25).abs() < 1e-7 && impacts.times[0] <= 0.25); // 4 of 16
/// assert!(impacts.times[1].is_nan());
///
/// let crates = Aabbs::from_shapes(&[Aabb { min: [1.0, -1.0], max: [3.0, 1.0] }; 2])?;
/// assert_eq!(soa::sweep(&crates, &motions, &Aabbs::from_shapes(&[wall; 2])?)?.hits, impacts.hits);
/// # Ok::<(), soa::Error>(())
/// ```
///
/// # Errors
/// Unequal numbers of rows; a value that is not finite; no memory for the result.
#[doc(alias = "cast_shapes")]
#[doc(alias = "shape_cast")]
#[doc(alias = "time_of_impact")]
pub fn sweep<A: Rows, M: Rows<Shape = <A::Shape as Moving>::Motion>, B: Rows>(
    a: &A,
    motions: &M,
    b: &B,
) -> Result<Impacts, Error>
where
    A::Shape: Sweep<B::Shape>,
{
    Query::new().sweep(a, motions, b)
}

impl Query {
    /// What moving shapes touch, row by row, and when: see [`sweep`].
    ///
    /// # Errors
    /// As [`sweep`].
    pub fn sweep<A: Rows, M: Rows<Shape = <A::Shape as Moving>::Motion>, B: Rows>(
        self,
        a: &A,
        motions: &M,
        b: &B,
    ) -> Result<Impacts, Error>
    where
        A::Shape: Sweep<B::Shape>,
    {
        let pair = SweepPair::any(A::Shape::KIND, M::Shape::KIND, B::Shape::KIND)?;
        pair.impacts(self, &a.view().any(), &motions.view().any(), &b.view().any())
    }
}
