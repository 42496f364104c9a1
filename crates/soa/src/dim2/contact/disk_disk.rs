//! Two disks. Derivation: `scalar::dim2::contact::disk_disk`.

use scalar::dim2::contact::disk_disk::contact;
use scalar::dim2::{self, Disk};

use super::Found;
use crate::contact::concentric;
use crate::kernel::Measure;
use crate::lanes::{Lanes, select};
use crate::vector::{length2, unit};

/// The contact: one point.
#[derive(Debug)]
pub struct Contact;

impl Measure for Contact {
    const NAME: &'static str = "disk_disk/contact";
    const IN_F64: bool = true;
    const IS_SHORT: bool = true;
    type A = Disk;
    type B = Disk;
    type Out = dim2::Contact;

    fn reference(a: &Disk, b: &Disk) -> dim2::Contact {
        contact(a, b)
    }

    #[inline(always)]
    fn lanes<L: Lanes>(a: &[L; 3], b: &[L; 3]) -> [L; 8] {
        let (&[x1, y1, r1], &[x2, y2, r2]) = (a, b);
        let (normal, depth, point) = of_two([x1, y1], r1, [x2, y2], r2);
        Found::single(normal, depth, point).columns(a, b)
    }
}

/// Normal, depth and point, in the plane or in space.
#[inline(always)]
pub(crate) fn of_two<L: Lanes, const N: usize>(c1: [L; N], r1: L, c2: [L; N], r2: L) -> ([L; N], L, [L; N]) {
    let (zero, half) = (r1.splat(0.0), r1.splat(0.5));
    let mut d = c2;
    for k in 0..N {
        d[k] = d[k] - c1[k];
    }
    let distance = length2(d).sqrt();
    let normal = select(distance.gt(zero), unit(d, distance), concentric(r1, r2));
    let (mut point, more) = (c1, r1 - r2);
    for k in 0..N {
        point[k] = ((c1[k] + c2[k]) + more * normal[k]) * half;
    }
    (normal, r1 + r2 - distance, point)
}
