//! Disk and triangle by seven regions and by the older enlarged triangle (s2). Derivation: `scalar::dim2::disk_triangle`.

use scalar::dim2::{Disk, Triangle, disk_triangle};

use super::point_segment;
use super::point_triangle::EdgeFunctions;
use super::vector::{cross, dot, sub};
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

/// The older form, which the text measures at 2.5 times the cost.
#[derive(Debug)]
pub struct EnlargedTriangle;

impl Predicate for EnlargedTriangle {
    const NAME: &'static str = "disk_triangle/enlarged_triangle";
    type A = Disk;
    type B = Triangle;

    fn twin(disk: &Disk, triangle: &Triangle) -> bool {
        disk_triangle::enlarged_triangle(disk, triangle)
    }

    #[inline(always)]
    fn lanes<L: Lanes>(&[tx, ty, r]: &[L; 3], &[ax, ay, bx, by, cx, cy]: &[L; 6]) -> L::Mask {
        let (t, a, zero) = ([tx, ty], [ax, ay], r.splat(0.0));
        let area = cross(sub([cx, cy], a), sub([bx, by], a));
        let (counter, flat) = (area.lt(zero), area.eq(zero));
        let b = [L::select(counter, cx, bx), L::select(counter, cy, by)];
        let c = [L::select(counter, bx, cx), L::select(counter, by, cy)];

        let (ab, bc, ca) = (unit(sub(b, a)), unit(sub(c, b)), unit(sub(a, c)));
        let (d, a_d) = moved_corner(a, ab, ca, r);
        let (e, a_e) = moved_corner(b, bc, ab, r);
        let (f, a_f) = moved_corner(c, ca, bc, r);
        let distance = |p| length(sub(t, p));
        let enlarged = EdgeFunctions::lanes(&t, &[d[0], d[1], e[0], e[1], f[0], f[1]])
            & ((distance(d).ge(a_d) & distance(e).ge(a_e) & distance(f).ge(a_f))
                | (distance(a).le(r) | distance(b).le(r) | distance(c).le(r)));

        let (at, bt, ct) = (sub(t, a), sub(t, b), sub(t, c));
        let near = |ap: [L; 2], ab, bp| point_segment::from_ends(ap, ab, bp).le(r * r);
        let edges = near(at, sub(b, a), bt) | near(bt, sub(c, b), ct) | near(ct, sub(a, c), at);
        (flat & edges | !flat & enlarged) & no_nan([tx, ty, r, ax, ay, bx, by, cx, cy])
    }
}

/// The corner of the enlarged triangle at a vertex, and its distance to the feet, from the unit vectors of the edge
/// that leaves the vertex and of the one that arrives.
#[inline(always)]
fn moved_corner<L: Lanes>(vertex: [L; 2], leaving: [L; 2], arriving: [L; 2], r: L) -> ([L; 2], L) {
    let (sin, cos) = (cross(leaving, arriving), -dot(leaving, arriving));
    let foot = r * (r.splat(1.0) + cos) / sin;
    let out = [-leaving[1], leaving[0]];
    ([vertex[0] + r * out[0] - foot * leaving[0], vertex[1] + r * out[1] - foot * leaving[1]], foot)
}

#[inline(always)]
fn length<L: Lanes>(v: [L; 2]) -> L {
    dot(v, v).sqrt()
}

#[inline(always)]
fn unit<L: Lanes>(v: [L; 2]) -> [L; 2] {
    let length = length(v);
    [v[0] / length, v[1] / length]
}
