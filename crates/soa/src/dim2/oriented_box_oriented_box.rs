//! Two oriented boxes by separating axes. Derivation: `scalar::dim2::oriented_box_oriented_box`.

use scalar::dim2::{OrientedBox, oriented_box_oriented_box};
use scalar::exact::{Decision, Exact as _};

use super::shadow::{highest, lowest};
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

/// The exact answer: how much of the reaches of both boxes is left on each axis.
///
/// With `S` the sum of the sizes of `t` and of all half extents, and `G = k1 + k2`: a product of the axes' lengths is at most `G / 2`, and
/// `|u1| k2` at most `(1 + k1) k2 / 2`, thus `G (1 + G) / 2`. So `|t.u1| k2`, which carries 7 units with its place in the sum, has 4 units of
/// `S G (1 + G)`, `hx1 k2` 5 units, and what `cos` and `sin` are factors of 3. These are of different parts of `S`: 5 units; 6 have room.
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
        highest([t, hx1, hy1, hx2, hy2, ux1.abs(), uy1.abs(), ux2.abs(), uy2.abs()])
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
        let margin = lowest([
            (hx1 * k2 + (hx2 * cos + hy2 * sin)) - dot(t, u1).abs() * k2,
            (hy1 * k2 + (hx2 * sin + hy2 * cos)) - cross(u1, t).abs() * k2,
            (hx2 * k1 + (hx1 * cos + hy1 * sin)) - dot(t, u2).abs() * k1,
            (hy2 * k1 + (hx1 * sin + hy1 * cos)) - cross(u2, t).abs() * k1,
        ]);
        let s = rounding.length((t[0].abs() + t[1].abs()) + ((hx1 + hy1) + (hx2 + hy2)));
        let g = rounding.square(k1 + k2);
        Certified::at_least_zero(margin, rounding.bound(6.0, s * g * (g + g.splat(1.0)), 12))
    }
}
