//! Whether shapes are within a distance of each other: one of them grows by it, and the other one intersects
//! what it has become.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use scalar::dim2::{
    Aabb, Capsule, Disk, Line, OrientedBox, Point, Ray, RoundedAabb, RoundedCapsule, RoundedDisk,
    RoundedOrientedBox, RoundedTriangle, Segment, Triangle,
};
use scalar::dim3::{
    Aabb3, Capsule3, Line3, OrientedBox3, Point3, Ray3, RoundedAabb3, RoundedCapsule3, RoundedSphere,
    RoundedTriangle3, Segment3, Sphere, Triangle3,
};

use crate::data::any::AnyView;
use crate::data::columns::Columns;
use crate::data::error::{Error, Rule};
use crate::data::hits::Hits;
use crate::data::memory::with_capacity;
use crate::data::pairs::Pairs;
use crate::data::shape::{MAX_COLUMNS, Shape, ShapeKind};
use crate::data::view::{Rows, View};
use crate::kernel::operand::Operand;
use crate::kernel::{Intersects, Pair};
use crate::run::join_within::JoinWithin;
use crate::run::query::{Query, equal_rows, no_kernel, pair_of};

/// A shape and what it becomes when it grows by a distance on all sides: what is within that distance of it.
///
/// The columns are those of the shape, and then the distance.
pub trait Grow: Shape {
    /// A point becomes a disk or a sphere, a segment a capsule, a disk a [`RoundedDisk`], a sphere a
    /// [`RoundedSphere`], a capsule a [`RoundedCapsule`] or [`RoundedCapsule3`], a box a [`RoundedAabb`] or
    /// [`RoundedAabb3`], an oriented box a [`RoundedOrientedBox`], a triangle a [`RoundedTriangle`] or
    /// [`RoundedTriangle3`].
    type Grown: Shape;
}

/// There is a test of the distance of the two shapes, in this order or exchanged.
#[diagnostic::on_unimplemented(
    message = "there is no test of distances of `{Self}` and `{B}`",
    label = "these shapes cannot be tested for a distance",
    note = "points, segments, disks, spheres, capsules, axis-aligned boxes and triangles are tested with each other; points also with \
            rays, lines and oriented boxes, segments of space with oriented boxes; and oriented boxes of the plane with all of these \
            and with each other"
)]
pub trait Within<B: Shape>: Shape {
    /// Which of the two grows, and the kernel for what they are then.
    fn grown_pair() -> GrownPair;

    /// Whether this shape and another one are at most a distance apart: [`crate::pair::within`].
    fn is_within(&self, other: &B, distance: f32) -> bool;
}

/// Two shapes of which one has grown.
#[derive(Clone, Copy, Debug)]
pub struct GrownPair {
    pub(super) pair: Pair,
    pub(super) is_left: bool,
    kind: ShapeKind,
}

/// What a shape becomes, and with which shapes it is tested then.
struct Growth {
    shape: ShapeKind,
    grown: ShapeKind,
    others: &'static [ShapeKind],
}

/// The distance that shapes may be apart: one for all rows, or one a row.
///
/// ```
/// use soa::{MaxDistance, Points, Segment, Segments};
///
/// let points = Points::from_shapes(&[[1.0, 3.0], [1.0, 3.0]])?;
/// let segments = Segments::from_shapes(&[Segment::new([0.0, 0.0], [4.0, 0.0]); 2])?;
/// assert_eq!(soa::within(&points, &segments, 3.0)?.to_bools(), [true, true]);
/// assert_eq!(soa::within(&points, &segments, &[3.0, 2.5])?.to_bools(), [true, false]);
/// # Ok::<(), soa::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub enum MaxDistance<'a> {
    /// The same for all rows.
    Same(f32),
    /// One for each row, in joins for each left row.
    Each(&'a [f32]),
}

impl From<f32> for MaxDistance<'_> {
    fn from(distance: f32) -> Self {
        Self::Same(distance)
    }
}

impl<'a> From<&'a [f32]> for MaxDistance<'a> {
    fn from(distances: &'a [f32]) -> Self {
        Self::Each(distances)
    }
}

impl<'a, const N: usize> From<&'a [f32; N]> for MaxDistance<'a> {
    fn from(distances: &'a [f32; N]) -> Self {
        Self::Each(distances)
    }
}

impl<'a> From<&'a Vec<f32>> for MaxDistance<'a> {
    fn from(distances: &'a Vec<f32>) -> Self {
        Self::Each(distances)
    }
}

impl<'a> MaxDistance<'a> {
    /// A checked column of this many rows.
    pub(super) fn column(self, rows: usize) -> Result<Cow<'a, [f32]>, Error> {
        match self {
            Self::Same(distance) => {
                check(0, distance)?;
                let mut column = with_capacity(rows)?;
                column.resize(rows, distance);
                Ok(Cow::Owned(column))
            }
            Self::Each(distances) => {
                if distances.len() != rows {
                    return Err(Error::DistanceCount { distances: distances.len(), rows });
                }
                distances.iter().enumerate().try_for_each(|(row, &distance)| check(row, distance))?;
                Ok(Cow::Borrowed(distances))
            }
        }
    }
}

fn check(row: usize, value: f32) -> Result<(), Error> {
    let rule = if !value.is_finite() {
        Rule::NotFinite
    } else if value < 0.0 {
        Rule::NegativeDistance
    } else {
        return Ok(());
    };
    Err(Error::InvalidValue { shape: "distances", column: "distance", row, value, rule })
}

/// The columns of shapes that have grown by these distances.
fn grown<'a>(kind: ShapeKind, view: &AnyView<'a>, distances: &'a [f32]) -> AnyView<'a> {
    let (mut columns, count) = ([&[][..]; MAX_COLUMNS], kind.columns().len());
    for (k, column) in columns[..count].iter_mut().enumerate() {
        *column = view.column(k).unwrap_or(distances);
    }
    AnyView::of(kind, &columns[..count], view.len(), view.is_validated())
}

/// [`grown`], checked unless the shapes were. The distances are.
fn grown_view<'a>(kind: ShapeKind, view: &AnyView<'a>, distances: &'a [f32]) -> Result<AnyView<'a>, Error> {
    grown(kind, view, distances).validated()
}

/// [`grow`] of shapes that are known only when the program runs: the columns of the shapes, and then the
/// distances, all borrowed.
///
/// ```
/// use soa::{AnyView, Query, ShapeKind, grow_any};
///
/// let roads = AnyView::new(ShapeKind::Segment, &[&[0.0, 9.0], &[0.0; 2], &[4.0, 0.0], &[0.0, 4.0]])?;
/// let near = grow_any(&roads, &[2.0, 0.5])?;
/// assert_eq!(near.kind(), ShapeKind::Capsule);
/// let shops = AnyView::new(ShapeKind::Point, &[&[2.0, 8.0], &[2.0, 2.0]])?; // x, y
/// assert_eq!(Query::new().intersects_any(&near, &shops)?.to_bools(), [true, false]);
/// # Ok::<(), soa::Error>(())
/// ```
///
/// # Errors
/// A shape that does not grow; another number of distances than rows; a distance that is negative or not
/// finite; a row that is not.
pub fn grow_any<'a>(shapes: &AnyView<'a>, distances: &'a [f32]) -> Result<AnyView<'a>, Error> {
    let kind = shapes.kind();
    let growth = GROWTHS.iter().find(|growth| growth.shape == kind);
    let growth = growth.ok_or(Error::NoKernel { left: kind.name(), right: "distances" })?;
    MaxDistance::Each(distances).column(shapes.len())?;
    grown_view(growth.grown, shapes, distances)
}

impl GrownPair {
    /// What [`Within::grown_pair`] says of shapes that are values.
    pub(super) fn any(left: ShapeKind, right: ShapeKind) -> Result<Self, Error> {
        let growth = |shape, other| {
            GROWTHS.iter().find(|growth| growth.shape == shape && growth.others.contains(&other))
        };
        if let Some(&Growth { grown: kind, .. }) = growth(left, right) {
            return Ok(Self { pair: pair_of(kind, right)?, is_left: true, kind });
        }
        if let Some(&Growth { grown: kind, .. }) = growth(right, left) {
            return Ok(Self { pair: pair_of(left, kind)?, is_left: false, kind });
        }
        Err(no_kernel(left, right))
    }

    /// Both sides, one of which has grown.
    pub(super) fn sides<'a>(
        self,
        a: &AnyView<'a>,
        b: &AnyView<'a>,
        distances: &'a [f32],
    ) -> [AnyView<'a>; 2] {
        if self.is_left { [grown(self.kind, a, distances), *b] } else { [*a, grown(self.kind, b, distances)] }
    }

    pub(super) fn hits(
        self,
        query: Query,
        a: &AnyView,
        b: &AnyView,
        distances: &[f32],
    ) -> Result<Hits, Error> {
        let rows = equal_rows(a.len(), b.len())?;
        let [a, b] = self.sides(a, b, distances);
        query.hits_of_pair(self.pair, rows, Operand::any(&a), Operand::any(&b))
    }
}

impl Query {
    /// Whether row `i` of `a` and row `i` of `b` are at most a distance apart: one bit a row.
    ///
    /// # Errors
    /// Unequal numbers of rows; a distance that is negative or not finite; no memory for the result, or for a
    /// column of distances.
    pub fn within<'a, A: Rows, B: Rows>(
        self,
        a: &A,
        b: &B,
        distance: impl Into<MaxDistance<'a>>,
    ) -> Result<Hits, Error>
    where
        A::Shape: Within<B::Shape>,
    {
        let (a, b) = (a.view(), b.view());
        let distances = distance.into().column(equal_rows(a.len(), b.len())?)?;
        A::Shape::grown_pair().hits(self, &a.any(), &b.any(), &distances)
    }

    /// All pairs of a row of `a` and a row of `b` that are at most a distance apart.
    ///
    /// # Errors
    /// As [`join_within`].
    pub fn join_within<'a, A: Rows, B: Rows>(
        self,
        a: &A,
        b: &B,
        distance: impl Into<MaxDistance<'a>>,
    ) -> Result<Pairs, Error>
    where
        A::Shape: Within<B::Shape>,
    {
        let distance: MaxDistance = distance.into();
        JoinWithin::new(a, b, distance).query(self).pairs()
    }

    /// All pairs of different rows of one set that are at most a distance apart.
    ///
    /// # Errors
    /// As [`self_join_within`].
    pub fn self_join_within<A: Rows>(self, a: &A, distance: f32) -> Result<Pairs, Error>
    where
        A::Shape: Within<A::Shape>,
    {
        JoinWithin::of_self(a, distance).query(self).pairs()
    }
}

/// Whether row `i` of `a` and row `i` of `b` are at most a distance apart, for every row: an element-wise
/// test of distances.
///
/// Exact: it is the distance in real arithmetic that is compared, and a distance of exactly `distance` is a
/// hit. Shapes that touch or overlap have a distance of zero, so with `distance` zero this is
/// [`intersects`](crate::intersects()). The distance is in the units of the coordinates.
///
/// A triangle of zero area is its segment or its point; a segment without a direction is its start. A row of
/// a view that was not validated which is not finite is near nothing.
///
/// ```
/// use soa::{Triangle, Triangles};
///
/// let a = Triangle { a: [0.0, 0.0], b: [4.0, 0.0], c: [0.0, 4.0] };
/// let b = Triangle { a: [8.0, 3.0], b: [9.0, 3.0], c: [9.0, 9.0] }; // 5 from the corner (4, 0)
/// let (a, b) = (Triangles::from_shapes(&[a])?, Triangles::from_shapes(&[b])?);
/// assert_eq!(soa::within(&a, &b, 5.0)?.to_bools(), [true]);
/// assert_eq!(soa::within(&a, &b, 4.999_999_5)?.to_bools(), [false]);
///
/// let refused = soa::within(&a, &b, -1.0).unwrap_err();
/// assert_eq!(refused.to_string(), "distances: column distance, row 0: -1 is a negative distance");
/// # Ok::<(), soa::Error>(())
/// ```
///
/// # Errors
/// Unequal numbers of rows; another number of distances; a distance that is negative or not finite; no memory
/// for the result, or for a column of distances.
#[doc(alias = "dwithin")]
#[doc(alias = "st_dwithin")]
#[doc(alias = "distance")]
pub fn within<'a, A: Rows, B: Rows>(a: &A, b: &B, distance: impl Into<MaxDistance<'a>>) -> Result<Hits, Error>
where
    A::Shape: Within<B::Shape>,
{
    Query::new().within(a, b, distance)
}

/// All pairs of a row of `a` and a row of `b` that are at most a distance apart, sorted by left row, then
/// right row: a distance join. Exact and closed as [`within`].
///
/// Of one distance a row, it is that of the left row which counts. For other forms of the result, and for an
/// index, let one side [`grow`] and join it.
///
/// ```
/// use soa::{Points, Segment, Segments};
///
/// let shops = Points::from_shapes(&[[1.0, 3.0], [9.0, 9.0]])?;
/// let roads = Segments::from_shapes(&[Segment::new([0.0, 0.0], [4.0, 0.0]), Segment::new([5.0, 0.0], [0.0, 4.0])])?;
/// assert_eq!(soa::join_within(&shops, &roads, 3.0)?.iter().collect::<Vec<_>>(), [(0, 0)]);
/// assert_eq!(soa::join_within(&shops, &roads, &[0.0, 8.0])?.iter().collect::<Vec<_>>(), [(1, 1)]);
/// # Ok::<(), soa::Error>(())
/// ```
///
/// # Errors
/// More than `u32::MAX` rows on a side; another number of distances than left rows; a distance that is
/// negative or not finite; more than 2^28 pairs ([`JoinWithin::limit`]); no memory for them, or for a column
/// of distances.
#[doc(alias = "distance_join")]
pub fn join_within<'a, A: Rows, B: Rows>(
    a: &A,
    b: &B,
    distance: impl Into<MaxDistance<'a>>,
) -> Result<Pairs, Error>
where
    A::Shape: Within<B::Shape>,
{
    Query::new().join_within(a, b, distance)
}

/// All pairs of different rows of one set that are at most a distance apart, each once, sorted by the smaller
/// row, then the larger. Exact and closed as [`within`].
///
/// ```
/// use soa::Points;
///
/// let points = Points::from_shapes(&[[0.0, 0.0], [3.0, 4.0], [6.0, 8.5]])?;
/// assert_eq!(soa::self_join_within(&points, 5.0)?.iter().collect::<Vec<_>>(), [(0, 1)]);
/// # Ok::<(), soa::Error>(())
/// ```
///
/// # Errors
/// As [`join_within`].
pub fn self_join_within<A: Rows>(a: &A, distance: f32) -> Result<Pairs, Error>
where
    A::Shape: Within<A::Shape>,
{
    Query::new().self_join_within(a, distance)
}

/// Columns of the shapes that these become when they grow by a distance: what is within that distance of
/// each.
///
/// Every query takes them, so this is for what [`within`] and [`join_within`] do not offer: an
/// [`Index`](crate::Index) of rows with a distance, counts, one shape against all rows.
///
/// ```
/// use soa::{Disk, Index, Segment, Segments};
///
/// let roads = Segments::from_shapes(&[Segment::new([0.0, 0.0], [4.0, 0.0]), Segment::new([9.0, 0.0], [0.0, 4.0])])?;
/// let near_roads = Index::new(&soa::grow(&roads, 2.0)?)?; // capsules
/// assert_eq!(near_roads.intersects_one(&Disk::new([2.0, 5.0], 3.0))?, [0]);
/// # Ok::<(), soa::Error>(())
/// ```
///
/// # Errors
/// Another number of distances than rows; a distance that is negative or not finite; a row that is not; no
/// memory for the columns.
#[doc(alias = "buffer")]
#[doc(alias = "offset")]
pub fn grow<'a, A: Rows>(
    shapes: &A,
    distance: impl Into<MaxDistance<'a>>,
) -> Result<Columns<<A::Shape as Grow>::Grown>, Error>
where
    A::Shape: Grow,
{
    type Grown<S> = <S as Grow>::Grown;
    let view = shapes.view();
    let distances = distance.into().column(view.len())?;
    let all = grown_view(<Grown<A::Shape> as Shape>::KIND, &view.any(), &distances)?;
    let slices = <Grown<A::Shape> as Shape>::build(|k| all.column(k).unwrap_or(&[]));
    Columns::try_from_iter(View::<Grown<A::Shape>>::of(slices, all.len(), true).iter())
}

/// Says what shapes become, and with which others they are tested then, besides their own kind.
macro_rules! within {
    ($($shape:ty => $grown:ty: $($other:ty),*;)*) => {
        /// What all shapes become, as values.
        static GROWTHS: &[Growth] = &[$(Growth {
            shape: <$shape as Shape>::KIND,
            grown: <$grown as Shape>::KIND,
            others: &[<$shape as Shape>::KIND $(, <$other as Shape>::KIND)*],
        }),*];

        $(
            impl Grow for $shape {
                type Grown = $grown;
            }
            within! { @left $shape, $grown, $shape }
            $(
                within! { @left $shape, $grown, $other }
                impl Within<$shape> for $other {
                    fn grown_pair() -> GrownPair {
                        let pair = <$other as Intersects<$grown>>::pair();
                        GrownPair { pair, is_left: false, kind: <$grown as Shape>::KIND }
                    }
                    fn is_within(&self, other: &$shape, distance: f32) -> bool {
                        other.is_within(self, distance)
                    }
                }
            )*
        )*
    };
    (@left $shape:ty, $grown:ty, $other:ty) => {
        impl Within<$other> for $shape {
            fn grown_pair() -> GrownPair {
                let pair = <$grown as Intersects<$other>>::pair();
                GrownPair { pair, is_left: true, kind: <$grown as Shape>::KIND }
            }
            fn is_within(&self, other: &$other, distance: f32) -> bool {
                let value = |k| self.values().get(k).copied().unwrap_or(distance);
                <$grown as Shape>::from_values(value).touches(other)
            }
        }
    };
}

within! {
    Point => Disk: Segment, Ray, Line, Disk, Aabb, OrientedBox, Triangle, Capsule;
    Segment => Capsule: Disk, Aabb, OrientedBox, Triangle, Capsule;
    Disk => RoundedDisk: OrientedBox;
    Capsule => RoundedCapsule: Disk, OrientedBox;
    Aabb => RoundedAabb: Disk, OrientedBox, Capsule;
    OrientedBox => RoundedOrientedBox: ;
    Triangle => RoundedTriangle: Disk, Aabb, OrientedBox, Capsule;
    Point3 => Sphere: Ray3, Line3, Sphere, Aabb3, OrientedBox3, Triangle3, Capsule3;
    Segment3 => Capsule3: Point3, Sphere, Aabb3, OrientedBox3, Triangle3, Capsule3;
    Sphere => RoundedSphere: ;
    Capsule3 => RoundedCapsule3: Sphere;
    Aabb3 => RoundedAabb3: Sphere, Capsule3;
    Triangle3 => RoundedTriangle3: Sphere, Aabb3, Capsule3;
}
