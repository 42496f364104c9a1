//! What a kernel is: the algorithm of one pair of shapes, written once over [`Lanes`].
//!
//! A kernel is a type that implements one of these traits. [`crate::registry`] makes values of such types,
//! compiled once a level, and everything else works with the values.

use scalar::exact::{Decision, Stage};

use self::verdict::{Certified, Rounding};
use crate::data::shape::Shape;
use crate::lanes::Lanes;

pub(crate) mod blocks;
pub(crate) mod closest;
pub(crate) mod contacts;
pub(crate) mod operand;
mod value;
pub mod verdict;

pub use closest::Closest;
pub use contacts::{ContactShape, Contacts};
pub use value::{
    ClipBy, Clipped, ClosestPoint, Compiled, CompiledMeasure, Intersects, Kernel, KernelInfo, MeasureKernel,
    MeasurePair, Pair, SquaredDistance,
};

/// A kernel that answers yes or no for one shape pair, in straight-line code over [`Lanes`].
///
/// * An *exact* kernel implements this trait: [`Predicate::decide`] may leave lanes undecided, and
///   [`Predicate::resolve`] decides them one by one, so that the answer of the query is that of real
///   arithmetic, and "no" for a row that is not finite.
/// * A *published algorithm* in `f32` implements [`Published`], which implements this trait.
pub trait Predicate: 'static {
    /// The pair and the algorithm: `disk_triangle/seven_regions`.
    const NAME: &'static str;
    /// The left shape.
    type A: Shape;
    /// The right shape.
    type B: Shape;

    /// Whether the kernel is exact.
    const EXACT: bool = true;

    /// Whether the query answers "no" for a row with an infinity without regard to the kernel: true of the
    /// exact ones, and of those that compare and do not compute.
    const FINITE_ONLY: bool = Self::EXACT;

    /// The kernel, in the precision of `rounding`: sure, or undecided ([`Certified`]). Lane `i` of every
    /// column is one pair.
    fn decide<L: Lanes>(
        a: &<Self::A as Shape>::Of<L>,
        b: &<Self::B as Shape>::Of<L>,
        rounding: &Rounding<L>,
    ) -> Certified<L::Mask>;

    /// The exact answer for one pair, and the stage that found it.
    fn resolve(a: &Self::A, b: &Self::B) -> Decision;

    /// The scalar function of the crate `scalar` that the query matches for every input.
    fn reference(a: &Self::A, b: &Self::B) -> bool {
        Self::resolve(a, b).hit
    }

    /// Whether there is a [`Predicate::quick_accept`] test.
    const HAS_QUICK_ACCEPT: bool = false;

    /// Where comparisons alone show that the shapes have a point in common, such as a corner of both. It
    /// decides pairs whose margin is not beyond its bound, as it is where meshes share corners.
    #[inline(always)]
    fn quick_accept<L: Lanes>(a: &<Self::A as Shape>::Of<L>, _b: &<Self::B as Shape>::Of<L>) -> L::Mask {
        let x = a.as_ref()[0];
        x.lt(x)
    }

    /// Of an exact kernel: at least the size of everything that it multiplies, differences of coordinates and
    /// columns that are no coordinates. Its bounds say up to which size nothing is rounded
    /// ([`Rounding::bound`]).
    #[inline(always)]
    fn size<L: Lanes>(a: &<Self::A as Shape>::Of<L>, _b: &<Self::B as Shape>::Of<L>) -> L {
        a.as_ref()[0].splat(f32::INFINITY)
    }

    /// Whether there is a [`Predicate::quick_reject`] test.
    const HAS_QUICK_REJECT: bool = false;

    /// Whether an exact kernel, in `f32`, is never sure of a hit that the quick reject refuses: then the
    /// query leaves the quick reject out where many rows pass it.
    const IMPLIES_QUICK_REJECT: bool = false;

    /// Whether the kernel takes so long, some ten nanoseconds a row, that rows which pass the quick reject
    /// are copied side by side first even where half of them do.
    const IS_LONG: bool = false;

    /// A test that costs less than the kernel: where it answers no, that is the answer. The query runs it
    /// first, which loads the rows into cache, and where few rows pass, the kernel on these side by side.
    ///
    /// It may answer a NaN either way, since the kernel answers no.
    #[inline(always)]
    fn quick_reject<L: Lanes>(a: &<Self::A as Shape>::Of<L>, _b: &<Self::B as Shape>::Of<L>) -> L::Mask {
        let zero = a.as_ref()[0].splat(0.0);
        zero.eq(zero)
    }

    /// Where the kernel, in `f32`, is sure of a hit.
    #[inline(always)]
    fn hits<L: Lanes>(a: &<Self::A as Shape>::Of<L>, b: &<Self::B as Shape>::Of<L>) -> L::Mask {
        Self::decide(a, b, &Rounding::single(a.as_ref()[0])).hit
    }

    /// [`Predicate::hits`] and the quick reject: the answer, where no query runs one before the other.
    #[inline(always)]
    fn with_quick_reject<L: Lanes>(a: &<Self::A as Shape>::Of<L>, b: &<Self::B as Shape>::Of<L>) -> L::Mask {
        let mask = Self::hits::<L>(a, b);
        if Self::HAS_QUICK_REJECT { mask & Self::quick_reject::<L>(a, b) } else { mask }
    }
}

/// A published algorithm in `f32`: it has the bits of its reference for every input. A lane with a NaN
/// answers no and leaves the other lanes alone.
pub trait Published: 'static {
    /// As [`Predicate::NAME`].
    const NAME: &'static str;
    /// The left shape.
    type A: Shape;
    /// The right shape.
    type B: Shape;

    /// The scalar function of the crate `scalar` that has the same bits.
    fn reference(a: &Self::A, b: &Self::B) -> bool;

    /// The algorithm: lane `i` of every column is one pair. If there is a [`Published::quick_reject`] test, a
    /// pair hits where both do.
    fn lanes<L: Lanes>(a: &<Self::A as Shape>::Of<L>, b: &<Self::B as Shape>::Of<L>) -> L::Mask;

    /// As [`Predicate::FINITE_ONLY`].
    const FINITE_ONLY: bool = false;

    /// Whether there is a [`Published::quick_reject`] test.
    const HAS_QUICK_REJECT: bool = false;

    /// As [`Predicate::quick_reject`].
    #[inline(always)]
    fn quick_reject<L: Lanes>(a: &<Self::A as Shape>::Of<L>, _b: &<Self::B as Shape>::Of<L>) -> L::Mask {
        let zero = a.as_ref()[0].splat(0.0);
        zero.eq(zero)
    }
}

impl<P: Published> Predicate for P {
    const NAME: &'static str = P::NAME;
    type A = P::A;
    type B = P::B;
    const EXACT: bool = false;
    const FINITE_ONLY: bool = P::FINITE_ONLY;

    #[inline(always)]
    fn decide<L: Lanes>(
        a: &<P::A as Shape>::Of<L>,
        b: &<P::B as Shape>::Of<L>,
        _rounding: &Rounding<L>,
    ) -> Certified<L::Mask> {
        Certified::sure(<P as Published>::lanes::<L>(a, b))
    }

    // The default makes a rounding, which these kernels do not use.
    #[inline(always)]
    fn hits<L: Lanes>(a: &<P::A as Shape>::Of<L>, b: &<P::B as Shape>::Of<L>) -> L::Mask {
        <P as Published>::lanes::<L>(a, b)
    }

    fn resolve(a: &P::A, b: &P::B) -> Decision {
        Decision { hit: <P as Published>::reference(a, b), stage: Stage::Rounded }
    }

    const HAS_QUICK_REJECT: bool = P::HAS_QUICK_REJECT;

    #[inline(always)]
    fn quick_reject<L: Lanes>(a: &<P::A as Shape>::Of<L>, b: &<P::B as Shape>::Of<L>) -> L::Mask {
        <P as Published>::quick_reject::<L>(a, b)
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

    /// Whether the kernel runs in lanes of `f64`: rows are widened, which rounds nothing, and results are
    /// rounded to `f32`. For numbers whose squares and products `f32` cannot hold; it takes about twice as
    /// long.
    const IN_F64: bool = false;

    /// Whether the kernel takes less time than copying a row of both shapes and of the result.
    const IS_SHORT: bool = false;

    /// The scalar function of the crate `scalar` that the kernel matches bit for bit, NaN being one value.
    fn reference(a: &Self::A, b: &Self::B) -> Self::Out;

    /// The kernel: lane `i` of every column is one pair.
    fn lanes<L: Lanes>(
        a: &<Self::A as Shape>::Of<L>,
        b: &<Self::B as Shape>::Of<L>,
    ) -> <Self::Out as Shape>::Of<L>;
}
