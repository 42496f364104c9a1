//! Two disks. Derivation: `scalar::dim2::contact::disk_disk`.

use scalar::dim2::contact::disk_disk::contact;
use scalar::dim2::{self, Disk};

use super::{Found, unit};
use crate::dim2::vector::{dot, sub};
use crate::kernel::Measure;
use crate::lanes::{Lanes, select};

/// The contact: one point.
#[derive(Debug)]
pub struct Contact;

impl Measure for Contact {
    const NAME: &'static str = "disk_disk/contact";
    const IN_F64: bool = true;
    type A = Disk;
    type B = Disk;
    type Out = dim2::Contact;

    fn reference(a: &Disk, b: &Disk) -> dim2::Contact {
        contact(a, b)
    }

    #[inline(always)]
    fn lanes<L: Lanes>(a: &[L; 3], b: &[L; 3]) -> [L; 8] {
        let (&[x1, y1, r1], &[x2, y2, r2]) = (a, b);
        let (zero, one, half) = (x1.splat(0.0), x1.splat(1.0), x1.splat(0.5));
        let d = sub([x2, y2], [x1, y1]);
        let distance = dot(d, d).sqrt();
        let concentric = [L::select(r1.lt(r2), -one, one), zero];
        let normal = select(distance.gt(zero), unit(d, distance), concentric);
        let (depth, more) = (r1 + r2 - distance, r1 - r2);
        let point = [((x1 + x2) + more * normal[0]) * half, ((y1 + y2) + more * normal[1]) * half];
        Found::single(normal, depth, point).columns(a, b)
    }
}
