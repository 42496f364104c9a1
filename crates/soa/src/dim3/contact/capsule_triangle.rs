//! Capsule and triangle. Derivation: `scalar::dim3::contact::capsule_triangle`.

use scalar::dim3::contact::capsule_triangle::contact;
use scalar::dim3::{Capsule3, Contact3, Triangle3};

use super::polyhedron::{self, Segment, Sides, Triangle};
use super::{core, vertices};
use crate::contact::Place;
use crate::kernel::Measure;
use crate::lanes::Lanes;

/// The contact.
#[derive(Debug)]
pub struct Contact;

impl Measure for Contact {
    const NAME: &'static str = "capsule3_triangle3/contact";
    const IN_F64: bool = true;
    type A = Capsule3;
    type B = Triangle3;
    type Out = Contact3;

    fn reference(capsule: &Capsule3, triangle: &Triangle3) -> Contact3 {
        contact(capsule, triangle)
    }

    #[inline(always)]
    fn lanes<L: Lanes>(capsule: &[L; 7], triangle: &[L; 9]) -> [L; 7] {
        let (core, vertices) = (core(capsule), vertices(triangle));
        let origin = Place::new(vertices[0]);
        let sides = Sides::new(&vertices);
        let triangle_at = Triangle::new(vertices, &sides, &origin);
        let found = polyhedron::contact(&Segment::core(&core, &origin), &triangle_at);
        found.grown(core.radius).moved(&origin).columns(capsule, triangle)
    }
}
