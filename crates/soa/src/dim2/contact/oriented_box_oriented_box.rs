//! Two oriented boxes. Derivation: `scalar::dim2::contact::oriented_box_oriented_box`.

use scalar::dim2::contact::oriented_box_oriented_box::contact;
use scalar::dim2::{self, OrientedBox};

use super::polygon;
use crate::dim2::vector::dot;
use crate::kernel::Measure;
use crate::lanes::{Lanes, select};
use crate::vector::is_before;

/// The contact: up to two points.
#[derive(Debug)]
pub struct Contact;

impl Measure for Contact {
    const NAME: &'static str = "oriented_box_oriented_box/contact";
    const IN_F64: bool = true;
    type A = OrientedBox;
    type B = OrientedBox;
    type Out = dim2::Contact;

    fn reference(a: &OrientedBox, b: &OrientedBox) -> dim2::Contact {
        contact(a, b)
    }

    #[inline(always)]
    fn lanes<L: Lanes>(a: &[L; 6], b: &[L; 6]) -> [L; 8] {
        let swap = is_before(b, a);
        let (first, second) = (select(swap, *b, *a), select(swap, *a, *b));
        polygon::contact(&corners(&first), &corners(&second)).negated_where(swap).columns(a, b)
    }
}

/// The corners, counter-clockwise.
#[inline(always)]
fn corners<L: Lanes>(&[cx, cy, hx, hy, ux, uy]: &[L; 6]) -> [[L; 2]; 4] {
    let k = dot([ux, uy], [ux, uy]);
    let (along, across) = (hx / k, hy / k);
    let (p, q) = ([ux * along, uy * along], [-uy * across, ux * across]);
    [
        [cx - p[0] - q[0], cy - p[1] - q[1]],
        [cx + p[0] - q[0], cy + p[1] - q[1]],
        [cx + p[0] + q[0], cy + p[1] + q[1]],
        [cx - p[0] + q[0], cy - p[1] + q[1]],
    ]
}
