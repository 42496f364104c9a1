//! Axis-aligned and oriented box.

use scalar::dim2::{Aabb, OrientedBox};
use scalar::exact::{Decision, Exact as _};

use super::interval::{max_of, min_of};
use super::vector::{dot, sub};
use crate::kernel::Predicate;
use crate::kernel::verdict::{Certified, Rounding};
use crate::lanes::Lanes;

/// The exact answer, by separating axes.
///
/// ```text
///     +-----+         Define    low, high, from the center of the oriented box to opposite corners of the other
///     |     |  /\               u, v, its axes;  k = u.u;  reach, how far it is along x and y, times k:
///     |     | /  \              reach_x = hx |ux| + hy |uy|,  reach_y = hx |uy| + hy |ux|
///     +-----+ \  /
///              \/     Solution  a hit exactly if
///                                 along x and y  high k + reach >= 0  and  reach - low k >= 0,
///                       and       along u and v  some corner has a product >= -h, and some one <= h
/// ```
///
/// Of all corners, the largest product with an axis is the sum of the larger product of either coordinate.
///
/// # Error budget
///
/// Define `T` as the sum of the largest absolute `x` and the largest absolute `y` of `low` and `high`; `U` as
/// the sum of the absolute components of `u`; and `H` as the sum of the half extents. So a product of a
/// corner is at most `T U`.
///
/// | quantity | at most | error | in `S` |
/// |---|---|---|---|
/// | `low`, `high` | `T` together | 1 | `S` |
/// | `most`, `least` of an axis | `T U` | 1, product 1, sum 1: 3 | `2 S^2` |
/// | `most + h`, `h - least` | | 4 `T U`, 1 `H` | |
/// | the bound of `along` | | **4.25** `(T U + H)`, for 4 | (53 - 1) / 2: **26** bits |
/// | `k` | | products 1, sum 1: 2 | `2 S^2` |
/// | `high * k` | `T k` | 1 + 2 + 1 = 4 | `2 S^3` |
/// | `reach` | `H U` | products 1, sum 1: 2 | `2 S^2` |
/// | `high * k + reach` | | 5 `T k`, 3 `H U` | |
/// | the bound of `upright` | | **5.25** `(T k + H U)`, for 5 | (53 - 1) / 3: **17** bits |
#[derive(Debug)]
pub struct Exact;

impl Predicate for Exact {
    const NAME: &'static str = "aabb_oriented_box/exact";
    type A = Aabb;
    type B = OrientedBox;

    fn resolve(aabb: &Aabb, oriented: &OrientedBox) -> Decision {
        aabb.decide(oriented)
    }

    #[inline(always)]
    fn size<L: Lanes>(&[x0, y0, x1, y1]: &[L; 4], &[cx, cy, hx, hy, ux, uy]: &[L; 6]) -> L {
        let x = (x0 - cx).abs().max((x1 - cx).abs());
        let y = (y0 - cy).abs().max((y1 - cy).abs());
        max_of([x, y, hx, hy, ux.abs(), uy.abs()])
    }

    #[inline(always)]
    fn decide<L: Lanes>(
        &[x0, y0, x1, y1]: &[L; 4],
        &[cx, cy, hx, hy, ux, uy]: &[L; 6],
        rounding: &Rounding<L>,
    ) -> Certified<L::Mask> {
        let (low, high) = (sub([x0, y0], [cx, cy]), sub([x1, y1], [cx, cy]));
        let (u, k) = ([ux, uy], dot([ux, uy], [ux, uy]));
        let along = overlap(low, high, u, hx).min(overlap(low, high, [-uy, ux], hy));
        let [reach_x, reach_y] = [hx * ux.abs() + hy * uy.abs(), hx * uy.abs() + hy * ux.abs()];
        let upright = min_of([
            high[0] * k + reach_x,
            reach_x - low[0] * k,
            high[1] * k + reach_y,
            reach_y - low[1] * k,
        ]);
        let t = low[0].abs().max(high[0].abs()) + low[1].abs().max(high[1].abs());
        let [t, u, h] = [rounding.length(t), rounding.length(ux.abs() + uy.abs()), rounding.length(hx + hy)];
        Certified::at_least_zero(along, rounding.bound(4.25, t * u + h, 26))
            & Certified::at_least_zero(upright, rounding.bound(5.25, t * rounding.square(k) + h * u, 17))
    }
}

/// How far the products of all corners with an axis overlap those from `-h` to `h`: the smaller way to be
/// disjoint.
#[inline(always)]
fn overlap<L: Lanes>(low: [L; 2], high: [L; 2], axis: [L; 2], h: L) -> L {
    let (x, y) = ([low[0] * axis[0], high[0] * axis[0]], [low[1] * axis[1], high[1] * axis[1]]);
    (max_of(x) + max_of(y) + h).min(h - (min_of(x) + min_of(y)))
}
