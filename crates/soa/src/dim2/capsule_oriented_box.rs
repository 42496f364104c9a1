//! Capsule and oriented box.

use scalar::dim2::{Capsule, OrientedBox, RoundedCapsule};
use scalar::exact::{Decision, Exact as _};

use super::capsule_aabb::{Margins, margins};
use super::interval::max_of;
use super::point_oriented_box::Frame;
use super::vector::dot;
use crate::kernel::Predicate;
use crate::kernel::verdict::{Certified, Rounding};
use crate::lanes::Lanes;

/// The exact answer: that of [an axis-aligned box](super::capsule_aabb::Exact) in the frame of the box, from
/// `-h` to `h`, which turns the plane and scales it by the length of the axis.
///
/// ```text
/// Define    k, the square of that length;  s and d, start and direction of the segment in the frame
///           low = -h - s and high = h - s;  rr = k r^2
/// ```
///
/// # Error budget
///
/// Define `q` and `D` as at least the sums of the absolute components of `s` and of `d`; `A = q + hx + hy`,
/// at least that of `low` or `high`; `M = (A + D)^2 + rr`; and `F = D^2 (A^2 + rr)`.
///
/// | quantity | at most | error | in `S` |
/// |---|---|---|---|
/// | `s`, `d` | `q`, `D` together | 3 `q`, 2 `D` each | `2 S^2` |
/// | `low`, `high` | `A` together | 3 `q` and 1: 4 `A` each | `4 S^2` |
/// | `on_axes` | `A + D` | 4 `A`, 2 `D` and 1: 5 `A`, 3 `D` | `6 S^2` |
/// | its bound | | **5.25** `(A + D)`, for 5 | (53 - 2.6) / 2: **25** bits |
/// | `across` and `along` of a corner, sums of two products | `A D` | 4 + 2, products 1, sum 1: 8 `A D` | `16 S^4` |
/// | `start`, `end` | `A + D` together | 5 `A`, 3 `D` each | `6 S^2` |
/// | `dot(end, end)` | `(A + D)^2` | 2 x 5, products 1, sum 1: 12 `(A + D)^2` | `72 S^4` |
/// | `rr = k * reach * reach` | `rr` | `k` 2, `reach` 2 x 1 as a sum of two radii, 2: 6 | `2 S^4` |
/// | `ends` | | 12 + 1 `(A + D)^2`, 6 + 1 `rr` | |
/// | the bound of `ends` and `across` | | **13.75** `M`, for 13 | (53 - 6.2) / 4: **11** bits |
/// | `dd` | `D^2` | 2 x 2, products 1, sum 1: 6 `D^2` | `8 S^4` |
/// | `reach2 = rr * dd` | `rr D^2` | 6 + 6 + 1 = 13 | `16 S^8` |
/// | `across * across` | `A^2 D^2` | 2 x 8 + 1 = 17 | `256 S^8` |
/// | `feet` | | 17 + 1 `A^2 D^2`, 13 + 1 `rr D^2` | |
/// | the bound of `feet` | | **18.75** `F`, for 18 | (53 - 8) / 8: **5** bits |
///
/// Only boxes with `k` between 1/2 and 2 are taken for exact. Then the common ulp is no more than 1 and `S`
/// no less than 1/2: so `h` is no more than `2 S^2`, of numbers that are multiples of the square of the ulp.
/// `F` is of degree 8, of which four factors are components of the axis: where `k` is not between `2^-80` and
/// `2^80`, it could leave the range of `f64`, and the lane is undecided.
#[derive(Debug)]
pub struct Exact;

/// The exact answer for a capsule that has grown: as [`Exact`], with the sum of both radii.
#[derive(Debug)]
pub struct RoundedExact;

impl Predicate for Exact {
    const NAME: &'static str = "capsule_oriented_box/exact";
    type A = Capsule;
    type B = OrientedBox;

    fn resolve(capsule: &Capsule, oriented: &OrientedBox) -> Decision {
        capsule.decide(oriented)
    }

    #[inline(always)]
    fn size<L: Lanes>(&[sx, sy, dx, dy, r]: &[L; 5], oriented: &[L; 6]) -> L {
        size([sx, sy], [dx, dy], oriented, r)
    }

    #[inline(always)]
    fn decide<L: Lanes>(
        &[sx, sy, dx, dy, r]: &[L; 5],
        oriented: &[L; 6],
        rounding: &Rounding<L>,
    ) -> Certified<L::Mask> {
        is_near([sx, sy], [dx, dy], oriented, r, rounding)
    }
}

impl Predicate for RoundedExact {
    const NAME: &'static str = "oriented_box_rounded_capsule/exact";
    type A = OrientedBox;
    type B = RoundedCapsule;

    fn resolve(oriented: &OrientedBox, rounded: &RoundedCapsule) -> Decision {
        oriented.decide(rounded)
    }

    #[inline(always)]
    fn size<L: Lanes>(oriented: &[L; 6], &[sx, sy, dx, dy, q, r]: &[L; 6]) -> L {
        size([sx, sy], [dx, dy], oriented, q + r)
    }

    #[inline(always)]
    fn decide<L: Lanes>(
        oriented: &[L; 6],
        &[sx, sy, dx, dy, q, r]: &[L; 6],
        rounding: &Rounding<L>,
    ) -> Certified<L::Mask> {
        is_near([sx, sy], [dx, dy], oriented, q + r, rounding)
    }
}

/// The size of the operands.
#[inline(always)]
fn size<L: Lanes>(s: [L; 2], d: [L; 2], &[cx, cy, hx, hy, ux, uy]: &[L; 6], reach: L) -> L {
    let segment = [(s[0] - cx).abs(), (s[1] - cy).abs(), d[0].abs(), d[1].abs()];
    max_of(segment).max(max_of([hx, hy, ux.abs(), uy.abs(), reach]))
}

/// Whether a segment from `s` along `d` is within `reach` of the box, which may be a sum of two radii.
#[inline(always)]
fn is_near<L: Lanes>(
    s: [L; 2],
    d: [L; 2],
    oriented: &[L; 6],
    reach: L,
    rounding: &Rounding<L>,
) -> Certified<L::Mask> {
    let frame = Frame::of(oriented);
    let ((s, q), (d, along)) = (frame.point(s, rounding), frame.vector(d, rounding));
    let ([hx, hy], k) = (frame.h, dot(frame.u, frame.u));
    let (low, high) = ([-hx - s[0], -hy - s[1]], [hx - s[0], hy - s[1]]);
    let rr = k * (reach * reach);
    let Margins { on_axes, across, ends, feet } = margins(low, high, d, rr);

    let a = q + rounding.length(hx + hy);
    let (length, limit) = (a + along, rounding.square(k) * rounding.square(reach * reach));
    let is_exact = is_near_one(k);
    let bound = rounding.bound(5.25, length, 25).exact_where(is_exact);
    let bound2 = rounding.bound(13.75, length * length + limit, 11).exact_where(is_exact);
    let foot = rounding.product([along, along, a * a + limit]);
    let bound4 = rounding.bound(18.75, foot, 5).exact_where(is_exact);
    let near = (Certified::at_least_zero(on_axes, bound) & Certified::at_least_zero(across, bound2))
        | Certified::at_least_zero(ends, bound2)
        | Certified::at_least_zero(feet, bound4);
    let is_moderate = is_moderate(k);
    Certified { hit: near.hit & is_moderate, miss: near.miss & is_moderate }
}

/// Whether the square of an axis is between 1/2 and 2: what [`Exact`] takes for exact.
#[inline(always)]
pub(super) fn is_near_one<L: Lanes>(k: L) -> L::Mask {
    k.ge(k.splat(0.5)) & k.le(k.splat(2.0))
}

/// Whether the square of an axis is between `2^-80` and `2^80`.
#[inline(always)]
pub(super) fn is_moderate<L: Lanes>(k: L) -> L::Mask {
    const SMALL: f32 = f32::from_bits((127 - 80) << 23);
    k.ge(k.splat(SMALL)) & k.le(k.splat(1.0 / SMALL))
}
