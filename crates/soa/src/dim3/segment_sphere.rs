//! Segment, ray or line and sphere.

use core::marker::PhantomData;

use scalar::LinearComponent;
use scalar::dim3::{Line3, Ray3, Segment3, Sphere};
use scalar::exact::{Decision, Exact as _};

use crate::dim2::segment_disk::{path_is_near, size};
use crate::dim2::segment_oriented_box::{ExactName, exact_names};
use crate::kernel::Predicate;
use crate::kernel::verdict::{Certified, Rounding};
use crate::lanes::Lanes;

exact_names! {
    Segment3, Sphere, "segment3_sphere";
    Ray3, Sphere, "ray3_sphere";
    Line3, Sphere, "line3_sphere";
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
