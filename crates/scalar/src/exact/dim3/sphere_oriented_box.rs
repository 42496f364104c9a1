//! Sphere and oriented box by the point of the box that is nearest to the center `C`, with the axes as
//! stored, which need be neither perpendicular nor independent.
//!
//! With `q_i = a_i.(C - center)`, and `d_i = q_i - h_i` or `q_i + h_i` for the upper or the lower side of
//! slab `i`, the foot of `C` on a side is `C - d_i / k_i a_i`, where `k_i = a_i.a_i`. The nearest point is
//! `C` itself, or the foot of `C` on a side, on the line in which two sides meet, or the corner of three, of
//! axes that are independent (Karush, Kuhn and Tucker: the way from it to `C` is a sum of multiples of the
//! axes whose sides it lies on, and of independent ones of these, by Carathéodory). So the sphere hits
//! exactly if one of these 27 points lies in the box and in the sphere:
//!
//! | foot on | way to `C` | lies in slab `l` if | in the sphere if | degree |
//! |---|---|---|---|---|
//! | nothing | 0 | `\|q_l\| <= h_l` | | 2 |
//! | a side | `d_i a_i / k_i` | `\|q_l k_i - d_i g_il\| <= h_l k_i` | `d_i^2 <= r^2 k_i` | 4 |
//! | a line | `(y_i a_i + y_j a_j) / m` | `\|q_l m - y_i g_il - y_j g_jl\| <= h_l m` | `y_i d_i + y_j d_j <= r^2 m` | 6 |
//! | a corner | `\|v\| / \|D\|` | it does | `v.v <= r^2 D^2` | 8 |
//!
//! with `g_ij = a_i.a_j`, `m = k_i k_j - g_ij^2`, `y_i = k_j d_i - g_ij d_j` and `y_j` likewise, the
//! determinant `D` of the axes, and `v = d_0 (a_1 x a_2) + d_1 (a_2 x a_0) + d_2 (a_0 x a_1)`. A side whose
//! axis is zero, a line of parallel sides and a corner of dependent ones do not exist.

use super::orient::determinant;
use crate::dim3::{OrientedBox3, Sphere};
use crate::exact::dyadic::Dyadic;
use crate::exact::kleene::{all, and, any, or};
use crate::exact::number::Number;
use crate::exact::operand::Operand;
use crate::exact::rounded::{Rounded, is_moderate};
use crate::exact::vector::{between, cross3, dot, squared, vector};
use crate::exact::{Exact, Stage};

/// Whether the sphere and the box, with its axes as stored, have a point in common.
///
/// ```
/// use scalar::{dim3::{OrientedBox3, Sphere}, exact::sphere_oriented_box3};
///
/// // |x + y| <= 2, |y - x| <= 2 and |z| <= 1: reaches to x = 2.
/// let axes = [[1.0, 1.0, 0.0], [-1.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
/// let turned = OrientedBox3 { center: [0.0; 3], half_extents: [2.0, 2.0, 1.0], axes };
/// let sphere = |radius| Sphere { center: [5.0, 0.0, 5.0], radius };
/// assert!(sphere_oriented_box3(&sphere(5.0), &turned)); // touches (2, 0, 1)
/// assert!(!sphere_oriented_box3(&sphere(4.999_999_5), &turned));
/// ```
pub fn sphere_oriented_box3(sphere: &Sphere, oriented: &OrientedBox3) -> bool {
    sphere.decide(oriented).hit
}

impl Exact<OrientedBox3> for Sphere {
    fn attempt(&self, other: &OrientedBox3, stage: Stage) -> Option<bool> {
        if !(self.is_nonempty() && other.is_nonempty()) {
            return Some(false);
        }
        match stage {
            // Of degree 8, but of degree 2 in all that is not an axis.
            Stage::Rounded if other.axes.as_flattened().iter().all(|x| is_moderate(*x)) => {
                intersect::<Rounded>(self, other)
            }
            Stage::Rounded => None,
            Stage::Integer => intersect::<Dyadic>(self, other),
        }
    }
}

fn intersect<N: Number>(sphere: &Sphere, oriented: &OrientedBox3) -> Option<bool> {
    let (a, h) = (oriented.axes.map(vector::<N, 3>), vector::<N, 3>(oriented.half_extents));
    let from_center = between::<N, 3>(oriented.center, sphere.center);
    let rr = N::from_f32(sphere.radius).squared();
    let q = [0, 1, 2].map(|i: usize| dot(&a[i], &from_center));
    let g = [0, 1, 2].map(|i: usize| [0, 1, 2].map(|j: usize| dot(&a[i], &a[j])));
    // From the lower and the upper side of each slab.
    let d = [0, 1, 2].map(|i: usize| [q[i].plus(&h[i]), q[i].minus(&h[i])]);
    // Whether a point lies in a slab, if its product with the axis is this over a number above zero.
    let in_slab = |l: usize, product: N, over: &N| product.abs().at_most(&h[l].times(over));

    let center = all((0..3).map(|l| q[l].abs().at_most(&h[l])));
    let side = |i: usize, d: &N| {
        let k = &g[i][i];
        and(and(k.is_positive(), || d.squared().at_most(&rr.times(k))), || {
            all((0..3).filter(|&l| l != i).map(|l| in_slab(l, q[l].times(k).minus(&d.times(&g[i][l])), k)))
        })
    };
    let line = |l: usize, [d_i, d_j]: [&N; 2]| {
        let (i, j) = ((l + 1) % 3, (l + 2) % 3);
        let m = g[i][i].times(&g[j][j]).minus(&g[i][j].squared());
        let y_i = g[j][j].times(d_i).minus(&g[i][j].times(d_j));
        let y_j = g[i][i].times(d_j).minus(&g[i][j].times(d_i));
        let is_near = || y_i.times(d_i).plus(&y_j.times(d_j)).at_most(&rr.times(&m));
        and(and(m.is_positive(), is_near), || {
            in_slab(l, q[l].times(&m).minus(&y_i.times(&g[i][l])).minus(&y_j.times(&g[j][l])), &m)
        })
    };
    let corner = |d: [&N; 3]| {
        let across = [0, 1, 2].map(|i: usize| cross3(&a[(i + 1) % 3], &a[(i + 2) % 3]));
        let volume2 = determinant(&a[0], &a[1], &a[2]).squared();
        let way = [0, 1, 2].map(|k: usize| {
            let part = |i: usize| d[i].times(&across[i][k]);
            part(0).plus(&part(1)).plus(&part(2))
        });
        and(volume2.is_positive(), || squared(&way).at_most(&rr.times(&volume2)))
    };

    let sides = || any((0..6).map(|n| side(n / 2, &d[n / 2][n % 2])));
    let lines = || {
        any((0..12).map(|n| {
            let l = n / 4;
            line(l, [&d[(l + 1) % 3][n % 2], &d[(l + 2) % 3][n / 2 % 2]])
        }))
    };
    let corners = || any((0..8).map(|n| corner([&d[0][n % 2], &d[1][n / 2 % 2], &d[2][n / 4]])));
    or(or(center, sides), || or(lines(), corners))
}
