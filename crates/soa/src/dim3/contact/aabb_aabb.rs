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
    const IS_SHORT: bool = true;
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
fn ordered<L: Lanes>(&[x0, y0, z0, x1, y1, z1]: &[L; 6], &[u0, v0, w0, u1, v1, w1]: &[L; 6]) -> Found<L> {
    let zero = x0.splat(0.0);
    let [x, sign_x, border_x, common_x] = overlap([x0, x1], [u0, u1]);
    let [y, sign_y, border_y, common_y] = overlap([y0, y1], [v0, v1]);
    let [z, sign_z, border_z, common_z] = overlap([z0, z1], [w0, w1]);
    // From the first box to the second one, where both are apart.
    let (is_x, is_y, is_z) = (x.lt(zero), y.lt(zero), z.lt(zero));
    let gap = [
        L::select(is_x, sign_x * -x, zero),
        L::select(is_y, sign_y * -y, zero),
        L::select(is_z, sign_z * -z, zero),
    ];
    let between = [
        L::select(is_x, border_x, common_x),
        L::select(is_y, border_y, common_y),
        L::select(is_z, border_z, common_z),
    ];
    let distance = length2(gap).sqrt();

    let is_less = y.lt(x);
    let (depth, normal, point) = (
        L::select(is_less, y, x),
        select(is_less, [zero, sign_y, zero], [sign_x, zero, zero]),
        select(is_less, [common_x, border_y, common_z], [border_x, common_y, common_z]),
    );
    let is_less = z.lt(depth);
    let depth = L::select(is_less, z, depth);
    let normal = select(is_less, [zero, zero, sign_z], normal);
    let point = select(is_less, [common_x, common_y, border_z], point);

    let is_apart = distance.gt(zero);
    Found {
        normal: select(is_apart, unit(gap, distance), normal),
        depth: L::select(is_apart, -distance, depth),
        point: select(is_apart, between, point),
    }
}

/// Along an axis: the overlap of two intervals and its sign, the middle of the two ends that leave each
/// other, and that of what both have in common.
#[inline(always)]
fn overlap<L: Lanes>([min1, max1]: [L; 2], [min2, max2]: [L; 2]) -> [L; 4] {
    let (one, half) = (min1.splat(1.0), min1.splat(0.5));
    let (forth, back) = (max1 - min2, max2 - min1);
    let low = L::select(min1.gt(min2), min1, min2);
    let high = L::select(max1.lt(max2), max1, max2);
    let is_back = back.lt(forth);
    let [overlap, sign, border] =
        select(is_back, [back, -one, (max2 + min1) * half], [forth, one, (max1 + min2) * half]);
    [overlap, sign, border, (low + high) * half]
}
