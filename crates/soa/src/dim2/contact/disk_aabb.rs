//! Disk and axis-aligned box. Derivation: `scalar::dim2::contact::disk_aabb`.

use scalar::dim2::contact::disk_aabb::contact;
use scalar::dim2::{self, Aabb, Disk};

use super::Found;
use crate::dim2::point_aabb::clamp;
use crate::kernel::Measure;
use crate::lanes::{Lanes, select};
use crate::vector::{along, length2, midway, unit};

/// The contact: one point.
#[derive(Debug)]
pub struct Contact;

impl Measure for Contact {
    const NAME: &'static str = "disk_aabb/contact";
    const IN_F64: bool = true;
    const IS_SHORT: bool = true;
    type A = Disk;
    type B = Aabb;
    type Out = dim2::Contact;

    fn reference(disk: &Disk, aabb: &Aabb) -> dim2::Contact {
        contact(disk, aabb)
    }

    #[inline(always)]
    fn lanes<L: Lanes>(disk: &[L; 3], aabb: &[L; 4]) -> [L; 8] {
        let (&[x, y, r], &[min_x, min_y, max_x, max_y]) = (disk, aabb);
        let (normal, depth, point) = to_box([x, y], r, [min_x, min_y], [max_x, max_y]);
        Found::single(normal, depth, point).columns(disk, aabb)
    }
}

/// Normal, depth and point, in the plane or in space.
#[inline(always)]
pub(crate) fn to_box<L: Lanes, const N: usize>(
    c: [L; N],
    r: L,
    min: [L; N],
    max: [L; N],
) -> ([L; N], L, [L; N]) {
    let (zero, one) = (r.splat(0.0), r.splat(1.0));
    let clamped = clamp(c, min, max);
    let mut d = clamped;
    for k in 0..N {
        d[k] = d[k] - c[k];
    }
    let distance = length2(d).sqrt();
    let outside = distance.gt(zero);

    let (mut nearest, mut normal, mut foot) = (r.splat(f32::INFINITY), [zero; N], c);
    for k in 0..N {
        for (gap, inward, at) in [(c[k] - min[k], one, min[k]), (max[k] - c[k], -one, max[k])] {
            let (mut its_normal, mut its_foot) = ([zero; N], c);
            (its_normal[k], its_foot[k]) = (inward, at);
            let is_nearer = gap.lt(nearest);
            nearest = L::select(is_nearer, gap, nearest);
            normal = select(is_nearer, its_normal, normal);
            foot = select(is_nearer, its_foot, foot);
        }
    }
    let normal = select(outside, unit(d, distance), normal);
    let depth = L::select(outside, r - distance, r + nearest);
    let q = select(outside, clamped, foot);
    (normal, depth, midway(along(c, r, normal), q))
}
