//! Axis-aligned box and triangle. Derivation: `scalar::dim3::contact::aabb_triangle`.

use scalar::dim3::contact::aabb_triangle::contact;
use scalar::dim3::{Aabb3, Contact3, Triangle3};

use super::polyhedron::{self, Sides, Solid, Triangle};
use super::vertices;
use crate::kernel::Measure;
use crate::lanes::Lanes;

/// The contact.
#[derive(Debug)]
pub struct Contact;

impl Measure for Contact {
    const NAME: &'static str = "aabb3_triangle3/contact";
    const IN_F64: bool = true;
    type A = Aabb3;
    type B = Triangle3;
    type Out = Contact3;

    fn reference(aabb: &Aabb3, triangle: &Triangle3) -> Contact3 {
        contact(aabb, triangle)
    }

    #[inline(always)]
    fn lanes<L: Lanes>(aabb: &[L; 6], triangle: &[L; 9]) -> [L; 7] {
        let origin = Solid::middle(aabb);
        let vertices = vertices(triangle);
        let sides = Sides::new(&vertices);
        let triangle_at = Triangle::new(vertices, &sides, &origin);
        polyhedron::contact(&Solid::aabb(aabb, &origin), &triangle_at).moved(&origin).columns(aabb, triangle)
    }
}
