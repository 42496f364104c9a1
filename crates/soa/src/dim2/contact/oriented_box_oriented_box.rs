//! Two oriented boxes. Derivation: `scalar::dim2::contact::oriented_box_oriented_box`.

use scalar::dim2::contact::oriented_box_oriented_box::contact;
use scalar::dim2::{self, OrientedBox};

use super::polygon::{self, Polygon};
use crate::dim2::vector::sub;
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
        let (origin, center) = ([first[0], first[1]], [second[0], second[1]]);
        let zero = origin[0].splat(0.0);
        let first = Polygon::oriented_box(&first, [zero; 2]);
        let second = Polygon::oriented_box(&second, sub(center, origin));
        polygon::contact(&first, &second).moved(origin).negated_where(swap).columns(a, b)
    }
}
