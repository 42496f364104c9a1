//! Two oriented boxes by separating axes. Derivation: `scalar::dim2::oriented_box_oriented_box`.

use scalar::dim2::{OrientedBox, oriented_box_oriented_box};

use super::vector::{cross, dot, sub};
use crate::kernel::Predicate;
use crate::lanes::{Lanes, no_nan};

/// The four axes of the boxes, all of which must fail to separate them.
#[derive(Debug)]
pub struct SeparatingAxis;

impl Predicate for SeparatingAxis {
    const NAME: &'static str = "oriented_box_oriented_box/separating_axis";
    type A = OrientedBox;
    type B = OrientedBox;

    fn twin(a: &OrientedBox, b: &OrientedBox) -> bool {
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
