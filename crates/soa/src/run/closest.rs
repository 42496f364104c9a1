//! Closest points and distances, row by row and of the pairs that a join found.

use crate::data::columns::Columns;
use crate::data::error::Error;
use crate::data::pairs::Pairs;
use crate::data::shape::Shape;
use crate::data::view::Rows;
use crate::kernel::operand::Operands;
use crate::kernel::{Closest, MeasurePair};
use crate::lanes::level::Level;
use crate::run::driver;
use crate::run::query::Query;
use crate::run::rows_or_pairs::{Numbers, Source, Task};

/// The most columns of both points.
const POINTS: usize = 6;
/// Rows whose distances are measured together.
const ROWS: usize = 64;

/// Columns of the closest points of an `A` and a `B`.
type ClosestColumns<A, B> = Columns<<A as Closest<B>>::Pair>;

/// Where row `i` of `a` and row `i` of `b` are closest to each other, for every row: their distance, and a
/// point of each that is as far from the other one. Where two shapes meet, the distance is 0, and both are
/// one point that the shapes have in common.
///
/// Computed in `f64` and rounded to `f32`: every row has finite answers, unless a distance is beyond `f32`.
/// How far they may be off (about one rounding), and which of several closest points are taken, is said at
/// [`scalar::dim2::closest`] and [`scalar::dim3::closest`]. An exchange of the operands exchanges the points
/// and changes no bit. Whether shapes touch is exact only by [`intersects`](crate::intersects()); how to push
/// apart those that do is what [`contacts`](crate::contacts()) finds. Of points there also is
/// [`closest_points`](crate::closest_points()), in `f32`.
///
/// ```
/// use soa::{Disk, Disks, Triangle, Triangles};
///
/// let disks = Disks::from_shapes(&[[1.0, -5.0], [1.0, 1.0]].map(|center| Disk { center, radius: 2.0 }))?;
/// let triangle = Triangle { a: [0.0, 0.0], b: [4.0, 0.0], c: [0.0, 4.0] };
/// let closest = soa::closest(&disks, &Triangles::from_shapes(&[triangle; 2])?)?;
///
/// let pair = closest.get(0).unwrap();
/// assert_eq!((pair.distance, pair.on_a, pair.on_b), (3.0, [1.0, -3.0], [1.0, 0.0]));
/// let pair = closest.get(1).unwrap(); // they overlap
/// assert_eq!((pair.distance, pair.on_a, pair.on_b), (0.0, [1.0, 1.0], [1.0, 1.0]));
/// # Ok::<(), soa::Error>(())
/// ```
///
/// # Errors
/// Unequal numbers of rows; no memory for the result.
#[doc(alias = "nearest_points")]
#[doc(alias = "witness_points")]
#[doc(alias = "gjk")]
pub fn closest<A: Rows, B: Rows>(a: &A, b: &B) -> Result<ClosestColumns<A::Shape, B::Shape>, Error>
where
    A::Shape: Closest<B::Shape>,
{
    Query::new().closest(a, b)
}

/// The distance of row `i` of `a` and row `i` of `b`, for every row: 0 where they meet. It is the first
/// column of [`closest`], which takes as long but writes more.
///
/// It is the distance and not its square, which `f32` cannot hold for all shapes. Squares of points'
/// distances are what [`squared_distances`](crate::squared_distances()) computes, in `f32`.
///
/// ```
/// use soa::{Segment3, Segments3, Sphere, Spheres};
///
/// let segments = Segments3::from_shapes(&[Segment3 { start: [0.0; 3], direction: [0.0, 0.0, 8.0] }; 2])?;
/// let sphere = |x| Sphere { center: [x, 0.0, 5.0], radius: 1.0 };
/// let distances = soa::distances(&segments, &Spheres::from_shapes(&[sphere(3.5), sphere(0.5)])?)?;
/// assert!(distances.iter().eq([2.5, 0.0]));
/// # Ok::<(), soa::Error>(())
/// ```
///
/// # Errors
/// Unequal numbers of rows; no memory for the result.
pub fn distances<A: Rows, B: Rows>(a: &A, b: &B) -> Result<Columns<f32>, Error>
where
    A::Shape: Closest<B::Shape>,
{
    Query::new().distances(a, b)
}

/// The closest points of pairs, as [`closest`]: row `i` is that of row `pairs.left()[i]` of `a` and row
/// `pairs.right()[i]` of `b`. The pairs may be those of other shapes with the same rows, such as disks around
/// them that are as large as they may be apart.
///
/// ```
/// use soa::{Disks, Points, Segment, Segments};
///
/// let points = Points::from_shapes(&[[0.0, 2.0], [9.0, 1.0]])?;
/// let segments = Segments::from_shapes(&[Segment { start: [1.0, 0.0], direction: [4.0, 0.0] }])?;
/// let around = Disks::new([vec![0.0, 9.0], vec![2.0, 1.0], vec![4.5; 2]])?; // x, y, radius
/// let pairs = soa::join(&around, &segments)?;
/// let closest = soa::closest_of_pairs(&points, &segments, &pairs)?;
/// assert_eq!(pairs.iter().collect::<Vec<_>>(), [(0, 0), (1, 0)]);
/// assert_eq!(closest.get(1).unwrap().on_b, [5.0, 0.0]);
/// # Ok::<(), soa::Error>(())
/// ```
///
/// # Errors
/// A pair with a row that there is not; no memory for the result.
pub fn closest_of_pairs<A: Rows, B: Rows>(
    a: &A,
    b: &B,
    pairs: &Pairs,
) -> Result<ClosestColumns<A::Shape, B::Shape>, Error>
where
    A::Shape: Closest<B::Shape>,
{
    Query::new().closest_of_pairs(a, b, pairs)
}

/// The distances of pairs, as [`distances`]: row `i` is that of row `pairs.left()[i]` of `a` and row
/// `pairs.right()[i]` of `b`.
///
/// # Errors
/// A pair with a row that there is not; no memory for the result.
pub fn distances_of_pairs<A: Rows, B: Rows>(a: &A, b: &B, pairs: &Pairs) -> Result<Columns<f32>, Error>
where
    A::Shape: Closest<B::Shape>,
{
    Query::new().distances_of_pairs(a, b, pairs)
}

impl Query {
    /// Where each row of `a` is closest to the same row of `b`: see [`closest`].
    ///
    /// # Errors
    /// Unequal numbers of rows; no memory for the result.
    pub fn closest<A: Rows, B: Rows>(self, a: &A, b: &B) -> Result<ClosestColumns<A::Shape, B::Shape>, Error>
    where
        A::Shape: Closest<B::Shape>,
    {
        let mut columns = Columns::default();
        self.closest_into(a, b, &mut columns)?;
        Ok(columns)
    }

    /// [`Query::closest`] into columns that are kept: their old rows are lost, their memory is used again.
    ///
    /// # Errors
    /// Unequal numbers of rows, and `out` is as it was; no memory for the result, and it is empty.
    pub fn closest_into<A: Rows, B: Rows>(
        self,
        a: &A,
        b: &B,
        out: &mut ClosestColumns<A::Shape, B::Shape>,
    ) -> Result<(), Error>
    where
        A::Shape: Closest<B::Shape>,
    {
        self.fill_closest(a, b, Source::rows(a, b)?, out)
    }

    /// The distance of each row of `a` from the same row of `b`: see [`distances`].
    ///
    /// # Errors
    /// Unequal numbers of rows; no memory for the result.
    pub fn distances<A: Rows, B: Rows>(self, a: &A, b: &B) -> Result<Columns<f32>, Error>
    where
        A::Shape: Closest<B::Shape>,
    {
        let mut columns = Columns::default();
        self.distances_into(a, b, &mut columns)?;
        Ok(columns)
    }

    /// [`Query::distances`] into a column that is kept: its old rows are lost, its memory is used again.
    ///
    /// # Errors
    /// Unequal numbers of rows, and `out` is as it was; no memory for the result, and it is empty.
    pub fn distances_into<A: Rows, B: Rows>(self, a: &A, b: &B, out: &mut Columns<f32>) -> Result<(), Error>
    where
        A::Shape: Closest<B::Shape>,
    {
        self.fill_closest(a, b, Source::rows(a, b)?, out)
    }

    /// The closest points of pairs: see [`closest_of_pairs`].
    ///
    /// # Errors
    /// A pair with a row that there is not; no memory for the result.
    pub fn closest_of_pairs<A: Rows, B: Rows>(
        self,
        a: &A,
        b: &B,
        pairs: &Pairs,
    ) -> Result<ClosestColumns<A::Shape, B::Shape>, Error>
    where
        A::Shape: Closest<B::Shape>,
    {
        let mut columns = Columns::default();
        self.closest_of_pairs_into(a, b, pairs, &mut columns)?;
        Ok(columns)
    }

    /// [`Query::closest_of_pairs`] into columns that are kept: their old rows are lost, their memory is used
    /// again.
    ///
    /// # Errors
    /// A pair with a row that there is not, and `out` is as it was; no memory for the result, and it is
    /// empty.
    pub fn closest_of_pairs_into<A: Rows, B: Rows>(
        self,
        a: &A,
        b: &B,
        pairs: &Pairs,
        out: &mut ClosestColumns<A::Shape, B::Shape>,
    ) -> Result<(), Error>
    where
        A::Shape: Closest<B::Shape>,
    {
        self.fill_closest(a, b, Source::pairs(a, b, pairs)?, out)
    }

    /// The distances of pairs: see [`distances_of_pairs`].
    ///
    /// # Errors
    /// A pair with a row that there is not; no memory for the result.
    pub fn distances_of_pairs<A: Rows, B: Rows>(
        self,
        a: &A,
        b: &B,
        pairs: &Pairs,
    ) -> Result<Columns<f32>, Error>
    where
        A::Shape: Closest<B::Shape>,
    {
        let mut columns = Columns::default();
        self.distances_of_pairs_into(a, b, pairs, &mut columns)?;
        Ok(columns)
    }

    /// [`Query::distances_of_pairs`] into a column that is kept: its old rows are lost, its memory is used
    /// again.
    ///
    /// # Errors
    /// A pair with a row that there is not, and `out` is as it was; no memory for the result, and it is
    /// empty.
    pub fn distances_of_pairs_into<A: Rows, B: Rows>(
        self,
        a: &A,
        b: &B,
        pairs: &Pairs,
        out: &mut Columns<f32>,
    ) -> Result<(), Error>
    where
        A::Shape: Closest<B::Shape>,
    {
        self.fill_closest(a, b, Source::pairs(a, b, pairs)?, out)
    }

    /// The distance of each row, and both points if there are columns for them.
    fn fill_closest<A: Rows, B: Rows, S: Shape>(
        self,
        a: &A,
        b: &B,
        source: Source,
        out: &mut Columns<S>,
    ) -> Result<(), Error>
    where
        A::Shape: Closest<B::Shape>,
    {
        self.fill(&ClosestRows { pair: A::Shape::closest_pair() }, a, b, source, out)
    }
}

/// Distances, or distances and points.
pub(super) struct ClosestRows {
    pub(super) pair: MeasurePair,
}

impl Task for ClosestRows {
    fn pair(&self) -> MeasurePair {
        self.pair
    }

    fn measure(&self, _: Numbers, level: Level, operands: &Operands, out: &mut [&mut [f32]]) {
        let kernel = self.pair.kernel;
        match out {
            [only] => {
                // The points are measured, too, and are not wanted.
                let (mut unwanted, columns) = ([[0.0; ROWS]; POINTS], kernel.out.columns().len());
                for (i, distances) in only.chunks_mut(ROWS).enumerate() {
                    let rows = distances.len();
                    let part = Operands { rows, ..operands.split(i * ROWS)[1] };
                    let [a, b, c, d, e, f] = unwanted.each_mut().map(|column| &mut column[..rows]);
                    driver::measure(kernel, level, &part, &mut [distances, a, b, c, d, e, f][..columns]);
                }
            }
            [_, both @ ..] => {
                // The kernel's left point is the right one if it takes the operands in the other order.
                let half = both.len() / 2;
                both.rotate_left(if self.pair.is_swapped { half } else { 0 });
                driver::measure(kernel, level, operands, out);
            }
            [] => {}
        }
    }
}
