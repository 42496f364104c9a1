//! Two axis-aligned boxes. Derivation: `scalar::dim3::contact::aabb_aabb`.

use scalar::dim3::contact::aabb_aabb::contact;
use scalar::dim3::{Aabb3, Contact3};

use super::Found;
use crate::kernel::Measure;
use crate::lanes::{Lanes, select};
use crate::vector::{is_before, length2, unit};

/// The contact.
#[derive(Debug)]
pub struct Contact;

impl Measure for Contact {
    const NAME: &'static str = "aabb3_aabb3/contact";
    const IN_F64: bool = true;
    type A = Aabb3;
    type B = Aabb3;
    type Out = Contact3;

    fn reference(a: &Aabb3, b: &Aabb3) -> Contact3 {
        contact(a, b)
    }

    #[inline(always)]
    fn lanes<L: Lanes>(a: &[L; 6], b: &[L; 6]) -> [L; 7] {
        let swap = is_before(b, a);
        let (first, second) = (select(swap, *b, *a), select(swap, *a, *b));
        ordered(&first, &second).negated_where(swap).columns(a, b)
    }
}

#[inline(always)]
fn ordered<L: Lanes>(a: &[L; 6], b: &[L; 6]) -> Found<L> {
    let (zero, one, half) = (a[0].splat(0.0), a[0].splat(1.0), a[0].splat(0.5));
    let zeros = [zero; 3];
    let (mut overlap, mut sign, mut common, mut border) = (zeros, zeros, zeros, zeros);
    let (mut gap, mut point) = (zeros, zeros);
    for k in 0..3 {
        let (min1, max1, min2, max2) = (a[k], a[3 + k], b[k], b[3 + k]);
        let (forth, back) = (max1 - min2, max2 - min1);
        let is_back = back.lt(forth);
        overlap[k] = L::select(is_back, back, forth);
        sign[k] = L::select(is_back, -one, one);
        border[k] = L::select(is_back, max2 + min1, max1 + min2) * half;
        let low = L::select(min1.gt(min2), min1, min2);
        let high = L::select(max1.lt(max2), max1, max2);
        common[k] = (low + high) * half;
        let is_apart = overlap[k].lt(zero);
        gap[k] = L::select(is_apart, sign[k] * -overlap[k], zero);
        point[k] = L::select(is_apart, border[k], common[k]);
    }
    let distance = length2(gap).sqrt();
    let apart = Found { normal: unit(gap, distance), depth: -distance, point };

    let (mut normal, mut point) = ([sign[0], zero, zero], [border[0], common[1], common[2]]);
    let mut depth = overlap[0];
    for k in 1..3 {
        let (mut along, mut at) = (zeros, common);
        along[k] = sign[k];
        at[k] = border[k];
        let is_less = overlap[k].lt(depth);
        normal = select(is_less, along, normal);
        point = select(is_less, at, point);
        depth = L::select(is_less, overlap[k], depth);
    }
    let is_apart = distance.gt(zero);
    Found {
        normal: select(is_apart, apart.normal, normal),
        depth: L::select(is_apart, apart.depth, depth),
        point: select(is_apart, apart.point, point),
    }
}
