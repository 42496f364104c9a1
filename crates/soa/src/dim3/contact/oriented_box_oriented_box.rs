//! Two oriented boxes. Derivation: `scalar::dim3::contact::oriented_box_oriented_box`.

use scalar::dim3::contact::oriented_box_oriented_box::contact;
use scalar::dim3::{Contact3, OrientedBox3};

use super::polyhedron::{self, Solid};
use crate::contact::Place;
use crate::kernel::Measure;
use crate::lanes::{Lanes, select};
use crate::vector::is_before;

/// The contact.
#[derive(Debug)]
pub struct Contact;

impl Measure for Contact {
    const NAME: &'static str = "oriented_box3_oriented_box3/contact";
    const IN_F64: bool = true;
    type A = OrientedBox3;
    type B = OrientedBox3;
    type Out = Contact3;

    fn reference(a: &OrientedBox3, b: &OrientedBox3) -> Contact3 {
        contact(a, b)
    }

    #[inline(always)]
    fn lanes<L: Lanes>(a: &[L; 15], b: &[L; 15]) -> [L; 7] {
        let swap = is_before(b, a);
        let (first, second) = (select(swap, *b, *a), select(swap, *a, *b));
        let origin = Place::new([first[0], first[1], first[2]]);
        let (x, y) = (Solid::oriented_box(&first, &origin), Solid::oriented_box(&second, &origin));
        polyhedron::contact(&x, &y).moved(&origin).negated_where(swap).columns(a, b)
    }
}
