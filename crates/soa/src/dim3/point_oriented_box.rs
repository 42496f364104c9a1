//! Point and oriented box of space. Derivation and error budget:
//! [`point_oriented_box::Exact`](crate::dim2::point_oriented_box::Exact).

use scalar::dim3::{OrientedBox3, Point3};
use scalar::exact::{Decision, Exact as _};

use super::vector::{dot, largest_of_abs, sub, sum_of_abs};
use crate::dim2::interval::max_of;
use crate::dim2::point_oriented_box::in_slabs;
use crate::kernel::Predicate;
use crate::kernel::verdict::{Certified, Rounding};
use crate::lanes::Lanes;

/// The exact answer.
#[derive(Debug)]
pub struct Exact;

impl Predicate for Exact {
    const NAME: &'static str = "point3_oriented_box3/exact";
    type A = Point3;
    type B = OrientedBox3;

    fn resolve(point: &Point3, oriented: &OrientedBox3) -> Decision {
        point.decide(oriented)
    }

    #[inline(always)]
    fn size<L: Lanes>(&[x, y, z]: &[L; 3], oriented: &[L; 15]) -> L {
        size(oriented, largest_of_abs([x - oriented[0], y - oriented[1], z - oriented[2]]))
    }

    #[inline(always)]
    fn decide<L: Lanes>(&p: &[L; 3], oriented: &[L; 15], rounding: &Rounding<L>) -> Certified<L::Mask> {
        let [cx, cy, cz, hx, hy, hz, ux, uy, uz, vx, vy, vz, wx, wy, wz] = *oriented;
        let (u, v, w) = ([ux, uy, uz], [vx, vy, vz], [wx, wy, wz]);
        let from_center = sub(p, [cx, cy, cz]);
        let q = [dot(from_center, u), dot(from_center, v), dot(from_center, w)];
        let axis = max_of([sum_of_abs(u), sum_of_abs(v), sum_of_abs(w)]);
        in_slabs(q, [hx, hy, hz], rounding.square(sum_of_abs(from_center) * axis), rounding)
    }
}

/// The size of the operands: of the columns of a box but its center, and of the ways from there.
#[inline(always)]
pub(super) fn size<L: Lanes>(oriented: &[L; 15], ways: L) -> L {
    let mut size = ways;
    for &column in &oriented[3..] {
        size = size.max(column.abs());
    }
    size
}
