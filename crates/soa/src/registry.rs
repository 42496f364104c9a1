//! Kernels as values, and the list of all of them.
//!
//! A [`Kernel`] is what a kernel's type says (name, shapes, reference function) with its loops compiled for every instruction set.
//! They are compiled once, here; queries, joins, fuzzing and benches work with the values. [`kernel`] finds the one that
//! [`crate::overlap`] runs for two shapes that are known only when the program runs, [`named`] finds any by name.

use alloc::boxed::Box;
use core::fmt;

use scalar::dim2::{Aabb, Disk, Line, OrientedBox, Point, Ray, Segment, Triangle};
use scalar::dim3::{Line3, OrientedBox3, Ray3, Segment3, Sphere, Triangle3};
use scalar::exact::Decision;

use crate::blocks::{Blocks, MeasureBlocks, at};
use crate::error::Error;
use crate::kernel::{Compiled, CompiledMeasure, Measure, Overlap, Predicate};
use crate::level::{Level, with_token};
use crate::shape::{Element, Shape, ShapeKind};
use crate::view::check_count;
use crate::{dim2, dim3};

/// The loops of a yes/no kernel that are compiled for a level. A level's token has no size, so the box allocates nothing.
type Loops<E> = fn(Level) -> Box<dyn Blocks<E>>;

/// The same for a computing kernel.
type MeasureLoops<E> = fn(Level) -> Box<dyn MeasureBlocks<E>>;

/// What a yes/no kernel's type says.
#[expect(clippy::struct_excessive_bools, reason = "the constants of a trait")]
pub struct KernelInfo<E: Element = f32> {
    /// The pair and the algorithm: `disk_triangle/seven_regions`.
    pub name: &'static str,
    /// The left shape.
    pub left: ShapeKind,
    /// The right shape.
    pub right: ShapeKind,
    /// Whether its query gives the answer of real arithmetic.
    pub is_exact: bool,
    /// Whether a row that is not finite answers no, whatever the kernel says.
    pub(crate) finite_only: bool,
    /// Whether there is a cheaper first test.
    pub(crate) has_first: bool,
    /// Whether the kernel implies the first test.
    pub(crate) implies_first: bool,
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
            has_first: P::HAS_FIRST,
            implies_first: P::IMPLIES_FIRST,
            type_name: core::any::type_name::<P>,
            reference: |a, b| P::twin(&P::A::from_values(|k| a[k]), &P::B::from_values(|k| b[k])),
            resolve: |a, b| P::settle(&P::A::from_values(|k| a[k]), &P::B::from_values(|k| b[k])),
        }
    }
}

impl<E: Element> KernelInfo<E> {
    /// The path of the kernel's type.
    pub fn type_name(&self) -> &'static str {
        (self.type_name)()
    }

    /// The answer of the scalar function that the query matches for every input, for the values of both shapes in the order of
    /// their columns.
    ///
    /// # Errors
    /// Another number of values than a shape has columns.
    pub fn reference(&self, a: &[E], b: &[E]) -> Result<bool, Error> {
        check_count(self.left, a)?;
        check_count(self.right, b)?;
        Ok((self.reference)(a, b))
    }

    /// The answer whatever it takes, and the stage that found it.
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
            type_name: core::any::type_name::<M>,
            reference: |a, b, out| {
                let result = M::twin(&M::A::from_values(|k| a[k]), &M::B::from_values(|k| b[k]));
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
        (self.reference)(a, b, out);
        Ok(())
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

/// The kernel that [`crate::overlap`] runs for these shapes, in this order or exchanged; None if there is none.
///
/// ```
/// use soa::{ShapeKind, registry::kernel};
///
/// let pair = kernel(ShapeKind::Triangle, ShapeKind::Disk).unwrap();
/// assert_eq!((pair.kernel.info.name, pair.is_swapped), ("disk_triangle/exact", true));
/// assert!(kernel(ShapeKind::Point, ShapeKind::Sphere).is_none());
/// ```
pub fn kernel(left: ShapeKind, right: ShapeKind) -> Option<Pair> {
    let of = |left, right, is_swapped| {
        let kernel = KERNELS[..PAIRS]
            .iter()
            .copied()
            .find(|kernel| (kernel.info.left, kernel.info.right) == (left, right))?;
        Some(Pair { kernel, is_swapped })
    };
    of(left, right, false).or_else(|| of(right, left, true))
}

/// The yes/no kernel of this name.
///
/// ```
/// assert!(soa::registry::named("disk_triangle/seven_regions").is_some_and(|kernel| !kernel.info.is_exact));
/// ```
pub fn named(name: &str) -> Option<&'static Kernel> {
    KERNELS.iter().copied().find(|kernel| kernel.info.name == name)
}

/// Every yes/no kernel, those that [`kernel`] finds first.
pub fn kernels() -> &'static [&'static Kernel] {
    KERNELS
}

/// The kernels that [`kernel`] finds, one a pair of shapes.
pub fn pairs() -> &'static [&'static Kernel] {
    &KERNELS[..PAIRS]
}

/// Every computing kernel.
pub fn measures() -> &'static [&'static MeasureKernel] {
    MEASURES
}

/// Something to do with the type of every kernel, on lanes of your own. It is compiled for each of them: whatever can be done
/// with a [`Kernel`] should be.
pub trait Visitor {
    /// Called for each yes/no kernel.
    fn predicate<P: Compiled>(&mut self);
    /// Called for each computing kernel.
    fn measure<M: CompiledMeasure>(&mut self);
}

/// Declares the list of all kernels and the overlap test of each shape pair.
macro_rules! kernels {
    (
        same { $($kernel:ty : $a:ty;)* }
        mixed { $($mixed:ty : $left:ty, $right:ty;)* }
        published { $($published:ty;)* }
        measures { $($measure:ty;)* }
    ) => {
        /// Shows the type of every kernel of this crate to the visitor, in the order of [`kernels`] and then of [`measures`].
        pub fn visit_all<V: Visitor>(visitor: &mut V) {
            $(visitor.predicate::<$kernel>();)*
            $(visitor.predicate::<$mixed>();)*
            $(visitor.predicate::<$published>();)*
            $(visitor.measure::<$measure>();)*
        }

        /// The kernels of pairs, then those that are asked for by name.
        static KERNELS: &[&Kernel] = &[
            $(&const { Kernel::of::<$kernel>() },)*
            $(&const { Kernel::of::<$mixed>() },)*
            $(&const { Kernel::of::<$published>() },)*
        ];
        const PAIRS: usize = [$(stringify!($kernel),)* $(stringify!($mixed),)*].len();
        static MEASURES: &[&MeasureKernel] = &[$(&const { MeasureKernel::of::<$measure>() },)*];

        $(compiled! { Compiled, Kernel, $kernel })*
        $(compiled! { Compiled, Kernel, $mixed })*
        $(compiled! { Compiled, Kernel, $published })*
        $(compiled! { CompiledMeasure, MeasureKernel, $measure })*

        // A shape with itself.
        $(
            impl Overlap<$a> for $a {
                fn pair() -> Pair {
                    Pair { kernel: <$kernel>::kernel(), is_swapped: false }
                }
            }
        )*
        // Two shapes, in either order.
        $(
            impl Overlap<$right> for $left {
                fn pair() -> Pair {
                    Pair { kernel: <$mixed>::kernel(), is_swapped: false }
                }
            }
            impl Overlap<$left> for $right {
                fn pair() -> Pair {
                    Pair { kernel: <$mixed>::kernel(), is_swapped: true }
                }
            }
        )*
    };
}

/// A kernel of the list, found by its type.
macro_rules! compiled {
    ($trait:ident, $value:ident, $kernel:ty) => {
        impl $trait for $kernel {
            fn kernel() -> &'static $value {
                static KERNEL: $value = $value::of::<$kernel>();
                &KERNEL
            }
        }
    };
}

kernels! {
    same {
        dim2::aabb_aabb::Intervals: Aabb;
        dim2::disk_disk::Exact: Disk;
        dim2::oriented_box_oriented_box::Exact: OrientedBox;
        dim2::segment_segment::Exact: Segment;
        dim2::triangle_triangle::Exact: Triangle;
    }
    mixed {
        dim2::aabb_triangle::Exact: Aabb, Triangle;
        dim2::disk_aabb::Exact: Disk, Aabb;
        dim2::disk_triangle::Exact: Disk, Triangle;
        dim2::oriented_box_triangle::Exact: OrientedBox, Triangle;
        dim2::point_disk::Exact: Point, Disk;
        dim2::point_triangle::Exact: Point, Triangle;
        dim2::segment_disk::Exact: Segment, Disk;
        dim2::segment_oriented_box::Exact<Segment>: Segment, OrientedBox;
        dim2::segment_oriented_box::Exact<Ray>: Ray, OrientedBox;
        dim2::segment_oriented_box::Exact<Line>: Line, OrientedBox;
        dim2::segment_triangle::Exact: Segment, Triangle;
        dim3::segment_oriented_box::Exact<Segment3>: Segment3, OrientedBox3;
        dim3::segment_oriented_box::Exact<Ray3>: Ray3, OrientedBox3;
        dim3::segment_oriented_box::Exact<Line3>: Line3, OrientedBox3;
        dim3::sphere_triangle::Exact: Sphere, Triangle3;
    }
    published {
        dim2::aabb_triangle::NineRegions;
        dim2::aabb_triangle::TwoTriangles;
        dim2::disk_aabb::NearestPoint;
        dim2::disk_disk::SquaredDistance;
        dim2::disk_triangle::EnlargedTriangle;
        dim2::disk_triangle::SevenRegions;
        dim2::oriented_box_oriented_box::SeparatingAxis;
        dim2::oriented_box_triangle::NineRegions;
        dim2::oriented_box_triangle::TwoTriangles;
        dim2::point_disk::SquaredDistance;
        dim2::point_triangle::EdgeFunctions;
        dim2::segment_disk::SquaredDistance;
        dim2::segment_oriented_box::Slabs<Segment>;
        dim2::segment_oriented_box::Slabs<Ray>;
        dim2::segment_oriented_box::Slabs<Line>;
        dim2::segment_segment::Straddle;
        dim2::segment_triangle::EdgeFunctions;
        dim2::triangle_triangle::EdgeFunctions;
        dim2::triangle_triangle::SeparatingAxis;
        dim3::segment_oriented_box::Slabs<Segment3>;
        dim3::segment_oriented_box::Slabs<Ray3>;
        dim3::segment_oriented_box::Slabs<Line3>;
        dim3::sphere_triangle::SquaredDistance;
    }
    measures {
        dim2::circumcircle::Circumcircle;
        dim2::point_segment::SquaredDistance;
        dim2::segment_oriented_box::SlabsCrossing<Segment>;
        dim2::segment_oriented_box::SlabsCrossing<Ray>;
        dim2::segment_oriented_box::SlabsCrossing<Line>;
        dim3::point_triangle::ClosestPoint;
        dim3::point_triangle::ClosestPointCross;
        dim3::segment_oriented_box::SlabsCrossing<Segment3>;
        dim3::segment_oriented_box::SlabsCrossing<Ray3>;
        dim3::segment_oriented_box::SlabsCrossing<Line3>;
        dim3::vector::CrossProduct;
        dim3::vector::SignedArea;
        dim3::vector::UnitNormal;
    }
}
