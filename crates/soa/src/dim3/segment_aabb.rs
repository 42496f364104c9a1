//! Segment, ray or line and an axis-aligned box in space by slabs (Kay and Kajiya). Derivation:
//! `scalar::dim3::segment_aabb`.

use core::marker::PhantomData;

use scalar::LinearComponent;
use scalar::dim3::{Aabb3, Clip3, Line3, Ray3, Segment3, segment_aabb};
use scalar::exact::{Decision, Exact as _};

use super::orient::extent;
use super::segment_oriented_box::{NO_CLIP, between};
use super::segment_triangle::{KernelNames, kernel_names};
use super::vector::sub;
use crate::dim2::interval::{max_of, signed_overlap};
use crate::dim2::segment_oriented_box::{clip_slabs, ray_margin, slab_pair_margin};
use crate::kernel::verdict::{Certified, Rounding};
use crate::kernel::{ClipBy, Measure, Predicate, Published};
use crate::lanes::{Lanes, select};

kernel_names! {
    Segment3, Aabb3, "segment3_aabb3", "slabs";
    Ray3, Aabb3, "ray3_aabb3", "slabs";
    Line3, Aabb3, "line3_aabb3", "slabs";
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
        let path = path.as_ref();
        let half = x0.splat(0.5);
        let center = [half * (x0 + x1), half * (y0 + y1), half * (z0 + z1)];
        let h = [half * (x1 - x0), half * (y1 - y0), half * (z1 - z0)];
        let s = sub([path[0], path[1], path[2]], center);
        clip_slabs((R::START, R::END), s, [path[3], path[4], path[5]], h).0
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
        let (zero, far) = (path[0].splat(0.0), path[0].splat(f32::INFINITY));
        let (mut enter, mut exit) = (zero.splat(R::START), zero.splat(R::END));
        let (mut moves, mut meets_slabs) = (zero.lt(zero), zero.eq(zero));
        for k in 0..3 {
            let (low, high, d) = (aabb[k] - path[k], aabb[k + 3] - path[k], path[k + 3]);
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
        let hit = hit & enter.abs().lt(far) & exit.abs().lt(far);
        between(path, (hit, enter, exit))
    }
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
/// It is what [`dim2::segment_oriented_box::Exact`](crate::dim2::segment_oriented_box::Exact) derives, with the
/// coordinate axes as those of the box, and twice as large.
///
/// # Error budget
///
/// Define `A` as the sum of the absolute components of `start - p` and `start - q`, `D` as that of `d`.
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

impl<R: LinearComponent<3> + KernelNames<Aabb3>> Predicate for Exact<R> {
    const NAME: &'static str = R::EXACT;
    type A = R;
    type B = Aabb3;

    fn resolve(path: &R, aabb: &Aabb3) -> Decision {
        path.decide(aabb)
    }

    #[inline(always)]
    fn size<L: Lanes>(path: &R::Of<L>, &[x0, y0, z0, x1, y1, z1]: &[L; 6]) -> L {
        let path = path.as_ref();
        let start = [path[0], path[1], path[2]];
        let (from_p, from_q) = (sub(start, [x0, y0, z0]), sub(start, [x1, y1, z1]));
        let mut size = max_of([path[3].abs(), path[4].abs(), path[5].abs()]);
        for k in 0..3 {
            size = max_of([size, from_p[k].abs(), from_q[k].abs()]);
        }
        size
    }

    #[inline(always)]
    fn decide<L: Lanes>(
        path: &R::Of<L>,
        &[x0, y0, z0, x1, y1, z1]: &[L; 6],
        rounding: &Rounding<L>,
    ) -> Certified<L::Mask> {
        let path = path.as_ref();
        let (start, d) = ([path[0], path[1], path[2]], [path[3], path[4], path[5]]);
        let (p, q) = ([x0, y0, z0], [x1, y1, z1]);
        let (from_p, from_q, h) = (sub(start, p), sub(start, q), sub(q, p));
        let s = [from_p[0] + from_q[0], from_p[1] + from_q[1], from_p[2] + from_q[2]];
        let ([x, y, z], [dx, dy, dz]) = (extent([from_p, from_q]), extent([d]));
        let (a, along) = (rounding.length(x + y + z), rounding.length(dx + dy + dz));

        let pairs = slab_pair_margin([s[0], s[1]], [d[0], d[1]], [h[0], h[1]])
            .min(slab_pair_margin([s[1], s[2]], [d[1], d[2]], [h[1], h[2]]))
            .min(slab_pair_margin([s[2], s[0]], [d[2], d[0]], [h[2], h[0]]));
        let pairs = Certified::at_least_zero(pairs, rounding.bound(8.5, a * along, 25));
        let bound = rounding.bound(6.5, a + along, 26);
        if R::END == 1.0 {
            let mut segment = signed_overlap([-h[0], h[0]], [s[0], s[0] + (d[0] + d[0])]);
            for k in 1..3 {
                segment = segment.min(signed_overlap([-h[k], h[k]], [s[k], s[k] + (d[k] + d[k])]));
            }
            return pairs & Certified::at_least_zero(segment, bound);
        }
        if R::START == 0.0 {
            let ray = ray_margin(s[0], d[0], h[0])
                .min(ray_margin(s[1], d[1], h[1]))
                .min(ray_margin(s[2], d[2], h[2]));
            return pairs & Certified::at_least_zero(ray, bound);
        }
        let inside = (h[0] - s[0].abs()).min(h[1] - s[1].abs()).min(h[2] - s[2].abs());
        let moving = max_of([d[0].abs(), d[1].abs(), d[2].abs()]);
        pairs & (Certified::above_zero(moving, bound) | Certified::at_least_zero(inside, bound))
    }
}
