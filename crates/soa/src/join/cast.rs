//! Rays and segments cast at the triangles of an index: what each meets first.
//!
//! Boxes are searched in the order in which the ray enters them, sixteen tested at once
//! ([`slabs`](super::slabs)), and the search ends when it enters no box before the nearest hit (Kay and Kajiya
//! 1986). Triangles are tested in `f64`, whose answer is certain but for a few, which `scalar::exact` decides. So no
//! ray passes between two triangles that share an edge, and which of them it hits first is the answer of real
//! arithmetic.

use alloc::vec::Vec;
use core::cmp::Ordering;

use scalar::dim3::{Aabb3, Ray3, Segment3, Triangle3};
use scalar::exact::Exact as _;
use scalar::exact::cast::{self, Impact};

use super::each_row::each_task;
use super::groups::{Groups, Numbered};
use super::index::{AnyIndex, Index};
use super::slabs::{HEIGHTS, Slabs, above, scale_of};
use super::table::AnyPackedRows;
use crate::data::any::AnyView;
use crate::data::check::check_row;
use crate::data::error::Error;
use crate::data::hits::Hits;
use crate::data::memory::with_capacity;
use crate::data::shape::{Shape, ShapeKind};
use crate::data::view::Rows;

mod impact;
mod many;
mod search;

use many::{Queue, search_many};
use search::{Wanted, search};

/// Where a ray or a segment first meets a row.
///
/// The numbers are those of real arithmetic, rounded once to the nearest `f32`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RayHit {
    /// The row.
    pub row: u32,
    /// The parameter: the point is `start + t direction`. Infinite where it is beyond all floats.
    pub t: f32,
    /// The weight of the corner `b`: the point is `a + u (b - a) + v (c - a)`. In a triangle of zero area, `u` and
    /// `v` are those on the first of the edges `ab`, `ac` and `bc` that holds the point.
    pub u: f32,
    /// The weight of the corner `c`.
    pub v: f32,
}

/// A shape that can be cast: [`Ray3`], whose parameter is 0 or more, and [`Segment3`], with a parameter from 0
/// to 1.
pub trait Cast: Shape + private::Sealed {}
impl Cast for Ray3 {}
impl Cast for Segment3 {}

mod private {
    pub trait Sealed {}
    impl Sealed for super::Ray3 {}
    impl Sealed for super::Segment3 {}
}

impl Index<Triangle3> {
    /// The triangle that a ray or a segment meets first: the one with the least parameter, by exact comparison,
    /// and the smaller row where two are equal, as on a shared edge. A ray that starts in a triangle meets it at 0.
    /// Both sides of a triangle count.
    ///
    /// ```
    /// use soa::{Index, Ray3, Segment3, Triangle3, Triangles3};
    ///
    /// // Two floors, one above the other.
    /// let floor = |z| Triangle3 { a: [0.0, 0.0, z], b: [4.0, 0.0, z], c: [0.0, 4.0, z] };
    /// let index = Index::new(&Triangles3::from_shapes(&[floor(0.0), floor(1.0)])?)?;
    /// let down = Ray3 { start: [1.0, 2.0, 5.0], direction: [0.0, 0.0, -2.0] };
    /// let hit = index.cast_one(&down)?.unwrap();
    /// assert_eq!((hit.row, hit.t, hit.u, hit.v), (1, 2.0, 0.25, 0.5));
    /// // A segment ends at its parameter 1.
    /// let short = Segment3 { start: down.start, direction: [0.0, 0.0, -3.5] };
    /// assert_eq!(index.cast_one(&short)?, None);
    /// # Ok::<(), soa::Error>(())
    /// ```
    ///
    /// # Errors
    /// A ray with a value that is not finite.
    pub fn cast_one<R: Cast>(&self, ray: &R) -> Result<Option<RayHit>, Error> {
        self.cast_where(ray, |_| true)
    }

    /// [`Index::cast_one`] among the rows that `keep` says yes to: all but the triangle that the ray starts from, or
    /// those of one material.
    ///
    /// ```
    /// use soa::{Index, Ray3, Triangle3, Triangles3};
    ///
    /// let floor = |z| Triangle3 { a: [0.0, 0.0, z], b: [4.0, 0.0, z], c: [0.0, 4.0, z] };
    /// let index = Index::new(&Triangles3::from_shapes(&[floor(0.0), floor(1.0)])?)?;
    /// let ray = Ray3 { start: [1.0, 1.0, 0.0], direction: [0.0, 0.0, 1.0] };
    /// assert_eq!(index.cast_one(&ray)?.unwrap().row, 0);
    /// assert_eq!(index.cast_where(&ray, |row| row != 0)?.unwrap().row, 1);
    /// # Ok::<(), soa::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Index::cast_one`].
    pub fn cast_where<R: Cast>(
        &self,
        ray: &R,
        mut keep: impl FnMut(u32) -> bool,
    ) -> Result<Option<RayHit>, Error> {
        check_row(ray, 0)?;
        let Some(scene) = self.scene() else { return Ok(None) };
        let path = Path::new(R::KIND, ray.values());
        let casting = search(self.query.level(), &scene, path, &mut Wanted::First(&mut keep))?;
        Ok(casting.first(&scene))
    }

    /// All triangles that a ray or a segment meets, by the parameter at which it first meets them, then by row.
    ///
    /// ```
    /// use soa::{Index, Ray3, Triangle3, Triangles3};
    ///
    /// let floor = |z| Triangle3 { a: [0.0, 0.0, z], b: [4.0, 0.0, z], c: [0.0, 4.0, z] };
    /// let index = Index::new(&Triangles3::from_shapes(&[floor(0.0), floor(1.0)])?)?;
    /// let ray = Ray3 { start: [1.0, 1.0, 2.0], direction: [0.0, 0.0, -1.0] };
    /// let hits: Vec<_> = index.cast_all(&ray)?.iter().map(|hit| (hit.row, hit.t)).collect();
    /// assert_eq!(hits, [(1, 1.0), (0, 2.0)]);
    /// # Ok::<(), soa::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Index::cast_one`]; no memory for the result.
    pub fn cast_all<R: Cast>(&self, ray: &R) -> Result<Vec<RayHit>, Error> {
        check_row(ray, 0)?;
        let Some(scene) = self.scene() else { return Ok(Vec::new()) };
        let path = Path::new(R::KIND, ray.values());
        let mut all = Vec::new();
        search(self.query.level(), &scene, path, &mut Wanted::All(&mut all))?;
        all.sort_unstable_by(|a, b| path.order(&scene, a, b));
        let mut hits = with_capacity(all.len())?;
        hits.extend(all.iter().map(|found| path.hit(&scene, found)));
        Ok(hits)
    }

    /// [`Index::cast_one`] of every ray or segment of a set, in its order. Large sets run on the threads of the
    /// index's query.
    ///
    /// ```
    /// use soa::{Index, Rays3, Triangles3};
    ///
    /// let triangles = Triangles3::new([
    ///     vec![0.0], vec![0.0], vec![3.0], // a
    ///     vec![0.0], vec![3.0], vec![0.0], // b
    ///     vec![3.0], vec![0.0], vec![0.0], // c
    /// ])?;
    /// let rays = Rays3::new([
    ///     vec![0.0; 2], vec![0.0; 2], vec![0.0; 2], // start
    ///     vec![1.0, -1.0], vec![1.0; 2], vec![1.0; 2], // direction
    /// ])?;
    /// let hits = Index::new(&triangles)?.cast(&rays)?;
    /// assert_eq!(hits[0].map(|hit| (hit.row, hit.t)), Some((0, 1.0)));
    /// assert_eq!(hits[1], None);
    /// # Ok::<(), soa::Error>(())
    /// ```
    ///
    /// # Errors
    /// No memory for the result. A ray that is not finite meets nothing.
    pub fn cast<R: Cast>(&self, rays: &impl Rows<Shape = R>) -> Result<Vec<Option<RayHit>>, Error> {
        self.first_of_each(&rays.view().any())
    }

    /// Which rays or segments of a set meet any triangle: shadows, lines of sight. A search ends at the first
    /// triangle found.
    ///
    /// ```
    /// use soa::{Index, Segments3, Triangles3};
    ///
    /// let wall = Triangles3::new([
    ///     vec![1.0], vec![-5.0], vec![-5.0], // a
    ///     vec![1.0], vec![5.0], vec![-5.0], // b
    ///     vec![1.0], vec![0.0], vec![5.0], // c
    /// ])?;
    /// let sight = Segments3::new([
    ///     vec![0.0; 2], vec![0.0; 2], vec![0.0; 2], // start
    ///     vec![2.0, 0.5], vec![0.0; 2], vec![0.0; 2], // direction: behind the wall, before it
    /// ])?;
    /// assert_eq!(Index::new(&wall)?.cast_any(&sight)?.to_bools(), [true, false]);
    /// # Ok::<(), soa::Error>(())
    /// ```
    ///
    /// # Errors
    /// No memory for the result. A ray that is not finite meets nothing.
    pub fn cast_any<R: Cast>(&self, rays: &impl Rows<Shape = R>) -> Result<Hits, Error> {
        self.any_of_each(&rays.view().any())
    }
}

impl AnyIndex {
    /// As [`Index::cast`], for rays or segments of space and an index of triangles of space.
    ///
    /// ```
    /// use soa::{AnyView, Index, ShapeKind};
    ///
    /// let floor: [&[f32]; 9] = [&[0.0], &[0.0], &[0.0], &[4.0], &[0.0], &[0.0], &[0.0], &[4.0], &[0.0]];
    /// let index = Index::of_any(&AnyView::new(ShapeKind::Triangle3, &floor)?)?;
    /// let rays = [&[1.0, 9.0][..], &[2.0; 2], &[5.0; 2], &[0.0; 2], &[0.0; 2], &[-1.0; 2]]; // start, direction
    /// let hits = index.cast_view(&AnyView::new(ShapeKind::Ray3, &rays)?)?;
    /// assert_eq!(hits[0].map(|hit| (hit.row, hit.t)), Some((0, 5.0)));
    /// assert_eq!(hits[1], None);
    /// # Ok::<(), soa::Error>(())
    /// ```
    ///
    /// # Errors
    /// Rows or an index of other shapes; no memory for the result.
    pub fn cast_view(&self, rays: &AnyView) -> Result<Vec<Option<RayHit>>, Error> {
        self.check_cast(rays.kind())?;
        self.first_of_each(rays)
    }

    /// As [`Index::cast_any`], for rays or segments of space and an index of triangles of space.
    ///
    /// # Errors
    /// Rows or an index of other shapes; no memory for the result.
    pub fn cast_any_view(&self, rays: &AnyView) -> Result<Hits, Error> {
        self.check_cast(rays.kind())?;
        self.any_of_each(rays)
    }

    fn check_cast(&self, rays: ShapeKind) -> Result<(), Error> {
        if matches!(rays, ShapeKind::Ray3 | ShapeKind::Segment3) && self.packed.kind == ShapeKind::Triangle3 {
            return Ok(());
        }
        Err(Error::NoKernel { left: rays.name(), right: self.packed.kind.name() })
    }
}

impl<S> Index<S> {
    fn first_of_each(&self, rays: &AnyView) -> Result<Vec<Option<RayHit>>, Error> {
        let mut hits = with_capacity(rays.len())?;
        hits.resize(rays.len(), None);
        self.cast_batch(rays, &mut hits, &|scene, casting| casting.first(scene), false);
        Ok(hits)
    }

    fn any_of_each(&self, rays: &AnyView) -> Result<Hits, Error> {
        let mut any = with_capacity(rays.len())?;
        any.resize(rays.len(), false);
        self.cast_batch(rays, &mut any, &|_, casting| casting.first.is_some(), true);
        Ok(Hits::from_bools(any))
    }

    /// Casts every ray of a view, and writes what `result` makes of it.
    fn cast_batch<T: Send>(
        &self,
        rays: &AnyView,
        results: &mut [T],
        result: &(dyn Fn(&Scene, &Casting) -> T + Sync),
        any: bool,
    ) {
        let Some(scene) = self.scene() else { return };
        each_task(self.query.threads(), results, |first, results| {
            let mut queue = Queue::new(rays, first..first + results.len());
            let mut done = |place: usize, casting: &Casting| results[place] = result(&scene, casting);
            search_many(self.query.level(), &scene, &mut queue, any, &mut done);
        });
    }

    /// What is searched; None without rows.
    fn scene(&self) -> Option<Scene<'_>> {
        let AnyPackedRows::Space(packed) = &self.packed.rows else { return None };
        let (boxes, top) = packed.heights()?;
        Some(Scene { triangles: packed.side().rows.triangles()?, boxes, top })
    }
}

/// The triangles of an index, and its boxes by their height.
struct Scene<'a> {
    triangles: &'a [Numbered<Triangle3>],
    boxes: [&'a Groups<Aabb3>; HEIGHTS],
    /// The height of the root.
    top: usize,
}

/// A path, and what it has found.
struct Casting {
    path: Path,
    /// The first triangle so far.
    first: Option<Found>,
    /// No box that is entered after this matters, in the parameter of the scaled direction.
    limit: f32,
    /// The scaled parameter of one unit of the parameter.
    scale: f64,
}

/// A ray or a segment.
#[derive(Clone, Copy)]
enum Path {
    Ray(Ray3),
    Segment(Segment3),
}

/// A triangle that the path meets.
#[derive(Clone, Copy)]
struct Found {
    /// Its place among the triangles of the scene.
    place: u32,
    impact: Impact,
}

impl Path {
    /// That of a ray or a segment with these values.
    #[inline(always)]
    fn new(kind: ShapeKind, values: &[f32]) -> Self {
        if kind == ShapeKind::Segment3 {
            Self::Segment(Shape::from_values(|k| values[k]))
        } else {
            Self::Ray(Shape::from_values(|k| values[k]))
        }
    }

    /// Whether it meets a triangle.
    #[cold]
    fn meets(&self, triangle: &Triangle3) -> bool {
        match self {
            Self::Ray(ray) => ray.decide(triangle).hit,
            Self::Segment(segment) => segment.decide(triangle).hit,
        }
    }

    #[inline(always)]
    fn impact(&self, triangle: &Triangle3) -> Option<Impact> {
        match self {
            Self::Ray(ray) => Impact::of(ray, triangle),
            Self::Segment(segment) => Impact::of(segment, triangle),
        }
    }

    /// By parameter, then by row.
    fn order(&self, scene: &Scene, a: &Found, b: &Found) -> Ordering {
        let ([s, t], [i, j]) = ([a, b].map(|found| &scene.triangles[found.place as usize]), [a, b]);
        let ((s, a), (t, b), i, j) = (s, t, &i.impact, &j.impact);
        let by_parameter = match self {
            Self::Ray(ray) => cast::order(ray, (i, s), (j, t)),
            Self::Segment(segment) => cast::order(segment, (i, s), (j, t)),
        };
        by_parameter.then(a.cmp(b))
    }

    fn hit(&self, scene: &Scene, found: &Found) -> RayHit {
        let (triangle, row) = &scene.triangles[found.place as usize];
        let [t, u, v] = match self {
            Self::Ray(ray) => found.impact.round(ray, triangle),
            Self::Segment(segment) => found.impact.round(segment, triangle),
        };
        RayHit { row: *row, t, u, v }
    }

    /// Start and direction.
    #[inline(always)]
    fn values(&self) -> &[f32; 6] {
        match self {
            Self::Ray(ray) => bytemuck::cast_ref(ray),
            Self::Segment(segment) => bytemuck::cast_ref(segment),
        }
    }
}

impl Casting {
    #[inline(always)]
    fn new(path: Path) -> Self {
        let [_, _, _, x, y, z] = *path.values();
        let scale = scale_of([x, y, z]);
        let end = if matches!(path, Path::Segment(_)) { scale } else { f64::INFINITY };
        Self { path, first: None, limit: above(end), scale }
    }

    /// The path as boxes see it.
    #[inline(always)]
    fn slabs(&self) -> Slabs {
        let [sx, sy, sz, x, y, z] = *self.path.values();
        Slabs::new([[sx, sy, sz]; 2], [x, y, z], self.scale)
    }

    /// Takes a triangle that the path meets, if none before it is met so far.
    #[inline(always)]
    fn offer(&mut self, scene: &Scene, found: Found) {
        if self.first.as_ref().is_none_or(|first| self.path.order(scene, &found, first).is_lt()) {
            let [_, latest] = found.impact.parameter();
            self.limit = self.limit.min(above(latest * self.scale));
            self.first = Some(found);
        }
    }

    fn first(&self, scene: &Scene) -> Option<RayHit> {
        self.first.as_ref().map(|found| self.path.hit(scene, found))
    }
}
