//! Segment, ray or line and an oriented box by slabs (GRAM). Derivation:
//! `scalar::dim2::segment_oriented_box`.

use core::marker::PhantomData;

use scalar::LinearComponent;
use scalar::dim2::segment_oriented_box;
use scalar::dim2::{Clip, Line, OrientedBox, Ray, Segment};
use scalar::exact::{Decision, Exact as _};

use super::interval::{max_of, overlap_around_zero};
use super::point_oriented_box::Frame;
use super::vector::{cross, dot, sub};
use crate::data::columns::Columns;
use crate::data::hits::Hits;
use crate::data::shape::Shape;
use crate::kernel::verdict::{Certified, Rounding};
use crate::kernel::{Measure, Predicate, Published};
use crate::lanes::{Lanes, select};

/// The name of the exact kernel of a segment, ray or line with the shape `B`.
pub trait ExactName<B>: Shape {
    /// The exact kernel.
    const EXACT: &'static str;
}

/// The name of the computing kernel of a segment, ray or line with the shape `B`.
pub trait ClipName<B>: ExactName<B> {
    /// The computing kernel, which [`crate::clip`] runs.
    #[doc(alias = "CROSSING")]
    const CLIP: &'static str;
}

/// The name of the published kernel of a segment, ray or line with the shape `B`.
#[doc(alias = "Named")]
pub trait KernelNames<B>: ClipName<B> {
    /// The published algorithm.
    #[doc(alias = "SLABS")]
    const PUBLISHED: &'static str;
}

/// Names the exact kernels of a segment, ray or line with a shape.
macro_rules! exact_names {
    ($($shape:ty, $other:ty, $name:literal;)*) => {$(
        impl crate::dim2::segment_oriented_box::ExactName<$other> for $shape {
            const EXACT: &'static str = concat!($name, "/exact");
        }
    )*};
}
pub(crate) use exact_names;

/// Names the exact and the computing kernels of a segment, ray or line with a shape, and makes the latter
/// those that [`crate::clip`] runs.
macro_rules! clip_names {
    ($($shape:ty, $other:ty, $name:literal, $clip:literal => $kernel:ident;)*) => {$(
        crate::dim2::segment_oriented_box::exact_names! { $shape, $other, $name; }

        impl crate::dim2::segment_oriented_box::ClipName<$other> for $shape {
            const CLIP: &'static str = concat!($name, "/", $clip);
        }

        impl crate::kernel::ClipBy<$other> for $shape {
            type Kernel = $kernel<Self>;
        }
    )*};
}
pub(crate) use clip_names;

/// Names all three.
macro_rules! kernel_names {
    ($($shape:ty, $other:ty, $name:literal, $published:literal, $clip:literal => $kernel:ident;)*) => {$(
        crate::dim2::segment_oriented_box::clip_names! { $shape, $other, $name, $clip => $kernel; }

        impl KernelNames<$other> for $shape {
            const PUBLISHED: &'static str = concat!($name, "/", $published);
        }
    )*};
}
pub(crate) use kernel_names;
kernel_names! {
    Segment, OrientedBox, "segment_oriented_box", "slabs", "crossing" => SlabsClip;
    Ray, OrientedBox, "ray_oriented_box", "slabs", "crossing" => SlabsClip;
    Line, OrientedBox, "line_oriented_box", "slabs", "crossing" => SlabsClip;
}

/// Whether a segment, ray or line `R` and the box intersect.
#[derive(Debug)]
pub struct Slabs<R>(PhantomData<R>);

impl<R: LinearComponent<2> + KernelNames<OrientedBox>> Published for Slabs<R> {
    const NAME: &'static str = R::PUBLISHED;
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

/// The parameters in and out of a segment, ray or line `R`, and the first common point; all NaN without one.
#[derive(Debug)]
pub struct SlabsClip<R>(PhantomData<R>);

impl<R: LinearComponent<2> + KernelNames<OrientedBox>> Measure for SlabsClip<R> {
    const NAME: &'static str = R::CLIP;
    type A = R;
    type B = OrientedBox;
    type Out = Clip;

    fn reference(path: &R, b: &OrientedBox) -> Clip {
        segment_oriented_box::clip(path, b).unwrap_or(NO_CLIP)
    }

    #[inline(always)]
    fn lanes<L: Lanes>(path: &R::Of<L>, b: &[L; 6]) -> [L; 4] {
        let path = path.as_ref();
        between(path, parameters::<R, L>(path, b))
    }
}

pub(crate) const NO_CLIP: Clip = Clip { t_enter: f32::NAN, t_exit: f32::NAN, entry: [f32::NAN; 2] };

/// What lies between the parameters in and out, where the path hits.
#[inline(always)]
pub(crate) fn between<L: Lanes>(path: &[L], (hit, t_enter, t_exit): (L::Mask, L, L)) -> [L; 4] {
    let entry = [path[0] + path[2] * t_enter, path[1] + path[3] * t_enter];
    select(hit, [t_enter, t_exit, entry[0], entry[1]], [t_enter.splat(f32::NAN); 4])
}

/// Whether the path hits, and the parameters in and out, in the frame of the box. `path` is start and
/// direction.
#[inline(always)]
fn parameters<R: LinearComponent<2>, L: Lanes>(
    path: &[L],
    &[cx, cy, hx, hy, ux, uy]: &[L; 6],
) -> (L::Mask, L, L) {
    let (u, direction) = ([ux, uy], [path[2], path[3]]);
    let from_center = sub([path[0], path[1]], [cx, cy]);
    let s = [dot(u, from_center), cross(u, from_center)];
    let d = [dot(u, direction), cross(u, direction)];
    clip_slabs((R::START, R::END), s, d, [hx, hy])
}

/// The interval of `t`, within the range, in which `s + t d` lies in all slabs `|s + t d| <= h`, and whether
/// it has a point.
#[inline(always)]
pub(crate) fn clip_slabs<L: Lanes, const N: usize>(
    (start, end): (f32, f32),
    s: [L; N],
    d: [L; N],
    h: [L; N],
) -> (L::Mask, L, L) {
    let zero = s[0].splat(0.0);
    let mut is_point = d[0].eq(zero);
    for &d in &d[1..] {
        is_point = is_point & d.eq(zero);
    }
    let mut t_enter = L::select(is_point, zero, zero.splat(start));
    let mut t_exit = L::select(is_point, zero, zero.splat(end));
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
    /// The rows that have a common point: those whose parameters are numbers. Parameters are computed in
    /// `f32`: of paths that touch or miss the box by less than the rounding error, some are answered wrongly.
    /// [`intersects`](crate::intersects) is exact.
    ///
    /// ```
    /// use soa::{OrientedBoxes, Segments};
    ///
    /// let segments = Segments::new([vec![-3.0, 5.0], vec![0.5, 0.5], vec![8.0, 8.0], vec![0.0, 0.0]])?;
    /// let [zero, one] = [[0.0; 2], [1.0; 2]];
    /// let squares = OrientedBoxes::new([zero, zero, one, one, one, zero].map(Vec::from))?;
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
/// ```text
///         |   |  /       Define    the path s + t d in the frame of the box, for t in a range
///     ----+---+-/---               s = (start - center).u, .v;  d = direction.u, .v
///         |   |/
///         |   /          Solution  a hit exactly if some t of the range has |s[k] + t d[k]| <= h[k]
///     ----+--/+-----               for each k
///         | / |
/// ```
///
/// `intersects_slabs` has the decision and its error budget.
#[derive(Debug)]
pub struct Exact<R>(PhantomData<R>);

impl<R: LinearComponent<2> + KernelNames<OrientedBox>> Predicate for Exact<R> {
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
        max_of([from_center, path[2].abs(), path[3].abs(), hx, hy, ux.abs(), uy.abs()])
    }

    #[inline(always)]
    fn decide<L: Lanes>(path: &R::Of<L>, oriented: &[L; 6], rounding: &Rounding<L>) -> Certified<L::Mask> {
        let (path, frame) = (path.as_ref(), Frame::of(oriented));
        let (s, q) = frame.point([path[0], path[1]], rounding);
        let (d, along) = frame.vector([path[2], path[3]], rounding);
        let extents = rounding.length(frame.h[0] + frame.h[1]);
        intersects_slabs((R::START, R::END), s, d, frame.h, [q, along, extents], rounding)
    }
}

/// Whether the path `s + t d` lies in all slabs `|s + t d| <= h` for some `t` of the range.
///
/// Each slab leaves an interval of `t`. Intervals have a common point exactly if each two of them have one
/// (Helly's theorem in one dimension), and the range is one of the intervals:
///
/// ```text
/// slabs j, k       |s_j d_k - s_k d_j| <= h_j |d_k| + h_k |d_j|
/// slab, segment    the projections s .. s + d and -h .. h intersect
/// slab, ray        |s| <= h: the start lies in the slab, or else the ray comes closer to it (ray_margin)
/// slab, line       d != 0 for some slab, or |s| <= h for all
/// ```
///
/// The first line is "enter of one <= exit of the other" in both orders, times `|d_j d_k|`. If one of the two
/// `d` is zero, it says that the path lies in that slab. If both are zero, it says nothing; the other lines
/// then find a path outside.
///
/// # Error budget
///
/// `q` and `along` are at least the absolute products of any `s` or `d` together, and `extents` is the sum of the
/// half extents. In the plane the `s` of both slabs together are at most `q` (`Frame`), in space each is: `q` is
/// the sum of the absolute components of `start - center` times that of the longest axis.
///
/// | quantity | at most | error in the plane | error in space | in `S` |
/// |---|---|---|---|---|
/// | `s` | `q` | difference 1, product 1, sum 1: 3 | one more sum: 4 | `3 S^2` |
/// | `d` | `along` | product 1, sum 1: 2 | one more sum: 3 | `3 S^2` |
/// | `s[0] * d[1]` | `q along` | 3 + 2 + 1 = 6 | 4 + 3 + 1 = 8 | `9 S^4` |
/// | `s[0] * d[1] - s[1] * d[0]` | | 6 + 1 = 7 `q along` | 2 x (8 + 1) = 18 `q along` | `18 S^4` |
/// | `h[0] * d[1].abs()` | | 2 + 1 = 3 | 3 + 1 = 4 | `3 S^3` |
/// | the sum of two | `extents along` | 3 + 1 = 4 | 4 + 1 = 5 | `6 S^3` |
/// | [`slab_pair_margin`] | | 8 `q along`, 5 `extents along` | 20 and 6 | |
/// | `slabs`: the bound | | **8.5** `(q + extents) along`, for 8 | **21**, for 20 | (53 - 4.2) / 4: **12** bits |
/// | `s[k] + d[k]` | `q + along` | 4 `q`, 3 `along` | 5 `q`, 4 `along` | `6 S^2` |
/// | `h[k] - (s[k] + d[k])` | | 5 `q`, 4 `along`, 1 `extents` | 6, 5 and 1 | |
/// | `h[k] - s[k].abs()` | | 4 `q`, 1 `extents` | 5 and 1 | |
/// | `bound` of these | | **5.25** `(q + along + extents)`, for 5 | **6.5**, for 6 | (53 - 2.6) / 2: **25** bits |
#[inline(always)]
pub(crate) fn intersects_slabs<L: Lanes, const N: usize>(
    (start, end): (f32, f32),
    s: [L; N],
    d: [L; N],
    h: [L; N],
    [q, along, extents]: [L; 3],
    rounding: &Rounding<L>,
) -> Certified<L::Mask> {
    let mut margin = slab_pair_margin([s[0], s[1]], [d[0], d[1]], [h[0], h[1]]);
    if N == 3 {
        margin = margin
            .min(slab_pair_margin([s[1], s[2]], [d[1], d[2]], [h[1], h[2]]))
            .min(slab_pair_margin([s[2], s[0]], [d[2], d[0]], [h[2], h[0]]));
    }
    let units = if N == 2 { [8.5, 5.25] } else { [21.0, 6.5] };
    let slabs = Certified::at_least_zero(margin, rounding.bound(units[0], (q + extents) * along, 12));
    let bound = rounding.bound(units[1], q + along + extents, 25);
    if end == f32::INFINITY && start == f32::NEG_INFINITY {
        let (mut inside, mut moving) = (h[0] - s[0].abs(), d[0].abs());
        for k in 1..N {
            inside = inside.min(h[k] - s[k].abs());
            moving = moving.max(d[k].abs());
        }
        return slabs & (Certified::above_zero(moving, bound) | Certified::at_least_zero(inside, bound));
    }
    if end == f32::INFINITY {
        let mut ray = ray_margin(s[0], d[0], h[0]);
        for k in 1..N {
            ray = ray.min(ray_margin(s[k], d[k], h[k]));
        }
        return slabs & Certified::at_least_zero(ray, bound);
    }
    let mut segment = overlap_around_zero(h[0], [s[0], s[0] + d[0]]);
    for k in 1..N {
        segment = segment.min(overlap_around_zero(h[k], [s[k], s[k] + d[k]]));
    }
    slabs & Certified::at_least_zero(segment, bound)
}

/// The margin of a slab and a ray: not negative exactly if a point of the ray lies in the slab. It is the
/// larger of how far inside the slab the ray starts and how fast it comes closer to the middle of the slab.
///
/// A ray beside the slab and parallel to it counts as one that moves away, by `2^-596`: on exact lanes that
/// is a certain miss; else it is undecided, as `d` may be zero by rounding alone, and any bound of degree 1
/// or 2 exceeds that. In `f32` it is zero. The sign of `s`, which says what "closer" is, is not certain if
/// `|s|` is within the bound. Then the speed counts no more than `|s|`, and the lane is undecided unless the
/// start decides it.
#[inline(always)]
pub(crate) fn ray_margin<L: Lanes>(s: L, d: L, h: L) -> L {
    let least = d.splat(f32::from_bits(1));
    let away = -(least * least * least * least);
    let closer = L::select(d.eq(d.splat(0.0)), away, -d.flip_sign(s));
    (h - s.abs()).max(closer.min(s.abs()))
}

/// The margin of two slabs: `h_0 |d_1| + h_1 |d_0| - |s_0 d_1 - s_1 d_0|`.
#[inline(always)]
pub(crate) fn slab_pair_margin<L: Lanes>(s: [L; 2], d: [L; 2], h: [L; 2]) -> L {
    (h[0] * d[1].abs() + h[1] * d[0].abs()) - (s[0] * d[1] - s[1] * d[0]).abs()
}
