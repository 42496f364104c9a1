//! Two capsules. Derivation: `scalar::dim3::contact::capsule_capsule`.

use scalar::dim3::contact::capsule_capsule::{NEAR, contact};
use scalar::dim3::{Capsule3, Contact3};

use super::{columns, core};
use crate::closest::{Of, of_segments};
use crate::contact::{Across, Core, concentric, toward};
use crate::dim3::vector::{cross, dot};
use crate::kernel::Measure;
use crate::lanes::{Lanes, select};
use crate::vector::{negated, scaled, sub, unit};

/// The contact.
#[derive(Debug)]
pub struct Contact;

impl Measure for Contact {
    const NAME: &'static str = "capsule3_capsule3/contact";
    const IN_F64: bool = true;
    type A = Capsule3;
    type B = Capsule3;
    type Out = Contact3;

    fn reference(a: &Capsule3, b: &Capsule3) -> Contact3 {
        contact(a, b)
    }

    #[inline(always)]
    fn lanes<L: Lanes>(a: &[L; 7], b: &[L; 7]) -> [L; 7] {
        let (of_a, of_b) = (core(a), core(b));
        let swap = of_b.is_before(&of_a);
        let (first, second) = (Core::select(swap, &of_b, &of_a), Core::select(swap, &of_a, &of_b));
        let (normal, depth, point) = ordered(&first, &second);
        columns(select(swap, negated(normal), normal), depth, point, a, b)
    }
}

#[inline(always)]
fn ordered<L: Lanes>(a: &Core<L, 3>, b: &Core<L, 3>) -> ([L; 3], L, [L; 3]) {
    let (r1, r2) = (a.radius, b.radius);
    let (zero, half) = (r1.splat(0.0), r1.splat(0.5));
    let origin = a.ends[0];
    let (u, v) = (b.ends[0].from(&origin), b.ends[1].from(&origin));
    let [p, q] = of_segments(a.e, u, v);
    let w = sub(q, p);
    let squared = dot(w, w);
    let distance = squared.sqrt();

    let (e, length2, other2) = (a.e, dot(a.e, a.e), dot(b.e, b.e));
    let is_shorter = length2.lt(other2);
    let (longer, longest2) = (select(is_shorter, b.e, e), L::select(is_shorter, other2, length2));
    let m = cross(e, b.e);
    let is_parallel = dot(m, m).eq(zero);
    let across = select(is_parallel, Of::<3>::across(longer), m);
    let normal = select(longest2.gt(zero), toward(across, w), concentric(r1, r2));
    let is_far = squared.gt(zero.splat(NEAR as f32) * longest2);
    let normal = select(is_far, unit(w, distance), normal);

    let (low, high) = a.interval_beside(u, v);
    let middle = scaled(e, (low + high) * half / length2);
    let p = select(is_parallel & low.lt(high), middle, p);
    let (mut point, more) = (origin.at, r1 - r2);
    for k in 0..3 {
        point[k] = origin.at[k] + (p[k] + (w[k] + more * normal[k]) * half);
    }
    (normal, r1 + r2 - distance, point)
}
