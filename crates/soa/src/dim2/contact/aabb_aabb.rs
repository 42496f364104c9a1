//! Two axis-aligned boxes. Derivation: `scalar::dim2::contact::aabb_aabb`.

use scalar::dim2::contact::aabb_aabb::contact;
use scalar::dim2::{self, Aabb};

use super::Found;
use crate::kernel::Measure;
use crate::lanes::{Lanes, select};
use crate::vector::{is_before, unit};

/// The contact: up to two points.
#[derive(Debug)]
pub struct Contact;

impl Measure for Contact {
    const NAME: &'static str = "aabb_aabb/contact";
    const IN_F64: bool = true;
    const IS_SHORT: bool = true;
    type A = Aabb;
    type B = Aabb;
    type Out = dim2::Contact;

    fn reference(a: &Aabb, b: &Aabb) -> dim2::Contact {
        contact(a, b)
    }

    #[inline(always)]
    fn lanes<L: Lanes>(a: &[L; 4], b: &[L; 4]) -> [L; 8] {
        let swap = is_before(b, a);
        let [min_x1, min_y1, max_x1, max_y1] = select(swap, *b, *a);
        let [min_x2, min_y2, max_x2, max_y2] = select(swap, *a, *b);
        let zero = min_x1.splat(0.0);
        let [x, sign_x, middle_x] = overlap([min_x1, max_x1], [min_x2, max_x2]);
        let [y, sign_y, middle_y] = overlap([min_y1, max_y1], [min_y2, max_y2]);

        let distance = (x * x + y * y).sqrt();
        let toward_corner = unit([sign_x * -x, sign_y * -y], distance);
        let corners = Found::single(toward_corner, -distance, [middle_x, middle_y]);

        let [low_x, high_x] = common([min_x1, max_x1], [min_x2, max_x2]);
        let [low_y, high_y] = common([min_y1, max_y1], [min_y2, max_y2]);
        let up = y.lt(x);
        let depth = L::select(up, y, x);
        let is_long = L::select(up, low_x, low_y).lt(L::select(up, high_x, high_y));
        let [x1, y1, depth1] = select(
            is_long,
            [L::select(up, high_x, middle_x), L::select(up, middle_y, high_y), depth],
            [zero.splat(f32::NAN); 3],
        );
        let sides = Found {
            normal: select(up, [zero, sign_y], [sign_x, zero]),
            depth,
            point: select(up, [low_x, middle_y], [middle_x, low_y]),
            second: [x1, y1],
            depth1,
        };
        let apart = x.lt(zero) & y.lt(zero);
        Found::select(apart, corners, sides).negated_where(swap).columns(a, b)
    }
}

/// Along an axis: the overlap of two intervals, its sign, and the middle of the two ends that leave each
/// other.
#[inline(always)]
fn overlap<L: Lanes>([min1, max1]: [L; 2], [min2, max2]: [L; 2]) -> [L; 3] {
    let (one, half) = (min1.splat(1.0), min1.splat(0.5));
    let (forth, back) = (max1 - min2, max2 - min1);
    select(back.lt(forth), [back, -one, (max2 + min1) * half], [forth, one, (max1 + min2) * half])
}

/// The interval that both have in common.
#[inline(always)]
fn common<L: Lanes>([min1, max1]: [L; 2], [min2, max2]: [L; 2]) -> [L; 2] {
    [L::select(min1.gt(min2), min1, min2), L::select(max1.lt(max2), max1, max2)]
}
