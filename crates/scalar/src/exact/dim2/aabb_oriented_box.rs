//! Axis-aligned and oriented box by separating axes: x, y and those of the oriented box.
//!
//! With the axis `u` of length `|u|`, and `v` perpendicular to it, a point of the oriented box is
//! `center + (s u + t v) / u.u` with `|s| <= hx` and `|t| <= hy`. So it reaches from its center as far as
//! `(hx |ux| + hy |uy|) / u.u` along x, and `(hx |uy| + hy |ux|) / u.u` along y. With `low` and `high` as the
//! vectors from the center to the lower and the upper corner of the other box, the two are disjoint if
//!
//! ```text
//! along x and y  low_k u.u > reach  or  high_k u.u < -reach
//! along u and v  all corners from low to high have a product above h_k, or below -h_k
//! ```
//!
//! of degree 3 and 2. If `u` is zero, the oriented box is the whole plane, and neither holds.

use crate::dim2::{Aabb, OrientedBox};
use crate::exact::kleene::{all, and};
use crate::exact::number::Number;
use crate::exact::vector::{between, squared, vector};
use crate::exact::{Exact, decided_by};

/// Whether the axis-aligned box and the oriented box, with its axis as stored, have a point in common.
///
/// ```
/// use scalar::{dim2::{Aabb, OrientedBox}, exact::aabb_oriented_box};
///
/// // |x + y| <= 2 and |y - x| <= 2: reaches to x = 2.
/// let diamond = OrientedBox { center: [0.0, 0.0], half_extents: [2.0, 2.0], axis: [1.0, 1.0] };
/// let aabb = Aabb { min: [1.5, 0.5], max: [3.0, 1.0] };
/// assert!(aabb_oriented_box(&aabb, &diamond)); // its corner is on a side
/// assert!(!aabb_oriented_box(&Aabb { min: [1.5, 0.500_000_06], ..aabb }, &diamond));
/// ```
pub fn aabb_oriented_box(aabb: &Aabb, oriented: &OrientedBox) -> bool {
    aabb.decide(oriented).hit
}
decided_by!(intersect(Aabb, OrientedBox));

fn intersect<N: Number>(aabb: &Aabb, oriented: &OrientedBox) -> Option<bool> {
    let [low, high] = [aabb.min, aabb.max].map(|corner| between::<N, 2>(oriented.center, corner));
    let (u, h) = (vector::<N, 2>(oriented.axis), vector::<N, 2>(oriented.half_extents));
    let (zero, k) = (N::from_f32(0.0), squared(&u));
    let overlap =
        |least: &N, most: &N, reach: &N| and(least.at_most(reach), || zero.minus(reach).at_most(most));
    let v = [zero.minus(&u[1]), u[0].clone()];
    let along_axes = all([&u, &v].into_iter().zip(&h).map(|(axis, h)| {
        let products = [0, 1].map(|i: usize| [axis[i].times(&low[i]), axis[i].times(&high[i])]);
        let [x, y] = products.each_ref().map(|[p, q]| [p.min(q), p.max(q)]);
        overlap(&x[0].plus(&y[0]), &x[1].plus(&y[1]), h)
    }));
    and(along_axes, || {
        all([0, 1].map(|i: usize| {
            let reach = h[0].times(&u[i].abs()).plus(&h[1].times(&u[1 - i].abs()));
            overlap(&low[i].times(&k), &high[i].times(&k), &reach)
        }))
    })
}
