//! Capsule and oriented box. Derivation: `scalar::dim3::contact::capsule_oriented_box`.

use scalar::dim3::contact::capsule_oriented_box::contact;
use scalar::dim3::{Capsule3, Contact3, OrientedBox3};

use super::core;
use super::polyhedron::{self, Segment, Solid};
use crate::contact::Place;
use crate::kernel::Measure;
use crate::lanes::Lanes;

/// The contact.
#[derive(Debug)]
pub struct Contact;

impl Measure for Contact {
    const NAME: &'static str = "capsule3_oriented_box3/contact";
    const IN_F64: bool = true;
    type A = Capsule3;
    type B = OrientedBox3;
    type Out = Contact3;

    fn reference(capsule: &Capsule3, oriented_box: &OrientedBox3) -> Contact3 {
        contact(capsule, oriented_box)
    }

    #[inline(always)]
    fn lanes<L: Lanes>(capsule: &[L; 7], oriented_box: &[L; 15]) -> [L; 7] {
        let core = core(capsule);
        let origin = Place::new([oriented_box[0], oriented_box[1], oriented_box[2]]);
        let segment = Segment::core(&core, &origin);
        let found = polyhedron::contact(&segment, &Solid::oriented_box(oriented_box, &origin));
        found.grown(core.radius).moved(&origin).columns(capsule, oriented_box)
    }
}
