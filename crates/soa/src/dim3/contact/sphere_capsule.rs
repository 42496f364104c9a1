//! Sphere and capsule. Derivation: `scalar::dim2::contact::disk_capsule`.

use scalar::dim3::contact::sphere_capsule::contact;
use scalar::dim3::{Capsule3, Contact3, Sphere};

use super::columns;
use crate::contact::Core;
use crate::dim2::contact::disk_capsule::to_core;
use crate::kernel::Measure;
use crate::lanes::Lanes;

/// The contact.
#[derive(Debug)]
pub struct Contact;

impl Measure for Contact {
    const NAME: &'static str = "sphere_capsule3/contact";
    const IN_F64: bool = true;
    const IS_SHORT: bool = true;
    type A = Sphere;
    type B = Capsule3;
    type Out = Contact3;

    fn reference(sphere: &Sphere, capsule: &Capsule3) -> Contact3 {
        contact(sphere, capsule)
    }

    #[inline(always)]
    fn lanes<L: Lanes>(sphere: &[L; 4], capsule: &[L; 7]) -> [L; 7] {
        let (&[x, y, z, r1], &[sx, sy, sz, dx, dy, dz, r2]) = (sphere, capsule);
        let (normal, depth, point) = to_core([x, y, z], r1, &Core::new([sx, sy, sz], [dx, dy, dz], r2));
        columns(normal, depth, point, sphere, capsule)
    }
}
