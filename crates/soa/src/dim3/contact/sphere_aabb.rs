//! Sphere and axis-aligned box. Derivation: `scalar::dim3::contact::sphere_aabb`.

use scalar::dim3::contact::sphere_aabb::contact;
use scalar::dim3::{Aabb3, Contact3, Sphere};

use super::{columns, midway, unit};
use crate::dim2::contact::clamp;
use crate::dim3::vector::{dot, sub};
use crate::kernel::Measure;
use crate::lanes::{Lanes, select};

/// The contact.
#[derive(Debug)]
pub struct Contact;

impl Measure for Contact {
    const NAME: &'static str = "sphere_aabb3/contact";
    const IN_F64: bool = true;
    type A = Sphere;
    type B = Aabb3;
    type Out = Contact3;

    fn reference(sphere: &Sphere, aabb: &Aabb3) -> Contact3 {
        contact(sphere, aabb)
    }

    #[inline(always)]
    fn lanes<L: Lanes>(sphere: &[L; 4], aabb: &[L; 6]) -> [L; 7] {
        let (&[x, y, z, r], &[x0, y0, z0, x1, y1, z1]) = (sphere, aabb);
        let (zero, one) = (x.splat(0.0), x.splat(1.0));
        let c = [x, y, z];
        let clamped = [clamp(x, x0, x1), clamp(y, y0, y1), clamp(z, z0, z1)];
        let d = sub(clamped, c);
        let distance = dot(d, d).sqrt();
        let outside = distance.gt(zero);

        let mut side = [x - x0, one, zero, zero, x0, y, z];
        for other in [
            [x1 - x, -one, zero, zero, x1, y, z],
            [y - y0, zero, one, zero, x, y0, z],
            [y1 - y, zero, -one, zero, x, y1, z],
            [z - z0, zero, zero, one, x, y, z0],
            [z1 - z, zero, zero, -one, x, y, z1],
        ] {
            side = select(other[0].lt(side[0]), other, side);
        }
        let [gap, nx, ny, nz, foot_x, foot_y, foot_z] = side;
        let normal = select(outside, unit(d, distance), [nx, ny, nz]);
        let depth = L::select(outside, r - distance, r + gap);
        let q = select(outside, clamped, [foot_x, foot_y, foot_z]);
        columns(normal, depth, midway(c, r, normal, q), sphere, aabb)
    }
}
