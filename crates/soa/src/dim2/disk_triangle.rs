//! Disk and triangle by seven regions and by the older enlarged triangle (Redpoll). Derivation: `scalar::dim2::disk_triangle`.

use scalar::dim2::{Disk, Triangle, disk_triangle};
use scalar::exact::{Decision, Exact as _};

use super::point_segment::{distance_and_limit, margin_at_foot};
use super::point_triangle::EdgeFunctions;
use super::shadow::{highest, lowest};
use super::vector::{cross, dot, sub};
use crate::kernel::verdict::{Certified, Rounding};
use crate::kernel::{Predicate, Published};
use crate::lanes::{Lanes, no_nan};

/// Seven regions without a table: an edge decides where the center does not lie on its inner side.
#[derive(Debug)]
pub struct SevenRegions;

impl Published for SevenRegions {
    const NAME: &'static str = "disk_triangle/seven_regions";
    type A = Disk;
    type B = Triangle;

    fn reference(disk: &Disk, triangle: &Triangle) -> bool {
        disk_triangle::seven_regions(disk, triangle)
    }

    #[inline(always)]
    fn lanes<L: Lanes>(&[tx, ty, r]: &[L; 3], &[ax, ay, bx, by, cx, cy]: &[L; 6]) -> L::Mask {
        let (t, a, b, c) = ([tx, ty], [ax, ay], [bx, by], [cx, cy]);
        let (at, bt, ct) = (sub(t, a), sub(t, b), sub(t, c));
        let (ab, bc, ca) = (sub(b, a), sub(c, b), sub(a, c));
        let (zero, rr) = (r.splat(0.0), r * r);

        // The reference's AC x AB but for the sign, which is that of the edge functions outside. No number is at most NaN: that
        // makes zero area decide by all edges, and an edge with its center inside not decide.
        let area = cross(ca, ab);
        let nan = r.splat(f32::NAN);
        let inside = L::select(area.abs().gt(zero), zero, nan);
        let inner_ab = cross(at, ab).flip_sign(area).le(inside);
        let inner_bc = cross(bt, bc).flip_sign(area).le(inside);
        let inner_ca = cross(ct, ca).flip_sign(area).le(inside);
        let hit = (inner_ab & inner_bc & inner_ca)
            | near(at, ab, bt, rr, inner_ab)
            | near(bt, bc, ct, rr, inner_bc)
            | near(ct, ca, at, rr, inner_ca);
        hit & no_nan([dot(at, at), dot(bt, bt), dot(ct, ct), rr])
    }
}

/// Whether the squared distance to an edge is at most `rr`, unless the edge does not decide.
#[inline(always)]
fn near<L: Lanes>(ap: [L; 2], ab: [L; 2], bp: [L; 2], rr: L, inner: L::Mask) -> L::Mask {
    let [distance2, limit] = distance_and_limit(ap, ab, bp, rr);
    L::select(inner, rr.splat(f32::NAN), distance2).le(limit)
}

/// The older form, which the source measures at 2.5 times the cost.
#[derive(Debug)]
pub struct EnlargedTriangle;

impl Published for EnlargedTriangle {
    const NAME: &'static str = "disk_triangle/enlarged_triangle";
    type A = Disk;
    type B = Triangle;

    fn reference(disk: &Disk, triangle: &Triangle) -> bool {
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
        let enlarged = EdgeFunctions::lanes(&t, &[d[0], d[1], e[0], e[1], f[0], f[1]])
            & ((length(sub(t, d)).ge(a_d) & length(sub(t, e)).ge(a_e) & length(sub(t, f)).ge(a_f))
                | (length(sub(t, a)).le(r) | length(sub(t, b)).le(r) | length(sub(t, c)).le(r)));

        let (at, bt, ct, rr, round) = (sub(t, a), sub(t, b), sub(t, c), r * r, !flat);
        let edges = near(at, sub(b, a), bt, rr, round)
            | near(bt, sub(c, b), ct, rr, round)
            | near(ct, sub(a, c), at, rr, round);
        (edges | round & enlarged) & no_nan([tx, ty, r, ax, ay, bx, by, cx, cy])
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

/// The exact answer: the center lies within the triangle, or some of the squared radius is left at a vertex or at the foot on an
/// edge.
///
/// With `W = AT.AT + BT.BT + CT.CT + r^2`, an edge function carries up to 8 units of `W`, what is left at a vertex 6. For the feet
/// see `margin_at_foot`. "Within" asks for the interior, in which a triangle of zero area has no point; the border is the edges' part.
///
/// With components of `AT`, `BT`, `CT` and `r` up to `S`, those of the edges up to `2 S`, an edge function is at most `4 S^2` and what
/// is left at a foot `32 S^4`: 25 and 12 bits.
#[derive(Debug)]
pub struct Exact;

impl Predicate for Exact {
    const NAME: &'static str = "disk_triangle/exact";
    type A = Disk;
    type B = Triangle;

    fn resolve(disk: &Disk, triangle: &Triangle) -> Decision {
        disk.decide(triangle)
    }

    #[inline(always)]
    fn size<L: Lanes>(&[tx, ty, r]: &[L; 3], &[ax, ay, bx, by, cx, cy]: &[L; 6]) -> L {
        let x = highest([(tx - ax).abs(), (tx - bx).abs(), (tx - cx).abs()]);
        let y = highest([(ty - ay).abs(), (ty - by).abs(), (ty - cy).abs()]);
        x.max(y).max(r)
    }

    #[inline(always)]
    fn decide<L: Lanes>(
        &[tx, ty, r]: &[L; 3],
        &[ax, ay, bx, by, cx, cy]: &[L; 6],
        rounding: &Rounding<L>,
    ) -> Certified<L::Mask> {
        let (t, a, b, c) = ([tx, ty], [ax, ay], [bx, by], [cx, cy]);
        let (at, bt, ct) = (sub(t, a), sub(t, b), sub(t, c));
        let (ab, bc, ca) = (sub(b, a), sub(c, b), sub(a, c));
        let (rr, atat, btbt, ctct) = (r * r, dot(at, at), dot(bt, bt), dot(ct, ct));
        let w = rounding.square((atat + btbt) + (ctct + rr));
        let (bound2, bound4) = (rounding.bound(10.0, w, 25), rounding.bound(64.0, w * w, 12));

        let (inner_ab, inner_bc, inner_ca) = (cross(at, ab), cross(bt, bc), cross(ct, ca));
        let right_of_all = Certified::above_zero(lowest([inner_ab, inner_bc, inner_ca]), bound2);
        let left_of_all = Certified::above_zero(-highest([inner_ab, inner_bc, inner_ca]), bound2);

        let (at_a, at_b, at_c) = (rr - atat, rr - btbt, rr - ctct);
        let vertices = Certified::at_least_zero(highest([at_a, at_b, at_c]), bound2);
        let feet = highest([
            margin_at_foot(dot(at, ab), dot(ab, ab), at_a),
            margin_at_foot(dot(bt, bc), dot(bc, bc), at_b),
            margin_at_foot(dot(ct, ca), dot(ca, ca), at_c),
        ]);
        (right_of_all | left_of_all) | (vertices | Certified::at_least_zero(feet, bound4))
    }
}
