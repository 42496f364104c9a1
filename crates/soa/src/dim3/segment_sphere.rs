//! Segment, ray or line and sphere. Derivation of where it passes through: `scalar::dim3::segment_sphere`.

use core::marker::PhantomData;

use scalar::LinearComponent;
use scalar::dim3::{Clip3, Line3, Ray3, Segment3, Sphere, segment_sphere};
use scalar::exact::{Decision, Exact as _};

use super::segment_oriented_box::NO_CLIP;
use crate::dim2::segment_disk::{in_and_out, path_is_near, size};
use crate::dim2::segment_oriented_box::{ClipName, ExactName, clip_names};
use crate::kernel::verdict::{Certified, Rounding};
use crate::kernel::{Measure, Predicate};
use crate::lanes::Lanes;

clip_names! {
    Segment3, Sphere, "segment3_sphere", "clip" => Clip;
    Ray3, Sphere, "ray3_sphere", "clip" => Clip;
    Line3, Sphere, "line3_sphere", "clip" => Clip;
}

/// The parameters in and out of a segment, ray or line `R`, and the first common point; all NaN without one.
#[derive(Debug)]
pub struct Clip<R>(PhantomData<R>);

impl<R: LinearComponent<3> + ClipName<Sphere>> Measure for Clip<R> {
    const NAME: &'static str = R::CLIP;
    const IN_F64: bool = true;
    type A = R;
    type B = Sphere;
    type Out = Clip3;

    fn reference(path: &R, sphere: &Sphere) -> Clip3 {
        segment_sphere::clip(path, sphere).unwrap_or(NO_CLIP)
    }

    #[inline(always)]
    fn lanes<L: Lanes>(path: &R::Of<L>, &[x, y, z, r]: &[L; 4]) -> [L; 5] {
        let ([t_enter, t_exit], [x, y, z]) = in_and_out::<R, L, 3>(path.as_ref(), [x, y, z], r);
        [t_enter, t_exit, x, y, z]
    }
}

/// The exact answer for a segment, ray or line `R`: the decision and the error budget of
/// [`segment_disk::Exact`](crate::dim2::segment_disk::Exact).
#[derive(Debug)]
pub struct Exact<R>(PhantomData<R>);

impl<R: LinearComponent<3> + ExactName<Sphere>> Predicate for Exact<R> {
    const NAME: &'static str = R::EXACT;
    type A = R;
    type B = Sphere;

    fn resolve(path: &R, sphere: &Sphere) -> Decision {
        path.decide(sphere)
    }

    #[inline(always)]
    fn size<L: Lanes>(path: &R::Of<L>, &[x, y, z, r]: &[L; 4]) -> L {
        size(path.as_ref(), [x, y, z], r)
    }

    #[inline(always)]
    fn decide<L: Lanes>(
        path: &R::Of<L>,
        &[x, y, z, r]: &[L; 4],
        rounding: &Rounding<L>,
    ) -> Certified<L::Mask> {
        path_is_near::<R, L, 3>(path.as_ref(), [x, y, z], r, rounding)
    }
}
