//! The methods of `Query::new()` as functions, for callers that want no options.

use scalar::dim2::{Disk, Point, Segment, Triangle};
use scalar::dim3::{Point3, Triangle3};

use crate::data::columns::Columns;
use crate::data::error::Error;
use crate::data::hits::Hits;
use crate::data::pairs::Pairs;
use crate::data::view::Rows;
use crate::kernel::{ClipBy, Clipped, Intersects};
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

/// Clips the segment, ray or line of each row by the oriented box of its row, in space also by an axis-aligned one:
/// where it enters the box, and where it leaves it.
///
/// This is a ray cast against boxes that are known, by slabs, in `f32`: every column of a row is NaN where
/// `f32` finds no common point. [`intersects`] answers exactly whether there is one.
///
/// ```
/// use soa::{OrientedBox, OrientedBoxes, Ray, Rays};
///
/// let rays = Rays::from_shapes(&[Ray { start: [-3.0, 0.5], direction: [1.0, 0.0] }])?;
/// let square = OrientedBox { center: [0.0, 0.0], half_extents: [1.0, 1.0], axis: [1.0, 0.0] };
/// let clips = soa::clip(&rays, &OrientedBoxes::from_shapes(&[square])?)?;
/// let clip = clips.get(0).unwrap();
/// assert_eq!((clip.t_enter, clip.t_exit, clip.entry), (2.0, 4.0, [-1.0, 0.5]));
/// # Ok::<(), soa::Error>(())
/// ```
///
/// # Errors
/// Unequal numbers of rows; no memory for the result.
#[doc(alias = "crossings")]
#[doc(alias = "cast_ray")]
#[doc(alias = "raycast")]
pub fn clip<A: Rows, B: Rows>(paths: &A, boxes: &B) -> Result<Clipped<A::Shape, B::Shape>, Error>
where
    A::Shape: ClipBy<B::Shape>,
{
    Query::new().clip(paths, boxes)
}

/// The squared distance of each point to the segment of its row.
///
/// In `f32`, with the error bound [`scalar::dim2::point_segment::SQUARED_DISTANCE_ERROR`].
///
/// ```
/// use soa::{Points, Segment, Segments};
///
/// let points = Points::from_shapes(&[[2.0, 3.0], [8.0, 0.0]])?;
/// let segment = Segment { start: [0.0, 0.0], direction: [4.0, 0.0] };
/// let squared = soa::squared_distances(&points, &Segments::from_shapes(&[segment; 2])?)?;
/// assert!(squared.iter().eq([9.0, 16.0]));
/// # Ok::<(), soa::Error>(())
/// ```
///
/// # Errors
/// Unequal numbers of rows; no memory for the result.
pub fn squared_distances<A, B>(points: &A, segments: &B) -> Result<Columns<f32>, Error>
where
    A: Rows<Shape = Point>,
    B: Rows<Shape = Segment>,
{
    Query::new().squared_distances(points, segments)
}

/// The point of each triangle that is closest to the point of its row: the projection of a point on a
/// triangle.
///
/// In `f32`, with the error bound [`scalar::dim3::point_triangle::CLOSEST_POINT_ERROR`]. For the nearest of
/// many triangles there is [`Index::nearest`](crate::Index::nearest).
///
/// ```
/// use soa::{Points3, Triangle3, Triangles3};
///
/// let floor = Triangle3 { a: [0.0, 0.0, 0.0], b: [4.0, 0.0, 0.0], c: [0.0, 4.0, 0.0] };
/// let points = Points3::from_shapes(&[[1.0, 1.0, 5.0]])?;
/// let closest = soa::closest_points(&points, &Triangles3::from_shapes(&[floor])?)?;
/// assert_eq!(closest.get(0), Some([1.0, 1.0, 0.0]));
/// # Ok::<(), soa::Error>(())
/// ```
///
/// # Errors
/// Unequal numbers of rows; no memory for the result.
#[doc(alias = "project_point")]
pub fn closest_points<A, B>(points: &A, triangles: &B) -> Result<Columns<Point3>, Error>
where
    A: Rows<Shape = Point3>,
    B: Rows<Shape = Triangle3>,
{
    Query::new().closest_points(points, triangles)
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
