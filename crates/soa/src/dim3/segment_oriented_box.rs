//! Segment, ray or line and an oriented box in space by slabs (GRAM). Derivation: `scalar::dim3::segment_oriented_box`.

use core::marker::PhantomData;

use scalar::dim3::segment_oriented_box::{self, Reading};
use scalar::dim3::{Clip3, Line3, OrientedBox3, Ray3, Segment3};
use scalar::exact::{Decision, Exact as _};

use super::vector::{dot, sub};
use crate::data::columns::Columns;
use crate::data::hits::Hits;
use crate::data::shape::Shape;
use crate::dim2::segment_oriented_box::{clip_slabs, pairwise};
use crate::dim2::shadow::highest;
use crate::kernel::verdict::{Certified, Rounding};
use crate::kernel::{ClipBy, Measure, Predicate, Published};
use crate::lanes::{Lanes, select};

/// What the kernels of a reading are called.
pub trait Named: Reading + Shape {
    /// The name of the yes/no kernel.
    const SLABS: &'static str;
    /// The name of the exact kernel.
    const EXACT: &'static str;
    /// The name of the computing kernel.
    const CROSSING: &'static str;
}

/// Names the kernels of a reading, and makes them the ones that [`crate::clip`] runs.
macro_rules! named {
    ($shape:ty, $name:literal) => {
        impl Named for $shape {
            const SLABS: &'static str = concat!($name, "/slabs");
            const EXACT: &'static str = concat!($name, "/exact");
            const CROSSING: &'static str = concat!($name, "/crossing");
        }

        impl ClipBy<OrientedBox3> for $shape {
            type Kernel = SlabsClip<Self>;
        }
    };
}
named!(Segment3, "segment3_oriented_box3");
named!(Ray3, "ray3_oriented_box3");
named!(Line3, "line3_oriented_box3");

/// Hit or not, for a segment, ray or line `R`.
#[derive(Debug)]
pub struct Slabs<R>(PhantomData<R>);

impl<R: Named> Published for Slabs<R> {
    const NAME: &'static str = R::SLABS;
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

/// Parameters in and out and the first common point, for a segment, ray or line `R`; all NaN without one.
#[derive(Debug)]
pub struct SlabsClip<R>(PhantomData<R>);

impl<R: Named> Measure for SlabsClip<R> {
    const NAME: &'static str = R::CROSSING;
    type A = R;
    type B = OrientedBox3;
    type Out = Clip3;

    fn reference(path: &R, b: &OrientedBox3) -> Clip3 {
        let nan = f32::NAN;
        let none = Clip3 { t_enter: nan, t_exit: nan, entry: [nan; 3] };
        segment_oriented_box::clip(path, b).unwrap_or(none)
    }

    #[inline(always)]
    fn lanes<L: Lanes>(path: &R::Of<L>, b: &[L; 15]) -> [L; 5] {
        let path = path.as_ref();
        let (hit, t_enter, t_exit) = parameters::<R, L>(path, b);
        let point = [path[0] + path[3] * t_enter, path[1] + path[4] * t_enter, path[2] + path[5] * t_enter];
        let none = t_enter.splat(f32::NAN);
        select(hit, [t_enter, t_exit, point[0], point[1], point[2]], [none; 5])
    }
}

/// Hit or not, and the parameters in and out, in the box's frame. `path` holds start and direction.
#[inline(always)]
fn parameters<R: Named, L: Lanes>(path: &[L], b: &[L; 15]) -> (L::Mask, L, L) {
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

/// The exact answer, for a segment, ray or line `R`, as in the plane
/// ([`dim2::segment_oriented_box::Exact`](crate::dim2::segment_oriented_box::Exact)). `A` is the size of the largest axis; `s` and
/// `d` carry 4 units.
#[derive(Debug)]
pub struct Exact<R>(PhantomData<R>);

impl<R: Named> Predicate for Exact<R> {
    const NAME: &'static str = R::EXACT;
    type A = R;
    type B = OrientedBox3;

    fn resolve(path: &R, b: &OrientedBox3) -> Decision {
        path.decide(b)
    }

    #[inline(always)]
    fn size<L: Lanes>(path: &R::Of<L>, b: &[L; 15]) -> L {
        let path = path.as_ref();
        let from_center = highest([(path[0] - b[0]).abs(), (path[1] - b[1]).abs(), (path[2] - b[2]).abs()]);
        let direction = highest([path[3].abs(), path[4].abs(), path[5].abs()]);
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
        let axis = highest([size_of(u), size_of(v), size_of(w)]);
        let sizes = [
            rounding.square(size_of(from_center) * axis),
            rounding.square(size_of(direction) * axis),
            rounding.length(hx + hy + hz),
        ];
        let s = [dot(u, from_center), dot(v, from_center), dot(w, from_center)];
        let d = [dot(u, direction), dot(v, direction), dot(w, direction)];
        pairwise((R::START, R::END), s, d, [hx, hy, hz], sizes, rounding)
    }
}

/// The sum of the sizes of a vector's components.
#[inline(always)]
fn size_of<L: Lanes>(v: [L; 3]) -> L {
    v[0].abs() + v[1].abs() + v[2].abs()
}
