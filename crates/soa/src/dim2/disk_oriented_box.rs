//! Disk and oriented box. Derivation: `scalar::dim2::disk_oriented_box`.

use scalar::dim2::{Disk, OrientedBox, RoundedDisk, disk_oriented_box};
use scalar::exact::{Decision, Exact as _};

use super::interval::max_of;
use super::point_oriented_box::{Frame, in_slabs};
use super::vector::{cross, dot, sub};
use crate::kernel::verdict::{Certified, Rounding};
use crate::kernel::{Predicate, Published};
use crate::lanes::{Lanes, no_nan};

/// The squared distance to the box's nearest point against the squared radius.
#[derive(Debug)]
pub struct NearestPoint;

impl Published for NearestPoint {
    const NAME: &'static str = "disk_oriented_box/nearest_point";
    type A = Disk;
    type B = OrientedBox;

    fn reference(disk: &Disk, oriented: &OrientedBox) -> bool {
        disk_oriented_box::nearest_point(disk, oriented)
    }

    #[inline(always)]
    fn lanes<L: Lanes>(&[x, y, r]: &[L; 3], &[cx, cy, hx, hy, ux, uy]: &[L; 6]) -> L::Mask {
        let (u, from_center) = ([ux, uy], sub([x, y], [cx, cy]));
        let q = [dot(u, from_center).abs(), cross(u, from_center).abs()];
        let e = [beyond(q[0], hx), beyond(q[1], hy)];
        dot(e, e).le(r * r) & no_nan([q[0], q[1], hx, hy])
    }
}

/// How far a number is beyond another one, or zero; zero if both are infinite.
#[inline(always)]
pub(crate) fn beyond<L: Lanes>(q: L, h: L) -> L {
    L::select(q.gt(h), q - h, q.splat(0.0))
}

/// Twice the error of two `e_k` in `f32`, `16 * 2^-24`, as a share of `w` ([`Exact`]). Without it, the
/// squares of errors could exceed the bound where the center is next to the sides of a large box.
const ERROR_OF_E: f32 = 1.0 / (1 << 20) as f32;

/// The exact answer, with the axis as stored.
///
/// ```text
///      ____          Define    u, the axis;  k = u.u;  q, the center C in the frame of the box
///     /   /  . C               e_k = max(|q_k| - h_k, 0), how far C is beyond the sides across an axis
///    /___/           Solution  a hit exactly if  k r^2 - e.e >= 0
///                    also, for a small r, if all |q_k| <= h_k: the center is in the box
/// ```
///
/// The frame turns the plane and scales it by the length of the axis, so the square of the radius is `k r^2`
/// there.
///
/// # Error budget
///
/// Define `w` as for [a point](super::point_oriented_box::Exact), and `n = e_0 + e_1` with the errors of
/// these, 8 `w` together. So `e.e <= w n`.
///
/// | quantity | at most | error | in `S` |
/// |---|---|---|---|
/// | `q` | `w` together | 3 `w` each | `2 S^2` |
/// | `e` | `w` together | 3 `w`, and 1 of it: 4 `w` each | `2 S^2` |
/// | `dot(e, e)` | `w n` | 2 x 4 `w n`, products 1, sum 1: 10 `w n` | `8 S^4` |
/// | `k` | | products 1, sum 1: 2 | `2 S^2` |
/// | `rr = reach * reach` | | 1; 3 if `reach` is a sum of two radii | `S^2` |
/// | `k * rr` | `k rr` | 2 + 3 + 1 = 6 | `2 S^4` |
/// | `margin` | | 10 + 1 `w n`, 6 + 1 `k rr` | |
/// | the bound | | **11.5** `(w n + k rr)`, for 11 | (53 - 3) / 4: **12** bits |
///
/// Only boxes with `k` of at most 2 are taken for exact. Then the common ulp is no more than 1, so `h` is a
/// multiple of its square, as `q` is; and where `h` is the larger one, `e` is zero.
#[derive(Debug)]
pub struct Exact;

/// The exact answer for a disk that has grown: as [`Exact`], with the sum of both radii.
#[derive(Debug)]
pub struct RoundedExact;

impl Predicate for Exact {
    const NAME: &'static str = "disk_oriented_box/exact";
    type A = Disk;
    type B = OrientedBox;

    fn resolve(disk: &Disk, oriented: &OrientedBox) -> Decision {
        disk.decide(oriented)
    }

    #[inline(always)]
    fn size<L: Lanes>(&[x, y, r]: &[L; 3], oriented: &[L; 6]) -> L {
        size([x, y], oriented, r)
    }

    #[inline(always)]
    fn decide<L: Lanes>(
        &[x, y, r]: &[L; 3],
        oriented: &[L; 6],
        rounding: &Rounding<L>,
    ) -> Certified<L::Mask> {
        is_near([x, y], oriented, r, rounding)
    }
}

impl Predicate for RoundedExact {
    const NAME: &'static str = "oriented_box_rounded_disk/exact";
    type A = OrientedBox;
    type B = RoundedDisk;

    fn resolve(oriented: &OrientedBox, rounded: &RoundedDisk) -> Decision {
        oriented.decide(rounded)
    }

    #[inline(always)]
    fn size<L: Lanes>(oriented: &[L; 6], &[x, y, q, r]: &[L; 4]) -> L {
        size([x, y], oriented, q + r)
    }

    #[inline(always)]
    fn decide<L: Lanes>(
        oriented: &[L; 6],
        &[x, y, q, r]: &[L; 4],
        rounding: &Rounding<L>,
    ) -> Certified<L::Mask> {
        is_near([x, y], oriented, q + r, rounding)
    }
}

/// The size of the operands.
#[inline(always)]
fn size<L: Lanes>([x, y]: [L; 2], &[cx, cy, hx, hy, ux, uy]: &[L; 6], reach: L) -> L {
    max_of([(x - cx).abs(), (y - cy).abs(), hx, hy, ux.abs(), uy.abs(), reach])
}

/// Whether a point is within `reach` of the box, which may be a sum of two radii.
#[inline(always)]
fn is_near<L: Lanes>(p: [L; 2], oriented: &[L; 6], reach: L, rounding: &Rounding<L>) -> Certified<L::Mask> {
    let frame = Frame::of(oriented);
    let (q, w) = frame.point(p, rounding);
    let zero = reach.splat(0.0);
    let e = [(q[0].abs() - frame.h[0]).max(zero), (q[1].abs() - frame.h[1]).max(zero)];
    let k = dot(frame.u, frame.u);
    let reach2 = k * (reach * reach);
    let n = (e[0] + e[1]) + w * w.splat(ERROR_OF_E);
    let bound = rounding.bound(11.5, w * n + rounding.square(k) * rounding.square(reach * reach), 12);
    Certified::at_least_zero(reach2 - dot(e, e), bound.exact_where(k.le(zero.splat(2.0))))
        | in_slabs(q, frame.h, w, rounding)
}
