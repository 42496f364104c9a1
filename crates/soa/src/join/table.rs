//! The functions of joins that are compiled for each shape, found by the shape's value.

use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;

use scalar::dim2::{
    Aabb, Capsule, Disk, Line, OrientedBox, Point, Ray, RoundedAabb, RoundedCapsule, RoundedDisk,
    RoundedOrientedBox, RoundedTriangle, Segment, Triangle,
};
use scalar::dim3::{
    Aabb3, Capsule3, Line3, OrientedBox3, Point3, Ray3, RoundedAabb3, RoundedCapsule3, RoundedSphere,
    RoundedTriangle3, Segment3, Sphere, Triangle3,
};

use super::bounds::Bounded;
use super::groups::DEAD;
use super::halves::halved;
use super::packed::{Build, Edit, LeftRows, Packed};
use super::probe::Probe;
use super::progress::PhaseClock;
use super::region::scatter;
use crate::data::any::AnyView;
use crate::data::shape::{Shape, ShapeKind};
use crate::lanes::level::Level;
use crate::run::threads::Threads;

type Scatter<B> = for<'a> fn(
    Level,
    Threads,
    PhaseClock,
    &AnyView<'a>,
    usize,
    Option<&Packed<B>>,
) -> Box<dyn LeftRows<B> + 'a>;

/// What a join does with the rows of one shape whose boxes are `B`.
pub(crate) struct RowOps<B: Shape> {
    /// Scatters the finite rows into regions, but for some that intersect none of the right rows, if these
    /// are given. Their numbers begin with the argument before the right rows.
    pub(crate) scatter: Scatter<B>,
    /// Sorts all rows, with a tree of boxes above them.
    pub(crate) pack: fn(&Build, &AnyView) -> Packed<B>,
    /// What a shape with these values sends down a tree.
    pub(crate) probe: fn(&[f32]) -> Probe<B>,
}

impl<B: Shape> RowOps<B> {
    const fn of<S: Bounded<Bounds = B>>() -> Self {
        Self {
            scatter: |level, threads, clock, rows, first, right| {
                Box::new(scatter::<S>(level, threads, clock, rows, first, right))
            },
            pack: |build, rows| {
                if build.by_halves
                    && matches!(S::KIND, ShapeKind::Point | ShapeKind::Point3 | ShapeKind::Triangle3)
                    && let Some(rows) = rows.typed::<S>()
                {
                    return halved(build, &rows);
                }
                let regions = scatter::<S>(build.level, build.threads, build.progress.clock, rows, 0, None);
                Packed::new(build, regions)
            },
            probe: |values| Probe::of(&S::from_values(|k| values[k])),
        }
    }
}

/// The functions of a shape.
#[derive(Clone, Copy)]
pub(crate) enum AnyOps {
    Plane(&'static RowOps<Aabb>),
    Space(&'static RowOps<Aabb3>),
}

/// Declares which shapes can be joined.
macro_rules! ops {
    ($($variant:ident: $($shape:ident)*;)*) => {
        /// The functions of a shape; None if it is no set of points.
        pub(crate) fn ops(kind: ShapeKind) -> Option<AnyOps> {
            match kind {
                $($(ShapeKind::$shape => Some(AnyOps::$variant(&const { RowOps::of::<$shape>() })),)*)*
                _ => None,
            }
        }
    };
}

ops! {
    Plane: Point Segment Ray Line Disk Aabb OrientedBox Triangle Capsule RoundedDisk RoundedCapsule RoundedAabb
        RoundedOrientedBox RoundedTriangle;
    Space: Point3 Segment3 Ray3 Line3 Sphere Aabb3 OrientedBox3 Triangle3 Capsule3 RoundedSphere RoundedCapsule3
        RoundedAabb3 RoundedTriangle3;
}

/// Sorted rows of any shape.
pub(crate) struct AnyPacked {
    pub(crate) kind: ShapeKind,
    /// Rows are numbered up to this: also those that are not finite, which are left out, or were removed.
    pub(crate) numbers: usize,
    pub(crate) rows: AnyPackedRows,
}

pub(crate) enum AnyPackedRows {
    Plane(Packed<Aabb>),
    Space(Packed<Aabb3>),
    /// Of a shape that cannot be joined.
    None,
}

impl AnyPacked {
    pub(crate) fn new(build: &Build, view: &AnyView) -> Self {
        let rows = match ops(view.kind()) {
            Some(AnyOps::Plane(ops)) => AnyPackedRows::Plane((ops.pack)(build, view)),
            Some(AnyOps::Space(ops)) => AnyPackedRows::Space((ops.pack)(build, view)),
            None => AnyPackedRows::None,
        };
        Self { kind: view.kind(), numbers: view.len(), rows }
    }

    /// The number of rows that are finite.
    pub(crate) fn len(&self) -> usize {
        match &self.rows {
            AnyPackedRows::Plane(packed) => packed.len(),
            AnyPackedRows::Space(packed) => packed.len(),
            AnyPackedRows::None => 0,
        }
    }

    /// [`Tree::total_extent`](super::tree::Tree::total_extent).
    pub(crate) fn total_extent(&self) -> f64 {
        match &self.rows {
            AnyPackedRows::Plane(packed) => packed.tree.total_extent(),
            AnyPackedRows::Space(packed) => packed.tree.total_extent(),
            AnyPackedRows::None => 0.0,
        }
    }

    /// The number of the row of a place; [`DEAD`] without one.
    pub(crate) fn number(&self, place: u32) -> u32 {
        match &self.rows {
            AnyPackedRows::Plane(packed) => packed.row(place as usize).1,
            AnyPackedRows::Space(packed) => packed.row(place as usize).1,
            AnyPackedRows::None => DEAD,
        }
    }

    /// All columns by number. Rows that are not finite or were removed are NaN.
    pub(crate) fn columns(&self) -> Vec<Vec<f32>> {
        let mut columns = vec![vec![f32::NAN; self.numbers]; self.kind.columns().len()];
        let rows: &dyn Edit = match &self.rows {
            AnyPackedRows::Plane(packed) => packed,
            AnyPackedRows::Space(packed) => packed,
            AnyPackedRows::None => return columns,
        };
        for place in 0..rows.places()[1] {
            let (values, number) = rows.row(place);
            if number != DEAD {
                columns.iter_mut().zip(values).for_each(|(column, &value)| column[number as usize] = value);
            }
        }
        columns
    }

    /// The rows, to change some of them.
    pub(crate) fn edit(&mut self) -> Option<&mut dyn Edit> {
        match &mut self.rows {
            AnyPackedRows::Plane(packed) => Some(packed),
            AnyPackedRows::Space(packed) => Some(packed),
            AnyPackedRows::None => None,
        }
    }

    /// [`Packed::refit`].
    pub(crate) fn refit(&mut self, level: Level, view: &AnyView) {
        match &mut self.rows {
            AnyPackedRows::Plane(packed) => packed.refit(level, view),
            AnyPackedRows::Space(packed) => packed.refit(level, view),
            AnyPackedRows::None => {}
        }
    }
}
