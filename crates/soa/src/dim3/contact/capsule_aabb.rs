//! Capsule and axis-aligned box. Derivation: `scalar::dim3::contact::capsule_aabb`.

use scalar::dim3::contact::capsule_aabb::contact;
use scalar::dim3::{Aabb3, Capsule3, Contact3};

use super::core;
use super::polyhedron::{self, Segment, Solid};
use crate::kernel::Measure;
use crate::lanes::Lanes;

/// The contact.
#[derive(Debug)]
pub struct Contact;

impl Measure for Contact {
    const NAME: &'static str = "capsule3_aabb3/contact";
    const IN_F64: bool = true;
    type A = Capsule3;
    type B = Aabb3;
    type Out = Contact3;

    fn reference(capsule: &Capsule3, aabb: &Aabb3) -> Contact3 {
        contact(capsule, aabb)
    }

    #[inline(always)]
    fn lanes<L: Lanes>(capsule: &[L; 7], aabb: &[L; 6]) -> [L; 7] {
        let (core, origin) = (core(capsule), Solid::middle(aabb));
        let found = polyhedron::contact(&Segment::core(&core, &origin), &Solid::aabb(aabb, &origin));
        found.grown(core.radius).moved(&origin).columns(capsule, aabb)
    }
}
