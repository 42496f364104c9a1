//! Oriented box and triangle. Derivation: `scalar::dim3::contact::oriented_box_triangle`.

use scalar::dim3::contact::oriented_box_triangle::contact;
use scalar::dim3::{Contact3, OrientedBox3, Triangle3};

use super::polyhedron::{self, Sides, Solid, Triangle};
use super::vertices;
use crate::contact::Place;
use crate::kernel::Measure;
use crate::lanes::Lanes;

/// The contact.
#[derive(Debug)]
pub struct Contact;

impl Measure for Contact {
    const NAME: &'static str = "oriented_box3_triangle3/contact";
    const IN_F64: bool = true;
    type A = OrientedBox3;
    type B = Triangle3;
    type Out = Contact3;

    fn reference(oriented_box: &OrientedBox3, triangle: &Triangle3) -> Contact3 {
        contact(oriented_box, triangle)
    }

    #[inline(always)]
    fn lanes<L: Lanes>(oriented_box: &[L; 15], triangle: &[L; 9]) -> [L; 7] {
        let origin = Place::new([oriented_box[0], oriented_box[1], oriented_box[2]]);
        let solid = Solid::oriented_box(oriented_box, &origin);
        let vertices = vertices(triangle);
        let sides = Sides::new(&vertices);
        let found = polyhedron::contact(&solid, &Triangle::new(vertices, &sides, &origin));
        found.moved(&origin).columns(oriented_box, triangle)
    }
}
