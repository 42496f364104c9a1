//! Disk and oriented box. Derivation: `scalar::dim2::contact::disk_oriented_box`.

use scalar::dim2::contact::disk_oriented_box::contact;
use scalar::dim2::{self, Disk, OrientedBox};

use super::Found;
use super::disk_aabb::to_box;
use crate::dim2::vector::{cross, dot, sub};
use crate::kernel::Measure;
use crate::lanes::Lanes;
use crate::vector::unit;

/// The contact: one point.
#[derive(Debug)]
pub struct Contact;

impl Measure for Contact {
    const NAME: &'static str = "disk_oriented_box/contact";
    const IN_F64: bool = true;
    type A = Disk;
    type B = OrientedBox;
    type Out = dim2::Contact;

    fn reference(disk: &Disk, oriented_box: &OrientedBox) -> dim2::Contact {
        contact(disk, oriented_box)
    }

    #[inline(always)]
    fn lanes<L: Lanes>(disk: &[L; 3], oriented_box: &[L; 6]) -> [L; 8] {
        let (&[x, y, r], &[cx, cy, hx, hy, ux, uy]) = (disk, oriented_box);
        let length = dot([ux, uy], [ux, uy]).sqrt();
        let u = unit([ux, uy], length);
        let [hx, hy] = unit([hx, hy], length);
        let d = sub([x, y], [cx, cy]);
        let (normal, depth, point) = to_box([dot(u, d), cross(u, d)], r, [-hx, -hy], [hx, hy]);
        let found = Found::single(turned_back(normal, u), depth, turned_back(point, u));
        found.moved([cx, cy]).columns(disk, oriented_box)
    }
}

/// A vector of the box's frame, with the x axis along `u`.
#[inline(always)]
fn turned_back<L: Lanes>([x, y]: [L; 2], u: [L; 2]) -> [L; 2] {
    [x * u[0] - y * u[1], x * u[1] + y * u[0]]
}
