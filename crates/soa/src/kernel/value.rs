//! Kernels as values: what a kernel's type says, with its loops compiled for every instruction set.

use alloc::boxed::Box;
use core::fmt;

use scalar::exact::Decision;

use super::blocks::{Blocks, MeasureBlocks, at};
use super::{Measure, Predicate};
use crate::data::check::check_count;
use crate::data::columns::Columns;
use crate::data::error::Error;
use crate::data::shape::{Element, Shape, ShapeKind};
use crate::lanes::level::{Level, with_token};

/// The loops of a yes/no kernel that are compiled for a level. A level's token has no size, so the box
/// allocates nothing.
type Loops<E> = fn(Level) -> Box<dyn Blocks<E>>;

/// The same for a computing kernel.
type MeasureLoops<E> = fn(Level) -> Box<dyn MeasureBlocks<E>>;

/// What a yes/no kernel's type says.
pub struct KernelInfo<E: Element = f32> {
    /// The pair and the algorithm: `disk_triangle/seven_regions`.
    pub name: &'static str,
    /// The left shape.
    pub left: ShapeKind,
    /// The right shape.
    pub right: ShapeKind,
    /// Whether its query gives the answer of real arithmetic.
    pub is_exact: bool,
    /// Whether a row that is not finite answers no without regard to the kernel.
    pub(crate) finite_only: bool,
    /// Whether there is a cheap quick reject.
    pub(crate) has_quick_reject: bool,
    type_name: fn() -> &'static str,
    reference: fn(&[E], &[E]) -> bool,
    resolve: fn(&[E], &[E]) -> Decision,
}

impl KernelInfo {
    /// That of a type.
    pub(crate) const fn of<P: Predicate>() -> Self {
        Self {
            name: P::NAME,
            left: P::A::KIND,
            right: P::B::KIND,
            is_exact: P::EXACT,
            finite_only: P::FINITE_ONLY,
            has_quick_reject: P::HAS_QUICK_REJECT,
            type_name: core::any::type_name::<P>,
            reference: |a, b| P::reference(&P::A::from_values(|k| a[k]), &P::B::from_values(|k| b[k])),
            resolve: |a, b| P::resolve(&P::A::from_values(|k| a[k]), &P::B::from_values(|k| b[k])),
        }
    }
}

impl<E: Element> KernelInfo<E> {
    /// The path of the kernel's type.
    pub fn type_name(&self) -> &'static str {
        (self.type_name)()
    }

    /// The answer of the scalar function that the query matches for every input, for the values of both
    /// shapes in the order of their columns.
    ///
    /// # Errors
    /// Another number of values than a shape has columns.
    pub fn reference(&self, a: &[E], b: &[E]) -> Result<bool, Error> {
        check_count(self.left, a)?;
        check_count(self.right, b)?;
        Ok((self.reference)(a, b))
    }

    /// The exact answer, and the stage that found it, of at least as many values as the shapes have columns.
    pub(crate) fn resolve(&self, a: &[E], b: &[E]) -> Decision {
        (self.resolve)(a, b)
    }
}

/// A yes/no kernel, compiled for every instruction set.
pub struct Kernel<E: Element = f32> {
    /// What it is.
    pub info: KernelInfo<E>,
    blocks: Loops<E>,
}

impl Kernel {
    /// The value of a kernel of your own, to be kept in a `static`: see [`Compiled`].
    pub const fn of<P: Predicate>() -> Self {
        Self {
            info: KernelInfo::of::<P>(),
            blocks: |level| with_token!(level, simd => Box::new(at::<P, _>(simd))),
        }
    }
}

impl<E: Element> Kernel<E> {
    /// The kernel with its operands as they are.
    pub(crate) fn in_order(&'static self) -> Pair<E> {
        Pair { kernel: self, is_swapped: false }
    }

    /// The loops that are compiled for this level.
    pub(crate) fn at(&self, level: Level) -> Box<dyn Blocks<E>> {
        (self.blocks)(level)
    }
}

impl<E: Element> fmt::Debug for Kernel<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Kernel({})", self.info.name)
    }
}

/// A computing kernel.
pub struct MeasureKernel<E: Element = f32> {
    /// The pair and the algorithm: `point_segment/squared_distance`.
    pub name: &'static str,
    /// The left shape.
    pub left: ShapeKind,
    /// The right shape; [`ShapeKind::Nothing`] if there is only one.
    pub right: ShapeKind,
    /// The result.
    pub out: ShapeKind,
    /// Whether it takes less time than copying a row.
    pub(crate) is_short: bool,
    type_name: fn() -> &'static str,
    reference: fn(&[E], &[E], &mut [E]),
    blocks: MeasureLoops<E>,
}

impl MeasureKernel {
    /// The value of a kernel of your own, to be kept in a `static`: see [`Compiled`].
    pub const fn of<M: Measure>() -> Self {
        Self {
            name: M::NAME,
            left: M::A::KIND,
            right: M::B::KIND,
            out: M::Out::KIND,
            is_short: M::IS_SHORT,
            type_name: core::any::type_name::<M>,
            reference: |a, b, out| {
                let result = M::reference(&M::A::from_values(|k| a[k]), &M::B::from_values(|k| b[k]));
                out.copy_from_slice(result.values());
            },
            blocks: |level| with_token!(level, simd => Box::new(at::<M, _>(simd))),
        }
    }
}

impl<E: Element> MeasureKernel<E> {
    /// The path of the kernel's type.
    pub fn type_name(&self) -> &'static str {
        (self.type_name)()
    }

    /// Writes the numbers of the scalar function that the query matches bit for bit.
    ///
    /// # Errors
    /// Another number of values than a shape or the result has columns.
    pub fn reference(&self, a: &[E], b: &[E], out: &mut [E]) -> Result<(), Error> {
        check_count(self.left, a)?;
        check_count(self.right, b)?;
        check_count(self.out, out)?;
        self.row(a, b, out);
        Ok(())
    }

    /// The same of at least as many values as the shapes have columns.
    pub(crate) fn row(&self, a: &[E], b: &[E], out: &mut [E]) {
        (self.reference)(a, b, out);
    }

    /// The loops that are compiled for this level.
    pub(crate) fn at(&self, level: Level) -> Box<dyn MeasureBlocks<E>> {
        (self.blocks)(level)
    }
}

impl<E: Element> fmt::Debug for MeasureKernel<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "MeasureKernel({})", self.name)
    }
}

/// The kernel of two shapes, and how it takes them.
#[derive(Clone, Copy, Debug)]
pub struct Pair<E: Element = f32> {
    /// The kernel.
    pub kernel: &'static Kernel<E>,
    /// Whether its left operand is the right shape.
    pub is_swapped: bool,
}

impl<E: Element> Pair<E> {
    /// Operands in the order that the kernel takes them.
    pub(crate) fn order<T>(self, a: T, b: T) -> [T; 2] {
        if self.is_swapped { [b, a] } else { [a, b] }
    }
}

/// The computing kernel of two shapes, and how it takes them.
#[derive(Clone, Copy, Debug)]
pub struct MeasurePair<E: Element = f32> {
    /// The kernel.
    pub kernel: &'static MeasureKernel<E>,
    /// Whether its left operand is the right shape, so that its answers are to be exchanged.
    pub is_swapped: bool,
}

/// A yes/no kernel as a value, compiled in the crate with this impl: every kernel of this crate, and your
/// own.
///
/// ```
/// # use scalar::dim2::Point;
/// # use soa::lanes::Lanes;
/// use soa::kernel::{Compiled, Published};
/// use soa::registry::Kernel;
///
/// /// Whether a point lies left of another one.
/// struct LeftOf;
///
/// impl Published for LeftOf {
///     const NAME: &'static str = "point_point/left_of";
///     type A = Point;
///     type B = Point;
///     fn reference(p: &Point, q: &Point) -> bool {
///         p[0] < q[0]
///     }
///     #[inline(always)]
///     fn lanes<L: Lanes>(p: &[L; 2], q: &[L; 2]) -> L::Mask {
///         p[0].lt(q[0])
///     }
/// }
///
/// impl Compiled for LeftOf {
///     fn kernel() -> &'static Kernel {
///         static LEFT_OF: Kernel = Kernel::of::<LeftOf>();
///         &LEFT_OF
///     }
/// }
///
/// let p = soa::Points::new([vec![1.0, 5.0], vec![0.0; 2]])?;
/// let q = soa::Points::new([vec![2.0, 2.0], vec![0.0; 2]])?;
/// let hits = soa::Query::new().test::<LeftOf>(&p.as_view(), &q.as_view())?;
/// assert_eq!(hits.to_bools(), [true, false]);
/// # Ok::<(), soa::Error>(())
/// ```
pub trait Compiled: Predicate {
    /// The kernel as a value.
    fn kernel() -> &'static Kernel;
}

/// A computing kernel that has been compiled: as [`Compiled`].
pub trait CompiledMeasure: Measure {
    /// The kernel as a value.
    fn kernel() -> &'static MeasureKernel;
}

/// The pair of shapes has an intersection test, in this order or exchanged.
#[diagnostic::on_unimplemented(
    message = "there is no intersection test of `{Self}` with `{B}`",
    label = "these shapes cannot be tested with each other",
    note = "in the plane points, segments, disks, capsules, axis-aligned boxes, oriented boxes and triangles are tested with each other, \
            but for points with points and segments; rays and lines with disks, boxes and triangles",
    note = "in space a point is tested with a sphere, capsule or box; a segment, ray or line with spheres, boxes and triangles; a \
            segment with a capsule; spheres, capsules, axis-aligned boxes, oriented boxes and triangles with each other"
)]
pub trait Intersects<B: Shape>: Shape {
    /// The kernel that [`crate::intersects`] runs, and whether it takes the operands in the other order.
    fn pair() -> Pair;

    /// Whether this shape and another one touch: [`crate::pair::intersects`].
    fn touches(&self, other: &B) -> bool;
}

/// The left shape (a segment, ray or line) can be clipped by the right one.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be clipped by `{B}`",
    note = "a segment, ray or line is clipped by a disk or sphere, an axis-aligned or an oriented box, in space also by a triangle"
)]
pub trait ClipBy<B: Shape>: Shape {
    /// The kernel.
    type Kernel: CompiledMeasure<A = Self, B = B>;
}

/// The right shape has a point that is closest to the left one, a point.
#[diagnostic::on_unimplemented(
    message = "there is no closest point of `{B}` for `{Self}`",
    note = "a point has a closest point of a segment or an axis-aligned box, in space also of a triangle"
)]
pub trait ClosestPoint<B: Shape>: Shape {
    /// The kernel.
    type Kernel: CompiledMeasure<A = Self, B = B, Out = Self>;
}

/// The left shape, a point, has a squared distance to the right one.
#[diagnostic::on_unimplemented(
    message = "there is no squared distance of `{Self}` and `{B}`",
    note = "a point has a squared distance to a segment or an axis-aligned box, in space also to a triangle"
)]
pub trait SquaredDistance<B: Shape>: Shape {
    /// The kernel.
    type Kernel: CompiledMeasure<A = Self, B = B, Out = f32>;
}

/// Columns of the result of clipping an `A` by a `B`: of `Clip`, `Clip3` or `ClipPoint3`.
pub type Clipped<A, B> = Columns<<<A as ClipBy<B>>::Kernel as Measure>::Out>;
