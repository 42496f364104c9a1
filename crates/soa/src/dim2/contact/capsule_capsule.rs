//! Two capsules. Derivation: `scalar::dim2::contact::capsule_capsule`.

use scalar::dim2::contact::capsule_capsule::contact;
use scalar::dim2::{self, Capsule};

use super::polygon::{self, Polygon};
use super::{Found, core};
use crate::contact::{Core, concentric};
use crate::dim2::vector::{cross, dot};
use crate::kernel::Measure;
use crate::lanes::{Lanes, select};

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
        let swap = of_b.is_before(&of_a);
        let (first, second) = (Core::select(swap, &of_b, &of_a), Core::select(swap, &of_a, &of_b));
        ordered(&first, &second).negated_where(swap).columns(a, b)
    }
}

#[inline(always)]
fn ordered<L: Lanes>(a: &Core<L, 2>, b: &Core<L, 2>) -> Found<L> {
    let (origin, r1, r2) = (a.ends[0], a.radius, b.radius);
    let (zero, one, half) = (r1.splat(0.0), r1.splat(1.0), r1.splat(0.5));
    let (u, v) = (b.ends[0].from(&origin), b.ends[1].from(&origin));
    let (e, length2) = (a.e, dot(a.e, a.e));
    let (low, high) = a.interval_beside(u, v);

    let (height, inverse) = (cross(e, u), one / length2.sqrt());
    let normal =
        select(height.lt(zero), [e[1] * inverse, -e[0] * inverse], [-e[1] * inverse, e[0] * inverse]);
    let depth = r1 + r2 - height.abs() * inverse;
    // From the first segment to the middle between both borders.
    let out = r1 - depth * half;
    let beside = Found {
        normal,
        depth,
        point: at(e, low / length2, normal, out),
        second: at(e, high / length2, normal, out),
        depth1: depth,
    };

    let found = polygon::contact(&Polygon::core(a), &Polygon::segment(u, v));
    let is_one_point = length2.eq(zero) & dot(b.e, b.e).eq(zero) & dot(u, u).eq(zero);
    let normal = select(is_one_point, concentric(r1, r2), found.normal);
    let crossing = Found::single(normal, found.depth, found.point).grown(r1, r2);
    let is_beside = cross(e, b.e).eq(zero) & low.lt(high);
    Found::select(is_beside, beside, crossing).moved(origin.at)
}

/// The point at `t` of a segment, moved along the normal, relative to the segment's start.
#[inline(always)]
fn at<L: Lanes>(e: [L; 2], t: L, normal: [L; 2], out: L) -> [L; 2] {
    [e[0] * t + out * normal[0], e[1] * t + out * normal[1]]
}
