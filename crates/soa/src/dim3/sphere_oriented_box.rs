//! Sphere and oriented box. Derivation: `scalar::dim3::sphere_oriented_box`.

use scalar::dim3::{OrientedBox3, Sphere, sphere_oriented_box};
use scalar::exact::{Decision, Exact as _};

use super::point_oriented_box::size;
use super::vector::{dot, largest_of_abs, sub, sum_of_abs};
use crate::dim2::disk_oriented_box::beyond;
use crate::dim2::interval::max_of;
use crate::kernel::verdict::{Certified, HEADROOM, Rounding};
use crate::kernel::{Predicate, Published};
use crate::lanes::{Lanes, no_nan};

/// The squared distance to the box's nearest point against the squared radius.
#[derive(Debug)]
pub struct NearestPoint;

impl Published for NearestPoint {
    const NAME: &'static str = "sphere_oriented_box3/nearest_point";
    type A = Sphere;
    type B = OrientedBox3;

    fn reference(sphere: &Sphere, oriented: &OrientedBox3) -> bool {
        sphere_oriented_box::nearest_point(sphere, oriented)
    }

    #[inline(always)]
    fn lanes<L: Lanes>(&[x, y, z, r]: &[L; 4], oriented: &[L; 15]) -> L::Mask {
        let [cx, cy, cz, hx, hy, hz, ux, uy, uz, vx, vy, vz, wx, wy, wz] = *oriented;
        let from_center = sub([x, y, z], [cx, cy, cz]);
        let q = [
            dot(from_center, [ux, uy, uz]).abs(),
            dot(from_center, [vx, vy, vz]).abs(),
            dot(from_center, [wx, wy, wz]).abs(),
        ];
        let e = [beyond(q[0], hx), beyond(q[1], hy), beyond(q[2], hz)];
        dot(e, e).le(r * r) & no_nan([q[0], q[1], q[2], hx, hy, hz])
    }
}

/// The numbers, or zero where they are below it.
#[inline(always)]
fn not_below_zero<L: Lanes>(v: [L; 3]) -> [L; 3] {
    let zero = v[0].splat(0.0);
    [v[0].max(zero), v[1].max(zero), v[2].max(zero)]
}

/// The error of three `e_i` in `f32`, `15 * 2^-24`, as a share of `w` ([`Exact`]). If it were smaller, the
/// squares of errors could exceed the bound where the center is next to the sides of a large box.
const ERROR_OF_E: f32 = 1.0 / (1 << 20) as f32;

/// The exact answer, of boxes whose axes are nearly perpendicular and of nearly equal length. Others are
/// undecided.
///
/// ```text
/// Define    a_i, the axes;  q_i = a_i.(C - center);  g_ij = a_i.a_j, with the signs of q_i and q_j
///           e_i = max(|q_i| - h_i, 0)
/// Solution  a hit exactly if  k^2 r^2 - (2 k e.e - (sum of g_ij e_i e_j)) >= 0        with k = g_00
///           also, for a small r, if all |q_i| <= h_i: the center is in the box
/// ```
///
/// if all `g_ii` are `k` and the other `g_ij` zero, as then the last sum is `k e.e`. Axes as stored are
/// perpendicular only up to rounding; what is left of that is an error of the margin, of second order.
///
/// # Slanting axes
///
/// Turn the axes around where `q_i` is negative. The squared distance is the largest that this is for any
/// `y`, by duality:
///
/// ```text
/// f(y) = 2 (sum of y_i q_i - |y_i| h_i) - sum of g_ij y_i y_j
/// ```
///
/// So it is at least `f(e / k)`, and `k^2` times that is what stands in brackets above. Define `s` as the
/// largest `|g_ii - k|` and all `|g_ij|` with `i < j` together: no eigenvalue of `g` is farther from `k`. `f`
/// is concave, and above no tangent. With `y = e / k + z` and the difference `o = g - k 1`:
///
/// ```text
/// f(y) <= f(e / k) - 2 (o e).z / k - z.(g z) <= f(e / k) + |o e|^2 / (k^2 (k - s)) <= f(e / k) + s^2 e.e / (k^2 (k - s))
/// ```
///
/// (the first, as `y_i q_i - |y_i| h_i <= |y_i| (|q_i| - h_i)`, and `z_i` adds nothing in it where `e_i =
/// 0`). Where `s` is above `k / 4`, the bound is infinite; in other lanes the margin is off by
/// `4/3 s^2 e.e / k` or less. **2** covers the rounding of `s`. What divides has no floor, which would make the
/// error smaller: `k` is off by `2^-148` at most where it underflows, and up to `2^-80` the floors of the other
/// bound exceed all margins.
///
/// # Error budget
///
/// Define `w = |C - center| u`, where `|v|` is the sum of the absolute components and `u` the largest of the
/// axes, and `n = e_0 + e_1 + e_2` with the errors of these, 5 `w` each. So `e_i <= w` and `e.e <= w n`. As
/// `s <= k / 4`, `g_ii <= 1.25 k`, and `g_ij` with `i < j` are at most `k / 4` together.
///
/// | quantity | at most | error | in `S` |
/// |---|---|---|---|
/// | `C - center` | | 1 | `S` |
/// | `q` | `w` | 1, products 1, sums 2: 4 `w` | `3 S^2` |
/// | `e` | `w` | 4 `w`, and 1 of it | `3 S^2` |
/// | `beyond` | `w + h` | 4 `w`, and 1 of it: 5 (`w + h`) | `3 S^2` |
/// | the bound of `beyond` | | **5.25** (`w + h`), for 5 | (53 - 1.6) / 2: **25** bits |
/// | `g_ii`, `k` | `1.25 k` | products 1, sums 2: 3 | `3 S^2` |
/// | `g_ij` | | 3 of `1.25 k` | `3 S^2` |
/// | `ee = dot(e, e)` | `w n` | 8 `w n`, and 3 + 2 of it: 13 `w n` | `27 S^4` |
/// | `(k + k) * ee` | `2 k w n` | 3 + 13 + 1 = 17: 34 `k w n` | `162 S^6` |
/// | `g_ii * e_i * e_i`, three | `1.25 k w n` | 3 + 1 + 1 + 2, and 8: 15, sums 2: 21.3 `k w n` | `81 S^6` |
/// | `2 g_ij * e_i * e_j`, three | `k w n / 2` | `g` 3.8 x 2, `e` 5, products 1, sums 1.5: 15.2 `k w n` | `162 S^6` |
/// | their sum | `1.75 k w n` | 21.3 + 15.2 + 1.8 = 38.3 `k w n` | `243 S^6` |
/// | `distance2`, the difference | `2 k w n` | 34 + 38.3 + 2 = 74.3 `k w n` | `162 S^6` |
/// | `k * k * rr` | `k k r r` | 3 + 3 + 1, 1, 1: 9 `k k r r` | `9 S^6` |
/// | `margin` | | 74.3 + 2 `k w n`, or 9 + 1 `k k r r` | |
/// | the bound | | **80** `k (w n + 0.15 k r r)`, for 76.3 and 10 | (53 - 7.9) / 6: **7** bits |
///
/// Only boxes with `k = 1` and `s = 0`, as upright ones, are taken for exact. Then the common ulp is no more
/// than 1 and `S` no less than 1/2: so `h` is no more than `2 S^2`, of numbers that are multiples of the
/// square of the ulp.
#[derive(Debug)]
pub struct Exact;

impl Predicate for Exact {
    const NAME: &'static str = "sphere_oriented_box3/exact";
    type A = Sphere;
    type B = OrientedBox3;

    fn resolve(sphere: &Sphere, oriented: &OrientedBox3) -> Decision {
        sphere.decide(oriented)
    }

    #[inline(always)]
    fn size<L: Lanes>(&[x, y, z, r]: &[L; 4], oriented: &[L; 15]) -> L {
        size(oriented, r.max(largest_of_abs([x - oriented[0], y - oriented[1], z - oriented[2]])))
    }

    #[inline(always)]
    fn decide<L: Lanes>(
        &[x, y, z, r]: &[L; 4],
        oriented: &[L; 15],
        rounding: &Rounding<L>,
    ) -> Certified<L::Mask> {
        let [cx, cy, cz, hx, hy, hz, ux, uy, uz, vx, vy, vz, wx, wy, wz] = *oriented;
        let a = [[ux, uy, uz], [vx, vy, vz], [wx, wy, wz]];
        let from_center = sub([x, y, z], [cx, cy, cz]);
        let q = [dot(from_center, a[0]), dot(from_center, a[1]), dot(from_center, a[2])];
        let beyond = [q[0].abs() - hx, q[1].abs() - hy, q[2].abs() - hz];
        let e = not_below_zero(beyond);
        let k = [dot(a[0], a[0]), dot(a[1], a[1]), dot(a[2], a[2])];
        let g = [dot(a[1], a[2]), dot(a[2], a[0]), dot(a[0], a[1])];
        // With the signs of the sides that the center is beyond.
        let turned = [e[0].flip_sign(q[0]), e[1].flip_sign(q[1]), e[2].flip_sign(q[2])];
        let ee = dot(e, e);
        let across =
            g[0] * turned[1] * turned[2] + g[1] * turned[2] * turned[0] + g[2] * turned[0] * turned[1];
        let along = k[0] * e[0] * e[0] + k[1] * e[1] * e[1] + k[2] * e[2] * e[2];
        let distance2 = (k[0] + k[0]) * ee - (along + (across + across));
        let rr = r * r;
        // In the order of the bound: where the square of k overflows, that times a small radius need not.
        let margin = k[0] * (k[0] * rr) - distance2;

        let axis = max_of([largest_of_abs(a[0]), largest_of_abs(a[1]), largest_of_abs(a[2])]);
        let w = rounding.length(axis * sum_of_abs(from_center));
        let n = (e[0] + e[1] + e[2]) + w * w.splat(ERROR_OF_E);
        let square = rounding.square(k[0]);
        let slant = (k[1] - k[0]).abs().max((k[2] - k[0]).abs()) + sum_of_abs(g);
        let (zero, infinity) = (x.splat(0.0), x.splat(f32::INFINITY));
        let is_upright = slant.le(k[0] * k[0].splat(0.25));
        // Where axes are short, the last products underflow by more than what is left of the floors in the bound.
        let least = rounding.square(zero);
        let underflow = least * least;
        let bound = rounding
            .bound(80.0, square * (w * n + square * rounding.square(rr) * k[0].splat(0.15)), 7)
            .plus(L::select(is_upright, (slant + slant) * (slant / k[0]) * ee + underflow, infinity))
            .if_finite(square * square.splat(HEADROOM))
            .exact_where(slant.eq(zero) & (k[0] * k[0]).eq(k[0]));
        let inside =
            Certified::at_least_zero(-max_of(beyond), rounding.bound(5.25, w + max_of([hx, hy, hz]), 25));
        let Certified { hit, miss } = Certified::at_least_zero(margin, bound);
        Certified { hit: hit | inside.hit, miss }
    }
}
