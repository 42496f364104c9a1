//! Two spheres. Derivation: `scalar::dim3::contact::sphere_sphere`.

use scalar::dim3::contact::sphere_sphere::contact;
use scalar::dim3::{Contact3, Sphere};

use super::{columns, unit};
use crate::dim3::vector::{dot, sub};
use crate::kernel::Measure;
use crate::lanes::{Lanes, select};

/// The contact.
#[derive(Debug)]
pub struct Contact;

impl Measure for Contact {
    const NAME: &'static str = "sphere_sphere/contact";
    const IN_F64: bool = true;
    type A = Sphere;
    type B = Sphere;
    type Out = Contact3;

    fn reference(a: &Sphere, b: &Sphere) -> Contact3 {
        contact(a, b)
    }

    #[inline(always)]
    fn lanes<L: Lanes>(a: &[L; 4], b: &[L; 4]) -> [L; 7] {
        let (&[x1, y1, z1, r1], &[x2, y2, z2, r2]) = (a, b);
        let (zero, one, half) = (x1.splat(0.0), x1.splat(1.0), x1.splat(0.5));
        let d = sub([x2, y2, z2], [x1, y1, z1]);
        let distance = dot(d, d).sqrt();
        let concentric = [L::select(r1.lt(r2), -one, one), zero, zero];
        let normal = select(distance.gt(zero), unit(d, distance), concentric);
        let (depth, more) = (r1 + r2 - distance, r1 - r2);
        let point = [
            ((x1 + x2) + more * normal[0]) * half,
            ((y1 + y2) + more * normal[1]) * half,
            ((z1 + z2) + more * normal[2]) * half,
        ];
        columns(normal, depth, point, a, b)
    }
}
