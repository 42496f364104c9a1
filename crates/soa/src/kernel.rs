//! What a kernel is, and the list of all of them.

use scalar::dim2::{Aabb, Disk, Line, OrientedBox, Point, Ray, Segment, Triangle};
use scalar::dim3::{Line3, OrientedBox3, Ray3, Segment3, Sphere, Triangle3};
use scalar::exact::{Decision, Stage};

use crate::columns::Columns;
use crate::lanes::Lanes;
use crate::shape::Shape;
use crate::verdict::{Rounding, Verdict};
use crate::{dim2, dim3};

/// A kernel that answers yes or no for one shape pair.
///
/// It is straight-line code over [`Lanes`], of one of two kinds:
///
/// * a *published algorithm* in `f32` implements [`Predicate::twin`] and [`Predicate::lanes`], and has the bits of its
///   twin for every input. A lane with a NaN answers no and leaves the other lanes alone;
/// * an *exact* kernel implements [`Predicate::settle`] and [`Predicate::decide`], which may leave lanes open, and says
///   so by [`Predicate::EXACT`]. The query settles those, so that the answer is that of real arithmetic, and "no" for a
///   row that is not finite.
pub trait Predicate: 'static {
    /// The pair and the algorithm: `disk_triangle/seven_regions`.
    const NAME: &'static str;
    /// The left shape.
    type A: Shape;
    /// The right shape.
    type B: Shape;

    /// The scalar function of the crate `scalar` that the query matches for every input.
    fn twin(a: &Self::A, b: &Self::B) -> bool {
        Self::settle(a, b).hit
    }

    /// The kernel: lane `i` of every column is one pair. If there is a [`Predicate::first`] test, a pair hits where both
    /// say so. Of an exact kernel: where it is sure of a hit in `f32`.
    #[inline(always)]
    fn lanes<L: Lanes>(a: &<Self::A as Shape>::Of<L>, b: &<Self::B as Shape>::Of<L>) -> L::Mask {
        Self::decide(a, b, &Rounding::single(a.as_ref()[0])).yes
    }

    /// Whether the kernel is exact.
    const EXACT: bool = false;

    /// Whether the query answers "no" for a row with an infinity, whatever the kernel says: the exact ones, and those that
    /// compare and do not compute.
    const FINITE_ONLY: bool = Self::EXACT;

    /// The exact kernel, in the precision that `rounding` tells: sure, or open ([`Verdict`]).
    #[inline(always)]
    fn decide<L: Lanes>(
        a: &<Self::A as Shape>::Of<L>,
        b: &<Self::B as Shape>::Of<L>,
        _rounding: &Rounding<L>,
    ) -> Verdict<L::Mask> {
        Verdict::sure(Self::lanes::<L>(a, b))
    }

    /// Whether there is a [`Predicate::contact`] test.
    const HAS_CONTACT: bool = false;

    /// Where comparisons alone show that the shapes have a point in common, such as a corner of both: asked where the margin is not
    /// beyond its bound, which it is not where meshes share corners.
    #[inline(always)]
    fn contact<L: Lanes>(a: &<Self::A as Shape>::Of<L>, _b: &<Self::B as Shape>::Of<L>) -> L::Mask {
        let x = a.as_ref()[0];
        x.lt(x)
    }

    /// Of an exact kernel: nothing that it multiplies is larger, no difference of coordinates and no column that is no
    /// coordinate. Its bounds say up to which size nothing is rounded ([`Rounding::bound`]).
    #[inline(always)]
    fn size<L: Lanes>(a: &<Self::A as Shape>::Of<L>, _b: &<Self::B as Shape>::Of<L>) -> L {
        a.as_ref()[0].splat(f32::INFINITY)
    }

    /// The exact answer for one pair, whatever it takes, and the stage that found it.
    fn settle(a: &Self::A, b: &Self::B) -> Decision {
        Decision { hit: Self::twin(a, b), stage: Stage::Rounded }
    }

    /// Whether there is a [`Predicate::first`] test.
    const HAS_FIRST: bool = false;

    /// Whether an exact kernel, in `f32`, is never sure of a hit where the first test says no: then the query leaves the first
    /// test out where most registers would pass it.
    const IMPLIES_FIRST: bool = false;

    /// The first test, which costs less than the kernel: where it answers no, that is the answer. The query runs it
    /// ahead, which brings the rows into cache, and the kernel only on the registers that have a pair left.
    ///
    /// It may answer a NaN either way, since the kernel answers no.
    #[inline(always)]
    fn first<L: Lanes>(a: &<Self::A as Shape>::Of<L>, b: &<Self::B as Shape>::Of<L>) -> L::Mask {
        Self::lanes::<L>(a, b)
    }

    /// Both: the answer, where there is no query to run one ahead of the other.
    #[inline(always)]
    fn with_first<L: Lanes>(a: &<Self::A as Shape>::Of<L>, b: &<Self::B as Shape>::Of<L>) -> L::Mask {
        let mask = Self::lanes::<L>(a, b);
        if Self::HAS_FIRST { mask & Self::first::<L>(a, b) } else { mask }
    }
}

/// A kernel that computes numbers: distances, points, parameters.
///
/// Where there is nothing to compute (a crossing that does not exist) every column is NaN.
pub trait Measure: 'static {
    /// The pair and the algorithm: `point_segment/squared_distance`.
    const NAME: &'static str;
    /// The left shape.
    type A: Shape;
    /// The right shape; [`crate::Nothing`] if there is only one.
    type B: Shape;
    /// The result.
    type Out: Shape;

    /// The scalar function of the crate `scalar` that the kernel matches bit for bit, NaN being one value.
    fn twin(a: &Self::A, b: &Self::B) -> Self::Out;

    /// The kernel: lane `i` of every column is one pair.
    fn lanes<L: Lanes>(
        a: &<Self::A as Shape>::Of<L>,
        b: &<Self::B as Shape>::Of<L>,
    ) -> <Self::Out as Shape>::Of<L>;
}

/// The pair of shapes has an overlap test, and this kernel is the one that [`crate::overlap`] runs for it.
pub trait Overlap<B: Shape>: Shape {
    /// The kernel.
    type Kernel: Predicate<A = Self, B = B>;
}

/// The left shape (a segment, ray or line) passes through the right one, and this kernel says where.
pub trait Crosses<B: Shape>: Shape {
    /// The kernel.
    type Kernel: Measure<A = Self, B = B>;
}

/// Columns of what the crossing of an `A` with a `B` is made of: a `Crossing` or a `Crossing3`.
pub type Crossed<A, B> = Columns<<<A as Crosses<B>>::Kernel as Measure>::Out>;

/// A kernel with its operands exchanged.
#[derive(Debug)]
pub struct Swapped<P>(core::marker::PhantomData<P>);

impl<P: Predicate> Predicate for Swapped<P> {
    const NAME: &'static str = P::NAME;
    type A = P::B;
    type B = P::A;

    fn twin(a: &P::B, b: &P::A) -> bool {
        P::twin(b, a)
    }

    #[inline(always)]
    fn lanes<L: Lanes>(a: &<P::B as Shape>::Of<L>, b: &<P::A as Shape>::Of<L>) -> L::Mask {
        P::lanes::<L>(b, a)
    }

    const HAS_FIRST: bool = P::HAS_FIRST;

    #[inline(always)]
    fn first<L: Lanes>(a: &<P::B as Shape>::Of<L>, b: &<P::A as Shape>::Of<L>) -> L::Mask {
        P::first::<L>(b, a)
    }

    const IMPLIES_FIRST: bool = P::IMPLIES_FIRST;
    const EXACT: bool = P::EXACT;
    const FINITE_ONLY: bool = P::FINITE_ONLY;

    #[inline(always)]
    fn decide<L: Lanes>(
        a: &<P::B as Shape>::Of<L>,
        b: &<P::A as Shape>::Of<L>,
        rounding: &Rounding<L>,
    ) -> Verdict<L::Mask> {
        P::decide(b, a, rounding)
    }

    #[inline(always)]
    fn size<L: Lanes>(a: &<P::B as Shape>::Of<L>, b: &<P::A as Shape>::Of<L>) -> L {
        P::size(b, a)
    }

    const HAS_CONTACT: bool = P::HAS_CONTACT;

    #[inline(always)]
    fn contact<L: Lanes>(a: &<P::B as Shape>::Of<L>, b: &<P::A as Shape>::Of<L>) -> L::Mask {
        P::contact::<L>(b, a)
    }

    fn settle(a: &P::B, b: &P::A) -> Decision {
        P::settle(b, a)
    }
}

/// Something to do with every kernel: fuzz it, time it, list it.
pub trait Visitor {
    /// Called for each yes/no kernel.
    fn predicate<P: Predicate>(&mut self);
    /// Called for each computing kernel.
    fn measure<M: Measure>(&mut self);
}

/// Declares the list of all kernels and the overlap test of each shape pair.
macro_rules! kernels {
    (
        same { $($kernel:ty : $a:ty, $b:ty;)* }
        mixed { $($swapped:ty : $sa:ty, $sb:ty;)* }
        published { $($published:ty;)* }
        measures { $($measure:ty;)* }
    ) => {
        /// Shows every kernel of this crate to the visitor, in a fixed order.
        pub fn visit_all<V: Visitor>(visitor: &mut V) {
            $(visitor.predicate::<$kernel>();)*
            $(visitor.predicate::<$swapped>();)*
            $(visitor.predicate::<$published>();)*
            $(visitor.measure::<$measure>();)*
        }
        // A shape with itself.
        $(impl Overlap<$b> for $a { type Kernel = $kernel; })*
        // Two shapes, in either order.
        $(
            impl Overlap<$sb> for $sa { type Kernel = $swapped; }
            impl Overlap<$sa> for $sb { type Kernel = Swapped<$swapped>; }
        )*
    };
}

kernels! {
    same {
        dim2::aabb_aabb::Intervals: Aabb, Aabb;
        dim2::disk_disk::Exact: Disk, Disk;
        dim2::oriented_box_oriented_box::Exact: OrientedBox, OrientedBox;
        dim2::segment_segment::Exact: Segment, Segment;
        dim2::triangle_triangle::Exact: Triangle, Triangle;
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
