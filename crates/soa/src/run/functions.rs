//! The methods of `Query::new()` as functions, for callers that want no options.

use scalar::dim2::{Disk, Triangle};
use scalar::dim3::{Point3, Triangle3};

use crate::data::columns::Columns;
use crate::data::error::Error;
use crate::data::hits::Hits;
use crate::data::pairs::Pairs;
use crate::data::view::Rows;
use crate::kernel::{ClosestPoint, Intersects, SquaredDistance};
use crate::run::query::Query;

/// Whether row `i` of `a` intersects row `i` of `b`, for every row: an element-wise intersection test.
///
/// This is the narrow phase of a collision query, for pairs that are known. Exact, and touching counts; NaN
/// cannot occur, because columns are checked when they are made. For all pairs of two sets there is
/// [`join`](crate::join()).
///
/// ```
/// use soa::{Disk, Disks};
///
/// let disk = |x, radius| Disk { center: [x, 0.0], radius };
/// let a = Disks::from_shapes(&[disk(0.0, 1.0), disk(0.0, 1.0)])?;
/// let b = Disks::from_shapes(&[disk(2.0, 1.0), disk(3.0, 1.0)])?;
/// assert_eq!(soa::intersects(&a, &b)?.to_bools(), [true, false]); // the first two touch
/// # Ok::<(), soa::Error>(())
/// ```
///
/// # Errors
/// Unequal numbers of rows; no memory for the result.
#[doc(alias = "overlap")]
#[doc(alias = "overlaps")]
#[doc(alias = "intersection_test")]
#[doc(alias = "collide")]
pub fn intersects<A: Rows, B: Rows>(a: &A, b: &B) -> Result<Hits, Error>
where
    A::Shape: Intersects<B::Shape>,
{
    Query::new().intersects(a, b)
}

/// Which rows of `b` one shape intersects: one bit a row.
///
/// This tests every row. If the same rows are tested again and again,
/// [`Index::intersects_one`](crate::Index::intersects_one) tests only those whose bounding boxes are near.
///
/// ```
/// use soa::{Disk, Points};
///
/// let points = Points::from_shapes(&[[0.0, 1.0], [5.0, 5.0], [-1.0, 0.0]])?;
/// let hits = soa::intersects_one(&Disk { center: [0.0, 0.0], radius: 1.0 }, &points)?;
/// assert_eq!(hits.iter().collect::<Vec<_>>(), [0, 2]);
/// # Ok::<(), soa::Error>(())
/// ```
///
/// # Errors
/// A shape with a value that is not finite or that breaks a rule of its kind; no memory for the result.
#[doc(alias = "overlap_one")]
pub fn intersects_one<A: Intersects<B::Shape>, B: Rows>(a: &A, b: &B) -> Result<Hits, Error> {
    Query::new().intersects_one(a, b)
}

/// All pairs of a row of `a` and a row of `b` that intersect, by testing every pair: brute force, without a
/// broad phase.
///
/// Sorted by left row, then right row. Faster than [`join`](crate::join()) up to a few hundred rows a side.
///
/// ```
/// use soa::{Disks, Points};
///
/// let disks = Disks::new([vec![0.0, 10.0], vec![0.0; 2], vec![1.0; 2]])?; // x, y, radius
/// let points = Points::new([vec![11.0, 1.0], vec![0.0; 2]])?;
/// assert_eq!(soa::intersecting_pairs(&disks, &points)?.iter().collect::<Vec<_>>(), [(0, 1), (1, 0)]);
/// # Ok::<(), soa::Error>(())
/// ```
///
/// # Errors
/// More than `u32::MAX` rows on a side; no memory for the result.
#[doc(alias = "all_pairs")]
#[doc(alias = "brute_force")]
pub fn intersecting_pairs<A: Rows, B: Rows>(a: &A, b: &B) -> Result<Pairs, Error>
where
    A::Shape: Intersects<B::Shape>,
{
    Query::new().intersecting_pairs(a, b)
}

/// The number of pairs that [`intersecting_pairs`] returns. Takes no memory for them.
///
/// ```
/// use soa::{Disks, Points};
///
/// let disks = Disks::new([vec![0.0, 10.0], vec![0.0; 2], vec![1.0; 2]])?; // x, y, radius
/// let points = Points::new([vec![11.0, 1.0], vec![0.0; 2]])?;
/// assert_eq!(soa::count_pairs(&disks, &points), 2);
/// # Ok::<(), soa::Error>(())
/// ```
pub fn count_pairs<A: Rows, B: Rows>(a: &A, b: &B) -> u64
where
    A::Shape: Intersects<B::Shape>,
{
    Query::new().count_pairs(a, b)
}

/// The squared distance of each point to the segment or axis-aligned box of its row, in space also to the
/// triangle: 0 where it lies in it.
///
/// In `f32`, with an error bound for each pair:
///
/// | shape | in the plane | in space |
/// |---|---|---|
/// | segment | [`point_segment`](scalar::dim2::point_segment::SQUARED_DISTANCE_ERROR) | [`point_segment`](scalar::dim3::point_segment::SQUARED_DISTANCE_ERROR) |
/// | axis-aligned box | [`point_aabb`](scalar::dim2::point_aabb::SQUARED_DISTANCE_ERROR) | [`point_aabb`](scalar::dim3::point_aabb::SQUARED_DISTANCE_ERROR) |
/// | triangle | | [`point_triangle`](scalar::dim3::point_triangle::squared_distance()) |
///
/// A segment of zero direction is its start, a triangle of zero area its segment or its point. NaN or
/// infinite where an intermediate value overflows. The distances of any two shapes, which do not overflow,
/// are [`distances`](crate::distances()).
///
/// ```
/// use soa::{Points, Segment, Segments};
///
/// let points = Points::from_shapes(&[[2.0, 3.0], [8.0, 0.0]])?;
/// let segment = Segment { start: [0.0, 0.0], direction: [4.0, 0.0] };
/// let squared = soa::squared_distances(&points, &Segments::from_shapes(&[segment; 2])?)?;
/// assert!(squared.iter().eq([9.0, 16.0]));
///
/// use soa::{Aabb3, Aabbs3, Points3};
///
/// let points = Points3::from_shapes(&[[1.0, 1.0, 5.0], [-2.0, 1.0, 1.0]])?;
/// let cube = Aabb3 { min: [0.0; 3], max: [2.0; 3] };
/// let squared = soa::squared_distances(&points, &Aabbs3::from_shapes(&[cube; 2])?)?;
/// assert!(squared.iter().eq([9.0, 4.0]));
/// # Ok::<(), soa::Error>(())
/// ```
///
/// # Errors
/// Unequal numbers of rows; no memory for the result.
pub fn squared_distances<A: Rows, B: Rows>(points: &A, shapes: &B) -> Result<Columns<f32>, Error>
where
    A::Shape: SquaredDistance<B::Shape>,
{
    Query::new().squared_distances(points, shapes)
}

/// The point of each segment or axis-aligned box, in space also of each triangle, that is closest to the
/// point of its row: the projection of a point on a shape.
///
/// In `f32`. That of a box is exact; the others have an error bound:
/// [`point_segment`](scalar::dim2::point_segment::CLOSEST_POINT_ERROR) in the plane,
/// [`point_segment`](scalar::dim3::point_segment::CLOSEST_POINT_ERROR) and
/// [`point_triangle`](scalar::dim3::point_triangle::CLOSEST_POINT_ERROR) in space. For the nearest of many
/// shapes there is [`Index::nearest`](crate::Index::nearest), for the closest points of any two shapes
/// [`closest`](crate::closest()), which takes longer.
///
/// A segment of zero direction is its start, a triangle of zero area its segment or its point. NaN in all
/// columns where the square of a segment's length overflows, or a product of four differences from a
/// triangle.
///
/// ```
/// use soa::{Points3, Triangle3, Triangles3};
///
/// let floor = Triangle3 { a: [0.0, 0.0, 0.0], b: [4.0, 0.0, 0.0], c: [0.0, 4.0, 0.0] };
/// let points = Points3::from_shapes(&[[1.0, 1.0, 5.0]])?;
/// let closest = soa::closest_points(&points, &Triangles3::from_shapes(&[floor])?)?;
/// assert_eq!(closest.get(0), Some([1.0, 1.0, 0.0]));
///
/// use soa::{Segment3, Segments3};
///
/// let segment = Segment3 { start: [0.0; 3], direction: [0.0, 0.0, 8.0] };
/// let closest = soa::closest_points(&points, &Segments3::from_shapes(&[segment])?)?;
/// assert_eq!(closest.get(0), Some([0.0, 0.0, 5.0]));
/// # Ok::<(), soa::Error>(())
/// ```
///
/// # Errors
/// Unequal numbers of rows; no memory for the result.
#[doc(alias = "project_point")]
pub fn closest_points<A: Rows, B: Rows>(points: &A, shapes: &B) -> Result<Columns<A::Shape>, Error>
where
    A::Shape: ClosestPoint<B::Shape>,
{
    Query::new().closest_points(points, shapes)
}

/// The circumcircle of each triangle; of a triangle of zero area the smallest circle around it.
///
/// ```
/// use soa::{Disk, Triangle, Triangles};
///
/// let right_angled = Triangle { a: [1.0, 1.0], b: [1.0, 4.0], c: [5.0, 1.0] };
/// let circles = soa::circumcircles(&Triangles::from_shapes(&[right_angled])?)?;
/// assert_eq!(circles.get(0), Some(Disk { center: [3.0, 2.5], radius: 2.5 }));
/// # Ok::<(), soa::Error>(())
/// ```
///
/// # Errors
/// No memory for the result.
pub fn circumcircles<A: Rows<Shape = Triangle>>(triangles: &A) -> Result<Columns<Disk>, Error> {
    Query::new().circumcircles(triangles)
}

/// The signed area of each triangle, positive if its vertices run counter-clockwise: its orientation.
///
/// ```
/// use soa::{Triangle, Triangles};
///
/// let triangle = Triangle { a: [0.0, 0.0], b: [4.0, 0.0], c: [0.0, 3.0] };
/// let clockwise = Triangle { b: triangle.c, c: triangle.b, ..triangle };
/// let areas = soa::signed_areas(&Triangles::from_shapes(&[triangle, clockwise])?)?;
/// assert!(areas.iter().eq([6.0, -6.0]));
/// # Ok::<(), soa::Error>(())
/// ```
///
/// # Errors
/// No memory for the result.
#[doc(alias = "winding")]
pub fn signed_areas<A: Rows<Shape = Triangle>>(triangles: &A) -> Result<Columns<f32>, Error> {
    Query::new().signed_areas(triangles)
}

/// The unit normal of each triangle; zero for a triangle of zero area.
///
/// ```
/// use soa::{Triangle3, Triangles3};
///
/// let floor = Triangle3 { a: [0.0, 0.0, 0.0], b: [4.0, 0.0, 0.0], c: [0.0, 4.0, 0.0] };
/// let normals = soa::unit_normals(&Triangles3::from_shapes(&[floor])?)?;
/// assert_eq!(normals.get(0), Some([0.0, 0.0, 1.0]));
/// # Ok::<(), soa::Error>(())
/// ```
///
/// # Errors
/// No memory for the result.
pub fn unit_normals<A: Rows<Shape = Triangle3>>(triangles: &A) -> Result<Columns<Point3>, Error> {
    Query::new().unit_normals(triangles)
}

/// The cross product of the vectors of each row.
///
/// ```
/// use soa::Points3;
///
/// let (x, y) = (Points3::from_shapes(&[[1.0, 0.0, 0.0]])?, Points3::from_shapes(&[[0.0, 1.0, 0.0]])?);
/// assert_eq!(soa::cross_products(&x, &y)?.get(0), Some([0.0, 0.0, 1.0]));
/// # Ok::<(), soa::Error>(())
/// ```
///
/// # Errors
/// Unequal numbers of rows; no memory for the result.
pub fn cross_products<A, B>(u: &A, v: &B) -> Result<Columns<Point3>, Error>
where
    A: Rows<Shape = Point3>,
    B: Rows<Shape = Point3>,
{
    Query::new().cross_products(u, v)
}
