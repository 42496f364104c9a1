//! Two spheres. Derivation: `scalar::dim3::contact::sphere_sphere`.

use scalar::dim3::contact::sphere_sphere::contact;
use scalar::dim3::{Contact3, Sphere};

use super::columns;
use crate::dim2::contact::disk_disk::of_two;
use crate::kernel::Measure;
use crate::lanes::Lanes;

/// The contact.
#[derive(Debug)]
pub struct Contact;

impl Measure for Contact {
    const NAME: &'static str = "sphere_sphere/contact";
    const IN_F64: bool = true;
    const IS_SHORT: bool = true;
    type A = Sphere;
    type B = Sphere;
    type Out = Contact3;

    fn reference(a: &Sphere, b: &Sphere) -> Contact3 {
        contact(a, b)
    }

    #[inline(always)]
    fn lanes<L: Lanes>(a: &[L; 4], b: &[L; 4]) -> [L; 7] {
        let (&[x1, y1, z1, r1], &[x2, y2, z2, r2]) = (a, b);
        let (normal, depth, point) = of_two([x1, y1, z1], r1, [x2, y2, z2], r2);
        columns(normal, depth, point, a, b)
    }
}
