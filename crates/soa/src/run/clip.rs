//! Where segments, rays and lines pass through shapes, row by row and of the pairs that a join found.

use alloc::vec::Vec;

use crate::data::any::AnyView;
use crate::data::columns::Columns;
use crate::data::error::Error;
use crate::data::pairs::Pairs;
use crate::data::view::Rows;
use crate::kernel::{ClipBy, Clipped, CompiledMeasure, MeasureKernel};
use crate::registry;
use crate::run::query::{Query, no_kernel};
use crate::run::rows_or_pairs::{AsMeasured, Source};

/// Clips the segment, ray or line of each row by the shape of its row: a disk, an axis-aligned or an oriented
/// box, in space a sphere, such a box or a triangle.
///
/// This is a ray cast against shapes that are known, in `f32`, and in `f64` against round ones: every column
/// of a row is NaN where it finds no common point. [`intersects`](crate::intersects) answers exactly whether
/// there is one; for the first of many triangles there is [`Index::cast`](crate::Index::cast).
///
/// | clipped by | columns | by | error bound |
/// |---|---|---|---|
/// | a box | where it enters and leaves, and the point of entry | slabs | [`SLAB_ERROR`], [`CLIP_ERROR`](scalar::dim2::segment_aabb::CLIP_ERROR) |
/// | a disk or sphere | as a box | a quadratic equation in `f64` | [`CLIP_ERROR`](scalar::dim2::segment_disk::CLIP_ERROR) |
/// | a triangle | `t`, and the weights `u` and `v` of `b` and `c` | Möller and Trumbore | [`CLIP_ERROR`](scalar::dim3::segment_triangle::CLIP_ERROR) |
///
/// Touching counts. A box may be flat. A path that is parallel to the plane of a triangle has no single point
/// in common with it: also one in that plane, a zero direction, and any path with a triangle of zero area are
/// NaN.
///
/// [`SLAB_ERROR`]: scalar::dim2::segment_oriented_box::SLAB_ERROR
///
/// ```
/// use soa::{OrientedBox, OrientedBoxes, Ray, Rays};
///
/// let rays = Rays::from_shapes(&[Ray { start: [-3.0, 0.5], direction: [1.0, 0.0] }])?;
/// let square = OrientedBox { center: [0.0, 0.0], half_extents: [1.0, 1.0], axis: [1.0, 0.0] };
/// let clips = soa::clip(&rays, &OrientedBoxes::from_shapes(&[square])?)?;
/// let clip = clips.get(0).unwrap();
/// assert_eq!((clip.t_enter, clip.t_exit, clip.entry), (2.0, 4.0, [-1.0, 0.5]));
///
/// use soa::{Ray3, Rays3, Triangle3, Triangles3};
///
/// let floor = Triangle3 { a: [0.0; 3], b: [4.0, 0.0, 0.0], c: [0.0, 4.0, 0.0] };
/// let rays = [[0.0, 0.0, -2.0], [1.0, 0.0, 0.0]].map(|direction| Ray3 { start: [1.0, 2.0, 3.0], direction });
/// let points = soa::clip(&Rays3::from_shapes(&rays)?, &Triangles3::from_shapes(&[floor; 2])?)?;
/// assert_eq!(points.hits().to_bools(), [true, false]); // the second is parallel
/// let point = points.get(0).unwrap();
/// assert_eq!((point.t, point.u, point.v), (1.5, 0.25, 0.5));
/// # Ok::<(), soa::Error>(())
/// ```
///
/// # Errors
/// Unequal numbers of rows; no memory for the result.
#[doc(alias = "crossings")]
#[doc(alias = "cast_ray")]
#[doc(alias = "ray_cast")]
#[doc(alias = "raycast")]
pub fn clip<A: Rows, B: Rows>(paths: &A, shapes: &B) -> Result<Clipped<A::Shape, B::Shape>, Error>
where
    A::Shape: ClipBy<B::Shape>,
{
    Query::new().clip(paths, shapes)
}

/// [`clip`] of pairs: row `i` is that of row `pairs.left()[i]` of the paths and row `pairs.right()[i]` of the
/// shapes. With a join, which finds the pairs that meet, it casts rays at any shapes.
///
/// ```
/// use soa::{Disk, Disks, Ray, Rays};
///
/// let rays = Rays::from_shapes(&[[1.0, 0.0], [0.0, 1.0]].map(|direction| Ray { start: [0.0, 0.0], direction }))?;
/// let disks = Disks::from_shapes(&[[9.0, 0.0], [4.0, 0.0]].map(|center| Disk::new(center, 1.0)))?;
/// let pairs = soa::join(&rays, &disks)?;
/// let clips = soa::clip_of_pairs(&rays, &disks, &pairs)?;
/// let mut first = [None; 2];
/// for ((ray, disk), clip) in pairs.iter().zip(clips.iter()) {
///     let nearest = &mut first[ray as usize];
///     *nearest = nearest.filter(|&(t, _)| t <= clip.t_enter).or(Some((clip.t_enter, disk)));
/// }
/// assert_eq!(first, [Some((3.0, 1)), None]); // disk 1 after 3 units
/// # Ok::<(), soa::Error>(())
/// ```
///
/// # Errors
/// A pair with a row that there is not; no memory for the result.
pub fn clip_of_pairs<A: Rows, B: Rows>(
    paths: &A,
    shapes: &B,
    pairs: &Pairs,
) -> Result<Clipped<A::Shape, B::Shape>, Error>
where
    A::Shape: ClipBy<B::Shape>,
{
    Query::new().clip_of_pairs(paths, shapes, pairs)
}

impl Query {
    /// Where each segment, ray or line passes through the shape of its row; every column is NaN where it does
    /// not: see [`clip`](crate::clip).
    ///
    /// # Errors
    /// Unequal numbers of rows; no memory for the result.
    pub fn clip<A: Rows, B: Rows>(self, paths: &A, shapes: &B) -> Result<Clipped<A::Shape, B::Shape>, Error>
    where
        A::Shape: ClipBy<B::Shape>,
    {
        self.measure::<<A::Shape as ClipBy<B::Shape>>::Kernel>(paths, shapes)
    }

    /// The same of pairs: see [`clip_of_pairs`](crate::clip_of_pairs).
    ///
    /// # Errors
    /// A pair with a row that there is not; no memory for the result.
    pub fn clip_of_pairs<A: Rows, B: Rows>(
        self,
        paths: &A,
        shapes: &B,
        pairs: &Pairs,
    ) -> Result<Clipped<A::Shape, B::Shape>, Error>
    where
        A::Shape: ClipBy<B::Shape>,
    {
        let task = AsMeasured(<A::Shape as ClipBy<B::Shape>>::Kernel::kernel());
        let mut columns = Columns::default();
        self.fill(&task, paths, shapes, Source::pairs(paths, shapes, pairs)?, &mut columns)?;
        Ok(columns)
    }

    /// [`Query::clip`] of shapes that are known only when the program runs: a `Vec` a column of
    /// [`ShapeKind::Clip`](crate::ShapeKind::Clip), in space of
    /// [`ShapeKind::Clip3`](crate::ShapeKind::Clip3), or of
    /// [`ShapeKind::ClipPoint3`](crate::ShapeKind::ClipPoint3) if the other shape is a triangle.
    ///
    /// ```
    /// use soa::{AnyView, Query, ShapeKind};
    ///
    /// let rays = AnyView::new(ShapeKind::Ray, &[&[-6.0], &[0.0], &[2.0], &[0.0]])?; // start, direction
    /// let disks = AnyView::new(ShapeKind::Disk, &[&[0.0], &[3.0], &[5.0]])?; // x, y, radius
    /// let clips = Query::new().clip_any(&rays, &disks)?; // t_enter, t_exit, x, y
    /// assert_eq!(clips.concat(), [1.0, 5.0, -4.0, 0.0]);
    /// # Ok::<(), soa::Error>(())
    /// ```
    ///
    /// # Errors
    /// A path that the shape does not clip; unequal numbers of rows; no memory for the result.
    pub fn clip_any(self, paths: &AnyView, shapes: &AnyView) -> Result<Vec<Vec<f32>>, Error> {
        self.measure_any(kernel_of(paths, shapes)?, paths, shapes)
    }

    /// [`Query::clip_of_pairs`] of shapes that are known only when the program runs: columns as those of
    /// [`Query::clip_any`].
    ///
    /// # Errors
    /// A path that the shape does not clip; a pair with a row that there is not; no memory for the result.
    pub fn clip_of_pairs_any(
        self,
        paths: &AnyView,
        shapes: &AnyView,
        pairs: &Pairs,
    ) -> Result<Vec<Vec<f32>>, Error> {
        let kernel = kernel_of(paths, shapes)?;
        let source = Source::of([paths.len(), shapes.len()], Some(pairs))?;
        self.columns_of(&AsMeasured(kernel), [paths, shapes], source, kernel.out.columns().len())
    }
}

/// The kernel of paths and shapes that are values.
fn kernel_of(paths: &AnyView, shapes: &AnyView) -> Result<&'static MeasureKernel, Error> {
    let (path, shape) = (paths.kind(), shapes.kind());
    registry::clip(path, shape).ok_or_else(|| no_kernel(path, shape))
}
