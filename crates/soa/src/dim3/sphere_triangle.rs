//! Sphere and triangle by the squared distance of the center to the closest point (DX tutorial). Derivation:
//! `scalar::dim3::sphere_triangle`.

use scalar::dim3::{Sphere, Triangle3, sphere_triangle};
use scalar::exact::{Decision, Exact as _};

use super::point_triangle;
use super::vector::{cross, dot, sub};
use crate::dim2::point_segment::margin_at_foot;
use crate::dim2::shadow::highest;
use crate::kernel::verdict::{Certified, Rounding};
use crate::kernel::{Predicate, Published};
use crate::lanes::{Lanes, no_nan};

/// The squared distance of the center to the triangle against the squared radius.
#[derive(Debug)]
pub struct SquaredDistance;

impl Published for SquaredDistance {
    const NAME: &'static str = "sphere_triangle3/squared_distance";
    type A = Sphere;
    type B = Triangle3;

    fn reference(sphere: &Sphere, triangle: &Triangle3) -> bool {
        sphere_triangle::squared_distance(sphere, triangle)
    }

    #[inline(always)]
    fn lanes<L: Lanes>(&[tx, ty, tz, r]: &[L; 4], triangle: &[L; 9]) -> L::Mask {
        let t = [tx, ty, tz];
        let qt = sub(t, point_triangle::by_lagrange(t, triangle));
        let [ax, ay, az, bx, by, bz, cx, cy, cz] = *triangle;
        dot(qt, qt).le(r * r) & no_nan([tx, ty, tz, r, ax, ay, az, bx, by, bz, cx, cy, cz])
    }
}

/// The exact answer: some of the squared radius is left at a vertex, at the foot on an edge, or at the foot on the face.
///
/// The foot on the face counts if it lies within: `u`, `v` and `w`, its barycentric coordinates times `n.n`, are not negative
/// (`scalar::dim3::point_triangle`). What is left there, times `n.n`, is `r^2 n.n - (n.AT)^2`. A triangle of zero area has no face.
///
/// With `W = AT.AT + BT.BT + CT.CT + r^2`, an edge's square is at most `2 W`. What is left at a vertex carries 7 units of `W`, at the
/// foot on an edge 48 of `W^2` (`margin_at_foot`, a dot product having one rounding more); `v` and `w` 70 of `W^2`, `n.n` 96, `u`
/// 240. `n.AT` is at most `2 W sqrt(W)` and carries 24 units of that size, its square 100 of `W^3`, and `r^2 n.n` 100 more.
///
/// With components of `AT`, `BT`, `CT` and `r` up to `S`, those of the edges up to `2 S`, a vertex has numbers up to `3 S^2`, the foot on
/// an edge `72 S^4`, `u` `288 S^4` on the way, and the face `(24 S^3)^2 = 576 S^6`: 25, 11 and 7 bits.
#[derive(Debug)]
pub struct Exact;

impl Predicate for Exact {
    const NAME: &'static str = "sphere_triangle3/exact";
    type A = Sphere;
    type B = Triangle3;

    fn resolve(sphere: &Sphere, triangle: &Triangle3) -> Decision {
        sphere.decide(triangle)
    }

    #[inline(always)]
    fn size<L: Lanes>(&[tx, ty, tz, r]: &[L; 4], &[ax, ay, az, bx, by, bz, cx, cy, cz]: &[L; 9]) -> L {
        let x = highest([(tx - ax).abs(), (tx - bx).abs(), (tx - cx).abs()]);
        let y = highest([(ty - ay).abs(), (ty - by).abs(), (ty - cy).abs()]);
        let z = highest([(tz - az).abs(), (tz - bz).abs(), (tz - cz).abs()]);
        highest([x, y, z, r])
    }

    #[inline(always)]
    fn decide<L: Lanes>(
        &[tx, ty, tz, r]: &[L; 4],
        &[ax, ay, az, bx, by, bz, cx, cy, cz]: &[L; 9],
        rounding: &Rounding<L>,
    ) -> Certified<L::Mask> {
        let (t, a, b, c) = ([tx, ty, tz], [ax, ay, az], [bx, by, bz], [cx, cy, cz]);
        let (at, bt, ct) = (sub(t, a), sub(t, b), sub(t, c));
        let (ab, bc, ca) = (sub(b, a), sub(c, b), sub(a, c));
        let (rr, atat, btbt, ctct) = (r * r, dot(at, at), dot(bt, bt), dot(ct, ct));
        let w = rounding.square((atat + btbt) + (ctct + rr));
        let ww = w * w;

        let (at_a, at_b, at_c) = (rr - atat, rr - btbt, rr - ctct);
        let vertices = Certified::at_least_zero(highest([at_a, at_b, at_c]), rounding.bound(8.0, w, 25));
        let (abab, caca, ab_at, ca_ct) = (dot(ab, ab), dot(ca, ca), dot(ab, at), dot(ca, ct));
        let feet = highest([
            margin_at_foot(ab_at, abab, at_a),
            margin_at_foot(dot(bc, bt), dot(bc, bc), at_b),
            margin_at_foot(ca_ct, caca, at_c),
        ]);
        let edges = Certified::at_least_zero(feet, rounding.bound(80.0, ww, 11));

        let (abca, ca_at) = (dot(ab, ca), dot(ca, at));
        let nn = abab * caca - abca * abca;
        let v = caca * ab_at - abca * ca_at;
        let w_at_c = abca * ab_at - abab * ca_at;
        let u = nn - v - w_at_c;
        let bound4 = rounding.bound(256.0, ww, 11);
        let within =
            Certified::at_least_zero(u.min(v).min(w_at_c), bound4) & Certified::above_zero(nn, bound4);
        let height = dot(cross(ca, ab), at);
        let face = Certified::at_least_zero(rr * nn - height * height, rounding.bound(256.0, ww * w, 7));
        (vertices | edges) | (within & face)
    }
}
