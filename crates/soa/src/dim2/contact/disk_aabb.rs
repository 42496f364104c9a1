//! Disk and axis-aligned box. Derivation: `scalar::dim2::contact::disk_aabb`.

use scalar::dim2::contact::disk_aabb::contact;
use scalar::dim2::{self, Aabb, Disk};

use super::{Found, clamp, midway, unit};
use crate::dim2::vector::{dot, sub};
use crate::kernel::Measure;
use crate::lanes::{Lanes, select};

/// The contact: one point.
#[derive(Debug)]
pub struct Contact;

impl Measure for Contact {
    const NAME: &'static str = "disk_aabb/contact";
    const IN_F64: bool = true;
    type A = Disk;
    type B = Aabb;
    type Out = dim2::Contact;

    fn reference(disk: &Disk, aabb: &Aabb) -> dim2::Contact {
        contact(disk, aabb)
    }

    #[inline(always)]
    fn lanes<L: Lanes>(disk: &[L; 3], aabb: &[L; 4]) -> [L; 8] {
        let (&[x, y, r], &[min_x, min_y, max_x, max_y]) = (disk, aabb);
        let (zero, one) = (x.splat(0.0), x.splat(1.0));
        let c = [x, y];
        let clamped = [clamp(x, min_x, max_x), clamp(y, min_y, max_y)];
        let d = sub(clamped, c);
        let distance = dot(d, d).sqrt();
        let outside = distance.gt(zero);

        let mut side = [x - min_x, one, zero, min_x, y];
        for other in [
            [max_x - x, -one, zero, max_x, y],
            [y - min_y, zero, one, x, min_y],
            [max_y - y, zero, -one, x, max_y],
        ] {
            side = select(other[0].lt(side[0]), other, side);
        }
        let [gap, normal_x, normal_y, foot_x, foot_y] = side;
        let normal = select(outside, unit(d, distance), [normal_x, normal_y]);
        let depth = L::select(outside, r - distance, r + gap);
        let q = select(outside, clamped, [foot_x, foot_y]);
        let p = [x + r * normal[0], y + r * normal[1]];
        Found::single(normal, depth, midway(p, q)).columns(disk, aabb)
    }
}
