//! Segment, ray or line and an axis-aligned box by slabs (Kay and Kajiya), of the plane and of space.
//! Derivation: `scalar::dim2::segment_aabb`.

use core::marker::PhantomData;

use scalar::LinearComponent;
use scalar::dim2::{Aabb, Clip as Clip2, Line, Ray, Segment, segment_aabb};
use scalar::exact::{Decision, Exact as _};

use super::interval::{max_of, overlap_around_zero};
use super::segment_oriented_box::{
    KernelNames, NO_CLIP, between, clip_slabs, kernel_names, ray_margin, slab_pair_margin,
};
use crate::kernel::verdict::{Certified, Rounding};
use crate::kernel::{Measure, Predicate, Published};
use crate::lanes::{Lanes, select};
use crate::vector::{add, scaled, start_and_direction, sub};

kernel_names! {
    Segment, Aabb, "segment_aabb", "slabs", "clip" => Clip;
    Ray, Aabb, "ray_aabb", "slabs", "clip" => Clip;
    Line, Aabb, "line_aabb", "slabs", "clip" => Clip;
}

/// Whether a segment, ray or line `R` and the box intersect.
#[derive(Debug)]
pub struct Slabs<R>(PhantomData<R>);

impl<R: LinearComponent<2> + KernelNames<Aabb>> Published for Slabs<R> {
    const NAME: &'static str = R::PUBLISHED;
    type A = R;
    type B = Aabb;

    fn reference(path: &R, aabb: &Aabb) -> bool {
        segment_aabb::slabs(path, aabb)
    }

    #[inline(always)]
    fn lanes<L: Lanes>(path: &R::Of<L>, &[x0, y0, x1, y1]: &[L; 4]) -> L::Mask {
        meets_slabs::<R, L, 2>(path.as_ref(), [x0, y0], [x1, y1])
    }
}

/// The lanes in which a path meets a box.
#[inline(always)]
pub(crate) fn meets_slabs<R: LinearComponent<N>, L: Lanes, const N: usize>(
    path: &[L],
    min: [L; N],
    max: [L; N],
) -> L::Mask {
    let ([start, direction], half) = (start_and_direction(path), path[0].splat(0.5));
    let (center, h) = (scaled(add(min, max), half), scaled(sub(max, min), half));
    clip_slabs((R::START, R::END), sub(start, center), direction, h).0
}

/// The parameters in and out of a segment, ray or line `R`, and the first common point; all NaN without one.
#[derive(Debug)]
pub struct Clip<R>(PhantomData<R>);

impl<R: LinearComponent<2> + KernelNames<Aabb>> Measure for Clip<R> {
    const NAME: &'static str = R::CLIP;
    type A = R;
    type B = Aabb;
    type Out = Clip2;

    fn reference(path: &R, aabb: &Aabb) -> Clip2 {
        segment_aabb::clip(path, aabb).unwrap_or(NO_CLIP)
    }

    #[inline(always)]
    fn lanes<L: Lanes>(path: &R::Of<L>, aabb: &[L; 4]) -> [L; 4] {
        let path = path.as_ref();
        between(path, parameters::<R, L, 2>(path, aabb))
    }
}

/// Whether a path hits a box of these columns, and the parameters in and out.
#[inline(always)]
pub(crate) fn parameters<R: LinearComponent<N>, L: Lanes, const N: usize>(
    path: &[L],
    aabb: &[L],
) -> (L::Mask, L, L) {
    let (zero, far) = (path[0].splat(0.0), path[0].splat(f32::INFINITY));
    let (mut enter, mut exit) = (zero.splat(R::START), zero.splat(R::END));
    let (mut moves, mut meets_slabs) = (zero.lt(zero), zero.eq(zero));
    for k in 0..N {
        let (low, high, d) = (aabb[k] - path[k], aabb[k + N] - path[k], path[k + N]);
        let (up, down) = (d.gt(zero), d.lt(zero));
        let within = d.eq(zero) & low.le(zero) & high.ge(zero);
        let [low, high] = [low / d, high / d];
        let [near, far] = select(within, [-far, far], [far, -far]);
        let [near, far] = select(down, [high, low], [near, far]);
        let [near, far] = select(up, [low, high], [near, far]);
        moves = moves | up | down;
        meets_slabs = meets_slabs & near.le(far);
        enter = L::select(near.gt(enter), near, enter);
        exit = L::select(far.lt(exit), far, exit);
    }
    let hit = meets_slabs & enter.le(exit);
    let [enter, exit] = select(moves, [enter, exit], [zero, zero]);
    (hit & enter.abs().lt(far) & exit.abs().lt(far), enter, exit)
}

/// The exact answer, for a segment, ray or line `R`.
///
/// ```text
/// Define    p and q, the lower and the upper corner of the box;  h = q - p
///           s = (start - p) + (start - q), from the middle of the box to the start, times two;  d, the direction
/// Solution  a hit exactly if
///             two slabs  h_j |d_k| + h_k |d_j| - |s_j d_k - s_k d_j| >= 0  for each two of them
///             a slab     a point of the path is in it, for each of them: |s + 2 t d| <= h
/// ```
///
/// It is what [`segment_oriented_box::Exact`](super::segment_oriented_box::Exact) derives, with the
/// coordinate axes as those of the box, and twice as large.
///
/// # Error budget
///
/// Of the plane and of space. Define `A` as the sum of the absolute components of `start - p` and `start -
/// q`, `D` as that of `d`.
///
/// | quantity | at most | error | in `S` |
/// |---|---|---|---|
/// | `start - p`, `h`; `d` is a column | `A`; `D` | 1; 0 | `S` |
/// | `s` | `A` | 1 + 1 = 2 | `2 S` |
/// | `s[0] * d[1]` | `A D` | 2 + 1 = 3 | `2 S^2` |
/// | the difference of two | `A D` | 3 + 1 = 4 `A D` | `4 S^2` |
/// | `h[0] * d[1].abs()` | `A D` | 1 + 1 = 2 | `S^2` |
/// | the sum of two | `A D` | 2 + 1 = 3 `A D` | `2 S^2` |
/// | `slab_pair_margin` | `A D` | 4 + 3 + 1 = 8 `A D` | |
/// | `pairs`: the bound | | **8.5** `A D`, for 8 | (53 - 2) / 2: **25** bits |
/// | `s[k] + (d[k] + d[k])` | `A + 2 D` | 2 `A`, and 1: 3 `A`, 2 `D` | `4 S` |
/// | that and `h[k]` | `2 A + 2 D` | 3 + 1 + 2 = 6 `A`, 2 + 2 = 4 `D` | |
/// | the bound of these | | **6.5** `(A + D)`, for 6 | (53 - 3) / 1, which is above **26** bits |
#[derive(Debug)]
pub struct Exact<R>(PhantomData<R>);

impl<R: LinearComponent<2> + KernelNames<Aabb>> Predicate for Exact<R> {
    const NAME: &'static str = R::EXACT;
    type A = R;
    type B = Aabb;

    fn resolve(path: &R, aabb: &Aabb) -> Decision {
        path.decide(aabb)
    }

    #[inline(always)]
    fn size<L: Lanes>(path: &R::Of<L>, &[x0, y0, x1, y1]: &[L; 4]) -> L {
        size(path.as_ref(), [x0, y0], [x1, y1])
    }

    #[inline(always)]
    fn decide<L: Lanes>(
        path: &R::Of<L>,
        &[x0, y0, x1, y1]: &[L; 4],
        rounding: &Rounding<L>,
    ) -> Certified<L::Mask> {
        decide::<R, L, 2>(path.as_ref(), [x0, y0], [x1, y1], rounding)
    }
}

/// The size of the operands.
#[inline(always)]
pub(crate) fn size<L: Lanes, const N: usize>(path: &[L], p: [L; N], q: [L; N]) -> L {
    let [start, d] = start_and_direction(path);
    let (from_p, from_q) = (sub(start, p), sub(start, q));
    let mut size = d[0].abs();
    for k in 0..N {
        size = max_of([size, d[k].abs(), from_p[k].abs(), from_q[k].abs()]);
    }
    size
}

/// Whether a path and the box from `p` to `q` have a point in common.
#[inline(always)]
pub(crate) fn decide<R: LinearComponent<N>, L: Lanes, const N: usize>(
    path: &[L],
    p: [L; N],
    q: [L; N],
    rounding: &Rounding<L>,
) -> Certified<L::Mask> {
    let [start, d] = start_and_direction(path);
    let (from_p, from_q, h) = (sub(start, p), sub(start, q), sub(q, p));
    let s = add(from_p, from_q);
    let (mut a, mut along) = (from_p[0].abs() + from_q[0].abs(), d[0].abs());
    for k in 1..N {
        a = a + (from_p[k].abs() + from_q[k].abs());
        along = along + d[k].abs();
    }
    let (a, along) = (rounding.length(a), rounding.length(along));

    let mut pairs = slab_pair_margin([s[0], s[1]], [d[0], d[1]], [h[0], h[1]]);
    for k in 2..N {
        pairs = pairs
            .min(slab_pair_margin([s[k - 1], s[k]], [d[k - 1], d[k]], [h[k - 1], h[k]]))
            .min(slab_pair_margin([s[k], s[0]], [d[k], d[0]], [h[k], h[0]]));
    }
    let pairs = Certified::at_least_zero(pairs, rounding.bound(8.5, a * along, 25));
    let bound = rounding.bound(6.5, a + along, 26);
    if R::END == 1.0 {
        let mut segment = overlap_around_zero(h[0], [s[0], s[0] + (d[0] + d[0])]);
        for k in 1..N {
            segment = segment.min(overlap_around_zero(h[k], [s[k], s[k] + (d[k] + d[k])]));
        }
        return pairs & Certified::at_least_zero(segment, bound);
    }
    if R::START == 0.0 {
        let mut ray = ray_margin(s[0], d[0], h[0]);
        for k in 1..N {
            ray = ray.min(ray_margin(s[k], d[k], h[k]));
        }
        return pairs & Certified::at_least_zero(ray, bound);
    }
    let (mut inside, mut moving) = (h[0] - s[0].abs(), d[0].abs());
    for k in 1..N {
        inside = inside.min(h[k] - s[k].abs());
        moving = moving.max(d[k].abs());
    }
    pairs & (Certified::above_zero(moving, bound) | Certified::at_least_zero(inside, bound))
}
