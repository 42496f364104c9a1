//! Two oriented boxes by separating axes. Derivation: `scalar::dim2::oriented_box_oriented_box`.

use scalar::dim2::{OrientedBox, oriented_box_oriented_box};
use scalar::exact::{Decision, Exact as _};

use super::interval::{max_of, min_of};
use super::vector::{cross, dot, sub};
use crate::kernel::verdict::{Certified, Rounding};
use crate::kernel::{Predicate, Published};
use crate::lanes::{Lanes, no_nan};

/// The four axes of the boxes, all of which must fail to separate them.
#[derive(Debug)]
pub struct SeparatingAxis;

impl Published for SeparatingAxis {
    const NAME: &'static str = "oriented_box_oriented_box/separating_axis";
    type A = OrientedBox;
    type B = OrientedBox;

    fn reference(a: &OrientedBox, b: &OrientedBox) -> bool {
        oriented_box_oriented_box::separating_axis(a, b)
    }

    #[inline(always)]
    fn lanes<L: Lanes>(a: &[L; 6], b: &[L; 6]) -> L::Mask {
        let [cx1, cy1, hx1, hy1, ux1, uy1] = *a;
        let [cx2, cy2, hx2, hy2, ux2, uy2] = *b;
        let (u1, u2) = ([ux1, uy1], [ux2, uy2]);
        let t = sub([cx2, cy2], [cx1, cy1]);
        let (k1, k2) = (dot(u1, u1), dot(u2, u2));
        let (cos, sin) = (dot(u1, u2).abs(), cross(u1, u2).abs());
        (dot(t, u1).abs() * k2).le(hx1 * k2 + (hx2 * cos + hy2 * sin))
            & (cross(u1, t).abs() * k2).le(hy1 * k2 + (hx2 * sin + hy2 * cos))
            & (dot(t, u2).abs() * k1).le(hx2 * k1 + (hx1 * cos + hy1 * sin))
            & (cross(u2, t).abs() * k1).le(hy2 * k1 + (hx1 * sin + hy1 * cos))
            & no_nan([cx1, cy1, hx1, hy1, ux1, uy1, cx2, cy2, hx2, hy2, ux2, uy2])
    }
}

/// The exact answer.
///
/// ```text
/// Define    t, from center to center;  u and v, the axes of a box, v is u turned by 90 degrees
///           hx and hy, its half extents;  k1 = u1.u1;  k2 = u2.u2;  cos = |u1.u2|;  sin = |u1 x u2|
/// Solution  a hit exactly if on none of the axes u1, v1, u2, v2 the centers are farther apart than the
///           radii of both boxes together:
///           hx1 k2 + (hx2 cos + hy2 sin) - |t.u1| k2 >= 0, and likewise with the other axes
/// ```
///
/// # Error budget
///
/// Define `D = |t.u1| + |u1 x t| + |t.u2| + |u2 x t|`, `H` as the sum of the half extents and `K` as the larger of
/// `k1` and `k2`. So `cos` and `sin` are at most `K`, and the size is `(D + H) K`. As
/// `(t.u)^2 + (u x t)^2 = |t|^2 |u|^2`, `D` is at least `|t| |u1| + |t| |u2|`, and the absolute products of `t.u`
/// or `u x t` together are at most `|t| |u|`. Of both boxes that, times the square of the other one's axis, is at
/// most `D K / 2`.
///
/// | quantity | at most | error | in `S` |
/// |---|---|---|---|
/// | `t`; all else is a column | | 1 | `S` |
/// | `k1`, `k2` | `K` | products 1, sum 1: 2 | `2 S^2` |
/// | `cos`, `sin` | `K` | products 1, sum 1: 2 of `K` | `2 S^2` |
/// | `x1 = dot(t, u1).abs()` | | products 2, sum 1: 3 | `2 S^2` |
/// | `x1 * k2` | `D K / 2` | 3 + 2 + 1 = 6 | `4 S^4` |
/// | `hx1 * k2` | `hx1 K` | 2 + 1 = 3 | `2 S^3` |
/// | `hx2 * cos + hy2 * sin` | `(hx2 + hy2) K` | products 3, sum 1: 4 | `4 S^3` |
/// | the sum of these two | `H K` | 4 + 1 = 5 | `6 S^3` |
/// | `margin` | the size | 6 + 1 of `D K / 2`, 5 + 1 of `H K`: 6 sizes | |
/// | the bound | | **6.25** sizes, for 6 | (53 - 2) / 4: **12** bits |
#[derive(Debug)]
pub struct Exact;

impl Predicate for Exact {
    const NAME: &'static str = "oriented_box_oriented_box/exact";
    type A = OrientedBox;
    type B = OrientedBox;

    fn resolve(a: &OrientedBox, b: &OrientedBox) -> Decision {
        a.decide(b)
    }

    #[inline(always)]
    fn size<L: Lanes>(
        &[cx1, cy1, hx1, hy1, ux1, uy1]: &[L; 6],
        &[cx2, cy2, hx2, hy2, ux2, uy2]: &[L; 6],
    ) -> L {
        let t = (cx2 - cx1).abs().max((cy2 - cy1).abs());
        max_of([t, hx1, hy1, hx2, hy2, ux1.abs(), uy1.abs(), ux2.abs(), uy2.abs()])
    }

    #[inline(always)]
    fn decide<L: Lanes>(
        &[cx1, cy1, hx1, hy1, ux1, uy1]: &[L; 6],
        &[cx2, cy2, hx2, hy2, ux2, uy2]: &[L; 6],
        rounding: &Rounding<L>,
    ) -> Certified<L::Mask> {
        let (u1, u2) = ([ux1, uy1], [ux2, uy2]);
        let t = sub([cx2, cy2], [cx1, cy1]);
        let (k1, k2) = (dot(u1, u1), dot(u2, u2));
        let (cos, sin) = (dot(u1, u2).abs(), cross(u1, u2).abs());
        let [[x1, y1], [x2, y2]] = [u1, u2].map(
            #[inline(always)]
            |u| [dot(t, u).abs(), cross(u, t).abs()],
        );
        let margin = min_of([
            (hx1 * k2 + (hx2 * cos + hy2 * sin)) - x1 * k2,
            (hy1 * k2 + (hx2 * sin + hy2 * cos)) - y1 * k2,
            (hx2 * k1 + (hx1 * cos + hy1 * sin)) - x2 * k1,
            (hy2 * k1 + (hx1 * sin + hy1 * cos)) - y2 * k1,
        ]);
        // A sum, which is infinite or NaN where a product of these is.
        let lengths = rounding.length(((x1 + y1) + (x2 + y2)) + ((hx1 + hy1) + (hx2 + hy2)));
        Certified::at_least_zero(margin, rounding.bound(6.25, lengths * rounding.square(k1.max(k2)), 12))
    }
}
