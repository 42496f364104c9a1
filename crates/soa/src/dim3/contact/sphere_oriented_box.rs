//! Sphere and oriented box. Derivation: `scalar::dim3::contact::sphere_oriented_box`.

use scalar::dim3::contact::sphere_oriented_box::contact;
use scalar::dim3::{Contact3, OrientedBox3, Sphere};

use super::polyhedron::{self, Solid, Vertex};
use crate::contact::Place;
use crate::kernel::Measure;
use crate::lanes::Lanes;

/// The contact.
#[derive(Debug)]
pub struct Contact;

impl Measure for Contact {
    const NAME: &'static str = "sphere_oriented_box3/contact";
    const IN_F64: bool = true;
    type A = Sphere;
    type B = OrientedBox3;
    type Out = Contact3;

    fn reference(sphere: &Sphere, oriented_box: &OrientedBox3) -> Contact3 {
        contact(sphere, oriented_box)
    }

    #[inline(always)]
    fn lanes<L: Lanes>(sphere: &[L; 4], oriented_box: &[L; 15]) -> [L; 7] {
        let &[x, y, z, radius] = sphere;
        let origin = Place::new([oriented_box[0], oriented_box[1], oriented_box[2]]);
        let center = Vertex(Place::new([x, y, z]).from(&origin));
        let found = polyhedron::contact(&center, &Solid::oriented_box(oriented_box, &origin));
        found.grown(radius).moved(&origin).columns(sphere, oriented_box)
    }
}
