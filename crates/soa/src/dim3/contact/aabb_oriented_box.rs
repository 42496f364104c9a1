//! Axis-aligned and oriented box. Derivation: `scalar::dim3::contact::aabb_oriented_box`.

use scalar::dim3::contact::aabb_oriented_box::contact;
use scalar::dim3::{Aabb3, Contact3, OrientedBox3};

use super::polyhedron::{self, Solid};
use crate::contact::Place;
use crate::kernel::Measure;
use crate::lanes::Lanes;

/// The contact.
#[derive(Debug)]
pub struct Contact;

impl Measure for Contact {
    const NAME: &'static str = "aabb3_oriented_box3/contact";
    const IN_F64: bool = true;
    type A = Aabb3;
    type B = OrientedBox3;
    type Out = Contact3;

    fn reference(aabb: &Aabb3, oriented_box: &OrientedBox3) -> Contact3 {
        contact(aabb, oriented_box)
    }

    #[inline(always)]
    fn lanes<L: Lanes>(aabb: &[L; 6], oriented_box: &[L; 15]) -> [L; 7] {
        let origin = Place::new([oriented_box[0], oriented_box[1], oriented_box[2]]);
        let (upright, turned) = (Solid::aabb(aabb, &origin), Solid::oriented_box(oriented_box, &origin));
        polyhedron::contact(&upright, &turned).moved(&origin).columns(aabb, oriented_box)
    }
}
