//! Disk and capsule. Derivation: `scalar::dim2::contact::disk_capsule`.

use scalar::dim2::contact::disk_capsule::contact;
use scalar::dim2::{self, Capsule, Disk};

use super::Found;
use crate::closest::Of;
use crate::contact::{Across, Core, Place, concentric, toward};
use crate::kernel::Measure;
use crate::lanes::{Lanes, select};
use crate::vector::{dot, scaled, unit};

/// The contact: one point.
#[derive(Debug)]
pub struct Contact;

impl Measure for Contact {
    const NAME: &'static str = "disk_capsule/contact";
    const IN_F64: bool = true;
    const IS_SHORT: bool = true;
    type A = Disk;
    type B = Capsule;
    type Out = dim2::Contact;

    fn reference(disk: &Disk, capsule: &Capsule) -> dim2::Contact {
        contact(disk, capsule)
    }

    #[inline(always)]
    fn lanes<L: Lanes>(disk: &[L; 3], capsule: &[L; 5]) -> [L; 8] {
        let (&[x, y, r1], &[sx, sy, dx, dy, r2]) = (disk, capsule);
        let (normal, depth, point) = to_core([x, y], r1, &Core::new([sx, sy], [dx, dy], r2));
        Found::single(normal, depth, point).columns(disk, capsule)
    }
}

/// Normal, depth and point, in the plane or in space.
#[inline(always)]
pub(crate) fn to_core<L: Lanes, const N: usize>(c: [L; N], r1: L, core: &Core<L, N>) -> ([L; N], L, [L; N])
where
    Of<N>: Across<L, N>,
{
    let (zero, one, half) = (r1.splat(0.0), r1.splat(1.0), r1.splat(0.5));
    let (center, r2) = (Place::new(c), core.radius);
    let (x, y, e) = (core.ends[0].from(&center), core.ends[1].from(&center), core.e);
    let length2 = dot(e, e);
    let (at_x, at_y) = (dot(x, e).ge(zero), dot(y, e).le(zero));
    let to_foot = scaled(Of::<N>::to_line(x, e), one / length2);
    let to = select(at_x, x, select(at_y, y, to_foot));
    let near = L::select(at_x | at_y, zero, zero.splat(<Of<N> as Across<L, N>>::NEAR) * length2);
    let squared = dot(to, to);
    let distance = squared.sqrt();

    let normal = select(length2.gt(zero), toward(Of::<N>::across(e), to), concentric(r1, r2));
    let normal = select(squared.gt(near), unit(to, distance), normal);
    let (mut point, more) = (c, r1 - r2);
    for k in 0..N {
        point[k] = c[k] + (to[k] + more * normal[k]) * half;
    }
    (normal, r1 + r2 - distance, point)
}
