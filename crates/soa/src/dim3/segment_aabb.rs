//! Segment, ray or line and an axis-aligned box in space, as [in the plane](crate::dim2::segment_aabb).

use core::marker::PhantomData;

use scalar::LinearComponent;
use scalar::dim3::{Aabb3, Clip3, Line3, Ray3, Segment3, segment_aabb};
use scalar::exact::{Decision, Exact as _};

use super::segment_oriented_box::{NO_CLIP, between};
use crate::dim2::segment_aabb::{decide, meets_slabs, parameters, size};
use crate::dim2::segment_oriented_box::{KernelNames, kernel_names};
use crate::kernel::verdict::{Certified, Rounding};
use crate::kernel::{Measure, Predicate, Published};
use crate::lanes::Lanes;

kernel_names! {
    Segment3, Aabb3, "segment3_aabb3", "slabs", "clip" => Clip;
    Ray3, Aabb3, "ray3_aabb3", "slabs", "clip" => Clip;
    Line3, Aabb3, "line3_aabb3", "slabs", "clip" => Clip;
}

/// Whether a segment, ray or line `R` and the box intersect.
#[derive(Debug)]
pub struct Slabs<R>(PhantomData<R>);

impl<R: LinearComponent<3> + KernelNames<Aabb3>> Published for Slabs<R> {
    const NAME: &'static str = R::PUBLISHED;
    type A = R;
    type B = Aabb3;

    fn reference(path: &R, aabb: &Aabb3) -> bool {
        segment_aabb::slabs(path, aabb)
    }

    #[inline(always)]
    fn lanes<L: Lanes>(path: &R::Of<L>, &[x0, y0, z0, x1, y1, z1]: &[L; 6]) -> L::Mask {
        meets_slabs::<R, L, 3>(path.as_ref(), [x0, y0, z0], [x1, y1, z1])
    }
}

/// The parameters in and out of a segment, ray or line `R`, and the first common point; all NaN without one.
#[derive(Debug)]
pub struct Clip<R>(PhantomData<R>);

impl<R: LinearComponent<3> + KernelNames<Aabb3>> Measure for Clip<R> {
    const NAME: &'static str = R::CLIP;
    type A = R;
    type B = Aabb3;
    type Out = Clip3;

    fn reference(path: &R, aabb: &Aabb3) -> Clip3 {
        segment_aabb::clip(path, aabb).unwrap_or(NO_CLIP)
    }

    #[inline(always)]
    fn lanes<L: Lanes>(path: &R::Of<L>, aabb: &[L; 6]) -> [L; 5] {
        let path = path.as_ref();
        between(path, parameters::<R, L, 3>(path, aabb))
    }
}

/// The exact answer, for a segment, ray or line `R`: that of [the plane](crate::dim2::segment_aabb::Exact),
/// with its error budget, and one slab more.
#[derive(Debug)]
pub struct Exact<R>(PhantomData<R>);

impl<R: LinearComponent<3> + KernelNames<Aabb3>> Predicate for Exact<R> {
    const NAME: &'static str = R::EXACT;
    type A = R;
    type B = Aabb3;

    fn resolve(path: &R, aabb: &Aabb3) -> Decision {
        path.decide(aabb)
    }

    #[inline(always)]
    fn size<L: Lanes>(path: &R::Of<L>, &[x0, y0, z0, x1, y1, z1]: &[L; 6]) -> L {
        size(path.as_ref(), [x0, y0, z0], [x1, y1, z1])
    }

    #[inline(always)]
    fn decide<L: Lanes>(
        path: &R::Of<L>,
        &[x0, y0, z0, x1, y1, z1]: &[L; 6],
        rounding: &Rounding<L>,
    ) -> Certified<L::Mask> {
        decide::<R, L, 3>(path.as_ref(), [x0, y0, z0], [x1, y1, z1], rounding)
    }
}
