//! Axis-aligned and oriented box in space.

use scalar::dim3::{Aabb3, OrientedBox3};
use scalar::exact::{Decision, Exact as _};

use super::oriented_box_oriented_box::{abs, edges, parts, products};
use super::point_oriented_box::size;
use super::vector::{add, dot, largest_of_abs, sub, sum_of_abs};
use crate::dim2::interval::{max_of, min_of};
use crate::kernel::Predicate;
use crate::kernel::verdict::{Certified, HEADROOM, Rounding};
use crate::lanes::Lanes;

/// The exact answer: that of [two oriented boxes](super::oriented_box_oriented_box::Exact), of which the
/// first has the coordinate axes as its own, twice as large.
///
/// ```text
/// Define    t, from center to center, times two;  g, the extents of the axis-aligned box
///           v_k, h_k, the axes and extents of the oriented box, likewise
///           f_k, its edges, cross products of two axes in turn
///           V = |v_0.f_0|;  p_ik = |f_k[i]|,  q_ki = |v_k[i]|
/// Solution  a hit exactly if no face and no two edges separate the boxes. With i, j, n in turn and k, l, m:
///             upright        V (g_i - |t_i|) + (p_i0 h_0 + p_i1 h_1 + p_i2 h_2) >= 0
///             turned         (q_k0 g_0 + q_k1 g_1 + q_k2 g_2) - |v_k.t| + h_k >= 0
///             edges n and m  (p_jm g_i + p_im g_j) - |f_m[j] t_i - f_m[i] t_j| + (q_ln h_k + q_kn h_l) >= 0
/// ```
///
/// The axes of the first box span space, so there is no more to be asked of those of the other.
///
/// # Parallel edges
///
/// As there, edges `n` and `m` do not separate if, with `A` as the least margin of the first row and `B` as
/// that of the second,
///
/// ```text
/// A p_nm >= max(p_im, p_jm) (p_n0 h_0 + p_n1 h_1 + p_n2 h_2)    and    B >= max(q_kn, q_ln) (g_n + |t_n|)
/// ```
///
/// # Error budget
///
/// Define `a` as the largest absolute component of the axes; `G` and `H` as the sums of `g` and `h`; `T` as
/// the sum of the absolute components of both differences that `t` is the sum of; and the size
/// `s = a (G + T) + H / 4`.
///
/// | quantity | at most | error | in `S` |
/// |---|---|---|---|
/// | `g`; `h` is a column, times two | `G` | 1 | `2 S` |
/// | `t`, the sum of two differences | `T` | 1 + 1 = 2 | `2 S` |
/// | `f` | `2 a^2` | products 2 `a^2`, difference 2 `a^2`: 4 `a^2` | `2 S^2` |
/// | `V` | `4 a^3` | three products of 4 + 2 = 6 `a^3`, sums 4 + 4: 26 `a^3` | `6 S^3` |
/// | `g_i - t_i.abs()` | `G + T` | 2 `G`, 3 `T` | `2 S` |
/// | `V * (g_i - t_i.abs())` | `4 a^3 (G + T)` | 26 + 4 x 3 + 4 = 42 `a^3 (G + T)` | `8 S^4` |
/// | `dot(p, h)` | `2 a^2 H` | 4 + 2, sums 2 x 2: 10 `a^2 H` | `12 S^3` |
/// | `upright` | | 46 `a^3 (G + T)`, 12 `a^2 H`: 48 `a^2 s` | |
/// | its bound | | **49.5** `a^2 s`, for 48 | (53 - 3) / 4: **12** bits |
/// | `dot(q, g)`, `dot(v, t)` | `a G`, `a T` | 1, product 1, sums 2: 4 `a G`; 5 `a T` | `6 S^2` |
/// | `turned` | | 4 + 1 + 1 `a G`, 5 + 1 + 1 `a T`, 1 `H`: 7 `s` | |
/// | its bound | | **7.5** `s`, for 7 | (53 - 2.6) / 2: **25** bits |
/// | `p_jm g_i`, the sum of two | `2 a^2 G` | 4 + 2 + 2 = 8 `a^2 G`, sum 2: 10 `a^2 G` | `8 S^3` |
/// | `f[j] t_i`, the difference of two | `2 a^2 T` | 4 + 4 + 2 = 10 `a^2 T`, 2: 12 `a^2 T` | `8 S^3` |
/// | `q_ln h_k`, the sum of two | `a H` | product 1, sum 1: 2 `a H` | `4 S^2` |
/// | `edges` | | 12 + 2 + 2 `a^2 (G + T)`, 3 `a H`: 16 `a s` | |
/// | its bound | | **16.75** `a s`, for 16 | (53 - 3) / 3: **16** bits |
///
/// That edges are parallel enough are comparisons of numbers with errors, too: the first one of `8 a^2 s` and
/// `2 a^2` with `2 a^2` and `2 a^2 H`, which all together are off by 300 `u a^4 s`, or **7** bounds of
/// `upright` times `a^2`, and the floor of a cube as its products may underflow; the second one is off by
/// 17 `u s`, or **3** bounds of `turned`.
#[derive(Debug)]
pub struct Exact;

impl Predicate for Exact {
    const NAME: &'static str = "aabb3_oriented_box3/exact";
    type A = Aabb3;
    type B = OrientedBox3;

    fn resolve(aabb: &Aabb3, oriented: &OrientedBox3) -> Decision {
        aabb.decide(oriented)
    }

    #[inline(always)]
    fn size<L: Lanes>(&[x0, y0, z0, x1, y1, z1]: &[L; 6], oriented: &[L; 15]) -> L {
        let c = [oriented[0], oriented[1], oriented[2]];
        size(oriented, largest_of_abs(sub(c, [x0, y0, z0])).max(largest_of_abs(sub(c, [x1, y1, z1]))))
    }

    #[inline(always)]
    fn decide<L: Lanes>(
        &[x0, y0, z0, x1, y1, z1]: &[L; 6],
        oriented: &[L; 15],
        rounding: &Rounding<L>,
    ) -> Certified<L::Mask> {
        let (c, h, v) = parts(oriented);
        let h = add(h, h);
        let (from_low, from_high) = (sub(c, [x0, y0, z0]), sub(c, [x1, y1, z1]));
        let (g, t) = (sub([x1, y1, z1], [x0, y0, z0]), add(from_low, from_high));
        let axis = max_of([largest_of_abs(v[0]), largest_of_abs(v[1]), largest_of_abs(v[2])]);
        let a = rounding.length(axis);
        let lengths = (g[0] + g[1] + g[2]) + (sum_of_abs(from_low) + sum_of_abs(from_high));
        let s = a * rounding.length(lengths) + rounding.length((h[0] + h[1] + h[2]) * a.splat(0.25));
        // Where a determinant overflows, the way between the boxes may be too small for their product to do so.
        let of_upright = rounding.bound(49.5, a * a * s, 12).if_finite(a * a * a * a.splat(HEADROOM));
        let of_turned = rounding.bound(7.5, s, 25);
        let of_edges = rounding.bound(16.75, a * s, 16);

        let f = edges(v);
        let det = dot(v[0], f[0]).abs();
        let (p, q, t_abs) = ([abs(f[0]), abs(f[1]), abs(f[2])], [abs(v[0]), abs(v[1]), abs(v[2])], abs(t));
        let reach = [reach(&p, h, 0), reach(&p, h, 1), reach(&p, h, 2)];
        let upright = min_of([
            det * (g[0] - t_abs[0]) + reach[0],
            det * (g[1] - t_abs[1]) + reach[1],
            det * (g[2] - t_abs[2]) + reach[2],
        ]);
        let (across, along) = (products(g, q), abs(products(t, v)));
        let turned = min_of([
            (across[0] - along[0]) + h[0],
            (across[1] - along[1]) + h[1],
            (across[2] - along[2]) + h[2],
        ]);

        let floor = rounding.cube(a.splat(0.0));
        let least = [a * a * of_upright.limit() * a.splat(7.0) + floor, of_turned.limit() * a.splat(3.0)];
        let most = a.splat(f32::MAX);
        let mut margin = most;
        for n in 0..3 {
            let (i, j) = ((n + 1) % 3, (n + 2) % 3);
            for m in 0..3 {
                let (k, l) = ((m + 1) % 3, (m + 2) % 3);
                let of_upright = p[m][j] * g[i] + p[m][i] * g[j];
                let between = (f[m][j] * t[i] - f[m][i] * t[j]).abs();
                let edges = (of_upright - between) + (q[l][n] * h[k] + q[k][n] * h[l]);
                let faces = upright * p[m][n] - p[m][i].max(p[m][j]) * reach[n];
                let others = turned - q[k][n].max(q[l][n]) * (g[n] + t_abs[n]);
                let is_parallel = faces.gt(least[0]) & others.gt(least[1]);
                margin = margin.min(L::select(is_parallel, most, edges));
            }
        }
        Certified::at_least_zero(upright, of_upright)
            & Certified::at_least_zero(turned, of_turned)
            & Certified::at_least_zero(margin, of_edges)
    }
}

/// How far the edges of the oriented box reach along a coordinate axis, times its determinant.
#[inline(always)]
fn reach<L: Lanes>(p: &[[L; 3]; 3], h: [L; 3], i: usize) -> L {
    p[0][i] * h[0] + p[1][i] * h[1] + p[2][i] * h[2]
}
