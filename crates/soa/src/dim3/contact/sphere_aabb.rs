//! Sphere and axis-aligned box. Derivation: `scalar::dim3::contact::sphere_aabb`.

use scalar::dim3::contact::sphere_aabb::contact;
use scalar::dim3::{Aabb3, Contact3, Sphere};

use super::columns;
use crate::dim2::contact::disk_aabb::to_box;
use crate::kernel::Measure;
use crate::lanes::Lanes;

/// The contact.
#[derive(Debug)]
pub struct Contact;

impl Measure for Contact {
    const NAME: &'static str = "sphere_aabb3/contact";
    const IN_F64: bool = true;
    const IS_SHORT: bool = true;
    type A = Sphere;
    type B = Aabb3;
    type Out = Contact3;

    fn reference(sphere: &Sphere, aabb: &Aabb3) -> Contact3 {
        contact(sphere, aabb)
    }

    #[inline(always)]
    fn lanes<L: Lanes>(sphere: &[L; 4], aabb: &[L; 6]) -> [L; 7] {
        let (&[x, y, z, r], &[x0, y0, z0, x1, y1, z1]) = (sphere, aabb);
        let (normal, depth, point) = to_box([x, y, z], r, [x0, y0, z0], [x1, y1, z1]);
        columns(normal, depth, point, sphere, aabb)
    }
}
