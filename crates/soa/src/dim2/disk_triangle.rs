//! Disk and triangle by seven regions (s2). Derivation: `scalar::dim2::disk_triangle`.

use scalar::dim2::{Disk, Triangle, disk_triangle};

use super::point_segment;
use super::vector::{cross, sub};
use crate::kernel::Predicate;
use crate::lanes::{Lanes, no_nan};

/// Seven regions without a table: an edge decides where the center does not lie on its inner side.
#[derive(Debug)]
pub struct SevenRegions;

impl Predicate for SevenRegions {
    const NAME: &'static str = "disk_triangle/seven_regions";
    type A = Disk;
    type B = Triangle;

    fn twin(disk: &Disk, triangle: &Triangle) -> bool {
        disk_triangle::seven_regions(disk, triangle)
    }

    #[inline(always)]
    fn lanes<L: Lanes>(&[tx, ty, r]: &[L; 3], &[ax, ay, bx, by, cx, cy]: &[L; 6]) -> L::Mask {
        let (t, a, b, c) = ([tx, ty], [ax, ay], [bx, by], [cx, cy]);
        let (at, bt, ct) = (sub(t, a), sub(t, b), sub(t, c));
        let (ab, bc, ca) = (sub(b, a), sub(c, b), sub(a, c));
        let (zero, rr) = (r.splat(0.0), r * r);

        let area = cross(sub(c, a), ab);
        let (clockwise, counter) = (area.gt(zero), area.lt(zero));
        let inner = |edge: L| (clockwise & edge.ge(zero)) | (counter & edge.le(zero));
        let near = |ap: [L; 2], ab, bp| point_segment::from_ends(ap, ab, bp).le(rr);

        let (inner_ab, inner_bc, inner_ca) =
            (inner(cross(at, ab)), inner(cross(bt, bc)), inner(cross(ct, ca)));
        let hit = (inner_ab & inner_bc & inner_ca)
            | (!inner_ab & near(at, ab, bt))
            | (!inner_bc & near(bt, bc, ct))
            | (!inner_ca & near(ct, ca, at));
        hit & no_nan([tx, ty, r, ax, ay, bx, by, cx, cy])
    }
}
