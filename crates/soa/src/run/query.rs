//! What a user calls.

use alloc::vec::Vec;
use core::mem::take;
use core::ops::Range;

use scalar::dim2::{Disk, Triangle};
use scalar::dim3::{Point3, Triangle3};

use crate::data::any::AnyView;
use crate::data::check::{check_row, check_rows, check_values};
use crate::data::columns::Columns;
use crate::data::error::Error;
use crate::data::hits::{Hits, count_bits};
use crate::data::memory::zeroed;
use crate::data::pairs::Pairs;
use crate::data::shape::{Nothing, Shape, ShapeKind};
use crate::data::view::{Rows, View};
use crate::kernel::operand::{Operand, Operands};
use crate::kernel::{ClosestPoint, Compiled, CompiledMeasure, Intersects, SquaredDistance};
use crate::lanes::level::Level;
use crate::registry::{self, Kernel, MeasureKernel, Pair};
use crate::run::driver;
use crate::run::resolve::Stages;
use crate::run::threads::{Threads, split};
use crate::{dim2, dim3};

/// Left rows of a tile of all pairs: each is held in registers while the right tile streams past.
const LEFT_TILE: usize = 64;
/// Right rows of a tile of all pairs: six columns of it are 24 KiB, which stays in the first-level cache.
const RIGHT_TILE: usize = 1024;

/// How queries run: on which instruction set, on how many threads. The answers never depend on it.
///
/// The free functions of this crate ([`intersects`](crate::intersects()), [`join`](crate::join()) and so on)
/// are the methods of `Query::new()`.
///
/// ```
/// use soa::{Level, Points, Query, Triangles};
///
/// let points = Points::new([vec![1.0; 100], vec![1.0; 100]])?;
/// let [zero, two] = [vec![0.0; 100], vec![2.0; 100]];
/// let triangles = Triangles::new([zero.clone(), zero.clone(), two.clone(), zero.clone(), zero, two])?;
/// let hits = Query::new().with_level(Level::PORTABLE).sequential().intersects(&points, &triangles)?;
/// assert_eq!(hits.count(), 100);
/// # Ok::<(), soa::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Query {
    level: Level,
    threads: Threads,
}

impl Default for Query {
    fn default() -> Self {
        Self::new()
    }
}

impl Query {
    /// The best level of this CPU, or the one that the environment variable [`Level::VARIABLE`] names, and
    /// rayon's current pool for large calls.
    ///
    /// Of a name that names no level of this CPU the best level is taken; [`Level::from_env`] returns the
    /// error.
    pub fn new() -> Self {
        Self { level: Level::preferred(), threads: Threads::new(true) }
    }

    /// Runs at this level.
    #[must_use]
    pub fn with_level(self, level: Level) -> Self {
        Self { level, ..self }
    }

    /// Runs on the calling thread alone.
    #[must_use]
    pub fn sequential(self) -> Self {
        Self { threads: Threads::new(false), ..self }
    }

    /// Row `i` against row `i`: one bit a row.
    ///
    /// # Errors
    /// Unequal numbers of rows; no memory for the result.
    #[doc(alias = "overlap")]
    pub fn intersects<A: Rows, B: Rows>(self, a: &A, b: &B) -> Result<Hits, Error>
    where
        A::Shape: Intersects<B::Shape>,
    {
        let (a, b) = (a.view(), b.view());
        let rows = equal_rows(a.len(), b.len())?;
        self.hits_of_pair(A::Shape::pair(), rows, Operand::rows(&a), Operand::rows(&b))
    }

    /// [`Query::intersects`], and how many rows each stage resolved.
    ///
    /// # Errors
    /// Unequal numbers of rows; no memory for the result.
    pub fn intersects_staged<A: Rows, B: Rows>(self, a: &A, b: &B) -> Result<(Hits, Stages), Error>
    where
        A::Shape: Intersects<B::Shape>,
    {
        let (a, b) = (a.view(), b.view());
        self.rows_of_pair(
            A::Shape::pair(),
            equal_rows(a.len(), b.len())?,
            Operand::rows(&a),
            Operand::rows(&b),
        )
    }

    /// [`Query::intersects`] of shapes that are known only when the program runs.
    ///
    /// # Errors
    /// Two shapes without an intersection test; unequal numbers of rows; no memory for the result.
    pub fn intersects_any(self, a: &AnyView, b: &AnyView) -> Result<Hits, Error> {
        let (pair, rows) = (pair_of(a.kind(), b.kind())?, equal_rows(a.len(), b.len())?);
        self.hits_of_pair(pair, rows, Operand::any(a), Operand::any(b))
    }

    /// One shape against every row: one bit a row.
    ///
    /// # Errors
    /// A shape with a value that is not finite or that breaks a rule of its kind; no memory for the result.
    pub fn intersects_one<A: Intersects<B::Shape>, B: Rows>(self, a: &A, b: &B) -> Result<Hits, Error> {
        check_row(a, 0)?;
        let b = b.view();
        self.one_of_pair(A::pair(), a.values(), Operand::rows(&b), b.len())
    }

    /// [`Query::intersects_one`] of shapes that are known only when the program runs: `a` is the values of
    /// one, in the order of [`ShapeKind::columns`].
    ///
    /// # Errors
    /// Two shapes without an intersection test; another number of values than the shape has, or one that is
    /// refused; no memory for the result.
    pub fn intersects_one_any(self, kind: ShapeKind, a: &[f32], b: &AnyView) -> Result<Hits, Error> {
        let pair = pair_of(kind, b.kind())?;
        check_values(kind, a)?;
        self.one_of_pair(pair, a, Operand::any(b), b.len())
    }

    /// Every left row against every right row: the pairs that hit, sorted by left row, then right row.
    ///
    /// This tests `a.len() * b.len()` pairs without an index: for sets up to a few hundred rows. For more
    /// there is [`join`](crate::join()).
    ///
    /// # Errors
    /// More than `u32::MAX` rows on a side; no memory for the result.
    #[doc(alias = "all_pairs")]
    pub fn intersecting_pairs<A: Rows, B: Rows>(self, a: &A, b: &B) -> Result<Pairs, Error>
    where
        A::Shape: Intersects<B::Shape>,
    {
        self.all_of_pair(A::Shape::pair(), &a.view().any(), &b.view().any())
    }

    /// [`Query::intersecting_pairs`] of shapes that are known only when the program runs.
    ///
    /// # Errors
    /// Two shapes without an intersection test; more than `u32::MAX` rows on a side; no memory for the
    /// result.
    pub fn intersecting_pairs_any(self, a: &AnyView, b: &AnyView) -> Result<Pairs, Error> {
        self.all_of_pair(pair_of(a.kind(), b.kind())?, a, b)
    }

    /// The number of pairs that [`Query::intersecting_pairs`] returns. Takes no memory for them.
    pub fn count_pairs<A: Rows, B: Rows>(self, a: &A, b: &B) -> u64
    where
        A::Shape: Intersects<B::Shape>,
    {
        self.count_of_pair(A::Shape::pair(), &a.view().any(), &b.view().any())
    }

    /// The squared distance of each point to the shape of its row.
    ///
    /// # Errors
    /// Unequal numbers of rows; no memory for the result.
    pub fn squared_distances<A: Rows, B: Rows>(self, points: &A, shapes: &B) -> Result<Columns<f32>, Error>
    where
        A::Shape: SquaredDistance<B::Shape>,
    {
        self.measure::<<A::Shape as SquaredDistance<B::Shape>>::Kernel>(points, shapes)
    }

    /// The point of each shape that is closest to the point of its row.
    ///
    /// # Errors
    /// Unequal numbers of rows; no memory for the result.
    pub fn closest_points<A: Rows, B: Rows>(self, points: &A, shapes: &B) -> Result<Columns<A::Shape>, Error>
    where
        A::Shape: ClosestPoint<B::Shape>,
    {
        self.measure::<<A::Shape as ClosestPoint<B::Shape>>::Kernel>(points, shapes)
    }

    /// The circumcircle of each triangle; of a triangle of zero area the smallest circle around it.
    ///
    /// # Errors
    /// No memory for the result.
    pub fn circumcircles<A: Rows<Shape = Triangle>>(self, triangles: &A) -> Result<Columns<Disk>, Error> {
        self.measure_unary::<dim2::circumcircle::Circumcircle>(triangles)
    }

    /// The signed area of each triangle, positive if its vertices run counter-clockwise.
    ///
    /// # Errors
    /// No memory for the result.
    pub fn signed_areas<A: Rows<Shape = Triangle>>(self, triangles: &A) -> Result<Columns<f32>, Error> {
        self.measure_unary::<dim3::vector::SignedArea>(triangles)
    }

    /// The unit normal of each triangle; zero for a triangle of zero area.
    ///
    /// # Errors
    /// No memory for the result.
    pub fn unit_normals<A: Rows<Shape = Triangle3>>(self, triangles: &A) -> Result<Columns<Point3>, Error> {
        self.measure_unary::<dim3::vector::UnitNormal>(triangles)
    }

    /// The cross product of the vectors of each row.
    ///
    /// # Errors
    /// Unequal numbers of rows; no memory for the result.
    pub fn cross_products<A, B>(self, u: &A, v: &B) -> Result<Columns<Point3>, Error>
    where
        A: Rows<Shape = Point3>,
        B: Rows<Shape = Point3>,
    {
        self.measure::<dim3::vector::CrossProduct>(u, v)
    }

    /// [`Query::intersects`] by the kernel of your choice.
    ///
    /// # Errors
    /// Unequal numbers of rows; no memory for the result.
    pub fn test<P: Compiled>(
        self,
        a: &impl Rows<Shape = P::A>,
        b: &impl Rows<Shape = P::B>,
    ) -> Result<Hits, Error> {
        let (a, b) = (a.view(), b.view());
        let rows = equal_rows(a.len(), b.len())?;
        self.hits_of_pair(P::kernel().in_order(), rows, Operand::rows(&a), Operand::rows(&b))
    }

    /// [`Query::intersects_staged`] by the kernel of your choice; one that is not exact decides all in `f32`.
    ///
    /// # Errors
    /// Unequal numbers of rows; no memory for the result.
    pub fn test_staged<P: Compiled>(
        self,
        a: &impl Rows<Shape = P::A>,
        b: &impl Rows<Shape = P::B>,
    ) -> Result<(Hits, Stages), Error> {
        let (a, b) = (a.view(), b.view());
        let rows = equal_rows(a.len(), b.len())?;
        self.rows_of_pair(P::kernel().in_order(), rows, Operand::rows(&a), Operand::rows(&b))
    }

    /// [`Query::intersects_one`] by the kernel of your choice.
    ///
    /// # Errors
    /// A shape with a value that is not finite or that breaks a rule of its kind; no memory for the result.
    pub fn test_one<P: Compiled>(self, a: &P::A, b: &impl Rows<Shape = P::B>) -> Result<Hits, Error> {
        check_row(a, 0)?;
        let b = b.view();
        self.one_of_pair(P::kernel().in_order(), a.values(), Operand::rows(&b), b.len())
    }

    /// [`Query::intersecting_pairs`] by the kernel of your choice.
    ///
    /// # Errors
    /// More than `u32::MAX` rows on a side; no memory for the result.
    pub fn test_all<P: Compiled>(
        self,
        a: &impl Rows<Shape = P::A>,
        b: &impl Rows<Shape = P::B>,
    ) -> Result<Pairs, Error> {
        self.all_of_pair(P::kernel().in_order(), &a.view().any(), &b.view().any())
    }

    /// [`Query::test_staged`] by a kernel that is a value.
    ///
    /// ```
    /// use soa::{AnyView, Query, ShapeKind, registry};
    ///
    /// let kernel = registry::named("point_disk/squared_distance").unwrap();
    /// let points = AnyView::new(ShapeKind::Point, &[&[3.0, 9.0], &[4.0, 9.0]])?;
    /// let disks = AnyView::new(ShapeKind::Disk, &[&[0.0; 2], &[0.0; 2], &[5.0; 2]])?;
    /// let (hits, _) = Query::new().test_any(kernel, &points, &disks)?;
    /// assert_eq!(hits.to_bools(), [true, false]);
    /// # Ok::<(), soa::Error>(())
    /// ```
    ///
    /// # Errors
    /// Columns of another shape than the kernel takes; unequal numbers of rows; no memory for the result.
    pub fn test_any(
        self,
        kernel: &'static Kernel,
        a: &AnyView,
        b: &AnyView,
    ) -> Result<(Hits, Stages), Error> {
        check_shapes([a.kind(), b.kind()], [kernel.info.left, kernel.info.right])?;
        let rows = equal_rows(a.len(), b.len())?;
        self.rows_of_pair(kernel.in_order(), rows, Operand::any(a), Operand::any(b))
    }

    /// [`Query::test_one`] by a kernel that is a value, of the values of a shape.
    ///
    /// # Errors
    /// Columns of another shape than the kernel takes; values that are refused; no memory for the result.
    pub fn test_one_any(self, kernel: &'static Kernel, a: &[f32], b: &AnyView) -> Result<Hits, Error> {
        check_shapes([b.kind()], [kernel.info.right])?;
        check_values(kernel.info.left, a)?;
        self.one_of_pair(kernel.in_order(), a, Operand::any(b), b.len())
    }

    /// [`Query::test_all`] by a kernel that is a value.
    ///
    /// # Errors
    /// Columns of another shape than the kernel takes; more than `u32::MAX` rows on a side; no memory for the
    /// result.
    pub fn test_all_any(self, kernel: &'static Kernel, a: &AnyView, b: &AnyView) -> Result<Pairs, Error> {
        check_shapes([a.kind(), b.kind()], [kernel.info.left, kernel.info.right])?;
        self.all_of_pair(kernel.in_order(), a, b)
    }

    /// Columns by the kernel of your choice, row by row.
    ///
    /// # Errors
    /// Unequal numbers of rows; no memory for the result.
    pub fn measure<M: CompiledMeasure>(
        self,
        a: &impl Rows<Shape = M::A>,
        b: &impl Rows<Shape = M::B>,
    ) -> Result<Columns<M::Out>, Error> {
        let mut columns = Columns::default();
        self.measure_into::<M>(a, b, &mut columns)?;
        Ok(columns)
    }

    /// [`Query::measure`] into columns that are kept: their old rows are lost, their memory is used again.
    /// Large results come up to twice as fast as in fresh memory, which the system provides page by page.
    ///
    /// ```
    /// use soa::{Clips3, OrientedBox3, OrientedBoxes3, Query, Segment3, Segments3, dim3::segment_oriented_box::SlabsClip};
    ///
    /// let segments = Segments3::from_shapes(&[Segment3 { start: [-2.0, 0.5, 0.5], direction: [4.0, 0.0, 0.0] }])?;
    /// let cube = OrientedBox3 {
    ///     center: [0.0; 3],
    ///     half_extents: [1.0; 3],
    ///     axes: [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
    /// };
    /// let boxes = OrientedBoxes3::from_shapes(&[cube])?;
    /// let mut clips = Clips3::default();
    /// for _frame in 0..2 {
    ///     Query::new().measure_into::<SlabsClip<Segment3>>(&segments, &boxes, &mut clips)?;
    ///     assert_eq!(clips.get(0).unwrap().t_enter, 0.25);
    /// }
    /// # Ok::<(), soa::Error>(())
    /// ```
    ///
    /// # Errors
    /// Unequal numbers of rows, and `out` is as it was; no memory for the result, and it is empty.
    pub fn measure_into<M: CompiledMeasure>(
        self,
        a: &impl Rows<Shape = M::A>,
        b: &impl Rows<Shape = M::B>,
        out: &mut Columns<M::Out>,
    ) -> Result<(), Error> {
        let (a, b) = (a.view(), b.view());
        let rows = measured_rows(M::B::KIND, a.len(), b.len())?;
        out.make_room(rows)?;
        let operands = Operands { a: Operand::rows(&a), b: Operand::rows(&b), rows };
        self.measure_rows(M::kernel(), operands, out.results(rows).as_mut());
        Ok(())
    }

    /// Columns by the kernel of your choice, one shape against every row.
    ///
    /// # Errors
    /// A shape with a value that is not finite or that breaks a rule of its kind; no memory for the result.
    pub fn measure_one<M: CompiledMeasure>(
        self,
        a: &M::A,
        b: &impl Rows<Shape = M::B>,
    ) -> Result<Columns<M::Out>, Error> {
        check_row(a, 0)?;
        let b = b.view();
        let mut columns = Columns::<M::Out>::default();
        columns.make_room(b.len())?;
        let operands = Operands { a: Operand::Broadcast(a.values()), b: Operand::rows(&b), rows: b.len() };
        self.measure_rows(M::kernel(), operands, columns.results(b.len()).as_mut());
        Ok(columns)
    }

    /// Columns by a kernel of your choice that has one operand.
    ///
    /// # Errors
    /// No memory for the result.
    pub fn measure_unary<M: CompiledMeasure<B = Nothing>>(
        self,
        a: &impl Rows<Shape = M::A>,
    ) -> Result<Columns<M::Out>, Error> {
        self.measure::<M>(a, &View::<Nothing>::of([], 0, true))
    }

    /// [`Query::measure`] by a kernel that is a value: a `Vec` a column of its result.
    ///
    /// # Errors
    /// Columns of another shape than the kernel takes; unequal numbers of rows; no memory for the result.
    pub fn measure_any(
        self,
        kernel: &'static MeasureKernel,
        a: &AnyView,
        b: &AnyView,
    ) -> Result<Vec<Vec<f32>>, Error> {
        check_shapes([a.kind(), b.kind()], [kernel.left, kernel.right])?;
        let rows = measured_rows(kernel.right, a.len(), b.len())?;
        let mut columns = result_columns(kernel, rows)?;
        let mut out: Vec<&mut [f32]> = columns.iter_mut().map(Vec::as_mut_slice).collect();
        self.measure_rows(kernel, Operands { a: Operand::any(a), b: Operand::any(b), rows }, &mut out);
        Ok(columns)
    }

    /// [`Query::measure_one`] by a kernel that is a value, of the values of a shape.
    ///
    /// # Errors
    /// Columns of another shape than the kernel takes; values that are refused; no memory for the result.
    pub fn measure_one_any(
        self,
        kernel: &'static MeasureKernel,
        a: &[f32],
        b: &AnyView,
    ) -> Result<Vec<Vec<f32>>, Error> {
        check_shapes([b.kind()], [kernel.right])?;
        check_values(kernel.left, a)?;
        let mut columns = result_columns(kernel, b.len())?;
        let mut out: Vec<&mut [f32]> = columns.iter_mut().map(Vec::as_mut_slice).collect();
        let operands = Operands { a: Operand::Broadcast(a), b: Operand::any(b), rows: b.len() };
        self.measure_rows(kernel, operands, &mut out);
        Ok(columns)
    }

    pub(crate) fn threads(self) -> Threads {
        self.threads
    }

    /// The level that it runs at.
    pub fn level(self) -> Level {
        self.level
    }

    /// Inlined, so that operands are written once, where the kernel reads them.
    #[inline(always)]
    pub(crate) fn hits_of_pair(self, pair: Pair, rows: usize, a: Operand, b: Operand) -> Result<Hits, Error> {
        let [a, b] = pair.order(a, b);
        self.hits(pair.kernel, &Operands { a, b, rows })
    }

    /// One row is left to the scalar function, which takes less time than to fill a register.
    fn hits(self, kernel: &Kernel, operands: &Operands) -> Result<Hits, Error> {
        if operands.rows == 1 && kernel.info.is_exact {
            let hit = kernel.info.resolve(&operands.a.values(0), &operands.b.values(0)).hit;
            return Ok(Hits::of_bits(hit.into(), 1));
        }
        let level = self.level.for_rows(operands.rows);
        let blocks = kernel.at(level);
        if operands.rows <= blocks.lanes() {
            let (bits, _) = driver::test_few(&kernel.info, &*blocks, operands);
            return Ok(Hits::of_bits(bits, operands.rows));
        }
        let mut hits = Hits::none(operands.rows)?;
        self.test_rows(kernel, operands, hits.bytes_mut());
        Ok(hits)
    }

    fn rows_of_pair(self, pair: Pair, rows: usize, a: Operand, b: Operand) -> Result<(Hits, Stages), Error> {
        let mut hits = Hits::none(rows)?;
        let [a, b] = pair.order(a, b);
        let stages = self.test_rows(pair.kernel, &Operands { a, b, rows }, hits.bytes_mut());
        Ok((hits, stages))
    }

    /// The left shape must have been checked.
    fn one_of_pair(self, pair: Pair, a: &[f32], b: Operand, rows: usize) -> Result<Hits, Error> {
        self.hits_of_pair(pair, rows, Operand::Broadcast(a), b)
    }

    fn all_of_pair(self, pair: Pair, a: &AnyView, b: &AnyView) -> Result<Pairs, Error> {
        check_rows(a.len())?;
        check_rows(b.len())?;
        let row_bytes = b.len().div_ceil(8);
        let lists = self.left_tiles(a, b, |tiles| {
            let mut pairs = Pairs::default();
            let mut bits = zeroed(LEFT_TILE.min(a.len()) * row_bytes)?;
            for tile in tiles {
                let bits = &mut bits[..tile.len() * row_bytes];
                self.fill_tile(pair, &a.part(tile.clone()), b, bits);
                for (left, row) in tile.zip(bits.chunks_exact(row_bytes.max(1))) {
                    pairs.push_row(left as u32, row)?;
                }
            }
            Ok(pairs)
        });
        let mut lists = lists.into_iter().collect::<Result<Vec<Pairs>, Error>>()?.into_iter();
        let mut pairs = lists.next().unwrap_or_default();
        pairs.reserve(lists.as_slice().iter().map(Pairs::len).sum())?;
        lists.for_each(|list| pairs.append(&list));
        Ok(pairs)
    }

    fn count_of_pair(self, pair: Pair, a: &AnyView, b: &AnyView) -> u64 {
        let counts = self.left_tiles(a, b, |tiles| {
            let mut bits = [0; LEFT_TILE * RIGHT_TILE / 8];
            let mut count = 0;
            for left in tiles {
                for start in (0..b.len()).step_by(RIGHT_TILE) {
                    let right = b.part(start..b.len().min(start + RIGHT_TILE));
                    let bits = &mut bits[..left.len() * right.len().div_ceil(8)];
                    self.fill_tile(pair, &a.part(left.clone()), &right, bits);
                    count += count_bits(bits) as u64;
                }
            }
            count
        });
        counts.into_iter().sum()
    }

    /// The hits of all rows, on threads if that pays.
    fn test_rows(self, kernel: &Kernel, operands: &Operands, out: &mut [u8]) -> Stages {
        if let Some(at) = self.cut(operands.rows) {
            let [first, second] = operands.split(at);
            let (out0, out1) = out.split_at_mut(at / 8);
            let (mut before, mut after) = (Stages::default(), Stages::default());
            self.threads.both(
                || before = self.test_rows(kernel, &first, out0),
                || after = self.test_rows(kernel, &second, out1),
            );
            before + after
        } else {
            self.test_here(kernel, operands, out)
        }
    }

    /// Where to cut rows in two tasks, if there are threads for them.
    pub(crate) fn cut(self, rows: usize) -> Option<usize> {
        driver::cut(rows).filter(|_| self.threads.is_some())
    }

    /// The hits of all rows, on this thread.
    pub(crate) fn test_here(self, kernel: &Kernel, operands: &Operands, out: &mut [u8]) -> Stages {
        driver::test(&kernel.info, &*kernel.at(self.level.for_rows(operands.rows)), operands, out)
    }

    /// [`Query::test_here`] of up to 64 rows: their bits.
    pub(crate) fn test_word_here(self, kernel: &Kernel, operands: &Operands) -> (u64, Stages) {
        driver::test_word(&kernel.info, &*kernel.at(self.level.for_rows(operands.rows)), operands)
    }

    fn measure_rows(self, kernel: &MeasureKernel, operands: Operands, out: &mut [&mut [f32]]) {
        if let Some(at) = self.cut(operands.rows) {
            let [first, second] = operands.split(at);
            let (mut out0, mut out1): (Vec<_>, Vec<_>) =
                out.iter_mut().map(|column| take(column).split_at_mut(at)).unzip();
            self.threads.both(
                || self.measure_rows(kernel, first, &mut out0),
                || self.measure_rows(kernel, second, &mut out1),
            );
        } else {
            driver::measure(kernel, self.level, &operands, out);
        }
    }

    /// Calls `work` with tiles of left rows, on threads if all pairs are many. Returns the results in the
    /// order of the rows.
    fn left_tiles<R: Send>(
        self,
        a: &AnyView,
        b: &AnyView,
        work: impl Fn(&mut dyn Iterator<Item = Range<usize>>) -> R + Sync,
    ) -> Vec<R> {
        let tests = a.len().saturating_mul(b.len());
        let tasks = if self.cut(tests).is_some() { self.threads.tasks(tests) } else { 1 };
        self.threads.map(split(a.len().div_ceil(LEFT_TILE), tasks), |tiles| {
            work(&mut tiles.map(|tile| tile * LEFT_TILE..a.len().min((tile + 1) * LEFT_TILE)))
        })
    }

    /// The bits of a few left rows against all right rows, by right tiles that stay in cache.
    fn fill_tile(self, pair: Pair, a: &AnyView, b: &AnyView, bits: &mut [u8]) {
        let (left, blocks) = (Operand::any(a), pair.kernel.at(self.level));
        let row_bytes = b.len().div_ceil(8);
        for start in (0..b.len()).step_by(RIGHT_TILE) {
            let rows = RIGHT_TILE.min(b.len() - start);
            let right = Operand::any(b).from(start);
            for (row, bits) in bits.chunks_exact_mut(row_bytes).enumerate() {
                let values = left.values(row);
                let [a, b] = pair.order(Operand::Broadcast(&values[..left.columns()]), right);
                let bits = &mut bits[start / 8..][..rows.div_ceil(8)];
                driver::test(&pair.kernel.info, &*blocks, &Operands { a, b, rows }, bits);
            }
        }
    }
}

/// The kernel that is run for these shapes.
pub(crate) fn pair_of(left: ShapeKind, right: ShapeKind) -> Result<Pair, Error> {
    registry::kernel(left, right).ok_or(no_kernel(left, right))
}

/// The error of two shapes without such a query.
pub(crate) fn no_kernel(left: ShapeKind, right: ShapeKind) -> Error {
    Error::NoKernel { left: left.name(), right: right.name() }
}

fn check_shapes<const N: usize>(given: [ShapeKind; N], expected: [ShapeKind; N]) -> Result<(), Error> {
    match given.into_iter().zip(expected).find(|(given, expected)| given != expected) {
        Some((given, expected)) => Err(Error::WrongShape { shape: given.name(), expected: expected.name() }),
        None => Ok(()),
    }
}

fn result_columns(kernel: &MeasureKernel, rows: usize) -> Result<Vec<Vec<f32>>, Error> {
    kernel.out.columns().iter().map(|_| zeroed(rows)).collect()
}

pub(crate) fn equal_rows(left: usize, right: usize) -> Result<usize, Error> {
    if left == right { Ok(left) } else { Err(Error::UnequalRows { left, right }) }
}

/// The rows of a measure: a right operand that has no columns ([`Nothing`]) has as many as the left one.
pub(crate) fn measured_rows(kind: ShapeKind, left: usize, right: usize) -> Result<usize, Error> {
    if kind == ShapeKind::Nothing { Ok(left) } else { equal_rows(left, right) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_calls_are_cut_where_there_are_threads() {
        let threads = cfg!(feature = "rayon");
        assert_eq!(Query::new().cut(1 << 20), threads.then_some(1 << 19));
        assert_eq!(Query::new().cut((1 << 17) - 1), None);
        assert_eq!(Query::new().sequential().cut(1 << 20), None);
    }
}
