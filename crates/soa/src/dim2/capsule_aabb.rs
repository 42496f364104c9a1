//! Capsule and axis-aligned box.

use scalar::dim2::{Aabb, Capsule};
use scalar::exact::{Decision, Exact as _};

use super::interval::{max_of, min_of, signed_overlap};
use super::point_segment::margin_across;
use super::vector::{dot, sub};
use crate::kernel::Predicate;
use crate::kernel::verdict::{Certified, Rounding};
use crate::lanes::Lanes;

/// The exact answer.
///
/// ```text
///     +-------+     Define    S and d, start and direction of the segment;  rr, the squared radius
///     |       |  /            p, from S to a corner of the box
///     |       | /
///     +-------+Q    Solution  a hit exactly if
///             S                 meet   the projections of segment and box intersect on x and on y, and across d:
///                                      p x d has both signs,
///                      or       ends   an end is within the radius of the nearest point of the box,
///                      or       feet   a corner has its foot Q between the ends, and is within the radius of it
/// ```
///
/// Two shapes that are disjoint are nearest to each other at an end of the segment or at a corner of the box.
///
/// # Error budget
///
/// Define `low` and `high` as the vectors from `S` to two opposite corners; `X` and `Y` as the sums of their
/// absolute components and those of `d`; `W = low.low + high.high + d.d + rr`; and `e`, `q` as the lengths of
/// `d` and of `p`.
///
/// | quantity | at most | error | in `S` |
/// |---|---|---|---|
/// | `low`, `high`; `d` is a column | `X`, `Y` | 1; 0 | `S` |
/// | `on_axes` | `X`, `Y` | 1 `p` + 1: 2 `X` or 2 `Y` | `2 S` |
/// | its bound | | **2.25** `(X + Y)`, for 2 | above **26** bits |
/// | `across` and `along` of a corner, sums of two products | `q e` | products 2, sum 1: 3, 1.5 `W` | `2 S^2` |
/// | `start`, the vector from the nearest point of the box to `S` | `q` | 1 | `S` |
/// | `end`, the same of the other end | `q + e` | 1 `q` + 1 | `2 S` |
/// | `dot(end, end)` | `(q + e)^2` | 2 `q (q + e)` + 4 `(q + e)^2` | `8 S^2` |
/// | `rr - dot(end, end)` | | that, 3 `rr` and 1: 7 `q^2` + 12 `q e` + 5 `e^2`, 12.1 `W` | |
/// | the bound of `ends` and `across` | | **12.75** `W`, for 12.1 | (53 - 3) / 2: **25** bits |
/// | `dd`; `rr = reach * reach` | `e^2`; `W` | 2; 1, or 3 if `reach` is a sum of two radii | `2 S^2` |
/// | `margin_across` | `W^2 / 4` | 6 of `rr dd`, 7 of `across^2`, 1: 8 of `W^2 / 4`, 2 `W^2` | `4 S^4` |
/// | the bound of `feet` | | **2.25** `W^2`, for 2 | (53 - 2) / 4: **12** bits |
#[derive(Debug)]
pub struct Exact;

impl Predicate for Exact {
    const NAME: &'static str = "capsule_aabb/exact";
    type A = Capsule;
    type B = Aabb;

    fn resolve(capsule: &Capsule, aabb: &Aabb) -> Decision {
        capsule.decide(aabb)
    }

    #[inline(always)]
    fn size<L: Lanes>(&[sx, sy, dx, dy, r]: &[L; 5], &[x0, y0, x1, y1]: &[L; 4]) -> L {
        let x = (x0 - sx).abs().max((x1 - sx).abs());
        let y = (y0 - sy).abs().max((y1 - sy).abs());
        max_of([x, y, dx.abs(), dy.abs(), r])
    }

    #[inline(always)]
    fn decide<L: Lanes>(
        &[sx, sy, dx, dy, r]: &[L; 5],
        aabb: &[L; 4],
        rounding: &Rounding<L>,
    ) -> Certified<L::Mask> {
        is_near([sx, sy], [dx, dy], aabb, r, rounding)
    }
}

/// Whether a segment from `s` along `d` is within `reach` of the box, which may be a sum of two radii: the
/// budget of [`Exact`].
#[inline(always)]
pub(super) fn is_near<L: Lanes>(
    s: [L; 2],
    d: [L; 2],
    &[x0, y0, x1, y1]: &[L; 4],
    reach: L,
    rounding: &Rounding<L>,
) -> Certified<L::Mask> {
    let (low, high) = (sub([x0, y0], s), sub([x1, y1], s));
    let (dd, rr) = (dot(d, d), reach * reach);
    let x = rounding.length(low[0].abs() + high[0].abs() + d[0].abs());
    let y = rounding.length(low[1].abs() + high[1].abs() + d[1].abs());
    let w = rounding.square((dot(low, low) + dot(high, high)) + (dd + rr));

    let Margins { on_axes, across, ends, feet } = margins(low, high, d, rr);
    let bound2 = rounding.bound(12.75, w, 25);
    (Certified::at_least_zero(on_axes, rounding.bound(2.25, x + y, 26))
        & Certified::at_least_zero(across, bound2))
        | Certified::at_least_zero(ends, bound2)
        | Certified::at_least_zero(feet, rounding.bound(2.25, w * w, 12))
}

/// The margins of a segment and a box that has its sides along the axes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Margins<L: Lanes> {
    /// Whether their projections intersect on x and on y.
    pub on_axes: L,
    /// Whether those across the segment do.
    pub across: L,
    /// Whether an end is within the radius of the box.
    pub ends: L,
    /// Whether the foot of a corner is on the segment and within the radius.
    pub feet: L,
}

/// The margins, from the vectors from the start of the segment to the lower and the upper corner of the box,
/// its direction, and the square of the radius.
#[inline(always)]
pub(super) fn margins<L: Lanes>(low: [L; 2], high: [L; 2], d: [L; 2], rr: L) -> Margins<L> {
    let ([dx, dy], zero) = (d, rr.splat(0.0));
    let on_axes =
        signed_overlap([zero, dx], [low[0], high[0]]).min(signed_overlap([zero, dy], [low[1], high[1]]));
    let (x_across, y_across) = ([low[0] * dy, high[0] * dy], [low[1] * dx, high[1] * dx]);
    let most = max_of(x_across) - min_of(y_across);
    let least = min_of(x_across) - max_of(y_across);
    let across = most.min(-least);

    let start = [low[0].max(-high[0]).max(zero), low[1].max(-high[1]).max(zero)];
    let end = [(low[0] - dx).max(dx - high[0]).max(zero), (low[1] - dy).max(dy - high[1]).max(zero)];
    let ends = (rr - dot(start, start)).max(rr - dot(end, end));

    Margins { on_axes, across, ends, feet: feet(low, high, d, rr) }
}

/// The largest margin of a foot of a corner on the segment, of the same vectors.
#[inline(always)]
pub(super) fn feet<L: Lanes>(low: [L; 2], high: [L; 2], d: [L; 2], rr: L) -> L {
    let ([dx, dy], dd) = (d, dot(d, d));
    // `p x d` and `p.d` of a corner are a product of its x and one of its y.
    let (x_across, y_across) = ([low[0] * dy, high[0] * dy], [low[1] * dx, high[1] * dx]);
    let (x_along, y_along) = ([low[0] * dx, high[0] * dx], [low[1] * dy, high[1] * dy]);
    let reach2 = rr * dd;
    max_of([
        margin_across(x_along[0] + y_along[0], dd, reach2, x_across[0] - y_across[0]),
        margin_across(x_along[0] + y_along[1], dd, reach2, x_across[0] - y_across[1]),
        margin_across(x_along[1] + y_along[0], dd, reach2, x_across[1] - y_across[0]),
        margin_across(x_along[1] + y_along[1], dd, reach2, x_across[1] - y_across[1]),
    ])
}
