//! Oriented box and a box, of any orientation, or a triangle with round corners.

use scalar::dim2::{OrientedBox, RoundedAabb, RoundedOrientedBox, RoundedTriangle};
use scalar::exact::{Decision, Exact as _};

use super::capsule_aabb::feet;
use super::capsule_oriented_box::{is_moderate, is_near_one};
use super::interval::{max_of, min_of};
use super::point_oriented_box::{Frame, way2};
use super::vector::{cross, dot, sub};
use super::{aabb_oriented_box, oriented_box_oriented_box, oriented_box_triangle};
use crate::kernel::Predicate;
use crate::kernel::verdict::{Certified, Rounding};
use crate::lanes::Lanes;

/// The exact answer for a rounded box.
///
/// ```text
/// Define    u, the axis;  k = u.u;  rr, the squared radius
///           g, from the center to a corner of the oriented box, times k
///           low and high, from the center to two opposite corners of the other box
/// Solution  a hit exactly if
///             meet     both have a point in common without the radius,
///   or        frame    a corner of the upright box is within the radius of the oriented one, in its frame,
///   or        upright  a corner of the oriented box is within the radius of the other one:
///                      k^2 rr - o.o >= 0 with o = max(k low - g, g - k high, 0) in each coordinate
/// ```
///
/// Two shapes that are disjoint are nearest to each other at a corner. "Meet" is
/// [`aabb_oriented_box::Exact`], with its own bounds.
///
/// # Error budget
///
/// Define `T`, `U` and `H` as [there](aabb_oriented_box::Exact), `w = T U`, and `R = T k + H U`.
///
/// | quantity | at most | error | in `S` |
/// |---|---|---|---|
/// | `frame`, as of [a disk](super::disk_oriented_box::Exact) with `n <= w` | | 11 `w^2`, 7 `k rr` | `8 S^4` |
/// | its bound | | **11.5** `(w^2 + k rr)`, for 11 | (53 - 3) / 4: **12** bits |
/// | `k low`, `k high` | `T k` together | 1, `k` 2, product 1: 4 | `2 S^3` |
/// | `g` | `H U` together | products 1, sum 1: 2 | `4 S^3` |
/// | `o` | `R` together | 4 `T k`, 2 `H U`, and 1: 5 `R` | `6 S^3` |
/// | `dot(o, o)` | `R^2` | 2 x 5, products 1, sum 1: 12 `R^2` | `72 S^6` |
/// | `k * k * rr` | | 2 + 2 + 1, `rr` 1, product 1: 7 | `4 S^6` |
/// | `upright` | | 12 + 1 `R^2`, 7 + 1 `k^2 rr` | |
/// | its bound | | **13.5** `(R^2 + k^2 rr)`, for 13 | (53 - 6.2) / 6: **7** bits |
///
/// Only boxes with `k` between 1/2 and 2 are taken for exact, so that `g` is at most `2 S^2 <= 4 S^3`, as
/// with a [capsule](super::capsule_oriented_box::Exact).
#[derive(Debug)]
pub struct AabbExact;

/// The exact answer for a rounded triangle.
///
/// ```text
/// Solution  a hit exactly if
///             meet      both have a point in common without the radius,
///   or        vertices  a vertex is within the radius of the oriented box, in its frame,
///   or        feet      a corner of the box has its foot on an edge, and is within the radius of it
/// ```
///
/// "Meet" is [`oriented_box_triangle::Exact`], with its own bounds.
///
/// # Error budget
///
/// Define `w` as at least the sum of the absolute coordinates of each vertex in the frame; `A = w + hx + hy`;
/// `D` as at least that of each edge; and `F = D^2 (A^2 + k rr)`, as with a
/// [capsule](super::capsule_oriented_box::Exact), whose direction is a column, and here a difference.
///
/// | quantity | at most | error | in `S` |
/// |---|---|---|---|
/// | `vertices`, as of [a disk](super::disk_oriented_box::Exact) with `n <= w` | | 11 `w^2`, 7 `k rr` | `8 S^4` |
/// | its bound | | **11.5** `(w^2 + k rr)`, for 11 | (53 - 3) / 4: **12** bits |
/// | a corner from a vertex; an edge | `A`; `D` together | 4 `A`; 3 `D` each | `4 S^2`; `2 S^2` |
/// | `along`, `across` | `A D` | 4 + 3, products 1, sum 1: 9 `A D` | `16 S^4` |
/// | `dd` | `D^2` | 2 x 3, products 1, sum 1: 8 | `8 S^4` |
/// | `k rr dd` | | 4 + 8 + 1 = 13 | `16 S^8` |
/// | `across * across` | `A^2 D^2` | 2 x 9 + 1 = 19 | `256 S^8` |
/// | `feet` | | 19 + 1 `A^2 D^2`, 13 + 1 `k rr D^2` | |
/// | its bound | | **20.75** `F`, for 20 | (53 - 8) / 8: **5** bits |
#[derive(Debug)]
pub struct TriangleExact;

/// The exact answer for a rounded oriented box.
///
/// ```text
/// Define    u1, u2, hx, hy, t, k1 and k2, as of two boxes;  cos = u1.u2;  sin = u1 x u2
///           rr, the squared radius
///           q, a corner of the second box in the frame of the first one, times k2:
///           k2 (t.u1, u1 x t) +- hx2 (cos, sin) +- hy2 (-sin, cos)
/// Solution  a hit exactly if
///             meet    both have a point in common without the radius,
///   or        first   a corner of the second box is within the radius of the first one:
///                     k1 k2^2 rr - o.o >= 0 with o = max(|q| - k2 h1, 0) in each coordinate
///   or        second  a corner of the first box is within the radius of the second one, likewise
/// ```
///
/// Two boxes that are disjoint are nearest to each other at a corner of one of them. "Meet" is
/// [`oriented_box_oriented_box::Exact`], with its own bounds.
///
/// # Error budget
///
/// Define `D`, `H` and `K` as [there](oriented_box_oriented_box::Exact), and `R = (D / 2 + H) K`. The corner in the
/// frame of a box is no farther from its center than `R`, as `|center| <= D K / 2`, and so is `o`: the sum of its
/// components is at most `sqrt(2) R`.
///
/// | quantity | at most | error |
/// |---|---|---|
/// | `center` | `D K / 2` | of `dot` 3, `k2` 2, product 1: 6 |
/// | `along`, `across` | `hx2 K`, `hy2 K` | `cos` 2, product 1: 3 |
/// | their sum | `(hx2 + hy2) K` | 3 + 1 = 4 |
/// | `q` | `R` | 6 `D K / 2`, 4 `(hx2 + hy2) K`, and 1: 7 |
/// | `h1 * k2` | `h1 K` | `k2` 2, product 1: 3 |
/// | `o` | `R` together | 7 + 1 = 8 each |
/// | `dot(o, o)` | `R^2` | 2 x 8 `sqrt(2)`, products 1, sum 1: 24.7 `R^2` |
/// | `k2 * k2 * (k1 * rr)` | `K^3 rr` | `k2 * k2` 5, `k1 * rr` 2 + 1 + 1, product 1: 10 |
/// | `first`, `second` | | 24.7 + 1 `R^2`, 10 + 1 `K^3 rr` |
/// | the bound | | **26.75** `(R^2 + K^3 rr)`, for 25.7 |
///
/// It is of degree 8, of which six factors are components of axes: both squares must be
/// [moderate](super::capsule_oriented_box::Exact). Of numbers of 5 bits at most nothing would be rounded, so
/// no lane is taken for exact but by "meet".
#[derive(Debug)]
pub struct OrientedBoxExact;

impl Predicate for AabbExact {
    const NAME: &'static str = "oriented_box_rounded_aabb/exact";
    type A = OrientedBox;
    type B = RoundedAabb;

    fn resolve(oriented: &OrientedBox, rounded: &RoundedAabb) -> Decision {
        oriented.decide(rounded)
    }

    #[inline(always)]
    fn size<L: Lanes>(oriented: &[L; 6], &[x0, y0, x1, y1, r]: &[L; 5]) -> L {
        aabb_oriented_box::Exact::size(&[x0, y0, x1, y1], oriented).max(r)
    }

    #[inline(always)]
    fn decide<L: Lanes>(
        oriented: &[L; 6],
        &[x0, y0, x1, y1, r]: &[L; 5],
        rounding: &Rounding<L>,
    ) -> Certified<L::Mask> {
        let &[cx, cy, hx, hy, ux, uy] = oriented;
        let (low, high) = (sub([x0, y0], [cx, cy]), sub([x1, y1], [cx, cy]));
        let (k, rr) = (dot([ux, uy], [ux, uy]), r * r);
        let t = low[0].abs().max(high[0].abs()) + low[1].abs().max(high[1].abs());
        let [t, u, h] = [rounding.length(t), rounding.length(ux.abs() + uy.abs()), rounding.length(hx + hy)];
        let (w, k_size, rr_size) = (t * u, rounding.square(k), rounding.square(rr));
        let is_exact = is_near_one(k);

        let frame = Frame::of(oriented);
        let nearest = min_of([
            frame.distance2(low),
            frame.distance2([high[0], low[1]]),
            frame.distance2(high),
            frame.distance2([low[0], high[1]]),
        ]);
        let in_frame = rounding.bound(11.5, w * w + k_size * rr_size, 12).exact_where(is_exact);

        let (low, high) = ([low[0] * k, low[1] * k], [high[0] * k, high[1] * k]);
        // A corner is u hx + v hy from the center, or u hx - v hy, or opposite of these.
        let (along, across) = ([hx * ux, hx * uy], [-(hy * uy), hy * ux]);
        let [g, f] =
            [[along[0] + across[0], along[1] + across[1]], [along[0] - across[0], along[1] - across[1]]];
        let beside = min_of([
            outside2(low, high, g),
            outside2(low, high, [-g[0], -g[1]]),
            outside2(low, high, f),
            outside2(low, high, [-f[0], -f[1]]),
        ]);
        let size = t * k_size + h * u;
        let upright = rounding.bound(13.5, size * size + k_size * k_size * rr_size, 7).exact_where(is_exact);
        aabb_oriented_box::Exact::decide(&[x0, y0, x1, y1], oriented, rounding)
            | Certified::at_least_zero(k * rr - nearest, in_frame)
            | Certified::at_least_zero(k * k * rr - beside, upright)
    }
}

/// The squared way from a box to a point.
#[inline(always)]
fn outside2<L: Lanes>(low: [L; 2], high: [L; 2], p: [L; 2]) -> L {
    let zero = p[0].splat(0.0);
    let way = [(low[0] - p[0]).max(p[0] - high[0]).max(zero), (low[1] - p[1]).max(p[1] - high[1]).max(zero)];
    dot(way, way)
}

impl Predicate for OrientedBoxExact {
    const NAME: &'static str = "oriented_box_rounded_oriented_box/exact";
    type A = OrientedBox;
    type B = RoundedOrientedBox;

    fn resolve(oriented: &OrientedBox, rounded: &RoundedOrientedBox) -> Decision {
        oriented.decide(rounded)
    }

    #[inline(always)]
    fn size<L: Lanes>(a: &[L; 6], &[cx, cy, hx, hy, ux, uy, r]: &[L; 7]) -> L {
        oriented_box_oriented_box::Exact::size(a, &[cx, cy, hx, hy, ux, uy]).max(r)
    }

    #[inline(always)]
    fn decide<L: Lanes>(
        a: &[L; 6],
        &[cx2, cy2, hx2, hy2, ux2, uy2, r]: &[L; 7],
        rounding: &Rounding<L>,
    ) -> Certified<L::Mask> {
        let &[cx1, cy1, hx1, hy1, ux1, uy1] = a;
        let (u1, u2, t, rr) = ([ux1, uy1], [ux2, uy2], sub([cx2, cy2], [cx1, cy1]), r * r);
        let (k1, k2, cos, sin) = (dot(u1, u1), dot(u2, u2), dot(u1, u2), cross(u1, u2));
        let (t1, t2) = ([dot(t, u1), cross(u1, t)], [dot(t, u2), cross(u2, t)]);
        let first = corner2(t1, [hx1, hy1], [hx2, hy2], k2, [cos, sin]);
        // From the second box to the first one all signs change, but that of the cosine.
        let second = corner2(t2, [hx2, hy2], [hx1, hy1], k1, [cos, -sin]);

        let apart = (t1[0].abs() + t1[1].abs()) + (t2[0].abs() + t2[1].abs());
        let lengths = rounding.length(apart * apart.splat(0.5) + ((hx1 + hy1) + (hx2 + hy2)));
        let k = k1.max(k2);
        let size = rounding.product([k, k, lengths * lengths + rounding.square(k) * rounding.square(rr)]);
        let bound = rounding.bound_never_exact(26.75, size);
        let near = oriented_box_oriented_box::Exact::decide(a, &[cx2, cy2, hx2, hy2, ux2, uy2], rounding)
            | Certified::at_least_zero(k2 * k2 * (k1 * rr) - first, bound)
            | Certified::at_least_zero(k1 * k1 * (k2 * rr) - second, bound);
        let is_moderate = is_moderate(k1) & is_moderate(k2);
        Certified { hit: near.hit & is_moderate, miss: near.miss & is_moderate }
    }
}

/// The square of the shortest way from a box with the half extents `h` to a corner of another one, with `g`
/// and an axis of square `k`, in the frame of the first box and times `k`. The other one has its center at
/// `center`, and is turned by the angle of this cosine and sine.
#[inline(always)]
fn corner2<L: Lanes>(center: [L; 2], h: [L; 2], g: [L; 2], k: L, [cos, sin]: [L; 2]) -> L {
    let (center, h) = ([center[0] * k, center[1] * k], [h[0] * k, h[1] * k]);
    let (along, across) = ([g[0] * cos, g[0] * sin], [-(g[1] * sin), g[1] * cos]);
    let [p, q] = [[along[0] + across[0], along[1] + across[1]], [along[0] - across[0], along[1] - across[1]]];
    min_of([
        way2([center[0] + p[0], center[1] + p[1]], h),
        way2([center[0] - p[0], center[1] - p[1]], h),
        way2([center[0] + q[0], center[1] + q[1]], h),
        way2([center[0] - q[0], center[1] - q[1]], h),
    ])
}

impl Predicate for TriangleExact {
    const NAME: &'static str = "oriented_box_rounded_triangle/exact";
    type A = OrientedBox;
    type B = RoundedTriangle;

    fn resolve(oriented: &OrientedBox, rounded: &RoundedTriangle) -> Decision {
        oriented.decide(rounded)
    }

    #[inline(always)]
    fn size<L: Lanes>(oriented: &[L; 6], &[ax, ay, bx, by, cx, cy, r]: &[L; 7]) -> L {
        let edges = max_of([(bx - ax).abs(), (by - ay).abs(), (cx - ax).abs(), (cy - ay).abs()]);
        let edges = edges.max((cx - bx).abs().max((cy - by).abs()));
        oriented_box_triangle::Exact::size(oriented, &[ax, ay, bx, by, cx, cy]).max(edges).max(r)
    }

    #[inline(always)]
    fn decide<L: Lanes>(
        oriented: &[L; 6],
        &[ax, ay, bx, by, cx, cy, r]: &[L; 7],
        rounding: &Rounding<L>,
    ) -> Certified<L::Mask> {
        let (a, b, c, frame) = ([ax, ay], [bx, by], [cx, cy], Frame::of(oriented));
        let (k, rr) = (dot(frame.u, frame.u), r * r);
        let ((at_a, a_size), (at_b, b_size), (at_c, c_size)) =
            (frame.point(a, rounding), frame.point(b, rounding), frame.point(c, rounding));
        let ((ab, ab_size), (ac, ac_size), (bc, bc_size)) = (
            frame.vector(sub(b, a), rounding),
            frame.vector(sub(c, a), rounding),
            frame.vector(sub(c, b), rounding),
        );
        let [hx, hy] = frame.h;
        let w = max_of([a_size, b_size, c_size]);
        let along = max_of([ab_size, ac_size, bc_size]);
        let limit = rounding.square(k) * rounding.square(rr);
        let a_most = w + rounding.length(hx + hy);
        let is_exact = is_near_one(k);

        let nearest = min_of([frame.beyond2(at_a), frame.beyond2(at_b), frame.beyond2(at_c)]);
        let vertices = rounding.bound(11.5, w * w + limit, 12).exact_where(is_exact);
        let reach = k * rr;
        let (a_low, a_high) = ([-hx - at_a[0], -hy - at_a[1]], [hx - at_a[0], hy - at_a[1]]);
        let (b_low, b_high) = ([-hx - at_b[0], -hy - at_b[1]], [hx - at_b[0], hy - at_b[1]]);
        let foot = max_of([
            feet(a_low, a_high, ab, reach),
            feet(a_low, a_high, ac, reach),
            feet(b_low, b_high, bc, reach),
        ]);
        let of_feet = rounding.product([along, along, a_most * a_most + limit]);
        let of_feet = rounding.bound(20.75, of_feet, 5).exact_where(is_exact);
        let near = oriented_box_triangle::Exact::decide(oriented, &[ax, ay, bx, by, cx, cy], rounding)
            | Certified::at_least_zero(reach - nearest, vertices)
            | Certified::at_least_zero(foot, of_feet);
        let is_moderate = is_moderate(k);
        Certified { hit: near.hit & is_moderate, miss: near.miss & is_moderate }
    }
}
