//! Segment, ray or line and an oriented box in space by slabs (GRAM). Derivation:
//! `scalar::dim3::segment_oriented_box`.

use core::marker::PhantomData;

use scalar::LinearComponent;
use scalar::dim3::segment_oriented_box;
use scalar::dim3::{Clip3, Line3, OrientedBox3, Ray3, Segment3};
use scalar::exact::{Decision, Exact as _};

use super::vector::{dot, sub, sum_of_abs};
use crate::data::columns::Columns;
use crate::data::hits::Hits;
use crate::dim2::interval::max_of;
use crate::dim2::segment_oriented_box::{KernelNames, clip_slabs, intersects_slabs, kernel_names};
use crate::kernel::verdict::{Certified, Rounding};
use crate::kernel::{Measure, Predicate, Published};
use crate::lanes::{Lanes, select};

kernel_names! {
    Segment3, OrientedBox3, "segment3_oriented_box3", "slabs", "crossing" => SlabsClip;
    Ray3, OrientedBox3, "ray3_oriented_box3", "slabs", "crossing" => SlabsClip;
    Line3, OrientedBox3, "line3_oriented_box3", "slabs", "crossing" => SlabsClip;
}

/// Whether a segment, ray or line `R` and the box intersect.
#[derive(Debug)]
pub struct Slabs<R>(PhantomData<R>);

impl<R: LinearComponent<3> + KernelNames<OrientedBox3>> Published for Slabs<R> {
    const NAME: &'static str = R::PUBLISHED;
    type A = R;
    type B = OrientedBox3;

    fn reference(path: &R, b: &OrientedBox3) -> bool {
        segment_oriented_box::slabs(path, b)
    }

    #[inline(always)]
    fn lanes<L: Lanes>(path: &R::Of<L>, b: &[L; 15]) -> L::Mask {
        parameters::<R, L>(path.as_ref(), b).0
    }
}

/// The parameters in and out of a segment, ray or line `R`, and the first common point; all NaN without one.
#[derive(Debug)]
pub struct SlabsClip<R>(PhantomData<R>);

impl<R: LinearComponent<3> + KernelNames<OrientedBox3>> Measure for SlabsClip<R> {
    const NAME: &'static str = R::CLIP;
    type A = R;
    type B = OrientedBox3;
    type Out = Clip3;

    fn reference(path: &R, b: &OrientedBox3) -> Clip3 {
        segment_oriented_box::clip(path, b).unwrap_or(NO_CLIP)
    }

    #[inline(always)]
    fn lanes<L: Lanes>(path: &R::Of<L>, b: &[L; 15]) -> [L; 5] {
        let path = path.as_ref();
        between(path, parameters::<R, L>(path, b))
    }
}

/// The clip of a path that has no common point.
pub(crate) const NO_CLIP: Clip3 = Clip3 { t_enter: f32::NAN, t_exit: f32::NAN, entry: [f32::NAN; 3] };

/// What lies between the parameters in and out, where the path hits.
#[inline(always)]
pub(crate) fn between<L: Lanes>(path: &[L], (hit, t_enter, t_exit): (L::Mask, L, L)) -> [L; 5] {
    let entry = [path[0] + path[3] * t_enter, path[1] + path[4] * t_enter, path[2] + path[5] * t_enter];
    select(hit, [t_enter, t_exit, entry[0], entry[1], entry[2]], [t_enter.splat(f32::NAN); 5])
}

/// Whether the path hits, and the parameters in and out, in the frame of the box. `path` is start and
/// direction.
#[inline(always)]
fn parameters<R: LinearComponent<3>, L: Lanes>(path: &[L], b: &[L; 15]) -> (L::Mask, L, L) {
    let [cx, cy, cz, hx, hy, hz, ux, uy, uz, vx, vy, vz, wx, wy, wz] = *b;
    let (u, v, w) = ([ux, uy, uz], [vx, vy, vz], [wx, wy, wz]);
    let direction = [path[3], path[4], path[5]];
    let from_center = sub([path[0], path[1], path[2]], [cx, cy, cz]);
    let s = [dot(u, from_center), dot(v, from_center), dot(w, from_center)];
    let d = [dot(u, direction), dot(v, direction), dot(w, direction)];
    clip_slabs((R::START, R::END), s, d, [hx, hy, hz])
}

impl Columns<Clip3> {
    /// The rows that have a common point, as in the plane ([`Columns<Clip>::hits`](crate::Clips::hits)).
    pub fn hits(&self) -> Hits {
        let [t_enter, ..] = self.as_view().columns();
        Hits::from_bools(t_enter.iter().map(|t| !t.is_nan()))
    }
}

/// The exact answer, for a segment, ray or line `R`: that of the plane
/// ([`dim2::segment_oriented_box::Exact`](crate::dim2::segment_oriented_box::Exact)), with three slabs.
#[derive(Debug)]
pub struct Exact<R>(PhantomData<R>);

impl<R: LinearComponent<3> + KernelNames<OrientedBox3>> Predicate for Exact<R> {
    const NAME: &'static str = R::EXACT;
    type A = R;
    type B = OrientedBox3;

    fn resolve(path: &R, b: &OrientedBox3) -> Decision {
        path.decide(b)
    }

    #[inline(always)]
    fn size<L: Lanes>(path: &R::Of<L>, b: &[L; 15]) -> L {
        let path = path.as_ref();
        let from_center = max_of([(path[0] - b[0]).abs(), (path[1] - b[1]).abs(), (path[2] - b[2]).abs()]);
        let direction = max_of([path[3].abs(), path[4].abs(), path[5].abs()]);
        let mut size = from_center.max(direction);
        for &x in &b[3..] {
            size = size.max(x.abs());
        }
        size
    }

    #[inline(always)]
    fn decide<L: Lanes>(path: &R::Of<L>, b: &[L; 15], rounding: &Rounding<L>) -> Certified<L::Mask> {
        let path = path.as_ref();
        let [cx, cy, cz, hx, hy, hz, ux, uy, uz, vx, vy, vz, wx, wy, wz] = *b;
        let (u, v, w) = ([ux, uy, uz], [vx, vy, vz], [wx, wy, wz]);
        let direction = [path[3], path[4], path[5]];
        let from_center = sub([path[0], path[1], path[2]], [cx, cy, cz]);
        let axis = max_of([sum_of_abs(u), sum_of_abs(v), sum_of_abs(w)]);
        let sizes = [
            rounding.square(sum_of_abs(from_center) * axis),
            rounding.square(sum_of_abs(direction) * axis),
            rounding.length(hx + hy + hz),
        ];
        let s = [dot(u, from_center), dot(v, from_center), dot(w, from_center)];
        let d = [dot(u, direction), dot(v, direction), dot(w, direction)];
        intersects_slabs((R::START, R::END), s, d, [hx, hy, hz], sizes, rounding)
    }
}
