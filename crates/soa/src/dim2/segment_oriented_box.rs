//! Segment, ray or line and an oriented box by slabs (GRAM). Derivation: `scalar::dim2::segment_oriented_box`.

use core::marker::PhantomData;

use scalar::dim2::segment_oriented_box::{self, Reading};
use scalar::dim2::{Clip, Line, OrientedBox, Ray, Segment};
use scalar::exact::{Decision, Exact as _};

use super::shadow::{common, highest};
use super::vector::{cross, dot, sub};
use crate::data::columns::Columns;
use crate::data::hits::Hits;
use crate::data::shape::Shape;
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

        impl ClipBy<OrientedBox> for $shape {
            type Kernel = SlabsClip<Self>;
        }
    };
}
named!(Segment, "segment_oriented_box");
named!(Ray, "ray_oriented_box");
named!(Line, "line_oriented_box");

/// Hit or not, for a segment, ray or line `R`.
#[derive(Debug)]
pub struct Slabs<R>(PhantomData<R>);

impl<R: Named> Published for Slabs<R> {
    const NAME: &'static str = R::SLABS;
    type A = R;
    type B = OrientedBox;

    fn reference(path: &R, b: &OrientedBox) -> bool {
        segment_oriented_box::slabs(path, b)
    }

    #[inline(always)]
    fn lanes<L: Lanes>(path: &R::Of<L>, b: &[L; 6]) -> L::Mask {
        parameters::<R, L>(path.as_ref(), b).0
    }
}

/// Parameters in and out and the first common point, for a segment, ray or line `R`; all NaN without one.
#[derive(Debug)]
pub struct SlabsClip<R>(PhantomData<R>);

impl<R: Named> Measure for SlabsClip<R> {
    const NAME: &'static str = R::CROSSING;
    type A = R;
    type B = OrientedBox;
    type Out = Clip;

    fn reference(path: &R, b: &OrientedBox) -> Clip {
        let nan = f32::NAN;
        let none = Clip { t_enter: nan, t_exit: nan, entry: [nan; 2] };
        segment_oriented_box::clip(path, b).unwrap_or(none)
    }

    #[inline(always)]
    fn lanes<L: Lanes>(path: &R::Of<L>, b: &[L; 6]) -> [L; 4] {
        let path = path.as_ref();
        let (hit, t_enter, t_exit) = parameters::<R, L>(path, b);
        let point = [path[0] + path[2] * t_enter, path[1] + path[3] * t_enter];
        let none = t_enter.splat(f32::NAN);
        select(hit, [t_enter, t_exit, point[0], point[1]], [none; 4])
    }
}

/// Hit or not, and the parameters in and out, in the box's frame. `path` holds start and direction.
#[inline(always)]
fn parameters<R: Named, L: Lanes>(path: &[L], &[cx, cy, hx, hy, ux, uy]: &[L; 6]) -> (L::Mask, L, L) {
    let (u, direction) = ([ux, uy], [path[2], path[3]]);
    let from_center = sub([path[0], path[1]], [cx, cy]);
    let s = [dot(u, from_center), cross(u, from_center)];
    let d = [dot(u, direction), cross(u, direction)];
    clip_slabs((R::START, R::END), s, d, [hx, hy])
}

/// The part of the range in which `s + t d` lies in all slabs, `|s + t d| <= h`, and whether it is not empty.
#[inline(always)]
pub(crate) fn clip_slabs<L: Lanes, const N: usize>(
    (start, end): (f32, f32),
    s: [L; N],
    d: [L; N],
    h: [L; N],
) -> (L::Mask, L, L) {
    let zero = s[0].splat(0.0);
    let mut still = d[0].eq(zero);
    for &d in &d[1..] {
        still = still & d.eq(zero);
    }
    let mut t_enter = L::select(still, zero, zero.splat(start));
    let mut t_exit = L::select(still, zero, zero.splat(end));
    let mut sum = zero;
    for k in 0..N {
        let ahead = h[k].flip_sign(d[k]);
        let from_behind = ahead + s[k];
        let (near, far) = (from_behind / -d[k], (ahead - s[k]) / d[k]);
        t_enter = L::select(near.gt(t_enter), near, t_enter);
        t_exit = L::select(far.lt(t_exit), far, t_exit);
        sum = sum + (from_behind + d[k]);
    }
    let mut hit = t_enter.le(t_exit) & sum.eq(sum);
    if end == f32::INFINITY {
        hit = hit & t_enter.lt(zero.splat(end));
    }
    if start == f32::NEG_INFINITY {
        hit = hit & t_exit.gt(zero.splat(start));
    }
    (hit, t_enter, t_exit)
}

impl Columns<Clip> {
    /// The rows that have a common point: those whose parameters are numbers. Parameters are computed in `f32`, so that a path which
    /// touches within rounding error may have none, or have one where it just misses; [`intersects`](crate::intersects) is exact.
    ///
    /// ```
    /// use soa::{OrientedBoxes, Segments};
    ///
    /// let segments = Segments::new([vec![-3.0, 5.0], vec![0.5, 0.5], vec![8.0, 8.0], vec![0.0, 0.0]])?;
    /// let squares = OrientedBoxes::new([[0.0; 2], [0.0; 2], [1.0; 2], [1.0; 2], [1.0; 2], [0.0; 2]].map(Vec::from))?;
    /// let clips = soa::clip(&segments, &squares)?;
    /// assert_eq!(clips.hits(), soa::intersects(&segments, &squares)?);
    /// assert_eq!(clips.hits().to_bools(), [true, false]);
    /// # Ok::<(), soa::Error>(())
    /// ```
    pub fn hits(&self) -> Hits {
        let [t_enter, ..] = self.as_view().columns();
        Hits::from_bools(t_enter.iter().map(|t| !t.is_nan()))
    }
}

/// The exact answer, for a segment, ray or line `R`.
///
/// In the box's frame the path is `s + t d`. The parts of the range of `t` that lie in the slabs are intervals, and intervals have a
/// common point exactly if each two of them have, which is what `pairwise` asks. With `A` the size of the axis, `Q` that of `start - center` times
/// `A`, `D` that of the direction times `A` and `H` that of the half extents, `s` carries 3 units of `Q` and `d` 3 of `D`.
#[derive(Debug)]
pub struct Exact<R>(PhantomData<R>);

impl<R: Named> Predicate for Exact<R> {
    const NAME: &'static str = R::EXACT;
    type A = R;
    type B = OrientedBox;

    fn resolve(path: &R, b: &OrientedBox) -> Decision {
        path.decide(b)
    }

    #[inline(always)]
    fn size<L: Lanes>(path: &R::Of<L>, &[cx, cy, hx, hy, ux, uy]: &[L; 6]) -> L {
        let path = path.as_ref();
        let from_center = (path[0] - cx).abs().max((path[1] - cy).abs());
        highest([from_center, path[2].abs(), path[3].abs(), hx, hy, ux.abs(), uy.abs()])
    }

    #[inline(always)]
    fn decide<L: Lanes>(
        path: &R::Of<L>,
        &[cx, cy, hx, hy, ux, uy]: &[L; 6],
        rounding: &Rounding<L>,
    ) -> Certified<L::Mask> {
        let path = path.as_ref();
        let (u, direction) = ([ux, uy], [path[2], path[3]]);
        let from_center = sub([path[0], path[1]], [cx, cy]);
        let axis = ux.abs() + uy.abs();
        let sizes = [
            rounding.square((from_center[0].abs() + from_center[1].abs()) * axis),
            rounding.square((direction[0].abs() + direction[1].abs()) * axis),
            rounding.length(hx + hy),
        ];
        let s = [dot(u, from_center), cross(u, from_center)];
        let d = [dot(u, direction), cross(u, direction)];
        pairwise((R::START, R::END), s, d, [hx, hy], sizes, rounding)
    }
}

/// Whether the path `s + t d` passes through all slabs `|s + t d| <= h` within the range of `t`: whether each two of the intervals of
/// `t` have a point in common.
///
/// * Two slabs `j`, `k`: `|s_j d_k - s_k d_j| <= h_j |d_k| + h_k |d_j|`, which is `near <= far` for both orders, times `|d_j d_k|`. It
///   is also right where one of the two is never entered or left; where both are, it says nothing.
/// * A slab and `0 <= t <= 1`: the shadow from `s` to `s + d` meets the slab.
/// * A slab and `t >= 0`: the start lies in the slab, or the ray comes closer to it, [`ahead_of_start`].
/// * A line has no ends. It passes through a slab unless it is parallel to it, which the first condition sees to as long as it is
///   not parallel to all of them; then its start must lie in each.
///
/// `sizes` are those of `s`, `d` and `h`. With 5 units of its size in `s` and `d`, a product `s_j d_k` carries 11 and their
/// difference 24, the other side 14 of `H D`: 40 units of `(Q + H) D`. A shadow's end carries 12 units of `Q + D + H`.
#[inline(always)]
pub(crate) fn pairwise<L: Lanes, const N: usize>(
    (start, end): (f32, f32),
    s: [L; N],
    d: [L; N],
    h: [L; N],
    [q, along, extents]: [L; 3],
    rounding: &Rounding<L>,
) -> Certified<L::Mask> {
    let mut margin = left_between([s[0], s[1]], [d[0], d[1]], [h[0], h[1]]);
    if N == 3 {
        margin = margin.min(left_between([s[1], s[2]], [d[1], d[2]], [h[1], h[2]])).min(left_between(
            [s[2], s[0]],
            [d[2], d[0]],
            [h[2], h[0]],
        ));
    }
    let slabs = Certified::at_least_zero(margin, rounding.bound(40.0, (q + extents) * along, 12));
    let bound = rounding.bound(12.0, q + along + extents, 25);
    if end == f32::INFINITY && start == f32::NEG_INFINITY {
        let (mut inside, mut moving) = (h[0] - s[0].abs(), d[0].abs());
        for k in 1..N {
            inside = inside.min(h[k] - s[k].abs());
            moving = moving.max(d[k].abs());
        }
        return slabs & (Certified::above_zero(moving, bound) | Certified::at_least_zero(inside, bound));
    }
    if end == f32::INFINITY {
        let mut ahead = ahead_of_start(s[0], d[0], h[0]);
        for k in 1..N {
            ahead = ahead.min(ahead_of_start(s[k], d[k], h[k]));
        }
        return slabs & Certified::at_least_zero(ahead, bound);
    }
    let mut shadow = common([-h[0], h[0]], [s[0], s[0] + d[0]]);
    for k in 1..N {
        shadow = shadow.min(common([-h[k], h[k]], [s[k], s[k] + d[k]]));
    }
    slabs & Certified::at_least_zero(shadow, bound)
}

/// How far the start lies in a slab, or else how fast the ray comes to it: not negative if a point of the ray lies in the slab.
///
/// Beside the slab a parallel ray counts as if it went away, by the least number, which is within any bound but that of exact lanes.
/// Whether the start lies above or below is not sure where `|s|` is within the bound; then neither is how fast it comes closer.
#[inline(always)]
fn ahead_of_start<L: Lanes>(s: L, d: L, h: L) -> L {
    let zero = d.splat(0.0);
    let closer = L::select(d.eq(zero), d.splat(-f32::from_bits(1)), -d.flip_sign(s));
    (h - s.abs()).max(closer.min(s.abs()))
}

/// How much two slabs leave of each other on a line: `h_0 |d_1| + h_1 |d_0| - |s_0 d_1 - s_1 d_0|`.
#[inline(always)]
fn left_between<L: Lanes>(s: [L; 2], d: [L; 2], h: [L; 2]) -> L {
    (h[0] * d[1].abs() + h[1] * d[0].abs()) - (s[0] * d[1] - s[1] * d[0]).abs()
}
