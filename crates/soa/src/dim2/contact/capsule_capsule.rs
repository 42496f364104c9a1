//! Two capsules. Derivation: `scalar::dim2::contact::capsule_capsule`.

use scalar::dim2::contact::capsule_capsule::contact;
use scalar::dim2::{self, Capsule};

use super::capsule::{Core, concentric};
use super::{Found, polygon};
use crate::dim2::vector::{cross, dot};
use crate::kernel::Measure;
use crate::lanes::{Lanes, select};
use crate::vector::is_before;

/// The contact: up to two points.
#[derive(Debug)]
pub struct Contact;

impl Measure for Contact {
    const NAME: &'static str = "capsule_capsule/contact";
    const IN_F64: bool = true;
    type A = Capsule;
    type B = Capsule;
    type Out = dim2::Contact;

    fn reference(a: &Capsule, b: &Capsule) -> dim2::Contact {
        contact(a, b)
    }

    #[inline(always)]
    fn lanes<L: Lanes>(a: &[L; 5], b: &[L; 5]) -> [L; 8] {
        let (of_a, of_b) = (core(a), core(b));
        let swap = is_before(&key(&of_b, b[4]), &key(&of_a, a[4]));
        let (first, second) = (Core::select(swap, &of_b, &of_a), Core::select(swap, &of_a, &of_b));
        let (r1, r2) = (L::select(swap, b[4], a[4]), L::select(swap, a[4], b[4]));
        ordered(&first, r1, &second, r2).negated_where(swap).columns(a, b)
    }
}

#[inline(always)]
fn core<L: Lanes>(&[x, y, dx, dy, _]: &[L; 5]) -> Core<L, 2> {
    Core::new([x, y], [dx, dy])
}

/// By which two capsules are put in order, so that an exchange of both changes nothing.
#[inline(always)]
fn key<L: Lanes>(core: &Core<L, 2>, radius: L) -> [L; 7] {
    let ([x, y], [rest_x, rest_y], [ex, ey]) = (core.ends[0].at, core.ends[0].rest, core.e);
    [x, y, rest_x, rest_y, ex, ey, radius]
}

#[inline(always)]
fn ordered<L: Lanes>(a: &Core<L, 2>, r1: L, b: &Core<L, 2>, r2: L) -> Found<L> {
    let (zero, one, half) = (r1.splat(0.0), r1.splat(1.0), r1.splat(0.5));
    let origin = a.ends[0];
    let (u, v) = (b.ends[0].from(&origin), b.ends[1].from(&origin));
    let (e, length2) = (a.e, dot(a.e, a.e));
    let (from, to) = (dot(e, u), dot(e, v));
    let low = L::select(from.gt(zero), from, zero);
    let high = L::select(to.lt(length2), to, length2);
    let (both, more) = (r1 + r2, r1 - r2);

    let (height, inverse) = (cross(e, u), one / length2.sqrt());
    let normal =
        select(height.lt(zero), [e[1] * inverse, -e[0] * inverse], [-e[1] * inverse, e[0] * inverse]);
    let depth = both - height.abs() * inverse;
    // From the first segment to the middle between both borders.
    let out = r1 - depth * half;
    let (start, end) = (low / length2, high / length2);
    let beside = Found {
        normal,
        depth,
        point: at(origin.at, e, start, normal, out),
        second: at(origin.at, e, end, normal, out),
        depth1: depth,
    };

    let found = polygon::contact(&[[zero; 2], e], &[u, v]);
    let is_one_point = length2.eq(zero) & dot(b.e, b.e).eq(zero) & dot(u, u).eq(zero);
    let normal = select(is_one_point, concentric(r1, r2), found.normal);
    let mut point = origin.at;
    for k in 0..2 {
        point[k] = origin.at[k] + (found.point[k] + (more * normal[k]) * half);
    }
    let is_beside = cross(e, b.e).eq(zero) & low.lt(high);
    Found::select(is_beside, beside, Found::single(normal, both + found.depth, point))
}

/// The point at `t` of a segment, moved along the normal.
#[inline(always)]
fn at<L: Lanes>(origin: [L; 2], e: [L; 2], t: L, normal: [L; 2], out: L) -> [L; 2] {
    let mut point = origin;
    for k in 0..2 {
        point[k] = origin[k] + (e[k] * t + out * normal[k]);
    }
    point
}
