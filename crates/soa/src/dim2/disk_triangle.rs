//! Disk and triangle by seven regions and by the older enlarged triangle (Redpoll). Derivation:
//! `scalar::dim2::disk_triangle`.

use scalar::dim2::{Disk, Triangle, disk_triangle};
use scalar::exact::{Decision, Exact as _};

use super::interval::{distance_from_zero, max_of};
use super::point_segment::{distance_and_limit, margin_at_foot};
use super::point_triangle::EdgeFunctions;
use super::vector::{cross, dot, sub};
use crate::kernel::verdict::{Certified, Rounding};
use crate::kernel::{Predicate, Published};
use crate::lanes::{Lanes, no_nan};

/// Seven regions without a table: an edge is tested where the center does not lie on its inner side.
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

        // The reference has AC x AB, of the other sign; so "inside" is `<= 0` here. Nothing is `<= NaN`: with
        // zero area all edges are tested, and an edge with the center on its inner side is not.
        let area = cross(ca, ab);
        let nan = r.splat(f32::NAN);
        let inside = L::select(area.abs().gt(zero), zero, nan);
        let inner_ab = cross(at, ab).flip_sign(area).le(inside);
        let inner_bc = cross(bt, bc).flip_sign(area).le(inside);
        let inner_ca = cross(ct, ca).flip_sign(area).le(inside);
        let hit = (inner_ab & inner_bc & inner_ca)
            | edge_hits(at, ab, bt, rr, inner_ab)
            | edge_hits(bt, bc, ct, rr, inner_bc)
            | edge_hits(ct, ca, at, rr, inner_ca);
        hit & no_nan([dot(at, at), dot(bt, bt), dot(ct, ct), rr])
    }
}

/// The lanes in which the squared distance to an edge is at most `rr`, without those of `skipped`.
#[inline(always)]
fn edge_hits<L: Lanes>(ap: [L; 2], ab: [L; 2], bp: [L; 2], rr: L, skipped: L::Mask) -> L::Mask {
    let [distance2, limit] = distance_and_limit(ap, ab, bp, rr);
    L::select(skipped, rr.splat(f32::NAN), distance2).le(limit)
}

/// The older form, which Redpoll measures at 2.5 times the cost.
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
        let (d, a_d) = offset_corner(a, ab, ca, r);
        let (e, a_e) = offset_corner(b, bc, ab, r);
        let (f, a_f) = offset_corner(c, ca, bc, r);
        let enlarged = EdgeFunctions::lanes(&t, &[d[0], d[1], e[0], e[1], f[0], f[1]])
            & ((length(sub(t, d)).ge(a_d) & length(sub(t, e)).ge(a_e) & length(sub(t, f)).ge(a_f))
                | (length(sub(t, a)).le(r) | length(sub(t, b)).le(r) | length(sub(t, c)).le(r)));

        let (at, bt, ct, rr, has_area) = (sub(t, a), sub(t, b), sub(t, c), r * r, !flat);
        let edges = edge_hits(at, sub(b, a), bt, rr, has_area)
            | edge_hits(bt, sub(c, b), ct, rr, has_area)
            | edge_hits(ct, sub(a, c), at, rr, has_area);
        (edges | has_area & enlarged) & no_nan([tx, ty, r, ax, ay, bx, by, cx, cy])
    }
}

/// The corner of the enlarged triangle at a vertex, and its distance to the feet, from the unit vectors of
/// the edge that leaves the vertex and of the one that arrives.
#[inline(always)]
fn offset_corner<L: Lanes>(vertex: [L; 2], leaving: [L; 2], arriving: [L; 2], r: L) -> ([L; 2], L) {
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

/// The exact answer.
///
/// ```text
///        B         Define    T, the center;  AT, BT, CT, from the vertices to T;  AB, BC, CA, the edges
///       / \                  rr, the squared radius;  Q, the foot of the perpendicular from T on an edge
///      /   Q---T
///     /     \      Solution  a hit exactly if
///    A-------C                 inside   the edge functions AT x AB, BT x BC, CT x CA are all > 0 or all < 0,
///                     or       vertex   rr - |AT|^2 >= 0, or the same with B or C,
///                     or       foot     Q lies between the ends of an edge, and rr - |QT|^2 >= 0
/// ```
///
/// "Inside" is strict. A triangle of zero area has no interior, and the border is covered by vertices and
/// feet.
///
/// # Error budget
///
/// The table is for all kernels that call `is_near`.
///
/// Define `W = AT.AT + BT.BT + CT.CT + rr`. As `|AB| <= |AT| + |BT|`, `AB.AB <= 2 W`, `|AT| |AB| <= 1.21 W`,
/// and `F` of `margin_at_foot` is at most `1.46 W^2`.
///
/// | quantity | at most | error | in `S` |
/// |---|---|---|---|
/// | `at`, `ab` | | 1 | `S`, `2 S` |
/// | `cross(at, ab)` | `1.21 W` | products 3, difference 1: 4 x 1.21 = 4.9 `W` | `4 S^2` |
/// | `atat = dot(at, at)` | `W` | products 3, sum 1: 4 | `2 S^2` |
/// | `rr = reach * reach` | `W` | 1; 3 if `reach` is a sum of two radii | `S^2` |
/// | `margin_a = rr - atat` | `W` | 4 `atat` + 3 `rr` + 1: 5 `W` | `2 S^2` |
/// | `bound2` | | **5.5** `W`, for 5 | (53 - 1) / 2, as operands are at most `2 S^2`: **26** bits |
/// | `dot(ab, ab)` | `2 W` | 4 | `8 S^2` |
/// | `dot(at, ab)` | `1.21 W` | 4 of the lengths' product | `4 S^2` |
/// | `margin_at_foot` | `1.46 W^2` | 4 + 4 + 2 x 4 + 4 = 20 `F`: 29.2 `W^2` | `16 S^4` |
/// | `bound4` | | **31** `W^2`, for 29.2 | (53 - 4) / 4: **12** bits |
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
        let x = max_of([(tx - ax).abs(), (tx - bx).abs(), (tx - cx).abs()]);
        let y = max_of([(ty - ay).abs(), (ty - by).abs(), (ty - cy).abs()]);
        x.max(y).max(r)
    }

    #[inline(always)]
    fn decide<L: Lanes>(
        &[tx, ty, r]: &[L; 3],
        &[ax, ay, bx, by, cx, cy]: &[L; 6],
        rounding: &Rounding<L>,
    ) -> Certified<L::Mask> {
        is_near([tx, ty], &[ax, ay, bx, by, cx, cy], r, rounding)
    }
}

/// Whether a point is within `reach` of the triangle, which may be a sum of two radii: the budget of [`Exact`].
#[inline(always)]
pub(crate) fn is_near<L: Lanes>(
    t: [L; 2],
    &[ax, ay, bx, by, cx, cy]: &[L; 6],
    reach: L,
    rounding: &Rounding<L>,
) -> Certified<L::Mask> {
    let (a, b, c) = ([ax, ay], [bx, by], [cx, cy]);
    let (at, bt, ct) = (sub(t, a), sub(t, b), sub(t, c));
    let (ab, bc, ca) = (sub(b, a), sub(c, b), sub(a, c));
    let (rr, atat, btbt, ctct) = (reach * reach, dot(at, at), dot(bt, bt), dot(ct, ct));
    let w = rounding.square((atat + btbt) + (ctct + rr));
    let (bound2, bound4) = (rounding.bound(5.5, w, 26), rounding.bound(31.0, w * w, 12));

    let sides = distance_from_zero([cross(at, ab), cross(bt, bc), cross(ct, ca)]);
    let inside = Certified::above_zero(sides, bound2);

    let (margin_a, margin_b, margin_c) = (rr - atat, rr - btbt, rr - ctct);
    let vertices = Certified::at_least_zero(max_of([margin_a, margin_b, margin_c]), bound2);
    let feet = max_of([
        margin_at_foot(dot(at, ab), dot(ab, ab), margin_a),
        margin_at_foot(dot(bt, bc), dot(bc, bc), margin_b),
        margin_at_foot(dot(ct, ca), dot(ca, ca), margin_c),
    ]);
    inside | (vertices | Certified::at_least_zero(feet, bound4))
}
